// What the names of a kernel's body are of its parameters: parts of arrays, items of rows, tuples
// of indices.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "syntax/tree.h"

namespace pycu::sema {

/// A part of an array: `v = a[i, :]`, and the items of one: `x, y = a[i]`.
struct PartOfArray {
    std::string array;
    /// The axes that its indices have taken.
    std::size_t taken = 0;
    /// No slice is left of it: it may be an element.
    bool may_be_element = false;
};

class BodyNames {
  public:
    BodyNames(const syntax::Tree& tree, const syntax::FunctionDef& function);

    /// What a name is a part of, all the way to what is none; null where it is none, or where its
    /// name is bound to other things, too.
    const PartOfArray* part(const std::string& name) const;
    /// The array from which an expression takes an element, if it is no row of it: `a[i][j]`, `v`.
    /// No axes are taken where it takes none, or nobody knows how many.
    PartOfArray element(syntax::ExprId expr) const;
    /// Whether an index takes elements: of a slice nobody says how many dimensions are left.
    bool takes_element(syntax::ExprId index) const;
    /// How many axes an index speaks of; 0 for a tuple of which nobody knows how many items it has.
    std::size_t axes(syntax::ExprId index) const;
    /// Whether a target is an element of an array that the body makes: `shared[i, j]`.
    bool is_element_of_own(syntax::ExprId target) const;

  private:
    void note(const std::string& name, syntax::ExprId value, bool is_once);
    void note_items(syntax::ExprId targets, syntax::ExprId value);
    bool is_once(const std::string& name) const;
    std::size_t rank_of_shape(syntax::ExprId shape) const;

    const syntax::Tree& tree_;
    std::unordered_map<std::string, int> bindings_;
    std::unordered_map<std::string, PartOfArray> parts_;
    /// Tuples by their lengths, and arrays of the body by their ranks; 0 is not known.
    std::unordered_map<std::string, std::size_t> tuples_, own_;
};

}  // namespace pycu::sema
