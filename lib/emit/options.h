// What the command line says about the generated text.
#pragma once

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

    /// Whether what raises in Python does so here.
    bool raises() const { return debug || host; }
    /// Whether a division by zero does.
    bool raises_zero() const { return debug || (host && !numpy_errors); }
};

}  // namespace pycu::emit
