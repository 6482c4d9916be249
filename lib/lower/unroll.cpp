// `for` over a tuple whose items have several types, and literal_unroll(): the body once an item.
//
// Each turn has versions of its own for what the body assigns, since `x` may be an int in one turn
// and a float in the next; what lives from turn to turn meets in the phis of the loop's header.
#include <algorithm>
#include <set>

#include "lower/exprs.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "lower/versions.h"
#include "symbols/walk.h"

namespace pycu::sema {

/// Gives the versions that the body makes twins for one turn, once; the phis of the header then
/// have the twins of what came around as operands, too.
static void start_turn(Lowering& ctx, const syntax::For& s, StmtId id, std::size_t turn) {
    const auto [place, is_new] = ctx.turns.try_emplace({id.index, turn});
    if (is_new && turn > 0) {
        const Range range = ctx.tree.stmts[id].range;
        const auto in_body = [&](const Version& version) {
            return version.range.file == range.file && version.range.begin > range.begin &&
                   version.range.end <= range.end &&
                   version.range.begin >= ctx.range(s.target).begin;
        };
        const auto count = std::uint32_t(ctx.flow.versions.size());
        std::set<std::uint32_t> own;
        for (const auto& [name, version] : ctx.flow.defs) {
            if (version.index < count && in_body(ctx.flow.versions[version])) {
                own.insert(version.index);
            }
        }
        for (const auto* phis : {&ctx.flow.headers, &ctx.flow.joins}) {
            for (const auto& [stmt, list] : *phis) {
                const Range at = ctx.tree.stmts[StmtId{stmt}].range;
                for (const VersionId phi : list) {
                    if (stmt != id.index && at.begin > range.begin && at.end <= range.end) {
                        own.insert(phi.index);
                    }
                }
            }
        }
        auto& twins = place->second;
        for (const std::uint32_t one : own) {
            Version twin = ctx.flow.versions[VersionId{one}];
            twins[one] = ctx.flow.versions.add(std::move(twin));
        }
        const auto twin_of = [&](VersionId version) {
            const auto found = twins.find(version.index);
            return found == twins.end() ? version : found->second;
        };
        for (const auto& [one, twin] : twins) {
            for (VersionId& operand : ctx.flow.versions[twin].operands) {
                operand = twin_of(operand);
            }
        }
        for (const auto* phis : {&ctx.flow.headers, &ctx.flow.joins}) {
            const auto list = phis->find(id.index);
            for (const VersionId phi :
                 list != phis->end() ? list->second : std::vector<VersionId>{}) {
                const std::vector<VersionId> operands = ctx.flow.versions[phi].operands;
                for (const VersionId operand : operands) {
                    if (twins.contains(operand.index)) {
                        ctx.flow.versions[phi].operands.push_back(twins.at(operand.index));
                    }
                }
            }
        }
        ctx.versions.resize(ctx.flow.versions.size());
    }
    ctx.turn_versions = place->second;
}

void unroll(Lowering& ctx, const syntax::For& s, StmtId id, const std::vector<Operand>& items) {
    const Range range = ctx.tree.stmts[id].range;
    if (ctx.unroll_depth > 0 || symbols::leaves_turn(ctx.tree, s.body, symbols::Jump::Any) ||
        !s.orelse.empty()) {
        const char* const what =
            ctx.unroll_depth > 0 ? "an unrolled loop inside another one"
            : s.orelse.empty()   ? "`break` and `continue` in a loop over a tuple of several types"
                                 : "`else` of a loop over a tuple of several types";
        unsupported(ctx, first_line(ctx, range), what);
        return;
    }
    update_phis(ctx, ctx.flow.headers, id);
    ++ctx.unroll_depth;
    for (std::size_t turn = 0; turn < items.size(); ++turn) {
        ctx.peeked.clear();
        start_turn(ctx, s, id, turn);
        ctx.current_stmt = range;
        assign(ctx, s.target, items[turn], ctx.range(s.target));
        const ir::Block body = lower_block(ctx, s.body);
        ctx.out->insert(ctx.out->end(), body.begin(), body.end());
        ctx.turn_versions.clear();
        update_phis(ctx, ctx.flow.headers, id);
    }
    --ctx.unroll_depth;
    update_phis(ctx, ctx.flow.joins, id);
}

}  // namespace pycu::sema
