// What docstrings in NumPy's style say of the types of parameters (--docstrings).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "syntax/tree.h"
#include "types/scalar.h"
#include "types/type.h"

namespace pycu::sema {

/// An array of which no more may be known than that it is one, or a number.
struct Documented {
    bool is_array = false;
    /// `float`, `int`: a number of Python's own.
    bool is_python = false;
    /// The element of an array, or what the number is.
    std::optional<Scalar> scalar{};
    std::optional<std::size_t> rank{};
    std::optional<Layout> layout{};
    /// The line of the docstring.
    Range range{};
};

/// A type as people write it: `ndarray of float32, shape (n, m)`, `float, optional`. Nothing where
/// a word of it is not understood: half of what it says may be wrong.
std::optional<Documented> documented_type(std::string_view text);

/// What the docstring of a function says of a parameter.
std::optional<Documented> documented(const syntax::Tree& tree, const syntax::FunctionDef& function,
                                     std::string_view parameter);

}  // namespace pycu::sema
