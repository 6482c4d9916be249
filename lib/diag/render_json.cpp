// Diagnostics for programs: one JSON object a line.
#include <nlohmann/json.hpp>

#include "diag/render.h"
#include "diag/span.h"

namespace pycu::diag {

using Json = nlohmann::ordered_json;

/// The keys that say where a range is.
static Json place(Range range, const Files& files) {
    const Span span = span_of(range, files);
    Json json = {{"file", span.path}};
    if (span.cell != 0) {
        json["cell"] = span.cell;
    }
    json.update({{"line", span.line},
                 {"column", span.column},
                 {"end_line", span.end_line},
                 {"end_column", span.end_column},
                 {"byte", span.byte},
                 {"end_byte", span.end_byte}});
    return json;
}

std::string render_json(const Diagnostic& diagnostic, const Files& files) {
    Json json = {{"severity", severity_name(diagnostic.severity)},
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
    json["edits"] = Json::array();
    for (const Edit& edit : diagnostic.edits) {
        if (files[edit.range.file].path().starts_with("--")) {
            continue;  // an option of the command line is no text to be edited
        }
        Json one = {{"replacement", edit.text}, {"safe", edit.is_safe}};
        one.update(place(edit.range, files));
        json["edits"].push_back(one);
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace pycu::diag
