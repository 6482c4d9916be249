// Format specifications of known values. See strings.h.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "values/numbers.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

/// [[fill]align][sign][0][width][.precision][type]
struct Spec {
    char fill = ' ';
    char align = 0;
    char sign = '-';
    bool is_alternate = false;
    std::size_t width = 0;
    std::optional<int> precision;
    char type = 0;
};

std::optional<int> take_number(std::string_view& text) {
    int value = 0;
    std::size_t count = 0;
    while (count < text.size() && count < 4 && text[count] >= '0' && text[count] <= '9') {
        value = value * 10 + (text[count++] - '0');
    }
    text.remove_prefix(count);
    return count > 0 ? std::optional(value) : std::nullopt;
}

bool take(std::string_view& text, char wanted) {
    if (text.empty() || text[0] != wanted) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

std::optional<Spec> read_spec(std::string_view text) {
    constexpr std::string_view aligns = "<>=^";
    Spec spec;
    if (text.size() > 1 && aligns.find(text[1]) != std::string_view::npos) {
        spec.fill = text[0];
        spec.align = text[1];
        text.remove_prefix(2);
    } else if (!text.empty() && aligns.find(text[0]) != std::string_view::npos) {
        spec.align = text[0];
        text.remove_prefix(1);
    }
    if (!text.empty() && (text[0] == '+' || text[0] == '-' || text[0] == ' ')) {
        spec.sign = text[0];
        text.remove_prefix(1);
    }
    spec.is_alternate = take(text, '#');
    if (take(text, '0') && spec.align == 0) {
        spec.fill = '0';
        spec.align = '=';
    }
    spec.width = static_cast<std::size_t>(take_number(text).value_or(0));
    if (take(text, '.')) {
        spec.precision = take_number(text);
        if (!spec.precision) {
            return std::nullopt;
        }
    }
    if (!text.empty()) {
        spec.type = text[0];
        text.remove_prefix(1);
    }
    return text.empty() ? std::optional(spec) : std::nullopt;
}

/// A sign and what stands behind it, filled to the width.
std::string padded(const Spec& spec, const std::string& sign, const std::string& body,
                   char default_align) {
    const std::size_t size = sign.size() + body.size();
    const std::string fill(spec.width > size ? spec.width - size : 0, spec.fill);
    switch (spec.align != 0 ? spec.align : default_align) {
        case '<':
            return sign + body + fill;
        case '=':
            return sign + fill + body;
        case '^':
            return fill.substr(0, fill.size() / 2) + sign + body + fill.substr(fill.size() / 2);
        default:
            return fill + sign + body;
    }
}

std::string sign_of(bool is_negative, const Spec& spec) {
    return is_negative ? "-" : spec.sign == '-' ? "" : std::string(1, spec.sign);
}

std::optional<std::string> format_int(const BigInt& value, const Spec& spec) {
    const unsigned base = spec.type == 'x' || spec.type == 'X' ? 16
                          : spec.type == 'b'                   ? 2
                          : spec.type == 'o'                   ? 8
                                                               : 10;
    if (spec.precision || (base == 10 && spec.type != 0 && spec.type != 'd')) {
        return std::nullopt;
    }
    std::string digits = value.digits(base);
    std::string sign = sign_of(value.is_negative(), spec);
    if (spec.type == 'X') {
        std::ranges::transform(digits, digits.begin(),
                               [](char c) { return c >= 'a' ? char(c - 32) : c; });
    }
    if (spec.is_alternate && base != 10) {
        sign += std::string("0") + spec.type;
    }
    return padded(spec, sign, digits, '>');
}

std::optional<std::string> format_float(double value, const Spec& spec) {
    const bool is_known = spec.type == 'f' || spec.type == 'e' || spec.type == 'g';
    if (!is_known || spec.is_alternate || !std::isfinite(value)) {
        return std::nullopt;
    }
    const char pattern[] = {'%', '.', '*', spec.type, 0};
    std::vector<char> text(400 + static_cast<std::size_t>(spec.precision.value_or(6)));
    const int size = std::snprintf(text.data(), text.size(), pattern, spec.precision.value_or(6),
                                   std::fabs(value));
    return padded(spec, sign_of(std::signbit(value), spec),
                  std::string(text.data(), static_cast<std::size_t>(size)), '>');
}

}  // namespace

std::optional<std::string> formatted(const Value& value, std::string_view spec) {
    if (spec.empty()) {
        return str_of(value);
    }
    const auto read = read_spec(spec);
    if (!read || read->width > static_cast<std::size_t>(max_text)) {
        return std::nullopt;
    }
    if (const auto* text = value.get<StringValue>()) {
        if ((read->type != 0 && read->type != 's') || read->align == '=' || read->sign != '-' ||
            read->is_alternate || !is_ascii(text->text)) {
            return std::nullopt;
        }
        const auto kept =
            static_cast<std::size_t>(read->precision.value_or(static_cast<int>(max_text)));
        return padded(*read, "", text->text.substr(0, kept), '<');
    }
    const auto integer = as_big_int(value);
    const auto* number = value.get<NumberValue>();
    const bool is_float_type = read->type == 'f' || read->type == 'e' || read->type == 'g';
    if (integer && !is_float_type) {
        const bool is_bool = number != nullptr && number->type.is_bool();
        return is_bool ? std::nullopt : format_int(*integer, *read);
    }
    const auto real = as_double(value);
    return real ? format_float(*real, *read) : std::nullopt;
}

std::optional<Value> format_method(std::string_view text, const CallArguments& args) {
    std::string result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool is_double = i + 1 < text.size() && text[i + 1] == text[i];
        if (text[i] != '{' && text[i] != '}') {
            result += text[i];
        } else if (is_double) {
            result += text[i++];
        } else {
            const std::size_t end = text[i] == '{' ? text.find('}', i) : std::string_view::npos;
            if (end == std::string_view::npos) {
                return std::nullopt;
            }
            const std::string_view hole = text.substr(i + 1, end - i - 1);
            const std::size_t colon = std::min(hole.find(':'), hole.size());
            std::string_view name = hole.substr(0, colon);
            const std::string_view spec =
                colon < hole.size() ? hole.substr(colon + 1) : std::string_view();
            const Value* value = nullptr;
            if (name.empty()) {
                value = args.get(next++, "");
            } else if (const auto index = take_number(name); index && name.empty()) {
                value = args.get(static_cast<std::size_t>(*index), "");
            } else {
                value = args.named_only(name);
            }
            const auto made = value != nullptr ? formatted(*value, spec) : std::nullopt;
            if (!made || spec.find('{') != std::string_view::npos) {
                return std::nullopt;
            }
            result += *made;
            i = end;
        }
    }
    return Value{StringValue{std::move(result)}};
}

}  // namespace pycu::sema
