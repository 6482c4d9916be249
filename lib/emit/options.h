// What the command line says about the generated text.
#pragma once

#include "ir/module.h"

namespace pycu::emit {

/// `--line-directives` and `--debug`; the driver sets the first whenever the second is set.
struct Options {
    /// `#line 12 "kernels.py"` above what came from that line.
    bool line_directives = false;
    /// Every index, division and barrier is checked on the CPU target.
    bool debug = false;
    /// The functions are those of the host, where a division by zero raises as Numba's njit does.
    bool host = false;

    /// Of them: a division by zero does not raise.
    bool numpy_errors = false;

    /// The text of a launcher is wanted as well (Unit::launcher).
    bool launcher = false;

    /// Of one function: its arrays and indices have type int (ir::Function::has_int_indices).
    bool int_indices = false;

    /// Of the text with indices of 64 bits: the functions that it has once more, under their names.
    const std::vector<bool>* wide = nullptr;

    /// Of a text that is to be merged with others: what has a scalar type is marked
    /// (marked_text.h).
    bool marks_types = false;

    /// Whether what raises in Python does so here.
    bool raises() const { return debug || host; }
    /// Whether a division by zero does.
    bool raises_zero() const { return debug || (host && !numpy_errors); }

    /// What holds in the text of one function.
    Options of(const ir::Function& function) const {
        Options own = *this;
        own.int_indices = function.has_int_indices;
        return own;
    }
};

}  // namespace pycu::emit
