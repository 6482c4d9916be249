// Numbers and strings -> Constant and JoinedStr, from the original text.
#include <cstdlib>

#include "support/text.h"
#include "syntax/builder.h"

namespace pycu::syntax {

constexpr std::size_t max_decimal_digits = 4300;  // sys.int_info.default_max_str_digits

ExprId Builder::number(Range where) {
    std::string digits;
    for (char c : file_.text(where)) {
        if (c != '_') digits += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    }
    const bool based =
        digits.size() > 1 && (digits[1] == 'x' || digits[1] == 'b' || digits[1] == 'o');
    if (!based && digits.back() == 'j') {
        return make(where, Constant{Imaginary{std::strtod(digits.c_str(), nullptr)}, false});
    }
    if (!based && digits.find_first_of(".e") != std::string::npos) {
        return make(where, Constant{std::strtod(digits.c_str(), nullptr), false});
    }
    if (!based && digits.size() > max_decimal_digits) {
        fail<Code::BadNumber>(range(where.begin, where.begin + 1), digits.substr(0, 8) + "...",
                              "it has more than 4300 digits");
    }
    return make(where, Constant{Integer{digits}, false});
}

/// The strings that stand side by side in a range: one Constant, or one JoinedStr.
ExprId Builder::strings(Range where) {
    const Tokens cut = tokenize_expression(file_, where.begin, where.end, sink_);
    bool formatted = false, is_bytes = false;
    bool is_u = false;
    std::string text;
    std::vector<ExprId> values;
    for (const Token& token : cut.tokens) {
        if (token.kind != Tok::String) continue;
        const StringParts parts = string_parts(file_, token);
        if (&token == &cut.tokens.front()) {
            is_u = parts.is_u;
            is_bytes = parts.is_bytes;
        }
        if (parts.is_bytes != is_bytes) {
            fail<Code::MixedBytes>(range(where.begin, token.end));
            break;
        }
        if (parts.is_formatted) {
            formatted = true;
            append_text(std::move(text), where, values);
            text.clear();
            std::vector<Piece> pieces;
            is_bad_ = !cut_fstring(file_, parts, pieces, sink_) || is_bad_;
            string_pieces(parts, pieces, true, where, values);
        } else {
            decode(parts, range(parts.begin, parts.end), false, text);
            if (formatted) {
                append_text(std::move(text), where, values);
                text.clear();
            }
        }
    }
    if (formatted) return make(where, JoinedStr{std::move(values)});
    if (is_bytes) return make(where, Constant{Bytes{std::move(text)}, false});
    return make(where, Constant{std::move(text), is_u});
}

void Builder::decode(const StringParts& parts, Range piece, bool double_braces, std::string& text) {
    is_bad_ = !decode_string(file_, parts, piece, double_braces, text, sink_) || is_bad_;
}

/// Adds text to the values of a JoinedStr; neighbours become one Constant.
void Builder::append_text(std::string text, Range where, std::vector<ExprId>& values) {
    if (text.empty()) return;
    if (!values.empty()) {
        if (auto* last = std::get_if<Constant>(&tree_.exprs[values.back()].as)) {
            std::get<std::string>(last->value) += text;
            return;
        }
    }
    values.push_back(make(where, Constant{std::move(text), false}));
}

void Builder::string_pieces(const StringParts& parts, const std::vector<Piece>& pieces,
                            bool outermost, Range where, std::vector<ExprId>& values) {
    for (const Piece& piece : pieces) {
        if (!piece.is_field) {
            std::string text;
            decode(parts, range(piece.begin, piece.end), outermost, text);
            append_text(std::move(text), where, values);
            continue;
        }
        if (piece.debug_end) {
            const Range shown = range(piece.expr_begin, piece.debug_end);
            append_text(replace_all(file_.text(shown), "\r\n", "\n"), where, values);
        }
        const ExprId value = formatted_value(parts, piece, where);
        values.push_back(value);
    }
}

ExprId Builder::formatted_value(const StringParts& parts, const Piece& piece, Range where) {
    FormattedValue field;
    field.value = subexpression(piece.expr_begin, piece.expr_end);
    field.conversion = piece.conversion;
    if (piece.has_spec) {
        std::vector<ExprId> spec;
        string_pieces(parts, piece.spec, false, where, spec);
        field.format_spec = make(where, JoinedStr{std::move(spec)});
    }
    return make(range(piece.begin, piece.end), field);
}

}  // namespace pycu::syntax
