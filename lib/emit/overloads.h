// The C++ forms of the wrappers: overloads in the module's namespace, on views instead of structs.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// How C++ callers spell an element that is no record: `float`, `std::complex<float>`, `pycu_f16`.
std::string callers_element(Type element, const TypeTable& types);

/// For each kernel a function that throws and one that returns a code.
std::string print_overloads(const ir::Module& module);

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
