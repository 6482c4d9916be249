// Numbers in the form that a C++ programmer would write and that reads back as the same number.
#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "emit/cpp_types.h"
#include "support/match.h"

namespace pycu::emit {
namespace {

CppText signed_text(std::string text) {
    const bool is_negative = text.starts_with('-');
    return {std::move(text), is_negative ? Precedence::Unary : Precedence::Primary};
}

/// The shortest digits that read back as the value: 0.001, 1e-4, 1e16.
template <class Float>
std::string shortest(Float value) {
    char buffer[64];
    auto end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
    std::string text(buffer, end.ptr);
    const int exponent = std::stoi(text.substr(text.find('e') + 1));
    if (exponent >= -3 && exponent < 16) {
        end = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
        text.assign(buffer, end.ptr);
        return text.find('.') == text.npos ? text + ".0" : text;
    }
    const std::size_t e = text.find('e');
    const char* const sign = exponent < 0 ? "-" : "";
    return text.substr(0, e) + "e" + sign + std::to_string(std::abs(exponent));
}

LiteralText float_literal(double value, Type type) {
    if (type == float32) {
        value = float(value);  // which may be infinite
    }
    if (std::isnan(value)) {
        return {{"NAN", Precedence::Primary}, float32};
    }
    if (std::isinf(value)) {
        return {signed_text(value < 0 ? "-INFINITY" : "INFINITY"), float32};
    }
    if (type == float32) {
        return {signed_text(shortest(float(value)) + "f"), float32};
    }
    return {signed_text(shortest(value)), float64};
}

LiteralText signed_literal(std::int64_t value) {
    if (value == INT64_MIN) {
        return {{"INT64_MIN", Precedence::Primary}, int64};
    }
    if (value == INT32_MIN) {
        return {{"INT32_MIN", Precedence::Primary}, int32};
    }
    const bool fits = value > INT32_MIN && value <= INT32_MAX;
    return {signed_text(std::to_string(value)), fits ? int32 : int64};
}

LiteralText unsigned_literal(std::uint64_t value) {
    if (value <= INT32_MAX) {
        return {signed_text(std::to_string(value)), int32};
    }
    return {signed_text(std::to_string(value) + "u"), value <= UINT32_MAX ? uint32 : uint64};
}

LiteralText int_literal(const ir::Number& number) {
    return std::visit(match{
                          [](bool value) { return signed_literal(value ? 1 : 0); },
                          [](std::int64_t value) { return signed_literal(value); },
                          [](std::uint64_t value) { return unsigned_literal(value); },
                          [](double value) { return signed_literal(std::int64_t(value)); },
                      },
                      number);
}

double as_double(const ir::Number& number) {
    return std::visit([](auto value) { return double(value); }, number);
}

/// `1e6`, `1e-2f` where the source has the exponent, too; empty for other numbers.
std::string with_exponent(double value, Type type, std::string_view written) {
    std::string digits;
    for (const char c : written) {
        digits += c == 'E' ? "e" : c == '_' ? "" : std::string(1, c);
    }
    double read = 0;
    const char* const end = digits.data() + digits.size();
    const auto result = std::from_chars(digits.data(), end, read);
    const bool is_it =
        type == float32 ? float(read) == float(value) && std::isfinite(float(read)) : read == value;
    if (digits.find('e') == std::string::npos || result.ec != std::errc{} || result.ptr != end ||
        !is_it || std::signbit(read)) {
        return "";
    }
    return digits + (type == float32 ? "f" : "");
}

/// `M_PI` where the source has `math.pi`, `np.pi` or the name alone; null for other numbers.
const char* constant_name(double value, std::string_view written) {
    const std::string_view name = written.substr(written.rfind('.') + 1);
    if (name == "pi" && value == 3.141592653589793) {
        return "M_PI";
    }
    return name == "e" && value == 2.718281828459045 ? "M_E" : nullptr;
}

}  // namespace

bool is_float32_value(double value) {
    return std::isnan(value) || double(float(value)) == value;
}

LiteralText literal(const ir::Number& number, Type type) {
    if (type.is_bool()) {
        const char* const text = as_double(number) != 0 ? "true" : "false";
        return {{text, Precedence::Primary}, boolean};
    }
    if (type.is_float() || type == complex128) {
        return float_literal(as_double(number), type);
    }
    if (type == complex64) {
        return float_literal(as_double(number), float32);
    }
    return int_literal(number);
}

LiteralText literal(const ir::Number& number, Type type, std::string_view written) {
    LiteralText made = literal(number, type);
    if (type == float64) {
        if (const char* const name = constant_name(as_double(number), written)) {
            made.text = {name, Precedence::Primary};
        }
    }
    if (type == float64 || type == float32) {
        if (const std::string digits = with_exponent(as_double(number), type, written);
            !digits.empty()) {
            made.text = {digits, Precedence::Primary};
        }
        return made;
    }
    const bool is_hexadecimal = written.starts_with("0x") || written.starts_with("0X");
    if (!type.is_integer() ||
        !(is_hexadecimal || written.starts_with("0b") || written.starts_with("0B"))) {
        return made;
    }
    std::string digits;
    std::string text(is_hexadecimal ? "0x" : "0b");
    for (const char c : written.substr(2)) {
        text += c == '_' ? '\'' : c;
        digits += c == '_' ? "" : std::string(1, c);
    }
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, value, is_hexadecimal ? 16 : 2);
    const auto* is_signed = std::get_if<std::int64_t>(&number);
    const auto* is_unsigned = std::get_if<std::uint64_t>(&number);
    const bool is_it =
        (is_signed != nullptr && *is_signed >= 0 && std::uint64_t(*is_signed) == value) ||
        (is_unsigned != nullptr && *is_unsigned == value);
    if (read.ec == std::errc{} && read.ptr == end && !digits.empty() && is_it) {
        // Other than decimal digits these may be unsigned without a suffix.
        const char* const suffix = made.type == int64                           ? "L"
                                   : made.type == uint32 || made.type == uint64 ? "u"
                                                                                : "";
        made.text.text = text + suffix;
    }
    return made;
}

CppText typed_literal(const ir::Number& number, Type type) {
    const LiteralText plain = literal(number, type);
    if (plain.type == type) {
        return plain.text;
    }
    if (type == uint32 && plain.text.precedence == Precedence::Primary) {
        return {plain.text.text + "u", Precedence::Primary};
    }
    const TypeTable no_tuples;
    return {cuda_name(type, no_tuples) + "(" + plain.text.text + ")", Precedence::Postfix};
}

std::string string_literal(const std::string& text) {
    std::string literal = "\"";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const auto byte = static_cast<unsigned char>(c);
        const bool is_trigraph = c == '?' && i > 0 && text[i - 1] == '?';
        if (c == '\n') {
            literal += "\\n";
        } else if (c == '\t') {
            literal += "\\t";
        } else if (c == '"' || c == '\\') {
            literal += {'\\', c};
        } else if (byte < 0x20 || byte >= 0x7f || is_trigraph) {
            literal +=
                {'\\', char('0' + byte / 64), char('0' + byte / 8 % 8), char('0' + byte % 8)};
        } else {
            literal += c;
        }
    }
    return literal + '"';
}

}  // namespace pycu::emit
