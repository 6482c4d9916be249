// Reads what statements add to sys.path. See search_path.h.
#include "driver/search_path.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "symbols/walk.h"
#include "values/certain_imports.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using syntax::ExprId;
using Folder = std::optional<fs::path>;

namespace {

/// Names that stand for names that stand for names.
constexpr int most_steps = 64;

constexpr std::string_view keeping[] = {"abspath", "realpath", "normpath", "fspath",
                                        "str",     "Path",     "PurePath", "PosixPath"};
constexpr std::string_view keeping_methods[] = {"resolve", "absolute", "as_posix", "__str__"};

class PathReader {
  public:
    PathReader(const syntax::Tree& tree, const syntax::Module& module, const fs::path& file)
        : tree_(tree), file_(file) {
        for (const syntax::StmtId id : module.body) {
            const auto* assign = tree.stmts[id].get<syntax::Assign>();
            const auto* name = assign != nullptr && assign->targets.size() == 1
                                   ? tree.exprs[assign->targets[0]].get<syntax::Name>()
                                   : nullptr;
            if (name != nullptr) {
                const bool is_new = names_.emplace(name->id, assign->value).second;
                names_[name->id] = is_new ? assign->value : ExprId{};
            }
        }
    }

    /// `is_certain`: it runs in any case.
    void read(const syntax::Stmt& stmt, bool is_certain) {
        steps_ = 0;
        const std::size_t before = made_.before.size();
        read(stmt);
        made_.is_unsure |= made_.before.size() != before && (!is_certain || has_imported_);
        const auto* import = stmt.get<syntax::Import>();
        const auto* from = stmt.get<syntax::ImportFrom>();
        has_imported_ |= (from != nullptr && !is_of_python(from->module)) ||
                         (import != nullptr &&
                          !std::ranges::all_of(import->names, is_of_python, &syntax::Alias::name));
    }

    PathChanges made() { return std::move(made_); }

  private:
    static bool is_of_python(std::string_view module) { return sema::is_always_there(module); }

    void read(const syntax::Stmt& stmt) {
        if (const auto* expression = stmt.get<syntax::ExprStmt>()) {
            if (const auto* call = tree_.exprs[expression->value].get<syntax::Call>()) {
                read_call(*call);
            }
        } else if (const auto* add = stmt.get<syntax::AugAssign>()) {
            if (is_sys_path(add->target)) {
                add_all(add->value, made_.behind);
            }
        } else if (const auto* assign = stmt.get<syntax::Assign>()) {
            for (const ExprId target : assign->targets) {
                const auto* part = tree_.exprs[target].get<syntax::Subscript>();
                if (is_sys_path(part != nullptr ? part->value : target)) {
                    made_.is_unsure |= !add_all(assign->value, made_.before);
                }
            }
        } else if (stmt.is<syntax::Delete>()) {
            made_.is_unsure = true;
        }
    }

    bool is_sys_path(ExprId id) const {
        const auto* attribute = tree_.exprs[id].get<syntax::Attribute>();
        const auto* name = attribute != nullptr && attribute->attr == "path"
                               ? tree_.exprs[attribute->value].get<syntax::Name>()
                               : nullptr;
        return name != nullptr && name->id == "sys";
    }

    void read_call(const syntax::Call& call) {
        const auto* method = tree_.exprs[call.func].get<syntax::Attribute>();
        if (method == nullptr || !is_sys_path(method->value)) {
            return;
        }
        const bool is_added = method->attr == "append" || method->attr == "extend";
        made_.is_unsure |= !is_added && (method->attr != "insert" || call.args.size() != 2);
        if (call.args.empty()) {
            return;
        }
        const Folder folder = path_of(call.args.back());
        if (method->attr == "insert" && folder) {
            made_.before.insert(made_.before.begin(), *folder);
        } else if (method->attr == "insert") {
            made_.is_unsure = true;
        } else if (method->attr == "append" && folder) {
            made_.behind.push_back(*folder);
        } else if (method->attr == "extend") {
            add_all(call.args[0], made_.behind);
        }
    }

    bool add_all(ExprId list, std::vector<fs::path>& to) {
        if (const auto* sum = tree_.exprs[list].get<syntax::BinOp>()) {
            add_all(sum->left, to);
            return false;  // what else it has, nobody knows
        }
        const auto* all = syntax::elements(tree_.exprs[list]);
        if (all == nullptr) {
            return false;
        }
        for (const ExprId one : *all) {
            const Folder folder = path_of(one);
            if (!folder) {
                return false;
            }
            to.push_back(*folder);
        }
        return true;
    }

    Folder path_of(ExprId id) {
        if (++steps_ > most_steps) {
            return std::nullopt;
        }
        const syntax::Expr& expr = tree_.exprs[id];
        if (const auto* constant = expr.get<syntax::Constant>()) {
            const auto* text = std::get_if<std::string>(&constant->value);
            return text != nullptr ? Folder(*text) : std::nullopt;
        }
        if (const auto* name = expr.get<syntax::Name>()) {
            const auto found = names_.find(name->id);
            const bool is_one = found != names_.end() && found->second;
            return name->id == "__file__" ? Folder(file_)
                   : is_one               ? path_of(found->second)
                                          : std::nullopt;
        }
        if (const auto* both = expr.get<syntax::BinOp>()) {
            const Folder left = both->op == BinaryOp::Add ? path_of(both->left) : std::nullopt;
            const Folder right = left ? path_of(both->right) : std::nullopt;
            return both->op == BinaryOp::Div ? joined({both->left, both->right})
                   : right                   ? Folder(left->string() + right->string())
                                             : std::nullopt;
        }
        if (const auto* attribute = expr.get<syntax::Attribute>()) {
            return attribute->attr == "pardir"   ? Folder("..")
                   : attribute->attr == "curdir" ? Folder(".")
                   : attribute->attr == "parent" ? above(path_of(attribute->value), 1)
                                                 : std::nullopt;
        }
        if (const auto* subscript = expr.get<syntax::Subscript>()) {
            return one_of_parents(*subscript);
        }
        const auto* call = expr.get<syntax::Call>();
        return call != nullptr ? called(*call) : std::nullopt;
    }

    /// `path.parents[k]`
    Folder one_of_parents(const syntax::Subscript& subscript) {
        if (is_sys_path(subscript.value)) {
            return file_.parent_path();
        }
        const auto* of = tree_.exprs[subscript.value].get<syntax::Attribute>();
        const auto* index = tree_.exprs[subscript.slice].get<syntax::Constant>();
        const auto* number =
            index != nullptr ? std::get_if<syntax::Integer>(&index->value) : nullptr;
        const auto count = number != nullptr ? number->value() : std::nullopt;
        const bool is_one = of != nullptr && of->attr == "parents" && count && *count < most_steps;
        return is_one ? above(path_of(of->value), int(*count) + 1) : std::nullopt;
    }

    Folder called(const syntax::Call& call) {
        const auto* method = tree_.exprs[call.func].get<syntax::Attribute>();
        const auto* plain = tree_.exprs[call.func].get<syntax::Name>();
        if (!call.keywords.empty() || (method == nullptr && plain == nullptr)) {
            return std::nullopt;
        }
        const std::string& name = method != nullptr ? method->attr : plain->id;
        const bool is_one = call.args.size() == 1;
        if (name == "getcwd" || name == "cwd") {
            return Folder("");
        }
        if (name == "dirname") {
            return is_one ? above(path_of(call.args[0]), 1) : std::nullopt;
        }
        if (is_one && std::ranges::count(keeping, name) != 0) {
            return path_of(call.args[0]);
        }
        if (method != nullptr && std::ranges::count(keeping_methods, name) != 0) {
            return path_of(method->value);
        }
        std::vector<ExprId> parts = call.args;
        if (method != nullptr && name == "joinpath") {
            parts.insert(parts.begin(), method->value);
        }
        return name == "join" || name == "joinpath" ? joined(parts) : std::nullopt;
    }

    Folder joined(const std::vector<ExprId>& parts) {
        fs::path all;
        for (const ExprId part : parts) {
            const Folder one = path_of(part);
            if (!one) {
                return std::nullopt;
            }
            all /= *one;
        }
        return all;
    }

    /// `..` of a relative path is the folder above where the program is started.
    static Folder above(const Folder& path, int folders) {
        if (!path) {
            return std::nullopt;
        }
        fs::path at = path->lexically_normal();
        for (int k = 0; k < folders; ++k) {
            at = at.has_filename() ? at.parent_path() : at / "..";
        }
        return at;
    }

    const syntax::Tree& tree_;
    const fs::path& file_;
    std::unordered_map<std::string, ExprId> names_;  // not valid: assigned more than once
    PathChanges made_;
    bool has_imported_ = false;
    int steps_ = 0;
};

}  // namespace

PathChanges path_changes(const syntax::Tree& tree, const syntax::Module& module,
                         const fs::path& file) {
    PathReader reader(tree, module, file);
    std::unordered_set<const syntax::Stmt*> certain;
    for (const syntax::StmtId id : module.body) {
        certain.insert(&tree.stmts[id]);
    }
    symbols::for_each_statement(tree, module.body, [&](const syntax::Stmt& stmt) {
        reader.read(stmt, certain.contains(&stmt));
    });
    return reader.made();
}

}  // namespace pycu::driver
