// Names are words here, in comments and strings, too: one too many costs time, one too few a
// launch.
#include "symbols/users.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "support/match.h"
#include "symbols/modules.h"
#include "syntax/scan.h"
#include "syntax/visit.h"

namespace pycu::symbols {

namespace {

std::string last_word(const std::string& name) {
    return name.substr(name.rfind('.') + 1);
}

/// The names that an assignment binds.
void add_targets(const syntax::Tree& tree, syntax::ExprId id, std::vector<std::string>& names) {
    const auto& target = tree.exprs[id].as;
    if (const auto* name = std::get_if<syntax::Name>(&target)) {
        names.push_back(name->id);
    } else if (const auto* tuple = std::get_if<syntax::Tuple>(&target)) {
        for (const syntax::ExprId one : tuple->elts) {
            add_targets(tree, one, names);
        }
    }
}

bool is_place(const syntax::Tree& tree, syntax::ExprId id) {
    return tree.exprs[id].get<syntax::Attribute>() != nullptr ||
           tree.exprs[id].get<syntax::Subscript>() != nullptr;
}

bool has_any(const Words& words, const std::set<std::string>& names) {
    return std::ranges::any_of(names, [&](const std::string& one) { return words.contains(one); });
}

}  // namespace

Words words_of(std::string_view text) {
    Words words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const std::size_t begin = at;
        for (; at < text.size() && syntax::may_continue_name(text[at]); ++at) {
        }
        if (at > begin) {
            words.insert(text.substr(begin, at - begin));
        }
    }
    return words;
}

bool has_word(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !syntax::may_continue_name(text[at - 1])) &&
            (end == text.size() || !syntax::may_continue_name(text[end]))) {
            return true;
        }
    }
    return false;
}

void Users::add_import(const syntax::Module& module, const syntax::Stmt& stmt, Facts& facts) const {
    if (const auto* plain = stmt.get<syntax::Import>()) {
        for (const syntax::Alias& alias : plain->names) {
            const std::string head = alias.name.substr(0, alias.name.find('.'));
            for (const std::string& name : modules_named_by(module, stmt)) {
                if (alias.name == name || alias.name.starts_with(name + ".")) {
                    facts.imports.push_back({name, {}, alias.asname ? *alias.asname : head});
                }
            }
        }
    } else if (const auto* from = stmt.get<syntax::ImportFrom>()) {
        const std::string name = absolute_name(module, from->module, from->level);
        for (const syntax::Alias& alias : from->names) {
            facts.imports.push_back({name, alias.name, alias.asname ? *alias.asname : alias.name});
        }
    }
}

void Users::add_part(const syntax::Module& module, syntax::StmtId id, Facts& facts) const {
    const syntax::Stmt& stmt = tree_.stmts[id];
    const auto text = [&](Range range) { return words_of(module.file->text(range)); };
    Part part;
    const auto add_decorators = [&](const std::vector<syntax::ExprId>& decorators) {
        for (const syntax::ExprId one : decorators) {
            part.handed.merge(text(tree_.exprs[one].range));
        }
    };
    const auto inner = match{
        [&](const syntax::Suite& body, bool) {
            for (const syntax::StmtId one : body) {
                add_part(module, one, facts);
            }
        },
        [](const auto&, bool) {},
    };
    bool is_plain = true;
    if (const auto* function = stmt.get<syntax::FunctionDef>()) {
        part.binds = {function->name};
        add_decorators(function->decorator_list);
    } else if (const auto* of = stmt.get<syntax::ClassDef>()) {
        part.binds = {of->name};
        add_decorators(of->decorator_list);
    } else if (const auto* assign = stmt.get<syntax::Assign>()) {
        for (const syntax::ExprId target : assign->targets) {
            add_targets(tree_, target, part.binds);
            if (is_place(tree_, target)) {
                part.handed = text(stmt.range);
            }
        }
    } else if (const auto* typed = stmt.get<syntax::AnnAssign>()) {
        add_targets(tree_, typed->target, part.binds);
    } else if (stmt.get<syntax::ExprStmt>() != nullptr) {
        part.handed = text(stmt.range);
    } else {
        is_plain = false;
        std::visit([&](const auto& node) { syntax::for_each_child(node, inner); }, stmt.as);
    }
    if (is_plain) {
        part.words = text(syntax::whole_range(tree_, id));
        facts.parts.push_back(std::move(part));
    }
}

const Users::Facts& Users::facts(std::size_t index) {
    const auto [known, is_new] = facts_.try_emplace(index);
    if (!is_new) {
        return known->second;
    }
    const syntax::Module& module = tree_.module(index);
    Facts& facts = known->second;
    for (const syntax::StmtId id : module.body) {
        add_part(module, id, facts);
    }
    facts.words = words_of(module.file->text());
    std::vector<syntax::StmtId> waiting(module.body.begin(), module.body.end());
    const auto part = match{
        [&](const syntax::Suite& body, bool) {
            waiting.insert(waiting.end(), body.begin(), body.end());
        },
        [](const auto&, bool) {},
    };
    while (!waiting.empty()) {
        const syntax::Stmt& stmt = tree_.stmts[waiting.back()];
        waiting.pop_back();
        add_import(module, stmt, facts);
        std::visit([&](const auto& node) { syntax::for_each_child(node, part); }, stmt.as);
    }
    return facts;
}

/// Whether a name stands for something of the program, or for the program's module.
bool Users::is_of_project(const syntax::Module& module, const Imported& one) const {
    return module.imports.contains(one.module);
}

/// What a module gets of those that it imports, and what it makes of that.
bool Users::look_at(std::size_t index) {
    const syntax::Module& module = tree_.module(index);
    const Facts& facts = this->facts(index);
    Used used;
    bool is_user = false;
    const auto take = [&](std::size_t from, const Imported& one) {
        const auto known = used_.find(from);
        if (from == index || known == used_.end()) {
            return;
        }
        const std::set<std::string>& names = known->second.names;
        const bool is_main = from == syntax::Tree::is_main;
        const bool has_some = one.member == "*"    ? !names.empty()
                              : one.member.empty() ? is_main || has_any(facts.words, names)
                                                   : names.contains(one.member);
        if (!has_some && !known->second.is_handed_on) {
            return;
        }
        is_user = true;
        used.is_handed_on |= known->second.is_handed_on;
        if (one.member == "*") {
            used.names.insert(names.begin(), names.end());
        } else {
            used.names.insert(one.as);
        }
    };
    for (const Imported& one : facts.imports) {
        if (const auto from = module.imports.find(one.module); from != module.imports.end()) {
            take(from->second, one);
        }
        const auto inner = module.imports.find(one.module + "." + one.member);
        if (!one.member.empty() && inner != module.imports.end()) {
            take(inner->second, {one.module, {}, one.as});
        }
    }
    if (!is_user) {
        return false;
    }
    for (std::size_t before = 0; before != used.names.size();) {
        before = used.names.size();
        for (const Part& part : facts.parts) {
            if (has_any(part.words, used.names)) {
                used.names.insert(part.binds.begin(), part.binds.end());
            }
        }
    }
    for (const Part& part : facts.parts) {
        const bool has_names = has_any(part.words, used.names);
        used.is_handed_on |= has_names && std::ranges::any_of(facts.imports, [&](const auto& one) {
                                 return is_of_project(module, one) &&
                                        part.handed.contains(one.as) &&
                                        !used.names.contains(one.as);
                             });
    }
    Used& known = used_[index];
    const bool is_new = known != used;
    known = std::move(used);
    return is_new;
}

void Users::find() {
    if (!used_.contains(syntax::Tree::is_main)) {
        Used& main = used_[syntax::Tree::is_main];
        const Facts& facts = this->facts(syntax::Tree::is_main);
        for (const Part& part : facts.parts) {
            main.names.insert(part.binds.begin(), part.binds.end());
            main.is_handed_on |= std::ranges::any_of(facts.imports, [&](const Imported& one) {
                return is_of_project(tree_.main, one) && part.handed.contains(one.as);
            });
        }
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (std::size_t i = 0; i < tree_.others.size(); ++i) {
            is_changed |= !tree_.others[i].body.empty() && look_at(i);
        }
    }
}

/// The texts that may import a module. One that is no package is named by them; what a package has
/// may come by `from . import step`.
static WordIndex::Numbers importers_of(const syntax::Module& module, const WordIndex& texts) {
    WordIndex::Numbers found = texts.with(last_word(module.name));
    const auto add = [&](const WordIndex::Numbers& others) {
        const WordIndex::Numbers before = std::exchange(found, {});
        std::ranges::set_union(before, others, std::back_inserter(found));
    };
    for (const std::string& name : module.other_names) {
        add(texts.with(last_word(name)));
    }
    if (module.is_package) {
        add(texts.from_packages());
    }
    return found;
}

/// Those that import a user and have one of its names, or all of them by `import *`.
std::set<std::uint32_t> Users::may_be_in(const WordIndex& texts) const {
    std::set<std::uint32_t> found;
    for (const auto& [index, used] : used_) {
        const WordIndex::Numbers importers = importers_of(tree_.module(index), texts);
        if (index == syntax::Tree::is_main || used.is_handed_on) {
            found.insert(importers.begin(), importers.end());
            continue;
        }
        const auto add_with = [&](const WordIndex::Numbers& named) {
            std::ranges::set_intersection(importers, named, std::inserter(found, found.end()));
        };
        add_with(texts.with_stars());
        for (const std::string& name : used.names) {
            add_with(texts.with(name));
        }
    }
    return found;
}

}  // namespace pycu::symbols
