// The wrappers of functions that the host calls:
//
//   void heat_norm__a1f8c__(pycu_array_f64_1d x, double* result) {
//       pycu::give(result, norm(pycu::view_c(pycu::taken(x.data), pycu::shape(x))));
//   }
//   int heat_norm__a1f8c(pycu_array_f64_1d x, double* result) {
//       return pycu::call_host<heat_entries__>(heat_report__, &heat_entries__::heat_norm__a1f8c__,
//                                              x, result);
//   }
//
// The first is a member of the module, where its functions and structs are.
#include "emit/host_functions.h"

#include "emit/c_functions.h"
#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "emit/symbols.h"
#include "emit/texts.h"
#include "support/text.h"

namespace pycu::emit {
namespace {

/// One scalar of what a function returns: where it goes, and its place in the value.
struct ResultSlot {
    std::string name;
    /// `.get<0>()`, `.x`; empty for the value itself.
    std::string part;
    Type type;
};

void add_results(Type type, const std::string& name, const std::string& part,
                 const TypeTable& types, std::vector<ResultSlot>& slots) {
    if (type.is_none()) {
        return;
    }
    if (!type.is_tuple()) {
        slots.push_back({name, part, type});
        return;
    }
    const TupleType& tuple = types.tuple_type(type);
    for (std::size_t i = 0; i < tuple.items.size(); ++i) {
        const std::string index = std::to_string(i);
        const std::string item =
            tuple.members.empty() ? ".get<" + index + ">()" : "." + tuple.members[i];
        add_results(tuple.items[i], name + "_" + index, part + item, types, slots);
    }
}

/// The text of one function's wrapper.
class HostPrinter {
  public:
    HostPrinter(const ir::Module& module, const HostSymbol& symbol)
        : module_(module),
          symbol_(symbol),
          function_(module.functions[module.host_functions[symbol.index].function]),
          arguments_(arguments(function_, module.types)) {
        add_results(function_.result, "result__", "", module.types, results_);
    }

    CFunction c_function() const {
        CFunction made{symbol_.symbol, "", ""};
        const auto add = [&](const std::string& type, const std::string& name) {
            made.params += (made.params.empty() ? "" : ", ") + type + name;
        };
        for (const Slot& slot : slots_of(arguments_)) {
            add(abi_type(slot.type, module_) + " ", slot.name);
        }
        for (const ResultSlot& slot : results_) {
            const Type type = slot.type.is_list()
                                  ? Type::array(slot.type.element_type(), 1, Layout::C)
                                  : slot.type;
            add(abi_type(type, module_) + "* ", slot.name);
        }
        if (made.params.empty()) {
            made.params = "void";
        }
        return made;
    }

    void print_entry(const ir::Function& called, const Options& options, TextWriter& out) const {
        const std::string call = called.spelling + "(" + values(options) + ")";
        out.function("void " + symbol_.symbol + "__(" + c_function().params + ")",
                     [&] { print_results(call, out); });
    }

    void print_wrapper(TextWriter& out) const {
        const CFunction function = c_function();
        out.function("int " + function.symbol + "(" + function.params + ")", [&] {
            const std::string entries = module_.name + "_entries__";
            std::string args;
            for (const Slot& slot : slots_of(arguments_)) {
                args += ", " + slot.name;
            }
            for (const ResultSlot& slot : results_) {
                args += ", " + slot.name;
            }
            out.line("return pycu::call_host<", entries, ">(", module_.name, "_report__, &",
                     entries, "::", function.symbol, "__", args, ");");
        });
    }

    std::string python_signature() const {
        const auto declared = [&](ir::LocalId id) {
            const ir::Local& param = function_.locals[id];
            return param.name + ": " + python_name(param.type, module_.types);
        };
        return function_.name + "(" + listed(function_.params, declared) + ") -> " +
               python_name(function_.result, module_.types);
    }

  private:
    void print_results(const std::string& call, TextWriter& out) const {
        if (results_.empty()) {
            out.line(call, ";");
        } else if (results_.size() == 1 && results_.front().part.empty()) {
            out.line("pycu::give(", results_.front().name, ", ", call, ");");
        } else {
            out.line("const auto result = ", call, ";");
            for (const ResultSlot& slot : results_) {
                out.line("pycu::give(", slot.name, ", result", slot.part, ");");
            }
        }
    }

    /// What the function gets, one argument for each Python parameter.
    std::string values(const Options& options) const {
        return listed(arguments_, [&](const Argument& argument) {
            std::size_t next = 0;
            const ir::Local& local = *argument.local;
            return value(argument, local.type, local.written, options, next);
        });
    }

    std::string value(const Argument& argument, Type type, Written written, const Options& options,
                      std::size_t& next) const {
        if (type.is_tuple()) {
            std::vector<std::string> items;
            module_.types.for_each_item(type, [&](Type item, auto first, auto count) {
                items.push_back(value(argument, item, written.part(first, count), options, next));
            });
            return type_text(type, module_.types, options, written) + "{" + join(items, ", ") + "}";
        }
        const std::string& name = argument.slots[next++].name;
        if (!type.is_array()) {
            return "pycu::taken(" + name + ")";
        }
        const std::string data = "pycu::taken(" + name + ".data)";
        if (type.rank() == 0) {
            return cuda_name(type, module_.types, written) + "(" + data + ")";
        }
        const std::string shape = ", pycu::shape(" + name + ")";
        switch (type.layout()) {
            case Layout::C:
                return "pycu::view_c(" + data + shape + ")";
            case Layout::F:
                return "pycu::view_f(" + data + shape + ")";
            default:
                return "pycu::view_a(" + data + shape + ", pycu::strides(" + name + "))";
        }
    }

    const ir::Module& module_;
    const HostSymbol& symbol_;
    const ir::Function& function_;
    std::vector<Argument> arguments_;
    std::vector<ResultSlot> results_;
};

}  // namespace

void print_host_entries(const ir::Module& module, const Sharing& sharing, const Options& options,
                        TextWriter& out) {
    for (const HostSymbol& symbol : host_symbols(module)) {
        const ir::HostFunction& one = module.host_functions[symbol.index];
        out.comes_from(one.range);
        const ir::Function& called = called_function(module, sharing, one.function);
        HostPrinter(module, symbol).print_entry(called, options, out);
    }
}

void print_host_wrappers(const ir::Module& module, TextWriter& out) {
    for (const HostSymbol& symbol : host_symbols(module)) {
        out.comes_from(module.host_functions[symbol.index].range);
        HostPrinter(module, symbol).print_wrapper(out);
    }
}

void print_host_prototypes(const ir::Module& module, TextWriter& out) {
    for (const HostSymbol& symbol : host_symbols(module)) {
        const HostPrinter printer(module, symbol);
        const ir::HostFunction& one = module.host_functions[symbol.index];
        print_prototypes(printer.c_function(), module.functions[one.function].docstring,
                         printer.python_signature(), out);
    }
}

}  // namespace pycu::emit
