// Calls by their rows, and NumPy's elementwise functions and reductions on host values.
#include <algorithm>
#include <numeric>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/cupy.h"
#include "values/functions.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The arguments as a ufunc sees them: lists are arrays, Python's numbers weak.
struct Operands {
    std::vector<Value> values;
    std::vector<HostNumber> numbers;
    std::optional<Value> failed;
};

Operands operands_of(const CallArguments& args) {
    Operands made;
    bool all_python = true;
    for (const Value& given : args.positional) {
        Value value = number_of(given) ? given : as_host_array(given, args.range);
        const auto number = dtype_operand(value);
        if (!number) {
            made.failed = value;
            return made;
        }
        all_python = all_python && number->is_python;
        made.values.push_back(std::move(value));
        made.numbers.push_back(*number);
    }
    for (HostNumber& number : made.numbers) {
        number.is_python = number.is_python && !all_python;
    }
    return made;
}

/// What functions of floats take several operands for: each int for the float that holds it, so
/// that int8 beside uint16 is float16 beside float32. Python's numbers beside what is less stay 64
/// bits wide.
std::vector<HostNumber> in_floats(std::vector<HostNumber> operands) {
    const auto has_pythons = [&](bool are_floats) {
        return std::ranges::any_of(operands, [&](const HostNumber& one) {
            return one.is_python && !one.type.is_bool() && (!are_floats || !one.type.is_integer());
        });
    };
    const bool has_float = has_pythons(true), has_number = has_pythons(false);
    for (HostNumber& one : operands) {
        if (!one.is_python && !(one.type.is_bool() ? has_number : has_float)) {
            one.type = Type::scalar(*api::result_dtype(api::Rule::Inexact, one.type.element()));
        }
    }
    return operands;
}

HostResult elementwise_call(const api::Function& row, const CallArguments& args) {
    if (const Value* out = args.get("out")) {
        return *out;
    }
    Operands operands = operands_of(args);
    if (operands.failed) {
        return operands.failed;
    }
    if (row.compute.binary) {
        // Two of Python's numbers are int64 or float64 here.
        return numpy_operator(*row.compute.binary, operands.values[0], operands.values[1],
                              args.range);
    }
    if (row.name == "numpy.clip") {
        operands.numbers[0].is_python = false;  // it is made an array before all others
    }
    const bool is_choice = row.rule == api::Rule::Chosen;
    const std::vector<HostNumber> deciding(operands.numbers.begin() + (is_choice ? 1 : 0),
                                           operands.numbers.end());
    const bool is_inexact = row.rule == api::Rule::Inexact || row.rule == api::Rule::InexactReal;
    const auto common = is_inexact ? promote_dtypes(in_floats(deciding)) : promote_dtypes(deciding);
    const auto dtype = common ? api::result_dtype(row.rule, *common) : std::nullopt;
    if (!dtype) {
        return std::nullopt;
    }
    Value made = apply_elementwise(operands.values, *dtype, args.range);
    if ((is_choice || row.name == "numpy.i0") && made.get<HostNumber>() != nullptr) {
        return unknown("it is an array of no dimension", args.range);
    }
    return made;
}

HostResult reduction_call(const api::Function& row, const CallArguments& args) {
    const Value model = as_host_array(args.first(), args.range);
    const HostArray* array = model.array();
    if (array == nullptr) {
        return model;
    }
    if (array->is_device || args.get("out") != nullptr) {
        return std::nullopt;
    }
    const auto dtype = dtype_or(args, api::result_dtype(row.rule, array->dtype));
    if (!dtype) {
        return std::nullopt;
    }
    const Value* axis = args.get("axis");
    if (row.rule == api::Rule::RunningSum) {
        return axis != nullptr && array->rank() != 1
                   ? std::nullopt
                   : HostResult(
                         host_contiguous(*dtype, {values::product_of(array->memory.extents)}));
    }
    const Value* keep = args.get("keepdims");
    if (keep != nullptr && !truth(*keep)) {
        return std::nullopt;
    }
    const bool keeps = keep != nullptr && *truth(*keep);
    const auto axes = axes_of(axis, array->rank());
    if (!axes) {
        return std::nullopt;
    }
    if (axes->size() == array->rank() && (!keeps || array->rank() == 0)) {
        return host_number(Type::scalar(*dtype), false);
    }
    // argmax walks along its axis and allocates in C order.
    Strides made = values::reduced(array->memory, *axes, keeps, bytes(*dtype));
    return row.rule == api::Rule::Place ? host_contiguous(*dtype, made.extents)
                                        : host_array(*dtype, std::move(made));
}

}  // namespace

std::optional<std::vector<std::size_t>> axes_of(const Value* axis, std::size_t rank) {
    std::vector<std::size_t> axes;
    if (axis == nullptr) {
        axes.resize(rank);
        std::iota(axes.begin(), axes.end(), 0);
        return axes;
    }
    const HostItems* several = axis->items();
    const std::vector<Value> given = several != nullptr ? several->items : std::vector{*axis};
    for (const Value& one : given) {
        const auto index = as_index(one);
        const auto place = index ? values::item_place(*index, rank) : std::nullopt;
        if (!place) {
            return std::nullopt;
        }
        axes.push_back(*place);
    }
    return axes;
}

HostResult call_host_function(std::string_view path, const CallArguments& args) {
    const api::Function* row = api::find_function(path);
    if (row == nullptr && is_of_cupy(path)) {
        return call_cupy(path, args);
    }
    if (row != nullptr && row->name.starts_with("math.")) {
        return call_math(*row, args);
    }
    const auto given = row != nullptr ? bound(*row, args) : std::nullopt;
    if (!given) {
        return std::nullopt;
    }
    return call_bound(*row, *given);
}

HostResult call_bound(const api::Function& row, const CallArguments& args) {
    if (row.name.starts_with("numpy.") && has_cupy_array(args)) {
        // LAPACK's order of a matrix is the library's own.
        if (row.name == "numpy.argwhere" ||
            (row.name.starts_with("numpy.linalg.") && row.rule == api::Rule::Own)) {
            return std::nullopt;
        }
        return computed_in_cupy(row.name, args,
                                [&](const CallArguments& all) { return call_bound(row, all); });
    }
    if (row.rule != api::Rule::Own) {
        return with_elements(
            row.is_elementwise() ? elementwise_call(row, args) : reduction_call(row, args), args,
            [&](const HostArray& made) { return ufunc_elements(row, made, args); });
    }
    for (const auto rows :
         {arranged_rows(), array_rows(), builtin_rows(), creation_rows(), iterator_rows(),
          library_rows(), numpy_rows(), random_rows(), spectrum_rows()}) {
        const auto found = std::ranges::find(rows, row.name, &Typed::name);
        if (found != rows.end() && found->function != nullptr) {
            return found->function(args);
        }
    }
    return std::nullopt;
}

}  // namespace pycu::sema
