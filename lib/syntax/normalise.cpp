// Writes the text that tree-sitter reads; see normalise.h.
#include "syntax/normalise.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

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
        : text_(file.text()), outline_(outline), base_(base), out_(out) {
        for (const auto& [pattern, name] : outline.pattern_keywords) keywords_.insert(name.begin);
    }

    /// Tokens come in order; `begins_line` is for the first of a statement's line.
    void write(const Token& token, bool begins_line) {
        const Tok before = std::exchange(last_, token.kind);
        if (token.kind == Tok::Star && before == Tok::Except) {
            out_[last_end_ - base_] = '*';  // `except*` is one word for tree-sitter
        } else if (token.kind == Tok::Star && outline_.starred.count(token.begin) > 0) {
            // A statement must not move to the right, so what follows takes the star's place.
            if (begins_line) star_ = token.begin;
        } else if (keywords_.count(token.begin) > 0 || keyword_) {
            keyword_ = !keyword_;  // the name, then the `=`
        } else {
            stand_in(token, std::exchange(star_, none));
        }
        last_end_ = token.end;
    }

  private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    void stand_in(const Token& token, std::uint32_t star) {
        const std::size_t begin = (star == none ? token.begin : star) - base_;
        const std::size_t length = token.end - base_ - begin;
        const std::string_view original = text_.substr(token.begin, token.end - token.begin);
        if (token.kind == Tok::Number) {
            // `1..real` would be cut differently if both dots followed digits.
            const bool dot = token.end < text_.size() && text_[token.end] == '.';
            out_.replace(begin, length, length, dot ? 'x' : '1');
        } else if (token.kind == Tok::String) {
            const char quote = original[original.find_first_of("'\"")];
            out_.replace(begin, length, length, 'x');
            out_[begin] = quote;
            out_[begin + length - 1] = quote;
        } else if (token.kind == Tok::Name &&
                   (star != none ||
                    (is_special(original) && outline_.soft_keywords.count(token.begin) == 0))) {
            out_.replace(begin, length, length, 'x');
        } else {
            out_.replace(begin, original.size(), original);
        }
    }

    std::string_view text_;
    const Outline& outline_;
    std::uint32_t base_;
    std::string& out_;
    std::unordered_set<std::uint32_t> keywords_;  // names of `name=pattern`
    bool keyword_ = false;                        // such a name has been left out
    Tok last_ = Tok::End;
    std::uint32_t last_end_ = 0;
    std::uint32_t star_ = none;  // a star at the front of a statement
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
    bool begins_line = true;
    std::uint32_t joined = 0;  // the end of the last token of an unfinished statement
    for (const Token& token : tokens) {
        while (broken < outline.broken.size() && outline.broken[broken].end <= token.begin) {
            ++broken;
        }
        const bool skipped =
            broken < outline.broken.size() && outline.broken[broken].begin <= token.begin;
        const bool layout = token.kind == Tok::Indent || token.kind == Tok::Dedent ||
                            token.kind == Tok::End || skipped;
        if (!begins_line && !layout) {
            std::fill(out.begin() + joined, out.begin() + token.begin, ' ');
        }
        if (!layout && token.kind != Tok::Newline) writer.write(token, begins_line);
        begins_line = layout || token.kind == Tok::Newline;
        joined = token.end;
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
    Writer writer(file, outline, begin - 1, out);
    for (const Token& token : tokens) {
        if (token.kind != Tok::End) writer.write(token, false);
    }
    return out;
}

}  // namespace pycu::syntax
