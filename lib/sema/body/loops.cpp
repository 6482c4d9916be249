// `for` over a range. See body.h.
#include "sema/body/body.h"
#include "support/match.h"
#include "types/operations.h"

namespace pycu::sema {

void Body::lower_for(const syntax::For& s, StmtId id) {
    if (unroll(s, id)) {
        return;
    }
    const std::optional<ir::ForRange> header = range_header(s);
    update_phis(flow_.headers, id);
    const auto* name = std::get_if<syntax::Name>(&tree_.exprs[s.target].as);
    if (name == nullptr && header) {
        report<diag::Code::UnpackCount>(tree_.exprs[s.target].range, type_name(range_type_), "1");
    }
    ir::ForRange loop = header.value_or(ir::ForRange{});
    const Type type = range_type_;
    const auto def = flow_.defs.find(s.target.index);
    if (name != nullptr && def != flow_.defs.end()) {
        Operand item = header ? Operand{} : error();
        if (header) {
            item.kind = Operand::Kind::Value;
            item.type = type;
        }
        set_version(current(def->second), item);
        if (header) {
            loop.target =
                local_of(current(def->second), versions_[current(def->second).index].type);
        }
    }
    loop.body = lower_block(s.body);
    update_phis(flow_.headers, id);
    loop.orelse = lower_block(s.orelse);
    update_phis(flow_.joins, id);
    if (!header || !loop.target.valid()) {
        return;
    }
    current_stmt_ = tree_.stmts[id].range;
    emit(current_stmt_, std::move(loop));
}

/// Start, stop and step of the range, in the type of the loop variable; nothing after a report.
std::optional<ir::ForRange> Body::range_header(const syntax::For& s) {
    const syntax::Expr& iter = tree_.exprs[s.iter];
    const auto* call = std::get_if<syntax::Call>(&iter.as);
    const Operand callee = call != nullptr ? lower(call->func) : Operand{};
    const auto* dotted = callee.get<Dotted>();
    if (call == nullptr || dotted == nullptr || dotted->path != "builtins.range") {
        const std::size_t before = sink_.count();
        const Operand iterable = call == nullptr ? lower(s.iter) : callee;
        if (iterable.kind != Operand::Kind::Error && sink_.count() == before) {
            unsupported(iter.range, "`for` over anything but `range(...)`");
        }
        return std::nullopt;
    }
    has_failed_args_ = true;
    std::optional<std::vector<Operand>> args = lower_args(*call, "range");
    if (!args) {
        return std::nullopt;
    }
    if (args->empty() || args->size() > 3) {
        report<diag::Code::ArgumentCount>(iter.range, "range", "1 to 3",
                                          std::to_string(args->size()));
        return std::nullopt;
    }
    std::vector<Type> types;
    bool all_scalars = true;
    for (const Operand& arg : *args) {
        types.push_back(arg.type);
        all_scalars = all_scalars && arg.type.is_scalar();
    }
    const std::optional<Type> type =
        all_scalars ? range_result(types, evaluator_.types()) : std::nullopt;
    if (!type) {
        report<diag::Code::NoOverload>(iter.range, "range", type_name(types.front()));
        return std::nullopt;
    }
    range_type_ = *type;
    const ir::ExprId one = convert(literal_int(1, iter.range).ir, *type);
    const ir::ExprId zero = convert(literal_int(0, iter.range).ir, *type);
    ir::ForRange loop;
    loop.start = args->size() > 1 ? convert((*args)[0].ir, *type) : zero;
    loop.stop = convert((*args)[args->size() > 1 ? 1 : 0].ir, *type);
    loop.step = args->size() > 2 ? convert((*args)[2].ir, *type) : one;
    if (args->size() > 2 && (*args)[2].is_literal) {
        const auto* step = (*args)[2].get<NumberValue>();
        const bool is_zero = std::visit([](auto v) { return v == 0; }, step->value);
        if (is_zero) {
            report<diag::Code::ZeroStep>(tree_.exprs[call->args[2]].range);
            return std::nullopt;
        }
    }
    return loop;
}

}  // namespace pycu::sema
