// Expressions of constants, which CPython's compiler computes before Numba sees the function.
//
// `10 ** -6` is 1e-06 in device code though a power of two int64 is an int64: what Numba types is
// the bytecode, and there is a float in it. What CPython 3.11 folds (Python/ast_opt.c), and up to
// which size, is folded here; what it leaves to the program (`1 / 0`, `1 << 200`) is left, too.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "syntax/tree.h"
#include "values/value.h"

namespace pycu::sema {

/// The value of a literal; Unknown for bytes and `...`.
Value literal(const syntax::Constant& constant, Range range);

/// An operator or a subscript of constants.
struct Folded {
    Value value;
    /// C++ computes the same number of the same type from the same text, as in `60 * 60`.
    bool is_same_in_cpp = false;
};

class FoldedConstants {
  public:
    explicit FoldedConstants(const syntax::Tree& tree);

    /// What an expression is folded to, literals aside; nothing for what stays as it is.
    const Folded* find(syntax::ExprId expr) const;
    /// The constant that CPython's compiler has in the place of an expression, literals included.
    std::optional<Value> constant(syntax::ExprId expr) const;

  private:
    bool is_constant(syntax::ExprId expr) const;
    void keep(syntax::ExprId id, Value value, bool is_same_in_cpp);
    /// Forgets texts and tuples that have become part of another: nothing else asks for them.
    void drop_sequence(syntax::ExprId operand);
    void fold(syntax::ExprId id);
    void fold_binary(syntax::ExprId id, const syntax::BinOp& node);
    void fold_unary(syntax::ExprId id, const syntax::UnaryOp& node);
    void fold_subscript(syntax::ExprId id, const syntax::Subscript& node);
    bool is_plain_number(syntax::ExprId expr) const;

    const syntax::Tree& tree_;
    std::unordered_map<std::uint32_t, Folded> folded_;
    /// How many characters and items may still be computed: a sum of n texts has n * n / 2.
    std::ptrdiff_t budget_ = 1 << 20;
};

}  // namespace pycu::sema
