// Branches that neighbouring lanes of a warp take differently, time and again.
#include <algorithm>
#include <string>

#include "ir/visit.h"
#include "performance/notes.h"

namespace pycu::performance {

namespace {

/// Whether a block does what takes time: memory, calls, loops; or leaves the others behind.
bool has_work(const ir::Module& module, const ir::Function& function, const ir::Block& body) {
    bool found = false;
    ir::for_each_stmt(function, body, [&](ir::StmtId id) {
        const ir::Stmt& stmt = function.stmts[id];
        found = found || ir::is_loop(stmt) || ir::is_jump(stmt) || stmt.is<ir::Return>();
        ir::for_each_expr_of(function, stmt, [&](ir::ExprId part) {
            const ir::Expr& expr = function.exprs[part];
            const auto* row = expr.get<ir::Intrinsic>();
            found = found || expr.is<ir::Element>() || expr.is<ir::Call>() ||
                    (row != nullptr && !row->row->is_attribute()) || ir::has_effect(module, expr);
        });
    });
    return found;
}

}  // namespace

void tell_divergence(const ir::Module& module, const ir::Function& function, const ir::Stmt& branch,
                     const Lanes& condition, const BlockShape& block, diag::Sink& sink) {
    const auto* parts = branch.get<ir::If>();
    const auto truth = condition.values();
    if (parts == nullptr || !truth || !condition.varies()) {
        return;
    }
    int active = 0, changes = 0;
    for (std::size_t i = 0; i < warp_size; ++i) {
        active += (*truth)[i] != 0 ? 1 : 0;
        // of a narrow block a warp has several rows, whose ends are no matter
        const bool is_in_row = i % std::size_t(block.x()) != 0;
        changes += is_in_row && ((*truth)[i] != 0) != ((*truth)[i - 1] != 0) ? 1 : 0;
    }
    // one lane that writes for its warp, or a half of the warp, is meant
    const auto rows = int(warp_size / std::size_t(std::min<std::int64_t>(block.x(), warp_size)));
    const bool is_woven = changes >= 3 * std::max(rows, 1) && active > 1;
    const bool has_else = has_work(module, function, parts->orelse);
    if (!is_woven || (!has_else && !has_work(module, function, parts->body))) {
        return;
    }
    const Range range = function.exprs[parts->condition].range;
    auto& diagnostic =
        sink.report<diag::Code::LaneDivergence>(range, quoted(module, range), warp_size - active);
    diagnostic.note(has_else ? "the warp computes both sides, one after the other, and the other " +
                                   std::to_string(active) + " lanes are idle in the second"
                             : "the other " + std::to_string(active) +
                                   " lanes take as long as a whole warp would");
    diagnostic.help(
        "let neighbouring threads take the same side: "
        "`if cuda.threadIdx.x < cuda.blockDim.x // " +
        std::to_string(warp_size / std::min(active, warp_size - active)) +
        "`, with another index for the data");
}

}  // namespace pycu::performance
