// The passes in their order, and why each stands where it does.
#include "passes/passes.h"

#include "ir/verify.h"

namespace pycu::passes {
namespace {

struct Pass {
    const char* name;
    void (*run)(ir::Module&);
};

constexpr Pass passes[] = {
    {"find_effects", find_effects},  // first: effects decide what may be moved or dropped
    {"remove_dead_assignments", remove_dead_assignments},  // others need not look at what goes
    {"remove_temporaries", remove_temporaries},            // before temporaries come that are meant
    {"lower_loop_else", lower_loop_else},            // adds flags, which are variables like others
    {"find_intervals", find_intervals},              // the step's sign decides a loop's form
    {"lower_range_loops", lower_range_loops},        // adds counters and bounds
    {"unite_types", unite_types},                    // before the names of one type are merged
    {"find_intervals_again", find_intervals},        // for the counters
    {"find_observed_stores", find_observed_stores},  // of the statements as they stay
    {"find_masks", find_masks},                      // of what is read in the end
    {"find_counted_whiles", find_counted_whiles},    // says what a loop declares
    {"place_declarations", place_declarations},      // after everything that adds variables
    {"spell_names", spell_names},                    // last: scopes are final
};

}  // namespace

std::vector<std::string_view> names() {
    std::vector<std::string_view> result;
    for (const Pass& pass : passes) {
        result.emplace_back(pass.name);
    }
    // what stands behind them: a second module, and second bodies for the CPU
    for (const char* const name : {"with_int_indices", "form_regions", "form_rows"}) {
        result.emplace_back(name);
    }
    return result;
}

void run(ir::Module& module, const Options& options) {
#ifndef NDEBUG
    ir::verify(module, "sema");
#endif
    for (const Pass& pass : passes) {
        if (options.keeps_dead && pass.run == remove_dead_assignments) {
            continue;
        }
        pass.run(module);
#ifndef NDEBUG
        ir::verify(module, pass.name);
#endif
        if (options.after) {
            options.after(pass.name);
        }
    }
}

}  // namespace pycu::passes
