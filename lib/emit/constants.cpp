// The constants of a module: numbers, tables in constant memory, tuples, arrays that lie elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "emit/texts.h"
#include "layout/layout.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::emit {

namespace {

/// What CUDA has of constant memory, in bytes.
constexpr std::int64_t constant_memory = 64 * 1024;

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

/// The items between the outermost braces of a row, each with a comma behind it.
std::vector<std::string> items_of(std::string_view row) {
    std::vector<std::string> items(1);
    int depth = 0;
    for (const char c : row.substr(1, row.size() - 2)) {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (c == ' ' && items.back().ends_with(',') && depth == 0) {
            items.emplace_back();
        } else {
            items.back() += c;
        }
    }
    items.back() += ',';
    return items;
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

/// A row of elements, `{1, 2}`; one that fits in no line stands as a table between its braces.
void print_row(const std::string& head, const std::string& row, const std::string& tail,
               TextWriter& out) {
    constexpr std::size_t indentation = 4;
    const std::size_t before = head.empty() ? indentation : head.size();
    if (before + row.size() + tail.size() <= line_width) {
        out.line(head, row, tail);
        return;
    }
    out.line(head, "{");
    out.indent([&] {
        const std::size_t width = line_width - (head.empty() ? 2 : 1) * indentation;
        for (const std::string& line : layout::table(items_of(row), width)) {
            out.raw(line);
        }
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
        literal(declared_value(constant), constant.type, written_value(module, constant));
    std::size_t at = 0;
    // An int64 is plain int where that holds it: nothing computes with it before it is widened.
    const Type type = constant.type == int64 ? value.type : constant.type;
    const TypeTable no_tuples;
    const bool is_plain = (constant.type.is_integer() && !type.is_bool()) ||
                          constant.type == float64 || constant.type == float32;
    const std::string text = !constant.formula.empty() ? formula_text(module, constant.formula).text
                             : is_plain                ? value.text.text
                                        : item_text(constant.values, at, constant.type);
    out.line("static constexpr ", cuda_name(type, no_tuples), " ", constant.spelling, " = ", text,
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

/// Where one assignment sets several constants, what is said of them stands above the first.
bool has_comments_of(const ir::Constant& constant, const ir::Constant* before) {
    return before != nullptr && constant.assignment == before->assignment &&
           constant.comments == before->comments;
}

void print_constant(const ir::Module& module, const ir::Constant& constant,
                    const ir::Constant* before, TextWriter& out) {
    out.comes_from(constant.range);
    if (!has_comments_of(constant, before)) {
        if (!constant.comments.empty()) {
            out.blank();
        }
        out.comments(constant.comments);
        out.trail(constant.trailing_comment);
    }
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

}  // namespace

void print_constants(const ir::Module& module, const Part& part, TextWriter& out) {
    if (std::ranges::count(part.constants, true) > 0) {
        out.blank();
    }
    std::vector<bool> is_printed(module.enums.size());
    bool follows_struct = false;
    const ir::Constant* before = nullptr;
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
            print_constant(module, constant, before, out);
            before = &constant;
        }
    }
}

}  // namespace pycu::emit
