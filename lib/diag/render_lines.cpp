// Diagnostics for programs that read lines: compilers' matchers, GitHub's workflow commands.
#include "diag/render.h"
#include "diag/span.h"
#include "support/text.h"

namespace pycu::diag {

namespace {

/// `file:line:column: `, or what pycu calls itself.
std::string line_head(Range range, bool is_placed, const Files& files) {
    if (!is_placed) {
        return "pycu: ";
    }
    const Span span = span_of(range, files);
    return span.path + ':' + std::to_string(span.line) + ':' + std::to_string(span.column) + ": ";
}

std::string cell_text(Range range, const Files& files) {
    const std::uint32_t cell = span_of(range, files).cell;
    return cell == 0 ? "" : "cell " + std::to_string(cell) + ": ";
}

/// What GitHub reads as text: a percent sign and ends of lines have codes.
std::string escaped_data(std::string_view text) {
    const std::string percent = replace_all(text, "%", "%25");
    return replace_all(replace_all(percent, "\r", "%0D"), "\n", "%0A");
}

/// The same of a property, which ends at a colon or a comma.
std::string escaped_property(std::string_view text) {
    return replace_all(replace_all(escaped_data(text), ":", "%3A"), ",", "%2C");
}

}  // namespace

std::string render_gcc(const Diagnostic& diagnostic, const Files& files) {
    const std::string head = line_head(diagnostic.range, diagnostic.placed, files);
    const auto one_line = [](const std::string& text) { return replace_all(text, "\n", " "); };
    std::string text = head + std::string(severity_name(diagnostic.severity)) + ": ";
    if (diagnostic.placed) {
        text += cell_text(diagnostic.range, files);
    }
    text += one_line(diagnostic.message) + " [" + code_name(diagnostic.code) + "]\n";
    for (const Label& label : diagnostic.labels) {
        text += line_head(label.range, true, files) + "note: " + cell_text(label.range, files) +
                one_line(label.text) + '\n';
    }
    for (const std::string& note : diagnostic.notes) {
        text += head + "note: " + one_line(note) + '\n';
    }
    for (const std::string& help : diagnostic.helps) {
        text += head + "note: " + one_line(help) + '\n';
    }
    return text;
}

std::string render_github(const Diagnostic& diagnostic, const Files& files) {
    std::string text = "::" + std::string(severity_name(diagnostic.severity)) + ' ';
    if (diagnostic.placed) {
        const Span span = span_of(diagnostic.range, files);
        if (span.is_file()) {
            text += "file=" + escaped_property(span.path) + ",line=" + std::to_string(span.line);
            // GitHub takes columns of one line alone
            if (span.end_line == span.line) {
                text += ",col=" + std::to_string(span.column) +
                        ",endColumn=" + std::to_string(span.end_column);
            } else {
                text += ",endLine=" + std::to_string(span.end_line);
            }
            text += ',';
        }
    }
    return text + "title=" + code_name(diagnostic.code) +
           "::" + escaped_data(whole_text(diagnostic, files)) + '\n';
}

}  // namespace pycu::diag
