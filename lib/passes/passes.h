// What is done to the IR between sema and emit. All passes, in their order, stand in passes.cpp.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace pycu::passes {

struct Options {
    /// What nobody uses stays, for an index in it may be wrong and a debugger may ask.
    bool keeps_dead = false;
    /// Called with its name after each pass.
    std::function<void(std::string_view pass)> after{};
};

/// Runs all passes: afterwards every statement is one that C++ has, and every name is spelled.
void run(ir::Module& module, const Options& options = {});

/// The passes in their order; no name stands there twice.
std::vector<std::string_view> names();

/// `for ... else` and `while ... else` through a flag that a `break` sets.
void lower_loop_else(ir::Module& module);

/// Decides the form of `for ... in range(...)`; moves a stop or a step that the body changes, or
/// that is costly, in front of the loop, and gives a loop whose target is not a plain counter one.
void lower_range_loops(ir::Module& module);

/// Which array parameters are written, and which functions reach barriers or have effects.
void find_effects(ir::Module& module);

/// Drops what is computed for variables that nobody uses; effects stay.
void remove_dead_assignments(ir::Module& module);

/// Assigns values at once that sema computes to temporaries first.
void remove_temporaries(ir::Module& module);

/// What integers lie between, from conditions, loops and all call sites. Sets `Expr::known` and
/// clears `Subscript::wraps`.
void find_intervals(ir::Module& module);

/// A module of which all passes were run, for launches of no more than `ir::max_int_extent` threads
/// along an axis and elements in an array. `Function::has_int_indices` says which functions differ,
/// `Local::is_int` which of their variables do; of a kernel's parameters it says that the launch
/// has to be asked for their bounds, too.
ir::Module with_int_indices(const ir::Module& module);

/// Gives kernels with barriers a second body where they qualify, `Function::regions`: what stands
/// between barriers in loops over a block's threads, for the CPU. Stands behind all passes, and
/// behind `with_int_indices`: both modules have one, or none.
void form_regions(ir::Module& wide, ir::Module& with_int);

/// Gives kernels without barriers a second body where that helps, `Function::rows`: loops over the
/// threads of a block whose bounds are the kernel's guards, for the CPU. Of a module that
/// `with_int_indices` has made.
void form_rows(ir::Module& with_int);

/// Gives the variables of one name one type where all that reads the one converts it to the
/// other's.
void unite_types(ir::Module& module);

/// Which stores of ints somebody looks at again: `Store::is_observed`.
void find_observed_stores(ir::Module& module);

/// Which constants are masks of 32 bits to all that read them: `Constant::is_mask`.
void find_masks(ir::Module& module);

/// `while` loops that are C++'s `for (int half = n; half > 0; half /= 2)`: `While::counter`.
void find_counted_whiles(ir::Module& module);

/// Where each variable is declared, and which are const.
void place_declarations(ir::Module& module);

/// A legal and free C++ identifier for every function, constant, parameter and variable.
void spell_names(ir::Module& module);

}  // namespace pycu::passes
