// What a name or an expression outside device code is: a number, an array, a type, a function of
// Numba's or of the file; with its value where that is known, and else with its type and the
// reason.
#pragma once

#include <complex>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "ir/foreign.h"
#include "source/source_file.h"
#include "support/big_int.h"
#include "symbols/scopes.h"
#include "syntax/nodes.h"
#include "types/signature.h"
#include "types/type.h"
#include "values/identity.h"
#include "values/launch_brackets.h"
#include "values/strides.h"

namespace pycu::sema {

using symbols::Scope;
using symbols::ScopeId;

using values::Extent;
using values::Strides;

struct Value;

/// A call that gives what is not known to a function.
struct Passage {
    Range range;
    std::string function;
    std::shared_ptr<const Passage> before{};
};

/// Cannot be computed while compiling. `why` continues "`x` is not known while compiling: ", for
/// example "it is a parameter of `make`"; `range` is what it talks about.
///
/// `is_later` says that it has a meaning which pycu does not support yet; `why` is then the thing,
/// as in "`bfloat16`", and the diagnostic is the one "later" code.
struct Unknown {
    std::string why;
    Range range;
    bool is_later = false;
    /// A parameter of an enclosing function: each call of it makes another closure.
    bool is_parameter = false;
    /// What functools.partial makes of a function.
    bool is_partial = false;
    /// What `/` makes of something: no integer, whatever that is.
    bool is_quotient = false;
    /// A running program has it, and no text can give it another value.
    bool is_bound = false;
    /// Of what is known, and nothing that a kernel takes: what to pass to it instead.
    std::string_view instead{};
    /// Of a path that begins with the source's folder, wherever that is: what stands behind it.
    std::optional<std::string> beside{};
    /// The calls that it went through, the last of them first.
    std::shared_ptr<const Passage> passed{};
    /// Of a parameter that nobody gives: what says its type, and where: "an annotation".
    std::string_view said_by{};
    Range said_at{};
};

struct NoneValue {
    friend bool operator==(NoneValue, NoneValue) = default;
};

/// 3, 2.5, True (`is_python`), np.float32(2.5) (not). The type is int64 (uint64 from 2**63 on),
/// float64 or bool for Python's own numbers, and the exact scalar for NumPy's.
struct NumberValue {
    Type type;
    ir::Number value;
    bool is_python = true;
    friend bool operator==(const NumberValue&, const NumberValue&) = default;
};

/// A Python int beyond 64 bits: 2 ** 64. Device code cannot use it; `2 ** 64 - 1` needs it.
struct WideInt {
    BigInt value;
    friend bool operator==(const WideInt&, const WideInt&) = default;
};

/// 1j, np.complex64(1)
struct ComplexValue {
    Type type;
    std::complex<double> value;
    bool is_python = true;
    friend bool operator==(const ComplexValue&, const ComplexValue&) = default;
};

struct StringValue {
    std::string text;
    friend bool operator==(const StringValue&, const StringValue&) = default;
};

/// What namedtuple("Point", "x y") makes, or a class made with typing.NamedTuple. Calling it makes
/// a tuple; `defaults` are those of the last fields.
struct NamedTupleClass {
    std::string name;
    std::vector<std::string> fields;
    std::vector<Value> defaults;
    /// Of a class whose fields have annotations: where they stand, to give them types.
    std::vector<syntax::ExprId> annotations{};
    syntax::StmtId def{};
};

/// Color.RED of an Enum class of the file; `value` has one item. `member` is empty for what the
/// operators of an IntFlag make of its members.
struct EnumValue {
    syntax::StmtId of;
    std::string class_name, member;
    /// The type of the class; the error type where the values of its members have several types.
    Type type;
    /// A member of an IntEnum or IntFlag, which is an int as well.
    bool is_int = false;
    std::vector<Value> value;
};

/// Something that names a type.
struct TypeObject {
    enum class Kind : std::uint8_t {
        Numba,   ///< numba.float32, types.float32[:], void
        NumPy,   ///< np.float32: a class; calling it makes a NumPy scalar
        Dtype,   ///< np.dtype("float32"), a.dtype
        Python,  ///< int, float, bool, complex: calling them has rules of its own
    };
    Type type;
    Kind kind = Kind::Numba;
    std::int64_t record_size = 0;  ///< in bytes
    /// np.longlong, np.ulonglong: other classes than np.int64 and np.uint64, with the same numbers.
    bool is_longlong = false;
    friend bool operator==(const TypeObject& a, const TypeObject& b) {
        return a.type == b.type && a.kind == b.kind && a.is_longlong == b.is_longlong;
    }
};

/// cuda.declare_device("mul", "float32(float32, float32)", link="mul.cu")
struct DeclaredFunction {
    std::string name;
    /// As it is given.
    std::shared_ptr<const Value> signature;
    std::vector<ir::LinkedCode> links;
    bool is_c = false;
    bool is_cooperative = false;
    Range range;
};
using DeclaredFunctionRef = std::shared_ptr<const DeclaredFunction>;

/// void(float32[:], int32) made of type objects.
struct SignatureObject {
    Signature signature;
    friend bool operator==(const SignatureObject&, const SignatureObject&) = default;
};

/// A name of a module, resolved by what it is bound to: "numba.cuda.threadIdx.x", "math.sin",
/// "numpy.sqrt", "builtins.len", "numba.cuda" itself. One thing has one path.
struct Dotted {
    std::string path;
    friend bool operator==(const Dotted&, const Dotted&) = default;
};

struct JitDecorator;
/// What the run has given to `cuda.jit(...)`.
struct JitArguments;

/// What the run knows of a function beside its text.
struct MadeFunction {
    /// The frame it was made in.
    std::size_t frame = 0;
    /// The path of the decorator that made it device code; empty for a function of Python.
    std::string made_by{};
    /// A decorator that is not known has made something else of it.
    bool is_decorated = false;
    /// The values of its defaults, the last parameter's last.
    std::vector<Value> defaults;
    std::map<std::string, Value> named_defaults{};
    /// `@contextlib.contextmanager`
    bool is_context = false;
    /// `@abc.abstractmethod`, `@functools.cache`
    bool is_abstract = false, is_cached = false;
    /// The cache has a size, or tells types apart.
    bool forgets = false;
    /// The call `cuda.jit(...)` that made it device code; null where it stands as its decorator.
    std::shared_ptr<const JitDecorator> applied{};
    /// What that call or the decorator was given.
    std::shared_ptr<const JitArguments> given{};
    /// Its marks for pytest, and that it is a fixture.
    std::vector<Value> marks;
};

/// What a `def` of a class is to its objects.
struct Membership;

/// A function or a lambda of the file, whatever its decorators make of it.
///
/// `outer`: the scope in which the def stands, where a call of a factory made it; else not valid.
/// `jit`: the call `cuda.jit(...)(f)` that made it of another function; else not valid.
/// `made`: null for those who look at the run from outside, who have scopes for frames.
/// `membership`: of what `@property` and its kin have made, and of `object.method`.
struct FunctionRef {
    syntax::StmtId def;
    ScopeId outer{};
    syntax::ExprId jit{};
    std::shared_ptr<const MadeFunction> made{};
    std::shared_ptr<const Membership> membership{};

    std::size_t frame() const { return made != nullptr ? made->frame : 0; }
    bool is_device() const { return made != nullptr && !made->made_by.empty(); }
    bool is_decorated() const { return made != nullptr && made->is_decorated; }
    bool operator==(const FunctionRef& other) const;
};

/// `cuda.jit(device=True)`, not yet applied to a function: a decorator with a name of its own. The
/// run has a frame in place of the scope.
struct JitDecorator {
    syntax::ExprId call;
    ScopeId scope{};
    std::size_t frame = 0;
    /// The path of what it calls in the end: "numba.cuda.jit".
    std::string path{};
    /// What functools.partial makes: it takes further options.
    bool is_partial = false;
    std::shared_ptr<const JitArguments> given{};
    bool operator==(const JitDecorator& other) const {
        return call == other.call && scope == other.scope && frame == other.frame;
    }
};

/// A class of the file.
struct ClassRef {
    syntax::StmtId def;
    friend bool operator==(const ClassRef&, const ClassRef&) = default;
};

/// A module of the program, as Tree::module counts.
struct ModuleRef {
    std::size_t index = 0;
    friend bool operator==(const ModuleRef&, const ModuleRef&) = default;
};

/// The elements of an array, in C order.
using Numbers = std::vector<ir::Number>;
struct HostArray;
using HostArrayRef = std::shared_ptr<HostArray>;
struct HostItems;
using HostItemsRef = std::shared_ptr<HostItems>;
struct HostPart;
using HostPartRef = std::shared_ptr<const HostPart>;

/// A number whose type is known and whose value is not.
struct HostNumber {
    Type type;
    bool is_python = true;
    Extent value = 0;  // of an integer
    friend bool operator==(const HostNumber&, const HostNumber&) = default;
};

/// `k[grid, block]`, `k.forall(n)`: calling it launches a kernel.
struct HostLauncher {
    FunctionRef function;
    LaunchBrackets brackets{};
    friend bool operator==(const HostLauncher&, const HostLauncher&) = default;
};

/// `object.name`, to be called.
struct HostMethod {
    std::shared_ptr<Value> object;
    std::string name;
};

/// An object of a class of the file.
struct HostObject {
    syntax::StmtId of;
    /// A dict; what its class has is not in it.
    HostItemsRef attributes;
    /// Of `super()`: the class behind which names are looked up.
    syntax::StmtId behind{};
    friend bool operator==(const HostObject&, const HostObject&) = default;
};

struct Value {
    std::variant<Unknown, NoneValue, NumberValue, WideInt, ComplexValue, StringValue, TypeObject,
                 SignatureObject, Dotted, ClassRef, ModuleRef, NamedTupleClass, EnumValue,
                 ir::LinkedCode, DeclaredFunctionRef, HostNumber, HostArrayRef, HostItemsRef,
                 FunctionRef, JitDecorator, HostLauncher, HostMethod, HostObject, HostPartRef>
        as;
    static constexpr std::size_t constants = 14;
    /// Of what has a type and no value: why it has none.
    std::shared_ptr<const Unknown> why{};
    bool or_none = false;   ///< It may be None as well: see or_none.h.
    bool or_unset = false;  ///< Of an attribute that only some paths have set.

    template <typename T>
    const T* get() const {
        return std::get_if<T>(&as);
    }
    template <typename T>
    bool is() const {
        return get<T>() != nullptr;
    }
    bool is_unknown() const { return is<Unknown>(); }
    /// Whether it is the same at all times: no object that may change, and more than a type.
    bool is_constant() const { return as.index() <= constants; }
    const HostArray* array() const {
        const auto* ref = get<HostArrayRef>();
        return ref != nullptr ? ref->get() : nullptr;
    }
    /// The elements of an array, which are computed now; null where they are not known.
    const Numbers* elements() const;
    /// What may change in place: a list, a dict, the attributes of an object.
    const HostItemsRef* contents() const {
        const auto* object = get<HostObject>();
        return object != nullptr ? &object->attributes : get<HostItemsRef>();
    }
    /// Of what only a part is known, as of an array without its rank (array_parts.h).
    const HostPart* part() const {
        const auto* ref = get<HostPartRef>();
        return ref != nullptr ? ref->get() : nullptr;
    }
    const HostItems* items() const {
        const auto* ref = get<HostItemsRef>();
        return ref != nullptr ? ref->get() : nullptr;
    }
};

/// A list, tuple, range, or anything else to iterate over: known items, or some number of one kind.
struct HostItems {
    std::vector<Value> items;
    /// What stands behind the items, any number of them: appended, or made in a loop.
    std::shared_ptr<Value> more = nullptr;
    bool is_list = false;
    bool may_be_empty = true;  ///< More can be none at all.
    bool is_slice = false;     ///< `start:stop:step`, three items.
    /// What is no list or tuple, and gives its items as one: `zip(a, b)`, `range(3)`, `d.keys()`.
    enum class Like : std::uint8_t { Sequence, Iterator, Range, View } like = Like::Sequence;
    /// How many bits number its places in what holds it, all levels together: they bound every walk
    /// through lists of lists. It never shrinks.
    int bits = 0;
    /// Of a named tuple: its class and the names of its items.
    std::string class_name{};
    std::vector<std::string> fields{};
    /// The class of the program that gives it methods; else not valid.
    syntax::StmtId of{};
    std::shared_ptr<Aliases<HostItems>> aliases{};
    bool is_dict = false;  ///< The keys' values are the items.
    /// The attributes of an object: a dict, and a name that only one of two paths sets is in it.
    bool is_object = false;
    std::vector<Value> keys{};
    /// Why not all its items are known, where `more` does not say it.
    std::optional<Unknown> unknown{};
    Identity identity{};
};

/// A list or a tuple all of whose items have places.
template <>
inline const HostItems* Value::get<HostItems>() const {
    const HostItems* all = items();
    const bool is_whole = all != nullptr && all->more == nullptr && !all->is_dict && !all->is_slice;
    return is_whole ? all : nullptr;
}

/// A new list, tuple or dict.
Value host_items(HostItems made);
Value host_tuple(std::vector<Value> items, bool is_list = false);
/// The value of a key of a dict; null where it has none.
const Value* item_of(const HostItems& dict, std::string_view key);

inline Value unknown(std::string why, Range range) {
    return {Unknown{std::move(why), range}};
}

Value with_why(Value value, const Unknown& why);  ///< The same without a value, with the reason.
bool is_known(const Value& value);                ///< It has a value, with all that it holds.

/// The number that a member of an IntEnum is; any other value itself.
inline const Value& plain(const Value& value) {
    const auto* member = value.get<EnumValue>();
    return member != nullptr && member->is_int ? member->value.front() : value;
}

/// Whether two values are the same thing: what is unknown equals nothing. By their state they are
/// where a run goes on alike with the one and the other.
enum class Sameness { Value, State };
bool same(const Value& a, const Value& b, Sameness by = Sameness::Value);

/// What kind of thing a value is, for messages: "a number", "a type", "the module `math`".
std::string describe(const Value& value, const TypeTable& table);

}  // namespace pycu::sema
