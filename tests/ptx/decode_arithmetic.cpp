// Instructions of a result and sources of one type.
#include <algorithm>

#include "decode.h"
#include "ops.h"

namespace ptx {

namespace {

/// What the modifiers of a float operation say; the rest is its name.
std::string float_name(const Statement& s, Instr& shape) {
    std::string name = s.op[0];
    for (std::size_t k = 1; k + 1 < s.op.size(); ++k) {
        const std::string& word = s.op[k];
        if (word == "rz" || word == "rm" || word == "rp") {
            shape.rounding = word == "rz"   ? Rounding::Zero
                             : word == "rm" ? Rounding::Down
                                            : Rounding::Up;
        } else if (word == "ftz") {
            shape.flushes = true;
        } else if (word == "sat") {
            shape.saturates = true;
        } else if (word != "rn" && word != "approx" && word != "full") {
            name += "." + word;
        }
    }
    return name == "mad" ? "fma" : name;
}

std::string plain_name(const Statement& s) {
    std::string name = s.op[0];
    for (std::size_t k = 1; k + 1 < s.op.size(); ++k) {
        name += "." + s.op[k];
    }
    return name;
}

/// addc.cc.u32: bit 0 writes the carry, bit 1 reads it.
Handler with_carry(const Statement& s, Type type, Instr& shape) {
    const std::string& first = s.op[0];
    const bool reads = first == "addc" || first == "subc" || first == "madc";
    if (!reads && !s.has("cc")) {
        return nullptr;
    }
    shape.count = uint8_t((s.has("cc") ? 1 : 0) | (reads ? 2 : 0));
    std::string name = first.substr(0, 3);
    name += s.has("lo") ? ".lo" : s.has("hi") ? ".hi" : "";
    return carry_op(name, type);
}

Handler handler_of(const Decoder& decoder, Instr& shape) {
    const Statement& s = *decoder.statement;
    const Type type = decoder.type_at(0);
    const std::string& first = s.op[0];
    if (type.kind == Kind::Float) {
        return float_op(float_name(s, shape), type);
    }
    if (type.kind == Kind::Predicate) {
        return s.op.size() == 2 ? predicate_op(first) : nullptr;
    }
    if (const Handler found = with_carry(s, type, shape); found != nullptr) {
        return found;
    }
    if (first == "shf") {
        shape.count = uint8_t((s.has("l") ? 1 : 0) | (s.has("wrap") ? 2 : 0));
        return bit_op(first, type);
    }
    if (first == "bfind") {
        shape.count = s.has("shiftamt") ? 1 : 0;
        return bit_op(first, type);
    }
    if (first == "dp4a") {
        const auto is_signed = [&](std::size_t k) { return s.op.at(k) == "s32"; };
        shape.count = uint8_t((is_signed(1) ? 1 : 0) | (is_signed(2) ? 2 : 0));
        return bit_op(first, type);
    }
    const std::string name = plain_name(s);
    const Handler integer = integer_op(name, type);
    return integer != nullptr ? integer : bit_op(name, type);
}

}  // namespace

bool decode_arithmetic(Decoder& decoder) {
    Instr shape;
    const Handler handler = handler_of(decoder, shape);
    if (handler == nullptr) {
        return false;
    }
    const std::vector<Operand>& operands = decoder.statement->operands;
    uint32_t sources[3] = {Zero, Zero, Zero};
    for (std::size_t k = 1; k < operands.size() && k <= 3; ++k) {
        sources[k - 1] = decoder.slot(operands[k]);
    }
    const uint32_t more = operands.size() > 4 ? decoder.list({operands[4]}, false) : 0;
    Instr& instr = decoder.emit(handler, decoder.operand(0));
    instr.a = sources[0];
    instr.b = sources[1];
    instr.c = sources[2];
    instr.more = more;
    instr.count = shape.count;
    instr.rounding = shape.rounding;
    instr.flushes = shape.flushes;
    instr.saturates = shape.saturates;
    return true;
}

}  // namespace ptx
