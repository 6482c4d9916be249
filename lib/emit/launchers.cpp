// x_launch.cuh: how the host launches the kernels of x.cu. What stands in it for each kernel:
//
//   PYCU_INT_ENTRIES(heat, step)
//
//   int heat_step__a2f4a_a2f4a(pycu_dim3 grid, ..., pycu_array_f32_2d u, pycu_array_f32_2d out)
//   {
//       return PYCU_LAUNCH(heat, step, loops, (u, out));
//   }
//
//   PYCU_ALIAS(heat_step, heat_step__a2f4a_a2f4a)
//
// Of a template PYCU_INT_TEMPLATE_ENTRIES stands once, and PYCU_LAUNCH_TEMPLATE says the types.
// The entries, the checks and the choice among the entries are the runtime's: pycu_kernel.h.
#include <algorithm>
#include <string>
#include <vector>

#include "emit/cpp_types.h"
#include "emit/host_functions.h"
#include "emit/records.h"
#include "emit/symbols.h"
#include "emit/texts.h"
#include "emit/ufuncs.h"
#include "ir/visit.h"
#include "support/text.h"

namespace pycu::emit {
namespace {

/// What every fiber's stack has room for: the CPU target is told of kernels that need more.
constexpr std::int64_t usual_stack_bytes = 16 * 1024;

/// The text of one kernel's entries and wrappers.
class KernelPrinter {
  public:
    KernelPrinter(const ir::Module& module, const KernelSymbols& symbols, const Sharing& sharing,
                  TextWriter& out)
        : module_(module),
          symbols_(symbols),
          function_(module.functions[symbols.function]),
          instance_(sharing.instance(symbols.function.index)),
          name_(instance_ ? module.functions[ir::FunctionId{instance_.of->members.front()}].spelling
                          : function_.spelling),
          out_(out),
          sees_memory_(std::ranges::any_of(
              module.constants, [](const ir::Constant& one) { return one.address.has_value(); })) {}

    void print() const {
        out_.comes_from(function_.range);
        out_.blank();
        if (!instance_ || instance_.of->members.front() == symbols_.function.index) {
            print_entries();
        }
        const std::vector<Argument> args = arguments(function_, module_.types);
        const CFunction wrapper = c_function(module_, symbols_, slots_of(args));
        const auto launch = [&] {
            out_.line("return PYCU_LAUNCH", instance_ ? "_TEMPLATE(" : "(", module_.name, ", ",
                      name_, ", ", needs(), ", (",
                      listed(args, [&](const Argument& arg) { return passed(arg); }), ")",
                      instance_ ? ", " + *instance_.arguments : "", ");");
        };
        print_wrappers(wrapper, launch, out_);
    }

  private:
    void print_entries() const {
        const std::string bounds = this->bounds();
        const std::string indices = function_.has_int_indices ? "INT" : "PLAIN";
        const std::string of = instance_ ? "_TEMPLATE" : "";
        out_.line(bounds.empty() ? "PYCU_" : "PYCU_BOUNDED_", indices, of, "_ENTRIES(",
                  module_.name, ", ", name_, bounds.empty() ? "" : ", " + bounds, ")");
        if (function_.regions) {
            out_.line("PYCU_", indices, of, "_REGIONS(", module_.name, ", ", name_, ")");
        }
        if (function_.rows) {
            const bool is_long = function_.rows->is_long;
            out_.line(is_long ? "PYCU_LONG" : "PYCU", of, "_ROWS_OF(", module_.name, ", ", name_,
                      is_long ? ", " + std::string(1, function_.rows->axis) : "", ")");
        }
    }

    /// What the decorator says of the entry's threads and registers.
    std::string bounds() const {
        const ir::FunctionOptions& options = function_.options;
        if (!options.launch_bounds.empty()) {
            const auto text = [](std::int64_t bound) { return std::to_string(bound); };
            return "__launch_bounds__(" + listed(options.launch_bounds, text) + ")";
        }
        return options.max_registers > 0
                   ? "__maxnreg__(" + std::to_string(options.max_registers) + ")"
                   : "";
    }

    /// `fibers.few_blocks().carveout(50)`: what a launch has to know.
    std::string needs() const {
        std::string text = engine_name(function_);
        if (function_.name != name_) {
            text += ".named(\"" + function_.name + "\")";
        }
        if (function_.regions && function_.has_warp_operation) {
            text += function_.regions->in_rows ? ".warps_in_rows()" : ".warps()";
        }
        if (function_.has_few_blocks) {
            text += ".few_blocks()";
        }
        if (function_.options.carveout) {
            text += ".carveout(" + std::to_string(*function_.options.carveout) + ")";
        }
        const std::int64_t large = large_shared_bytes(module_, symbols_.function);
        if (large > 0) {
            text += ".shared_arrays(" + std::to_string(large) + ")";
        }
        const std::int64_t stack = stack_bytes(module_, symbols_.function);
        if (stack > usual_stack_bytes) {
            text += ".local_arrays(" + std::to_string(stack) + ")";
        }
        return text;
    }

    /// The arguments for a parameter with what is known of them: `pycu::c_order(u)`,
    /// `pycu::index(n)`.
    std::string passed(const Argument& argument) const {
        const bool is_index = function_.has_int_indices && argument.local->is_int;
        return listed(argument.slots, [&](const Slot& slot) {
            return is_index ? "pycu::index(" + slot.name + ")" : passed(slot);
        });
    }

    std::string passed(const Slot& slot) const {
        if (!slot.type.is_array()) {
            return slot.name;
        }
        const Layout layout = slot.type.rank() > 0 ? slot.type.layout() : Layout::A;
        const std::string known = layout == Layout::A   ? slot.name
                                  : layout == Layout::C ? "pycu::c_order(" + slot.name + ")"
                                                        : "pycu::f_order(" + slot.name + ")";
        return sees_memory_ ? "pycu::aliased(" + known + ")" : known;
    }

    const ir::Module& module_;
    const KernelSymbols& symbols_;
    const ir::Function& function_;
    const Sharing::Instance instance_;
    /// Of the text: for an instance the template's.
    const std::string& name_;
    TextWriter& out_;
    /// Functions may reach the memory of an argument by an address of their own as well.
    bool sees_memory_;
};

/// The named tuples in a type, those inside first.
void add_named_tuples(Type type, const TypeTable& types, std::vector<Type>& found) {
    if (!type.is_tuple()) {
        return;
    }
    for (const Type item : types.items(type)) {
        add_named_tuples(item, types, found);
    }
    if (types.is_named(type) && std::ranges::count(found, type) == 0) {
        found.push_back(type);
    }
}

/// `PYCU_ITEMS(m, Point, float, int)`: what the runtime takes apart, the named tuples that kernels
/// have for parameters.
void print_items(const ir::Module& module, const Options& options, TextWriter& out) {
    std::vector<Type> taken;
    for (const ir::Function& function : module.functions) {
        if (function.kind == ir::Function::Kind::Kernel) {
            for (const ir::LocalId id : function.params) {
                add_named_tuples(function.locals[id].type, module.types, taken);
            }
        }
    }
    if (!taken.empty()) {
        out.blank();
    }
    for (const Type type : taken) {
        const TupleType& tuple = module.types.tuple_type(type);
        std::string items;
        module.types.for_each_item(type, [&](Type item, auto first, auto count) {
            items +=
                ", " + type_text(item, module.types, options, tuple.written.part(first, count));
        });
        out.line("PYCU_ITEMS(", module.name, ", ", tuple.spelling, items, ")");
    }
}

}  // namespace

std::vector<std::string> entry_names(const ir::Function& function, const TypeTable& types) {
    if (!function.has_int_indices && is_always_contiguous(arguments(function, types))) {
        return {"contiguous"};
    }
    return {"contiguous", "strided"};
}

void print_launchers(const ir::Module& module, const Sharing& sharing, const Options& options,
                     TextWriter& out) {
    out.comes_from({});
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
    if (has_ufuncs(module) || !module.host_functions.empty() || !ir::records_of(module).empty()) {
        out.blank();
        out.line("PYCU_ENTRIES(", module.name, ")");
        print_record_checks(module, out);
        print_ufunc_entries(module, sharing, out);
        print_host_entries(module, sharing, options, out);
        out.comes_from({});
        out.blank();
        out.line("PYCU_ENTRIES_END(", module.name, ")");
    }
    print_items(module, options, out);
    for (const KernelSymbols& kernel : kernel_symbols(module)) {
        KernelPrinter(module, kernel, sharing, out).print();
    }
    print_ufunc_wrappers(module, options.debug, out);
    print_host_wrappers(module, out);
    out.comes_from({});
}

}  // namespace pycu::emit
