// Parameters as Python writes them, and which arguments they take.
#include "api/parameters.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace pycu;

namespace {

/// The arguments that the parameters take: `x=0 y=k0 z=-`, with `k0` for the first named one and a
/// dash for a default; `TypeError` where Python raises one.
std::string taken(std::string_view text, std::size_t positional,
                  const std::vector<std::string_view>& named = {}) {
    const auto parameters = api::read_parameters(text);
    const auto bound = api::bind(parameters, positional, named);
    if (!bound) {
        return "TypeError";
    }
    std::string made;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const auto at = (*bound)[i];
        made += (made.empty() ? "" : " ") + std::string(parameters[i].name) + "=";
        made += !at                ? "-"
                : *at < positional ? std::to_string(*at)
                                   : "k" + std::to_string(*at - positional);
    }
    return made;
}

}  // namespace

TEST_CASE("arguments find their parameters as in Python") {
    CHECK(taken("a, b=1", 1) == "a=0 b=-");
    CHECK(taken("a, b=1", 2) == "a=0 b=1");
    CHECK(taken("a, b=1", 1, {"b"}) == "a=0 b=k0");
    CHECK(taken("a, b=1", 0, {"b", "a"}) == "a=k1 b=k0");
    CHECK(taken("x, /, out=None", 1, {"out"}) == "x=0 out=k0");
    CHECK(taken("a, *, keepdims=False", 1, {"keepdims"}) == "a=0 keepdims=k0");
    CHECK(taken("*shape, order='C'", 2, {"order"}) == "shape=0 order=k0");
    CHECK(taken("", 0).empty());
}

TEST_CASE("what Python refuses is refused") {
    CHECK(taken("a, b=1", 0) == "TypeError");         // a is missing
    CHECK(taken("a, b=1", 3) == "TypeError");         // too many
    CHECK(taken("a, b=1", 1, {"a"}) == "TypeError");  // twice
    CHECK(taken("a, b=1", 1, {"c"}) == "TypeError");  // no such name
    CHECK(taken("x, /", 0, {"x"}) == "TypeError");    // positional alone
    CHECK(taken("a, *, k=0", 2) == "TypeError");      // by name alone
    CHECK(taken("a", 1, {"a"}) == "TypeError");
}

TEST_CASE("defaults are kept as they are written") {
    const auto parameters = api::read_parameters("a, order='C', *, num=50");
    REQUIRE(parameters.size() == 3);
    CHECK(parameters[0].otherwise.empty());
    CHECK(parameters[1].otherwise == "'C'");
    CHECK(parameters[2].otherwise == "50");
    CHECK(parameters[2].kind == api::Parameter::Kind::KeywordOnly);
}
