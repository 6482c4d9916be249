// Calls of methods and of functions of arrays. See lowering.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/stmts.h"

namespace pycu::sema {

namespace {

/// Whether an operand is a number known while compiling, below zero.
bool is_below_zero(const Operand& operand) {
    const auto* number = operand.get<NumberValue>();
    return number != nullptr &&
           std::visit([](auto n) { return static_cast<double>(n) < 0; }, number->value);
}

constexpr const char* along_an_axis =
    "write a loop along the axis: `for i in range(a.shape[0]): total += a[i, j]`";

}  // namespace

/// `a.flat[i]`: element i in C order, whatever the layout.
Operand flat_element(Lowering& ctx, ExprId object, ExprId slice, Range range) {
    const Operand array = lower_value(ctx, object);
    if (!array.type.is_array()) {
        return fail<Code::NoAttribute>(ctx, ctx.range(object), array, "flat");
    }
    const Operand index = checked_index(ctx, lower_value(ctx, slice), slice);
    if (!index.is_value()) {
        return index;
    }
    if (array.type.rank() == 1) {
        return make_element(ctx, array, {index}, range);
    }
    const Type type = array.type.element_type();
    ir::Element place;
    place.array = named_array(ctx, array.ir);
    place.is_flat = true;
    const bool is_known = index.get<NumberValue>() != nullptr && !is_below_zero(index);
    place.indices = {{index.ir, index.type.is_signed() && !is_known}};
    return value(ctx, type, range, std::move(place));
}

/// `a.reshape(n, -1)`, `a.reshape((n, m))`: no copy, so what is contiguous only.
static Operand reshape(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range) {
    std::vector<Operand> given = arguments(ctx, call, range, {0, Count::any});
    if (given.size() == 1) {
        given = items_or_itself(ctx, given.front(), range);
    }
    std::vector<ir::ExprId> extents;
    int unknown = 0;
    for (const Operand& extent : given) {
        if (!extent.type.is_integer()) {
            return poison_of(extent) != nullptr
                       ? extent
                       : fail<Code::ReshapeArguments>(ctx, range, call.func);
        }
        unknown += is_below_zero(extent) ? 1 : 0;
        extents.push_back(convert(ctx, extent.ir, int64));
    }
    if (extents.empty() || unknown > 1) {
        return fail<Code::ReshapeArguments>(ctx, range, call.func);
    }
    return reshaped(ctx, array, std::move(extents), range, text(ctx, call.func));
}

/// `a.view(np.int32)`: the same bytes.
static Operand view_as(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    const std::optional<Type> element = static_dtype(ctx, call.args[0]);
    if (!element) {
        return not_a_dtype(ctx, call.args[0]);
    }
    const Type type =
        Type::array(*element, array.type.rank(), array.type.layout(), array.type.is_readonly());
    if (type == array.type) {
        return array;
    }
    return value(ctx, type, range, ir::Reinterpret{array.ir});
}

Operand array_method(Lowering& ctx, const Operand& array, const syntax::Attribute& attribute,
                     const syntax::Call& call, Range range) {
    const std::string& name = attribute.attr;
    const std::string written = text(ctx, call.func);
    if (name == "reshape") {
        return reshape(ctx, array, call, range);
    }
    if (name == "view") {
        return view_as(ctx, array, call, range);
    }
    const bool has_arguments = !call.args.empty() || !call.keywords.empty();
    if (name == "transpose" && !has_arguments) {
        return transpose(ctx, array, range);
    }
    if (name == "transpose") {
        return refused(ctx, range, "`.transpose()` with a list of axes");
    }
    if (name == "ravel" && !has_arguments) {
        return ravel(ctx, array, range, written);
    }
    if (name == "item" && !has_arguments && ctx.instances.module().is_for_host) {
        return unsupported(ctx, range, "`.item()`, which looks at the size,");
    }
    if (name == "item" && !has_arguments) {
        return item(ctx, array, range);
    }
    if (name == "copy" && !has_arguments) {
        if (const auto copy = copy_array(ctx, array, range)) {
            return *copy;
        }
    }
    static const std::vector<std::string> copies = {"copy",   "astype", "flatten", "ravel",
                                                    "repeat", "take",   "cumsum",  "round"};
    if (std::ranges::count(copies, name) > 0) {
        return fail<Code::NewArray>(ctx, range, written)
            .help("declare one with `cuda.local.array` or `cuda.shared.array` and write a loop");
    }
    if (name == "fill") {
        return fill(ctx, array, call, range);
    }
    static const std::vector<std::string> functions = {
        "sum", "prod", "mean", "var", "std", "all", "any", "argmax", "argmin", "min", "max"};
    if (std::ranges::count(functions, name) > 0) {
        if (has_arguments) {
            return fail<Code::ReduceArguments>(ctx, range, written).help(along_an_axis);
        }
        return reduce(ctx, name, array, range);
    }
    if (name == "conjugate") {
        return unsupported(ctx, range, "`." + name + "()`");
    }
    static const std::vector<std::string> attributes = {"shape", "size",    "ndim",  "dtype",
                                                        "T",     "strides", "nbytes"};
    if (std::ranges::count(attributes, name) > 0) {
        return fail<Code::NotCallable>(ctx, ctx.range(call.func), call.func, "no method")
            .help("leave the parentheses out: `" + written + "`");
    }
    return fail<Code::NoAttribute>(ctx, attribute.attr_range, array, name);
}

/// A function of NumPy whose first argument is an array; nothing where it is none.
std::optional<Operand> call_array_function(Lowering& ctx, const std::string& path,
                                           const syntax::Call& call, Range range) {
    if (!path.starts_with("numpy.") || call.args.empty()) {
        return std::nullopt;
    }
    const std::string name = path.substr(6);
    const bool is_shape = name == "shape" || name == "size" || name == "ndim";
    static const std::vector<std::string> views = {"ravel", "asarray", "transpose"};
    const bool is_view = std::ranges::count(views, name) > 0;
    if (!is_array_function(name) && !is_shape && !is_view) {
        return std::nullopt;
    }
    const Operand array = lower_value(ctx, call.args[0]);
    if (!array.type.is_array()) {
        return fail<Code::NoOverload>(ctx, range, call.func, array).help("it takes an array");
    }
    if (call.args.size() > 1 || !call.keywords.empty()) {
        const Range more =
            call.args.size() > 1 ? ctx.range(call.args[1]) : call.keywords.front().range;
        return fail<Code::ReduceArguments>(ctx, more, call.func).help(along_an_axis);
    }
    if (is_shape) {
        return array_attribute(ctx, array, name, range);
    }
    if (is_view) {
        return name == "ravel"       ? ravel(ctx, array, range, text(ctx, call.func))
               : name == "transpose" ? transpose(ctx, array, range)
                                     : array;
    }
    return reduce(ctx, name, array, range);
}

}  // namespace pycu::sema
