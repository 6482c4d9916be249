// `for` over a tuple whose items have several types, and literal_unroll(): the body once an item.
//
// Each turn has versions of its own for what the body assigns, since `x` may be an int in one turn
// and a float in the next; what lives from turn to turn meets in the phis of the loop's header.
#include <algorithm>
#include <set>

#include "sema/body/body.h"
#include "symbols/walk.h"

namespace pycu::sema {

/// What `for x in ITER` goes over where that is a tuple to be unrolled: literal_unroll(t), or a
/// tuple of items of several types.
std::optional<syntax::ExprId> Body::unrolled_tuple(ExprId iter) {
    ExprId tuple = iter;
    bool is_asked = false;
    if (const auto* call = std::get_if<syntax::Call>(&tree_.exprs[iter].as)) {
        const Found callee = evaluator_.evaluate(call->func, decl_.scope);
        const auto* path = callee.value.get<Dotted>();
        is_asked = path != nullptr && path->path == "numba.cuda.literal_unroll" &&
                   std::holds_alternative<syntax::Name>(tree_.exprs[call->func].as) &&
                   call->args.size() == 1 && call->keywords.empty();
        if (!is_asked) {
            return std::nullopt;
        }
        tuple = call->args[0];
    }
    const auto* attribute = std::get_if<syntax::Attribute>(&tree_.exprs[tuple].as);
    const bool may_be_tuple = std::holds_alternative<syntax::Name>(tree_.exprs[tuple].as) ||
                              std::holds_alternative<syntax::Tuple>(tree_.exprs[tuple].as) ||
                              (attribute != nullptr && attribute->attr != "flat");
    if (!may_be_tuple) {
        return is_asked ? std::optional(tuple) : std::nullopt;
    }
    const std::size_t reported = sink_.all().size();
    Operand operand;
    forget(block_of([&] { operand = lower_value(tuple); }));
    if (!operand.is_value() || !operand.type.is_tuple()) {
        return is_asked && sink_.all().size() == reported ? std::optional(tuple) : std::nullopt;
    }
    const auto types = evaluator_.types().items(operand.type);
    const bool is_uniform =
        std::ranges::all_of(types, [&](Type type) { return type == types.front(); });
    return is_asked || !is_uniform ? std::optional(tuple) : std::nullopt;
}

/// Gives the versions that the body makes twins for one turn, once; the phis of the header then
/// have the twins of what came around as operands, too.
void Body::start_turn(const syntax::For& s, StmtId id, std::size_t turn) {
    const auto [place, is_new] = turns_.try_emplace({id.index, turn});
    if (is_new && turn > 0) {
        const Range range = tree_.stmts[id].range;
        const auto in_body = [&](const Version& version) {
            return version.range.file == range.file && version.range.begin > range.begin &&
                   version.range.end <= range.end &&
                   version.range.begin >= tree_.exprs[s.target].range.begin;
        };
        const auto count = std::uint32_t(flow_.versions.size());
        std::set<std::uint32_t> own;
        for (const auto& [name, version] : flow_.defs) {
            if (version.index < count && in_body(flow_.versions[version])) {
                own.insert(version.index);
            }
        }
        for (const auto* phis : {&flow_.headers, &flow_.joins}) {
            for (const auto& [stmt, list] : *phis) {
                const Range at = tree_.stmts[StmtId{stmt}].range;
                for (const VersionId phi : list) {
                    if (stmt != id.index && at.begin > range.begin && at.end <= range.end) {
                        own.insert(phi.index);
                    }
                }
            }
        }
        auto& twins = place->second;
        for (const std::uint32_t one : own) {
            Version twin = flow_.versions[VersionId{one}];
            twins[one] = flow_.versions.add(std::move(twin));
        }
        const auto twin_of = [&](VersionId version) {
            const auto found = twins.find(version.index);
            return found == twins.end() ? version : found->second;
        };
        for (const auto& [one, twin] : twins) {
            for (VersionId& operand : flow_.versions[twin].operands) {
                operand = twin_of(operand);
            }
        }
        for (const auto* phis : {&flow_.headers, &flow_.joins}) {
            const auto list = phis->find(id.index);
            for (const VersionId phi :
                 list != phis->end() ? list->second : std::vector<VersionId>{}) {
                const std::vector<VersionId> operands = flow_.versions[phi].operands;
                for (const VersionId operand : operands) {
                    if (twins.contains(operand.index)) {
                        flow_.versions[phi].operands.push_back(twins.at(operand.index));
                    }
                }
            }
        }
        versions_.resize(flow_.versions.size());
    }
    turn_versions_ = place->second;
}

/// True where the loop is one of these; it is lowered then.
bool Body::unroll(const syntax::For& s, StmtId id) {
    const std::optional<ExprId> over = unrolled_tuple(s.iter);
    if (!over) {
        return false;
    }
    const Range range = tree_.stmts[id].range;
    if (unroll_depth_ > 0 || symbols::leaves_turn(tree_, s.body, true) || !s.orelse.empty()) {
        const char* const what =
            unroll_depth_ > 0  ? "an unrolled loop inside another one"
            : s.orelse.empty() ? "`break` and `continue` in a loop over a tuple of several types"
                               : "`else` of a loop over a tuple of several types";
        unsupported(first_line(range), what);
        return true;
    }
    const Operand tuple = lower_value(*over);
    if (!tuple.is_value()) {
        return true;
    }
    if (!tuple.type.is_tuple()) {
        report<diag::Code::NotATuple>(tree_.exprs[*over].range, type_name(tuple.type));
        return true;
    }
    const std::vector<Operand> items = tuple_items(tuple, tree_.exprs[*over].range);
    update_phis(flow_.headers, id);
    ++unroll_depth_;
    for (std::size_t turn = 0; turn < items.size(); ++turn) {
        start_turn(s, id, turn);
        current_stmt_ = range;
        assign(s.target, items[turn], tree_.exprs[s.target].range);
        const ir::Block body = lower_block(s.body);
        out_->insert(out_->end(), body.begin(), body.end());
        turn_versions_.clear();
        update_phis(flow_.headers, id);
    }
    --unroll_depth_;
    update_phis(flow_.joins, id);
    return true;
}

}  // namespace pycu::sema
