// The names and makers of types, and how they are written.
#include "types/signature.h"

#include <algorithm>

#include "support/text.h"
#include "types/scalar.h"

namespace pycu {

namespace {

// Names of numba.types that are types, and that pycu cannot represent.
constexpr std::string_view later_names =
    " Any _undef_var bfloat16 code_type dim3 ellipsis ffi ffi_forced_object grid_group npy_bitgen "
    "npy_rng py2_string_type pyfunc_type pyobject range_iter32_type range_iter64_type "
    "range_state32_type range_state64_type slice2_type slice3_type string undefined unicode_type "
    "unknown unsigned_range_iter64_type unsigned_range_state64_type voidptr xoroshiro128p_dtype "
    "xoroshiro128p_type ";

// Classes of numba.types that make types; those of the first line are ours too.
constexpr std::string_view constructors =
    " Array UniTuple Tuple Integer Float Complex Boolean optional Optional "
    "Omitted CPointer NPDatetime NPTimedelta UnicodeCharSeq CharSeq DType List ListType DictType "
    "Set literal Literal StringLiteral BooleanLiteral IntegerLiteral FunctionType Dummy Record "
    "NestedArray EnumMember IntEnumMember NamedTuple NamedUniTuple ";

bool is_one_of(std::string_view name, std::string_view names) {
    return names.find(" " + std::string(name) + " ") != std::string_view::npos;
}

TypeProblem refused(std::string message) {
    return {0, 0, std::move(message), false};
}
TypeProblem later(std::string what) {
    return {0, 0, std::move(what), true};
}

}  // namespace

std::optional<OrProblem<Type>> type_by_name(std::string_view name) {
    if (const std::optional<Scalar> scalar = numba_scalar(name)) return Type::scalar(*scalar);
    if (name == "void" || name == "none") return none;
    if (!is_one_of(name, later_names)) return std::nullopt;
    return later("`" + std::string(name) + "`");
}

bool is_type_constructor(std::string_view name) {
    return is_one_of(name, constructors);
}

OrProblem<Type> make_array(Type element, std::span<const TypeSlice> slices) {
    for (const TypeSlice& slice : slices) {
        if (slice.has_start || slice.has_stop) {
            return refused("an axis is `:` or `::1`, without start and stop");
        }
    }
    if (slices.empty()) return refused("an array has at least one axis");
    const bool is_f = slices.size() > 1 && slices.front().step == 1;
    const bool is_c = slices.back().step == 1;
    return make_array(element, std::int64_t(slices.size()), is_f ? "F" : is_c ? "C" : "A");
}

OrProblem<Type> make_array(Type element, std::int64_t rank, std::string_view layout,
                           bool readonly) {
    if (layout != "A" && layout != "C" && layout != "F") {
        return refused("the layout is \"A\", \"C\" or \"F\", not \"" + std::string(layout) + "\"");
    }
    if (rank < 0) return refused("an array cannot have " + std::to_string(rank) + " dimensions");
    if (rank > Type::max_rank) return later("an array of " + std::to_string(rank) + " dimensions");
    if (element.is_array()) {
        return refused("the elements of an array cannot be arrays; write `[:, :]` for two axes");
    }
    if (!element.is_scalar() && !element.is_record()) {
        return later(element.is_none() ? "an array of `none`" : "an array of tuples");
    }
    const Layout kind = layout == "A" ? Layout::A : layout == "C" ? Layout::C : Layout::F;
    return Type::array(element, int(rank), kind, readonly);
}

OrProblem<Type> make_uni_tuple(Type item, std::int64_t count, TypeTable& table) {
    if (count < 0) return refused("a tuple cannot have " + std::to_string(count) + " items");
    if (count > TypeTable::max_tuple_values)
        return refused("a tuple of " + std::to_string(count) + " items is too long");
    return table.tuple(std::vector<Type>(std::size_t(count), item));
}

/// `returns(params)`, and a tuple of one type where nothing is returned.
template <class TextOf>
static std::string written(const Signature& signature, const TextOf& text_of) {
    const bool is_one_tuple = !signature.returns && signature.params.size() == 1;
    return (signature.returns ? text_of(*signature.returns, true) : "") + "(" +
           listed(signature.params, [&](Type param) { return text_of(param, false); }) +
           (is_one_tuple ? ",)" : ")");
}

std::string python_name(const Signature& signature, const TypeTable& table) {
    return written(signature, [&](Type type, bool) { return python_name(type, table); });
}

namespace {

/// A record, or an array of them, by the name that the module gave it.
std::string record_text(Type type, std::string text, const TypeTable& table) {
    const Type element = type.is_array() ? type.element_type() : type;
    const std::string& name = table.record(element).name;
    if (name.empty()) return text;
    const std::string written = python_name(element, table);
    return text.replace(text.find(written), written.size(), name);
}

}  // namespace

std::string signature_text(Type type, const TypeTable& table) {
    const std::string name = python_name(type, table);
    if (type.is_none()) return "void";
    if (type.is_record() || type.is_record_array()) return record_text(type, name, table);
    if (type.is_optional()) {
        return "optional(" + signature_text(table.without_none(type), table) + ")";
    }
    if (!type.is_tuple()) return name;
    const std::span<const Type> parts = table.items(type);
    if (table.is_named(type)) {
        return "NamedTuple((" +
               listed(parts, [&](Type item) { return signature_text(item, table); }) + "), " +
               table.tuple_type(type).name + ")";
    }
    if (name.starts_with("UniTuple(")) {
        return "UniTuple(" + signature_text(parts.front(), table) + ", " +
               std::to_string(parts.size()) + ")";
    }
    return "Tuple((" + listed(parts, [&](Type item) { return signature_text(item, table); }) + "))";
}

std::string signature_text(const Signature& signature, const TypeTable& table) {
    return written(signature, [&](Type type, bool is_result) {
        return type.is_none() && !is_result ? "none" : signature_text(type, table);
    });
}

}  // namespace pycu
