// The spots, each with its reason; see lines.h.
#include <algorithm>

#include "syntax/lines.h"

namespace pycu::syntax {
namespace {

/// Writes the stand-ins of tokens; the first byte of `out` is byte `base` of the file.
class Masker {
  public:
    Masker(const SourceFile& file, const Outline* outline,
           std::unordered_map<std::uint32_t, std::uint32_t>& stars, std::uint32_t base,
           std::string& out)
        : text_(file.text()), outline_(outline), stars_(stars), base_(base), out_(out) {}

    void mask(const std::vector<Token>& tokens) {
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            const Token& token = tokens[i];
            if (i > 0) join(tokens[i - 1], token);
            if (token.kind == Tok::Star) star(tokens, i);
            if (token.kind == Tok::Name) name(tokens, i);
            if (token.kind == Tok::String) string(token);
            // tree-sitter's `&` binds as loosely as `^` should, and the other way round.
            if (token.kind == Tok::Amper) out_[token.begin - base_] = '^';
            if (token.kind == Tok::Caret) out_[token.begin - base_] = '&';
        }
    }

  private:
    void fill(std::uint32_t begin, std::uint32_t end, char with) {
        std::fill(out_.begin() + (begin - base_), out_.begin() + (end - base_), with);
    }

    static bool is_layout(Tok kind) {
        return kind == Tok::Newline || kind == Tok::Indent || kind == Tok::Dedent ||
               kind == Tok::End;
    }

    /// A line goes on behind line ends in brackets: not for tree-sitter where none can close.
    /// `except*` is one word for it.
    void join(const Token& before, const Token& token) {
        if (is_layout(before.kind) || is_layout(token.kind)) return;
        if (before.end >= token.begin) return;  // broken tokens overlap
        fill(before.end, token.begin, ' ');
        if (before.kind == Tok::Except && token.kind == Tok::Star) {
            out_[before.end - base_] = '*';
            out_[token.begin - base_] = ' ';
        }
    }

    /// tree-sitter takes `*a.b` where a tuple has no brackets, but nothing else behind a star.
    void star(const std::vector<Token>& tokens, std::size_t i) {
        const Tok before = i > 0 ? tokens[i - 1].kind : Tok::Newline;
        const Token& operand = tokens[i + 1];
        const bool is_operator = ends_operand(before);
        const bool is_word = operand.kind == Tok::Name || operand.kind == Tok::Star ||
                             operand.kind == Tok::Comma || operand.kind == Tok::Colon ||
                             is_close(operand.kind) || is_layout(operand.kind) ||
                             before == Tok::Except;
        if (is_operator || is_word) return;
        const bool begins_line = is_layout(before);
        if (begins_line && !is_open(operand.kind)) return;
        // A line must not move to the right.
        if (begins_line) out_[tokens[i].begin - base_] = text_[operand.begin];
        fill(tokens[i].begin + (begins_line ? 1 : 0), operand.begin + (begins_line ? 1 : 0), ' ');
        stars_[operand.begin] = tokens[i].begin;
    }

    static bool ends_operand(Tok kind) {
        return kind == Tok::Name || kind == Tok::Number || kind == Tok::String ||
               kind == Tok::True || kind == Tok::False || kind == Tok::None ||
               kind == Tok::Ellipsis || is_close(kind);
    }

    void name(const std::vector<Token>& tokens, std::size_t i) {
        const Token& token = tokens[i];
        const std::string_view word = text_.substr(token.begin, token.end - token.begin);
        const bool is_keyword = outline_ && outline_->soft_keywords.count(token.begin) > 0;
        if (is_keyword) return;
        const Tok next = tokens[i + 1].kind;
        if (outline_ && next == Tok::Equal) {
            const auto pattern = outline_->pattern_keywords.find(tokens[i + 2].begin);
            if (pattern != outline_->pattern_keywords.end()) {
                fill(token.begin, tokens[i + 1].end, ' ');  // patterns have no `|` behind a `=`
                return;
            }
        }
        for (const char* special : {"print", "exec", "match", "case", "type", "__future__"}) {
            if (word == special) fill(token.begin, token.end, 'x');
        }
        // An annotation `name[` is a generic type, which has no slices; a number is no type.
        const bool is_attribute = i > 0 && tokens[i - 1].kind == Tok::Dot;
        if (next == Tok::LeftBracket && !is_attribute) fill(token.begin, token.end, '1');
    }

    /// What is in strings is read elsewhere.
    void string(const Token& token) {
        const char quote = text_[text_.find_first_of("'\"", token.begin)];
        fill(token.begin, token.end, 'x');
        out_[token.begin - base_] = quote;
        out_[token.end - 1 - base_] = quote;
    }

    std::string_view text_;
    const Outline* outline_;
    std::unordered_map<std::uint32_t, std::uint32_t>& stars_;
    std::uint32_t base_;
    std::string& out_;
};

/// Letters beyond ASCII are those of names: tree-sitter's Unicode is not Python's. A tab is as wide
/// as a blank, since no file mixes them; a lone carriage return ends a line.
std::string plain(std::string_view text) {
    std::string out(text);
    for (std::size_t i = 0; i < out.size(); ++i) {
        if (static_cast<unsigned char>(out[i]) >= 0x80) out[i] = 'x';
        if (out[i] == '\t') out[i] = ' ';
        if (out[i] == '\r' && (i + 1 == out.size() || out[i + 1] != '\n')) out[i] = '\n';
    }
    return out;
}

}  // namespace

std::string masked(const SourceFile& file, const std::vector<Token>& tokens, Outline& outline,
                   std::uint32_t begin, std::uint32_t end) {
    std::string out = plain(std::string_view(file.text()).substr(begin, end - begin));
    Masker(file, &outline, outline.stars, begin, out).mask(tokens);
    for (const Range& broken : outline.broken) {
        std::fill(out.begin() + (broken.begin - begin), out.begin() + (broken.end - begin), ' ');
    }
    out += '\n';
    return out;
}

std::string masked_expression(const SourceFile& file, const std::vector<Token>& tokens,
                              std::uint32_t begin, std::uint32_t end,
                              std::unordered_map<std::uint32_t, std::uint32_t>& stars) {
    std::string out = "-(" + plain(std::string_view(file.text()).substr(begin, end - begin)) + ')';
    Masker(file, nullptr, stars, begin - 2, out).mask(tokens);
    return out;
}

}  // namespace pycu::syntax
