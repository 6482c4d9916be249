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

/// What `for x in ITER` goes over where that is a tuple to be unrolled: literal_unroll(t), or a
/// tuple of items of several types.
static std::optional<syntax::ExprId> unrolled_tuple(Lowering& ctx, ExprId iter) {
    ExprId tuple = iter;
    bool is_asked = false;
    if (const auto* call = ctx.get<syntax::Call>(iter)) {
        const Found callee = ctx.evaluator.evaluate(call->func, ctx.decl.scope);
        const auto* path = callee.value.get<Dotted>();
        is_asked = path != nullptr && path->path == "numba.cuda.literal_unroll" &&
                   ctx.is<syntax::Name>(call->func) && call->args.size() == 1 &&
                   call->keywords.empty();
        if (!is_asked) {
            return std::nullopt;
        }
        tuple = call->args[0];
    }
    const auto* attribute = ctx.get<syntax::Attribute>(tuple);
    const bool may_be_tuple = ctx.is<syntax::Name>(tuple) || ctx.is<syntax::Tuple>(tuple) ||
                              (attribute != nullptr && attribute->attr != "flat");
    if (!may_be_tuple) {
        return is_asked ? std::optional(tuple) : std::nullopt;
    }
    const std::size_t reported = ctx.sink.all().size();
    Operand operand;
    without_effects(ctx, [&] { block_of(ctx, [&] { operand = lower_value(ctx, tuple); }); });
    if (!operand.is_value() || !operand.type.is_tuple()) {
        return is_asked && ctx.sink.all().size() == reported ? std::optional(tuple) : std::nullopt;
    }
    const auto types = ctx.types.items(operand.type);
    const bool is_uniform =
        std::ranges::all_of(types, [&](Type type) { return type == types.front(); });
    return is_asked || !is_uniform ? std::optional(tuple) : std::nullopt;
}

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

/// True where the loop is one of these; it is lowered then.
bool unroll(Lowering& ctx, const syntax::For& s, StmtId id) {
    const std::optional<ExprId> over = unrolled_tuple(ctx, s.iter);
    if (!over) {
        return false;
    }
    const Range range = ctx.tree.stmts[id].range;
    if (ctx.unroll_depth > 0 || symbols::leaves_turn(ctx.tree, s.body, symbols::Jump::Any) ||
        !s.orelse.empty()) {
        const char* const what =
            ctx.unroll_depth > 0 ? "an unrolled loop inside another one"
            : s.orelse.empty()   ? "`break` and `continue` in a loop over a tuple of several types"
                                 : "`else` of a loop over a tuple of several types";
        unsupported(ctx, first_line(ctx, range), what);
        return true;
    }
    const Operand tuple = lower_value(ctx, *over);
    if (!tuple.is_value()) {
        return true;
    }
    if (!tuple.type.is_tuple()) {
        fail<Code::NotATuple>(ctx, ctx.range(*over), tuple);
        return true;
    }
    const std::vector<Operand> items = tuple_items(ctx, tuple, ctx.range(*over));
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
    return true;
}

}  // namespace pycu::sema
