// What stands between PYCU_MODULE and PYCU_END, but for the statements.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/stmts.h"
#include "emit/texts.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

/// What CUDA has of constant memory, in bytes.
constexpr std::int64_t constant_memory = 64 * 1024;
/// Characters of a line in a row that has several.
constexpr std::size_t row_width = 92;

/// One number of a constant as it stands between braces: `2.5`, `{0.5f, -1.0f}`.
std::string item_text(const std::vector<ir::Number>& values, std::size_t& at, Type type) {
    if (type.is_complex()) {
        const std::string real = literal(values[at++], type).text.text;
        return "{" + real + ", " + literal(values[at++], type).text.text + "}";
    }
    return type == float16 ? typed_literal(values[at++], type).text
                           : literal(values[at++], type).text.text;
}

/// The elements from `at` on in nested braces, on one line.
std::string elements(const ir::Constant& constant, const std::vector<std::int64_t>& dims,
                     std::size_t axis, std::size_t& at, const TypeTable& types) {
    if (axis == dims.size()) {
        const auto item = [&](Type type) { return item_text(constant.values, at, type); };
        const Type element = constant.type.element_type();
        return element.is_record() ? record_items(element, types, item) : item(element);
    }
    std::string text = "{";
    for (std::int64_t i = 0; i < dims[axis]; ++i) {
        text += (i == 0 ? "" : ", ") + elements(constant, dims, axis + 1, at, types);
    }
    return text + "}";
}

std::int64_t size_of(const ir::Constant& constant, const TypeTable& types) {
    const Type element = constant.type.element_type();
    if (element.is_record()) {
        return std::accumulate(constant.shape.begin(), constant.shape.end(), types.bytes(element),
                               std::multiplies<>());
    }
    const int numbers = element.is_complex() ? 2 : 1;
    return bytes(element) / numbers * std::int64_t(constant.values.size());
}

/// Whether an array lies in constant memory: those that fit in it, in the order of the source.
bool is_in_constant_memory(const ir::Module& module, const ir::Constant& constant) {
    std::int64_t left = constant_memory;
    for (const ir::Constant& one : module.constants) {
        const bool fits = one.type.is_array() && !one.address && size_of(one, module.types) <= left;
        if (&one == &constant) {
            return fits;
        }
        left -= fits ? size_of(one, module.types) : 0;
    }
    return true;
}

/// A row of elements; one that fits in no line stands in lines of its own, cut behind commas.
void print_row(const std::string& head, const std::string& row, const std::string& tail,
               TextWriter& out) {
    const std::size_t indentation = head.empty() ? 4 : 0;
    if (indentation + head.size() + row.size() + tail.size() <= line_width) {
        out.line(head, row, tail);
        return;
    }
    out.line(head, "{");
    out.indent([&] {
        std::string_view rest = std::string_view(row).substr(1, row.size() - 2);
        while (rest.size() > row_width) {
            const std::size_t comma = rest.rfind(", ", row_width);
            const std::size_t end =
                comma != std::string_view::npos ? comma + 1 : rest.find(", ") + 1;
            out.raw(rest.substr(0, end));
            rest.remove_prefix(end + 1);
        }
        out.raw(rest);
    });
    out.line("}", tail);
}

void print_array(const ir::Module& module, const ir::Constant& constant, TextWriter& out) {
    std::vector<std::int64_t> dims = constant.shape;
    if (constant.type.layout() == Layout::F) {
        std::ranges::reverse(dims);
    }
    const bool is_small = is_in_constant_memory(module, constant);
    std::string head =
        std::string("static ") + (is_small ? "__constant__ const " : "__device__ constexpr ") +
        cuda_name(constant.type.element_type(), module.types) + " " + constant.spelling;
    for (const std::int64_t extent : dims) {
        head += "[" + std::to_string(std::max<std::int64_t>(extent, 1)) + "]";
    }
    if (constant.values.empty()) {
        out.line(head, " = {};");
        return;
    }
    std::size_t at = 0;
    if (dims.size() <= 1) {
        print_row(head + " = ", elements(constant, dims, 0, at, module.types), ";", out);
        return;
    }
    // One line for each index of the first dimension.
    out.line(head, " = {");
    out.indent([&] {
        for (std::int64_t i = 0; i < dims[0]; ++i) {
            print_row("", elements(constant, dims, 1, at, module.types), ",", out);
        }
    });
    out.line("};");
}

/// `pycu::extents<2>{{64, 8}}`
std::string extents_text(const std::vector<std::int64_t>& numbers) {
    const auto number = [](std::int64_t one) { return std::to_string(one); };
    return "pycu::extents<" + std::to_string(numbers.size()) + ">{{" + listed(numbers, number) +
           "}}";
}

/// An array of the running program, where it lies.
void print_memory(const ir::Module& module, const ir::Constant& constant, TextWriter& out) {
    const std::string qualifier = constant.type.is_readonly() ? "const " : "";
    const std::string element = qualifier + cuda_name(constant.type.element_type(), module.types);
    const std::string type =
        "pycu::array<" + element + ", " + std::to_string(constant.shape.size()) + ">";
    const std::string first =
        fmt::format("reinterpret_cast<{}*>({:#x})", element, *constant.address);
    out.line("static __device__ ", type, " ", constant.spelling, "()");
    out.braces("", [&] {
        if (constant.shape.empty()) {
            out.line("return ", type, "(", first, ");");
        } else {
            out.line("return pycu::view_a(", first, ", ", extents_text(constant.shape), ", ",
                     extents_text(constant.strides), ");");
        }
    });
}

/// `0xFF` of a line `MASK = 0xFF`; empty where a constant has no such line.
std::string_view written_value(const ir::Module& module, const ir::Constant& constant) {
    const SourceFile* file = module.file_of(constant.range);
    if (file == nullptr || constant.range == Range{}) {
        return {};
    }
    std::string_view line = std::string_view(file->text()).substr(constant.range.end);
    line = line.substr(0, line.find_first_of("\n#"));
    const std::size_t begin = line.find_first_not_of(" =");
    if (begin == line.npos || line.substr(0, begin).find('=') == line.npos) {
        return {};
    }
    line.remove_prefix(begin);
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

void print_scalar(const ir::Module& module, const ir::Constant& constant, TextWriter& out) {
    const LiteralText value =
        literal(constant.values.front(), constant.type, written_value(module, constant));
    std::size_t at = 0;
    // An int64 is plain int where that holds it: nothing computes with it before it is widened.
    const Type type = constant.type == int64 ? value.type : constant.type;
    const TypeTable no_tuples;
    out.line("static constexpr ", cuda_name(type, no_tuples), " ", constant.spelling, " = ",
             constant.type.is_integer() && !type.is_bool()
                 ? value.text.text
                 : item_text(constant.values, at, constant.type),
             ";");
}

/// A tuple's items, nested tuples in braces of their own.
std::string tuple_items(Type type, const TypeTable& types, const std::vector<ir::Number>& values,
                        std::size_t& next) {
    if (type.is_complex()) {
        return cuda_name(type, types) + item_text(values, next, type);
    }
    if (!type.is_tuple()) {
        return typed_literal(values[next++], type).text;
    }
    const auto item_of = [&](Type item) {
        return (item.is_tuple() ? cuda_name(item, types) : "") +
               tuple_items(item, types, values, next);
    };
    return "{" + listed(types.items(type), item_of) + "}";
}

void print_constant(const ir::Module& module, const ir::Constant& constant, TextWriter& out) {
    out.comes_from(constant.range);
    if (!constant.comments.empty()) {
        out.blank();
    }
    out.comments(constant.comments);
    out.trail(constant.trailing_comment);
    if (constant.address) {
        print_memory(module, constant, out);
    } else if (constant.type.is_array()) {
        print_array(module, constant, out);
    } else if (constant.type.is_tuple()) {
        std::size_t next = 0;
        out.line("static constexpr ", cuda_name(constant.type, module.types), " ",
                 constant.spelling, tuple_items(constant.type, module.types, constant.values, next),
                 ";");
    } else {
        print_scalar(module, constant, out);
    }
}

std::string parameters(const ir::Module& module, const ir::Function& function,
                       const Options& options) {
    return listed(function.params, [&](ir::LocalId id) {
        const ir::Local& param = function.locals[id];
        return param.type.is_none() ? ""
               : param.type.is_record()
                   ? record_declaration(param, module.types, options)
                   : type_text(variable_type(param), module.types, options, param.written) + " " +
                         param.spelling;
    });
}

/// Functions that call each other: what stands further down is declared before it is called.
void declare_callees(const ir::Module& module, std::uint32_t index, const Options& options,
                     std::set<std::uint32_t>& declared, TextWriter& out) {
    for (const ir::FunctionId id : module.functions[ir::FunctionId{index}].callees) {
        const ir::Function& callee = module.functions[id];
        const bool is_later = id.index > index && callee.kind == ir::Function::Kind::Device;
        if (is_later && declared.insert(id.index).second) {
            out.blank();
            out.line("PYCU_DECLARE(",
                     function_head(module, callee, callee.spelling, options.of(callee)), ")");
        }
    }
}

/// The function's text; `name` may be another than its own.
void print_function(const ir::Module& module, const ir::Function& function, const std::string& name,
                    const StandIns& stand_ins, const Options& of_module, TextWriter& out) {
    const Options options = of_module.of(function);
    out.comes_from(function.range);
    out.comments(function.comments);
    out.docstring(function.docstring);
    out.line(function_head(module, function, name, options));
    out.braces(
        "", [&] { StmtPrinter(module, function, out, stand_ins, options).block(function.body); });
}

/// The earlier specialisation of the same Python function whose text is this one's, too.
std::optional<std::uint32_t> same_text(const ir::Module& module, std::uint32_t index,
                                       const StandIns& stand_ins, const Options& options) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    for (std::uint32_t i = 0; i < index; ++i) {
        const ir::Function& other = module.functions[ir::FunctionId{i}];
        const bool is_sibling = other.name == function.name && other.range == function.range &&
                                other.kind == ir::Function::Kind::Device &&
                                function.kind == ir::Function::Kind::Device &&
                                !stand_ins.contains(i) && other.spelling != function.spelling;
        if (!is_sibling) {
            continue;
        }
        TextWriter one;
        TextWriter two;
        print_function(module, other, other.spelling, stand_ins, options, one);
        print_function(module, function, other.spelling, stand_ins, options, two);
        if (one.text() == two.text()) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string function_head(const ir::Module& module, const ir::Function& function,
                          const std::string& name, const Options& options) {
    const bool is_inline =
        function.options.forceinline && function.kind == ir::Function::Kind::Device;
    const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
    return std::string(is_kernel   ? "PYCU_KERNEL "
                       : is_inline ? "__device__ __forceinline__ "
                                   : "__device__ ") +
           type_text(function.returns_int ? int32 : function.result, module.types, options,
                     function.result.is_record() ? Written(true) : function.result_written) +
           (function.result.is_record() && !options.debug ? "& " : " ") + name + "(" +
           parameters(module, function, options) + ")";
}

void print_constants(const ir::Module& module, const Part& part, TextWriter& out) {
    if (std::ranges::count(part.constants, true) > 0) {
        out.blank();
    }
    std::vector<bool> is_printed(module.enums.size());
    bool follows_struct = false;
    for (std::uint32_t i = 0; i < module.constants.size(); ++i) {
        const ir::Constant& constant = module.constants[ir::ConstantId{i}];
        if (!part.constants[i]) {
            continue;
        }
        if (follows_struct && !constant.enum_class) {
            out.blank();
        }
        follows_struct = constant.enum_class.has_value();
        if (constant.enum_class) {
            if (!is_printed[*constant.enum_class]) {
                print_enum(module, module.enums[*constant.enum_class], out);
            }
            is_printed[*constant.enum_class] = true;
        } else {
            print_constant(module, constant, out);
        }
    }
}

StandIns find_stand_ins(const ir::Module& module, const Options& options) {
    StandIns stand_ins;
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        if (module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Device) {
            if (const auto other = same_text(module, i, stand_ins, options)) {
                stand_ins[i] = *other;
            }
        }
    }
    return stand_ins;
}

std::vector<bool> wide_functions(const ir::Module& wide, const ir::Module& module,
                                 const StandIns& stand_ins, const Options& options) {
    const auto count = std::uint32_t(module.functions.size());
    const auto text = [&](const ir::Module& of, std::uint32_t index) {
        const ir::Function& function = of.functions[ir::FunctionId{index}];
        TextWriter out;
        print_function(of, function, function.spelling, {}, options, out);
        return out.text();
    };
    std::vector<bool> needed(count);
    std::set<std::string> names;
    const auto add = [&](std::uint32_t i) {
        needed[i] = true;
        names.insert(module.functions[ir::FunctionId{i}].spelling);
    };
    for (std::uint32_t i = 0; i < count; ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
        if (function.has_int_indices &&
            (is_kernel || stand_ins.contains(i) || text(wide, i) != text(module, i))) {
            add(i);
        }
    }
    // and what calls one of them, or would be hidden by one of its name, until nothing is added
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (std::uint32_t i = 0; i < count; ++i) {
            const ir::Function& function = module.functions[ir::FunctionId{i}];
            const auto is_needed = [&](ir::FunctionId id) { return needed[id.index]; };
            if (!needed[i] && function.has_int_indices &&
                (names.contains(function.spelling) ||
                 std::ranges::any_of(function.callees, is_needed))) {
                add(i);
                is_new = true;
            }
        }
    }
    return needed;
}

void print_functions(const ir::Module& module, const Part& part, const StandIns& stand_ins,
                     const Options& options, TextWriter& out) {
    std::set<std::uint32_t> declared;
    for (const auto kind : {ir::Function::Kind::Device, ir::Function::Kind::Kernel}) {
        for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
            const ir::Function& function = module.functions[ir::FunctionId{i}];
            if (function.kind != kind || stand_ins.contains(i) || !part.functions[i]) {
                continue;
            }
            declare_callees(module, i, options, declared, out);
            out.blank();
            print_function(module, function, function.spelling, stand_ins, options, out);
        }
    }
}

}  // namespace pycu::emit
