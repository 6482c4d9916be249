// Calls of intrinsics: the row of the tables that fits the operands. See operations.h.
#include "api/resolve.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "support/text.h"

namespace pycu::sema {

static Operand refuse_intrinsic(Lowering& ctx, const std::string& path, const api::Refusal& refusal,
                                const std::vector<Operand>& args, Range range) {
    using Reason = api::Refusal::Reason;
    const std::string written = path.substr(path.find('.') + 1);
    std::vector<std::string> names;
    for (const Operand& arg : args) {
        names.push_back(type_name(ctx, arg.type));
    }
    switch (refusal.reason) {
        case Reason::Later:
            return unsupported(ctx, range, "`" + written + "(" + join(names, ", ") + ")`");
        case Reason::ArgumentCount:
            fail<Code::ArgumentCount>(ctx, range, written, refusal.expected, args.size());
            return error();
        case Reason::UnknownName:
            fail<Code::NotADeviceFunction>(ctx, range, written);
            return error();
        case Reason::NoOverload:
            break;
    }
    auto diagnostic = fail<Code::NoOverload>(ctx, range, written, join(names, ", "));
    if (path.starts_with("numba.cuda.syncthreads_") && args.size() == 1 &&
        args.front().type.is_bool()) {
        diagnostic.help("the predicate is an integer: write `" + written.substr(5) + "(int(...))`");
    }
    if (!refusal.available.empty()) {
        diagnostic.note("there is " + written + ": " + join(refusal.available, ", "));
    }
    return error();
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
    return value(ctx, resolution.result, range, std::move(node));
}

}  // namespace pycu::sema
