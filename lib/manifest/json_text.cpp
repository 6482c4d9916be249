// JSON as a person likes to read it. See json_text.h.
#include "manifest/json_text.h"

#include <algorithm>

namespace pycu::manifest {
namespace {

constexpr std::size_t line_width = 100;

/// Calls `visit(key, item)` for what an object or an array holds; an array's keys are empty.
template <class Visit>
void for_each_item(const Json& value, const Visit& visit) {
    if (const auto* object = value.get_ptr<const Json::object_t*>()) {
        for (const auto& [key, item] : *object) {
            visit(key, item);
        }
    } else {
        for (const Json& item : value) {
            visit(std::string_view(), item);
        }
    }
}

std::string scalar_text(const Json& value) {
    const auto is_plain = [](unsigned char c) {
        return c >= ' ' && c < 0x7f && c != '"' && c != '\\';
    };
    const auto* string = value.get_ptr<const std::string*>();
    if (string != nullptr && std::ranges::all_of(*string, is_plain)) {
        return '"' + *string + '"';
    }
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Appends `{"name": "x", "rank": 2}`, all of `value` on one line; stops early, and returns false,
/// when the line grows longer than `limit`. The keys are ours and need no escapes.
bool one_line(const Json& value, std::size_t limit, std::string& line) {
    if (!value.is_structured()) {
        line += scalar_text(value);
        return line.size() <= limit;
    }
    line += value.is_object() ? '{' : '[';
    bool first = true;
    bool fits = true;
    for_each_item(value, [&](std::string_view key, const Json& item) {
        if (fits) {
            line += first ? "" : ", ";
            first = false;
            if (value.is_object()) {
                line.append(1, '"').append(key).append("\": ");
            }
            fits = one_line(item, limit, line);
        }
    });
    line += value.is_object() ? '}' : ']';
    return fits && line.size() <= limit;
}

/// An object without objects in it, such as an argument, stands on one line however long.
bool is_row(const Json& value) {
    return value.is_object() &&
           std::ranges::none_of(value, [](const Json& item) { return item.is_structured(); });
}

/// What is short or a row stands on one line, everything else is broken at every item.
void pretty(const Json& value, std::size_t indent, std::size_t used, std::string& text) {
    std::string line;
    const bool stays = !value.is_structured() || value.empty() || is_row(value);
    const std::size_t room = used < line_width ? line_width - 1 - used : 0;
    if (one_line(value, stays ? std::string::npos : room, line)) {
        text += line;
        return;
    }
    const std::string margin = '\n' + std::string(indent + 2, ' ');
    bool first = true;
    text += value.is_object() ? '{' : '[';
    for_each_item(value, [&](std::string_view key, const Json& item) {
        text += first ? "" : ",";
        first = false;
        const std::string label = value.is_object() ? '"' + std::string(key) + "\": " : "";
        text += margin + label;
        pretty(item, indent + 2, margin.size() + label.size(), text);
    });
    text += '\n' + std::string(indent, ' ') + (value.is_object() ? '}' : ']');
}

}  // namespace

std::string json_text(const Json& json) {
    std::string text;
    pretty(json, 0, line_width, text);
    return text + '\n';
}

}  // namespace pycu::manifest
