// Places and texts that the forms for programs have in common.
#include "diag/span.h"

#include <algorithm>
#include <map>

#include "support/text.h"

namespace pycu::diag {

Span span_of(Range range, const Files& files) {
    const SourceFile& file = files[range.file];
    const Cell* cell = file.cell(range.begin);
    const std::uint32_t last = cell != nullptr ? std::min(range.end, cell->end) : range.end;
    const std::uint32_t first = cell != nullptr ? cell->begin : 0;
    const Place begin = file.place(range.begin);
    const Place end = file.place(last);
    Span span;
    span.path = file.path();
    span.cell = cell != nullptr ? cell->number : 0;
    span.line = begin.line;
    span.column = begin.column;
    span.end_line = end.line;
    span.end_column = end.column;
    span.byte = range.begin - first + file.skipped_bytes();
    span.end_byte = last - first + file.skipped_bytes();
    return span;
}

std::string whole_text(const Diagnostic& diagnostic, const Files& files) {
    std::string text = diagnostic.message;
    if (diagnostic.placed) {
        const Span span = span_of(diagnostic.range, files);
        if (span.cell != 0) {
            text.insert(0, "cell " + std::to_string(span.cell) + ": ");
        }
        if (!span.is_file()) {
            text.insert(0, span.path + ": ");
        }
    }
    for (const std::string& note : diagnostic.notes) {
        text += "\nnote: " + note;
    }
    for (const std::string& help : diagnostic.helps) {
        text += "\nhelp: " + help;
    }
    return text;
}

std::vector<std::string> fingerprints(const std::vector<Diagnostic>& shown, const Files& files,
                                      const std::filesystem::path& root) {
    std::map<std::string, int> seen;
    std::vector<std::string> names;
    for (const Diagnostic& one : shown) {
        std::string text = code_name(one.code) + '\n' + one.message;
        if (one.placed) {
            const SourceFile& file = files[one.range.file];
            const std::string_view line = file.line_text(file.line(one.range.begin));
            text += '\n' + path_below(root, file.path()) + '\n' + std::string(trim(line));
        }
        const int before = seen[text]++;
        names.push_back(sha256(text + '\n' + std::to_string(before)));
    }
    return names;
}

std::string path_below(const std::filesystem::path& root, const std::string& path) {
    const std::filesystem::path seen = (root / path).lexically_normal().lexically_relative(root);
    return seen.empty() || *seen.begin() == ".." ? path : seen.string();
}

}  // namespace pycu::diag
