// Variables of loops over threads: one loop's own, kept across barriers, or computed again.
#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "ir/visit.h"
#include "passes/region_parts.h"
#include "passes/rewrite.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

/// Threads of the largest block, and how much memory a kernel's kept variables may take.
constexpr std::int64_t max_threads = 1024;
constexpr std::int64_t max_kept_bytes = std::int64_t{1} << 17;
/// Nodes of an expression that is computed again instead of being kept, with what it reads.
constexpr int max_nodes = 24;

enum class Home { OwnLoop, Kept, Again };

class RegionVariables {
  public:
    RegionVariables(ir::Function& function, const Frame& frame, ir::Regions& regions)
        : function_(function),
          frame_(frame),
          regions_(regions),
          home_(function.locals.size(), Home::OwnLoop),
          assign_(function.locals.size()),
          array_(function.locals.size()),
          is_stable_(function.locals.size()) {}

    bool run() {
        collect(regions_.body);
        for (const ir::StmtId loop : loops_) {
            mentions_[loop.index] = mentions(std::get<ir::ForThreads>(function_.stmts[loop].as));
        }
        for (const ir::LocalId id : regions_.of_warps) {
            home_[id.index] = Home::Kept;
            kept_bytes_ += bytes(function_.locals[id].type);
            regions_.kept.push_back(id);
        }
        for (const auto& [loop, all] : mentions_) {
            for (const auto& [local, mention] : all) {
                if (!mention.is_declared && !place(ir::LocalId{local})) {
                    return false;
                }
            }
        }
        if (unpacks_kept_ || kept_bytes_ * max_threads > max_kept_bytes) {
            return false;
        }
        for (const ir::StmtId loop : loops_) {
            complete(loop);
        }
        drop_empty(regions_.body);
        return true;
    }

  private:
    struct Mention {
        bool is_declared = false;
        bool is_set = false;
    };
    using Mentions = std::map<std::uint32_t, Mention>;

    /// The loops over threads, what is declared right inside them, and the frame's counters.
    void collect(const ir::Block& block) {
        for (const ir::StmtId id : block) {
            const ir::Stmt& stmt = function_.stmts[id];
            if (const auto* loop = stmt.get<ir::ForThreads>()) {
                loops_.push_back(id);
                collect_declared(loop->body);
                continue;
            }
            const ir::LocalId counter = ir::loop_target(stmt);
            if (counter.valid()) {
                is_stable_[counter.index] = true;
            }
            ir::for_each_block(stmt, [&](const ir::Block& inner) { collect(inner); });
        }
    }

    void collect_declared(const ir::Block& body) {
        for (const ir::StmtId id : body) {
            const ir::Stmt& stmt = function_.stmts[id];
            if (const auto* assign = stmt.get<ir::Assign>();
                assign != nullptr && assign->declares) {
                assign_[assign->target.index] = id;
            } else if (const auto* array = stmt.get<ir::DeclareArray>()) {
                array_[array->array.index] = id;
            }
        }
    }

    Mentions mentions(const ir::ForThreads& loop) {
        Mentions all;
        ir::for_each_stmt(function_, loop.body, [&](ir::StmtId id) {
            const ir::Stmt& stmt = function_.stmts[id];
            const auto* assign = stmt.get<ir::Assign>();
            const auto* unpack = stmt.get<ir::Unpack>();
            const bool declares = (assign != nullptr && assign->declares) ||
                                  (unpack != nullptr && unpack->declares) ||
                                  ir::loop_target(stmt).valid();
            ir::for_each_target(stmt, [&](const ir::LocalId& target) {
                Mention& mention = all[target.index];
                mention.is_set = true;
                mention.is_declared = mention.is_declared || declares;
                if (unpack != nullptr) {
                    unpacked_.insert(target.index);
                }
            });
            if (const auto* declare = stmt.get<ir::Declare>()) {
                Mention& mention = all[declare->local.index];
                mention.is_declared = true;
                mention.is_set = mention.is_set || function_.locals[declare->local].may_be_unset;
            } else if (const auto* array = stmt.get<ir::DeclareArray>()) {
                all[array->array.index].is_declared = true;
            }
            ir::for_each_expr(stmt, [&](const ir::ExprId& expr) {
                ir::for_each_read(function_, expr, [&](ir::LocalId local) { all[local.index]; });
            });
        });
        std::erase_if(all, [&](const auto& one) { return frame_.is_of_block[one.first]; });
        return all;
    }

    /// Of a variable that a loop over threads mentions, and another one declares.
    bool place(ir::LocalId id) {
        if (home_[id.index] != Home::OwnLoop) {
            return true;
        }
        if (is_again(id)) {
            home_[id.index] = Home::Again;
            return true;
        }
        const ir::Local& local = function_.locals[id];
        std::int64_t count = 1;
        if (local.kind == ir::Local::Kind::LocalArray && array_[id.index].valid()) {
            const auto& array = std::get<ir::DeclareArray>(function_.stmts[array_[id.index]].as);
            count = std::accumulate(array.shape.begin(), array.shape.end(), std::int64_t{1},
                                    std::multiplies<>());
            if (array.alignment > 0 || count <= 0 || count > max_kept_bytes) {
                return false;
            }
        } else if (!local.type.is_scalar() || local.kind == ir::Local::Kind::Parameter) {
            return false;
        }
        const Type element = local.type.element_type();
        const bool is_number = element.is_bool() || element.is_integer() || element.is_float();
        if (!element.is_scalar() || (local.may_be_unset && !is_number)) {
            return false;
        }
        home_[id.index] = Home::Kept;
        unpacks_kept_ = unpacks_kept_ || unpacked_.contains(id.index);
        kept_bytes_ += count * bytes(element);
        regions_.kept.push_back(id);
        return true;
    }

    /// const int i = blockIdx.x * blockDim.x + threadIdx.x
    bool is_again(ir::LocalId id) { return nodes_again(id) <= max_nodes; }

    /// How many nodes it takes to compute a variable again; more than `max_nodes` for never.
    int nodes_again(ir::LocalId id) {
        if (nodes_again_.emplace(id.index, max_nodes + 1).second && function_.locals[id].is_const &&
            assign_[id.index].valid()) {
            const auto& assign = std::get<ir::Assign>(function_.stmts[assign_[id.index]].as);
            int nodes = 0;
            if (is_pure_value(function_, assign.value) && is_cheap(assign.value, nodes)) {
                nodes_again_[id.index] = nodes;
            }
        }
        return nodes_again_[id.index];
    }

    bool is_cheap(ir::ExprId id, int& nodes) {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* read = expr.get<ir::Read>()) {
            if (frame_.is_of_block[read->local.index]) {
                return is_stable(read->local);
            }
            nodes += nodes_again(read->local);
            return nodes <= max_nodes;
        }
        const auto* row = expr.get<ir::Intrinsic>();
        if (++nodes > max_nodes ||
            (row != nullptr && !row->row->is_attribute() && row->row->name != "builtins.min" &&
             row->row->name != "builtins.max")) {
            return false;
        }
        return !ir::any_operand(
            expr, [&](const ir::ExprId& operand) { return !is_cheap(operand, nodes); });
    }

    /// Whether the block's variable has one value from its declaration to the end of its scope.
    bool is_stable(ir::LocalId id) const {
        const ir::Local& local = function_.locals[id];
        return local.is_const || is_stable_[id.index] || local.kind == ir::Local::Kind::SharedArray;
    }

    /// Says what a loop over threads keeps and computes again, and lets it declare neither.
    void complete(ir::StmtId id) {
        ir::ForThreads loop = std::get<ir::ForThreads>(function_.stmts[id].as);
        std::set<std::uint32_t> done;
        for (const auto& [local, mention] : mentions_[id.index]) {
            if (home_[local] == Home::Kept) {
                loop.kept.push_back({ir::LocalId{local}, mention.is_set});
            } else if (home_[local] == Home::Again && !mention.is_declared) {
                compute_again(ir::LocalId{local}, mentions_[id.index], loop.again, done);
            }
        }
        ir::for_each_stmt(function_, loop.body, [&](ir::StmtId one) {
            const ir::Stmt& stmt = function_.stmts[one];
            loop.is_left = loop.is_left || ir::leaves_function(stmt);
        });
        regions_.has_leavers = regions_.has_leavers || loop.is_left;
        ir::Block body;
        for (const ir::StmtId one : loop.body) {
            add_without_declaration(one, body);
        }
        loop.body = std::move(body);
        function_.stmts[id].as = std::move(loop);
    }

    /// With what it is computed from, where the loop does not declare that itself.
    void compute_again(ir::LocalId local, const Mentions& mentions, ir::Block& again,
                       std::set<std::uint32_t>& done) {
        const auto mention = mentions.find(local.index);
        const bool is_here = mention != mentions.end() && mention->second.is_declared;
        if (is_here || !done.insert(local.index).second) {
            return;
        }
        const ir::Assign assign = std::get<ir::Assign>(function_.stmts[assign_[local.index]].as);
        std::vector<ir::LocalId> read;
        ir::for_each_read(function_, assign.value, [&](ir::LocalId one) { read.push_back(one); });
        for (const ir::LocalId one : read) {
            if (!frame_.is_of_block[one.index]) {
                compute_again(one, mentions, again, done);
            }
        }
        const Range range = function_.stmts[assign_[local.index]].range;
        again.push_back(add_stmt(function_, range, assign));
    }

    bool is_kept(ir::LocalId local) const { return home_[local.index] == Home::Kept; }

    void add_without_declaration(ir::StmtId id, ir::Block& body) {
        ir::Stmt stmt = function_.stmts[id];
        if (auto* assign = std::get_if<ir::Assign>(&stmt.as);
            assign != nullptr && assign->declares && is_kept(assign->target)) {
            assign->declares = false;
            body.push_back(function_.stmts.add(std::move(stmt)));
        } else if (const auto* declare = stmt.get<ir::Declare>();
                   declare != nullptr && is_kept(declare->local)) {
            if (function_.locals[declare->local].may_be_unset) {
                body.push_back(set_zero(declare->local, stmt.range));
            }
        } else if (const auto* array = stmt.get<ir::DeclareArray>();
                   array == nullptr || !is_kept(array->array)) {
            body.push_back(id);
        }
    }

    /// A variable that may be read before it is set then reads zero.
    ir::StmtId set_zero(ir::LocalId local, Range range) {
        const Type type = function_.locals[local].type;
        const ir::Number zero = type.is_bool()       ? ir::Number{false}
                                : type.is_float()    ? ir::Number{0.0}
                                : type.is_unsigned() ? ir::Number{std::uint64_t{0}}
                                                     : ir::Number{std::int64_t{0}};
        const ir::ExprId value = add_expr(function_, type, range, ir::Literal{zero});
        return add_stmt(function_, range, ir::Assign{.target = local, .value = value});
    }

    /// Loops over threads that only declared something are gone.
    void drop_empty(ir::Block& block) {
        std::erase_if(block, [&](ir::StmtId id) {
            const auto* loop = function_.get<ir::ForThreads>(id);
            return loop != nullptr && std::ranges::all_of(loop->body, [&](ir::StmtId one) {
                       return function_.is<ir::Nothing>(one);
                   });
        });
        for (const ir::StmtId id : block) {
            if (!function_.is<ir::ForThreads>(id)) {
                change_blocks(function_, id, [&](ir::Block& inner) { drop_empty(inner); });
            }
        }
    }

    ir::Function& function_;
    const Frame& frame_;
    ir::Regions& regions_;
    std::vector<Home> home_;
    std::vector<ir::StmtId> assign_;  ///< right inside a loop over threads, by local
    std::vector<ir::StmtId> array_;   ///< the same of local arrays
    std::vector<bool> is_stable_;     ///< the frame's counters
    std::map<std::uint32_t, int> nodes_again_;
    std::vector<ir::StmtId> loops_;
    std::map<std::uint32_t, Mentions> mentions_;
    std::set<std::uint32_t> unpacked_;
    bool unpacks_kept_ = false;
    std::int64_t kept_bytes_ = 0;
};

}  // namespace

bool place_region_variables(ir::Function& function, const Frame& frame, ir::Regions& regions) {
    return RegionVariables(function, frame, regions).run();
}

}  // namespace pycu::passes
