// A module of the typed IR: what sema makes of one Python file, and what emit prints.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "ir/foreign.h"
#include "ir/formula.h"
#include "ir/origins.h"
#include "ir/stmt.h"
#include "ir/ufunc.h"

namespace pycu::ir {

/// A variable of a function: a def-use web of one Python variable with one type.
struct Local {
    enum class Kind { Parameter, Variable, Temporary, SharedArray, LocalArray };

    /// The Python name; for a temporary a suggestion.
    std::string name;
    Type type;
    Kind kind = Kind::Variable;
    /// Where it is first set.
    Range range;
    /// It may be read before it is set and then reads zero.
    bool may_be_unset = false;

    // Set by passes.
    /// The C++ identifier (spell_names).
    std::string spelling;
    /// Set exactly once, or a parameter that is never assigned (declarations). A record that is so
    /// is a reference in C++, any other a pointer.
    bool is_const = false;
    /// Through which of its arrays and records something may be written (find_effects).
    Written written;
    /// What it lies between, of all values that it is ever given (find_intervals).
    Interval values{INT64_MAX, INT64_MIN};
    /// An int64 that C++ has as a plain int (use_int_indices).
    bool is_int = false;
    /// Such a one that an int may not hold: its lowest 32 bits, for nothing but indices.
    bool is_index = false;
};

/// What the decorator says about one function beside its types.
struct FunctionOptions {
    /// float32 is computed with the fast, less exact instructions.
    bool fastmath = false;
    bool forceinline = false;
    /// `inline="always"`: typed as if it stood where it is called.
    bool is_inlined = false;
    /// Of a kernel: threads a block, then blocks a multiprocessor, then blocks a cluster.
    std::vector<std::int64_t> launch_bounds{};
    /// Of a kernel: registers a thread; 0 for as many as nvcc likes.
    std::int64_t max_registers = 0;
    /// Of a kernel: per cent of the on-chip memory that is to be shared memory.
    std::optional<std::int64_t> carveout{};
    /// Asks for line numbers, and for no optimisation: both are a matter of the whole file.
    bool lineinfo = false;
    bool unoptimised = false;
    /// Of a kernel: what is linked with it.
    std::vector<LinkedCode> links{};
};

/// What a module-level name holds, or a name of a class, whether device code uses it or not, or
/// what a kernel was made with: for those who call the kernels.
struct Global {
    enum class Kind { Number, Tuple, Array, Dtype };

    /// Dotted for a name of a class.
    std::string name{};
    Kind kind = Kind::Number;
    /// Of a number or an array; the type that a dtype is.
    Type type{};
    /// Of a number: it is an int, a float, a complex number or a bool, and no scalar of NumPy's.
    bool is_python = false;
    /// As a constant has them; and the extents of an array.
    std::vector<Number> values{};
    std::vector<std::int64_t> shape{};
    /// Of a tuple; they have no names.
    std::vector<Global> items{};
};

/// A kernel with barriers as the CPU may run it: loops over a block's threads between barriers.
struct Regions {
    Block body;
    /// The variables that live across barriers, one value for each thread.
    std::vector<LocalId> kept;
    /// Threads may end before the kernel does.
    bool has_leavers = false;
    /// A function that it calls may ask which thread calls.
    bool shows_thread = false;
    /// Of those that are kept, what meetings of warps take and give.
    std::vector<LocalId> of_warps{};
    /// Warps are known by threadIdx.x: other blocks than of one row take fibers.
    bool in_rows = false;
};

/// A kernel without barriers as the CPU may run it: for each row of a block, the threads along one
/// axis, a loop over those that the kernel's guards let through.
struct Rows {
    /// What a guard leaves of a row: the places below a bound or, with `is_above`, those above it.
    struct Clip {
        ExprId bound;
        bool is_above = false;
        bool is_inclusive = false;
    };

    /// Of the row: 'x', 'y' or 'z'.
    char axis = 'x';
    /// Counts along the row, one a thread.
    LocalId place;
    /// `for i in range(cuda.grid(1), n, cuda.gridsize(1))`: a row for each of its turns.
    StmtId stride;
    /// Set once a row, as its first thread does.
    Block once;
    /// Which rows take part.
    std::vector<ExprId> where;
    std::vector<Clip> clips;
    /// Set in each thread, as the body's statements.
    Block again;
    Block body;
    /// No thread of a row reads or writes what another one writes.
    bool is_independent = false;
    /// And a row may go through several blocks: nobody asks which of them a thread is in.
    bool is_long = false;
};

struct Function {
    enum class Kind { Kernel, Device };

    Kind kind = Kind::Device;
    /// The name that Python code finds it by: the qualname without `<locals>`, or the name that a
    /// call which made it is bound to (`k3 = make(3)`).
    std::string name;
    /// Of the `def`; empty where it is the name.
    std::string qualname{};
    /// The functions and types for which it was compiled: "scaled" of `fold(scaled, a)`.
    std::string variant{};
    Range range;
    std::vector<LocalId> params;
    /// The type returned; none for a kernel.
    Type result;
    FunctionOptions options{};
    /// Of one that another function made: what it reads of that one's variables, by name.
    std::vector<Global> frozen{};
    Block body;
    /// Lines of the docstring, indentation removed; and of the comments above the decorators.
    std::vector<std::string> docstring;
    std::vector<std::string> comments;

    Arena<Expr> exprs;
    Arena<Stmt> stmts;
    Arena<Local> locals;

    /// Whether an expression or a statement is of a kind, and the node of that kind.
    template <class Node, class Of>
    bool is(Id<Of> id) const {
        return node(id).template is<Node>();
    }
    template <class Node, class Of>
    const Node* get(Id<Of> id) const {
        return node(id).template get<Node>();
    }
    template <class Node, class Of>
    Node* get(Id<Of> id) {
        return const_cast<Node*>(std::as_const(*this).get<Node>(id));
    }
    const Expr& node(ExprId id) const { return exprs[id]; }
    const Stmt& node(StmtId id) const { return stmts[id]; }

    /// A constant array or tuple is named by its module's index; callees stand before callers,
    /// recursion apart.
    std::vector<FunctionId> callees;
    bool is_recursive = false;
    /// The host calls it, with anything that has the types of its parameters.
    bool is_host_function = false;

    // Set by passes.
    /// The C++ identifier; functions with different parameter types may share one.
    std::string spelling;
    /// Reaches a barrier, itself or through a callee (barriers).
    bool has_barrier = false;
    /// The same of an operation at which lanes of a warp meet, and of the barrier of the grid.
    bool has_warp_operation = false;
    bool syncs_grid = false;
    /// Writes memory, reaches a barrier or an atomic, itself or through a callee.
    bool has_effects = false;
    /// Through which arrays and records of the result some caller writes.
    Written result_written;
    /// It is only launched, or called by kernels that are, with what `max_int_extent` bounds: its
    /// arrays have extents and strides of type int (use_int_indices).
    bool has_int_indices = false;
    /// And with no more blocks than `max_few_blocks`.
    bool has_few_blocks = false;
    /// Its result is an int64 that C++ has as a plain int.
    bool returns_int = false;
    /// The body once more; its expressions are the body's (form_regions).
    std::optional<Regions> regions{};
    /// The same of a kernel without barriers and with int indices (form_rows).
    std::optional<Rows> rows{};
};

/// An Enum class whose members device code uses  ->  a struct of constants, `Color::RED`.
struct EnumClass {
    std::string name;
    /// Of the members' values.
    Type dtype;
    struct Member {
        std::string name;
        Number value;
        std::string spelling{};
    };
    std::vector<Member> members;
    Range range;
    std::vector<std::string> docstring;

    std::string spelling;
};

/// A module-level value that device code uses: BLOCK = 256, TABLE = np.array(...).
struct Constant {
    /// The Python name, dotted for an attribute.
    std::string name;
    /// A scalar, a tuple or an array type.
    Type type;
    /// It is an int or a float of Python's, and no scalar of NumPy's.
    bool is_python = false;
    /// One number for a scalar, two for a complex one (here and below); the items of a tuple,
    /// nested ones flattened; the elements of an array in memory order (C, or F for layout F).
    std::vector<Number> values;
    /// Of a scalar: how it is written.
    Formula formula{};
    /// Of an array.
    std::vector<std::int64_t> shape;
    Range range;
    std::vector<std::string> comments;
    std::string trailing_comment;
    /// The assignment that they belong to: `WIDTH, HEIGHT = 3, 4` sets two constants.
    Range assignment{};
    /// Of memory that a running program has, instead of `values`: where it lies, and the bytes from
    /// one element to the next along each axis.
    std::optional<std::uint64_t> address{};
    std::vector<std::int64_t> strides{};
    /// Of a member of an Enum: its class, an index into Module::enums, and its place there.
    std::optional<std::uint32_t> enum_class{};
    std::uint32_t member = 0;

    /// An int64 that is only read as the mask of a warp's lanes (find_masks).
    bool is_mask = false;
    std::string spelling;
};

/// One assignment of one variable, as `inspect --types` lists it.
struct VariableType {
    std::string name;
    Range range;
    std::string type;
};

/// One kernel or device function with one set of argument types, as `inspect --types` lists it.
struct Specialisation {
    std::string name;
    Range range;
    bool is_kernel = false;
    std::vector<std::string> args;
    std::string returns;
    /// As a signature can be read back: `void(particle[:], int32)`.
    std::string signature;
    /// Where the types were found: "decorator", "annotations", "--sig", "a launch", "a call" ...
    std::string source;
    Range source_range;
    /// Of each parameter, where they come from several places.
    std::vector<ParameterOrigin> origins{};
    std::vector<VariableType> variables;
    /// Missing for what was refused after typing.
    FunctionId function;
};

/// A function that the host calls and that returns a value, for one list of argument types.
struct HostFunction {
    std::string name;
    Range range;
    FunctionId function;
};

/// A function that is in error, for the list in the manifest of --keep-going.
struct Skipped {
    std::string name;
    Range range;
    /// Of the first error: "PYCU0301".
    std::string code;
    bool is_kernel = false;
};

/// A launch whose block is known, for --performance.
struct KnownLaunch {
    /// Where the kernel's name stands, and the launch.
    Range kernel;
    Range range;
    std::string name;
    /// Threads along x, y and z.
    std::array<std::int64_t, 3> block{};
};

struct Module {
    /// The module's name: the file's, made an identifier, or --module.
    std::string name;
    const SourceFile* source = nullptr;
    /// Other files of the program, whose functions and constants it uses.
    std::vector<const SourceFile*> imported{};
    /// Launches say types of its kernels, or would: in whatever program they are.
    bool asks_launches = false;
    /// Lines of the module's docstring.
    std::vector<std::string> docstring;
    TypeTable types;
    /// In the order of the source.
    Arena<Constant> constants;
    std::vector<EnumClass> enums{};
    /// In the order of the source.
    std::vector<Global> globals{};
    /// Callees first, otherwise in the order of the source.
    Arena<Function> functions;
    /// Those that functions call, and what is linked with the module, each once.
    std::vector<std::shared_ptr<const ForeignFunction>> foreign{};
    std::vector<LinkedCode> links{};
    /// In the order of the source; their functions are among the device functions.
    std::vector<Ufunc> ufuncs{};
    /// The device functions with a signature, where the module is one of functions that the host
    /// calls (`--host`): what they compute is what Numba's njit does, exceptions with it.
    bool is_for_host = false;
    /// What a float of Python's is in device code: float32 with --float-literals=32.
    Type python_float = float64;
    std::vector<HostFunction> host_functions{};
    std::vector<Specialisation> specialisations;
    /// In the order of the source.
    std::vector<Skipped> skipped{};
    /// Kernels whose types are not known, in the order of the source.
    std::vector<AskedKernel> asked{};
    std::vector<IncompleteKernel> incomplete{};
    std::vector<KernelElsewhere> elsewhere{};
    /// With --performance: in the order in which they first run.
    std::vector<KnownLaunch> launches{};

    /// The file that a range stands in; null where nothing says it.
    const SourceFile* file_of(Range range) const {
        const auto is_it = [&](const SourceFile* file) { return file->file() == range.file; };
        const auto other = std::ranges::find_if(imported, is_it);
        return other != imported.end() ? *other : source;
    }
    /// What the source says there; empty where nothing does.
    std::string_view text(Range range) const {
        const SourceFile* file = range == Range{} ? nullptr : file_of(range);
        return file != nullptr ? file->text(range) : std::string_view{};
    }
};

}  // namespace pycu::ir
