// Calls of what has a path: intrinsics, builtins, and atomics with their places. See lowering.h.
#include <algorithm>

#include "api/resolve.h"
#include "lower/advice.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "support/nearest.h"
#include "support/text.h"

namespace pycu::sema {

static Operand unknown_function(Lowering& ctx, const std::string& path, const syntax::Call& call);
static Operand call_atomic(Lowering& ctx, const std::string& path, const syntax::Call& call,
                           Range range);
static Operand atomic_place(Lowering& ctx, const Operand& array, ExprId index_expr, Range range,
                            bool is_hint);

/// What numba.cuda has beside the tables: places in the grid, and memory.
static std::optional<Operand> call_cuda(Lowering& ctx, const std::string& path,
                                        const syntax::Call& call, Range range) {
    if (path == "numba.cuda.grid") {
        return grid(ctx, call, range, false);
    }
    if (path == "numba.cuda.gridsize") {
        return grid(ctx, call, range, true);
    }
    if (path == "numba.cuda.shared.array") {
        return declare_array(ctx, call, range, ir::DeclareArray::Space::Shared);
    }
    if (path == "numba.cuda.local.array") {
        return declare_array(ctx, call, range, ir::DeclareArray::Space::Local);
    }
    if (path == "numba.cuda.const.array_like") {
        return const_array_like(ctx, call, range);
    }
    if (path == "numba.cuda.cg.this_grid") {
        return takes(ctx, call, range, 0) ? known(Value{Dotted{"numba.cuda.cg.GridGroup"}})
                                          : error();
    }
    return std::nullopt;
}

Operand call_path(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range) {
    if (auto result = call_cuda(ctx, path, call, range)) {
        return *result;
    }
    if (path == "builtins.len") {
        return length(ctx, call, range);
    }
    if (path == "builtins.print") {
        return lower_print(ctx, call, range);
    }
    if (auto folded = fold(ctx, path, call, range)) {
        return *folded;
    }
    if (auto answer = static_call(ctx, path, call, range)) {
        return *answer;
    }
    if (path == "builtins.range") {
        return lower_range(ctx, call, range);
    }
    if (const auto* row = api::random_function(path)) {
        return call_random(ctx, *row, call, range);
    }
    if (api::takes_place(path)) {
        return call_atomic(ctx, path, call, range);
    }
    if (std::optional<Operand> result = call_with_output(ctx, path, call, range)) {
        return *result;
    }
    if (std::optional<Operand> result = call_array_function(ctx, path, call, range)) {
        return *result;
    }
    if (is_operator_function(path)) {
        return call_operator(ctx, path, call, range);
    }
    if (path == "builtins.pow") {
        const std::vector<Operand> args = arguments(ctx, call, range, {2, 2});
        return binary(ctx, BinaryOp::Pow, args[0], args[1], range);
    }
    if (path == "builtins.type") {
        const Operand of = arguments(ctx, call, range, {1, 1}).front();
        return poison_of(of) != nullptr
                   ? of
                   : known(Value{TypeObject{of.type, TypeObject::Kind::NumPy}});
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
        diagnostic.help("there is `" + join(similar, "`, `") + "`");
    }
    return error();
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
        return fail<Code::ArgumentCount>(ctx, range, written, most, call.args.size());
    }
    const Operand array = lower_value(ctx, call.args[0]);
    if (!array.type.is_array()) {
        return fail<Code::NotSubscriptable>(ctx, ctx.range(call.args[0]), call.args[0], array);
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

}  // namespace pycu::sema
