// The arguments of a call, bound to the parameters of a row.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/functions.h"
#include "api/parameters.h"
#include "values/elements.h"

namespace pycu::sema {

/// What a default stands for as a row writes it: a number, a bool or a text; nothing for None and
/// for what is no value of its own, such as `float`.
std::optional<Value> default_value(std::string_view written);

/// The arguments by the names of the row's parameters, with its defaults; those that have no name,
/// because they are positional alone, keep their places. Nothing where Python raises, and where the
/// call gives what the row leaves out.
template <typename Arguments>
std::optional<Arguments> bound(const api::Function& row, const Arguments& args) {
    const std::vector<api::Parameter> parameters = api::read_parameters(row.parameters);
    std::vector<std::string_view> names;
    for (const auto& [name, value] : args.named) {
        names.push_back(name);
    }
    const auto takers = api::bind(parameters, args.positional.size(), names);
    if (!takers) {
        return std::nullopt;
    }
    const std::size_t count = args.positional.size();
    Arguments made = args;
    made.positional.clear();
    made.named.clear();
    made.row = &row;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const api::Parameter& one = parameters[i];
        const auto at = (*takers)[i];
        if (one.kind == api::Parameter::Kind::Rest) {
            made.positional.insert(made.positional.end(),
                                   args.positional.begin() + static_cast<std::ptrdiff_t>(*at),
                                   args.positional.end());
        } else if (one.kind == api::Parameter::Kind::PositionalOnly && at) {
            made.positional.push_back(args.positional[*at]);
        } else if (at) {
            made.named.emplace_back(
                one.name, *at < count ? args.positional[*at] : args.named[*at - count].second);
        } else if (auto otherwise = default_value(one.otherwise)) {
            made.named.push_back({std::string(one.name), {std::move(*otherwise)}});
        }
    }
    return made;
}

}  // namespace pycu::sema
