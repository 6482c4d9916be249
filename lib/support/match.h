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

/// In a struct with a variant `as`: whether it holds an alternative, and that alternative, null
/// where it holds another.
#define PYCU_ALTERNATIVES                        \
    template <class Node>                        \
    bool is() const {                            \
        return std::holds_alternative<Node>(as); \
    }                                            \
    template <class Node>                        \
    const Node* get() const {                    \
        return std::get_if<Node>(&as);           \
    }                                            \
    template <class Node>                        \
    Node* get() {                                \
        return std::get_if<Node>(&as);           \
    }

}  // namespace pycu
