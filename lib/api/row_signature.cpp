// Takes signatures of rows apart and reads their types.
#include "api/row_signature.h"

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "support/check.h"
#include "support/text.h"
#include "types/signature.h"

namespace pycu::api {
namespace {

// The offset of the parenthesis that the last character closes.
std::size_t opening(std::string_view text) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') {
            ++depth;
        } else if (text[i] == '(' && --depth == 0) {
            return i;
        }
    }
    return std::string_view::npos;
}

bool strip_suffix(std::string_view& text, std::string_view suffix) {
    if (!text.ends_with(suffix)) {
        return false;
    }
    text.remove_suffix(suffix.size());
    return true;
}

Takes strip_words(std::string_view& text) {
    constexpr std::pair<std::string_view, Takes> words[] = {
        {"&", Takes::Place},
        {"!", Takes::Exact},
        {" of integers", Takes::Integers},
        {" of flags", Takes::Flags},
        {" of numbers", Takes::Numbers},
    };
    for (const auto& [word, takes] : words) {
        if (strip_suffix(text, word)) {
            return takes;
        }
    }
    return Takes::Convertible;
}

}  // namespace

Type row_type(std::string_view text, Type bound, TypeTable& table) {
    text = trim(text);
    if (find_class(text) != nullptr) {
        return bound;
    }
    const auto strip_maker = [&](std::string_view maker, std::string_view end) {
        const bool is_made = text.starts_with(maker);
        if (is_made) {
            text.remove_prefix(maker.size());
            PYCU_CHECK(strip_suffix(text, end));
        }
        return is_made;
    };
    if (strip_maker("Tuple((", "))")) {
        std::vector<Type> items;
        for (const std::string_view item : split(text, ',')) {
            items.push_back(row_type(item, bound, table));
        }
        return table.tuple(items);
    }
    if (strip_maker("UniTuple(", ", 2)")) {
        return table.tuple(std::vector<Type>(2, row_type(text, bound, table)));
    }
    const auto type = type_by_name(text);
    PYCU_CHECK(type && std::holds_alternative<Type>(*type));
    return std::get<Type>(*type);
}

RowSignature parse_row(const Intrinsic& row, TypeTable& table) {
    RowSignature signature;
    signature.result = row.signature;
    if (row.is_attribute()) {
        return signature;
    }
    const std::size_t open = opening(row.signature);
    PYCU_CHECK(row.signature.ends_with(')') && open != std::string_view::npos);
    signature.result = row.signature.substr(0, open);
    const std::string_view inside = row.signature.substr(open + 1, row.signature.size() - open - 2);
    if (inside.empty()) {
        return signature;
    }
    for (std::string_view text : split(inside, ',')) {  // no row takes a tuple
        text = trim(text);
        signature.is_variadic = strip_suffix(text, "...");
        RowParameter param;
        param.takes = strip_words(text);
        if (const TypeClass* type_class = find_class(text)) {
            PYCU_CHECK(signature.type_class == nullptr || signature.type_class == type_class);
            signature.type_class = type_class;
        } else {
            param.type = row_type(text, Type::error(), table);
        }
        signature.params.push_back(param);
    }
    return signature;
}

}  // namespace pycu::api
