// Complex numbers and their parts. See operations.h.
#include "sema/body/operations.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// The type of a complex number's parts.
Type part_of(Type number) {
    return number == complex64 ? float32 : float64;
}

}  // namespace

/// 2j, or a complex number that the compiler computed.
Operand Operations::complex_number(Type type, std::complex<double> number, Range range) {
    const Type part = part_of(type);
    Operand operand = value(type, range,
                            ir::MakeComplex{add(part, range, ir::Literal{number.real()}),
                                            add(part, range, ir::Literal{number.imag()})});
    operand.known = Value{ComplexValue{type, number}};
    return operand;
}

/// complex(x), complex(x, y)
Operand Operations::call_complex(const std::vector<Operand>& args, const std::string& written,
                                 Range range) {
    if (args.empty() || args.size() > 2) {
        report<diag::Code::ArgumentCount>(range, written, "1 or 2", std::to_string(args.size()));
        return error();
    }
    const std::optional<Type> type = args.size() == 1
                                         ? complex_call_result(args[0].type)
                                         : complex_call_result(args[0].type, args[1].type);
    if (!type) {
        const Operand& wrong = !complex_call_result(args[0].type) ? args[0] : args.back();
        report<diag::Code::NoConversion>(range, written, type_name(wrong.type));
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
Operand Operations::scalar_attribute(const Operand& scalar, const std::string& name, Range range) {
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

}  // namespace pycu::sema
