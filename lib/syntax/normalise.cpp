// Writes the text that tree-sitter reads; see normalise.h.
#include "syntax/normalise.h"

#include <algorithm>

#include "syntax/scan.h"

namespace pycu::syntax {
namespace {

/// Names that tree-sitter takes for keywords.
bool is_special(std::string_view name) {
    for (const char* word : {"print", "exec", "match", "case", "type", "__future__"}) {
        if (name == word) return true;
    }
    return std::any_of(name.begin(), name.end(),
                       [](char c) { return static_cast<unsigned char>(c) >= 128; });
}

/// Writes a token's stand-in; out[0] is byte `base` of the file.
void write(const SourceFile& file, const Token& token, bool soft_keyword, std::uint32_t base,
           std::string& out) {
    const std::string& text = file.text();
    const std::size_t length = token.end - token.begin;
    const std::size_t at = token.begin - base;
    const std::string_view original = std::string_view(text).substr(token.begin, length);
    if (token.kind == Tok::Number) {
        // `1..real` would be cut differently if both dots followed digits.
        const bool dot = token.end < text.size() && text[token.end] == '.';
        out.replace(at, length, length, dot ? 'x' : '1');
    } else if (token.kind == Tok::String) {
        const char quote = original[original.find_first_of("'\"")];
        out.replace(at, length, length, 'x');
        out[at] = quote;
        out[at + length - 1] = quote;
    } else if (token.kind == Tok::Name && !soft_keyword && is_special(original)) {
        out.replace(at, length, length, 'x');
    } else {
        out.replace(at, length, original);
    }
}

}  // namespace

std::string normalise(const SourceFile& file, const std::vector<Token>& tokens,
                      const Outline& outline) {
    const std::string& text = file.text();
    std::string out(text.size(), ' ');
    out += '\n';
    // Lines keep their ends, apart from those inside a statement, which are blanked below.
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ends = text[i] == '\n' ? true : text[i] == '\r' && text[i + 1] != '\n';
        if (ends || text[i] == '\f') out[i] = '\n';
    }
    std::size_t broken = 0;
    std::uint32_t joined = Id<Token>::none;  // end of the last token of an unfinished statement
    for (const Token& token : tokens) {
        while (broken < outline.broken.size() && outline.broken[broken].end <= token.begin)
            ++broken;
        const bool skipped =
            broken < outline.broken.size() && outline.broken[broken].begin <= token.begin;
        const bool layout = token.kind == Tok::Newline || token.kind == Tok::Indent ||
                            token.kind == Tok::Dedent || token.kind == Tok::End;
        if (skipped || token.kind == Tok::Dedent || token.kind == Tok::End) {
            joined = Id<Token>::none;
            continue;
        }
        if (token.kind == Tok::Indent) continue;
        if (joined != Id<Token>::none) {
            std::fill(out.begin() + joined, out.begin() + token.begin, ' ');
        }
        joined = layout ? Id<Token>::none : token.end;
        if (!layout) {
            write(file, token, outline.soft_keywords.count(token.begin) > 0, 0, out);
        }
    }
    for (const Range& annotation : outline.annotations) {
        std::fill(out.begin() + annotation.begin, out.begin() + annotation.end, 'x');
    }
    return out;
}

std::string normalise_expression(const SourceFile& file, const Token* first, const Token* last,
                                 std::uint32_t begin, std::uint32_t end) {
    std::string out(end - begin + 2, ' ');
    out.front() = '(';
    out.back() = ')';
    for (; first != last; ++first) {
        if (first->kind != Tok::End) write(file, *first, false, begin - 1, out);
    }
    return out;
}

}  // namespace pycu::syntax
