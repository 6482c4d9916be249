// Diagnostics for programs: one JSON object a line.
#include <nlohmann/json.hpp>

#include "diag/render.h"

namespace pycu::diag {

using Json = nlohmann::ordered_json;

/// The keys that say where a range is: file, lines and columns from 1, bytes of the file from 0.
static Json place(Range range, const Files& files) {
    const SourceFile& file = files[range.file];
    const Place begin = file.place(range.begin);
    const Place end = file.place(range.end);
    return {{"file", file.path()},
            {"line", begin.line},
            {"column", begin.column},
            {"end_line", end.line},
            {"end_column", end.column},
            {"byte", range.begin + file.skipped_bytes()},
            {"end_byte", range.end + file.skipped_bytes()}};
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
