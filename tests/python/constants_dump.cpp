// For constants_test.py: what the evaluator makes of the names of a module.
//
// Reads Python text from stdin and prints one JSON object: for every name that the module binds,
// its value at the end of the module as ["kind", ...]. Numbers are texts, so that nothing is lost.
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "sema_values.h"
#include "types/scalar.h"

namespace {

using Json = nlohmann::json;
using namespace pycu;

/// A Python int that needs more than 64 bits.
std::string wide_text(sema::Int128 value) {
    std::string digits;
    const bool is_negative = value < 0;
    for (; value != 0; value /= 10) {
        const auto digit = static_cast<int>(value % 10);
        digits.insert(digits.begin(), static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    }
    return (is_negative ? "-" : "") + digits;
}

std::string dtype_name(Type type) {
    return std::string(scalar_info(type.element()).python);
}

Json value_json(const sema::Value& value);

Json items_json(const std::vector<sema::Value>& items) {
    Json list = Json::array();
    for (const sema::Value& item : items) {
        list.push_back(value_json(item));
    }
    return list;
}

Json array_json(const sema::ArrayValue& array) {
    Json elements = Json::array();
    for (const ir::Number& element : array.elements) {
        elements.push_back(number_text(element));
    }
    return {"array", dtype_name(array.type), array.shape,
            std::string(1, "ACF"[int(array.type.layout())]), elements};
}

Json number_json(const sema::NumberValue& number) {
    if (!number.is_python) {
        return {"numpy", dtype_name(number.type), number_text(number.value)};
    }
    const char* kind = number.type.is_float() ? "float" : number.type.is_bool() ? "bool" : "int";
    return {kind, number_text(number.value)};
}

Json value_json(const sema::Value& value) {
    return std::visit(
        match{
            [](const sema::Unknown& v) -> Json {
                return {"unknown", v.why};
            },
            [](const sema::NoneValue&) -> Json { return Json::array({"none"}); },
            [](const sema::NumberValue& v) -> Json { return number_json(v); },
            [](const sema::WideInt& v) -> Json {
                return {"int", wide_text(v.value)};
            },
            [](const sema::ComplexValue& v) -> Json {
                return {"complex", number_text(v.value.real()), number_text(v.value.imag())};
            },
            [](const sema::StringValue& v) -> Json {
                return {"str", v.text};
            },
            [](const sema::TupleValue& v) -> Json {
                return {v.is_list ? "list" : "tuple", items_json(v.items)};
            },
            [](const sema::ArrayValue& v) -> Json { return array_json(v); },
            [](const sema::TypeObject& v) -> Json {
                return {"type", dtype_name(v.type)};
            },
            [](const auto&) -> Json { return Json::array({"other"}); },
        },
        value.as);
}

}  // namespace

int main() {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    Program program(text);
    Json all = Json::object();
    const auto module = program.names.scopes().module();
    for (const auto& [name, list] : program.names.scopes().all[module].bindings) {
        const auto found = program.names.lookup_at_end(name, module);
        all[name] = found ? value_json(found->value) : Json::array({"nothing"});
    }
    std::cout << all.dump() << '\n';
}
