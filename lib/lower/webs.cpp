// From versions to variables. See webs.h.
#include "lower/webs.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "ir/visit.h"
#include "lower/nodes.h"

namespace pycu::sema {

namespace {

/// Arrays of one element and rank are one C++ type, whatever is known of their strides.
bool same_storage(Type a, Type b) {
    return a == b || (a.is_array() && b.is_array() && a.element_type() == b.element_type() &&
                      a.rank() == b.rank());
}

/// Whether `x += v` reads the variable that it sets, and not the one of an earlier type.
bool updates(const ir::Function& function, const ir::Assign& assign) {
    const auto inside = [&](ir::ExprId id) {
        const auto* cast = function.exprs[id].get<ir::Cast>();
        return cast == nullptr ? id : cast->value;
    };
    const auto* binary = function.exprs[inside(assign.value)].get<ir::Binary>();
    const auto* read =
        binary == nullptr ? nullptr : function.exprs[inside(binary->left)].get<ir::Read>();
    // two webs of one name may still become one variable
    return read != nullptr &&
           function.locals[read->local].name == function.locals[assign.target].name;
}

class Merger {
  public:
    Merger(ir::Function& function, const Flow& flow, const std::vector<WebVersion>& versions,
           const TypeTable& types)
        : function_(function),
          flow_(flow),
          versions_(versions),
          types_(types),
          parent_(versions.size()) {
        std::iota(parent_.begin(), parent_.end(), 0U);
    }

    void run() {
        unite_webs();
        find_copies();
        choose_locals();
        rewrite_block(function_.body);
        rename();
    }

  private:
    std::uint32_t find(std::uint32_t version) {
        while (parent_[version] != version) {
            parent_[version] = parent_[parent_[version]];
            version = parent_[version];
        }
        return version;
    }

    /// The name of a shared or local array stands for the array: no variable holds it.
    bool is_array_itself(std::uint32_t version) const {
        const ir::LocalId local = versions_[version].local;
        if (!local.valid()) {
            return false;
        }
        const ir::Local::Kind kind = function_.locals[local].kind;
        return kind == ir::Local::Kind::SharedArray || kind == ir::Local::Kind::LocalArray;
    }

    void unite_webs() {
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            const Version& version = flow_.versions[VersionId{i}];
            if (version.kind != Version::Kind::Phi || !version.is_read) {
                continue;
            }
            for (VersionId operand : version.operands) {
                const bool same = same_storage(versions_[operand.index].type, versions_[i].type);
                if (same && !is_array_itself(operand.index)) {
                    parent_[find(operand.index)] = find(i);
                }
            }
        }
    }

    /// For each version the webs that its value must be written to, beside its own: those of the
    /// phis that it reaches. A set grows backwards from the phis; it has few members, and grows no
    /// oftener.
    void find_copies() {
        copies_.resize(versions_.size());
        std::vector<std::uint32_t> grown;
        const auto grow = [&](VersionId operand, std::uint32_t web) {
            std::vector<std::uint32_t>& webs = copies_[operand.index];
            const auto place = std::ranges::lower_bound(webs, web);
            if (place == webs.end() || *place != web) {
                webs.insert(place, web);
                grown.push_back(operand.index);
            }
        };
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            const Version& version = flow_.versions[VersionId{i}];
            if (version.kind == Version::Kind::Phi && version.is_read) {
                std::ranges::for_each(version.operands, [&](VersionId id) { grow(id, find(i)); });
            }
        }
        while (!grown.empty()) {
            const std::uint32_t next = grown.back();
            grown.pop_back();
            const Version& version = flow_.versions[VersionId{next}];
            if (version.kind == Version::Kind::Phi && version.is_read) {
                const std::vector<std::uint32_t> webs = copies_[next];
                for (VersionId operand : version.operands) {
                    std::ranges::for_each(webs, [&](std::uint32_t web) { grow(operand, web); });
                }
            }
        }
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            std::erase(copies_[i], find(i));
        }
    }

    /// One local a web: the parameter's where it has one, else that of its first version.
    void choose_locals() {
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            const ir::LocalId local = versions_[i].local;
            if (local.valid()) {
                version_of_local_[local.index] = i;
            }
            const std::uint32_t web = find(i);
            if (local.valid() && !is_array_itself(i)) {
                const auto chosen = local_of_web_.find(web);
                const bool is_parameter =
                    function_.locals[local].kind == ir::Local::Kind::Parameter;
                if (chosen == local_of_web_.end() || is_parameter) {
                    local_of_web_[web] = local;
                }
            }
        }
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            const Version& version = flow_.versions[VersionId{i}];
            const std::uint32_t web = find(i);
            if (!local_of_web_.contains(web) && version.kind == Version::Kind::Phi &&
                version.is_read && !versions_[i].type.is_error()) {
                ir::Local local;
                local.name = flow_.variables[version.variable];
                local.type = versions_[i].type;
                local.range = version.range;
                local_of_web_[web] = function_.locals.add(std::move(local));
            }
        }
        for (std::uint32_t i = 0; i < versions_.size(); ++i) {
            const Version& version = flow_.versions[VersionId{i}];
            const auto chosen = local_of_web_.find(find(i));
            if (chosen != local_of_web_.end() && version.is_read && version.may_be_unset) {
                function_.locals[chosen->second].may_be_unset = true;
            }
        }
    }

    ir::StmtId copy(ir::LocalId from, std::uint32_t web, Range range) {
        const ir::LocalId target = local_of_web_.at(web);
        const Type type = function_.locals[from].type;
        const auto add = [&](Type of, Range at, decltype(ir::Expr::as) as) {
            return function_.exprs.add({of, at, std::move(as)});
        };
        const ir::ExprId read = add(type, range, ir::Read{from});
        const Type to = function_.locals[target].type;
        ir::Stmt stmt;
        stmt.range = range;
        stmt.as = ir::Assign{.target = target, .value = convert(function_, types_, read, to, add)};
        return function_.stmts.add(std::move(stmt));
    }

    /// The assignments to other webs that follow one to this version's local.
    std::vector<ir::StmtId> copies_after(ir::LocalId assigned, Range range) {
        std::vector<ir::StmtId> added;
        const auto version = version_of_local_.find(assigned.index);
        if (version == version_of_local_.end()) {
            return added;
        }
        const auto own = local_of_web_.find(find(version->second));
        const ir::LocalId from =
            is_array_itself(version->second) || own == local_of_web_.end() ? assigned : own->second;
        for (std::uint32_t web : copies_[version->second]) {
            if (local_of_web_.contains(web)) {
                added.push_back(copy(from, web, range));
            }
        }
        return added;
    }

    void rewrite_block(ir::Block& block) {
        ir::Block result;
        for (ir::StmtId id : block) {
            result.push_back(id);
            const Range range = function_.stmts[id].range;
            std::vector<ir::LocalId> assigned;
            if (const auto* assign = function_.stmts[id].get<ir::Assign>()) {
                assigned = {assign->target};
            } else if (const auto* unpack = function_.stmts[id].get<ir::Unpack>()) {
                assigned = unpack->targets;
            } else if (const auto* array = function_.stmts[id].get<ir::DeclareArray>()) {
                assigned = {array->array};
            }
            for (ir::LocalId local : assigned) {
                const std::vector<ir::StmtId> added =
                    local.valid() ? copies_after(local, range) : std::vector<ir::StmtId>{};
                result.insert(result.end(), added.begin(), added.end());
            }
            rewrite_inner_blocks(id);
        }
        block = std::move(result);
    }

    /// The blocks of a compound statement. Copies are added to the arena, which moves the
    /// statements, so each block is taken out, rewritten and put back.
    void rewrite_inner_blocks(ir::StmtId id) {
        std::vector<ir::Block> blocks;
        ir::for_each_block(function_.stmts[id],
                           [&](ir::Block& inner) { blocks.push_back(std::move(inner)); });
        for (ir::Block& inner : blocks) {
            rewrite_block(inner);
        }
        const ir::LocalId target = ir::loop_target(function_.stmts[id]);
        if (target.valid()) {
            const auto added = copies_after(target, function_.stmts[id].range);
            blocks.front().insert(blocks.front().begin(), added.begin(), added.end());
        }
        std::size_t next = 0;
        ir::for_each_block(function_.stmts[id],
                           [&](ir::Block& inner) { inner = std::move(blocks[next++]); });
    }

    /// Parameters that other webs start from, and reads and writes of each web's own local.
    void rename() {
        std::vector<ir::StmtId> first;
        for (ir::LocalId param : function_.params) {
            const auto added = copies_after(param, function_.locals[param].range);
            first.insert(first.end(), added.begin(), added.end());
        }
        function_.body.insert(function_.body.begin(), first.begin(), first.end());
        const auto renamed = [&](ir::LocalId local) {
            const auto version = version_of_local_.find(local.index);
            if (version == version_of_local_.end() || is_array_itself(version->second)) {
                return local;
            }
            const auto web = local_of_web_.find(find(version->second));
            return web == local_of_web_.end() ? local : web->second;
        };
        for (ir::Expr& expr : function_.exprs) {
            if (auto* read = expr.get<ir::Read>()) {
                read->local = renamed(read->local);
            }
        }
        for (ir::Stmt& stmt : function_.stmts) {
            ir::for_each_target(stmt, [&](ir::LocalId& target) { target = renamed(target); });
            if (auto* assign = stmt.get<ir::Assign>()) {
                assign->augmented = assign->augmented && updates(function_, *assign);
            }
        }
    }

    ir::Function& function_;
    const Flow& flow_;
    const std::vector<WebVersion>& versions_;
    const TypeTable& types_;
    std::vector<std::uint32_t> parent_;
    /// By definition: the roots of the webs of other types that it reaches.
    std::vector<std::vector<std::uint32_t>> copies_;
    std::unordered_map<std::uint32_t, std::uint32_t> version_of_local_;
    std::unordered_map<std::uint32_t, ir::LocalId> local_of_web_;
};

}  // namespace

void merge_webs(ir::Function& function, const Flow& flow, const std::vector<WebVersion>& versions,
                const TypeTable& types) {
    Merger(function, flow, versions, types).run();
}

}  // namespace pycu::sema
