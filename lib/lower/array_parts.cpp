// Attributes of arrays, other views of all their elements, functions of them, and arrays taken
// apart. See arrays.h.
#include <algorithm>
#include <string_view>

#include "lower/arrays.h"
#include "support/nearest.h"
#include "types/operations.h"
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
    {"min", "min_of", ArrayFunction::Result::Element, false},
    {"amin", "min_of", ArrayFunction::Result::Element, false},
    {"max", "max_of", ArrayFunction::Result::Element, false},
    {"amax", "max_of", ArrayFunction::Result::Element, false},
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
    const bool is_element = row->result == ArrayFunction::Result::Element;
    if (is_element && !ctx.instances.module().is_for_host) {
        const bool is_least = function.ends_with("min");
        return unsupported(ctx, range, "`." + function + "()`")
            .help(is_least ? "write the loop: `least = min(least, a[i])`"
                           : "write the loop: `most = max(most, a[i])`");
    }
    // Numba's njit has the mean of float32 in float32, CUDA's in float64
    const bool is_narrow =
        ctx.instances.module().is_for_host && function == "mean" && element == float32;
    const Type type = is_element || is_narrow                       ? element
                      : row->result == ArrayFunction::Result::Sum   ? sum_type(element)
                      : row->result == ArrayFunction::Result::Float ? float64
                      : row->result == ArrayFunction::Result::Index ? int64
                                                                    : boolean;
    const bool is_turned = array.type.layout() == Layout::F && !row->is_ordered;
    const Operand elements = is_turned ? transpose(ctx, array, range) : array;
    return value(ctx, type, range, ir::Reduce{row->runtime, elements.ir});
}

Operand array_attribute(Lowering& ctx, const Operand& array, const std::string& name, Range range) {
    const int rank = array.type.rank();
    if (name == "T") {
        return transpose(ctx, array, range);
    }
    if (name == "shape" || name == "strides") {
        ir::Tuple items;
        const ir::ExprId named = name == "shape" ? array.ir : named_array(ctx, array.ir);
        for (int axis = 0; axis < rank; ++axis) {
            items.items.push_back(name == "shape"
                                      ? extent(ctx, named, axis, range)
                                      : add(ctx, int64, range, ir::Stride{named, axis}));
        }
        const std::vector<Type> types(std::size_t(rank), int64);
        return value(ctx, ctx.types.tuple(types), range, std::move(items));
    }
    if (name == "size") {
        return value(ctx, int64, range, ir::Size{array.ir});
    }
    if (name == "ndim") {
        return literal_int(ctx, rank, range);
    }
    const std::int64_t itemsize = ctx.types.bytes(array.type);
    if (name == "itemsize") {
        Operand operand = literal_int(ctx, itemsize, range);
        operand.is_literal = false;
        return operand;
    }
    if (name == "nbytes") {
        const Operand size = value(ctx, int64, range, ir::Size{array.ir});
        return value(ctx, int64, range,
                     ir::Binary{BinaryOp::Mult, size.ir, literal_int(ctx, itemsize, range).ir});
    }
    if (name == "dtype") {
        return known(Value{TypeObject{array.type.element_type(), TypeObject::Kind::Dtype}});
    }
    if (name == "real" || (name == "imag" && array.type.element_type().is_complex())) {
        return parts(ctx, array, name == "imag", range);
    }
    static const std::vector<std::string> later = {"flat", "imag", "ctypes"};
    if (std::ranges::count(later, name) > 0) {
        return unsupported(ctx, range, "`." + name + "` of an array");
    }
    auto failure = fail<Code::NoAttribute>(ctx, range, array, name);
    const std::string similar = nearest(
        name, {"shape", "strides", "size", "ndim", "itemsize", "nbytes", "dtype", "T", "flat"});
    const bool is_length = name == "length" || name == "len" || name == "count";
    if (similar.empty() && is_length) {
        return failure.help("write `len(a)` or `a.size`")
            .edit(range, "size", array.type.rank() == 1);
    }
    return failure.there_is(similar, range, name);
}

/// `z.real`, `z.imag` of an array: real numbers are their own real parts.
Operand parts(Lowering& ctx, const Operand& array, bool is_imag, Range range) {
    const Type element = array.type.element_type();
    if (!element.is_complex()) {
        return array;
    }
    const Type part = *real_result(element);
    const Type type =
        Type::array(part.element(), array.type.rank(), Layout::A, array.type.is_readonly());
    return value(ctx, type, range, ir::Parts{array.ir, is_imag});
}

/// `a.T`: the axes in reverse order, layouts C and F exchanged.
Operand transpose(Lowering& ctx, const Operand& array, Range range) {
    if (array.type.rank() < 2) {
        return array;
    }
    const Layout layout = array.type.layout() == Layout::C   ? Layout::F
                          : array.type.layout() == Layout::F ? Layout::C
                                                             : Layout::A;
    const Type type = array.type.with_layout(layout);
    if (const auto* back = ctx.get<ir::Transpose>(array.ir)) {
        Operand operand = array;
        operand.type = type;
        operand.ir = back->array;
        return operand;
    }
    return value(ctx, type, range, ir::Transpose{array.ir});
}

Operand reshaped(Lowering& ctx, const Operand& array, std::vector<ir::ExprId> extents, Range range,
                 const std::string& written) {
    const Layout layout = array.type.layout();
    if (layout == Layout::A) {
        const std::string name = written.substr(0, written.rfind('.'));
        return fail<Code::CannotReshape>(ctx, range, name, array)
            .help("give it a contiguous type, such as `float32[:, ::1]`, or index it as it is");
    }
    const Type type = Type::array(array.type.element_type(), int(extents.size()), layout,
                                  array.type.is_readonly());
    return value(ctx, type, range, ir::Reshape{array.ir, std::move(extents)});
}

/// `a.ravel()`: NumPy copies what is not contiguous in C order.
Operand ravel(Lowering& ctx, const Operand& array, Range range, const std::string& written) {
    if (array.type.rank() == 1 && array.type.layout() != Layout::A) {
        Operand same = array;
        same.type = array.type.with_layout(Layout::C);
        return same;
    }
    if (array.type.layout() != Layout::C) {
        return fail<Code::NewArray>(ctx, range, written)
            .note("the array is `" + type_name(ctx, array.type) + "`, not contiguous in C order")
            .help("`a.flat[i]` counts the elements of any array");
    }
    return reshaped(ctx, array, {literal_int(ctx, -1, range).ir}, range, written);
}

/// `a.item()`: the only element.
Operand item(Lowering& ctx, const Operand& array, Range range) {
    const std::vector<Operand> first(std::size_t(array.type.rank()), literal_int(ctx, 0, range));
    return make_element(ctx, array, first, range);
}

/// The first elements of an array, or its first rows: `x, y, z = p[i, :3]` reads p[i, 0] ...
std::vector<Operand> array_items(Lowering& ctx, const Operand& array, std::size_t count,
                                 Range range) {
    Operand base = array;
    std::int64_t first = 0;
    if (const auto* view = ctx.get<ir::View>(array.ir)) {
        ir::View rows = *view;
        const ir::ViewIndex last = rows.indices.back();
        rows.indices.pop_back();
        const auto start = literal_number(ctx.fn, last.start);
        const bool is_slice = last.kind == ir::ViewIndex::Kind::Slice && !last.step.valid() &&
                              (!last.start.valid() || start >= 0);
        if (is_slice && is_row(&rows)) {
            first = start.value_or(0);
            base = as_operand(ctx, rows.array);
            if (!rows.indices.empty()) {
                const Type whole = base.type;
                const int rank = whole.rank() - int(rows.indices.size());
                base.type = Type::array(whole.element_type(), rank, Layout::A, whole.is_readonly());
                base.ir = add(ctx, base.type, range, std::move(rows));
            }
        }
    }
    const auto* row = ctx.get<ir::View>(base.ir);
    if (row == nullptr || row->indices.back().kind != ir::ViewIndex::Kind::Index) {
        base.ir = named_array(ctx, base.ir);
    }
    base.type = base.type.with_layout(Layout::A);  // so Numba's rows of an iteration are
    std::vector<Operand> items;
    for (std::size_t i = 0; i < count; ++i) {
        const Operand index = literal_int(ctx, first + std::int64_t(i), range);
        if (base.type.rank() == 1) {
            items.push_back(make_element(ctx, base, {index}, range));
            continue;
        }
        ArrayIndex one;
        one.integer = index;
        items.push_back(view(ctx, base, {one}, range));
    }
    return items;
}

}  // namespace pycu::sema
