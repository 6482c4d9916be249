// The names of the C ABI: which symbol launches which kernel, and what it takes.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace pycu::emit {

/// One specialisation of a kernel and its symbols.
struct KernelSymbols {
    ir::FunctionId function;
    /// `heat_step__a2f4a_a2f4a`
    std::string coded;
    /// `heat_step`: shared by the kernel's specialisations, defined once for the first.
    std::string plain;
    bool is_first = true;
};

/// The kernels in the order of the module, with symbols that no two share.
std::vector<KernelSymbols> kernel_symbols(const ir::Module& module);

/// A ufunc and its symbols.
struct UfuncSymbols {
    /// An index of Module::ufuncs.
    std::size_t ufunc = 0;
    /// `heat_add`: of the first loop.
    std::string plain;
    /// `heat_add__f4_f4`, one a loop: the types of the inputs, or of all arrays of a generalised
    /// one.
    std::vector<std::string> coded;
};

/// The ufuncs in the order of the module, with symbols that no other ufunc or kernel has.
std::vector<UfuncSymbols> ufunc_symbols(const ir::Module& module);

/// A function that the host calls, and its symbol.
struct HostSymbol {
    /// Of Module::host_functions.
    std::size_t index = 0;
    /// `heat_norm__a1f8c`
    std::string symbol;
};

/// The functions that the host calls, in the order of the module; there are no kernels beside them
/// in it.
std::vector<HostSymbol> host_symbols(const ir::Module& module);

/// The argument types in a symbol: `f4_a1f4c_a2i4a`; `v` for none.
std::string signature_codes(const ir::Function& function, const TypeTable& types);

/// One argument of the C ABI: a scalar or an array. Tuples come item by item.
struct Slot {
    std::string name;
    Type type;
    bool is_written = false;
};

/// The slots of what a function returns.
std::vector<Slot> result_slots(Type result, const TypeTable& types);

/// One Python parameter and the slots that it takes, in order.
struct Argument {
    const ir::Local* local = nullptr;
    std::vector<Slot> slots;
};

/// The slots of all arguments.
std::vector<Slot> slots_of(const std::vector<Argument>& arguments);

/// `, pycu::Layout::C`: what a wrapper promises of an array's strides; empty for nothing.
const char* layout_promise(Layout layout);

/// How the CPU target runs a kernel: a name of pycu::Engine in pycu_engine.h.
const char* engine_name(const ir::Function& function);

/// The parameters of a kernel, under names that do not meet those of a wrapper.
std::vector<Argument> arguments(const ir::Function& function, const TypeTable& types);

/// How the C ABI spells a slot's type: `float`, `pycu_array_f32_2d`.
std::string abi_type(Type type, const ir::Module& module);
/// The same of an array's elements: "float", "nbody_particle".
std::string abi_element(Type type, const ir::Module& module);

/// Whether one entry is enough: nothing can be strided, and no written array can overlap another.
bool is_always_contiguous(const std::vector<Argument>& arguments);

}  // namespace pycu::emit
