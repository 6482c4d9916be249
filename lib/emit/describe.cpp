// The manifest, read off the IR and the names of the C ABI.
#include <algorithm>
#include <cmath>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/symbols.h"
#include "emit/texts.h"
#include "ir/visit.h"
#include "support/match.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

Place place_of(const ir::Module& module, Range range) {
    const SourceFile* file = module.file_of(range);
    return file == nullptr ? Place{0, 0} : file->place(range.begin);
}

char layout_letter(Layout layout) {
    return layout == Layout::C ? 'C' : layout == Layout::F ? 'F' : 'A';
}

/// "float32", or a record's name in the manifest's list.
std::string dtype_name(Type type, const TypeTable& types) {
    const Type element = type.is_array() ? type.element_type() : type;
    if (!element.is_record()) {
        return std::string(scalar_info(element.element()).python);
    }
    const std::string& name = types.record(element).spelling;
    return name.substr(name.rfind(':') + 1);
}

/// The records of the arguments, and those inside them; the generators' state where it is one.
void describe_records(const ir::Module& module, manifest::Manifest& result) {
    std::vector<Type> records = ir::records_of(module);
    if (takes_states(module)) {
        records.insert(records.begin(), Type::random_state());
    }
    for (const Type type : records) {
        const RecordType& record = module.types.record(type);
        manifest::Record one{dtype_name(type, module.types),
                             abi_record(type, module),
                             record.size,
                             record.is_aligned,
                             {}};
        for (const RecordField& field : record.fields) {
            one.fields.push_back(
                {field.name, dtype_name(field.type, module.types), field.offset, field.shape});
        }
        result.records.push_back(std::move(one));
    }
}

/// One parameter or one item of a tuple; takes its slots in order.
manifest::Arg describe_arg(const std::string& name, Type type, const ir::Module& module,
                           const std::vector<Slot>& slots, std::size_t& next) {
    const TypeTable& types = module.types;
    manifest::Arg arg;
    arg.name = name;
    arg.type = python_name(type, types);
    if (type.is_none()) {
        arg.kind = manifest::Arg::Kind::Tuple;
        return arg;
    }
    if (type.is_tuple()) {
        arg.kind = manifest::Arg::Kind::Tuple;
        const TupleType& tuple = types.tuple_type(type);
        for (std::size_t i = 0; i < tuple.items.size(); ++i) {
            const std::string item = tuple.fields.empty() ? std::to_string(i) : tuple.fields[i];
            arg.items.push_back(
                describe_arg(name + "_" + item, tuple.items[i], module, slots, next));
        }
        return arg;
    }
    const Slot& slot = slots[next++];
    arg.dtype = dtype_name(slot.type, types);
    arg.c_type = abi_type(slot.type, module);
    if (type.is_array() || type.is_list()) {
        arg.kind = manifest::Arg::Kind::Array;
        arg.rank = slot.type.rank();
        arg.layout = layout_letter(slot.type.layout());
        arg.readonly = type.is_readonly();
        arg.written = slot.is_written;
    } else if (type.is_record()) {
        arg.kind = manifest::Arg::Kind::Record;
        arg.written = slot.is_written;
    }
    return arg;
}

/// `void(float32[:], int32)`
std::string signature_text(const ir::Function& function, const TypeTable& types) {
    const std::string params = listed(function.params, [&](ir::LocalId id) {
        return python_name(function.locals[id].type, types);
    });
    const std::string result = function.result.is_none() || function.result.is_error()
                                   ? "void"
                                   : python_name(function.result, types);
    return result + "(" + params + ")";
}

bool uses_dynamic_shared(const ir::Module& module, ir::FunctionId from) {
    bool found = false;
    for (const ir::FunctionId id : ir::reached(module, from)) {
        const ir::Function& function = module.functions[id];
        ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
            const auto* array = function.get<ir::DeclareArray>(stmt);
            found = found || (array != nullptr && array->is_dynamic() &&
                              array->space == ir::DeclareArray::Space::Shared);
        });
    }
    return found;
}

manifest::Specialisation describe_kernel(const ir::Module& module, const KernelSymbols& kernel) {
    const ir::Function& function = module.functions[kernel.function];
    manifest::Specialisation result;
    result.signature = signature_text(function, module.types);
    result.symbol = kernel.coded;
    for (const Argument& argument : arguments(function, module.types)) {
        std::size_t next = 0;
        result.args.push_back(
            describe_arg(argument.local->name, argument.local->type, module, argument.slots, next));
    }
    result.entries = entry_names(function, module.types);
    result.engine = engine_name(function);
    result.shared_bytes = shared_array_bytes(module, kernel.function);
    result.dynamic_shared = uses_dynamic_shared(module, kernel.function);
    return result;
}

void describe_device_functions(const ir::Module& module, manifest::Manifest& result) {
    std::vector<manifest::DeviceFunction>& all = result.device_functions;
    for (const ir::Function& function : module.functions) {
        if (function.kind != ir::Function::Kind::Device) {
            continue;
        }
        auto place = std::ranges::find(all, function.name, &manifest::DeviceFunction::name);
        if (place == all.end()) {
            const Place at = place_of(module, function.range);
            place = all.insert(place, {function.name, at.line, {}, at.cell});
        }
        place->signatures.push_back(signature_text(function, module.types));
    }
}

void describe_host_functions(const ir::Module& module, manifest::Manifest& result) {
    for (const HostSymbol& symbol : host_symbols(module)) {
        const ir::HostFunction& one = module.host_functions[symbol.index];
        const ir::Function& function = module.functions[one.function];
        const Place at = place_of(module, one.range);
        manifest::HostFunction made{one.name, at.line, symbol.symbol, {}, {}, at.cell};
        for (const Argument& argument : arguments(function, module.types)) {
            std::size_t next = 0;
            made.args.push_back(describe_arg(argument.local->name, argument.local->type, module,
                                             argument.slots, next));
        }
        std::size_t next = 0;
        const std::vector<Slot> slots = result_slots(function.result, module.types);
        made.result = describe_arg("result", function.result, module, slots, next);
        result.functions.push_back(std::move(made));
    }
}

std::string identity_text(const ir::Ufunc& ufunc) {
    return ufunc.identity         ? std::to_string(*ufunc.identity)
           : ufunc.is_reorderable ? "reorderable"
                                  : "none";
}

void describe_ufuncs(const ir::Module& module, manifest::Manifest& result) {
    constexpr const char* kinds[] = {"ufunc", "gufunc", "reduction"};
    for (const UfuncSymbols& symbols : ufunc_symbols(module)) {
        const ir::Ufunc& ufunc = module.ufuncs[symbols.ufunc];
        const ir::Function& first = module.functions[ufunc.loops.front().function];
        const Place at = place_of(module, ufunc.range);
        manifest::Ufunc made{ufunc.name,
                             ufunc.name,
                             at.line,
                             kinds[int(ufunc.kind)],
                             symbols.plain,
                             ufunc.layout.text,
                             identity_text(ufunc),
                             join(first.docstring, "\n"),
                             {},
                             at.cell};
        for (std::size_t i = 0; i < ufunc.loops.size(); ++i) {
            const ir::Function& function = module.functions[ufunc.loops[i].function];
            manifest::Loop loop{signature_text(function, module.types), symbols.coded[i], {}, {}};
            for (std::size_t k = 0; k < ufunc.loops[i].operands.size(); ++k) {
                const Type element = ufunc.loops[i].operands[k].element_type();
                (k < ufunc.inputs ? loop.inputs : loop.outputs)
                    .emplace_back(scalar_info(element.element()).python);
            }
            made.loops.push_back(std::move(loop));
        }
        result.ufuncs.push_back(std::move(made));
    }
}

/// A number as Python writes it.
std::string python_number(const ir::Number& number) {
    return std::visit(
        match{
            [](bool value) { return std::string(value ? "True" : "False"); },
            [](double value) {
                if (std::isfinite(value)) {
                    return literal(value, float64).text.text;
                }
                return std::string(std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
            },
            [](auto value) { return std::to_string(value); },
        },
        number);
}

/// `(0.5-1.0j)`
std::string python_complex(const ir::Number& real, const ir::Number& imag) {
    const std::string second = python_number(imag);
    return "(" + python_number(real) + (second.starts_with('-') ? "" : "+") + second + "j)";
}

/// More elements than this are not all listed.
constexpr std::size_t longest_list = 1000;

/// The numbers of a constant, each as Python writes it.
std::vector<std::string> python_numbers(Type type, const std::vector<ir::Number>& values) {
    const bool is_complex = !type.is_tuple() && type.element_type().is_complex();
    std::vector<std::string> all;
    for (std::size_t i = 0; i < values.size(); i += is_complex ? 2 : 1) {
        all.push_back(is_complex ? python_complex(values[i], values[i + 1])
                                 : python_number(values[i]));
    }
    return all;
}

/// A constant's value as text: a number, or the numbers of a tuple or array in order.
std::string value_text(const ir::Constant& constant) {
    if (constant.address) {
        return "memory of the running program";
    }
    std::vector<std::string> numbers = python_numbers(constant.type, constant.values);
    if (constant.type.is_scalar()) {
        return numbers[0];
    }
    if (numbers.size() > longest_list) {
        numbers[3] = "...";  // as NumPy prints it
        numbers.erase(numbers.begin() + 4, numbers.end() - 3);
    }
    const std::string text = join(numbers, ", ");
    return constant.type.is_tuple() ? "(" + text + ")" : "[" + text + "]";
}

/// What Python calls the type of a number of its own.
std::string python_class(Type type) {
    return type.is_bool()      ? "bool"
           : type.is_complex() ? "complex"
           : type.is_float()   ? "float"
                               : "int";
}

manifest::Global describe_global(const ir::Global& global, const TypeTable& types) {
    manifest::Global made;
    made.name = global.name;
    switch (global.kind) {
        case ir::Global::Kind::Number:
            made.type =
                global.is_python ? python_class(global.type) : python_name(global.type, types);
            made.value = python_numbers(global.type, global.values).front();
            break;
        case ir::Global::Kind::Dtype:
            made.type = "dtype";
            made.value = dtype_name(global.type, types);
            break;
        case ir::Global::Kind::Tuple:
            made.type = "tuple";
            for (const ir::Global& item : global.items) {
                made.items.push_back(describe_global(item, types));
            }
            break;
        case ir::Global::Kind::Array:
            made.type = "array";
            made.dtype = dtype_name(global.type, types);
            made.shape = global.shape;
            made.order = std::string(1, global.type.layout() == Layout::F ? 'F' : 'C');
            made.values = python_numbers(global.type, global.values);
            break;
    }
    return made;
}

/// Whether callers can have it: no long array, and no dtype of a record that the manifest has not.
bool is_listed(const ir::Global& global, const TypeTable& types,
               const std::vector<manifest::Record>& records) {
    if (global.kind == ir::Global::Kind::Dtype && global.type.is_record()) {
        return std::ranges::count(records, dtype_name(global.type, types),
                                  &manifest::Record::name) > 0;
    }
    return global.values.size() <= longest_list &&
           std::ranges::all_of(global.items, [&](const ir::Global& item) {
               return is_listed(item, types, records);
           });
}

void describe_kernels(const ir::Module& module, manifest::Manifest& result) {
    for (const KernelSymbols& kernel : kernel_symbols(module)) {
        const ir::Function& function = module.functions[kernel.function];
        auto place = std::ranges::find(result.kernels, kernel.plain, &manifest::Kernel::symbol);
        if (place == result.kernels.end()) {
            const std::string& qualname =
                function.qualname.empty() ? function.name : function.qualname;
            const Place at = place_of(module, function.range);
            place = result.kernels.insert(place, {function.name,
                                                  qualname,
                                                  at.line,
                                                  kernel.plain,
                                                  join(function.docstring, "\n"),
                                                  {},
                                                  at.cell,
                                                  {}});
            for (const ir::Global& global : function.frozen) {
                if (is_listed(global, module.types, result.records)) {
                    place->frozen.push_back(describe_global(global, module.types));
                }
            }
        }
        place->specialisations.push_back(describe_kernel(module, kernel));
    }
}

void describe_globals(const ir::Module& module, manifest::Manifest& result) {
    for (const ir::Global& global : module.globals) {
        if (is_listed(global, module.types, result.records)) {
            result.globals.push_back(describe_global(global, module.types));
        }
    }
}

}  // namespace

manifest::Manifest describe(const ir::Module& module) {
    manifest::Manifest result;
    result.module = module.name;
    result.source = module.name + ".py";
    if (module.source != nullptr) {
        result.source = module.source->name();
        result.hash = manifest::content_hash(module.source->text());
    }
    describe_records(module, result);
    describe_kernels(module, result);
    describe_ufuncs(module, result);
    describe_host_functions(module, result);
    describe_device_functions(module, result);
    for (const ir::Constant& constant : module.constants) {
        result.constants.push_back(
            {constant.name, python_name(constant.type, module.types), value_text(constant)});
    }
    describe_globals(module, result);
    const auto asks = [&](bool ir::FunctionOptions::*option) {
        return std::ranges::any_of(module.functions, [&](const ir::Function& function) {
            return function.options.*option;
        });
    };
    if (asks(&ir::FunctionOptions::lineinfo)) {
        result.nvcc_options.emplace_back("-lineinfo");
    }
    if (asks(&ir::FunctionOptions::unoptimised)) {
        result.nvcc_options.insert(result.nvcc_options.end(), {"-Xcicc", "-O0", "-Xptxas", "-O0"});
    }
    for (const ir::Skipped& one : module.skipped) {
        const Place at = place_of(module, one.range);
        result.skipped.push_back({one.name, at.line, one.code, at.cell});
    }
    return result;
}

}  // namespace pycu::emit
