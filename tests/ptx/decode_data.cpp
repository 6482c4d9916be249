// Instructions that move data: mov, ld, st, atom, red, cvt, cvta, and what compares and chooses.
#include <algorithm>
#include <set>

#include "decode.h"
#include "ops.h"

namespace ptx {

namespace {

using Words = std::set<std::string>;

// Order, scope and caching change nothing where one thread runs at a time.
const Words& memory_modifiers() {
    static const Words words = {"volatile", "relaxed", "acquire", "release", "acq_rel", "weak",
                                "gpu",      "cta",     "sys",     "cluster", "nc",      "ca",
                                "cg",       "cs",      "lu",      "cv",      "wb",      "wt",
                                "noftz",    "v2",      "v4",      "mmio",    "unified"};
    return words;
}

bool is_space(const std::string& word, Space& space, bool& is_param) {
    const std::string name = word.substr(0, word.find("::"));
    static const std::map<std::string, Space> spaces = {{"global", Space::Global},
                                                        {"const", Space::Global},
                                                        {"shared", Space::Shared},
                                                        {"local", Space::Local},
                                                        {"param", Space::Local}};
    const auto found = spaces.find(name);
    if (found == spaces.end() || word == "shared::cluster") {
        return false;
    }
    space = found->second;
    is_param = name == "param";
    return true;
}

/// The space and what is left of the modifiers.
Space memory_space(const Decoder& decoder, std::vector<std::string>& rest) {
    Space space = Space::Generic;
    bool is_param = false;
    const std::vector<std::string>& op = decoder.statement->op;
    for (std::size_t k = 1; k + 1 < op.size(); ++k) {
        const bool is_hint = op[k].starts_with("L1::") || op[k].starts_with("L2::");
        if (!is_space(op[k], space, is_param) && !is_hint && !memory_modifiers().contains(op[k])) {
            rest.push_back(op[k]);
        }
    }
    return space;
}

void address(Decoder& decoder, uint32_t& slot, int64_t& offset, const Operand& operand) {
    uint32_t local = 0;
    offset = operand.offset;
    if (operand.name.empty()) {
        slot = decoder.constant(operand.number);
    } else if (decoder.local_offset(operand.name, local)) {
        slot = FrameBase;
        offset += local;
    } else {
        Operand base = operand;
        base.form = Form::Name;
        base.offset = 0;
        slot = decoder.slot(base);
    }
}

void load_or_store(Decoder& decoder, bool is_load) {
    std::vector<std::string> rest;
    const Space space = memory_space(decoder, rest);
    const Operand& value = decoder.operand(is_load ? 0 : 1);
    const bool is_vector = value.form == Form::Vector;
    const Type type = decoder.type_at(0);
    const Handler handler =
        is_load ? load_op(type, space, is_vector) : store_op(type, space, is_vector);
    if (!rest.empty() || handler == nullptr) {
        decoder.unknown();
    }
    uint32_t slot = 0;
    int64_t offset = 0;
    address(decoder, slot, offset, decoder.operand(is_load ? 1 : 0));
    const Operand& first = is_vector ? value.items.at(0) : value;
    const uint32_t more = is_vector ? decoder.list(value.items, is_load) : 0;
    const uint32_t one = is_vector ? 0 : is_load ? decoder.result(value) : decoder.slot(value);
    Instr& instr = decoder.emit(handler);
    instr.a = slot;
    instr.imm = offset;
    instr.more = more;
    instr.count = uint8_t(is_vector ? value.items.size() : 1);
    instr.mask = decoder.mask_of(first);
    (is_load ? instr.d : instr.b) = one;
}

void atomic(Decoder& decoder, bool has_result) {
    std::vector<std::string> rest;
    const Space space = memory_space(decoder, rest);
    if (rest.size() != 1) {
        decoder.unknown();
    }
    const std::size_t first = has_result ? 1 : 0;
    uint32_t slot = 0;
    int64_t offset = 0;
    address(decoder, slot, offset, decoder.operand(first));
    const uint32_t b = decoder.slot(decoder.operand(first + 1));
    const uint32_t c = rest[0] == "cas" ? decoder.slot(decoder.operand(first + 2)) : Zero;
    const uint32_t d = has_result ? decoder.result(decoder.operand(0)) : decoder.temporary();
    Instr& instr = decoder.emit(atomic_op(rest[0], decoder.type_at(0), space));
    instr.a = slot;
    instr.imm = offset;
    instr.b = b;
    instr.c = c;
    instr.d = d;
}

void move(Decoder& decoder) {
    const Operand &to = decoder.operand(0), &from = decoder.operand(1);
    if (from.name == "%clock" || from.name == "%clock64" || from.name == "%globaltimer") {
        decoder.emit(control_op("clock"), to);
        return;
    }
    if (to.form == Form::Vector || from.form == Form::Vector) {
        const bool takes = to.form == Form::Vector;
        const std::vector<Operand>& items = takes ? to.items : from.items;
        const uint32_t other = takes ? decoder.slot(from) : decoder.result(to);
        const uint32_t more = decoder.list(items, takes);
        Instr& instr = decoder.emit(control_op(takes ? "take_apart" : "put_together"));
        (takes ? instr.a : instr.d) = other;
        instr.more = more;
        instr.count = uint8_t(items.size());
        instr.imm = int64_t(decoder.type_at(0).bytes * 8 / items.size());
        return;
    }
    const uint32_t source = decoder.slot(from);
    decoder.emit(control_op("copy"), to).a = source;
}

void convert(Decoder& decoder) {
    const Statement& s = *decoder.statement;
    static const std::map<std::string, int> wholes = {
        {"rni", 1}, {"rzi", 2}, {"rmi", 3}, {"rpi", 4}};
    static const std::map<std::string, Rounding> modes = {{"rn", Rounding::Nearest},
                                                          {"rz", Rounding::Zero},
                                                          {"rm", Rounding::Down},
                                                          {"rp", Rounding::Up}};
    Instr shape;
    shape.count = 0;
    for (std::size_t k = 1; k + 2 < s.op.size(); ++k) {
        if (const auto whole = wholes.find(s.op[k]); whole != wholes.end()) {
            shape.count = uint8_t(whole->second);
        } else if (const auto mode = modes.find(s.op[k]); mode != modes.end()) {
            shape.rounding = mode->second;
        } else if (s.op[k] != "ftz" && s.op[k] != "sat") {
            decoder.unknown();
        }
    }
    const Type to = decoder.type_at(1), from = decoder.type_at(0);
    if (to.bytes == 2 && to.kind == Kind::Float && shape.rounding != Rounding::Nearest) {
        decoder.unknown();
    }
    const uint32_t source = decoder.slot(decoder.operand(1));
    Instr& instr = decoder.emit(convert_op(to, from), decoder.operand(0));
    instr.a = source;
    instr.count = shape.count;
    instr.rounding = shape.rounding;
    instr.flushes = s.has("ftz");
    instr.saturates = s.has("sat");
}

void convert_address(Decoder& decoder) {
    const Statement& s = *decoder.statement;
    Space space = Space::Generic;
    bool is_param = false;
    const bool is_to = s.has("to");
    if (!is_space(s.op.at(is_to ? 2 : 1), space, is_param)) {
        decoder.unknown();
    }
    const uint32_t source = decoder.slot(decoder.operand(1));
    Instr& instr =
        decoder.emit(control_op(is_to ? "from_generic" : "to_generic"), decoder.operand(0));
    instr.a = source;
    instr.imm = int64_t(space == Space::Shared  ? shared_window
                        : space == Space::Local ? local_window
                                                : 0);
}

void ask_space(Decoder& decoder) {
    Space space = Space::Generic;
    bool is_param = false;
    if (!is_space(decoder.statement->op.at(1), space, is_param)) {
        decoder.unknown();
    }
    const uint32_t source = decoder.slot(decoder.operand(1));
    Instr& instr = decoder.emit(control_op("is_in_space"), decoder.operand(0));
    instr.a = source;
    instr.imm = int64_t(space == Space::Shared  ? shared_window
                        : space == Space::Local ? local_window
                                                : 0);
}

/// setp.lt.and.s32 p|q, a, b, c; set is setp and a choice between two constants.
void compare(Decoder& decoder) {
    const Statement& s = *decoder.statement;
    const bool is_set = s.op[0] == "set";
    const Type type = decoder.type_at(0);
    const uint32_t a = decoder.slot(decoder.operand(1)), b = decoder.slot(decoder.operand(2));
    const int join = s.has("and") ? 1 : s.has("or") ? 2 : s.has("xor") ? 3 : 0;
    const uint32_t c = join != 0 ? decoder.slot(decoder.operand(3)) : uint32_t(Zero);
    Operand complement;
    complement.name = decoder.operand(0).second;
    const uint32_t d = is_set ? decoder.temporary() : decoder.result(decoder.operand(0));
    const uint32_t more = complement.name.empty() ? 0 : decoder.result(complement);
    Instr& instr = decoder.emit(compare_op(s.op.at(1), type));
    instr.d = d;
    instr.more = more;
    instr.a = a;
    instr.b = b;
    instr.c = c;
    instr.count = uint8_t(join);
    instr.flushes = s.has("ftz");
    if (is_set) {
        const Type to = decoder.type_at(1);
        const uint32_t yes = decoder.constant(to.kind != Kind::Float ? 0xffffffff
                                              : to.bytes == 2        ? 0x3c00
                                                                     : 0x3f800000);
        Instr& choice = decoder.emit(select_op("selp", type), decoder.operand(0));
        choice.a = yes;
        choice.b = Zero;
        choice.c = d;
    }
}

void select(Decoder& decoder) {
    const uint32_t a = decoder.slot(decoder.operand(1)), b = decoder.slot(decoder.operand(2));
    const uint32_t c = decoder.slot(decoder.operand(3));
    Instr& instr =
        decoder.emit(select_op(decoder.statement->op[0], decoder.type_at(0)), decoder.operand(0));
    instr.a = a;
    instr.b = b;
    instr.c = c;
}

}  // namespace

bool decode_data(Decoder& decoder) {
    static const std::map<std::string, void (*)(Decoder&)> kinds = {
        {"mov", move},
        {"ld", [](Decoder& d) { load_or_store(d, true); }},
        {"ldu", [](Decoder& d) { load_or_store(d, true); }},
        {"st", [](Decoder& d) { load_or_store(d, false); }},
        {"atom", [](Decoder& d) { atomic(d, true); }},
        {"red", [](Decoder& d) { atomic(d, false); }},
        {"cvt", convert},
        {"cvta", convert_address},
        {"isspacep", ask_space},
        {"setp", compare},
        {"set", compare},
        {"selp", select},
        {"slct", select},
    };
    const auto found = kinds.find(decoder.statement->op[0]);
    if (found == kinds.end()) {
        return false;
    }
    found->second(decoder);
    return true;
}

}  // namespace ptx
