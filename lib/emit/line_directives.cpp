// Where line directives stand: wherever counting on from the last one would name another line.
#include "emit/texts.h"
#include "support/text.h"

namespace pycu::emit {
namespace {

/// A path between quotes.
std::string quoted(const std::string& path) {
    std::string text = "\"";
    for (const char c : path) {
        text += c == '"' || c == '\\' ? "\\" : "";
        text += c;
    }
    return text + '"';
}

std::string directive(std::uint32_t line, const std::string& file) {
    return "#line " + std::to_string(line) + ' ' + quoted(file);
}

/// Whether compilers make anything of the line: a comment or a brace has no code, and a constant's
/// elements belong to its first line. The brace that ends a function has: what it does on its way
/// out.
bool has_code(std::string_view line) {
    const std::string_view text = trim(line);
    if (line == "}") {
        return true;
    }
    return !text.empty() && !text.starts_with("//") && !text.starts_with('{') && text != "}" &&
           text != "};" && text != "} else {";
}

}  // namespace

std::string source_name(const ir::Module& module, Range range) {
    const SourceFile* file = module.file_of(range);
    if (file == nullptr) {
        return module.name + ".py";
    }
    return named(file->path().starts_with('/') ? file->name() : file->path(),
                 file->place(range.begin).cell);
}

std::vector<NamedLines> source_lines(const ir::Module& module) {
    std::vector<NamedLines> all;
    for (std::uint32_t n = 1; module.source != nullptr && n <= module.source->line_count(); ++n) {
        const std::string_view text = module.source->line_text(n);
        const auto begin = std::uint32_t(text.find_first_not_of(" \t"));
        const std::uint32_t first = module.source->line_begin(n);
        const Range line{first + (begin < text.size() ? begin : 0),
                         first + std::uint32_t(text.size()), module.source->file()};
        if (all.empty() || module.source->place(first).line == 1) {
            all.push_back({source_name(module, line), {}});
        }
        all.back().lines.push_back(line);
    }
    return all;
}

TextWriter with_line_directives(const TextWriter& text, const ir::Module& module,
                                const std::string& name) {
    TextWriter out;
    std::uint32_t named = 0;  // the Python line that a compiler would name next, 0 for none
    std::string file;         // and its file
    std::uint32_t written = 0;
    const auto add = [&](Range origin, std::string_view line) {
        out.comes_from(origin);
        out.raw(line);
        ++written;
        named += named != 0 ? 1 : 0;
    };
    std::vector<std::string_view> lines = split(text.text(), '\n');
    lines.resize(text.origins().size());
    bool is_among_elements = false;  // of a constant, which belong to its first line
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const Range origin = text.origins()[i];
        if (origin.end > origin.begin && module.source != nullptr && !is_among_elements &&
            has_code(lines[i])) {
            const std::uint32_t line = module.file_of(origin)->place(origin.begin).line;
            const std::string origin_file = source_name(module, origin);
            if (named != line || file != origin_file) {
                add({}, directive(line, origin_file));
                named = line;
                file = origin_file;
            }
        }
        is_among_elements =
            lines[i].ends_with(" = {") || (is_among_elements && !lines[i].starts_with('}'));
        add(origin, lines[i]);
    }
    if (named != 0) {
        add({}, directive(written + 2, name));
    }
    out.comes_from({});
    return out;
}

}  // namespace pycu::emit
