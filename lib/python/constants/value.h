// What a name or an expression outside device code means while compiling: a number, a type,
// a function of Numba's or of the file, or nothing that can be known.
#pragma once

#include <complex>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "ir/expr.h"
#include "source/source_file.h"
#include "support/big_int.h"
#include "symbols/scopes.h"
#include "syntax/nodes.h"
#include "types/signature.h"
#include "types/type.h"

namespace pycu::sema {

using symbols::Scope;
using symbols::ScopeId;

struct Value;

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
    friend bool operator==(const ComplexValue&, const ComplexValue&) = default;
};

struct StringValue {
    std::string text;
    friend bool operator==(const StringValue&, const StringValue&) = default;
};

/// (1, 2.5), and [1, 2.5] with `is_list`; Point(1, 2.5) with the class and its fields.
struct TupleValue {
    std::vector<Value> items;
    bool is_list = false;
    std::string class_name{};
    std::vector<std::string> fields{};
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

/// Color.RED of an Enum class of the file; `value` has one item.
struct EnumValue {
    syntax::StmtId of;
    std::string class_name;
    std::string member;
    /// The type of the class; the error type where the values of its members have several types.
    Type type;
    /// A member of an IntEnum or IntFlag, which is an int as well.
    bool is_int = false;
    std::vector<Value> value;
};

/// {"names": ["x"], "formats": [np.float32]}: a dict whose keys are strings.
struct DictValue {
    std::vector<std::pair<std::string, Value>> items;
    const Value* find(std::string_view key) const;
};

/// np.array(...): the elements in memory order (C, or F for layout F; C where the layout is A). The
/// type is readonly, as Numba types global arrays.
struct ArrayValue {
    Type type;
    std::vector<std::int64_t> shape;
    std::vector<ir::Number> elements;
    /// Of layout A: how far its axes' elements lie apart, in elements.
    std::vector<std::int64_t> strides{};
    friend bool operator==(const ArrayValue&, const ArrayValue&) = default;
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
    /// Of a record, in bytes.
    std::int64_t record_size = 0;
    friend bool operator==(const TypeObject& a, const TypeObject& b) {
        return a.type == b.type && a.kind == b.kind;
    }
};

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

/// A function of the file, whatever its decorators make of it.
///
/// `outer`: the scope in which the def stands, where a call of a factory made it; else not valid.
/// `jit`: the call `cuda.jit(...)(f)` that made it of another function; else not valid.
struct FunctionRef {
    syntax::StmtId def;
    ScopeId outer{};
    syntax::ExprId jit{};
    friend bool operator==(const FunctionRef&, const FunctionRef&) = default;
};

/// `cuda.jit(device=True)`, not yet applied to a function: a decorator with a name of its own.
struct JitDecorator {
    syntax::ExprId call;
    ScopeId scope;
    friend bool operator==(const JitDecorator&, const JitDecorator&) = default;
};

/// A class of the file.
struct ClassRef {
    syntax::StmtId def;
    friend bool operator==(const ClassRef&, const ClassRef&) = default;
};

struct Value {
    std::variant<Unknown, NoneValue, NumberValue, WideInt, ComplexValue, StringValue, TupleValue,
                 DictValue, ArrayValue, TypeObject, SignatureObject, Dotted, FunctionRef,
                 JitDecorator, ClassRef, NamedTupleClass, EnumValue>
        as;

    template <typename T>
    const T* get() const {
        return std::get_if<T>(&as);
    }
    template <typename T>
    bool is() const {
        return std::holds_alternative<T>(as);
    }
    bool is_unknown() const { return is<Unknown>(); }
};

inline Value unknown(std::string why, Range range) {
    return {Unknown{std::move(why), range}};
}

/// The number that a member of an IntEnum is; any other value itself.
inline const Value& plain(const Value& value) {
    const auto* member = value.get<EnumValue>();
    return member != nullptr && member->is_int ? member->value.front() : value;
}

/// Whether two values are the same thing; what is unknown equals nothing.
bool same(const Value& a, const Value& b);

/// What kind of thing a value is, for messages: "a number", "a type", "the module `math`".
std::string describe(const Value& value, const TypeTable& table);

}  // namespace pycu::sema
