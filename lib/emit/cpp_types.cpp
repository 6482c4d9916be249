// C++'s arithmetic conversions on the platforms of CUDA: int has 32 bits, int64_t is long.
#include "emit/cpp_types.h"

#include <algorithm>

#include "ir/interval.h"
#include "support/text.h"
#include "types/promotion.h"
#include "types/scalar.h"

namespace pycu::emit {

std::string type_text(Type type, const TypeTable& types, const Options& options, Written written) {
    const std::string name = cuda_name(type, types, written);
    if (options.debug && type.is_record()) {
        return std::string("pycu::checked<") + (written[0] ? "" : "const ") + name + ", 0>";
    }
    return options.debug ? replace_all(name, "pycu::array<", "pycu::checked<") : name;
}

Type promoted(Type type) {
    return type.is_bool() || (type.is_integer() && bytes(type) < 4) ? int32 : type;
}

Type usual_type(Type a, Type b) {
    if (a.is_complex() || b.is_complex()) {
        const bool is_left = a.is_complex() && (!b.is_complex() || bytes(a) > bytes(b));
        return is_left ? a : b;
    }
    if (a == float16 || b == float16) {
        return a == b ? a : Type::error();  // nothing becomes a half by itself
    }
    if (a == float64 || b == float64) {
        return float64;
    }
    if (a.is_float() || b.is_float()) {
        return float32;
    }
    a = promoted(a);
    b = promoted(b);
    if (bytes(a) != bytes(b)) {
        return bytes(a) > bytes(b) ? a : b;
    }
    return a.is_unsigned() ? a : b;
}

bool holds(Type type, ir::Interval interval) {
    return (type.is_integer() || type.is_bool()) && ir::contains(ir::interval_of(type), interval) &&
           // an end of int64_t stands for "anything", which only 64 bits hold
           (type == int64 || interval.low != INT64_MIN) &&
           (type == int64 || type == uint64 || interval.high != INT64_MAX);
}

bool agrees(Type computed, Type wanted, ir::Interval interval) {
    if (computed == wanted) {
        return true;
    }
    const bool is_64_bits =
        (computed == int64 || computed == uint64) && wanted.is_integer() && bytes(wanted) == 8;
    if (is_64_bits) {
        return interval.low >= 0 && interval.high < INT64_MAX;
    }
    return holds(computed, interval) && holds(wanted, interval);
}

bool preserves(Type from, Type to) {
    if (from == to || !from.is_scalar() || !to.is_scalar()) {
        return from == to;
    }
    const bool is_half = from == float16 || to == float16;
    // NumPy takes it that a float64 holds 64 bits
    const bool loses_digits = from.is_integer() && bytes(from) == 8 && !to.is_integer();
    return !is_half && !loses_digits && from.is_complex() == to.is_complex() &&
           can_cast_safely(from.element(), to.element());
}

}  // namespace pycu::emit
