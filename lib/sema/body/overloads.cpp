// Calls of intrinsics: the row of the tables that fits the operands. See operations.h.
#include "api/resolve.h"
#include "sema/body/operations.h"
#include "support/text.h"

namespace pycu::sema {

Operand Operations::intrinsic(const std::string& path, std::vector<Operand> args, Range range) {
    std::vector<Type> types;
    for (Operand& arg : args) {
        arg = plain(arg, range);
        types.push_back(arg.type);
    }
    const auto found = api::resolve(path, types, types_);
    if (const auto* refusal = std::get_if<api::Refusal>(&found)) {
        return refuse_intrinsic(path, *refusal, args, range);
    }
    const auto& resolution = std::get<api::Resolution>(found);
    ir::Intrinsic node{resolution.row, resolution.bound, {}};
    for (std::size_t i = 0; i < args.size(); ++i) {
        const bool is_place = i == 0 && resolution.row->takes_place();
        node.args.push_back(is_place ? args[i].ir : convert(args[i].ir, resolution.params[i]));
    }
    if (resolution.result.is_none()) {
        emit(current_stmt_, ir::Evaluate{add(resolution.result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    return value(resolution.result, range, std::move(node));
}

Operand Operations::refuse_intrinsic(const std::string& path, const api::Refusal& refusal,
                                     const std::vector<Operand>& args, Range range) {
    using Reason = api::Refusal::Reason;
    const std::string written = path.substr(path.find('.') + 1);
    std::vector<std::string> names;
    for (const Operand& arg : args) {
        names.push_back(type_name(arg.type));
    }
    switch (refusal.reason) {
        case Reason::Later:
            return unsupported(range, "`" + written + "(" + join(names, ", ") + ")`");
        case Reason::ArgumentCount:
            report<diag::Code::ArgumentCount>(range, written, refusal.expected,
                                              std::to_string(args.size()));
            return error();
        case Reason::UnknownName:
            report<diag::Code::NotADeviceFunction>(range, written);
            return error();
        case Reason::NoOverload:
            break;
    }
    auto& diagnostic = report<diag::Code::NoOverload>(range, written, join(names, ", "));
    if (path.starts_with("numba.cuda.syncthreads_") && args.size() == 1 &&
        args.front().type.is_bool()) {
        diagnostic.help("the predicate is an integer: write `" + written.substr(5) + "(int(...))`");
    }
    if (!refusal.available.empty()) {
        diagnostic.note("there is " + written + ": " + join(refusal.available, ", "));
    }
    return error();
}

}  // namespace pycu::sema
