// Calls of what has a path: intrinsics, builtins, and atomics with their places. See body.h.
#include <algorithm>

#include "api/resolve.h"
#include "sema/body/advice.h"
#include "sema/body/body.h"
#include "support/text.h"

namespace pycu::sema {

/// What numba.cuda has beside the tables: places in the grid, and memory.
std::optional<Operand> Body::call_cuda(const std::string& path, const syntax::Call& call,
                                       Range range) {
    if (path == "numba.cuda.grid") {
        return grid(call, range, false);
    }
    if (path == "numba.cuda.gridsize") {
        return grid(call, range, true);
    }
    if (path == "numba.cuda.shared.array") {
        return declare_array(call, range, ir::DeclareArray::Space::Shared);
    }
    if (path == "numba.cuda.local.array") {
        return declare_array(call, range, ir::DeclareArray::Space::Local);
    }
    if (path == "numba.cuda.const.array_like") {
        return const_array_like(call, range);
    }
    if (path == "numba.cuda.cg.this_grid") {
        if (!call.args.empty() || !call.keywords.empty()) {
            report<diag::Code::ArgumentCount>(range, text(call.func), "0",
                                              std::to_string(call.args.size()));
            return error();
        }
        return known(Value{Dotted{"numba.cuda.cg.GridGroup"}});
    }
    return std::nullopt;
}

Operand Body::call_path(const std::string& path, const syntax::Call& call, Range range) {
    if (auto result = call_cuda(path, call, range)) {
        return *result;
    }
    if (auto result = call_on_known(path, call, range)) {
        return *result;
    }
    if (path == "builtins.len") {
        return length(call, range);
    }
    if (path == "builtins.print") {
        return lower_print(call, range);
    }
    if (auto folded = fold(path, call, range)) {
        return *folded;
    }
    if (auto answer = static_call(path, call, range)) {
        return *answer;
    }
    if (path == "builtins.range") {
        return lower_range(call, range);
    }
    if (const auto* row = api::random_function(path)) {
        return call_random(*row, call, range);
    }
    if (api::takes_place(path)) {
        return call_atomic(path, call, range);
    }
    if (std::optional<Operand> result = call_with_output(path, call, range)) {
        return *result;
    }
    if (std::optional<Operand> result = call_array_function(path, call, range)) {
        return *result;
    }
    has_failed_args_ = true;
    if (is_operator_function(path)) {
        return call_operator(path, call, range);
    }
    if (path == "builtins.pow" || path == "builtins.type") {
        return call_builtin(path, call, range);
    }
    if (!api::is_known(path)) {
        return unknown_function(path, call);
    }
    const auto probe = api::resolve(path, {}, evaluator_.types());
    const auto* refusal = std::get_if<api::Refusal>(&probe);
    if (refusal != nullptr && refusal->reason == api::Refusal::Reason::Later) {
        return unsupported(tree_.exprs[call.func].range, "`" + text(call.func) + "`");
    }
    std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    return intrinsic(path, std::move(*args), range);
}

/// `pow(x, y)` is `x ** y`; `type(x)` is a type that can be called.
Operand Body::call_builtin(const std::string& path, const syntax::Call& call, Range range) {
    const bool is_pow = path == "builtins.pow";
    const std::optional<std::vector<Operand>> args = lower_args(call, text(call.func));
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (args->size() != (is_pow ? 2U : 1U)) {
        report<diag::Code::ArgumentCount>(range, text(call.func), is_pow ? "2" : "1",
                                          std::to_string(args->size()));
        return error();
    }
    if (is_pow) {
        return binary(BinaryOp::Pow, (*args)[0], (*args)[1], range);
    }
    return known(Value{TypeObject{args->front().type, TypeObject::Kind::NumPy}});
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

Operand Body::unknown_function(const std::string& path, const syntax::Call& call) {
    auto& diagnostic =
        report<diag::Code::NotADeviceFunction>(tree_.exprs[call.func].range, text(call.func));
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
            name = as_written(name, path, text(call.func));
        }
        diagnostic.help("there is `" + join(similar, "`, `") + "`");
    }
    return error();
}

/// `cuda.atomic.add(a, i, v)`, `cuda.ldcg(a, i)`: array and index are one argument, the place.
Operand Body::call_atomic(const std::string& path, const syntax::Call& call, Range range) {
    const bool has_index = !path.ends_with(".compare_and_swap");
    const std::string written = path.substr(path.find('.') + 1);
    if (!call.keywords.empty()) {
        return unsupported(call.keywords.front().range, "a keyword argument of `" + written + "`");
    }
    if (call.args.size() < (has_index ? 2U : 1U)) {
        const char* const most = path.starts_with("numba.cuda.ld") || !has_index ? "2" : "3";
        report<diag::Code::ArgumentCount>(range, written, most, std::to_string(call.args.size()));
        return error();
    }
    const Operand array = lower_value(call.args[0]);
    if (!array.is_value()) {
        return array;
    }
    if (!array.type.is_array()) {
        report<diag::Code::NotSubscriptable>(tree_.exprs[call.args[0]].range, text(call.args[0]),
                                             type_name(array.type));
        return error();
    }
    Operand place;
    if (has_index) {
        const bool is_hint = !path.starts_with("numba.cuda.atomic.");
        place = atomic_place(array, call.args[1], range, is_hint);
    } else {
        std::vector<Operand> zero(std::size_t(array.type.rank()), literal_int(0, range));
        place = make_element(array, zero, range);
    }
    if (!place.is_value()) {
        return place;
    }
    hold_place(place.ir);
    std::vector<Operand> args = {place};
    for (std::size_t i = has_index ? 2 : 1; i < call.args.size(); ++i) {
        const Operand arg = lower_value(call.args[i]);
        if (!arg.is_value()) {
            return arg;
        }
        args.push_back(arg);
    }
    return intrinsic(path, std::move(args), range);
}

/// Whether a load or store with a cache hint takes the index: integers of one type, a tuple of them
/// also for one dimension.
bool Body::is_hint_index(Type array, Type index) const {
    if (!index.is_tuple()) {
        return array.rank() == 1 && index.is_integer();
    }
    const auto items = evaluator_.types().items(index);
    return items.size() == std::size_t(array.rank()) && std::ranges::all_of(items, [&](Type item) {
               return item.is_integer() && item == items.front();
           });
}

/// The element of an atomic; any real number indexes, truncated to an integer.
Operand Body::atomic_place(const Operand& array, ExprId index_expr, Range range, bool is_hint) {
    Operand index = lower_value(index_expr);
    if (!index.is_value()) {
        return index;
    }
    const Range index_range = tree_.exprs[index_expr].range;
    const bool fits = is_hint ? is_hint_index(array.type, index.type)
                              : api::is_atomic_index(array.type, index.type, evaluator_.types());
    if (!fits) {
        report<diag::Code::BadIndex>(index_range, text(index_expr), type_name(index.type))
            .note("the array is `" + type_name(array.type) + "`");
        return error();
    }
    std::vector<Operand> at;
    if (index.type.is_tuple()) {
        for (std::size_t i = 0; i < evaluator_.types().items(index.type).size(); ++i) {
            at.push_back(tuple_item(index, i, index_range));
        }
    } else {
        at.push_back(index);
    }
    for (Operand& item : at) {
        if (!item.type.is_integer()) {
            item = converted(item, int64);
        }
    }
    return make_element(array, std::move(at), range);
}

}  // namespace pycu::sema
