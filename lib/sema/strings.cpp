// Texts of numbers, format specifications, and the methods of strings. See strings.h.
//
// Only ASCII is taken apart: what upper() or a width mean for other characters is left to Python.
#include "sema/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "sema/numbers.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

constexpr std::string_view spaces = " \t\n\r\f\v";
constexpr std::int64_t longest = 1 << 16;

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string digits_of(Int128 value, int base) {
    std::string digits;
    for (Int128 rest = value < 0 ? -value : value; rest != 0 || digits.empty(); rest /= base) {
        digits.insert(digits.begin(), "0123456789abcdef"[static_cast<int>(rest % base)]);
    }
    return digits;
}

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

std::optional<std::string> format_int(Int128 value, const Spec& spec) {
    const int base = spec.type == 'x' || spec.type == 'X' ? 16
                     : spec.type == 'b'                   ? 2
                     : spec.type == 'o'                   ? 8
                                                          : 10;
    if (spec.precision || (base == 10 && spec.type != 0 && spec.type != 'd')) {
        return std::nullopt;
    }
    std::string digits = digits_of(value, base);
    std::string sign = sign_of(value < 0, spec);
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

std::string stripped(std::string_view text, std::string_view what, bool left, bool right) {
    const std::size_t begin = left ? text.find_first_not_of(what) : 0;
    if (begin == std::string_view::npos) {
        return {};
    }
    const std::size_t end = right ? text.find_last_not_of(what) : text.size() - 1;
    return end == std::string_view::npos ? std::string()
                                         : std::string(text.substr(begin, end + 1 - begin));
}

Value text_value(std::string text) {
    return {StringValue{std::move(text)}};
}

std::optional<Value> joined(const std::string& between, const Value& list) {
    const auto* items = list.get<TupleValue>();
    if (items == nullptr) {
        return std::nullopt;
    }
    std::string text;
    for (std::size_t i = 0; i < items->items.size(); ++i) {
        const auto* item = items->items[i].get<StringValue>();
        if (item == nullptr) {
            return std::nullopt;
        }
        text += (i > 0 ? between : "") + item->text;
    }
    return text_value(std::move(text));
}

std::optional<Value> split_text(std::string_view text, std::string_view at) {
    TupleValue list{{}, true};
    if (at.empty()) {
        return std::nullopt;
    }
    for (;;) {
        const std::size_t end = text.find(at);
        list.items.push_back(text_value(std::string(text.substr(0, end))));
        if (end == std::string_view::npos) {
            return Value{std::move(list)};
        }
        text.remove_prefix(end + at.size());
    }
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (std::size_t end = text.find(from); end != std::string_view::npos; end = text.find(from)) {
        result += text.substr(0, end);
        result += to;
        text.remove_prefix(end + from.size());
    }
    return result + std::string(text);
}

/// `"{} {1} {name:spec}".format(...)`.
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
    return text_value(std::move(result));
}

}  // namespace

std::string float_repr(double value) {
    if (!std::isfinite(value)) {
        return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
    }
    char buffer[64];
    const auto written =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
    const std::string_view text(buffer, static_cast<std::size_t>(written.ptr - buffer));
    const std::size_t e = text.find('e');
    const int exponent = std::atoi(std::string(text.substr(e + 1)).c_str());
    if (exponent < -4 || exponent >= 16) {
        return std::string(text);
    }
    const auto fixed =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed);
    std::string plain(buffer, static_cast<std::size_t>(fixed.ptr - buffer));
    return plain.find('.') == std::string::npos ? plain + ".0" : plain;
}

std::optional<std::string> str_of(const Value& value) {
    if (const auto* text = value.get<StringValue>()) {
        return text->text;
    }
    if (value.is<NoneValue>()) {
        return "None";
    }
    const auto* number = value.get<NumberValue>();
    if (number != nullptr && number->type.is_bool()) {
        return std::get<bool>(number->value) ? "True" : "False";
    }
    if (const auto integer = as_integer(value)) {
        return (*integer < 0 ? "-" : "") + digits_of(*integer, 10);
    }
    // The shortest text of a float32 is another one.
    return number != nullptr && number->type == float64
               ? std::optional(float_repr(std::get<double>(number->value)))
               : std::nullopt;
}

std::optional<std::string> formatted(const Value& value, std::string_view spec) {
    if (spec.empty()) {
        return str_of(value);
    }
    const auto read = read_spec(spec);
    if (!read || read->width > static_cast<std::size_t>(longest)) {
        return std::nullopt;
    }
    if (const auto* text = value.get<StringValue>()) {
        if ((read->type != 0 && read->type != 's') || read->align == '=' || read->sign != '-' ||
            read->is_alternate || !is_ascii(text->text)) {
            return std::nullopt;
        }
        const auto kept =
            static_cast<std::size_t>(read->precision.value_or(static_cast<int>(longest)));
        return padded(*read, "", text->text.substr(0, kept), '<');
    }
    const auto integer = as_integer(value);
    const auto* number = value.get<NumberValue>();
    const bool is_float_type = read->type == 'f' || read->type == 'e' || read->type == 'g';
    if (integer && !is_float_type) {
        const bool is_bool = number != nullptr && number->type.is_bool();
        return is_bool ? std::nullopt : format_int(*integer, *read);
    }
    const auto real = as_double(value);
    return real ? format_float(*real, *read) : std::nullopt;
}

std::optional<Value> call_string_method(const std::string& text, std::string_view name,
                                        const CallArguments& args, Range range) {
    if (name == "format") {
        return format_method(text, args);
    }
    const auto given = [&](std::size_t i) -> const StringValue* {
        return i < args.positional.size() ? args.positional[i].get<StringValue>() : nullptr;
    };
    const std::size_t count = args.positional.size();
    if (!args.named.empty() || !is_ascii(text) || count > 2) {
        return std::nullopt;
    }
    if (name == "join" && count == 1) {
        return joined(text, args.positional[0]);
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (given(i) == nullptr) {
            return std::nullopt;
        }
    }
    const bool is_upper = name == "upper";
    if ((is_upper || name == "lower") && count == 0) {
        std::string result = text;
        for (char& c : result) {
            const bool turns = is_upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
            c = turns ? static_cast<char>(c ^ 0x20) : c;
        }
        return text_value(std::move(result));
    }
    if ((name == "strip" || name == "lstrip" || name == "rstrip") && count < 2) {
        return text_value(stripped(text, count == 1 ? given(0)->text : std::string(spaces),
                                   name != "rstrip", name != "lstrip"));
    }
    if ((name == "startswith" || name == "endswith") && count == 1) {
        return python_bool(name == "startswith" ? text.starts_with(given(0)->text)
                                                : text.ends_with(given(0)->text));
    }
    if (name == "replace" && count == 2 && !given(0)->text.empty()) {
        return text_value(replaced(text, given(0)->text, given(1)->text));
    }
    if (name == "split" && count == 1) {
        return split_text(text, given(0)->text);
    }
    return unknown("the string method is called while the program runs", range);
}

Value index_string(const std::string& text, const IndexValue& index, Range range) {
    if (!is_ascii(text)) {
        return unknown("the string is taken apart while the program runs", range);
    }
    const auto size = static_cast<std::int64_t>(text.size());
    ArrayValue places{Type::array(Scalar::Int64, 1, Layout::C), {size}, {}};
    for (std::int64_t i = 0; i < size; ++i) {
        places.elements.emplace_back(i);
    }
    const Value taken = index_array(places, {index}, range);
    std::string result;
    const auto add = [&](const ir::Number& place) {
        result += text[static_cast<std::size_t>(std::get<std::int64_t>(place))];
    };
    if (const auto* chosen = taken.get<ArrayValue>()) {
        std::ranges::for_each(chosen->elements, add);
    } else if (const auto* one = taken.get<NumberValue>()) {
        add(one->value);
    } else {
        return taken;
    }
    return text_value(std::move(result));
}

}  // namespace pycu::sema
