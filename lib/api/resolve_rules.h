// What the parts of resolve share: the instances of rows and the rules that choose among them.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "api/resolve.h"
#include "api/row_signature.h"

namespace pycu::api {

/// One row with its class bound, for a number of arguments.
struct Instance {
    const Intrinsic* row = nullptr;
    Type bound;
    std::vector<Type> accepts;  ///< the types of Numba's list, which rank the instance
    std::vector<Type> params;   ///< the types that the arguments are converted to
    std::vector<Takes> takes;
    std::string_view result;
};

/// Every instance of the name's rows that has `count` parameters, in order.
std::vector<Instance> instances(std::string_view name, std::size_t count, TypeTable& table);

/// The resolution that an instance stands for.
Resolution resolution(const Instance& instance, TypeTable& table);

/// `abs`, `min`, `max` and `divmod`, whose types are operators' types; nothing where they refuse.
std::optional<Resolution> resolve_builtin(std::string_view name, std::span<const Type> args,
                                          TypeTable& table);
/// Whether `resolve_builtin` decides for the name.
bool is_typed_builtin(std::string_view name);

}  // namespace pycu::api
