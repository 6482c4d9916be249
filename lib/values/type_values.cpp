// Building types and signatures from values, as the classes of numba.types do.
#include "values/type_values.h"

#include <cmath>
#include <utility>

#include "support/text.h"
#include "types/scalar.h"
#include "types/signature.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

Value type_value(const OrProblem<Type>& made, Range range) {
    if (const auto* problem = std::get_if<TypeProblem>(&made)) {
        return {Unknown{problem->message, range, problem->is_later}};
    }
    return {TypeObject{std::get<Type>(made), TypeObject::Kind::Numba}};
}

const Type* numba_type(const Value& value) {
    const auto* type = value.get<TypeObject>();
    return type != nullptr && type->kind == TypeObject::Kind::Numba ? &type->type : nullptr;
}

Value cast(const Value& value, Type to, const TypeTable& table, Range range) {
    const std::string name = "`" + python_name(to, table) + "`";
    if (to.is_complex()) {
        const auto* complex = value.get<ComplexValue>();
        const auto real = complex == nullptr ? as_double(value) : complex->value.real();
        const double imag = complex == nullptr ? 0 : complex->value.imag();
        if (!real) {
            return unknown(describe(value, table) + " cannot become " + name, range);
        }
        // Not `double(float(x))`: g++ 12 at -O2 loses the rounding of two of them side by side.
        const Scalar half = to == complex64 ? Scalar::Float32 : Scalar::Float64;
        const auto part = [&](double x) { return to_double(*convert(x, half, false)); };
        return {ComplexValue{to, {part(*real), part(imag)}, false}};
    }
    if (const auto* wide = value.get<WideInt>(); wide != nullptr && to.is_float()) {
        const double rounded = wide->value.to_double();
        if (std::isfinite(rounded)) {
            return cast(python_float(rounded), to, table, range);
        }
    }
    const auto* number = value.get<NumberValue>();
    if (number == nullptr || !to.is_scalar()) {
        return unknown(describe(value, table) + " cannot become " + name, range);
    }
    // NumPy 2 refuses a Python int that does not fit; numbers of NumPy wrap.
    const bool must_fit = number->is_python && !number->type.is_float();
    const auto converted = convert(number->value, to.element(), must_fit);
    if (!converted) {
        return unknown("the number does not fit " + name, range);
    }
    return numpy_number(to.element(), *converted);
}

/// complex(real, imag) of real numbers.
Value python_complex(const CallArguments& args, Range range) {
    const std::size_t count = args.positional.size();
    const auto* given = count == 1 ? args.positional[0].get<ComplexValue>() : nullptr;
    if (given != nullptr && args.named.empty()) {
        return {ComplexValue{complex128, given->value}};
    }
    const auto real = count > 0 ? as_double(args.positional[0]) : 0.0;
    const auto imag = count > 1 ? as_double(args.positional[1]) : 0.0;
    return real && imag && count < 3 && args.named.empty()
               ? Value{ComplexValue{complex128, {*real, *imag}}}
               : unknown("the call is not computed while compiling", range);
}

Value python_call(Type type, const CallArguments& args, const TypeTable& table, Range range) {
    if (type == complex128) {
        return python_complex(args, range);
    }
    if (!args.named.empty() || args.positional.size() > 1) {
        return unknown("the call is not computed while compiling", range);
    }
    if (args.positional.empty()) {
        return type == float64   ? python_float(0)
               : type == boolean ? python_bool(false)
                                 : python_int(0);
    }
    const Value& value = args.positional[0];
    if (type == boolean) {
        const auto known = truth(value);
        return known ? python_bool(*known) : unknown("its truth is not known", range);
    }
    if (const auto* text = value.get<StringValue>()) {
        const auto made = number_of_text(text->text, type == float64);
        return made ? *made : unknown("the string is no number", range);
    }
    if (!is_number(value)) {
        return value.is_unknown()
                   ? value
                   : unknown(describe(value, table) + " cannot become a number", range);
    }
    if (type == float64) {
        return python_float(*as_double(value));
    }
    if (auto integer = as_big_int(value)) {
        return python_int(*std::move(integer));
    }
    const double whole = *as_double(value);
    return std::isfinite(whole) ? python_int(BigInt::truncated(whole))
                                : unknown("the float has no int", range);
}

constexpr const char* array_usage =
    "`Array` takes a dtype, a number of dimensions and a layout: Array(float32, 2, \"C\")";

Value array_type(const CallArguments& args, const TypeTable& table, Range range) {
    const Value* element = args.get(0, "dtype");
    const Value* rank = args.get(1, "ndim");
    const Value* layout = args.get(2, "layout");
    const Value* readonly = args.get(3, "readonly");
    if (element == nullptr || rank == nullptr || layout == nullptr) {
        return unknown(array_usage, range);
    }
    const auto* spelled = element->get<StringValue>();
    const auto scalar = spelled != nullptr ? numba_scalar(spelled->text) : std::nullopt;
    const Type of_text = scalar ? Type::scalar(*scalar) : Type();
    const Type* type = scalar ? &of_text : numba_type(*element);
    if (type == nullptr) {
        return element->is_unknown() ? *element : unknown(why_no_type(*element, table), range);
    }
    const auto axes = as_index(*rank);
    const auto* text = layout->get<StringValue>();
    if (!axes || text == nullptr) {
        return unknown(array_usage, range);
    }
    const Value* aligned = args.get(5, "aligned");
    if (aligned != nullptr && truth(*aligned) == false) {
        return {Unknown{"an array that is not aligned", range, true}};
    }
    const bool is_readonly = readonly != nullptr && truth(*readonly).value_or(false);
    return type_value(make_array(*type, *axes, text->text, is_readonly), range);
}

Value tuple_type(const CallArguments& args, TypeTable& table, Range range) {
    const Value* types = args.get(0, "types");
    const auto* list = types != nullptr ? types->get<HostItems>() : nullptr;
    if (list == nullptr) {
        return unknown("`Tuple` takes one tuple of types: Tuple((int32, float32))", range);
    }
    std::vector<Type> items;
    for (const Value& item : list->items) {
        const Type* type = numba_type(item);
        if (type == nullptr) {
            return item.is_unknown() ? item : unknown(why_no_type(item, table), range);
        }
        items.push_back(*type);
    }
    return {TypeObject{table.tuple(items), TypeObject::Kind::Numba}};
}

/// A tuple's type with the names of a class of named tuples, or of the type of another of them.
Value with_names(const Value& tuple, const Value* of, TypeTable& table, Range range) {
    const Type* type = numba_type(tuple);
    if (type == nullptr || !type->is_tuple()) {
        return tuple;
    }
    const auto* made = of != nullptr ? of->get<NamedTupleClass>() : nullptr;
    const Type* other = of != nullptr ? numba_type(*of) : nullptr;
    if (made == nullptr && (other == nullptr || !table.is_named(*other))) {
        return of != nullptr && of->is_unknown()
                   ? *of
                   : unknown(
                         "`NamedTuple` takes the class behind the types: "
                         "NamedTuple((int32, float32), Point)",
                         range);
    }
    const std::string name = made != nullptr ? made->name : table.tuple_type(*other).name;
    const auto fields = made != nullptr ? made->fields : table.tuple_type(*other).fields;
    const std::vector<Type> items(table.items(*type).begin(), table.items(*type).end());
    if (items.size() != fields.size()) {
        return unknown("`" + name + "` has " + counted(fields.size(), "field"), range);
    }
    return {TypeObject{table.named_tuple(name, fields, items), TypeObject::Kind::Numba}};
}

}  // namespace

/// `int`, `float`, `bool` or `complex`.
static std::string python_word(Type type) {
    return type == int64 ? "int" : type == float64 ? "float" : type == boolean ? "bool" : "complex";
}

std::string why_no_type(const Value& value, const TypeTable& table) {
    const auto* path = value.get<Dotted>();
    if (path != nullptr && path->path.starts_with("numba.types.")) {
        return "`" + path->path.substr(std::string_view("numba.types.").size()) +
               "` makes types and is none: call it with its arguments";
    }
    const auto* type = value.get<TypeObject>();
    if (type == nullptr) {
        const auto* nothing = value.get<Unknown>();
        return nothing != nullptr ? nothing->why : describe(value, table) + " is no type";
    }
    const std::string name = python_name(type->type, table);
    switch (type->kind) {
        case TypeObject::Kind::NumPy:
            return "`np." + name + "` is a type of NumPy, and a signature takes Numba's `" + name +
                   "`";
        case TypeObject::Kind::Dtype:
            return "a dtype is no type, and a signature takes Numba's `" + name + "`";
        case TypeObject::Kind::Python:
            return "Python's `" + python_word(type->type) +
                   "` is no type of Numba, and a signature takes `" + name + "`";
        case TypeObject::Kind::Numba:
            break;
    }
    return "`" + name + "` is a type and no signature";
}

/// Why what is no type of Numba has no array types.
static std::string why_no_array(const TypeObject& type, const TypeTable& table) {
    if (type.kind == TypeObject::Kind::NumPy) {
        const std::string name = python_name(type.type, table);
        return "`np." + name + "` is NumPy's and has no array type: write Numba's `" + name +
               "[:]`";
    }
    if (type.kind != TypeObject::Kind::Python) {
        return "only types of Numba have array types";
    }
    const std::string instead = type.type == float64   ? "`float32[:]` or `float64[:]`"
                                : type.type == int64   ? "`int32[:]` or `int64[:]`"
                                : type.type == boolean ? "`boolean[:]`"
                                                       : "`complex64[:]` or `complex128[:]`";
    return "Python's `" + python_word(type.type) + "` has no array type: write " + instead;
}

Value subscript_type(const TypeObject& type, const std::vector<values::Index>& indices,
                     const TypeTable& table, Range range) {
    if (type.kind != TypeObject::Kind::Numba) {
        return unknown(why_no_array(type, table), range);
    }
    std::vector<TypeSlice> slices;
    for (const values::Index& index : indices) {
        if (index.kind != values::Index::Kind::Slice) {
            return unknown("an array type has `:` for each dimension, as in `float32[:, :]`",
                           range);
        }
        const auto [start, stop, step] = index.numbers();
        slices.push_back({start.has_value(), stop.has_value(), step});
    }
    return type_value(make_array(type.type, slices), range);
}

Value call_type(const TypeObject& type, const CallArguments& args, TypeTable& table, Range range) {
    for (const Value& arg : args.positional) {
        const auto* nothing = arg.get<Unknown>();
        if (nothing != nullptr && !nothing->is_later) {
            return arg;
        }
    }
    const bool is_numpy = type.kind == TypeObject::Kind::NumPy;
    if (type.kind == TypeObject::Kind::Python) {
        return python_call(type.type, args, table, range);
    }
    const bool is_cast = args.positional.size() == 1 && args.named.empty() &&
                         !args.positional[0].is<TypeObject>() && !args.positional[0].is_unknown();
    if (is_numpy || type.kind == TypeObject::Kind::Dtype) {
        return is_numpy && is_cast ? cast(args.positional[0], type.type, table, range)
               : args.positional.size() == 1 && args.positional[0].is_unknown()
                   ? args.positional[0]
                   : unknown("the call makes no number and no signature", range);
    }
    if (is_cast && is_number(args.positional[0])) {
        return type.type.is_scalar()
                   ? cast(args.positional[0], type.type, table, range)
                   : unknown("an argument of the signature is " +
                                 describe(args.positional[0], table) + " and no type",
                             range);
    }
    Signature signature{type.type, {}};
    const Value* later = nullptr;
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        const Value& arg = args.positional[i];
        const Type* param = numba_type(arg);
        if (param == nullptr && !arg.is_unknown()) {
            return unknown(why_no_type(arg, table), args.range_of(i, range));
        }
        later = param == nullptr ? &arg : later;
        signature.params.push_back(param != nullptr ? *param : Type::error());
    }
    if (!args.named.empty()) {
        return unknown("parameters have no names in a signature", range);
    }
    return later != nullptr ? *later : Value{SignatureObject{std::move(signature)}};
}

Value call_type_constructor(std::string_view name, const CallArguments& args, TypeTable& table,
                            Range range) {
    if (name == "Array") {
        return array_type(args, table, range);
    }
    if (name == "Tuple") {
        return tuple_type(args, table, range);
    }
    if (name == "NamedTuple") {
        return with_names(tuple_type(args, table, range), args.get(1, "cls"), table, range);
    }
    if (name == "NamedUniTuple") {
        return with_names(call_type_constructor("UniTuple", args, table, range), args.get(2, "cls"),
                          table, range);
    }
    const auto type_at = [&](std::string_view parameter) {
        const Value* item = args.get(0, parameter);
        return item != nullptr ? numba_type(*item) : nullptr;
    };
    const auto otherwise = [&](const char* why) {
        const bool has_reason =
            args.size() > 0 && !args.positional.empty() && args.positional[0].is_unknown();
        return has_reason ? args.positional[0] : unknown(why, range);
    };
    if (name == "UniTuple") {
        const Value* count = args.get(1, "count");
        const auto number = count != nullptr ? as_index(*count) : std::nullopt;
        const Type* type = type_at("dtype");
        return type != nullptr && number
                   ? type_value(make_uni_tuple(*type, *number, table), range)
                   : otherwise("`UniTuple` takes a type and a count: UniTuple(float32, 3)");
    }
    if (name == "optional" || name == "Optional") {
        const Type* type = args.size() == 1 ? type_at("typ") : nullptr;
        return type != nullptr ? type_value(table.optional(*type), range)
                               : otherwise("`optional` takes one type: optional(float32)");
    }
    if (name == "CPointer") {
        const Type* type = args.size() == 1 ? type_at("dtype") : nullptr;
        return type == nullptr ? otherwise("`CPointer` takes one type: CPointer(float32)")
               : type->is_scalar()
                   ? Value{TypeObject{Type::pointer(*type)}}
                   : Value{
                         Unknown{"a pointer to `" + python_name(*type, table) + "`", range, true}};
    }
    const Value* first = args.size() > 0 ? args.get(0, "name") : nullptr;
    const auto* text = first != nullptr ? first->get<StringValue>() : nullptr;
    if (name == "Integer" || name == "Float" || name == "Complex" || name == "Boolean") {
        const auto scalar = text != nullptr ? numba_scalar(text->text) : std::nullopt;
        return scalar ? type_value(Type::scalar(*scalar), range)
                      : unknown("`" + std::string(name) + "` takes the name of a type", range);
    }
    if (args.size() == 0) {
        return unknown("`" + std::string(name) + "` takes arguments", range);
    }
    constexpr std::string_view units = " Y M W D h m s ms us ns ps fs as ";
    if (name.starts_with("NP") && text != nullptr && !text->text.empty() &&
        units.find(" " + text->text + " ") == units.npos) {
        return unknown("unknown unit of time \"" + text->text + "\"", range);
    }
    return {Unknown{"`" + std::string(name) + "(...)`", range, true}};
}

Value typeof_value(const Value& value, TypeTable& table, Range range) {
    const auto found = launch_type(value, table, range);
    const auto* type = std::get_if<Type>(&found);
    if (type == nullptr) {
        return value.is_unknown()
                   ? value
                   : Value{Unknown{"the type of " + describe(value, table), range, true}};
    }
    return {
        TypeObject{type->is_array() ? type->with_readonly(false) : *type, TypeObject::Kind::Numba}};
}

}  // namespace pycu::sema
