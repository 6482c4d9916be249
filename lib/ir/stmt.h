// The statements of the typed IR: a tree, one statement for one Python statement.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "ir/formula.h"
#include "support/match.h"

namespace pycu::ir {

struct Stmt;
using StmtId = Id<Stmt>;
using Block = std::vector<StmtId>;

/// x = v  ->  x = v;         the value has the local's type
///
/// `augmented`: written `x += v`; the value is then a (possibly converted) Binary whose left
/// operand reads the target (possibly converted). `declares` (set by a pass): this is where
/// the local is declared, `const` when it is its only assignment.
struct Assign {
    LocalId target;
    ExprId value;
    bool augmented = false;
    bool declares = false;
};

/// x, y = f(a)  ->  const auto [x, y] = f(a);     a missing target is ignored
struct Unpack {
    std::vector<LocalId> targets;
    ExprId value;
    bool declares = false;
};

/// int64_t x;                a local that is first set in an inner block (inserted by a pass)
struct Declare {
    LocalId local;
};

/// a[i] = v  ->  a[i] = v;   `place` is an Element or a Field; `augmented` as in Assign.
/// `is_observed`: something may look at what an int32 keeps of a sum (find_observed_stores).
struct Store {
    ExprId place;
    ExprId value;
    bool augmented = false;
    bool is_observed = false;
};

/// f(x); cuda.syncthreads()  ->  f(x); __syncthreads();
struct Evaluate {
    ExprId value;
};

/// if c: ... elif d: ...     an If with `is_elif` is printed as one where it is alone in `orelse`
struct If {
    ExprId condition;
    Block body;
    Block orelse;
    bool is_elif = false;
};

/// while c: ... else: ...    `orelse` runs when no break ended the loop
///
/// `before`: what the condition needs, done before each test; the pass `lower_loop_else` makes it
/// the top of the body. `counter`, where valid (find_counted_whiles): the statement in front of the
/// loop sets it, `step_of` the body steps it, and nothing behind the loop reads it.
struct While {
    ExprId condition;
    Block body;
    Block orelse{};
    Block before{};
    LocalId counter{};
};

/// for i in range(start, stop, step): ... else: ...
///
/// All three have the target's type. Python evaluates them once, before the loop; changes of
/// the target in the body do not change the iteration, and the target keeps its last value.
/// The pass `range_loops` decides the form:
struct ForRange {
    /// How the step's sign is known: +1, -1, or 0 when only a run tells (pycu::range).
    int step_sign = 0;
    /// The target may be the C++ loop variable itself: not assigned in the body, not read after.
    bool target_is_counter = false;
    /// The stop (step) can be printed in the loop's header: the body cannot change it.
    bool stop_is_fixed = false;
    bool step_is_fixed = false;

    LocalId target;
    ExprId start;
    ExprId stop;
    ExprId step;
    Block body;
    Block orelse;
};

/// for x in (a, b, c): ... else: ...  ->  for (const float x : {a, b, c}) { ... }
///
/// The items have the target's type and are evaluated once, before the loop. What `ForRange` says
/// of its target holds for this one.
struct ForItems {
    bool target_is_counter = false;

    LocalId target;
    std::vector<ExprId> items;
    Block body;
    Block orelse;
};

struct Break {};
struct Continue {};

struct Return {
    std::optional<ExprId> value;
};

/// raise ValueError("too large")  ->  return; in a device function pycu::stop_thread();
///
/// The thread ends; under --debug the launch fails with the exception. `assert c, "m"` is an If.
struct Raise {
    std::string exception;
    std::string message;
};

/// print(i, "of", n)  ->  printf("%lld of %lld\n", i, n);
///
/// `texts` has one more than `items`, which are scalars: what stands before, between and behind
/// them, blanks and the line's end with it.
struct Print {
    std::vector<std::string> texts;
    std::vector<ExprId> items;
};

/// tile = cuda.shared.array((32, 33), float32)  ->  __shared__ float tile[32][33];
struct DeclareArray {
    enum class Space { Shared, Local };
    LocalId array;
    Space space = Space::Shared;
    std::vector<std::int64_t> shape;
    /// How each extent is written; none, or one for each.
    std::vector<Formula> written_shape;
    /// Bytes, 0 for the element's own.
    int alignment = 0;
    /// Where it lies in the dynamic shared memory that a kernel with more than CUDA's bound of
    /// static shared memory gets beyond it; -1 for a static array.
    std::int64_t offset = -1;

    /// `cuda.shared.array(0, float32)`: the dynamic shared memory that the launch gives.
    bool is_dynamic() const { return shape.size() == 1 && shape[0] == 0; }
};

/// What all threads of a block do from one barrier to the next  ->  a loop over them
///
/// Only in `Function::regions`; form_regions makes it. `again` are assignments of what is computed
/// from a thread's index: done once more in each such loop that reads it.
struct ForThreads {
    /// A variable that lives across barriers, and whether it is set here.
    struct Kept {
        LocalId local;
        bool is_set = false;
    };
    std::vector<Kept> kept;
    Block again;
    Block body;
    /// Some thread may end in here.
    bool is_left = false;
};

/// What all warps of a block do together, a shuffle or a vote  ->  PYCU_MEET_WARPS(...)
///
/// Only in `Function::regions`. `value` is the row, whose arguments are the mask, the variable that
/// each thread brings its value in, and what the block or each thread has for a lane. `active`,
/// where it is valid, says which threads take part: all of a warp or none.
struct MeetWarps {
    LocalId target;
    ExprId value;
    LocalId active;
    bool is_by_thread = false;
};

/// pass, a bare annotation, a comment at the end of a block  ->  nothing but its comments
struct Nothing {};

struct Stmt {
    Range range;
    std::variant<Assign, Unpack, Declare, Store, Evaluate, If, While, ForRange, ForItems, Break,
                 Continue, Return, Raise, Print, DeclareArray, ForThreads, MeetWarps, Nothing>
        as;
    PYCU_ALTERNATIVES

    /// Comment lines above the statement, without `#`.
    std::vector<std::string> comments;
    /// The comment at the end of the statement's first line, without `#`.
    std::string trailing_comment;
    /// Comment lines between `else:` (of if, for, while) and what precedes it.
    std::vector<std::string> else_comments;
    /// The Python text has a blank line before this statement (or before its comments).
    bool blank_before = false;
};

/// The variable that a `for` statement sets before each turn; not valid for other statements.
LocalId loop_target(const Stmt& stmt);

}  // namespace pycu::ir
