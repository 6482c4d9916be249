// The data of a page, in the template of templates/annotate.
#include "annotate/page.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "annotate/functions.h"
#include "annotate/links.h"
#include "annotate/occupancy.h"
#include "annotate/work.h"
#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::annotate {

using Json = nlohmann::ordered_json;

namespace {

std::string html(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '&':
                escaped += "&amp;";
                break;
            case '<':
                escaped += "&lt;";
                break;
            case '>':
                escaped += "&gt;";
                break;
            case '"':
                escaped += "&quot;";
                break;
            default:
                escaped += c;
        }
    }
    return escaped;
}

/// JSON inside of a <script>: no `<` of it begins or ends anything.
std::string script_text(const Json& json) {
    const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    return replace_all(replace_all(replace_all(text, "<", "\\u003c"), ">", "\\u003e"), "&",
                       "\\u0026");
}

/// The source with line ends that scripts know.
std::string python_text(const SourceFile& source) {
    std::string text;
    for (std::uint32_t line = 1; line <= source.line_count(); ++line) {
        text.append(source.line_text(line)).append(line < source.line_count() ? "\n" : "");
    }
    return text;
}

Json message_json(const diag::Diagnostic& one, const Content& content) {
    const SourceFile& source = content.source;
    Json labels = Json::array();
    for (const diag::Label& label : one.labels) {
        const SourceFile& file = content.files[label.range.file];
        const Place at = file.place(label.range.begin);
        const std::string cell = at.cell != 0 ? "cell " + std::to_string(at.cell) : "";
        const bool is_here = label.range.file == source.file();
        labels.push_back(
            {{"file", is_here ? cell : file.path()}, {"line", at.line}, {"text", label.text}});
    }
    Json json = {{"severity", diag::severity_name(one.severity)},
                 {"code", diag::code_name(one.code)},
                 {"name", diag::flag_name(diag::kind(one.code))},
                 {"line", one.placed ? source.line(one.range.begin) : 0},
                 {"column", one.placed ? source.place(one.range.begin).column : 0},
                 {"message", one.message},
                 {"labels", labels},
                 {"notes", one.notes},
                 {"help", one.helps}};
    return json;
}

Json messages_json(const Content& content) {
    Json result = Json::array();
    for (const diag::Diagnostic& one : content.messages) {
        if (!one.placed || one.range.file == content.source.file()) {
            result.push_back(message_json(one, content));
        }
    }
    return result;
}

Json cells_json(const SourceFile& source) {
    Json cells = Json::array();
    for (const Cell& cell : source.cells()) {
        cells.push_back({{"number", cell.number}, {"line", source.line(cell.begin)}});
    }
    return cells;
}

/// The line of the kernel that an entry starts: `heat::step__contiguous` is of `step`.
std::int64_t line_of(std::string_view entry, const Content& content) {
    for (const manifest::Kernel& kernel : content.unit->manifest.kernels) {
        const std::string name = replace_all(kernel.name, ".", "_");
        if (entry == name || entry.starts_with(name + "__")) {
            const std::string& source_name = kernel.name;
            for (const ir::Specialisation& one : content.module->specialisations) {
                if (one.name == source_name && one.range.file == content.source.file()) {
                    return content.source.line(one.range.begin);
                }
            }
        }
    }
    return 0;
}

Json figures_json(const manifest::Entry& one, const Gpu& gpu) {
    Json active = Json::array();
    Json limits = Json::array();
    for (std::int64_t threads = 32; threads <= 1024; threads += 32) {
        const Occupancy found = occupancy(gpu, threads, one.registers, one.shared_bytes);
        active.push_back(found.warps);
        limits.push_back(limit_name(found.limit));
    }
    return {{"architecture", one.architecture},
            {"example", gpu.example},
            {"registers", one.registers},
            {"spills", one.spill_store_bytes + one.spill_load_bytes},
            {"stack", one.stack_bytes},
            {"shared", one.shared_bytes},
            {"most", gpu.warps},
            {"resident", active},
            {"limits", limits}};
}

Json entries_json(const Content& content) {
    Json result = Json::array();
    const std::string prefix = content.unit->manifest.module + "::";
    for (const manifest::Entry& one : content.compiled->entries) {
        const auto gpu = std::ranges::find(all_gpus(), one.architecture, &Gpu::architecture);
        if (gpu == all_gpus().end()) {
            continue;
        }
        const std::string name =
            one.entry.starts_with(prefix) ? one.entry.substr(prefix.size()) : one.entry;
        auto found = std::ranges::find_if(result, [&](const Json& e) { return e["name"] == name; });
        if (found == result.end()) {
            result.push_back(
                {{"name", name}, {"line", line_of(name, content)}, {"figures", Json::array()}});
            found = result.end() - 1;
        }
        (*found)["figures"].push_back(figures_json(one, *gpu));
    }
    return result;
}

std::string title_of(const Content& content) {
    const std::string name = content.source.name();
    if (content.module == nullptr) {
        return name;
    }
    for (const std::string& line : content.module->docstring) {
        if (!trim(line).empty()) {
            return std::string(trim(line));
        }
    }
    return name;
}

}  // namespace

std::string page(const Content& content) {
    const std::string title = title_of(content);
    Json data = {{"title", title},
                 {"source", content.source.name()},
                 {"module", content.module == nullptr ? "" : content.module->name},
                 {"docstring", Json::array()},
                 {"python", python_text(content.source)},
                 {"cells", cells_json(content.source)},
                 {"cuda", nullptr},
                 {"links", Json::array()},
                 {"statements", Json::array()},
                 {"functions", Json::array()},
                 {"constants", Json::object()},
                 {"messages", messages_json(content)},
                 {"roof",
                  {{"name", shown_roof().name},
                   {"single", shown_roof().single},
                   {"double", shown_roof().doubles},
                   {"bandwidth", shown_roof().bandwidth}}},
                 {"ptx", nullptr},
                 {"ptx_links", Json::array()},
                 {"entries", Json::array()}};
    if (content.module != nullptr) {
        data["docstring"] = content.module->docstring;
        data["statements"] = statements_json(*content.module);
        data["functions"] = functions_json(*content.module);
        data["constants"] = constants_json(*content.module);
    }
    if (content.unit != nullptr) {
        data["cuda"] = content.unit->cuda;
        data["links"] = links(content.unit->cuda, content.unit->lines, content.source);
    }
    if (content.unit != nullptr && content.compiled) {
        data["ptx"] = content.compiled->ptx.text;
        data["ptx_links"] = content.compiled->ptx.lines;
        data["entries"] = entries_json(content);
    }
    const auto part = [](const char* name) {
        return std::string(embedded::text(std::string("annotate/") + name));
    };
    return expand(embedded::text("annotate/page.html"),
                  {{"title", html(title)},
                   {"style", part("page.css")},
                   {"script", part("code.js") + part("figures.js") + part("page.js")},
                   {"data", script_text(data)}});
}

}  // namespace pycu::annotate
