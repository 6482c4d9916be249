// std::visit with one lambda an alternative; a forgotten alternative does not compile.
#pragma once

#include <variant>

namespace pycu {

/// The overload set of its lambdas: `std::visit(match{[](const A&) {}, [](const B&) {}}, value)`.
template <class... Lambdas>
struct match : Lambdas... {
    using Lambdas::operator()...;
};

template <class... Lambdas>
match(Lambdas...) -> match<Lambdas...>;

}  // namespace pycu
