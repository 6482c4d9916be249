// Finds the imports of a module. See modules.h.
#include "symbols/modules.h"

#include <unordered_set>

#include "symbols/walk.h"

namespace pycu::symbols {

namespace {

/// "a", "a.b", "a.b.c".
void add_all(const std::string& name, std::vector<std::string>& names) {
    for (std::size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
        names.push_back(name.substr(0, dot));
    }
    names.push_back(name);
}

}  // namespace

std::string absolute_name(const syntax::Module& in, std::string_view module, int level) {
    if (level == 0) {
        return std::string(module);
    }
    std::string name = in.name;
    for (int dots = in.is_package ? 1 : 0; dots < level; ++dots) {
        const std::size_t dot = name.rfind('.');
        if (dot == name.npos) {
            return {};
        }
        name.resize(dot);
    }
    return module.empty() ? name : name + "." + std::string(module);
}

std::vector<std::string> modules_named_by(const syntax::Module& in, const syntax::Stmt& import) {
    std::vector<std::string> names;
    if (const auto* plain = std::get_if<syntax::Import>(&import.as)) {
        for (const syntax::Alias& alias : plain->names) {
            add_all(alias.name, names);
        }
    } else if (const auto* from = std::get_if<syntax::ImportFrom>(&import.as)) {
        const std::string module = absolute_name(in, from->module, from->level);
        if (module.empty()) {
            return names;
        }
        add_all(module, names);
        for (const syntax::Alias& alias : from->names) {
            if (alias.name != "*") {
                names.push_back(module + "." + alias.name);
            }
        }
    }
    return names;
}

std::vector<std::string> modules_named_by(const syntax::Tree& tree, const syntax::Module& module) {
    std::vector<std::string> all;
    std::unordered_set<std::string> seen;
    for_each_statement(tree, module.body, [&](const syntax::Stmt& stmt) {
        for (std::string& name : modules_named_by(module, stmt)) {
            if (seen.insert(name).second) {
                all.push_back(std::move(name));
            }
        }
    });
    return all;
}

}  // namespace pycu::symbols
