// Complex numbers and halves, and what scalars have attributes and methods for. See body.h.
#include "sema/body/body.h"
#include "support/text.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// The type of a complex number's parts.
Type part_of(Type number) {
    return number == complex64 ? float32 : float64;
}

}  // namespace

/// 2j, or a complex number that the compiler computed.
Operand Body::complex_number(Type type, std::complex<double> number, Range range) {
    const Type part = part_of(type);
    Operand operand = value(type, range,
                            ir::MakeComplex{add(part, range, ir::Literal{number.real()}),
                                            add(part, range, ir::Literal{number.imag()})});
    operand.known = Value{ComplexValue{type, number}};
    return operand;
}

/// complex(x), complex(x, y)
Operand Body::call_complex(const std::vector<Operand>& args, const syntax::Call& call,
                           Range range) {
    if (args.empty() || args.size() > 2) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1 or 2",
                                          std::to_string(args.size()));
        return error();
    }
    const std::optional<Type> type = args.size() == 1
                                         ? complex_call_result(args[0].type)
                                         : complex_call_result(args[0].type, args[1].type);
    if (!type) {
        const Operand& wrong = !complex_call_result(args[0].type) ? args[0] : args.back();
        report<diag::Code::NoConversion>(range, text(call.func), type_name(wrong.type));
        return error();
    }
    if (args.size() == 1) {
        return converted(args[0], *type);
    }
    const Type part = part_of(*type);
    return value(*type, range,
                 ir::MakeComplex{convert(args[0].ir, part), convert(args[1].ir, part)});
}

/// x.real and x.imag; a real number is its own real part.
Operand Body::scalar_attribute(const Operand& scalar, const std::string& name, Range range) {
    const bool is_imag = name == "imag";
    const std::optional<Type> part = real_result(scalar.type);
    if ((!is_imag && name != "real") || !part) {
        report<diag::Code::NoAttribute>(range, type_name(scalar.type), name);
        return error();
    }
    if (scalar.type.is_complex()) {
        return value(*part, range, ir::ComplexPart{scalar.ir, is_imag});
    }
    if (!is_imag) {
        return scalar;
    }
    Operand zero = literal_int(0, range);
    zero.is_literal = false;
    return converted(zero, *part);
}

/// z.conjugate(), n.bit_count(), x.view(np.int32)
Operand Body::scalar_method(const Operand& scalar, const syntax::Attribute& attribute,
                            const syntax::Call& call, Range range) {
    const std::string& name = attribute.attr;
    const bool is_number = scalar.type.is_integer() || scalar.type.is_float();
    const bool is_known = name == "conjugate"   ? is_number || scalar.type.is_complex()
                          : name == "bit_count" ? scalar.type.is_integer()
                          : name == "view"      ? is_number
                                                : name == "item";
    if (!is_known) {
        report<diag::Code::NoAttribute>(attribute.attr_range, type_name(scalar.type), name);
        return error();
    }
    const std::size_t wanted = name == "view" ? 1 : 0;
    if (call.args.size() != wanted || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, name, std::to_string(wanted),
                                          std::to_string(call.args.size() + call.keywords.size()));
        return error();
    }
    if (name == "bit_count") {
        return intrinsic("numba.cuda.popc", {scalar}, range);
    }
    if (name == "conjugate" && scalar.type.is_complex()) {
        return intrinsic("numpy.conjugate", {scalar}, range);
    }
    if (name != "view") {
        return scalar;
    }
    const std::optional<Type> to = static_dtype(call.args[0]);
    if (!to) {
        report<diag::Code::NotADtype>(tree_.exprs[call.args[0]].range, text(call.args[0]));
        return error();
    }
    if (!can_view(scalar.type, *to)) {
        report<diag::Code::NoView>(range, type_name(scalar.type), type_name(*to));
        return error();
    }
    if (scalar.type == *to || (scalar.type.is_integer() && to->is_integer())) {
        return converted(scalar, *to);
    }
    return intrinsic("numpy.generic.view." + type_name(*to), {scalar}, range);
}

}  // namespace pycu::sema
