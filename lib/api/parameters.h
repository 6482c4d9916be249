// Parameters of functions as Python writes them, and which argument each of them takes.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pycu::api {

/// One parameter of `a, /, b, *rest, axis=None`.
struct Parameter {
    enum class Kind { PositionalOnly, Plain, Rest, KeywordOnly };
    Kind kind = Kind::Plain;
    std::string_view name{};
    std::string_view otherwise{};  ///< the default as it is written; empty where there is none

    bool takes_position() const { return kind == Kind::PositionalOnly || kind == Kind::Plain; }
    bool takes_name() const { return kind == Kind::Plain || kind == Kind::KeywordOnly; }
};

/// `a, /, b, *rest, axis=None` taken apart.
std::vector<Parameter> read_parameters(std::string_view text);

/// For each parameter the argument that it takes: positional ones count from 0, named ones behind
/// them; nothing inside where the default holds, and the first of all others for `*rest`. Nothing
/// at all where Python raises.
using Bound = std::vector<std::optional<std::size_t>>;
std::optional<Bound> bind(std::span<const Parameter> parameters, std::size_t positional,
                          std::span<const std::string_view> named);

}  // namespace pycu::api
