// Bottom-up: a barrier forgets what stands before it, branches add up, loops may have no turn.
#include "passes/stored_ways.h"

#include <algorithm>
#include <utility>

#include "ir/visit.h"

namespace pycu::passes {

const StoredWays::Way& StoredWays::of(ir::StmtId id) {
    if (const auto found = ways_.find(id.index); found != ways_.end()) {
        return found->second;
    }
    const ir::Stmt& stmt = function_.stmts[id];
    Way way;
    if (const auto* store = stmt.get<ir::Store>()) {
        const auto root = root_of_(store->place);
        way.stored.assign(root ? 1 : 0, root.value_or(0));
    } else if (ir::is_meeting(function_, stmt)) {
        way.is_free = false;
    } else if (stmt.is<ir::If>() || ir::is_loop(stmt)) {
        const bool is_loop = ir::is_loop(stmt);
        way.is_free = is_loop;
        ir::for_each_block(stmt, [&](const ir::Block& block) {
            const Way inner = is_loop && jumps(block) ? all_of(block) : of_block(block);
            way.stored.insert(way.stored.end(), inner.stored.begin(), inner.stored.end());
            way.is_free = way.is_free || inner.is_free;
        });
    }
    return ways_.emplace(id.index, std::move(way)).first->second;
}

StoredWays::Way StoredWays::of_block(const ir::Block& block) {
    Way way;
    for (const ir::StmtId id : block) {
        const Way& next = of(id);
        if (!next.is_free) {
            way.stored.clear();
            way.is_free = false;
        }
        way.stored.insert(way.stored.end(), next.stored.begin(), next.stored.end());
    }
    std::ranges::sort(way.stored);
    way.stored.erase(std::unique(way.stored.begin(), way.stored.end()), way.stored.end());
    return way;
}

/// All that is stored anywhere in it: a jump may pass over the barriers.
StoredWays::Way StoredWays::all_of(const ir::Block& block) const {
    Way way;
    ir::for_each_stmt(function_, block, [&](ir::StmtId id) {
        const auto* store = function_.get<ir::Store>(id);
        if (const auto root = store != nullptr ? root_of_(store->place) : std::nullopt) {
            way.stored.push_back(*root);
        }
    });
    return way;
}

bool StoredWays::jumps(const ir::Block& block) const {
    bool found = false;
    ir::for_each_stmt(function_, block,
                      [&](ir::StmtId id) { found = found || ir::is_jump(function_.stmts[id]); });
    return found;
}

}  // namespace pycu::passes
