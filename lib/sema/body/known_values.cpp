// What the compiler knows as operands of device code. See operations.h.
#include "api/resolve.h"
#include "sema/body/operations.h"

namespace pycu::sema {

bool is_dim3(const std::string& path) {
    return path == "numba.cuda.threadIdx" || path == "numba.cuda.blockIdx" ||
           path == "numba.cuda.blockDim" || path == "numba.cuda.gridDim";
}

/// A tuple known while compiling becomes a value; a type, a function or a string cannot.
Operand Operations::runtime(Operand operand, Range range) {
    if (!operand.is_known()) {
        return operand;
    }
    if (const auto* tuple = operand.get<TupleValue>(); tuple != nullptr && !tuple->is_list) {
        if (tuple->items.size() > TypeTable::max_tuple_values) {
            return large_tuple(range);
        }
        std::vector<Type> types;
        ir::Tuple items;
        for (const Value& item : tuple->items) {
            const Operand lowered = runtime(operand_of(item, std::nullopt, range), range);
            if (!lowered.is_value()) {
                return lowered;
            }
            types.push_back(lowered.type);
            items.items.push_back(lowered.ir);
        }
        const Type type = tuple->fields.empty()
                              ? types_.tuple(types)
                              : types_.named_tuple(tuple->class_name, tuple->fields, types);
        return value(type, range, std::move(items));
    }
    if (operand.get<NoneValue>() != nullptr) {
        return none_value(range);
    }
    if (operand.get<FunctionRef>() != nullptr) {
        return unsupported(range, "a function as a value of device code");
    }
    if (operand.get<StringValue>() != nullptr) {
        return unsupported(range, "a string as a value of device code");
    }
    if (const auto* dotted = operand.get<Dotted>()) {
        auto& diagnostic = report<diag::Code::NotAValue>(range, "`" + dotted->path + "`");
        if (is_dim3(dotted->path)) {
            diagnostic.help("it has three numbers: write `.x`, `.y` or `.z` behind it");
        } else if (api::is_known(dotted->path)) {
            diagnostic.help("call it: write `(...)` behind it");
        }
    } else {
        report<diag::Code::NotAValue>(range, describe_operand(operand));
    }
    return error();
}

/// A compile-time value in device code: numbers and arrays are values, the rest stays known.
Operand Operations::operand_of(Value value_of, const std::optional<Origin>& origin, Range range) {
    if (const auto* unknown = value_of.get<Unknown>()) {
        if (unknown->is_later) {
            return unsupported(range, unknown->why);
        }
        const std::string name = source_text(range);
        if (unknown->is_parameter) {
            return free_parameter(*unknown, range);
        }
        if (unknown->is_partial) {
            return partial_function(unknown->range, range);
        }
        auto& diagnostic = report<diag::Code::NotConstant>(range, name, unknown->why);
        if (unknown->range.end > unknown->range.begin) {
            diagnostic.label(unknown->range, "here");
        }
        diagnostic.help("pass it as an argument, or give its value with `--const " + name +
                        "=VALUE`");
        return error();
    }
    if (const auto* number_of = value_of.get<NumberValue>()) {
        const NumberValue scalar = *number_of;
        Operand operand = origin ? read_constant(value_of, *origin, scalar.type, range)
                                 : value(scalar.type, range, ir::Literal{scalar.value});
        operand.known = std::move(value_of);
        operand.is_literal =
            scalar.is_python && (scalar.type.is_integer() || scalar.type.is_bool());
        return operand;
    }
    if (const auto* array = value_of.get<ArrayValue>()) {
        if (!origin) {
            return unsupported(range, "an array without a name");
        }
        return read_constant(value_of, *origin, array->type, range);
    }
    if (const auto* member = value_of.get<EnumValue>()) {
        return enum_member(EnumValue(*member), range);
    }
    if (const auto* written = value_of.get<ComplexValue>()) {
        return origin ? read_constant(value_of, *origin, written->type, range)
                      : complex_number(written->type, written->value, range);
    }
    if (value_of.is<WideInt>()) {
        report<diag::Code::WideInteger>(range);
        return error();
    }
    if (const auto* dotted = value_of.get<Dotted>()) {
        const std::string path = dotted->path;
        if (const auto rows = api::overloads(path); !rows.empty() && rows.front().is_attribute()) {
            return intrinsic(path, {}, range);
        }
    }
    return known(std::move(value_of));
}

Operand Operations::read_constant(const Value& value_of, const Origin& origin, Type type,
                                  Range range) {
    return value(type, range, ir::ReadConstant{instances_.constant(value_of, origin, type)});
}

/// A parameter of a factory, where nothing says what the factory is called with.
Operand Operations::free_parameter(const Unknown& unknown, Range range) {
    const std::string name(source_text(unknown.range));
    const std::size_t quote = unknown.why.find('`');  // it is a parameter of `make`
    const std::string factory = unknown.why.substr(quote + 1, unknown.why.rfind('`') - quote - 1);
    report<diag::Code::FactoryParameter>(range, name, factory)
        .label(unknown.range, "the parameter")
        .help("bind what `" + factory + "` returns to a name of the module, as in `k = " + factory +
              "(...)`, or give `--const " + factory + "." + name + "=VALUE`");
    return error();
}

/// A function with some of its arguments filled in, which Numba does not take either.
Operand Operations::partial_function(Range made, Range range) {
    auto& diagnostic = report<diag::Code::PartialFunction>(range, source_text(range));
    if (made != range) {
        diagnostic.label(made, "it is made here");
    }
    diagnostic.help("write a function that passes them, as in `lambda x: f(1, x)`");
    return error();
}

}  // namespace pycu::sema
