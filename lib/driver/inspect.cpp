// Printing specialisations.
#include "driver/inspect.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "driver/outputs.h"
#include "ir/print.h"
#include "passes/passes.h"
#include "support/text.h"

namespace pycu::driver {

using Json = nlohmann::ordered_json;

namespace {

/// One function and its specialisations, in the order of their first appearance.
struct Group {
    const ir::Specialisation* first;
    std::vector<const ir::Specialisation*> all;
};

/// Kernels come first.
std::vector<Group> groups(const ir::Module& module) {
    std::vector<Group> result;
    for (const ir::Specialisation& one : module.specialisations) {
        const auto same = [&](const Group& group) {
            return group.first->name == one.name && group.first->range == one.range &&
                   group.first->is_kernel == one.is_kernel;
        };
        auto found = std::ranges::find_if(result, same);
        if (found == result.end()) {
            result.push_back({&one, {}});
            found = result.end() - 1;
        }
        found->all.push_back(&one);
    }
    std::stable_partition(result.begin(), result.end(),
                          [](const Group& one) { return one.first->is_kernel; });
    return result;
}

Place place(const ir::Module& module, Range range) {
    return module.file_of(range)->place(range.begin);
}

/// `{"name": "k", "line": 3}`; of a notebook with the cell.
Json placed(const ir::Module& module, const std::string& name, Range range) {
    const Place at = place(module, range);
    Json json = {{"name", name}};
    if (at.cell != 0) {
        json["cell"] = at.cell;
    }
    json["line"] = at.line;
    return json;
}

Json group_json(const ir::Module& module, const Group& group) {
    Json specialisations = Json::array();
    for (const ir::Specialisation* one : group.all) {
        Json variables = Json::array();
        for (const ir::VariableType& variable : one->variables) {
            variables.push_back(placed(module, variable.name, variable.range));
            variables.back()["type"] = variable.type;
        }
        specialisations.push_back(
            {{"args", one->args}, {"returns", one->returns}, {"variables", variables}});
    }
    Json json = placed(module, group.first->name, group.first->range);
    json["specialisations"] = specialisations;
    return json;
}

/// "a launch, line 12", "a launch, main.py, line 12", of a notebook "a launch, cell 3, line 12";
/// "--sig", whose text is no line of a source.
std::string source(const ir::Module& module, const ir::Specialisation& one) {
    const Range range = one.source_range;
    const SourceFile* file = module.file_of(range);
    if (range.end == range.begin || file == nullptr || file->file() != range.file) {
        return one.source;
    }
    const std::string name = file != module.source ? ", " + file->path() : "";
    const Place at = file->place(range.begin);
    const std::string cell = at.cell != 0 ? ", cell " + std::to_string(at.cell) : "";
    return one.source + name + cell + ", line " + std::to_string(at.line);
}

std::string signature(const ir::Specialisation& one) {
    return (one.returns == "none" ? "void" : one.returns) + '(' + join(one.args, ", ") + ')';
}

}  // namespace

std::string types_json(const ir::Module& module) {
    Json json = {{"kernels", Json::array()}, {"device_functions", Json::array()}};
    for (const Group& group : groups(module)) {
        json[group.first->is_kernel ? "kernels" : "device_functions"].push_back(
            group_json(module, group));
    }
    return json.dump(2) + '\n';
}

std::string types_text(const ir::Module& module) {
    std::string text;
    for (const Group& group : groups(module)) {
        for (const ir::Specialisation* one : group.all) {
            const std::uint32_t cell = place(module, one->range).cell;
            text += (one->is_kernel ? "kernel " : "device function ") + one->name +
                    (cell == 0 ? "" : " in cell " + std::to_string(cell)) + ": " + signature(*one) +
                    '\n';
            for (const ir::VariableType& variable : one->variables) {
                const std::string number = std::to_string(place(module, variable.range).line);
                text += std::string(number.size() < 6 ? 6 - number.size() : 0, ' ') + number +
                        "  " + variable.name + ": " + variable.type + '\n';
            }
        }
    }
    return text;
}

std::string signatures_text(const ir::Module& module) {
    std::string text = "[signatures]\n";
    for (const Group& group : groups(module)) {
        std::string entry = '"' + group.first->name + "\" = [";
        if (group.all.size() == 1) {
            entry += '"' + group.first->signature + "\"]  # " + source(module, *group.first);
        } else {
            for (const ir::Specialisation* one : group.all) {
                entry += "\n  \"" + one->signature + "\",  # " + source(module, *one);
            }
            entry += "\n]";
        }
        // a record without a name has no spelling, and a comment is no entry
        const bool is_nameless = entry.find("Record(") != std::string::npos;
        text += is_nameless
                    ? "# give the record's dtype a name of the module: `p = np.dtype(...)`\n# " +
                          replace_all(entry, "\n", "\n# ") + '\n'
                    : entry + '\n';
    }
    return text;
}

std::string signatures_json(const ir::Module& module) {
    Json all = Json::object();
    Json sources = Json::object();
    for (const Group& group : groups(module)) {
        Json& list = all[group.first->name] = Json::array();
        Json& from = sources[group.first->name] = Json::array();
        for (const ir::Specialisation* one : group.all) {
            list.push_back(one->signature);
            from.push_back(source(module, *one));
        }
    }
    return Json{{"signatures", all}, {"sources", sources}}.dump(2) + '\n';
}

std::vector<std::string> ir_moments() {
    std::vector<std::string> result = {"lower"};
    for (const std::string_view pass : passes::names()) {
        result.emplace_back(pass);
    }
    result.emplace_back("all");
    return result;
}

std::string ir_text(ir::Module& module, std::string_view after, bool is_sound) {
    std::string text = ir::print(module);
    if (after.empty() || after == "lower" || !is_sound) {
        return text;
    }
    std::string last = text;
    std::string last_name = "lower";
    passes::Options options;
    options.after = [&](std::string_view pass) {
        if (after == "all") {
            std::string now = ir::print(module);
            const std::string changes = unified_diff(last, now, last_name, pass);
            if (!changes.empty()) {
                text += '\n' + changes;
                last = std::move(now);
                last_name = pass;
            }
        } else if (pass == after) {
            text = ir::print(module);
        }
    };
    passes::run(module, options);
    return text;
}

}  // namespace pycu::driver
