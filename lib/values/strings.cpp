// Texts of numbers, format specifications, and the methods of strings. See strings.h.
//
// Only ASCII is taken apart: what upper() or a width mean for other characters is left to Python.
#include "values/strings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include "support/text.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr std::string_view spaces = " \t\n\r\f\v";
/// "True" and "False", which `%d` would write as 1 and 0.
bool truth_is_spelled(std::string_view text) {
    return text == "True" || text == "False";
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
    const auto* items = list.get<HostItems>();
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
    std::vector<Value> list;
    if (at.empty()) {
        return std::nullopt;
    }
    for (;;) {
        const std::size_t end = text.find(at);
        list.push_back(text_value(std::string(text.substr(0, end))));
        if (end == std::string_view::npos) {
            return host_tuple(std::move(list), true);
        }
        text.remove_prefix(end + at.size());
    }
}

}  // namespace

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

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
    if (const auto integer = as_big_int(value)) {
        return (integer->is_negative() ? "-" : "") + integer->digits(10);
    }
    // The shortest text of a float32 is another one.
    return number != nullptr && number->type == float64
               ? std::optional(float_repr(std::get<double>(number->value)))
               : std::nullopt;
}

Value percent_formatted(std::string_view text, const Value& values, Range range) {
    const auto* tuple = values.get<HostItems>();
    std::vector<Value> items{values};
    if (tuple != nullptr && !tuple->is_list) {
        items = tuple->items;
    }
    const Value refused = unknown("the text is formatted while the program runs", range);
    std::string result;
    std::size_t next = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            result += text[i];
            continue;
        }
        const char kind = i + 1 < text.size() ? text[++i] : 0;
        if (kind == '%') {
            result += '%';
            continue;
        }
        const bool is_known = (kind == 'd' || kind == 's') && next < items.size() &&
                              (kind == 's' || as_big_int(items[next]));
        const auto made = is_known ? str_of(items[next]) : std::nullopt;
        if (!made || (kind == 'd' && truth_is_spelled(*made))) {
            return refused;
        }
        result += *made;
        ++next;
    }
    return next == items.size() ? text_value(std::move(result)) : refused;
}

Value repeated(const Value& text, const Value& count, Range range) {
    const auto* written = text.get<StringValue>();
    const auto times = as_index(count);
    const auto* number = count.get<NumberValue>();
    if (written == nullptr || !times || number == nullptr || !number->is_python) {
        return unknown("the operator does not take these values", range);
    }
    const auto size = static_cast<std::int64_t>(written->text.size());
    if (size == 0) {
        return text;
    }
    if (*times > max_text / size) {
        return unknown("the text is too long", range);
    }
    std::string result;
    for (std::int64_t i = 0; i < *times; ++i) {
        result += written->text;
    }
    return text_value(std::move(result));
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
        if (text.size() / given(0)->text.size() * given(1)->text.size() > std::size_t(max_text)) {
            return unknown("the text is too long", range);
        }
        return text_value(replace_all(text, given(0)->text, given(1)->text));
    }
    if (name == "split" && count == 1) {
        return split_text(text, given(0)->text);
    }
    return unknown("the string method is called while the program runs", range);
}

Value index_string(const std::string& text, const values::Index& index, Range range) {
    if (!is_ascii(text)) {
        return unknown("the string is taken apart while the program runs", range);
    }
    std::vector<std::size_t> places;
    if (index.kind == values::Index::Kind::Slice) {
        places = values::slice_places(index.numbers(), text.size());
    } else if (const auto place = values::item_place(index.at(), text.size())) {
        places.push_back(*place);
    }
    const bool is_outside = index.kind == values::Index::Kind::Integer && places.empty();
    if (is_outside || (index.slice.step && index.slice.step->is(0))) {
        return unknown("the index is out of range", range);
    }
    std::string result;
    for (const std::size_t place : places) {
        result += text[place];
    }
    return text_value(std::move(result));
}

}  // namespace pycu::sema
