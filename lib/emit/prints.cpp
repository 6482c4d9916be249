// `print` as printf, which CUDA has and the host's modules get from their base class. See stmts.h.
#include "emit/cpp_types.h"
#include "emit/stmts.h"
#include "types/scalar.h"

namespace pycu::emit {
namespace {

/// How printf writes a scalar. Numba prints every float with six digits.
const char* conversion(Type type) {
    if (type.is_bool()) {
        return "%s";
    }
    if (type.is_float()) {
        return "%f";
    }
    const bool is_wide = type == int64 || type == uint64;
    return type.is_signed() ? (is_wide ? "%lld" : "%d") : (is_wide ? "%llu" : "%u");
}

/// A text in a format, where `%` means something.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        result += c;
        if (c == '%') {
            result += c;
        }
    }
    return result;
}

/// Whether C++ passes the text as it would a value of the type: as an int, a 64-bit integer or a
/// double. The sign is the format's.
bool is_passed_alike(const Printed& printed, Type type) {
    if (printed.pending) {
        return false;
    }
    const auto is_wide = [](Type t) { return t == int64 || t == uint64; };
    return type.is_float() ? printed.type == type
                           : printed.type.is_integer() && is_wide(printed.type) == is_wide(type);
}

/// What printf is told of an item: an int where the text has one for the 64 bits that Numba has.
Type told(const Printed& printed, Type type) {
    const bool is_int = printed.type.is_integer() && !printed.pending && bytes(printed.type) < 8;
    return is_int && type.is_integer() && preserves(printed.type, type) ? printed.type : type;
}

}  // namespace

std::string StmtPrinter::print_format(const ir::Print& s) const {
    std::string format;
    for (std::size_t i = 0; i < s.texts.size(); ++i) {
        format += escaped(s.texts[i]);
        if (i < s.items.size()) {
            format += conversion(told(exprs_.print(s.items[i]), function_.exprs[s.items[i]].type));
        }
    }
    return string_literal(format);
}

/// printf("%d %f\n", i, x);
void StmtPrinter::print_print(const ir::Print& s) {
    std::string text = "printf(" + print_format(s);
    for (const ir::ExprId item : s.items) {
        const Printed printed = exprs_.print(item);
        const Type type = told(printed, function_.exprs[item].type);
        text += ", ";
        if (type.is_bool()) {
            text += printed.text.as(Precedence::LogicalOr) + R"( ? "True" : "False")";
        } else if (is_passed_alike(printed, type)) {
            text += printed.text.as(Precedence::Assignment);
        } else {
            text += exprs_.exact(item).as(Precedence::Assignment);
        }
    }
    out_.line(text, ");");
}

}  // namespace pycu::emit
