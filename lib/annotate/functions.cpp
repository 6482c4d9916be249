// Signatures and types of names, as data of a page.
#include "annotate/functions.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "annotate/work.h"
#include "ir/visit.h"

namespace pycu::annotate {

using Json = nlohmann::ordered_json;

namespace {

/// Adds a text to a list that has each once.
void add_once(Json& list, const std::string& text) {
    if (std::ranges::find(list, Json(text)) == list.end()) {
        list.push_back(text);
    }
}

/// The last line of a function's body, as far as it has statements.
std::uint32_t last_line(const SourceFile& source, const ir::Function& function,
                        std::uint32_t first) {
    std::uint32_t last = first;
    for (const ir::Stmt& stmt : function.stmts) {
        if (stmt.range.file == source.file() && stmt.range.end > stmt.range.begin) {
            last = std::max(last, source.line(stmt.range.end - 1));
        }
    }
    return last;
}

/// The types of variables as C++ spells them; a name may have one for each specialisation.
void add_spelled(Json& names, const ir::Module& module, const ir::Function& function) {
    for (const ir::Local& local : function.locals) {
        if (!local.spelling.empty() && !local.type.is_none()) {
            add_once(names[local.spelling], python_name(local.type, module.types));
        }
    }
}

Json work_json(const std::string& signature, const Work& work) {
    return {{"signature", signature},
            {"single", work.single},
            {"double", work.doubles},
            {"loaded", work.loaded},
            {"stored", work.stored},
            {"open_loops", work.has_open_loops},
            {"has_branches", work.has_branches},
            {"attainable", attainable(work, shown_roof())}};
}

void add(Json& entry, const ir::Module& module, const ir::Specialisation& one) {
    add_once(entry["signatures"], one.signature);
    for (const ir::VariableType& variable : one.variables) {
        add_once(entry["python"][variable.name], variable.type);
    }
    if (!one.function.valid()) {
        return;
    }
    const ir::Function& function = module.functions[one.function];
    for (const ir::LocalId id : function.params) {
        const ir::Local& local = function.locals[id];
        add_once(entry["python"][local.name], python_name(local.type, module.types));
    }
    add_spelled(entry["cuda"], module, function);
    if (one.is_kernel) {
        entry["work"].push_back(work_json(one.signature, work_of(module, one.function)));
    }
    const std::uint32_t last = last_line(*module.source, function, entry["first"]);
    entry["last"] = std::max(entry["last"].get<std::uint32_t>(), last);
}

}  // namespace

Json functions_json(const ir::Module& module) {
    std::vector<std::pair<Range, Json>> all;
    for (const ir::Specialisation& one : module.specialisations) {
        if (module.source == nullptr || one.range.file != module.source->file()) {
            continue;
        }
        auto found = std::ranges::find(all, one.range, &std::pair<Range, Json>::first);
        if (found == all.end()) {
            const std::uint32_t line = module.source->line(one.range.begin);
            all.push_back({one.range,
                           {{"name", one.name},
                            {"kernel", one.is_kernel},
                            {"first", line},
                            {"last", line},
                            {"signatures", Json::array()},
                            {"work", Json::array()},
                            {"python", Json::object()},
                            {"cuda", Json::object()}}});
            found = all.end() - 1;
        }
        add(found->second, module, one);
    }
    std::ranges::stable_sort(all, {}, [](const auto& one) { return one.first.begin; });
    Json result = Json::array();
    for (auto& one : all) {
        result.push_back(std::move(one.second));
    }
    return result;
}

Json statements_json(const ir::Module& module) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> all;
    const auto add = [&](Range range) {
        if (module.source != nullptr && range.file == module.source->file() &&
            range.end > range.begin) {
            all.emplace(module.source->line(range.begin), module.source->line(range.end - 1));
        }
    };
    for (const ir::Function& function : module.functions) {
        for (const ir::Stmt& stmt : function.stmts) {
            const bool has_body =
                ir::is_loop(stmt) || stmt.is<ir::If>() || stmt.is<ir::ForThreads>();
            if (!has_body) {
                add(stmt.range);
            }
        }
    }
    for (const ir::Constant& one : module.constants) {
        add(one.range);
    }
    Json result = Json::array();
    for (const auto& [first, last] : all) {
        if (last > first) {
            result.push_back({first, last});
        }
    }
    return result;
}

Json constants_json(const ir::Module& module) {
    Json result = Json::object();
    for (const ir::Constant& one : module.constants) {
        const std::string type = python_name(one.type, module.types);
        result[one.name] = type;
        if (!one.spelling.empty()) {
            result[one.spelling] = type;
        }
    }
    return result;
}

}  // namespace pycu::annotate
