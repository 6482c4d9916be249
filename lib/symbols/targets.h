// The places that the target of an assignment is made of.
#pragma once

#include <cstdint>
#include <vector>

#include "syntax/tree.h"

namespace pycu::symbols {

/// A name, an element or an attribute in a target, and which item of the value it takes:
/// `(a, (b, c)) = v` gives c the path 1, 1. A path with -1 stands behind a star.
struct TargetPart {
    syntax::ExprId target;
    std::vector<std::int32_t> path;
};

/// The parts of a target in the order of the text, tuples and lists taken apart.
std::vector<TargetPart> target_parts(const syntax::Tree& tree, syntax::ExprId target);

}  // namespace pycu::symbols
