// Records as structs: in the .cu under the user's names, in the header under the module's.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emit/options.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// The struct in the C ABI: `nbody_particle`, `pycu_xoroshiro128p`.
std::string abi_record(Type record, const ir::Module& module);

/// A constant record in braces; `item` is called for each scalar of its fields, in their order.
std::string record_items(Type record, const TypeTable& types,
                         const std::function<std::string(Type)>& item);

/// Whether a kernel takes states of random generators.
bool takes_states(const ir::Module& module);

/// A struct of the C ABI under a guard, which two headers may both have, and what is said of it.
void print_c_struct(const std::string& name, const std::vector<std::string>& members,
                    const std::vector<std::string>& checks, TextWriter& out);

/// `float x`, `const particle& p`, `particle* p`: the declaration of a variable that refers to a
/// record: a reference where it always refers to the same one.
std::string record_declaration(const ir::Local& local, const TypeTable& types,
                               const Options& options);
/// Whether the variable is a pointer in C++; a debug text has views of one record.
inline bool is_pointer(const ir::Local& local, const Options& options) {
    return local.type.is_record() && !local.is_const && !options.debug;
}

}  // namespace pycu::emit
