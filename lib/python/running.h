// What runs while host code is followed: loops, calls, generators; and who looks back at it.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "python/evaluator.h"
#include "python/store.h"
#include "values/or_none.h"

namespace pycu::sema {

/// What paths leave early: a call by `return`, a loop by `break`, a turn of it by `continue`.
struct Exit {
    std::size_t mark = 0;
    /// How many paths had parted where it began.
    int forks = 0;
    /// What had changed on the paths that left it; what follows may not be reached.
    std::vector<Changes> paths{};
    int left = 0;
    /// Left for certain.
    bool is_certain = false;
};
/// What is known of a loop before it runs.
struct LoopKind {
    bool is_endless = false;
    /// It has few turns.
    bool is_short = false;
};
struct Loop {
    Exit whole;
    Exit turn{};
    bool has_continue = false;
};
/// The jumps out of a `try` or a `with`, kept until what ends it has run: the exits that they would
/// have left by, which stand aside.
struct Detour {
    Exit call{}, loop{}, turn{};
    bool has_call = false, has_loop = false, has_turn = false;
};
/// How paths leave a `try` or a `with`: by `return`, `break`, `continue`, or at its end.
struct Jumps {
    bool goes_on = true;
    bool returns = false, breaks = false, continues = false;
};
/// The loop or `with` that takes what a generator yields, while that is suspended.
struct Taker {
    std::function<void(const Value&)> take;
    std::size_t frame = 0;
    const syntax::Tree* tree = nullptr;
    const LocalValues* locals = nullptr;
    std::vector<Loop> loops;
};
/// How much has been met that may raise: a `try` whose body meets none of it runs to its end.
struct Failures {
    /// Of modules that may not be there: ImportError.
    long imports = 0;
    /// The same of libraries of which pycu knows what programs do with them.
    long libraries = 0;
    /// Operations that raise other errors where the values are wrong: `int(text)`, `items[i]`.
    long operations = 0;
    /// SystemExit, which `except Exception` does not catch.
    long exits = 0;
    /// What may raise anything: `raise`, calls of what is not known.
    long anything = 0;
};
/// What is asked for something that None has not: it fails where it is None.
inline Value asked(Value value, Failures& failures) {
    failures.operations += value.or_none ? 1 : 0;
    return but_none(std::move(value));
}
struct Running {
    syntax::StmtId def;
    Exit exit;
    std::optional<Value> result{};
    bool is_generator = false;
    Taker* taker = nullptr;
    /// Of a generator: what runs where it is left at a `yield`, the innermost last.
    std::vector<std::function<void()>> closers{};
    /// How many generators were suspended where it began: later ones it runs itself.
    std::size_t suspended = 0;
};

/// A call of a function with `@functools.cache`, and what it has made.
struct CachedCall {
    CallArguments args;
    Value result;
    /// It was made on every path.
    bool is_certain = false;
};

/// From where somebody looks back: a frame at a moment; `scope` is the one that an expression
/// stands in where that has no frame of its own, and `locals` says what its names are.
struct View {
    std::size_t frame = 0;
    Moment moment = at_end;
    ScopeId scope{};
    const LocalValues* locals = nullptr;
    /// Names that come before all others.
    const LocalValues* names = nullptr;
};

/// A name, and the function that a call has bound to it.
struct MadeName {
    std::string name;
    FunctionRef function;
    Range range;
    /// The name is one of a function.
    bool is_inner = false;
};

/// How many of a call's named arguments are parameters of a function.
std::size_t parameters_named(const syntax::Arguments& params, const CallArguments& args);
/// Whether a function has parameters for all that a call gives it.
bool takes(const syntax::Arguments& params, const CallArguments& args);

}  // namespace pycu::sema
