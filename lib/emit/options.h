// What the command line says about the generated text.
#pragma once

namespace pycu::emit {

/// `--line-directives` and `--debug`; the driver sets the first whenever the second is set.
struct Options {
    /// `#line 12 "kernels.py"` above what came from that line.
    bool line_directives = false;
    /// Every index, division and barrier is checked on the CPU target.
    bool debug = false;
};

}  // namespace pycu::emit
