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

/// Writes the stand-ins of tokens; the first byte of `out` is byte `base` of the file.
class Writer {
  public:
    Writer(const SourceFile& file, const Outline& outline, std::uint32_t base, std::string& out)
        : text_(file.text()), outline_(outline), base_(base), out_(out) {}

    void write(const Token& token, const Token& next) {
        const std::size_t length = token.end - token.begin;
        const std::size_t at = token.begin - base_;
        const std::string_view original = text_.substr(token.begin, length);
        if (token.kind == Tok::Number) {
            // `1..real` would be cut differently if both dots followed digits.
            const bool dot = token.end < text_.size() && text_[token.end] == '.';
            out_.replace(at, length, length, dot ? 'x' : '1');
        } else if (token.kind == Tok::String) {
            const char quote = original[original.find_first_of("'\"")];
            out_.replace(at, length, length, 'x');
            out_[at] = quote;
            out_[at + length - 1] = quote;
        } else if (token.kind == Tok::Except && next.kind == Tok::Star) {
            out_.replace(at, length + 1, "except*");  // one word for tree-sitter
        } else if (token.kind == Tok::Star && is_blanked(token, next)) {
            if (out_[at] != '*') out_[at] = ' ';
        } else if (token.kind == Tok::Name && is_special(original) &&
                   outline_.soft_keywords.count(token.begin) == 0) {
            out_.replace(at, length, length, 'x');
        } else {
            out_.replace(at, length, original);
        }
    }

    /// The star of a list or of `except *`, which stands elsewhere or nowhere.
    bool is_blanked(const Token& star, const Token& next) {
        const auto found = outline_.stars.find(next.begin);
        return after_except_ || (found != outline_.stars.end() && found->second == star.begin);
    }

    void write_all(const Token* first, const Token* last) {
        for (; first != last && first->kind != Tok::End; ++first) {
            write(*first, *(first + 1));
        }
    }

    void follow(const Token& token) { after_except_ = token.kind == Tok::Except; }

  private:
    std::string_view text_;
    const Outline& outline_;
    std::uint32_t base_;
    std::string& out_;
    bool after_except_ = false;
};

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
    Writer writer(file, outline, 0, out);
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
            std::fill(out.begin() + std::min(joined, token.begin), out.begin() + token.begin, ' ');
        }
        joined = layout ? Id<Token>::none : token.end + (token.kind == Tok::Except ? 1 : 0);
        if (!layout) {
            writer.write(token, *(&token + 1));  // End is layout
            writer.follow(token);
        }
    }
    for (const Range& annotation : outline.annotations) {
        std::fill(out.begin() + annotation.begin, out.begin() + annotation.end, 'x');
    }
    return out;
}

std::string normalise_expression(const SourceFile& file, const std::vector<Token>& tokens,
                                 const Outline& outline, std::uint32_t begin, std::uint32_t end) {
    std::string out(end - begin + 2, ' ');
    out.front() = '(';
    out.back() = ')';
    Writer(file, outline, begin - 1, out).write_all(tokens.data(), tokens.data() + tokens.size());
    return out;
}

}  // namespace pycu::syntax
