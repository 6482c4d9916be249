// Python's own functions, whose types are those of operators.
#include <algorithm>

#include "api/resolve_rules.h"
#include "types/operations.h"

namespace pycu::api {
namespace {

// The type in which the function computes.
std::optional<Type> computed_in(std::string_view name, std::span<const Type> args,
                                TypeTable& table) {
    if (name == "builtins.abs") {
        return abs_result(args[0]);
    }
    if (name == "builtins.divmod") {
        return divmod_result(args[0], args[1]);
    }
    return min_max_result(args, table);
}

// Two floats are compared by fmin and fmax, which ignore a NaN; everything else as Python does.
bool is_two_floats(std::span<const Type> args) {
    return args.size() == 2 && std::ranges::all_of(args, &Type::is_float);
}

}  // namespace

bool is_typed_builtin(std::string_view name) {
    return name == "builtins.abs" || name == "builtins.divmod" || name == "builtins.max" ||
           name == "builtins.min";
}

std::optional<Resolution> resolve_builtin(std::string_view name, std::span<const Type> args,
                                          TypeTable& table) {
    const std::optional<Type> type = computed_in(name, args, table);
    if (!type) {
        return std::nullopt;
    }
    if (args[0].is_complex()) {  // `abs`, whose result has another type
        for (const Instance& instance : instances(name, args.size(), table)) {
            if (instance.params[0] == args[0]) {
                return resolution(instance, table);
            }
        }
    }
    const bool is_min_max = name == "builtins.max" || name == "builtins.min";
    for (const Instance& instance : instances(name, args.size(), table)) {
        const bool is_float_row = instance.row->text.find("$f") != std::string_view::npos;
        if (instance.bound == *type && !(is_min_max && is_float_row && !is_two_floats(args))) {
            return resolution(instance, table);
        }
    }
    return std::nullopt;
}

}  // namespace pycu::api
