// The passes in their order, and why each stands where it does.
#include "passes/passes.h"

namespace pycu::passes {

void run(ir::Module& module) {
    find_effects(module);        // first: effects decide what may be moved
    lower_loop_else(module);     // adds flags, which are variables like others
    find_intervals(module);      // the step's sign decides a loop's form
    lower_range_loops(module);   // adds counters and bounds
    find_intervals(module);      // again, for the counters
    place_declarations(module);  // after everything that adds variables
    spell_names(module);         // last: scopes are final
}

}  // namespace pycu::passes
