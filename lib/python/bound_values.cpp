// Expressions, bytes and paths as values. See bound_values.h.
#include "python/bound_values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "python/interpreter.h"
#include "syntax/parse.h"
#include "types/scalar.h"
#include "values/host_values.h"
#include "values/imports.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// What expressions of --bindings may call by a name of its own.
std::optional<Value> expression_name(std::string_view name) {
    constexpr std::pair<std::string_view, std::string_view> modules[] = {
        {"np", "numpy"},  {"numpy", "numpy"}, {"numba", "numba"},    {"types", "numba.types"},
        {"math", "math"}, {"cmath", "cmath"}, {"cuda", "numba.cuda"}};
    const auto found =
        std::ranges::find(modules, name, &std::pair<std::string_view, std::string_view>::first);
    return found != std::end(modules) ? std::optional(module_value(found->second, {}))
                                      : std::nullopt;
}

/// Whether a value says all that it is, without the text that it was made by.
bool is_whole(const Value& value) {
    if (const HostItems* items = value.items()) {
        return items->more == nullptr && !items->is_slice && !items->is_object &&
               std::ranges::all_of(items->items, is_whole) &&
               std::ranges::all_of(items->keys, is_whole);
    }
    return value.elements() != nullptr || value.is<NoneValue>() || value.is<NumberValue>() ||
           value.is<WideInt>() || value.is<ComplexValue>() || value.is<StringValue>() ||
           value.is<TypeObject>() || value.is<SignatureObject>() || value.is<Dotted>();
}

template <typename Element, typename Number>
void read_as(std::string_view bytes, Numbers& made) {
    for (std::size_t i = 0; i < made.size(); ++i) {
        Element element;
        std::memcpy(&element, bytes.data() + i * sizeof(Element), sizeof(Element));
        made[i] = static_cast<Number>(element);
    }
}

/// The number that the bits of a float16 are.
double from_float16(std::uint16_t bits) {
    const int exponent = (bits >> 10) & 31;
    const int fraction = bits & 1023;
    const double size = exponent == 31  ? (fraction != 0 ? std::nan("") : HUGE_VAL)
                        : exponent == 0 ? std::ldexp(fraction, -24)
                                        : std::ldexp(fraction + 1024, exponent - 25);
    return (bits & 0x8000) != 0 ? -size : size;
}

/// The elements in the order of the bytes, the parts of complex ones.
Numbers elements_of(std::string_view bytes, Scalar scalar) {
    const int parts = is_complex(scalar) ? 2 : 1;
    Numbers made(bytes.size() / std::size_t(pycu::bytes(scalar) / parts));
    switch (scalar) {
        case Scalar::Bool:
            for (std::size_t i = 0; i < made.size(); ++i) {
                made[i] = bytes[i] != 0;
            }
            break;
        case Scalar::Int8:
            read_as<std::int8_t, std::int64_t>(bytes, made);
            break;
        case Scalar::Int16:
            read_as<std::int16_t, std::int64_t>(bytes, made);
            break;
        case Scalar::Int32:
            read_as<std::int32_t, std::int64_t>(bytes, made);
            break;
        case Scalar::Int64:
            read_as<std::int64_t, std::int64_t>(bytes, made);
            break;
        case Scalar::UInt8:
            read_as<std::uint8_t, std::uint64_t>(bytes, made);
            break;
        case Scalar::UInt16:
            read_as<std::uint16_t, std::uint64_t>(bytes, made);
            break;
        case Scalar::UInt32:
            read_as<std::uint32_t, std::uint64_t>(bytes, made);
            break;
        case Scalar::UInt64:
            read_as<std::uint64_t, std::uint64_t>(bytes, made);
            break;
        case Scalar::Float16:
            read_as<std::uint16_t, std::uint64_t>(bytes, made);
            for (ir::Number& one : made) {
                one = from_float16(std::uint16_t(std::get<std::uint64_t>(one)));
            }
            break;
        case Scalar::Float32:
        case Scalar::Complex64:
            read_as<float, double>(bytes, made);
            break;
        default:
            read_as<double, double>(bytes, made);
            break;
    }
    return made;
}

/// The numbers of the fields that device code reaches, one after the other.
void add_record(Type record, std::string_view bytes, const TypeTable& types, Numbers& made) {
    for (const RecordField& field : types.record(record).fields) {
        if (!types.is_in_place(field)) {
            continue;
        }
        const Type item = field.type.is_array() ? field.type.element_type() : field.type;
        const std::string_view own =
            bytes.substr(std::size_t(field.offset), std::size_t(types.bytes(field)));
        if (!item.is_record()) {
            const Numbers numbers = elements_of(own, item.element());
            made.insert(made.end(), numbers.begin(), numbers.end());
            continue;
        }
        for (std::size_t at = 0; at < own.size(); at += std::size_t(types.bytes(item))) {
            add_record(item, own.substr(at), types, made);
        }
    }
}

}  // namespace

std::optional<Value> text_value(const std::string& text, TypeTable& types) {
    const SourceFile file("--bindings", text);
    const syntax::Tree tree = syntax::parse(file);
    const auto* stmt =
        tree.main.body.size() == 1 && tree.main.problems.empty() && tree.main.broken.empty()
            ? tree.stmts[tree.main.body.front()].get<syntax::ExprStmt>()
            : nullptr;
    if (stmt == nullptr) {
        return std::nullopt;
    }
    // It sees nothing of the source.
    const SourceFile nothing("--bindings", "");
    const syntax::Tree empty = syntax::parse(nothing);
    const Scopes scopes = symbols::find_scopes(empty);
    Interpreter run(empty, scopes, types);
    run.run();
    const LocalValues names = expression_name;
    View view;
    view.names = &names;
    Value value = run.evaluate(tree, stmt->value, view);
    if (auto* why = std::get_if<Unknown>(&value.as)) {
        why->range = {};
        return value;
    }
    return is_whole(value) ? value : unknown("pycu has no value for `" + text + "`", {});
}

std::optional<HostDtype> bound_dtype(const std::string& text, TypeTable& types) {
    if (const auto scalar = dtype_scalar(text)) {
        return *scalar;
    }
    const auto value = text_value(text, types);
    const auto* type = value ? value->get<TypeObject>() : nullptr;
    if (type == nullptr || !type->type.is_record() || type->type == Type::random_state()) {
        return std::nullopt;
    }
    return HostDtype(type->type, type->record_size);
}

std::optional<std::uint64_t> byte_count(const BoundArray& array, std::int64_t item) {
    auto count = std::uint64_t(item);
    constexpr std::uint64_t most = std::uint64_t(1) << 40U;
    for (const std::int64_t extent : array.shape) {
        if (extent < 0 || (extent > 0 && count > most / std::uint64_t(extent))) {
            return std::nullopt;
        }
        count *= std::uint64_t(extent);
    }
    return count;
}

Value array_value(const BoundArray& array, const HostDtype& dtype, const TypeTable& types) {
    const std::vector<Extent> extents(array.shape.begin(), array.shape.end());
    HostArray made{.dtype = dtype,
                   .memory = values::contiguous(extents, bytes(dtype), array.is_fortran)};
    Numbers elements;
    if (dtype.record.is_record()) {
        for (std::size_t at = 0; at < array.bytes->size(); at += std::size_t(dtype.record_size)) {
            add_record(dtype.record, std::string_view(*array.bytes).substr(at), types, elements);
        }
    } else {
        elements = elements_of(*array.bytes, dtype.scalar);
    }
    if (dtype.record.is_record() || is_complex(dtype.scalar)) {
        made.unknown = Unknown{"an element of an array of `" + array.dtype + "`", {}, true};
        made.stored = std::make_shared<const Numbers>(std::move(elements));
        return {std::make_shared<HostArray>(std::move(made))};
    }
    if (array.is_fortran && made.rank() > 1) {
        Numbers in_c_order;
        in_c_order.reserve(elements.size());
        for (const std::int64_t place : values::offsets(values::contiguous(extents, 1, true))) {
            in_c_order.push_back(elements[std::size_t(place)]);
        }
        elements = std::move(in_c_order);
    }
    return known_array(made, std::move(elements));
}

Value memory_value(const BoundMemory& memory, const HostDtype& dtype) {
    HostArray made{.dtype = dtype,
                   .is_readonly = memory.is_readonly,
                   .is_device = true,
                   .memory = {{memory.shape.begin(), memory.shape.end()},
                              {memory.strides.begin(), memory.strides.end()}}};
    made.address = memory.address;
    made.unknown = Unknown{"an element of memory of the device", {}, true};
    return {std::make_shared<HostArray>(std::move(made))};
}

Value path_value(const std::string& path) {
    const std::size_t dot = path.rfind('.');
    return dot == path.npos ? module_value(path, {})
                            : imported_member(path.substr(0, dot), 0, path.substr(dot + 1), {});
}

}  // namespace pycu::sema
