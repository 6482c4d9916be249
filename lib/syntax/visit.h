// The children of nodes, for whoever does the same with all of them.
#pragma once

#include <string_view>

#include "syntax/nodes.h"

namespace pycu::syntax {

template <class Node, class Visit>
void for_each_child(const Node& node, Visit&& visit);

template <class Visit>
void visit_field(ExprId id, bool is_target, Visit& visit) {
    if (id) visit(id, is_target);
}
template <class Visit>
void visit_field(PatternId id, bool is_target, Visit& visit) {
    if (id) visit(id, is_target);
}
template <class Visit>
void visit_field(const Suite& body, bool is_target, Visit& visit) {
    visit(body, is_target);
}
template <class Part, class Visit>
void visit_field(const Part& part, bool /*is_target*/, Visit& visit) {
    if constexpr (part_name<Part> != nullptr) for_each_child(part, visit);
}
template <class Part, class Visit>
void visit_field(const std::vector<Part>& parts, bool is_target, Visit& visit) {
    for (const Part& one : parts) visit_field(one, is_target, visit);
}
template <class Part, class Visit>
void visit_field(const Boxed<Part>& part, bool is_target, Visit& visit) {
    visit_field(*part, is_target, visit);
}
template <class Part, class Visit>
void visit_field(const std::optional<Part>& part, bool is_target, Visit& visit) {
    if (part) visit_field(*part, is_target, visit);
}

/// Calls visit(child, is_target) with each ExprId, PatternId and Suite of a node, those of its
/// parts included, in the order of `ast`; what is bound or deleted is a target. Children that are
/// not there are left out.
template <class Node, class Visit>
void for_each_child(const Node& node, Visit&& visit) {
    for_each_field(node, [&](std::string_view name, const auto& field) {
        visit_field(field, name == "target" || name == "targets" || name == "optional_vars", visit);
    });
}

}  // namespace pycu::syntax
