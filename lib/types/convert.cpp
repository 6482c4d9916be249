// Conversions, unification and overloads, after numba.cuda.typeconv and its typing context.
#include "types/convert.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "types/promotion.h"
#include "types/scalar.h"

namespace pycu {

namespace {

// From the row's scalar to the column's, both in the order of scalars.def: = exact, p promote,
// s safe, u unsafe, . none.
constexpr std::array<std::string_view, 14> conversions = {
    "=sssssssssssss",  // bool
    "u=pppuuuusssss",  // int8
    "uu=ppuuuuussss",  // int16
    "uuu=puuuuuusus",  // int32
    "uuuu=uuuuuusus",  // int64
    "uusss=pppussss",  // uint8
    "uuussu=ppuusus",  // uint16
    "uuuusuu=puusus",  // uint32
    "uuuuuuuu=uusus",  // uint64
    "uuuuuuuuu=ppss",  // float16
    "uuuuuuuuuu=pss",  // float32
    "uuuuuuuuuuu=us",  // float64
    "............=p",  // complex64
    "............u=",  // complex128
};

bool can_convert_array(Type from, Type to) {
    return from.rank() == to.rank() && from.element_type() == to.element_type() &&
           (to.layout() == Layout::A || to.layout() == from.layout()) &&
           (!from.is_readonly() || to.is_readonly());
}

// A tuple converts as its worst item does.
std::optional<Conversion> convert_tuple(Type from, Type to, const TypeTable& table) {
    const std::span<const Type> sources = table.items(from);
    const std::span<const Type> targets = table.items(to);
    const TupleType& one = table.tuple_type(from);
    const TupleType& other = table.tuple_type(to);
    if (one.name != other.name || one.fields != other.fields) return std::nullopt;
    if (sources.size() != targets.size()) return std::nullopt;
    Conversion worst = Conversion::Exact;
    for (std::size_t i = 0; i < sources.size(); ++i) {
        const std::optional<Conversion> item = can_convert(sources[i], targets[i], table);
        if (!item) return std::nullopt;
        worst = std::max(worst, *item);
    }
    return worst;
}

Type promote(Type a, Type b) {
    return Type::scalar(promoted(a.element(), b.element()));
}

bool is_number(Type type) {
    return type.is_scalar() && !type.is_bool();
}

std::optional<Type> unify_tuples(Type a, Type b, TypeTable& table) {
    const std::span<const Type> left = table.items(a);
    const std::span<const Type> right = table.items(b);
    if (left.size() != right.size()) return std::nullopt;
    std::vector<Type> items;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::optional<Type> item = unify(left[i], right[i], table);
        if (!item) return std::nullopt;
        items.push_back(*item);
    }
    // Tuples of one class stay named; of a named and a plain one the names are lost.
    const bool same_class = table.tuple_type(a).name == table.tuple_type(b).name &&
                            table.tuple_type(a).fields == table.tuple_type(b).fields;
    if (!same_class && table.is_named(a) && table.is_named(b)) return std::nullopt;
    return same_class ? table.with_items(a, items) : table.tuple(items);
}

// Optionals and None: unify what they hold.
std::optional<Type> unify_optionals(Type a, Type b, TypeTable& table) {
    if (a.is_none() || b.is_none()) return table.optional(a.is_none() ? b : a);
    const std::optional<Type> held = unify(table.without_none(a), table.without_none(b), table);
    return held ? std::optional(table.optional(*held)) : std::nullopt;
}

std::optional<Type> unify_arrays(Type a, Type b) {
    if (a.rank() != b.rank() || a.element_type() != b.element_type()) return std::nullopt;
    const Layout layout = a.layout() == b.layout() ? a.layout() : Layout::A;
    return Type::array(a.element_type(), a.rank(), layout, a.is_readonly() || b.is_readonly());
}

std::optional<Type> unify_ranges(Type a, Type b) {
    const Type item = promote(a.element_type(), b.element_type());
    return item.is_integer() ? std::optional(Type::range(item)) : std::nullopt;
}

std::optional<Rating> rate(std::span<const Type> args, std::span<const Type> params,
                           const TypeTable& table, Casting casting) {
    if (args.size() != params.size()) return std::nullopt;
    Rating rating;
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (!rating.count(can_convert(args[i], params[i], table), casting)) return std::nullopt;
    }
    return rating;
}

}  // namespace

std::optional<Conversion> can_convert(Scalar from, Scalar to) {
    switch (conversions[std::size_t(from)][std::size_t(to)]) {
        case '=':
            return Conversion::Exact;
        case 'p':
            return Conversion::Promote;
        case 's':
            return Conversion::Safe;
        case 'u':
            return Conversion::Unsafe;
        default:
            return std::nullopt;
    }
}

std::optional<Conversion> can_convert(Type from, Type to, const TypeTable& table) {
    if (from.is_error() || to.is_error()) return std::nullopt;
    if (from == to) return Conversion::Exact;
    if (to.is_optional()) {
        // None and a value become one; what it holds converts first.
        const auto held =
            from.is_none() ? std::optional(Conversion::Exact)
                           : can_convert(table.without_none(from), table.without_none(to), table);
        return held ? std::optional(std::max(*held, Conversion::Promote)) : std::nullopt;
    }
    if (from.is_optional()) {
        // It raises where there is none.
        const auto held = can_convert(table.without_none(from), to, table);
        return held ? std::optional(std::max(*held, Conversion::Safe)) : std::nullopt;
    }
    if (from.is_enum() && to.is_scalar() && table.enum_type(from).is_int) {
        const auto held = can_convert(table.enum_type(from).dtype, to, table);
        return held ? std::optional(std::max(*held, Conversion::Safe)) : std::nullopt;
    }
    if (from.kind() != to.kind()) return std::nullopt;
    if (from.is_scalar()) return can_convert(from.element(), to.element());
    if (from.is_tuple()) return convert_tuple(from, to, table);
    if (from.is_array() && can_convert_array(from, to)) return Conversion::Safe;
    return std::nullopt;
}

std::optional<Type> unify(Type a, Type b, TypeTable& table) {
    if (a.is_error() || b.is_error()) return Type::error();
    if (a == b) return a;
    if (a.is_none() || b.is_none() || a.is_optional() || b.is_optional()) {
        return unify_optionals(a, b, table);
    }
    if (a.is_enum() != b.is_enum()) {
        // A member of an IntEnum becomes the int or float that it meets.
        const Type other = a.is_enum() ? b : a;
        const auto kind = can_convert(a.is_enum() ? a : b, other, table);
        return kind && *kind != Conversion::Unsafe ? std::optional(other) : std::nullopt;
    }
    if (is_number(a) && is_number(b)) return promote(a, b);
    if (a.is_tuple() && b.is_tuple()) return unify_tuples(a, b, table);
    if (a.is_array() && b.is_array()) return unify_arrays(a, b);
    if (a.is_list() && b.is_list()) {
        const auto item = unify(a.element_type(), b.element_type(), table);
        return item ? std::optional(Type::list(*item)) : std::nullopt;
    }
    if (a.is_range() && b.is_range()) return unify_ranges(a, b);
    if (a.is_scalar() && b.is_scalar()) return a.is_bool() ? b : a;
    return std::nullopt;
}

std::optional<Type> unify(std::span<const Type> types, TypeTable& table) {
    // Numba unifies pair by pair, narrow numbers first, which matters: of uint16, float16 and int8
    // the result is float64.
    std::vector<Type> sorted(types.begin(), types.end());
    std::ranges::stable_sort(sorted, {}, [](Type t) { return is_number(t) ? bytes(t) : 0; });
    std::optional<Type> unified = sorted.empty() ? std::nullopt : std::optional(sorted.front());
    for (const Type type : sorted) {
        if (unified) unified = unify(*unified, type, table);
    }
    return unified;
}

bool can_store(Type element, Type value) {
    if (element.is_record()) return element == value;
    return element.is_scalar() && value.is_scalar() &&
           can_convert(value.element(), element.element()).has_value();
}

bool can_return(Type declared, Type value, const TypeTable& table) {
    return can_convert(value, declared, table).has_value();
}

std::optional<std::size_t> best_overload(std::span<const Type> args,
                                         std::span<const std::vector<Type>> candidates,
                                         const TypeTable& table, Casting casting) {
    std::optional<std::size_t> best;
    Rating best_rating;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const std::optional<Rating> rating = rate(args, candidates[i], table, casting);
        if (!rating || (best && best_rating <= *rating)) continue;
        best = i;
        best_rating = *rating;
    }
    return best;
}

}  // namespace pycu
