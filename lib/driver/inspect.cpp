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

/// Whether a range stands in a source of the program, and not in an option or a table.
bool is_in_program(const ir::Module& module, Range range) {
    const SourceFile* file = module.file_of(range);
    return range.end > range.begin && file != nullptr && file->file() == range.file;
}

/// "line 12", "main.py, line 12": empty for what is no line of the program.
std::string place_text(const ir::Module& module, Range range) {
    if (!is_in_program(module, range)) {
        return "";
    }
    const SourceFile* file = module.file_of(range);
    const std::string name = file != module.source ? file->path() + ", " : "";
    const Place at = file->place(range.begin);
    const std::string cell = at.cell != 0 ? "cell " + std::to_string(at.cell) + ", " : "";
    return name + cell + "line " + std::to_string(at.line);
}

std::string with_place(const ir::Module& module, const std::string& text, Range range) {
    const std::string at = place_text(module, range);
    return at.empty() || text.empty() ? text + at : text + ", " + at;
}

/// "a launch, line 12", "a launch, main.py, line 12", of a notebook "a launch, cell 3, line 12";
/// "--sig", whose text is no line of a source.
std::string source(const ir::Module& module, const ir::Specialisation& one) {
    return with_place(module, one.source, one.source_range);
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

namespace {

/// Where the parts of a signature come from, a comment each.
std::string origin_lines(const ir::Module& module,
                         const std::vector<ir::ParameterOrigin>& origins) {
    std::string text;
    for (const ir::ParameterOrigin& one : origins) {
        text += "# ? " + one.name + ": " + one.type;
        const bool has_why = !one.why.empty();
        if (has_why) {
            text += "  not known: " + with_place(module, one.why, one.chain.front().range);
        } else if (one.is_open()) {
            text += "  " + with_place(module, "nothing says it", one.range);
        } else {
            text += "  " + with_place(module, one.source, one.range);
        }
        text += '\n';
    }
    return text;
}

void add_place(Json& to, const ir::Module& module, Range range) {
    if (is_in_program(module, range)) {
        to["file"] = module.file_of(range)->path();
        to["line"] = place(module, range).line;
    }
}

/// The launches that a kernel is not compiled for.
std::vector<const ir::UntypedLaunch*> untyped_launches(const ir::Module& module, Range kernel) {
    std::vector<const ir::UntypedLaunch*> all;
    for (const ir::IncompleteKernel& one : module.incomplete) {
        for (const ir::UntypedLaunch& launch : one.launches) {
            if (one.range == kernel) {
                all.push_back(&launch);
            }
        }
    }
    return all;
}

/// A comment each.
std::string incomplete_lines(const ir::Module& module, Range kernel) {
    std::string text;
    for (const ir::UntypedLaunch* launch : untyped_launches(module, kernel)) {
        text += "# incomplete: " + with_place(module, "a launch", launch->range) +
                ", whose types are not known: ";
        for (const ir::OriginPlace& why : launch->why) {
            text += (&why == &launch->why.front() ? "" : "; ") + why.text;
        }
        text += '\n';
    }
    return text;
}

Json incomplete_json(const ir::Module& module, Range kernel) {
    Json launches = Json::array();
    for (const ir::UntypedLaunch* launch : untyped_launches(module, kernel)) {
        Json made = Json::object();
        add_place(made, module, launch->range);
        for (const ir::OriginPlace& why : launch->why) {
            made["why"].push_back(why.text);
        }
        launches.push_back(std::move(made));
    }
    return launches;
}

std::string asked_entry(const ir::Module& module, const ir::AskedKernel& kernel) {
    return origin_lines(module, kernel.parameters) + Json(kernel.name).dump() + " = [\"" +
           kernel.signature + "\"]\n";
}

/// `is_line`: in one line, as recorded runs write and read them.
std::string entry_of(const ir::Module& module, const Group& group, bool is_line) {
    std::string entry = '"' + group.first->name + "\" = [";
    if (group.all.size() == 1) {
        entry += '"' + group.first->signature + "\"]  # " + source(module, *group.first);
    } else {
        for (const ir::Specialisation* one : group.all) {
            const std::string text = '"' + one->signature + '"';
            entry += is_line ? (one != group.all.front() ? ", " : "") + text
                             : "\n  " + text + ",  # " + source(module, *one);
        }
        entry += is_line ? "]  # " + source(module, *group.first) : "\n]";
    }
    // a record without a name has no spelling, and a comment is no entry
    const bool is_nameless = entry.find("Record(") != std::string::npos;
    return is_nameless ? "# give the record's dtype a name of the module: `p = np.dtype(...)`\n# " +
                             replace_all(entry, "\n", "\n# ") + '\n'
                       : incomplete_lines(module, group.first->range) +
                             origin_lines(module, group.first->origins) + entry + '\n';
}

Json part_json(const ir::Module& module, const ir::ParameterOrigin& one) {
    Json part = {{"name", one.name}, {"type", one.type}, {"known", !one.is_open()}};
    if (!one.source.empty()) {
        part["source"] = one.source;
    }
    add_place(part, module, one.range);
    if (!one.why.empty()) {
        part["why"] = one.why;
        for (const ir::OriginPlace& place : one.chain) {
            Json at = {{"text", place.text}};
            add_place(at, module, place.range);
            part["chain"].push_back(std::move(at));
        }
    }
    return part;
}

Json parts_json(const ir::Module& module, const std::vector<ir::ParameterOrigin>& origins) {
    Json parts = Json::array();
    for (const ir::ParameterOrigin& one : origins) {
        parts.push_back(part_json(module, one));
    }
    return parts;
}

}  // namespace

std::string signatures_text(const ir::Module& module) {
    std::string text = "[signatures]\n";
    for (const Group& group : groups(module)) {
        text += entry_of(module, group, false);
    }
    for (const ir::AskedKernel& kernel : module.asked) {
        text += asked_entry(module, kernel);
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> kernel_entries(const ir::Module& module) {
    std::vector<std::pair<std::string, std::string>> entries;
    for (const Group& group : groups(module)) {
        const std::string& from = group.first->source;
        const bool is_written =
            from == "the decorator" || from == "the .sigs.toml" || from == "pyproject.toml";
        if (group.first->is_kernel && !is_written) {
            entries.emplace_back(group.first->name, entry_of(module, group, true));
        }
    }
    for (const ir::AskedKernel& kernel : module.asked) {
        entries.emplace_back(kernel.name, asked_entry(module, kernel));
    }
    return entries;
}

std::string signatures_json(const ir::Module& module) {
    Json all = Json::object();
    Json sources = Json::object();
    Json kernels = Json::array();
    for (const Group& group : groups(module)) {
        Json& list = all[group.first->name] = Json::array();
        Json& from = sources[group.first->name] = Json::array();
        for (const ir::Specialisation* one : group.all) {
            list.push_back(one->signature);
            from.push_back(source(module, *one));
            if (one->is_kernel) {
                kernels.push_back({{"name", one->name},
                                   {"line", place(module, one->range).line},
                                   {"known", true},
                                   {"signature", one->signature},
                                   {"source", source(module, *one)},
                                   {"parameters", parts_json(module, one->origins)}});
                if (Json open = incomplete_json(module, one->range); !open.empty()) {
                    kernels.back()["incomplete"] = std::move(open);
                }
            }
        }
    }
    for (const ir::AskedKernel& kernel : module.asked) {
        kernels.push_back({{"name", kernel.name},
                           {"line", place(module, kernel.range).line},
                           {"known", false},
                           {"signature", kernel.signature},
                           {"parameters", parts_json(module, kernel.parameters)}});
    }
    return Json{{"signatures", all}, {"sources", sources}, {"kernels", kernels}}.dump(2) + '\n';
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
    const auto look = [&](const ir::Module& one, std::string_view pass) {
        if (after == "all") {
            std::string now = ir::print(one);
            const std::string changes = unified_diff(last, now, last_name, pass);
            if (!changes.empty()) {
                text += '\n' + changes;
                last = std::move(now);
                last_name = pass;
            }
        } else if (pass == after) {
            text = ir::print(one);
        }
    };
    passes::Options options;
    options.after = [&](std::string_view pass) { look(module, pass); };
    passes::run(module, options);
    ir::Module with_int = passes::with_int_indices(module);
    if (after == "all") {
        last = ir::print(with_int);  // all of its bounds are others
        last_name = "with_int_indices";
    } else {
        look(with_int, "with_int_indices");
    }
    passes::form_regions(module, with_int);
    look(with_int, "form_regions");
    passes::form_rows(with_int);
    look(with_int, "form_rows");
    return text;
}

}  // namespace pycu::driver
