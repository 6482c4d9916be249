// Reads the JSON that Jupyter writes, and what others make of it by hand.
#include "driver/notebook.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "driver/magics.h"
#include "support/text.h"

namespace pycu::driver {

using Json = nlohmann::ordered_json;

namespace {

/// A mistake of a notebook, for its message.
struct Refused {
    std::string why;
};

/// Between two cells: a line end for a cell without one, and blank lines, across which no statement
/// is taken for part of a function.
constexpr std::string_view separator = "\n\n\n";

/// Where reading stopped.
std::string place_of(std::string_view text, std::size_t byte) {
    const SourceFile file("", std::string(text));
    const auto offset = static_cast<std::uint32_t>(byte > 0 ? byte - 1 : 0);
    const Place place = file.place(offset - std::min(offset, file.skipped_bytes()));
    return "line " + std::to_string(place.line) + ", column " + std::to_string(place.column);
}

/// The JSON without what takes most of its room and is no code.
Json read_json(std::string_view text) {
    const auto keep = [](int, Json::parse_event_t event, Json& parsed) {
        return event != Json::parse_event_t::key ||
               (parsed != "outputs" && parsed != "attachments");
    };
    try {
        return Json::parse(text, keep);
    } catch (const Json::parse_error& error) {
        throw Refused{"its JSON is broken at " + place_of(text, error.byte)};
    }
}

/// A member of an object; null where there is none, or where there is no object.
const Json& member(const Json& object, const char* key) {
    static const Json nothing;
    const auto found = object.is_object() ? object.find(key) : object.end();
    return object.is_object() && found != object.end() ? *found : nothing;
}

std::string text_or_nothing(const Json& value) {
    return value.is_string() ? value.get<std::string>() : std::string();
}

bool is_python(std::string_view written) {
    const std::string language = lower_case(written);
    return language.empty() || language.starts_with("python") || language.starts_with("ipython");
}

/// The language of all cells that name none of their own.
std::string language_of(const Json& notebook) {
    const Json& metadata = member(notebook, "metadata");
    const std::string kernel = text_or_nothing(member(member(metadata, "kernelspec"), "language"));
    const std::string info = text_or_nothing(member(member(metadata, "language_info"), "name"));
    return kernel.empty() ? info : kernel;
}

/// The language that a cell names: of nbformat 3, of VS Code, of SoS.
std::string language_of_cell(const Json& cell) {
    const Json& metadata = member(cell, "metadata");
    for (const Json* named :
         {&member(cell, "language"), &member(member(metadata, "vscode"), "languageId"),
          &member(metadata, "language"), &member(metadata, "kernel")}) {
        if (const std::string language = text_or_nothing(*named); !language.empty()) {
            return language == "SoS" ? "" : language;
        }
    }
    return "";
}

/// The text of a code cell: a string, or a list of lines with their ends.
std::string source_of(const Json& cell, std::uint32_t number) {
    const Json& written = member(cell, cell.contains("source") ? "source" : "input");
    if (written.is_string()) {
        return written.get<std::string>();
    }
    std::string text;
    const bool is_lines = written.is_array() && std::ranges::all_of(written, &Json::is_string);
    if (!is_lines) {
        throw Refused{"cell " + std::to_string(number) + " has no text as its source"};
    }
    for (const Json& line : written) {
        text += line.get_ref<const std::string&>();
    }
    return text;
}

void add_cell(const Json& cell, std::uint32_t number, Notebook& notebook) {
    if (member(cell, "cell_type") != "code" || !is_python(language_of_cell(cell))) {
        return;
    }
    const std::string text = without_magics(source_of(cell, number));
    if (text.empty()) {
        return;
    }
    const auto begin = static_cast<std::uint32_t>(notebook.text.size());
    notebook.text += text;
    const auto end = static_cast<std::uint32_t>(notebook.text.size());
    notebook.cells.push_back({number, begin, end});
    notebook.text += separator;
}

void read(std::string_view text, Notebook& notebook) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        throw Refused{"it is empty"};
    }
    const Json json = read_json(text);
    std::vector<const Json*> lists;
    if (member(json, "cells").is_array()) {
        lists.push_back(&member(json, "cells"));
    }
    const Json& worksheets = member(json, "worksheets");  // of nbformat 3
    for (std::size_t i = 0; worksheets.is_array() && i < worksheets.size(); ++i) {
        if (member(worksheets[i], "cells").is_array()) {
            lists.push_back(&member(worksheets[i], "cells"));
        }
    }
    if (lists.empty()) {
        throw Refused{"it has no list of cells"};
    }
    if (const std::string language = language_of(json); !is_python(language)) {
        throw Refused{"it is written in " + language};
    }
    std::uint32_t number = 0;
    for (const Json* list : lists) {
        for (const Json& cell : *list) {
            add_cell(cell, ++number, notebook);
        }
    }
}

}  // namespace

bool read_notebook(std::string_view json, Notebook& notebook, std::string& error) {
    try {
        read(json, notebook);
        return true;
    } catch (const Refused& refused) {
        error = refused.why;
        return false;
    }
}

}  // namespace pycu::driver
