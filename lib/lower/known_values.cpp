// What the compiler knows as operands of device code, and rows of the tables for operands. See
// operations.h.
#include <algorithm>
#include <cmath>

#include "api/resolve.h"
#include "lower/calls.h"
#include "lower/operations.h"
#include "support/text.h"
#include "syntax/scan.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

bool is_dim3(const std::string& path) {
    return path == "numba.cuda.threadIdx" || path == "numba.cuda.blockIdx" ||
           path == "numba.cuda.blockDim" || path == "numba.cuda.gridDim";
}

/// A tuple known while compiling becomes a value; a type, a function or a string cannot.
Operand runtime(Lowering& ctx, Operand operand, Range range) {
    if (!operand.is_known()) {
        return operand;
    }
    if (const auto* tuple = operand.get<HostItems>(); tuple != nullptr && !tuple->is_list) {
        if (tuple->items.size() > TypeTable::max_tuple_values) {
            return large_tuple(ctx, range);
        }
        std::vector<Operand> items;
        for (const Value& item : tuple->items) {
            items.push_back(runtime(ctx, operand_of(ctx, item, std::nullopt, range), range));
        }
        return tuple_of(ctx, items, range, tuple->fields.empty() ? "" : tuple->class_name,
                        tuple->fields);
    }
    if (operand.get<NoneValue>() != nullptr) {
        return none_value(ctx, range);
    }
    if (operand.get<FunctionRef>() != nullptr) {
        return unsupported(ctx, range, "a function as a value of device code");
    }
    if (operand.get<StringValue>() != nullptr) {
        return refused(ctx, range, "a string as a value")
            .help("texts are for `print`, which takes them beside numbers: `print(\"x =\", x)`");
    }
    if (const auto* dotted = operand.get<Dotted>()) {
        auto diagnostic = fail<Code::NotAValue>(ctx, range, "`" + dotted->path + "`");
        if (is_dim3(dotted->path)) {
            diagnostic.help("it has three numbers: write `.x`, `.y` or `.z` behind it");
        } else if (api::is_known(dotted->path)) {
            diagnostic.help("call it: write `(...)` behind it");
        }
    } else {
        fail<Code::NotAValue>(ctx, range, describe_operand(ctx, operand));
    }
    return error();
}

/// Where an assignment is reported: where its value stands if that is none of device code.
Range stored_range(const Lowering& ctx, const Operand& operand, ExprId value, Range range) {
    const bool is_refused = operand.is_known() && operand.get<HostItems>() == nullptr &&
                            operand.get<NoneValue>() == nullptr;
    return is_refused ? ctx.range(value) : range;
}

/// A parameter of a factory, where nothing says what the factory is called with.
static Operand free_parameter(Lowering& ctx, const Unknown& unknown, Range range) {
    const std::string name(source_text(ctx, unknown.range));
    const std::size_t quote = unknown.why.find('`');  // it is a parameter of `make`
    const std::string factory = unknown.why.substr(quote + 1, unknown.why.rfind('`') - quote - 1);
    return fail<Code::FactoryParameter>(ctx, range, name, factory)
        .label(unknown.range, "the parameter")
        .help("bind what `" + factory + "` returns to a name of the module, as in `k = " + factory +
              "(...)`, or give `--const " + factory + "." + name + "=VALUE`")
        .help("or run it once: `pycu run --record` writes the values that it had");
}

static Operand read_constant(Lowering& ctx, const Value& value_of, const Origin& origin, Type type,
                             Range range) {
    return value(ctx, type, range,
                 ir::ReadConstant{ctx.instances.constant(value_of, origin, type)});
}

/// What `--const` calls a free name: with the functions around the one that has it.
static std::string option_name(const Lowering& ctx, const std::string& name) {
    const symbols::Scopes& scopes = ctx.evaluator.scopes();
    for (ScopeId at = scopes.all[ctx.decl.scope].parent; at; at = scopes.all[at].parent) {
        const Scope& scope = scopes.all[at];
        const ScopeId original = scope.original ? scope.original : at;
        if (scope.kind != Scope::Kind::Class && scopes.is_local(name, original)) {
            const std::string& outer = scopes.all[original].qualname;
            return outer.empty() ? name : outer + "." + name;
        }
    }
    return name;
}

/// The attribute that is read of a name: `p.alpha` of `p`; empty where none is.
static std::string attribute_around(const Lowering& ctx, Range name) {
    const std::string_view text = ctx.tree.module_of(name).file->text();
    if (name.end >= text.size() || text[name.end] != '.') {
        return {};
    }
    const std::size_t end = syntax::scan_word_end(text, name.end + 1);
    return std::string(text.substr(name.begin, end - name.begin));
}

/// What helps where device code reads a name that has no value.
static std::string instead_of(const Lowering& ctx, const std::string& name, bool is_bound,
                              Range range) {
    const std::string read = attribute_around(ctx, range);
    if (!read.empty()) {
        const std::string last = read.substr(name.size() + 1);
        return "pass `" + read + "` as an argument, or bind it to a name of the module, which " +
               "device code reads: `" + last + " = " + read + "`";
    }
    return is_bound ? "pass it as an argument"
                    : "pass it as an argument, or give its value with `--const " +
                          option_name(ctx, name) + "=VALUE`";
}

NumberValue in_device_code(const NumberValue& number, Type python_float) {
    if (!number.is_python || number.type != float64 || python_float == float64) {
        return number;
    }
    return {python_float, *convert(number.value, python_float.element(), false), true};
}

/// Warns of a number that `--float-literals=32` makes an infinity or a zero.
static void check_range(Lowering& ctx, const NumberValue& written, const NumberValue& taken,
                        Range range) {
    const double before = to_double(written.value), after = to_double(taken.value);
    if (before != after && (after == 0 || !std::isfinite(after)) && std::isfinite(before)) {
        fail<Code::FloatRange>(ctx, range, source_text(ctx, range),
                               after == 0 ? "0" : "an infinity")
            .help("write `np.float64(" + source_text(ctx, range) + ")`, which keeps its 64 bits");
    }
}

/// A compile-time value in device code: numbers and arrays are values, the rest stays known.
Operand operand_of(Lowering& ctx, Value value_of, const std::optional<Origin>& origin,
                   Range range) {
    if (const auto* unknown = value_of.get<Unknown>()) {
        if (unknown->is_later) {
            return unsupported(ctx, range, unknown->why);
        }
        const std::string name = source_text(ctx, range);
        if (unknown->is_parameter) {
            return free_parameter(ctx, *unknown, range);
        }
        if (unknown->is_partial) {
            return partial_function(ctx, unknown->range, range);
        }
        auto diagnostic = fail<Code::NotConstant>(ctx, range, name, unknown->why);
        if (unknown->range.end > unknown->range.begin) {
            diagnostic.label(unknown->range, "here");
        }
        diagnostic.help(instead_of(ctx, name, unknown->is_bound, range));
        return error();
    }
    if (const auto* number_of = value_of.get<NumberValue>()) {
        const NumberValue scalar = in_device_code(*number_of, ctx.instances.module().python_float);
        check_range(ctx, *number_of, scalar, range);
        Operand operand =
            origin ? read_constant(ctx, Value{scalar}, *origin, scalar.type, range)
                   : value(ctx, scalar.type, range, ir::Literal{scalar.value, scalar.is_python});
        operand.known = std::move(value_of);
        operand.is_literal =
            scalar.is_python && (scalar.type.is_integer() || scalar.type.is_bool());
        return operand;
    }
    const HostArray* array = value_of.array();
    const bool is_memory = array != nullptr && array->address;
    if (value_of.elements() != nullptr || is_memory ||
        (array != nullptr && array->stored != nullptr)) {
        if (!origin && array->title.empty()) {
            return unsupported(ctx, range, "an array without a name");
        }
        const Origin named = origin ? *origin : Origin{array->title, {}, {}, {}};
        return read_constant(ctx, value_of, named, array->global_type(), range);
    }
    if (const auto* member = value_of.get<EnumValue>()) {
        if (member->member.empty()) {
            return operand_of(ctx, Value(member->value.front()), origin, range);
        }
        return enum_member(ctx, EnumValue(*member), range);
    }
    if (const auto* written = value_of.get<ComplexValue>()) {
        return origin ? read_constant(ctx, value_of, *origin, written->type, range)
                      : complex_number(ctx, ComplexValue(*written), range);
    }
    if (value_of.is<WideInt>()) {
        return fail<Code::WideInteger>(ctx, range);
    }
    if (const auto* dotted = value_of.get<Dotted>()) {
        const std::string path = dotted->path;
        if (const auto rows = api::overloads(path); !rows.empty() && rows.front().is_attribute()) {
            return intrinsic(ctx, path, {}, range);
        }
    }
    return known(std::move(value_of));
}

/// A function with some of its arguments filled in, which Numba does not take either.
Operand partial_function(Lowering& ctx, Range made, Range range) {
    auto diagnostic = fail<Code::PartialFunction>(ctx, range, source_text(ctx, range));
    if (made != range) {
        diagnostic.label(made, "it is made here");
    }
    diagnostic.help("write a function that passes them, as in `lambda x: f(1, x)`");
    return error();
}

static Operand refuse_intrinsic(Lowering& ctx, const std::string& path, const api::Refusal& refusal,
                                const std::vector<Operand>& args, Range range) {
    using Reason = api::Refusal::Reason;
    const std::string written = path.substr(path.find('.') + 1);
    std::vector<Type> types;
    std::ranges::transform(args, std::back_inserter(types), &Operand::type);
    const std::string names = type_names(ctx, types);
    switch (refusal.reason) {
        case Reason::Later:
            return unsupported(ctx, range, "`" + written + "(" + names + ")`");
        case Reason::ArgumentCount:
            fail<Code::ArgumentCount>(ctx, range, written, arguments_text(refusal.expected),
                                      args.size());
            return error();
        case Reason::UnknownName:
            fail<Code::NotADeviceFunction>(ctx, range, written);
            return error();
        case Reason::NoOverload:
            break;
    }
    auto diagnostic = fail<Code::NoOverload>(ctx, range, written, names);
    if (path.starts_with("numba.cuda.syncthreads_") && args.size() == 1 &&
        args.front().type.is_bool()) {
        diagnostic.help("the predicate is an integer: write `" + written.substr(5) + "(int(...))`");
    }
    if (!refusal.available.empty()) {
        diagnostic.note("there is " + written + ": " + join(refusal.available, ", "));
    }
    return error();
}

/// What gives a float64 on the CPU where CUDA has a float32 of other types.
static bool is_wider_on_host(const std::string& path, const api::Resolution& row,
                             const std::vector<Type>& types) {
    constexpr std::string_view functions[] = {"math.ldexp", "math.nextafter", "math.pow"};
    return row.bound == float32 && std::ranges::count(functions, path) > 0 &&
           std::ranges::any_of(types, [](Type type) { return type != float32; });
}

Operand intrinsic(Lowering& ctx, const std::string& path, std::vector<Operand> args, Range range) {
    if (const Operand* poison = poison_of(args)) {
        return *poison;
    }
    std::vector<Type> types;
    for (Operand& arg : args) {
        arg = plain(ctx, arg, range);
        types.push_back(arg.type);
    }
    const auto found = api::resolve(path, types, ctx.types);
    if (const auto* refusal = std::get_if<api::Refusal>(&found)) {
        return refuse_intrinsic(ctx, path, *refusal, args, range);
    }
    const auto& resolution = std::get<api::Resolution>(found);
    if (ctx.instances.module().is_for_host && is_wider_on_host(path, resolution, types)) {
        return unsupported(ctx, range, "`" + path + "` of these types in a function of the host");
    }
    const bool is_rounding = ctx.instances.module().is_for_host &&
                             (path == "math.ceil" || path == "math.floor" || path == "math.trunc");
    if (is_rounding && types.front() == uint64) {
        return args.front();
    }
    if (is_rounding && !types.front().is_float()) {
        return converted(ctx, converted(ctx, args.front(), float64), int64);
    }
    ir::Intrinsic node{resolution.row, resolution.bound, {}};
    for (std::size_t i = 0; i < args.size(); ++i) {
        const bool is_place = i == 0 && resolution.row->takes_place();
        node.args.push_back(is_place ? args[i].ir : convert(ctx, args[i].ir, resolution.params[i]));
    }
    if (resolution.result.is_none()) {
        emit(ctx, ctx.current_stmt,
             ir::Evaluate{add(ctx, resolution.result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    const Operand result = value(ctx, resolution.result, range, std::move(node));
    // an int in Numba's njit, a float on CUDA
    return is_rounding ? converted(ctx, result, int64) : result;
}

}  // namespace pycu::sema
