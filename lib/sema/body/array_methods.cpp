// Methods and attributes of arrays that give views, and arrays taken apart. See body.h.
#include <algorithm>

#include "sema/body/body.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// Whether an operand is a number known while compiling, below zero.
bool is_below_zero(const Operand& operand) {
    const auto* number = operand.get<NumberValue>();
    return number != nullptr &&
           std::visit([](auto n) { return static_cast<double>(n) < 0; }, number->value);
}

}  // namespace

/// `a.T`: the axes in reverse order, layouts C and F exchanged.
Operand Body::transpose(const Operand& array, Range range) {
    if (array.type.rank() < 2) {
        return array;
    }
    const Layout layout = array.type.layout() == Layout::C   ? Layout::F
                          : array.type.layout() == Layout::F ? Layout::C
                                                             : Layout::A;
    const Type type = array.type.with_layout(layout);
    if (const auto* back = std::get_if<ir::Transpose>(&fn_.exprs[array.ir].as)) {
        Operand operand = array;
        operand.type = type;
        operand.ir = back->array;
        return operand;
    }
    return value(type, range, ir::Transpose{array.ir});
}

/// `a.flat[i]`: element i in C order, whatever the layout.
Operand Body::flat_element(ExprId object, ExprId slice, Range range) {
    const Operand array = lower_value(object);
    if (!array.is_value()) {
        return array;
    }
    if (!array.type.is_array()) {
        report<diag::Code::NoAttribute>(tree_.exprs[object].range, type_name(array.type), "flat");
        return error();
    }
    const Operand index = lower_value(slice);
    if (!index.is_value()) {
        return index;
    }
    if (!check_index(index, slice)) {
        return error();
    }
    if (array.type.rank() == 1) {
        return make_element(array, {index}, range);
    }
    const Type type = array.type.element_type();
    ir::Element place;
    place.array = named_array(array.ir);
    place.is_flat = true;
    const bool is_known = index.get<NumberValue>() != nullptr && !is_below_zero(index);
    place.indices = {{index.ir, index.type.is_signed() && !is_known}};
    return value(type, range, std::move(place));
}

Operand Body::array_method(const Operand& array, const syntax::Attribute& attribute,
                           const syntax::Call& call, Range range) {
    const std::string& name = attribute.attr;
    const std::string written = text(call.func);
    if (name == "reshape") {
        return reshape(array, call, range);
    }
    if (name == "view") {
        return view_as(array, call, range);
    }
    const bool has_arguments = !call.args.empty() || !call.keywords.empty();
    if (name == "transpose" && !has_arguments) {
        return transpose(array, range);
    }
    if (name == "transpose") {
        return refused(range, "`.transpose()` with a list of axes");
    }
    if (name == "ravel" && !has_arguments) {
        return ravel(array, range, written);
    }
    if (name == "item" && !has_arguments) {
        return item(array, range);
    }
    static const std::vector<std::string> copies = {"copy",   "astype", "flatten", "ravel",
                                                    "repeat", "take",   "cumsum",  "round"};
    if (std::ranges::count(copies, name) > 0) {
        report<diag::Code::NewArray>(range, written)
            .help("declare one with `cuda.local.array` or `cuda.shared.array` and write a loop");
        return error();
    }
    if (name == "fill") {
        return fill(array, call, range);
    }
    static const std::vector<std::string> functions = {"sum", "prod", "mean",   "var",   "std",
                                                       "all", "any",  "argmax", "argmin"};
    if (std::ranges::count(functions, name) > 0) {
        if (has_arguments) {
            report<diag::Code::ReduceArguments>(range, written);
            return error();
        }
        return reduce(name, array, range);
    }
    if (name == "min" || name == "max" || name == "conjugate") {
        return unsupported(range, "`." + name + "()`");
    }
    report<diag::Code::NoAttribute>(attribute.attr_range, type_name(array.type), name);
    return error();
}

/// `a.reshape(n, -1)`, `a.reshape((n, m))`: no copy, so what is contiguous only.
Operand Body::reshape(const Operand& array, const syntax::Call& call, Range range) {
    has_failed_args_ = true;
    const std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    std::vector<Operand> given = *args;
    if (given.size() == 1 && given[0].type.is_tuple()) {
        const Operand tuple = given[0];
        given.clear();
        for (std::size_t i = 0; i < evaluator_.types().items(tuple.type).size(); ++i) {
            given.push_back(tuple_item(tuple, i, range));
        }
    }
    std::vector<ir::ExprId> extents;
    int unknown = 0;
    for (const Operand& extent : given) {
        if (!extent.type.is_integer()) {
            report<diag::Code::ReshapeArguments>(range, text(call.func));
            return error();
        }
        unknown += is_below_zero(extent) ? 1 : 0;
        extents.push_back(convert(extent.ir, int64));
    }
    if (extents.empty() || unknown > 1) {
        report<diag::Code::ReshapeArguments>(range, text(call.func));
        return error();
    }
    return reshaped(array, std::move(extents), range, text(call.func));
}

Operand Body::reshaped(const Operand& array, std::vector<ir::ExprId> extents, Range range,
                       const std::string& written) {
    const Layout layout = array.type.layout();
    if (layout == Layout::A) {
        const std::string name = written.substr(0, written.rfind('.'));
        report<diag::Code::CannotReshape>(range, name, type_name(array.type))
            .help("give it a contiguous type, such as `float32[:, ::1]`, or index it as it is");
        return error();
    }
    const Type type = Type::array(array.type.element_type(), int(extents.size()), layout,
                                  array.type.is_readonly());
    return value(type, range, ir::Reshape{array.ir, std::move(extents)});
}

/// `a.ravel()`: NumPy copies what is not contiguous in C order.
Operand Body::ravel(const Operand& array, Range range, const std::string& written) {
    if (array.type.rank() == 1 && array.type.layout() != Layout::A) {
        Operand same = array;
        same.type = array.type.with_layout(Layout::C);
        return same;
    }
    if (array.type.layout() != Layout::C) {
        report<diag::Code::NewArray>(range, written)
            .note("the array is `" + type_name(array.type) + "`, not contiguous in C order")
            .help("`a.flat[i]` counts the elements of any array");
        return error();
    }
    return reshaped(array, {literal_int(-1, range).ir}, range, written);
}

/// `a.view(np.int32)`: the same bytes.
Operand Body::view_as(const Operand& array, const syntax::Call& call, Range range) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1",
                                          std::to_string(call.args.size()));
        return error();
    }
    const std::optional<Type> element = static_dtype(call.args[0]);
    if (!element) {
        report<diag::Code::NotADtype>(tree_.exprs[call.args[0]].range, text(call.args[0]));
        return error();
    }
    const Type type =
        Type::array(*element, array.type.rank(), array.type.layout(), array.type.is_readonly());
    if (type == array.type) {
        return array;
    }
    return value(type, range, ir::Reinterpret{array.ir});
}

/// `a.item()`: the only element.
Operand Body::item(const Operand& array, Range range) {
    const std::vector<Operand> first(std::size_t(array.type.rank()), literal_int(0, range));
    return make_element(array, first, range);
}

/// The first elements of an array, or its first rows: `x, y, z = p[i, :3]` reads p[i, 0] ...
std::vector<Operand> Body::array_items(const Operand& array, std::size_t count, Range range) {
    Operand base = array;
    std::int64_t first = 0;
    if (const auto* view = std::get_if<ir::View>(&fn_.exprs[array.ir].as)) {
        const ir::ViewIndex last = view->indices.back();
        const auto* start =
            last.start.valid() ? std::get_if<ir::Literal>(&fn_.exprs[last.start].as) : nullptr;
        const auto* number_of =
            start != nullptr ? std::get_if<std::int64_t>(&start->value) : nullptr;
        const bool is_slice = last.kind == ir::ViewIndex::Kind::Slice && !last.step.valid() &&
                              (!last.start.valid() || (number_of != nullptr && *number_of >= 0));
        const bool is_row = std::ranges::all_of(
            view->indices.begin(), view->indices.end() - 1,
            [](const auto& one) { return one.kind == ir::ViewIndex::Kind::Index; });
        if (is_slice && is_row) {
            first = number_of != nullptr ? *number_of : 0;
            ir::View rows = *view;
            rows.indices.pop_back();
            const Type whole = fn_.exprs[rows.array].type;
            base.ir = rows.array;
            base.type = whole;
            if (!rows.indices.empty()) {
                const int rank = whole.rank() - int(rows.indices.size());
                base.type = Type::array(whole.element_type(), rank, Layout::A, whole.is_readonly());
                base.ir = add(base.type, range, std::move(rows));
            }
        }
    }
    const auto* row = std::get_if<ir::View>(&fn_.exprs[base.ir].as);
    const bool is_row = row != nullptr && row->indices.back().kind == ir::ViewIndex::Kind::Index;
    if (!is_row) {
        base.ir = named_array(base.ir);
    }
    base.type = base.type.with_layout(Layout::A);  // so Numba's rows of an iteration are
    std::vector<Operand> items;
    for (std::size_t i = 0; i < count; ++i) {
        const Operand index = literal_int(first + std::int64_t(i), range);
        if (base.type.rank() == 1) {
            items.push_back(make_element(base, {index}, range));
            continue;
        }
        ArrayIndex one;
        one.integer = index;
        items.push_back(view(base, {one}, range));
    }
    return items;
}

/// `x, y = a[i]`: as many items as targets; an array of fewer is the program's mistake.
void Body::unpack_array(const std::vector<ExprId>& targets, const Operand& array, Range range) {
    if (array.type.rank() == 0) {
        report<diag::Code::UnpackCount>(range, type_name(array.type),
                                        std::to_string(targets.size()));
        return;
    }
    unpack_items(targets, array_items(array, targets.size(), range), range);
}

}  // namespace pycu::sema
