// The children of nodes, for whoever does the same with all of them.
#pragma once

#include <string_view>
#include <type_traits>

#include "syntax/nodes.h"

namespace pycu::syntax {

/// Which children: all of them, or the expressions whose values an expression takes: what is bound
/// and the parameters of lambdas are not among these.
enum class Children { All, Read };

template <Children which = Children::All, class Node, class Visit>
void for_each_child(const Node& node, Visit&& visit);

template <Children which, class Visit>
void visit_field(ExprId id, Visit& visit) {
    if (id) visit(id);
}
template <Children which, class Visit>
void visit_field(PatternId id, Visit& visit) {
    if (id) visit(id);
}
template <Children which, class Visit>
void visit_field(const Suite& body, Visit& visit) {
    visit(body);
}
template <Children which, class Part, class Visit>
void visit_field(const Part& part, Visit& visit) {
    constexpr bool is_skipped = which == Children::Read && std::is_same_v<Part, Arguments>;
    if constexpr (part_name<Part> != nullptr && !is_skipped) for_each_child<which>(part, visit);
}
template <Children which, class Part, class Visit>
void visit_field(const std::vector<Part>& parts, Visit& visit) {
    for (const Part& one : parts) visit_field<which>(one, visit);
}
template <Children which, class Part, class Visit>
void visit_field(const std::optional<Part>& part, Visit& visit) {
    if (part) visit_field<which>(*part, visit);
}

/// Calls visit(child) with each ExprId, PatternId and Suite of a node, those of its parts included,
/// in the order of `ast`. Children that are not there are left out.
template <Children which, class Node, class Visit>
void for_each_child(const Node& node, Visit&& visit) {
    for_each_field(node, [&](std::string_view name, const auto& field) {
        if (which == Children::Read && name == "target") return;
        visit_field<which>(field, visit);
    });
}

}  // namespace pycu::syntax
