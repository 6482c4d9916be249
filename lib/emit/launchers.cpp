// Entries and wrappers, printed for each kernel:
//
//   __global__ void step__contiguous(const float* __restrict__ u, int u__0, int u__1, ...)
//   __global__ void step__strided(const float* u, pycu::extents<2> u__shape, ...)
//   int heat_step__a2f4a_a2f4a(pycu_dim3 grid, ..., pycu_array_f32_2d u, ...)
//   int heat_step(...)
//
// The entries unpack what a launch passes and call the body; bare pointers with __restrict__ are
// what makes nvcc load through the read-only cache.
#include <algorithm>
#include <string>

#include "emit/cpp_types.h"
#include "emit/host_functions.h"
#include "emit/records.h"
#include "emit/symbols.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"
#include "support/text.h"

namespace pycu::emit {
namespace {

enum class Variant { Contiguous, Strided };

const char* variant_name(Variant variant) {
    return variant == Variant::Contiguous ? "contiguous" : "strided";
}

/// What every fiber's stack has room for: the CPU target is told of kernels that need more.
constexpr std::int64_t usual_stack_bytes = 16 * 1024;

/// Adds an item to a list in a text.
void append(std::string& list, const std::string& item) {
    list += ", " + item;
}

/// Whether one entry takes every launch.
bool has_one_entry(const ir::Function& kernel, const std::vector<Argument>& arguments) {
    return is_always_contiguous(arguments) && !kernel.has_int_indices;
}

/// The text of one kernel's entries and wrappers.
class KernelPrinter {
  public:
    KernelPrinter(const ir::Module& module, const KernelSymbols& symbols, const Options& options,
                  TextWriter& out)
        : module_(module),
          symbols_(symbols),
          function_(module.functions[symbols.function]),
          arguments_(arguments(function_, module.types)),
          slots_(slots_of(arguments_)),
          options_(options.of(function_)),
          out_(out),
          sees_memory_(std::ranges::any_of(
              module.constants, [](const ir::Constant& one) { return one.address.has_value(); })) {}

    void print_entries() const {
        print_entry(Variant::Contiguous);
        if (!has_one_entry() && !function_.has_int_indices) {
            print_wide_entry();
        }
    }

    /// The entry that takes all that the first one does not.
    void print_wide_entry() const { print_entry(Variant::Strided); }

    void print_wrappers() const {
        const auto launch = [&] {
            out_.line("pycu::Launch launch(", module_.name, "_report__, \"", function_.name,
                      "\", grid, block, shared_bytes, stream);");
            print_checks();
            if (!has_one_entry()) {
                out_.braces("if (launch." + condition() + ")",
                            [&] { print_run(Variant::Contiguous); });
            }
            print_run(has_one_entry() ? Variant::Contiguous : Variant::Strided);
        };
        emit::print_wrappers(c_function(module_, symbols_, slots_), launch, out_);
    }

  private:
    bool has_one_entry() const { return emit::has_one_entry(function_, arguments_); }

    /// When a launch takes the first entry: `is_contiguous()`, `fits_int(n)`.
    std::string condition() const {
        if (!function_.has_int_indices) {
            return "is_contiguous()";
        }
        std::string bounded;
        for (const Argument& argument : arguments_) {
            if (argument.local->is_int) {
                bounded += (bounded.empty() ? "" : ", ") + argument.slots.front().name;
            }
        }
        const char* const blocks = function_.has_few_blocks ? "has_few_blocks() && launch." : "";
        return blocks + ("fits_int(" + bounded + ")");
    }

    void print_entry(Variant variant) const {
        const std::string params =
            listed(slots_, [&](const Slot& slot) { return entry_parameter(slot, variant); });
        out_.function(
            "__global__ void " + bounds() + function_.spelling + "__" + variant_name(variant) +
                "(" + params + ")",
            [&] { out_.line(options_.scope, function_.spelling, "(", views(variant), ");"); });
    }

    /// What the decorator says of the entry's threads and registers.
    std::string bounds() const {
        const ir::FunctionOptions& options = function_.options;
        if (!options.launch_bounds.empty()) {
            const auto text = [](std::int64_t bound) { return std::to_string(bound); };
            return "__launch_bounds__(" + listed(options.launch_bounds, text) + ") ";
        }
        return options.max_registers > 0
                   ? "__maxnreg__(" + std::to_string(options.max_registers) + ") "
                   : "";
    }

    std::string entry_parameter(const Slot& slot, Variant variant) const {
        const std::string element =
            cuda_name(slot.type.is_array() ? slot.type.element_type() : slot.type, module_.types);
        if (!slot.type.is_array()) {
            return element + " " + slot.name;
        }
        std::string text =
            (slot.is_written ? "" : "const ") + element + "* " +
            (variant == Variant::Contiguous && !sees_memory_ ? "__restrict__ " : "") + slot.name;
        if (function_.has_int_indices) {
            for (const std::string& extent : extents_of(slot)) {
                append(text, "int " + extent);
            }
            return text;
        }
        const std::string extents = "pycu::extents<" + std::to_string(slot.type.rank()) + "> ";
        if (slot.type.rank() > 0) {
            append(text, extents + slot.name + "__shape");
        }
        if (slot.type.rank() > 0 && variant == Variant::Strided) {
            append(text, extents + slot.name + "__strides");
        }
        return text;
    }

    /// `u__0`, `u__1`: the parameters that an entry with int indices has for the extents of an
    /// array.
    static std::vector<std::string> extents_of(const Slot& slot) {
        std::vector<std::string> names;
        for (int axis = 0; axis < slot.type.rank(); ++axis) {
            names.push_back(slot.name + "__" + std::to_string(axis));
        }
        return names;
    }

    /// What the entry hands to the body, one argument for each Python parameter.
    std::string views(Variant variant) const {
        return listed(arguments_, [&](const Argument& argument) {
            std::size_t next = 0;
            const ir::Local& local = *argument.local;
            return local.type.is_none() ? ""
                                        : view(argument, local.type, local.written, variant, next);
        });
    }

    std::string view(const Argument& argument, Type type, Written written, Variant variant,
                     std::size_t& next) const {
        if (type.is_tuple()) {
            std::vector<std::string> items;
            module_.types.for_each_item(type, [&](Type item, auto first, auto count) {
                items.push_back(view(argument, item, written.part(first, count), variant, next));
            });
            return type_text(type, module_.types, options_, written) + "{" + join(items, ", ") +
                   "}";
        }
        const Slot& slot = argument.slots[next++];
        if (type.is_record() && options_.debug) {
            const std::string element = cuda_name(type, module_.types);
            return slot.type.is_array()
                       ? "pycu::array<" + element + ", 0>(" + slot.name + ")"
                       : "pycu::array<const " + element + ", 0>(&" + slot.name + ")";
        }
        if (type.is_record() && slot.type.is_array() != is_pointer(*argument.local, options_)) {
            return (slot.type.is_array() ? "*" : "&") + slot.name;
        }
        if (!type.is_array()) {
            return slot.name;
        }
        const std::string data = slot.name, shape = slot.name + "__shape";
        if (type.rank() == 0) {
            Options plain = options_;  // a debug text makes its own view of it
            plain.debug = false;
            return type_text(type, module_.types, plain, written) + "(" + data + ")";
        }
        if (variant == Variant::Strided) {
            return "pycu::view_a(" + data + ", " + shape + ", " + slot.name + "__strides)";
        }
        const bool is_f = type.layout() == Layout::F;
        if (function_.has_int_indices) {
            return (is_f ? "pycu::packed_f(" : "pycu::packed(") + data + ", " +
                   join(extents_of(slot), ", ") + ")";
        }
        return (is_f ? "pycu::view_f(" : "pycu::view_c(") + data + ", " + shape + ")";
    }

    void print_checks() const {
        for (const Slot& slot : slots_) {
            if (slot.type.is_array()) {
                out_.line("launch.", slot.is_written ? "writes" : "reads", "(\"", slot.name, "\", ",
                          slot.name, layout_promise(slot.type.layout()), ");");
            }
        }
        if (function_.options.carveout) {
            out_.line("launch.prefer_shared(", std::to_string(*function_.options.carveout), ");");
        }
        const std::int64_t large = large_shared_bytes(module_, symbols_.function);
        if (large > 0) {
            out_.line("launch.shared_arrays(", std::to_string(large), ");");
        }
        const std::int64_t stack = stack_bytes(module_, symbols_.function);
        if (stack > usual_stack_bytes) {
            out_.line("launch.local_bytes(", std::to_string(stack), ");");
        }
    }

    void print_run(Variant variant) const {
        const bool is_int = function_.has_int_indices && variant == Variant::Contiguous;
        const bool is_wide = function_.has_int_indices && !is_int;
        std::string text = "return launch.run(" +
                           std::string(is_wide ? "PYCU_WIDE_ENTRY(" : "PYCU_ENTRY(") +
                           module_.name + ", " + function_.spelling + ", " + variant_name(variant) +
                           ", " + engine_name(function_) + ")";
        for (const Slot& slot : slots_) {
            append(text, passed(slot));
            for (int axis = 0; is_int && slot.type.is_array() && axis < slot.type.rank(); ++axis) {
                append(text, "int(" + slot.name + ".shape[" + std::to_string(axis) + "])");
            }
            if (!is_int && slot.type.is_array() && slot.type.rank() > 0) {
                append(text, "pycu::shape(" + slot.name + ")");
                if (variant == Variant::Strided) {
                    append(text, "pycu::strides(" + slot.name + ")");
                }
            }
        }
        out_.line(text, ");");
    }

    /// What a wrapper hands on: pointers to the module's own structs where C has others.
    static std::string passed(const Slot& slot) {
        const Type element = slot.type.is_array() ? slot.type.element_type() : slot.type;
        const std::string value = slot.type.is_array() ? slot.name + ".data" : slot.name;
        return element.is_record() && element != Type::random_state()
                   ? "pycu::as_record(" + value + ")"
                   : value;
    }

    const ir::Module& module_;
    const KernelSymbols& symbols_;
    const ir::Function& function_;
    std::vector<Argument> arguments_;
    std::vector<Slot> slots_;
    Options options_;
    TextWriter& out_;
    /// Functions may reach the memory of an argument by an address of their own as well.
    bool sees_memory_;
};

}  // namespace

std::vector<std::string> entry_names(const ir::Function& function, const TypeTable& types) {
    if (has_one_entry(function, arguments(function, types))) {
        return {variant_name(Variant::Contiguous)};
    }
    return {variant_name(Variant::Contiguous), variant_name(Variant::Strided)};
}

void print_wide_entries(const ir::Module& module, const std::vector<bool>& functions,
                        const Options& options, TextWriter& out) {
    for (const KernelSymbols& kernel : kernel_symbols(module)) {
        if (functions[kernel.function.index]) {
            out.comes_from(module.functions[kernel.function].range);
            KernelPrinter(module, kernel, options, out).print_wide_entry();
        }
    }
}

void print_launchers(const ir::Module& module, const StandIns& stand_ins, const Options& options,
                     TextWriter& out) {
    const std::vector<KernelSymbols> kernels = kernel_symbols(module);
    out.comes_from({});
    out.blank();
    out.raw(kernels.empty() ? "// How the host calls the functions above."
                            : "// How the host launches the kernels above.");
    out.line("#include \"", module.name, ".h\"");
    if (std::ranges::any_of(module.functions, &ir::Function::has_int_indices)) {
        out.line("#include \"", module.name, "_wide.cuh\"");
    }
    out.blank();
    out.line("PYCU_ENTRIES(", module.name, ")");
    print_record_checks(module, out);
    for (const KernelSymbols& kernel : kernels) {
        out.comes_from(module.functions[kernel.function].range);
        KernelPrinter(module, kernel, options, out).print_entries();
    }
    print_ufunc_entries(module, stand_ins, out);
    print_host_entries(module, stand_ins, options, out);
    out.comes_from({});
    out.blank();
    out.line("PYCU_ENTRIES_END(", module.name, ")");
    out.blank();
    out.line("PYCU_WRAPPERS(", module.name, ")");
    if (takes_states(module)) {
        out.line("PYCU_RANDOM_STATES(", module.name, ")");
    }
    if (options.host) {
        out.line("PYCU_HOST_MEMORY(", module.name, ")");
    }
    if (has_reductions(module)) {
        out.line("PYCU_SHARE_REPORT(", module.name, ")");
    }
    for (const KernelSymbols& kernel : kernels) {
        out.comes_from(module.functions[kernel.function].range);
        KernelPrinter(module, kernel, options, out).print_wrappers();
    }
    print_ufunc_wrappers(module, options.debug, out);
    print_host_wrappers(module, out);
    out.comes_from({});
}

}  // namespace pycu::emit
