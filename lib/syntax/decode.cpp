// The values of string and bytes literals: escapes, line ends, doubled braces.
#include <string>

#include "support/text.h"
#include "syntax/fstring.h"
#include "syntax/scan.h"

namespace pycu::syntax {
namespace {

class Decoder {
  public:
    Decoder(const SourceFile& file, const StringParts& parts, Range piece, bool double_braces,
            diag::Sink& sink)
        : text_(file.text()),
          parts_(parts),
          at_(piece.begin),
          end_(piece.end),
          file_(piece.file),
          double_braces_(double_braces),
          sink_(sink) {}

    bool decode(std::string& out) {
        while (at_ < end_) {
            const char c = text_[at_];
            if (c == '\\' && !parts_.is_raw) {
                if (!escape(out)) return false;
                continue;
            }
            if (c == '\r') {
                out += '\n';
                at_ += peek(1) == '\n' ? 2 : 1;
                continue;
            }
            if (parts_.is_bytes && static_cast<unsigned char>(c) >= 128) return not_ascii();
            if (double_braces_ && (c == '{' || c == '}') && peek(1) == c) ++at_;
            out += c;
            ++at_;
        }
        return true;
    }

  private:
    char peek(std::uint32_t ahead = 0) const {
        return at_ + ahead < end_ ? text_[at_ + ahead] : '\0';
    }

    bool not_ascii() {
        const auto bytes = static_cast<std::uint32_t>(decode_utf8(text_, at_).bytes);
        sink_.report<diag::Code::BytesNotAscii>(Range{at_, at_ + bytes, file_},
                                                std::string_view(text_).substr(at_, bytes));
        return false;
    }

    bool bad(std::uint32_t end, const char* what) {
        sink_.report<diag::Code::BadEscape>(Range{at_, end, file_},
                                            std::string_view(text_).substr(at_, end - at_), what);
        return false;
    }

    void append(std::string& out, char32_t value) {
        if (parts_.is_bytes) {
            out += static_cast<char>(value & 0xff);
        } else {
            append_utf8(out, value);
        }
    }

    bool escape(std::string& out) {
        const char c = peek(1);
        static constexpr std::string_view from = "\\'\"abfnrtv", to = "\\'\"\a\b\f\n\r\t\v";
        const std::size_t simple = at_ + 1 < end_ ? from.find(c) : std::string_view::npos;
        if (simple != std::string_view::npos) {
            out += to[simple];
            at_ += 2;
            return true;
        }
        if (c == '\n' || c == '\r') {
            at_ += c == '\r' && peek(2) == '\n' ? 3 : 2;
            return true;
        }
        if (c >= '0' && c <= '7') return octal(out);
        if (c == 'x') return hexadecimal(out, 2);
        if (!parts_.is_bytes && c == 'u') return hexadecimal(out, 4);
        if (!parts_.is_bytes && c == 'U') return hexadecimal(out, 8);
        if (!parts_.is_bytes && c == 'N') return named(out);
        out += '\\';
        ++at_;
        return true;
    }

    bool octal(std::string& out) {
        char32_t value = 0;
        ++at_;
        for (int digits = 0; digits < 3 && peek() >= '0' && peek() <= '7'; ++digits, ++at_) {
            value = value * 8 + static_cast<char32_t>(peek() - '0');
        }
        append(out, value);
        return true;
    }

    bool hexadecimal(std::string& out, std::uint32_t digits) {
        char32_t value = 0;
        for (std::uint32_t i = 0; i < digits; ++i) {
            const int digit = hex_value(peek(2 + i));
            if (digit < 0) return bad(at_ + 2 + i, "has too few digits");
            value = value * 16 + static_cast<char32_t>(digit);
        }
        if (value > 0x10ffff) return bad(at_ + 2 + digits, "is no character");
        at_ += 2 + digits;
        append(out, value);
        return true;
    }

    /// `\N{name}`: names are not known here; the value is the replacement character.
    bool named(std::string& out) {
        const std::uint32_t close = static_cast<std::uint32_t>(text_.find('}', at_));
        if (peek(2) != '{' || close >= end_ || close == at_ + 3) {
            return bad(at_ + 2, "has no name in braces");
        }
        sink_.report<diag::Code::Later>(Range{at_, close + 1, file_},
                                        "a character by its Unicode name");
        at_ = close + 1;
        append_utf8(out, 0xfffd);
        return true;
    }

    const std::string& text_;
    const StringParts& parts_;
    std::uint32_t at_, end_;
    std::uint16_t file_;
    bool double_braces_;
    diag::Sink& sink_;
};

}  // namespace

bool decode_string(const SourceFile& file, const StringParts& parts, Range piece,
                   bool double_braces, std::string& value, diag::Sink& sink) {
    return Decoder(file, parts, piece, double_braces, sink).decode(value);
}

}  // namespace pycu::syntax
