// f-strings, after fstring_find_literal and fstring_find_expr of CPython 3.11's string_parser.c.
#include "syntax/fstring.h"

#include "syntax/scan.h"

namespace pycu::syntax {
namespace {

constexpr int max_spec_depth = 2;

class Cutter {
  public:
    Cutter(const SourceFile& file, const StringParts& parts, diag::Sink& sink)
        : text_(file.text()), file_(file.file()), parts_(parts), at_(parts.begin), sink_(sink) {}

    bool cut(std::vector<Piece>& pieces, int depth) {
        while (at_ < parts_.end && !(depth > 0 && text_[at_] == '}')) {
            if (!literal(pieces, depth)) return false;
            if (at_ >= parts_.end || text_[at_] != '{') continue;
            Piece field;
            if (!read_field(field, depth)) return false;
            pieces.push_back(std::move(field));
        }
        return true;
    }

  private:
    using Offset = std::uint32_t;

    bool fail(Offset begin, Offset end, const std::string& what) {
        sink_.report<diag::Code::BadFString>(Range{begin, end, file_}, what);
        return false;
    }

    /// Text up to the next field, doubled braces included.
    bool literal(std::vector<Piece>& pieces, int depth) {
        Piece piece;
        piece.begin = at_;
        while (at_ < parts_.end) {
            const char c = text_[at_];
            if (c == '\\' && !parts_.is_raw) {
                skip_escape();
                continue;
            }
            if (c == '{' || c == '}') {
                const bool doubled = depth == 0 && at_ + 1 < parts_.end && text_[at_ + 1] == c;
                if (!doubled) {
                    if (c == '}' && depth == 0) {
                        return fail(at_, at_ + 1, "a single `}`");
                    }
                    break;
                }
                ++at_;
            }
            ++at_;
        }
        piece.end = at_;
        if (piece.end > piece.begin) pieces.push_back(std::move(piece));
        return true;
    }

    void skip_escape() {
        ++at_;
        if (at_ + 1 < parts_.end && text_[at_] == 'N' && text_[at_ + 1] == '{') {
            while (at_ < parts_.end && text_[at_] != '}') ++at_;
            if (at_ < parts_.end) ++at_;
            return;
        }
        // A brace keeps its meaning behind a backslash.
        if (at_ < parts_.end && text_[at_] != '{' && text_[at_] != '}') ++at_;
    }

    bool read_field(Piece& field, int depth) {
        field.is_field = true;
        field.begin = at_;
        if (depth >= max_spec_depth) return fail(at_, at_ + 1, "fields nested too deeply");
        ++at_;
        field.expr_begin = at_;
        if (!find_expression_end(field.begin)) return false;
        field.expr_end = at_;
        if (std::string_view(text_)
                .substr(field.expr_begin, field.expr_end - field.expr_begin)
                .find_first_not_of(" \t\n\r\f") == std::string_view::npos) {
            return fail(field.begin, at_ + 1, "a field without an expression");
        }
        return after_expression(field, depth);
    }

    bool after_expression(Piece& field, int depth) {
        if (peek() == '=') {
            ++at_;
            while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r' ||
                   peek() == '\f') {
                ++at_;
            }
            field.debug_end = at_;
        }
        if (peek() == '!') {
            ++at_;
            field.conversion = peek();
            if (field.conversion != 's' && field.conversion != 'r' && field.conversion != 'a') {
                return fail(at_, at_ + 1, "a conversion other than `!s`, `!r` and `!a`");
            }
            ++at_;
        }
        if (peek() == ':') {
            ++at_;
            field.has_spec = true;
            if (!cut(field.spec, depth + 1)) return false;
        }
        if (peek() != '}') return fail(field.begin, field.begin + 1, "a `{` that is never closed");
        ++at_;
        field.end = at_;
        if (field.debug_end && !field.has_spec && !field.conversion) field.conversion = 'r';
        return true;
    }

    char peek(Offset ahead = 0) const {
        return at_ + ahead < parts_.end ? text_[at_ + ahead] : '\0';
    }

    /// Steps to the `}`, `!`, `:` or `=` that ends the expression.
    bool find_expression_end(Offset brace) {
        std::string open;
        char quote = 0;
        bool triple = false;
        for (; at_ < parts_.end; ++at_) {
            const char c = text_[at_];
            if (c == '\\') return fail(at_, at_ + 1, "a backslash in an expression");
            if (quote) {
                if (c != quote) continue;
                if (triple && (peek(1) != quote || peek(2) != quote)) continue;
                if (triple) at_ += 2;
                quote = 0;
                continue;
            }
            if (c == '\'' || c == '"') {
                triple = peek(1) == c && peek(2) == c;
                if (triple) at_ += 2;
                quote = c;
            } else if (c == '(' || c == '[' || c == '{') {
                open += c;
            } else if (c == '#') {
                return fail(at_, at_ + 1, "a `#` in an expression");
            } else if (open.empty() && ends_expression(c)) {
                return true;
            } else if (c == ')' || c == ']' || c == '}') {
                const char opener = c == ')' ? '(' : c == ']' ? '[' : '{';
                if (open.empty() || open.back() != opener) {
                    return fail(at_, at_ + 1, "a bracket that closes no other");
                }
                open.pop_back();
            }
        }
        if (quote) return fail(brace, brace + 1, "a string in an expression that never ends");
        if (!open.empty()) return fail(brace, brace + 1, "a bracket that is never closed");
        return fail(brace, brace + 1, "a `{` that is never closed");
    }

    /// `!=`, `==`, `<=` and `>=` are operators; any other `!`, `=`, `:` or `}` ends an expression.
    bool ends_expression(char c) {
        if (c == '<' || c == '>' || c == '=' || c == '!') {
            if (peek(1) == '=') {
                ++at_;
                return false;
            }
            return c == '=' || c == '!';
        }
        return c == ':' || c == '}';
    }

    const std::string& text_;
    std::uint16_t file_;
    const StringParts& parts_;
    Offset at_;
    diag::Sink& sink_;
};

}  // namespace

StringParts string_parts(const SourceFile& file, const Token& token) {
    const std::string& text = file.text();
    StringParts parts;
    std::uint32_t at = token.begin;
    for (; text[at] != '"' && text[at] != '\''; ++at) {
        const char c = static_cast<char>(text[at] | 0x20);
        parts.is_bytes = parts.is_bytes || c == 'b';
        parts.is_raw = parts.is_raw || c == 'r';
        parts.is_formatted = parts.is_formatted || c == 'f';
        parts.is_u = parts.is_u || text[at] == 'u';
    }
    const bool triple = token.end - at >= 6 && text[at + 1] == text[at] && text[at + 2] == text[at];
    const std::uint32_t quotes = triple ? 3 : 1;
    parts.begin = at + quotes;
    parts.end = token.end - quotes;
    return parts;
}

bool cut_fstring(const SourceFile& file, const StringParts& parts, std::vector<Piece>& pieces,
                 diag::Sink& sink) {
    return Cutter(file, parts, sink).cut(pieces, 0);
}

}  // namespace pycu::syntax
