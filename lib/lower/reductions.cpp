// Functions of all elements of an array: `np.sum(a)`, `a.mean()`. See arrays.h.
#include <algorithm>
#include <string_view>

#include "lower/arrays.h"
#include "lower/nodes.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// A function of all elements: NumPy's name, the runtime's, what it gives.
struct ArrayFunction {
    enum class Result { Sum, Float, Index, Truth, Element };
    std::string_view name;
    std::string_view runtime;
    Result result = ArrayFunction::Result::Sum;
    /// The order of the elements matters to what it gives: C order always.
    bool is_ordered = false;
};

constexpr ArrayFunction array_functions[] = {
    {"sum", "sum", ArrayFunction::Result::Sum, false},
    {"prod", "prod", ArrayFunction::Result::Sum, false},
    {"nansum", "nansum", ArrayFunction::Result::Sum, false},
    {"nanprod", "nanprod", ArrayFunction::Result::Sum, false},
    {"mean", "mean", ArrayFunction::Result::Float, false},
    {"var", "var", ArrayFunction::Result::Float, false},
    {"std", "stddev", ArrayFunction::Result::Float, false},
    {"argmax", "argmax", ArrayFunction::Result::Index, true},
    {"argmin", "argmin", ArrayFunction::Result::Index, true},
    {"count_nonzero", "count_nonzero", ArrayFunction::Result::Index, false},
    {"all", "all_of", ArrayFunction::Result::Truth, false},
    {"any", "any_of", ArrayFunction::Result::Truth, false},
};

const ArrayFunction* find_function(std::string_view name) {
    const auto* found = std::ranges::find(array_functions, name, &ArrayFunction::name);
    return found == std::end(array_functions) ? nullptr : found;
}

/// What a sum of elements is: floats stay, integers are 64 bits wide.
Type sum_type(Type element) {
    return element.is_float() ? element : element.is_unsigned() ? uint64 : int64;
}

}  // namespace

bool is_array_function(std::string_view name) {
    return find_function(name) != nullptr;
}

/// The function of all elements, one after the other; a column-major array's in its own order.
Operand reduce(Lowering& ctx, const std::string& function, const Operand& array, Range range) {
    const ArrayFunction* row = find_function(function);
    if (row == nullptr) {
        return unsupported(ctx, range, "`" + function + "` of an array");
    }
    const Type element = array.type.element_type();
    if (element.is_complex() || element == float16 || !element.is_scalar()) {
        return unsupported(ctx, range,
                           "`" + function + "` of `" + type_name(ctx, array.type) + "`");
    }
    const Type type = row->result == ArrayFunction::Result::Sum     ? sum_type(element)
                      : row->result == ArrayFunction::Result::Float ? float64
                      : row->result == ArrayFunction::Result::Index ? int64
                                                                    : boolean;
    const bool is_turned = array.type.layout() == Layout::F && !row->is_ordered;
    const Operand elements = is_turned ? transpose(ctx, array, range) : array;
    return value(ctx, type, range, ir::Reduce{row->runtime, elements.ir, {}});
}

}  // namespace pycu::sema
