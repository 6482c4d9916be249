// The functions of the C ABI: how they are declared and defined, in C and as C++ callers see them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/symbols.h"
#include "emit/text_writer.h"

namespace pycu::emit {

/// A function under its symbol and, the first of several that have it, under a plain one.
struct CFunction {
    /// `heat_step__a2f4a_a2f4a`
    std::string symbol;
    /// `heat_step`; empty where another one has it.
    std::string plain;
    /// `pycu_stream stream, pycu_array_f32_nd x`
    std::string params;
};

/// What launches a kernel.
CFunction c_function(const ir::Module& module, const KernelSymbols& kernel,
                     const std::vector<Slot>& slots);

/// Declares it below its docstring, its Python signature and more lines of comment.
void print_prototypes(const CFunction& function, const std::vector<std::string>& docstring,
                      const std::string& signature, TextWriter& out,
                      const std::vector<std::string>& remarks = {});

/// Defines it, with the statements that `body` adds, and the plain one.
void print_wrappers(const CFunction& function, const std::function<void()>& body, TextWriter& out);

/// The parameters of a function as C++ callers see it, and what it hands on.
struct CppForm {
    std::string name;
    /// `const pycu::configuration& launch, pycu::array<const float, 2> u`
    std::string params;
    /// `launch, u`
    std::string args;
    /// Parameters that may hide the function itself.
    std::vector<std::string> hiding;
};

/// Prints both: what returns a code, whose statements `body` adds, and what throws.
void print_forms(const CppForm& form, const std::string& module, const std::function<void()>& body,
                 TextWriter& out);

}  // namespace pycu::emit
