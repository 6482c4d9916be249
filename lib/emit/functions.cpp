// What stands between PYCU_MODULE and PYCU_END, but for the statements.
#include "emit/functions.h"

#include <algorithm>
#include <string>

#include "emit/comments.h"
#include "emit/literals.h"
#include "emit/stmts.h"

namespace pycu::emit {
namespace {

/// The elements of an array in nested braces, one line for each row.
void print_elements(const ir::Constant& constant, const std::vector<std::int64_t>& dims,
                    TextWriter& out) {
    const auto row = dims.empty() ? std::size_t{1} : std::size_t(dims.back());
    const Type element = constant.type.element_type();
    const std::size_t braces = dims.size() > 1 ? dims.size() - 1 : 0;
    std::size_t at = 0;
    while (at < constant.values.size()) {
        // A brace opens at each dimension of which this is the first row.
        std::string open;
        std::string close;
        std::size_t block = row;
        for (std::size_t k = 0; k < braces; ++k) {
            open += at % block == 0 ? "{" : "";
            close += (at + row) % block == 0 ? "}" : "";
            block *= std::size_t(dims[braces - 1 - k]);
        }
        std::string text = open;
        for (std::size_t i = 0; i < row; ++i) {
            const ir::Number& value = constant.values[at + i];
            text += (i == 0 ? "" : ", ") + literal(value, element).text.text;
        }
        at += row;
        out.line(text, close, braces > 0 || at < constant.values.size() ? "," : "");
    }
}

void print_array(const ir::Constant& constant, TextWriter& out) {
    std::vector<std::int64_t> dims = constant.shape;
    if (constant.type.layout() == Layout::F) {
        std::ranges::reverse(dims);
    }
    const TypeTable no_tuples;
    std::string head = "static __constant__ const " +
                       cuda_name(constant.type.element_type(), no_tuples) + " " + constant.spelling;
    for (const std::int64_t extent : dims) {
        head += "[" + std::to_string(std::max<std::int64_t>(extent, 1)) + "]";
    }
    const std::string comment =
        constant.trailing_comment.empty() ? "" : "  " + comment_line(constant.trailing_comment);
    if (constant.values.empty()) {
        out.line(head, " = {};", comment);
        return;
    }
    out.line(head, " = {", comment);
    {
        const auto inner = out.indented();
        print_elements(constant, dims, out);
    }
    out.line("};");
}

void print_scalar(const ir::Constant& constant, TextWriter& out) {
    const LiteralText value = literal(constant.values.front(), constant.type);
    // An int64 is plain int where that holds it: nothing computes with it before it is widened.
    const Type type = constant.type == int64 ? value.type : constant.type;
    const TypeTable no_tuples;
    const std::string comment =
        constant.trailing_comment.empty() ? "" : "  " + comment_line(constant.trailing_comment);
    out.line("static constexpr ", cuda_name(type, no_tuples), " ", constant.spelling, " = ",
             value.text.text, ";", comment);
}

/// A tuple's items, nested tuples in braces of their own.
std::string tuple_items(Type type, const TypeTable& types, const std::vector<ir::Number>& values,
                        std::size_t& next) {
    if (!type.is_tuple()) {
        return typed_literal(values[next++], type).text;
    }
    std::string text;
    for (const Type item : types.items(type)) {
        const std::string value = tuple_items(item, types, values, next);
        text +=
            (text.empty() ? "" : ", ") + (item.is_tuple() ? cuda_name(item, types) + value : value);
    }
    return "{" + text + "}";
}

void print_constant(const ir::Module& module, const ir::Constant& constant, TextWriter& out) {
    out.comes_from(constant.range);
    if (!constant.comments.empty()) {
        out.blank();
    }
    for (const std::string& comment : constant.comments) {
        out.raw(comment_line(comment));
    }
    if (constant.type.is_array()) {
        print_array(constant, out);
    } else if (constant.type.is_tuple()) {
        std::size_t next = 0;
        out.line("static constexpr ", cuda_name(constant.type, module.types), " ",
                 constant.spelling, tuple_items(constant.type, module.types, constant.values, next),
                 ";");
    } else {
        print_scalar(constant, out);
    }
}

std::string parameters(const ir::Module& module, const ir::Function& function) {
    std::string text;
    for (const ir::LocalId id : function.params) {
        const ir::Local& param = function.locals[id];
        text += (text.empty() ? "" : ", ") + cuda_name(param.type, module.types, param.is_written) +
                " " + param.spelling;
    }
    return text;
}

void print_function(const ir::Module& module, const ir::Function& function, TextWriter& out) {
    out.blank();
    out.comes_from(function.range);
    for (const std::string& comment : function.comments) {
        out.raw(comment_line(comment));
    }
    for (const std::string& line : function.docstring) {
        out.raw(docstring_line(line));
    }
    out.line("__device__ ", cuda_name(function.result, module.types), " ", function.spelling, "(",
             parameters(module, function), ")");
    out.line("{");
    {
        const auto inner = out.indented();
        StmtPrinter(module, function, out).block(function.body);
    }
    out.line("}");
}

}  // namespace

void print_constants(const ir::Module& module, TextWriter& out) {
    if (!module.constants.empty()) {
        out.blank();
    }
    for (const ir::Constant& constant : module.constants) {
        print_constant(module, constant, out);
    }
}

void print_functions(const ir::Module& module, TextWriter& out) {
    for (const ir::Function& function : module.functions) {
        print_function(module, function, out);
    }
}

}  // namespace pycu::emit
