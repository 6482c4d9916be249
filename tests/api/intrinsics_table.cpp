// Prints the intrinsics tables as JSON, every row with every type it stands for, for the tests that
// compile and run them (intrinsics_values_test.py).
#include <iostream>
#include <nlohmann/json.hpp>
#include <vector>

#include "api/expand.h"
#include "api/resolve_rules.h"
#include "types/type.h"

using namespace pycu;

namespace {

nlohmann::json describe(const api::Instance& instance, TypeTable& table) {
    const auto resolution = api::resolution(instance, table);
    std::vector<CppText> args;
    nlohmann::json params = nlohmann::json::array();
    nlohmann::json cuda_params = nlohmann::json::array();
    for (std::size_t i = 0; i < instance.params.size(); ++i) {
        const std::string name = "a" + std::to_string(i);
        const bool is_place = instance.takes[i] == api::Takes::Place;
        args.push_back({is_place ? "(*" + name + ")" : name, Precedence::Primary});
        params.push_back(python_name(instance.params[i], table));
        cuda_params.push_back(cuda_name(instance.params[i], table));
    }
    const Type text_type = api::text_type(*instance.row, instance.bound, table);
    return {{"name", instance.row->name},
            {"signature", instance.row->signature},
            {"effect", int(instance.row->effect)},
            {"place", instance.row->takes_place()},
            {"params", params},
            {"cuda_params", cuda_params},
            {"result", python_name(resolution.result, table)},
            {"cuda_result", cuda_name(resolution.result, table)},
            {"text_type", python_name(text_type, table)},
            {"cuda_text_type", cuda_name(text_type, table)},
            {"text", api::expand(*instance.row, instance.bound, args).text}};
}

}  // namespace

int main() {
    nlohmann::json rows = nlohmann::json::array();
    TypeTable table;
    std::string_view last;
    for (const auto& row : api::all()) {
        if (row.name == last) continue;
        last = row.name;
        for (std::size_t count = 0; count <= 4; ++count) {
            for (const auto& instance : api::instances(row.name, count, table)) {
                rows.push_back(describe(instance, table));
            }
        }
    }
    std::cout << rows.dump(1) << "\n";
}
