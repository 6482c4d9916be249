// The C++ forms of the wrappers: overloads in the module's namespace, on views instead of structs.
#pragma once

#include <string>

#include "ir/module.h"

namespace pycu::emit {

/// How C++ callers spell an element that is no record: `float`, `std::complex<float>`, `pycu_f16`.
std::string callers_element(Type element, const TypeTable& types);

/// For each kernel a function that throws and one that returns a code.
std::string print_overloads(const ir::Module& module);

}  // namespace pycu::emit
