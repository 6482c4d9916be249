// Ufuncs and generalised ufuncs in the texts of a module: entries, wrappers, prototypes, C++ forms.
#pragma once

#include <string>
#include <vector>

#include "emit/c_functions.h"
#include "emit/exprs.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// One operand of a ufunc's loop: inputs first.
struct UfuncOperand {
    std::string name;
    /// Of its elements, and as the function takes it.
    Type element;
    Type type;
    bool is_output = false;
};

/// One loop of a ufunc or of a reduction, with everything that its texts are made of.
struct LoopText {
    const ir::Ufunc& ufunc;
    const ir::UfuncLoop& loop;
    const ir::Function& function;
    /// Of a ufunc, under names that do not meet those of a wrapper.
    std::vector<UfuncOperand> operands;
    CFunction c;
    /// `add__f4_f4`: the name of the function and what follows it in symbols.
    std::string entry;
    /// The name in C++, that of the first loop's function.
    std::string name;
};

/// The loops of all reductions, or of all other ufuncs.
std::vector<LoopText> loops_of(const ir::Module& module, bool of_reductions);

/// The macro of pycu_ufunc.h that names the entries of a loop, by how it may go through its
/// elements; `debug` for a text with checks.
const char* loop_macro(const ir::Module& module, const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                       bool debug);

}  // namespace pycu::emit
