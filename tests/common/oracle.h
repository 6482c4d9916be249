// Reading testdata/oracle: Numba's own answers, and its spelling of types.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "declare/type_texts.h"
#include "syntax/parse.h"
#include "types/scalar.h"
#include "types/signature.h"
#include "types/type.h"

namespace oracle {

/// One file of testdata/oracle.
inline nlohmann::json load(const std::string& name) {
    std::ifstream in(std::string(PYCU_ROOT) + "/testdata/oracle/" + name + ".json");
    REQUIRE_MESSAGE(in.good(), name);
    return nlohmann::json::parse(in);
}

/// Whether the spelling holds a type that pycu does not have.
inline bool is_later(std::string_view spelling) {
    for (const std::string_view word : {"Literal[str]", "Record", "bfloat16", "Dim3"}) {
        if (spelling.find(word) != spelling.npos) return true;
    }
    return spelling == "str literal";
}

/// The text between the outer parentheses, cut at its outer commas.
inline std::vector<std::string> items(const std::string& text) {
    std::vector<std::string> found;
    std::string item;
    int depth = 0;
    for (const char c : text.substr(text.find('(') + 1)) {
        if (c == ')' && depth == 0) break;
        if (c == '(' || c == '[') ++depth;
        if (c == ')' || c == ']') --depth;
        if (c == ',' && depth == 0) {
            found.push_back(item);
            item.clear();
        } else if (c != ' ' || !item.empty()) {
            item += c;
        }
    }
    if (!item.empty()) found.push_back(item);
    return found;
}

/// The type of an operand as the oracle names it: a spelling, `int literal`, or `(1, 2.5)`.
inline pycu::Type type(const std::string& text, pycu::TypeTable& table) {
    if (text == "uint64 literal" || text == "Literal[int](18446744073709551615)") {
        return pycu::uint64;
    }
    if (text == "int literal" || text == "1" || text == "2" || text.starts_with("Literal[int]")) {
        return pycu::int64;
    }
    if (text == "float literal" || text == "2.5") return pycu::float64;
    if (text == "complex literal") return pycu::complex128;
    if (text == "bool literal" || text.starts_with("Literal[bool]")) return pycu::boolean;
    if (text.starts_with("Tuple(") || text.starts_with("(")) {
        std::vector<pycu::Type> parts;
        for (const std::string& item : items(text)) parts.push_back(type(item, table));
        return table.tuple(parts);
    }
    if (text == "None") return pycu::none;
    if (const auto known = pycu::type_by_name(text)) return std::get<pycu::Type>(*known);
    pycu::diag::Sink sink;
    const pycu::SourceFile file("", "");
    const pycu::syntax::Tree tree = pycu::syntax::parse(file);
    pycu::sema::Evaluator names(tree, table, sink);
    const auto parsed = pycu::sema::parse_type(text, names);
    REQUIRE_MESSAGE(std::holds_alternative<pycu::Type>(parsed), text);
    return std::get<pycu::Type>(parsed);
}

/// A cell as pycu would print it: refused where Numba refuses, also where it fails late; literal
/// types are the types of their values.
inline std::string expected(const nlohmann::json& cell, pycu::TypeTable& table) {
    if (cell.is_null()) return "refused";
    const auto text = cell.get<std::string>();
    if (text.ends_with("!")) return "refused";
    if (text.find("Literal[") == text.npos) return text;
    return pycu::python_name(type(text, table), table);
}

/// An answer of pycu's in the same words.
inline std::string answer(std::optional<pycu::Type> type, const pycu::TypeTable& table) {
    return type ? pycu::python_name(*type, table) : "refused";
}

}  // namespace oracle
