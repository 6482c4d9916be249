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
#include "values/folding.h"

namespace {

using Json = nlohmann::json;
using namespace pycu;

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

Json array_json(const sema::HostArray& array, const sema::Numbers& numbers) {
    Json elements = Json::array();
    for (const ir::Number& element : sema::in_memory(array, numbers)) {
        elements.push_back(number_text(element));
    }
    return {"array", dtype_name(array.dtype.type()), *values::known_numbers(array.memory.extents),
            std::string(1, "ACF"[int(array.layout())]), elements};
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
                return {"int", (v.value.is_negative() ? "-" : "") + v.value.digits(10)};
            },
            [](const sema::ComplexValue& v) -> Json {
                return {"complex", number_text(v.value.real()), number_text(v.value.imag())};
            },
            [](const sema::StringValue& v) -> Json {
                return {"str", v.text};
            },
            [](const sema::HostItemsRef& v) -> Json {
                return v->is_dict ? Json::array({"other"})
                                  : Json{v->is_list ? "list" : "tuple", items_json(v->items)};
            },
            [&](const sema::HostArrayRef& v) -> Json {
                const auto* elements = value.elements();
                return elements != nullptr ? array_json(*v, *elements) : Json::array({"other"});
            },
            [](const sema::TypeObject& v) -> Json {
                return {"type", dtype_name(v.type)};
            },
            [](const auto&) -> Json { return Json::array({"other"}); },
        },
        value.as);
}

/// What the compiler makes of the value of each assignment, nothing where it leaves it alone.
Json folded_json(const Program& program) {
    const sema::FoldedConstants folded(program.tree);
    Json all = Json::array();
    for (const syntax::StmtId id : program.tree.main.body) {
        const auto* assign = std::get_if<syntax::Assign>(&program.tree.stmts[id].as);
        const auto value = assign != nullptr ? folded.constant(assign->value) : std::nullopt;
        all.push_back(value ? value_json(*value) : Json());
    }
    return all;
}

Json names_json(Program& program) {
    Json all = Json::object();
    const auto module = program.names.scopes().module();
    for (const auto& [name, list] : program.names.scopes().all[module].bindings) {
        const auto found = program.names.lookup_at_end(name, module);
        all[name] = found ? value_json(found->value) : Json::array({"nothing"});
    }
    return all;
}

}  // namespace

/// The values of a module's names, and with `--folded` the constants of its assignments.
int main(int argc, char** argv) {
    const std::string text{std::istreambuf_iterator<char>(std::cin), {}};
    Program program(text);
    const bool is_folded = argc > 1 && std::string_view(argv[1]) == "--folded";
    std::cout << (is_folded ? folded_json(program) : names_json(program)).dump() << '\n';
}
