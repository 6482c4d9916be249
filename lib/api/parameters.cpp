// Reads parameters and binds arguments to them.
#include "api/parameters.h"

#include <algorithm>

#include "support/text.h"

namespace pycu::api {

std::vector<Parameter> read_parameters(std::string_view text) {
    std::vector<Parameter> made;
    bool is_behind_star = false;
    for (std::string_view one : split(text, ',')) {
        one = trim(one);
        if (one == "/") {
            std::ranges::for_each(
                made, [](Parameter& before) { before.kind = Parameter::Kind::PositionalOnly; });
        } else if (one == "*") {
            is_behind_star = true;
        } else if (one.starts_with('*')) {
            made.push_back({Parameter::Kind::Rest, one.substr(1)});
            is_behind_star = true;
        } else if (!one.empty()) {
            const std::size_t sign = std::min(one.find('='), one.size());
            made.push_back({is_behind_star ? Parameter::Kind::KeywordOnly : Parameter::Kind::Plain,
                            one.substr(0, sign), one.substr(std::min(sign + 1, one.size()))});
        }
    }
    return made;
}

std::optional<Bound> bind(std::span<const Parameter> parameters, std::size_t positional,
                          std::span<const std::string_view> named) {
    Bound bound(parameters.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters[i].takes_position() && next < positional) {
            bound[i] = next++;
        } else if (parameters[i].kind == Parameter::Kind::Rest) {
            bound[i] = next;
            next = positional;
        }
    }
    for (std::size_t i = 0; i < named.size(); ++i) {
        const auto taker = std::ranges::find_if(parameters, [&](const Parameter& one) {
            return one.takes_name() && one.name == named[i];
        });
        const auto at = std::size_t(taker - parameters.begin());
        if (taker == parameters.end() || bound[at]) {
            return std::nullopt;
        }
        bound[at] = positional + i;
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (!bound[i] && parameters[i].otherwise.empty()) {
            return std::nullopt;
        }
    }
    return next == positional ? std::optional(std::move(bound)) : std::nullopt;
}

}  // namespace pycu::api
