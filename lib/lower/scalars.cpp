// Complex numbers and their parts. See operations.h.
#include "lower/nodes.h"
#include "lower/operations.h"
#include "types/operations.h"

namespace pycu::sema {

namespace {

/// The type of a complex number's parts.
Type part_of(Type number) {
    return number == complex64 ? float32 : float64;
}

}  // namespace

/// 2j, or a complex number that the compiler computed.
Operand complex_number(Lowering& ctx, Type type, std::complex<double> number, Range range) {
    const Type part = part_of(type);
    Operand operand = value(ctx, type, range,
                            ir::MakeComplex{add(ctx, part, range, ir::Literal{number.real()}),
                                            add(ctx, part, range, ir::Literal{number.imag()})});
    operand.known = Value{ComplexValue{type, number}};
    return operand;
}

/// complex(x), complex(x, y)
Operand call_complex(Lowering& ctx, const std::vector<Operand>& args, const std::string& written,
                     Range range) {
    const std::optional<Type> type = args.size() == 1
                                         ? complex_call_result(args[0].type)
                                         : complex_call_result(args[0].type, args[1].type);
    if (!type) {
        const Operand& wrong = !complex_call_result(args[0].type) ? args[0] : args.back();
        return fail<Code::NoConversion>(ctx, range, written, wrong);
    }
    if (args.size() == 1) {
        return converted(ctx, args[0], *type);
    }
    const Type part = part_of(*type);
    return value(ctx, *type, range,
                 ir::MakeComplex{convert(ctx, args[0].ir, part), convert(ctx, args[1].ir, part)});
}

/// x.real and x.imag; a real number is its own real part.
Operand scalar_attribute(Lowering& ctx, const Operand& scalar, const std::string& name,
                         Range range) {
    const bool is_imag = name == "imag";
    const std::optional<Type> part = real_result(scalar.type);
    if ((!is_imag && name != "real") || !part) {
        return fail<Code::NoAttribute>(ctx, range, scalar, name);
    }
    if (scalar.type.is_complex()) {
        return value(ctx, *part, range, ir::ComplexPart{scalar.ir, is_imag});
    }
    if (!is_imag) {
        return scalar;
    }
    Operand zero = literal_int(ctx, 0, range);
    zero.is_literal = false;
    return converted(ctx, zero, *part);
}

}  // namespace pycu::sema
