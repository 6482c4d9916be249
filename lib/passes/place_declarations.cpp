// Where variables are declared: at the statement that sets them first, where that is possible, else
// in front of the first statement that mentions them, in the innermost block around all mentions.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

constexpr std::uint32_t no_block = 0xffffffff;

/// A block, by number, where its statement stands in the parent, and how deep.
struct BlockInfo {
    std::uint32_t parent = no_block, index = 0, depth = 0;
    bool is_loop_body = false;
};

/// A statement: the block and the index in it.
struct Spot {
    std::uint32_t block = no_block, index = 0;
};

/// All mentions of a local.
struct Mentions {
    Spot scope;  ///< the innermost block around all, and the first statement there that has one
    int sets = 0;
    bool is_counter = false;
    bool is_of_while = false;  ///< While::counter
    bool exists = false;
};

class Declarations {
  public:
    Declarations(const TypeTable& types, ir::Function& function)
        : types_(types), function_(function) {}

    void run() {
        name_unused_targets();
        scan();
        if (merge_same_variables()) {
            scan();
        }
        split_unpacking();
        scan();
        place();
    }

  private:
    void scan() {
        blocks_.clear();
        stmts_.clear();
        header_reads_.clear();
        mentions_.assign(function_.locals.size(), {});
        block(function_.body, no_block, 0, false);
    }

    void block(const ir::Block& body, std::uint32_t parent, std::uint32_t index, bool is_loop) {
        const auto number = std::uint32_t(blocks_.size());
        const std::uint32_t depth = parent == no_block ? 0 : blocks_[parent].depth + 1;
        blocks_.push_back({parent, index, depth, is_loop});
        stmts_.push_back(body);
        for (std::uint32_t i = 0; i < body.size(); ++i) {
            stmt(function_.stmts[body[i]], {number, i});
        }
    }

    void stmt(const ir::Stmt& stmt, Spot spot) {
        ir::for_each_expr(stmt, [&](const ir::ExprId& id) {
            ir::for_each_read(function_, id, [&](ir::LocalId local) { mention(local, spot); });
        });
        const ir::LocalId target = ir::loop_target(stmt);
        if (target.valid()) {
            mentions_[target.index].is_counter = true;
            // The header's variable lives as long as the body; its `else` is gone by now.
            const auto body = std::uint32_t(blocks_.size());
            if (const auto* range = stmt.get<ir::ForRange>()) {
                read_in_header(*range, body);
            }
            ir::for_each_block(stmt, [&](const ir::Block& inner) {
                if (!inner.empty() || blocks_.size() == body) {
                    block(inner, spot.block, spot.index, true);
                }
            });
            set(target, {body, 0});
            return;
        }
        ir::for_each_target(stmt, [&](ir::LocalId local) { set(local, spot); });
        const auto* loop = stmt.get<ir::While>();
        const bool is_loop = loop != nullptr;
        if (is_loop && loop->counter.valid()) {
            mentions_[loop->counter.index].is_of_while = true;
        }
        ir::for_each_block(
            stmt, [&](const ir::Block& inner) { block(inner, spot.block, spot.index, is_loop); });
    }

    /// What a C++ loop reads again before each round of its body.
    void read_in_header(const ir::ForRange& loop, std::uint32_t body) {
        for (const ir::ExprId operand : {loop.stop, loop.step}) {
            ir::for_each_read(function_, operand, [&](ir::LocalId local) {
                header_reads_.insert({local.index, body});
            });
        }
    }

    void set(ir::LocalId local, Spot spot) {
        mention(local, spot);
        ++mentions_[local.index].sets;
    }

    void mention(ir::LocalId local, Spot spot) {
        Mentions& all = mentions_[local.index];
        all.scope = all.exists ? common(all.scope, spot) : spot;
        all.exists = true;
    }

    /// The innermost block around two statements, and the first statement in it that has one.
    Spot common(Spot a, Spot b) const {
        while (a.block != b.block) {
            Spot& deeper = blocks_[a.block].depth > blocks_[b.block].depth ? a : b;
            deeper = {blocks_[deeper.block].parent, blocks_[deeper.block].index};
        }
        return {a.block, std::min(a.index, b.index)};
    }

    bool is_plain_variable(ir::LocalId id) const {
        const ir::Local& local = function_.locals[id];
        return (local.kind == ir::Local::Kind::Variable ||
                local.kind == ir::Local::Kind::Parameter) &&
               types_.places(local.type) == 0 && !mentions_[id.index].is_counter &&
               !mentions_[id.index].is_of_while;
    }

    /// `x = 1; f(x); x = 2; g(x)`: sema has two variables, Python one name for both.
    bool merge_same_variables() {
        std::map<std::pair<std::string, std::uint32_t>, std::vector<ir::LocalId>> groups;
        for (std::uint32_t i = 0; i < function_.locals.size(); ++i) {
            const ir::Local& local = function_.locals[ir::LocalId{i}];
            const bool is_param = local.kind == ir::Local::Kind::Parameter;
            if (is_plain_variable({i}) && (mentions_[i].exists || is_param)) {
                groups[{local.name, local.type.bits()}].push_back({i});
            }
        }
        std::vector<std::uint32_t> merged(function_.locals.size());
        for (std::uint32_t i = 0; i < merged.size(); ++i) {
            merged[i] = i;
        }
        bool any = false;
        for (auto& [key, group] : groups) {
            any = merge_group(group, merged) || any;
        }
        if (any) {
            rename(merged);
        }
        return any;
    }

    /// Outer scopes come first: a variable joins one in a block around its own.
    bool merge_group(std::vector<ir::LocalId>& group, std::vector<std::uint32_t>& merged) {
        std::ranges::stable_sort(group, {}, [&](ir::LocalId id) { return depth_of(id); });
        std::map<std::uint32_t, ir::LocalId> by_block;
        bool any = false;
        for (const ir::LocalId id : group) {
            const ir::LocalId around = joined(id, by_block);
            if (around.valid()) {
                merge(around, id, merged);
                any = true;
            } else {
                by_block[block_of(id)] = id;
            }
        }
        return any;
    }

    /// The variable in a block around this one's; none where a loop between them still reads it.
    ir::LocalId joined(ir::LocalId id, const std::map<std::uint32_t, ir::LocalId>& by_block) const {
        std::uint32_t last = block_of(id);
        while (last != no_block && !by_block.contains(last)) {
            last = blocks_[last].parent;
        }
        for (std::uint32_t b = block_of(id); last != no_block && b != last; b = blocks_[b].parent) {
            if (header_reads_.contains({by_block.at(last).index, b})) {
                return {};
            }
        }
        return last == no_block ? ir::LocalId{} : by_block.at(last);
    }

    std::uint32_t block_of(ir::LocalId id) const {
        const bool is_param = function_.locals[id].kind == ir::Local::Kind::Parameter;
        return is_param ? 0 : mentions_[id.index].scope.block;
    }

    /// Parameters come before what stands in the function's own block.
    std::uint32_t depth_of(ir::LocalId id) const {
        const bool is_param = function_.locals[id].kind == ir::Local::Kind::Parameter;
        return is_param ? 0 : blocks_[block_of(id)].depth + 1;
    }

    void merge(ir::LocalId into, ir::LocalId from, std::vector<std::uint32_t>& merged) {
        merged[from.index] = into.index;
        for (auto read = header_reads_.lower_bound({from.index, 0});
             read != header_reads_.end() && read->first == from.index; ++read) {
            header_reads_.insert({into.index, read->second});
        }
        ir::Local& kept = function_.locals[into];
        const ir::Local& gone = function_.locals[from];
        kept.may_be_unset = kept.may_be_unset || gone.may_be_unset;
        const Mentions& other = mentions_[from.index];
        Mentions& all = mentions_[into.index];
        all.scope = !all.exists    ? other.scope
                    : other.exists ? common(all.scope, other.scope)
                                   : all.scope;
        all.exists = all.exists || other.exists;
    }

    void rename(const std::vector<std::uint32_t>& merged) {
        const auto to = [&](ir::LocalId& local) { local = ir::LocalId{merged[local.index]}; };
        for (ir::Expr& expr : function_.exprs) {
            if (auto* read = expr.get<ir::Read>()) {
                to(read->local);
            }
        }
        for (ir::Stmt& stmt : function_.stmts) {
            if (!ir::loop_target(stmt).valid()) {
                ir::for_each_target(stmt, to);
            }
        }
    }

    /// A structured binding names all items: those that nobody reads, too.
    void name_unused_targets() {
        for (std::uint32_t i = 0; i < function_.stmts.size(); ++i) {
            auto* unpack = function_.get<ir::Unpack>(ir::StmtId{i});
            for (std::size_t k = 0; unpack != nullptr && k < unpack->targets.size(); ++k) {
                if (!unpack->targets[k].valid()) {
                    const Range range = function_.stmts[ir::StmtId{i}].range;
                    const Type type = types_.items(function_.exprs[unpack->value].type)[k];
                    unpack->targets[k] = add_temporary(function_, "unused", type, range);
                }
            }
        }
    }

    bool sets_first(ir::LocalId local, const Spot& spot, ir::StmtId id) const {
        const Mentions& all = mentions_[local.index];
        if (function_.locals[local].kind == ir::Local::Kind::Parameter ||
            all.scope.block != spot.block || all.scope.index != spot.index) {
            return false;
        }
        bool reads = false;
        ir::for_each_expr(function_.stmts[id], [&](const ir::ExprId& expr) {
            ir::for_each_read(function_, expr,
                              [&](ir::LocalId one) { reads = reads || one == local; });
        });
        return !reads;
    }

    /// x, y = f(a) where x is declared: a new name for the item, and `x = next_x` behind it.
    void split_unpacking() {
        std::map<std::uint32_t, ir::Block> behind;
        for (std::uint32_t b = 0; b < stmts_.size(); ++b) {
            for (std::uint32_t i = 0; i < stmts_[b].size(); ++i) {
                const ir::StmtId id = stmts_[b][i];
                if (!function_.is<ir::Unpack>(id)) {
                    continue;
                }
                std::vector<ir::LocalId> targets =
                    std::get<ir::Unpack>(function_.stmts[id].as).targets;
                for (ir::LocalId& target : targets) {
                    const bool is_twice = std::ranges::count(targets, target) > 1;
                    if (!sets_first(target, {b, i}, id) || is_twice) {
                        behind[id.index].push_back(split_target(target, id));
                    }
                }
                auto& unpack = std::get<ir::Unpack>(function_.stmts[id].as);
                unpack.targets = std::move(targets);
                unpack.declares = true;
            }
        }
        if (behind.empty()) {
            return;
        }
        rewrite_blocks(function_, [&](ir::StmtId id, ir::Block& out) {
            out.push_back(id);
            if (const auto found = behind.find(id.index); found != behind.end()) {
                out.insert(out.end(), found->second.begin(), found->second.end());
            }
        });
    }

    ir::StmtId split_target(ir::LocalId& target, ir::StmtId stmt) {
        const Range range = function_.stmts[stmt].range;
        const Type type = function_.locals[target].type;
        const std::string name = "next_" + function_.locals[target].name;
        const ir::LocalId item = add_temporary(function_, name, type, range);
        const ir::ExprId read = add_expr(function_, type, range, ir::Read{item});
        const ir::LocalId kept = std::exchange(target, item);
        return add_stmt(function_, range, ir::Assign{.target = kept, .value = read});
    }

    void place() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, ir::Block> before;
        for (std::uint32_t i = 0; i < mentions_.size(); ++i) {
            ir::Local& local = function_.locals[ir::LocalId{i}];
            const Mentions& all = mentions_[i];
            local.is_const = all.sets == 0;
            const bool is_declared_elsewhere = local.kind == ir::Local::Kind::Parameter ||
                                               local.kind == ir::Local::Kind::SharedArray ||
                                               local.kind == ir::Local::Kind::LocalArray;
            if (!all.exists || is_declared_elsewhere || all.is_counter) {
                continue;
            }
            place_one({i}, before);
        }
        insert(before);
    }

    void place_one(ir::LocalId id,
                   std::map<std::pair<std::uint32_t, std::uint32_t>, ir::Block>& before) {
        Spot spot = mentions_[id.index].scope;
        const bool keeps_zero = function_.locals[id].may_be_unset;
        if (keeps_zero) {
            spot = outside_loops(spot);
        }
        const ir::StmtId first = stmts_[spot.block][spot.index];
        auto* assign = function_.get<ir::Assign>(first);
        if (assign != nullptr && assign->target == id && sets_first(id, spot, first)) {
            assign->declares = true;
            function_.locals[id].is_const = mentions_[id.index].sets == 1;
            return;
        }
        const auto* unpack = function_.get<ir::Unpack>(first);
        if (unpack != nullptr && std::ranges::count(unpack->targets, id) > 0) {
            function_.locals[id].is_const = mentions_[id.index].sets == 1;
            return;  // split_unpacking has seen to it
        }
        const Range range = function_.stmts[first].range;
        before[{spot.block, spot.index}].push_back(add_stmt(function_, range, ir::Declare{id}));
    }

    /// The outermost loop around the statement, or the statement itself.
    Spot outside_loops(Spot spot) const {
        Spot result = spot;
        for (std::uint32_t b = spot.block; b != no_block; b = blocks_[b].parent) {
            if (blocks_[b].is_loop_body) {
                result = {blocks_[b].parent, blocks_[b].index};
            }
        }
        return result;
    }

    void insert(const std::map<std::pair<std::uint32_t, std::uint32_t>, ir::Block>& before) {
        if (before.empty()) {
            return;
        }
        std::map<std::uint32_t, const ir::Block*> by_stmt;
        for (const auto& [spot, declarations] : before) {
            by_stmt[stmts_[spot.first][spot.second].index] = &declarations;
        }
        rewrite_blocks(function_, [&](ir::StmtId id, ir::Block& out) {
            if (const auto found = by_stmt.find(id.index); found != by_stmt.end()) {
                move_comments(function_, id, found->second->front());
                out.insert(out.end(), found->second->begin(), found->second->end());
            }
            out.push_back(id);
        });
    }

    const TypeTable& types_;
    ir::Function& function_;
    std::vector<BlockInfo> blocks_;
    std::vector<ir::Block> stmts_;
    std::vector<Mentions> mentions_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> header_reads_;  ///< a local, a loop's body
};

}  // namespace

void place_declarations(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        Declarations(module.types, function).run();
    }
}

}  // namespace pycu::passes
