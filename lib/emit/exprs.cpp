// Expressions: dispatch, names, tuples and calls. Operators stand in operators.cpp, conversions in
// casts.cpp, arrays in arrays.cpp.
#include "emit/exprs.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "api/expand.h"
#include "emit/cpp_types.h"
#include "emit/marked_text.h"
#include "emit/records.h"
#include "ir/interval.h"
#include "ir/visit.h"
#include "support/match.h"
#include "support/text.h"

namespace pycu::emit {

ExprPrinter::ExprPrinter(const ir::Module& module, const ir::Function& function,
                         const Sharing& sharing, const Options& options)
    : module_(module), function_(function), sharing_(sharing), options_(options) {
    find_arrays(function.body);
}

Printed ExprPrinter::print(ir::ExprId id) const {
    const ir::Expr& expr = function_.exprs[id];
    Printed printed =
        std::visit(match{
                       [&](const ir::Literal& e) { return literal(e, expr.type, expr.range); },
                       [&](const ir::ReadConstant& e) { return constant(e); },
                       [&](const ir::Read& e) { return read(e, expr.type); },
                       [&](const ir::Unary& e) { return unary(e, id); },
                       [&](const ir::Binary& e) { return binary(e, id); },
                       [&](const ir::Compare& e) { return compare(e); },
                       [&](const ir::Logical& e) { return logical(e); },
                       [&](const ir::Select& e) { return select(e, id); },
                       [&](const ir::Cast& e) { return cast(e, id); },
                       [&](const ir::MakeComplex& e) { return make_complex(e, expr.type); },
                       [&](const ir::ComplexPart& e) { return complex_part(e, expr.type); },
                       [&](const ir::Field& e) { return field(e, id); },
                       [&](const ir::Column& e) { return column(e, expr.type); },
                       [&](const auto& e) { return element(e, expr.type); },
                       [&](const ir::Extent& e) { return extent(e, expr.range); },
                       [&](const ir::Stride& e) {
                           const std::string axis = std::to_string(e.axis);
                           return postfix(array_object(e.array) + ".strides[" + axis + "]", int64);
                       },
                       [&](const ir::Size& e) { return size(e); },
                       [&](const ir::Tuple& e) { return tuple(e, id); },
                       [&](const ir::TupleItem& e) { return tuple_item(e, expr.type); },
                       [&](const ir::TupleAt& e) { return tuple_at(e, expr.type); },
                       [&](const ir::NoValue&) {
                           return Printed{{"pycu::none", Precedence::Primary}, expr.type};
                       },
                       [&](const ir::HasValue& e) {
                           return postfix(object(e.value) + ".has_value()", boolean);
                       },
                       [&](const ir::Unwrap& e) { return unwrap(e, expr.type); },
                       [&](const ir::Call& e) { return call(e, expr.type); },
                       [&](const ir::Intrinsic& e) { return intrinsic(e, id); },
                   },
                   expr.as);
    if (printed.pending && printed.pending->is_integer()) {
        printed.range = interval(id, {});  // of the converted value: the sign may change
    } else {
        printed.range = interval(id, ir::meet(ir::interval_of(printed.type), printed.range));
    }
    if (options_.marks_types && printed.type.is_scalar()) {
        printed.text.text = marked(printed.text.text, printed.type);
    }
    return printed;
}

/// What is known of the expression's value, all sources together.
ir::Interval ExprPrinter::interval(ir::ExprId id, ir::Interval computed) const {
    const ir::Expr& expr = function_.exprs[id];
    return ir::meet(ir::meet(computed, ir::interval_of(expr.type)), expr.known);
}

CppText ExprPrinter::exact(ir::ExprId id) const {
    const Type wanted = type(id);
    Printed printed = print(id);
    if (!wanted.is_scalar()) {
        return printed.text;
    }
    return converted(std::move(printed), wanted).text;
}

std::string ExprPrinter::condition(ir::ExprId id) const {
    return print(id).text.text;
}

std::string ExprPrinter::type_name(Type type) const {
    return type_text(type, module_.types, options_);
}

std::string ExprPrinter::type_name(ir::ExprId id) const {
    return type_text(type(id), module_.types, options_, function_.exprs[id].written);
}

/// `z.real`; of `complex(x)` of a real number the call is spelled out.
Printed ExprPrinter::complex_part(const ir::ComplexPart& e, Type type_of) const {
    const auto* cast = get<ir::Cast>(e.value);
    const bool is_of_real = cast != nullptr && !type(cast->value).is_complex();
    const std::string whole = is_of_real
                                  ? type_name(e.value) + "(" + print(cast->value).text.text + ")"
                                  : object(e.value);
    return postfix(whole + (e.is_imag ? ".imag" : ".real"), type_of);
}

Printed ExprPrinter::literal(const ir::Literal& e, Type type, Range range) const {
    LiteralText text = emit::literal(e.value, type, module_.text(range));
    Printed printed{std::move(text.text), text.type};
    printed.number = e.value;
    printed.is_constant = true;
    if (const auto* value = std::get_if<std::int64_t>(&e.value)) {
        printed.range = ir::exactly(*value);
    } else if (const auto* bits = std::get_if<std::uint64_t>(&e.value);
               bits != nullptr && *bits < INT64_MAX) {
        printed.range = ir::exactly(std::int64_t(*bits));
    }
    return printed;
}

Printed ExprPrinter::constant(const ir::ReadConstant& e) const {
    const ir::Constant& constant = module_.constants[e.constant];
    if (constant.type.is_array() && !is_c_array(constant)) {
        return constant_view(constant);
    }
    Printed printed{{constant.spelling, Precedence::Primary}, constant.type};
    if (constant.type.is_scalar()) {
        // An int constant is declared as plain int where that holds it.
        const LiteralText text = emit::literal(declared_value(constant), constant.type);
        printed.is_constant = true;
        printed.range = literal({constant.values.front()}, constant.type, {}).range;
        printed.type = constant.type == int64 ? text.type : constant.type;
    }
    return printed;
}

Printed ExprPrinter::make_complex(const ir::MakeComplex& e, Type type) const {
    return postfix(type_name(type) + "{" + listed_exact(e.real) + ", " + listed_exact(e.imag) + "}",
                   type);
}

Printed ExprPrinter::tuple(const ir::Tuple& e, ir::ExprId id) const {
    const std::string items = listed(e.items, [&](ir::ExprId item) {
        // braces take an int literal for any integer, and what is no narrowing
        const bool is_int = get<ir::Literal>(item) != nullptr && type(item).is_integer();
        const Printed printed = print(item);
        const bool is_wider = printed.type.is_float() == type(item).is_float() &&
                              !printed.pending && preserves(printed.type, type(item));
        return is_int || is_wider ? listed_plain(item) : listed_exact(item);
    });
    return postfix(type_name(id) + "{" + items + "}", type(id));
}

Printed ExprPrinter::tuple_item(const ir::TupleItem& e, Type type_of) const {
    if (module_.types.is_named(type(e.tuple))) {
        const std::string& member = module_.types.tuple_type(type(e.tuple)).members[e.index];
        return postfix(object(e.tuple) + "." + member, type_of);
    }
    if (is_float_vector(type(e.tuple), module_.types)) {
        return postfix(object(e.tuple) + "." + "xyzw"[e.index], type_of);
    }
    return postfix(object(e.tuple) + ".get<" + std::to_string(e.index) + ">()", type_of);
}

/// `opp[k]` of a constant tuple where the index is proven to be a place in it.
Printed ExprPrinter::tuple_at(const ir::TupleAt& e, Type type_of) const {
    const ir::Constant* table = constant_array(e.tuple);
    const Type item = table != nullptr ? table->type.element_type() : type_of;
    const std::string tuple = table != nullptr ? table->spelling : listed_plain(e.tuple);
    const auto count = std::int64_t(module_.types.items(type(e.tuple)).size());
    const Printed at = settled(print(e.index.value));
    if (table != nullptr && at.range.low >= 0 && at.range.high < count) {
        return postfix(tuple + "[" + at.text.text + "]", item);
    }
    if (options_.debug) {
        return called("pycu::get", item, tuple, site(e.tuple), at.text.as(Precedence::Assignment));
    }
    return called("pycu::at", item, tuple, index(e.index, std::to_string(count)));
}

Printed ExprPrinter::unwrap(const ir::Unwrap& e, Type type) const {
    if (options_.raises()) {
        const std::string message = "expected " + python_name(type, module_.types) + ", got None";
        return called("pycu::checked_value", type, listed_plain(e.value), '"' + message + '"');
    }
    return postfix(object(e.value) + ".value()", type);
}

Printed ExprPrinter::call(const ir::Call& e, Type type) const {
    const ir::FunctionId id = called_id(sharing_, e.function);
    const ir::Function& callee = module_.functions[id];
    const bool is_overloaded = std::ranges::any_of(module_.functions, [&](const auto& other) {
        return &other != &callee && other.spelling == callee.spelling;
    });
    std::size_t next = 0;
    const std::string args = listed(e.args, [&](ir::ExprId arg) {
        const ir::Local& param = callee.locals[callee.params[next++]];
        const CppText printed = is_pointer(param, options_) ? address(arg)
                                : is_overloaded             ? exact(arg)
                                                            : implicit(arg);
        // the parameter says which tuple it is
        return is_written_tuple(arg) && !is_overloaded ? without_type(printed.text)
                                                       : printed.as(Precedence::Assignment);
    });
    const bool is_wide = options_.wide != nullptr && (*options_.wide)[id.index];
    const Sharing::Instance instance = sharing_.instance(id.index);
    const bool is_said = instance && !instance.of->is_deduced;
    return called((is_wide ? "pycu_wide::" : "") + callee.spelling +
                      (is_said ? "<" + *instance.arguments + ">" : ""),
                  callee.returns_int ? int32 : type, args);
}

/// What an intrinsic does to its place.
static Access place_access(const api::Intrinsic& row) {
    if (row.name.starts_with("numba.cuda.st") || row.name.ends_with(".init_xoroshiro128p_state")) {
        return Access::Set;
    }
    if (row.name.starts_with("numba.cuda.random.")) {
        return Access::Update;
    }
    return row.name.ends_with(".exch") ? Access::Exchange : Access::Atomic;
}

/// The least, the greatest or the absolute value of what ints hold, which is one of them.
bool ExprPrinter::computes_in_int(const ir::Intrinsic& e, ir::ExprId id) const {
    const std::string_view name = e.row->name;
    const bool keeps_values =
        name == "builtins.min" || name == "builtins.max" || name == "builtins.abs";
    const std::int64_t least = name == "builtins.abs" ? -INT32_MAX : INT32_MIN;
    return options_.int_indices && keeps_values && type(id) == int64 && e.bound == int64 &&
           std::ranges::all_of(e.args, [&](ir::ExprId arg) {
               const Printed printed = print(arg);
               return type(arg) == int64 && !printed.pending && printed.range.low >= least &&
                      printed.range.high <= INT32_MAX;
           });
}

/// The row that counts bits in what an unsigned int holds, of a call that Numba makes with 64 bits:
/// `__popc(lanes & mask)`. None where it is another call.
const api::Intrinsic* ExprPrinter::row_of_low_half(const ir::Intrinsic& e) const {
    const std::string_view name = e.row->name;
    const bool counts = name == "numba.cuda.popc" || name == "numba.cuda.ffs";
    if (!counts || type(e.args.front()) != int64) {
        return nullptr;
    }
    const Printed printed = print(e.args.front());
    const auto rows = api::overloads(name);
    const auto row = std::ranges::find_if(
        rows, [](const api::Intrinsic& one) { return one.signature.ends_with("(uint32)"); });
    return printed.type == uint32 && !printed.pending && row != rows.end() ? &*row : nullptr;
}

/// An argument of a warp operation. The mask is written in bits; it and the lane have one type in
/// all overloads.
CppText ExprPrinter::lane_argument(const ir::Intrinsic& e, std::size_t index) const {
    const ir::ExprId id = e.args[index];
    if (index == 1) {
        return exact(id);
    }
    const Printed printed = print(id);
    if (index == 0 && printed.number && type(id) == uint32) {
        const std::uint32_t mask = std::visit(
            [](auto value) { return std::uint32_t(std::int64_t(value)); }, *printed.number);
        char text[16];
        std::snprintf(text, sizeof text, mask < 10 ? "%u" : "0x%x", mask);
        return {text, Precedence::Primary};
    }
    return implicit(id);
}

/// The arguments of a call as its row takes them; `is_plain`: whatever C++ has them in.
std::vector<CppText> ExprPrinter::listed_arguments(const ir::Intrinsic& e, bool is_int,
                                                   bool is_plain) const {
    std::vector<CppText> args;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
        if (is_int) {
            args.push_back(converted(print(e.args[i]), int32).text);
        } else if (is_plain) {
            args.push_back(print(e.args[i]).text);
        } else if (i == 0 && e.row->takes_place()) {
            args.push_back(place(e.args[i], place_access(*e.row)));
        } else if (e.row->effect == api::Effect::Warp) {
            args.push_back(lane_argument(e, i));
        } else {
            args.push_back(exact(e.args[i]));
        }
    }
    return args;
}

Printed ExprPrinter::intrinsic(const ir::Intrinsic& e, ir::ExprId id) const {
    if (options_.debug && e.row->takes_place() && e.row->effect == api::Effect::Reads) {
        return {place(e.args[0], Access::Get), type(id)};  // checked, without its hint
    }
    const bool is_int = computes_in_int(e, id);
    const api::Intrinsic* const low_half = row_of_low_half(e);
    const std::vector<CppText> args = listed_arguments(e, is_int, low_half != nullptr);
    const std::string_view fast =
        function_.options.fastmath && e.bound == float32 ? e.row->fast : "";
    if (!fast.empty() && type(id) == float32) {
        return called(std::string(fast), float32, listed(args, [](const CppText& arg) {
                          return arg.as(Precedence::Assignment);
                      }));
    }
    const api::Intrinsic& row = low_half != nullptr ? *low_half : *e.row;
    Printed printed{api::expand(row, is_int ? int32 : e.bound, args), is_int ? int32 : type(id)};
    if (is_int) {
        return printed;
    }
    if (options_.host && type(id).is_float() &&
        (e.row->name == "builtins.max" || e.row->name == "builtins.min")) {
        // CUDA's pass over a NaN, Python's and Numba's njit do not
        const std::string name = e.row->name == "builtins.max" ? "pycu::max<" : "pycu::min<";
        printed =
            called(name + type_name(id) + ">", type(id),
                   listed(args, [](const CppText& arg) { return arg.as(Precedence::Assignment); }));
    }
    if (options_.host && e.row->name == "builtins.round" && type(id) == int64) {
        printed = called("pycu::truncated<int64_t>", int64, "rint(" + args.front().text + ")");
    }
    if (options_.raises_zero() && printed.text.text.starts_with("pycu::divmod(")) {
        printed.text.text.insert(6, "checked_");
    }
    if (!type(id).is_scalar() || e.row->signature.empty()) {
        return printed;
    }
    TypeTable unused;
    const Type text_type = api::text_type(*e.row, e.bound, unused);
    if (text_type.is_scalar() && text_type != type(id)) {
        printed.type = text_type;
        const bool same_numbers = preserves(text_type, type(id)) ||
                                  (preserves(type(id), text_type) && !type(id).is_float()) ||
                                  (holds(type(id), function_.exprs[id].known) &&
                                   holds(text_type, function_.exprs[id].known)) ||
                                  text_type.is_bool() || type(id).is_bool();
        if (!same_numbers) {
            printed.pending = type(id);
        }
    }
    return printed;
}

}  // namespace pycu::emit
