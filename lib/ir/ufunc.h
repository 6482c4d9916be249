// Ufuncs: what `@vectorize`, `@guvectorize` and `@cuda.reduce` make of a device function.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "source/source_file.h"
#include "support/arena.h"
#include "types/type.h"

namespace pycu::ir {

struct Function;

/// `(m,n),()->(m)`: the dimensions that one call of a generalised ufunc takes of each array.
struct CoreLayout {
    struct Dimension {
        std::string name;
        /// Of `(3)`: how many there are.
        std::int64_t size = 0;
    };
    using Operand = std::vector<Dimension>;

    std::string text;
    std::vector<Operand> inputs;
    std::vector<Operand> outputs;

    /// The layout of an operand, inputs first.
    const Operand& operand(std::size_t i) const {
        return i < inputs.size() ? inputs[i] : outputs[i - inputs.size()];
    }
};

/// One loop of a ufunc: the function for one list of types.
struct UfuncLoop {
    Id<Function> function;
    /// The types of the operands, inputs first: those of a generalised ufunc as in its signature.
    std::vector<Type> operands;
};

/// A ufunc, a generalised ufunc or a reduction.
struct Ufunc {
    enum class Kind { Elements, Generalised, Reduction };

    Kind kind = Kind::Elements;
    /// Python's qualname without `<locals>`.
    std::string name;
    Range range;
    std::size_t inputs = 0;
    std::vector<UfuncLoop> loops;
    CoreLayout layout;
    std::optional<std::int64_t> identity;
    bool is_reorderable = false;
};

}  // namespace pycu::ir
