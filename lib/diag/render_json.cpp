// Diagnostics for programs: one JSON object a line.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "diag/render.h"

namespace pycu::diag {

using Json = nlohmann::ordered_json;

/// The keys that say where a range is: file, lines and columns from 1, bytes of the file from 0. Of
/// a notebook the cell, and lines, columns and bytes of it.
static Json place(Range range, const Files& files) {
    const SourceFile& file = files[range.file];
    const Place begin = file.place(range.begin);
    const Cell* cell = file.cell(range.begin);
    const std::uint32_t last = cell != nullptr ? std::min(range.end, cell->end) : range.end;
    const Place end = file.place(last);
    Json json = {{"file", file.path()}};
    if (cell != nullptr) {
        json["cell"] = cell->number;
    }
    const std::uint32_t first = cell != nullptr ? cell->begin : 0;
    json.update({{"line", begin.line},
                 {"column", begin.column},
                 {"end_line", end.line},
                 {"end_column", end.column},
                 {"byte", range.begin - first + file.skipped_bytes()},
                 {"end_byte", last - first + file.skipped_bytes()}});
    return json;
}

std::string render_json(const Diagnostic& diagnostic, const Files& files) {
    const bool error = diagnostic.severity == Severity::Error;
    Json json = {{"severity", error ? "error" : "warning"},
                 {"code", code_name(diagnostic.code)},
                 {"name", flag_name(kind(diagnostic.code))},
                 {"message", diagnostic.message}};
    if (diagnostic.placed) {
        json.update(place(diagnostic.range, files));
    }
    json["labels"] = Json::array();
    for (const Label& label : diagnostic.labels) {
        Json one = {{"message", label.text}};
        one.update(place(label.range, files));
        json["labels"].push_back(one);
    }
    json["notes"] = diagnostic.notes;
    json["help"] = diagnostic.helps;
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace pycu::diag
