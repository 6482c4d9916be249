// What one thread of a kernel computes and moves, counted in the program as it is written; and what
// that allows on a GPU at most (its roofline).
//
// Every operation and every access counts, as if nothing were kept in registers or caches. Loops
// count with their turns where these are known, else once; of branches the larger one counts.
#pragma once

#include <string_view>

#include "ir/module.h"

namespace pycu::annotate {

struct Work {
    /// Operations of float32 (float16, too) and of float64; a function is one.
    double single = 0;
    double doubles = 0;
    /// Bytes of memory that all blocks share: no shared or local arrays, no constants.
    double loaded = 0;
    double stored = 0;
    /// There are loops whose turns are not known; and branches.
    bool has_open_loops = false;
    bool has_branches = false;

    double operations() const { return single + doubles; }
    double bytes() const { return loaded + stored; }
};

/// Of one thread of a kernel, with the functions that it calls.
Work work_of(const ir::Module& module, ir::FunctionId kernel);

/// A line of roofs.def.
struct Roof {
    std::string_view name;
    double single;
    double doubles;
    double bandwidth;
};

/// The GPU whose roof is shown.
const Roof& shown_roof();

/// The most operations a second, in 10^9, that computing and moving this allows; 0 where nothing is
/// computed.
double attainable(const Work& work, const Roof& roof);

}  // namespace pycu::annotate
