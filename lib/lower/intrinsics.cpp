// Calls of what has a path: intrinsics, builtins, atomics with their places, random generators. See
// calls.h.
#include "api/intrinsics.h"

#include <algorithm>

#include "api/resolve.h"
#include "lower/advice.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/host_memory.h"
#include "lower/stmts.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::sema {

/// `xoroshiro128p_uniform_float32(states, i)`: array and index are one argument, the state.
static Operand call_random(Lowering& ctx, const api::Intrinsic& row, const syntax::Call& call,
                           Range range) {
    const std::string written = text(ctx, call.func);
    const bool takes_seed = row.signature.find(',') != row.signature.npos;
    const std::size_t count = takes_seed ? 3 : 2;
    std::vector<Operand> args = arguments(ctx, call, range, {count, count});
    const Operand& states = args.front();
    const bool is_states = states.type.is_record_array() && states.type.rank() == 1 &&
                           states.type.element_type() == Type::random_state();
    if (!is_states) {
        return fail<Code::NoStates>(ctx, ctx.range(call.args[0]), call.args[0], states)
            .help(
                "the type of its array is `xoroshiro128p_type[:]`, and "
                "`create_xoroshiro128p_states` makes one");
    }
    for (std::size_t i = 1; i < args.size(); ++i) {
        Operand& number = args[i];
        if (!number.type.is_scalar() || number.type.is_complex()) {
            return fail<Code::BadIndex>(ctx, ctx.range(call.args[i]), call.args[i], number);
        }
        const bool is_index = i == 1;
        if (!is_index || !number.type.is_integer()) {
            number = converted(ctx, number, is_index ? int64 : uint64);
        }
    }
    const Operand place = make_element(ctx, states, {args[1]}, range);
    ir::Intrinsic node{&row, Type::error(), {place.ir}};
    if (takes_seed) {
        node.args.push_back(args[2].ir);
    }
    const Type result = row.text_type_name == "uint64"    ? uint64
                        : row.text_type_name == "float32" ? float32
                        : row.text_type_name == "float64" ? float64
                                                          : none;
    if (result.is_none()) {
        emit(ctx, ctx.current_stmt, ir::Evaluate{add(ctx, result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    return value(ctx, result, range, std::move(node));
}

namespace {

/// A path as the file would write it: `numba.cuda.grid` is `cuda.grid` where `numba.cuda.gird` was
/// written `cuda.gird`.
std::string as_written(const std::string& name, const std::string& path,
                       const std::string& written) {
    if (name.starts_with("builtins.")) {
        return name.substr(name.find('.') + 1);
    }
    std::size_t same = 0;
    while (same < path.size() && same < written.size() &&
           path[path.size() - 1 - same] == written[written.size() - 1 - same]) {
        ++same;
    }
    const std::string from = path.substr(0, path.size() - same);
    const std::string to = written.substr(0, written.size() - same);
    return name.starts_with(from) ? to + name.substr(from.size()) : name;
}

}  // namespace

/// Whether a load or store with a cache hint takes the index: integers of one type, a tuple of them
/// also for one dimension.
static bool is_hint_index(const Lowering& ctx, Type array, Type index) {
    if (!index.is_tuple()) {
        return array.rank() == 1 && index.is_integer();
    }
    const auto items = ctx.types.items(index);
    return items.size() == std::size_t(array.rank()) && std::ranges::all_of(items, [&](Type item) {
               return item.is_integer() && item == items.front();
           });
}

/// The element of an atomic; any real number indexes, truncated to an integer.
static Operand atomic_place(Lowering& ctx, const Operand& array, ExprId index_expr, Range range,
                            bool is_hint) {
    const Operand index = lower_value(ctx, index_expr);
    const Range index_range = ctx.range(index_expr);
    const bool fits = is_hint ? is_hint_index(ctx, array.type, index.type)
                              : api::is_atomic_index(array.type, index.type, ctx.types);
    if (!fits) {
        return fail<Code::BadIndex>(ctx, index_range, index_expr, index)
            .note("the array is `" + type_name(ctx, array.type) + "`");
    }
    std::vector<Operand> at = items_or_itself(ctx, index, index_range);
    for (Operand& item : at) {
        if (!item.type.is_integer()) {
            item = converted(ctx, item, int64);
        }
    }
    return make_element(ctx, array, std::move(at), range);
}

/// `cuda.atomic.add(a, i, v)`, `cuda.ldcg(a, i)`: array and index are one argument, the place.
static Operand call_atomic(Lowering& ctx, const std::string& path, const syntax::Call& call,
                           Range range) {
    const bool has_index = !path.ends_with(".compare_and_swap");
    const std::string written = path.substr(path.find('.') + 1);
    if (!call.keywords.empty()) {
        return unsupported(ctx, call.keywords.front().range,
                           "a keyword argument of `" + written + "`");
    }
    if (call.args.size() < (has_index ? 2U : 1U)) {
        const char* const most = path.starts_with("numba.cuda.ld") || !has_index ? "2" : "3";
        return fail<Code::ArgumentCount>(ctx, range, written, arguments_text(most),
                                         call.args.size());
    }
    const Operand array = lower_value(ctx, call.args[0]);
    if (!array.type.is_array()) {
        auto failure =
            fail<Code::NotSubscriptable>(ctx, ctx.range(call.args[0]), call.args[0], array);
        if (const auto* item = ctx.get<syntax::Subscript>(call.args[0]); item && has_index) {
            failure.help("write the array and the index apart: `" + written + "(" +
                         text(ctx, item->value) + ", " + text(ctx, item->slice) + ", ...)`");
        }
        return failure;
    }
    Operand place;
    if (has_index) {
        const bool is_hint = !path.starts_with("numba.cuda.atomic.");
        place = atomic_place(ctx, array, call.args[1], range, is_hint);
    } else {
        std::vector<Operand> zero(std::size_t(array.type.rank()), literal_int(ctx, 0, range));
        place = make_element(ctx, array, zero, range);
    }
    if (!place.is_value()) {
        return place;
    }
    hold_place(ctx, place.ir);
    std::vector<Operand> args = {place};
    for (std::size_t i = has_index ? 2 : 1; i < call.args.size(); ++i) {
        args.push_back(lower_value(ctx, call.args[i]));
    }
    return intrinsic(ctx, path, std::move(args), range);
}

static Operand unknown_function(Lowering& ctx, const std::string& path, const syntax::Call& call) {
    auto diagnostic = fail<Code::NotADeviceFunction>(ctx, ctx.range(call.func), call.func);
    const std::string_view other = advice(path);
    std::vector<std::string> similar = api::similar_names(path);
    if (path.starts_with("numba.cuda.")) {
        const std::string near_grid = nearest(path, {"numba.cuda.grid", "numba.cuda.gridsize"});
        if (!near_grid.empty()) {
            similar.insert(similar.begin(), near_grid);
        }
    }
    if (!other.empty()) {
        diagnostic.help(std::string(other));
    } else if (!similar.empty()) {
        for (std::string& name : similar) {
            name = as_written(name, path, text(ctx, call.func));
        }
        if (similar.size() == 1) {
            diagnostic.there_is(similar[0], ctx.range(call.func), text(ctx, call.func));
        } else {
            diagnostic.help("there is `" + join(similar, "`, `") + "`");
        }
    }
    return error();
}

/// `pow(x, y)` is `x ** y`.
static Operand call_pow(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
    const std::vector<Operand> args = arguments(ctx, call, range, {2, 2});
    return binary(ctx, BinaryOp::Pow, args[0], args[1], range);
}

/// `type(x)` is a type that can be called.
static Operand call_typeof(Lowering& ctx, const std::string&, const syntax::Call& call,
                           Range range) {
    const Operand of = arguments(ctx, call, range, {1, 1}).front();
    return of.is_value() ? known(Value{TypeObject{of.type, TypeObject::Kind::NumPy}}) : of;
}

static Operand call_truth(Lowering& ctx, const std::string&, const syntax::Call& call,
                          Range range) {
    return truth_of(ctx, arguments(ctx, call, range, {1, 1}).front(), range);
}

static Operand this_grid(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
    return takes(ctx, call, range, 0) ? known(Value{Dotted{"numba.cuda.cg.GridGroup"}}) : error();
}

using Form = Operand (*)(Lowering& ctx, const std::string& path, const syntax::Call& call,
                         Range range);

/// What no row of the tables can say.
static constexpr std::pair<std::string_view, Form> forms[] = {
    {"numba.cuda.grid", &grid},
    {"numba.cuda.gridsize", &grid},
    {"numba.cuda.shared.array", &declare_array},
    {"numba.cuda.local.array", &declare_array},
    {"numba.cuda.const.array_like", &const_array_like},
    {"numba.cuda.cg.this_grid", &this_grid},
    {"builtins.len", &length},
    {"builtins.print", &lower_print},
    {"builtins.isinstance", &static_call},
    {"builtins.hasattr", &static_call},
    {"builtins.ord", &static_call},
    {"builtins.range", &lower_range},
    {"builtins.pow", &call_pow},
    {"builtins.type", &call_typeof},
    {"operator.truth", &call_truth},
    {"cffi.FFI.from_buffer", &from_buffer},
};

Operand call_path(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range) {
    if (ctx.instances.module().is_for_host &&
        (path.starts_with("numba.cuda.") || path == "builtins.print" || path == "numpy.divmod")) {
        return unsupported(ctx, ctx.range(call.func),
                           "`" + text(ctx, call.func) + "` in a function of the host");
    }
    const auto* const form =
        std::ranges::find(forms, path, &std::pair<std::string_view, Form>::first);
    if (form != std::end(forms)) {
        return form->second(ctx, path, call, range);
    }
    for (const auto special : {&create_array, &fold, &call_with_output, &call_array_function}) {
        if (const std::optional<Operand> result = special(ctx, path, call, range)) {
            return *result;
        }
    }
    if (const auto* row = api::random_function(path)) {
        return call_random(ctx, *row, call, range);
    }
    if (api::takes_place(path)) {
        return call_atomic(ctx, path, call, range);
    }
    if (is_operator_function(path)) {
        return call_operator(ctx, path, call, range);
    }
    if (!api::is_known(path)) {
        return unknown_function(ctx, path, call);
    }
    const auto probe = api::resolve(path, {}, ctx.types);
    const auto* refusal = std::get_if<api::Refusal>(&probe);
    if (refusal != nullptr && refusal->reason == api::Refusal::Reason::Later) {
        return unsupported(ctx, ctx.range(call.func), "`" + text(ctx, call.func) + "`");
    }
    return intrinsic(ctx, path, arguments(ctx, call, range, {0, Count::any}), range);
}

}  // namespace pycu::sema
