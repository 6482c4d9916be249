// Branches, calls, barriers and warp operations.
#include "builtins.h"
#include "decode.h"
#include "ops.h"

namespace ptx {

namespace {

/// call.uni (result), name, (arguments), prototype;
void call(Decoder& decoder) {
    const std::vector<Operand>& operands = decoder.statement->operands;
    std::size_t at = 0;
    int64_t result = 0;
    uint32_t offset = 0;
    const auto place_of = [&](const Operand& one) {
        if (!decoder.local_offset(one.name, offset)) {
            decoder.unknown();
        }
        return offset;
    };
    if (operands.at(at).form == Form::List) {
        result = place_of(operands[at++].items.at(0));
    }
    const Operand& callee = decoder.operand(at++);
    std::vector<uint32_t> arguments;
    if (at < operands.size() && operands[at].form == Form::List) {
        for (const Operand& one : operands[at].items) {
            arguments.push_back(place_of(one));
        }
    }
    const bool is_indirect = decoder.is_register(callee.name);
    const uint32_t pointer = is_indirect ? decoder.slot(callee) : uint32_t(Zero);
    const Handler builtin = is_indirect ? nullptr : builtin_function(callee.name);
    const void* target = nullptr;
    if (!is_indirect && builtin == nullptr) {
        target = &decoder.program.code(callee.name);
    }
    Instr& instr = decoder.emit(builtin != nullptr ? builtin : control_op("call"));
    instr.imm = result;
    instr.a = pointer;
    instr.target = target;
    instr.more = uint32_t(decoder.code.slots.size());
    instr.count = uint8_t(arguments.size());
    decoder.code.slots.insert(decoder.code.slots.end(), arguments.begin(), arguments.end());
}

/// bar.sync a, b; bar.red.popc.u32 d, a, b, p;
void barrier(Decoder& decoder) {
    const Statement& s = *decoder.statement;
    const std::vector<Operand>& operands = s.operands;
    if (s.has("warp")) {
        uint8_t which = 0;
        const Handler handler = warp_op("bar.warp", which);
        const uint32_t mask = decoder.slot(decoder.operand(0));
        Instr& instr = decoder.emit(handler);
        instr.d = decoder.temporary();
        instr.imm = mask;
        instr.count = which;
        return;
    }
    const bool reduces = s.has("red");
    if (!reduces && !s.has("sync")) {
        decoder.unknown();
    }
    const std::size_t first = reduces ? 1 : 0, end = operands.size() - (reduces ? 1 : 0);
    const uint32_t a = decoder.slot(decoder.operand(first));
    const uint32_t b = end > first + 1 ? decoder.slot(operands[first + 1]) : uint32_t(Zero);
    const uint32_t c = reduces ? decoder.slot(operands.back()) : uint32_t(Zero);
    const uint32_t d = reduces ? decoder.result(operands[0]) : decoder.temporary();
    Instr& instr = decoder.emit(control_op("barrier"));
    instr.a = a;
    instr.b = b;
    instr.c = c;
    instr.d = d;
    instr.count = !reduces ? 0 : s.has("popc") ? 1 : s.has("and") ? 2 : 3;
}

/// shfl.sync.up.b32 d|p, a, b, c, mask; vote, match, redux and elect have fewer sources.
void warp(Decoder& decoder) {
    const Statement& s = *decoder.statement;
    const std::vector<Operand>& operands = s.operands;
    std::string name = s.op[0];
    for (std::size_t k = 1; k < s.op.size(); ++k) {
        Type type;
        if (s.op[k] != "sync" && !parse_type(s.op[k], type)) {
            name += "." + s.op[k];
        }
    }
    uint8_t which = 0;
    const Handler handler = warp_op(name, which);
    if (handler == nullptr || (name != "activemask" && !s.has("sync"))) {
        decoder.unknown();
    }
    uint32_t sources[3] = {Zero, Zero, Zero};
    for (std::size_t k = 1; k + 1 < operands.size() && k <= 3; ++k) {
        sources[k - 1] = decoder.slot(operands[k]);
    }
    const uint32_t mask = operands.size() > 1 ? decoder.slot(operands.back()) : uint32_t(Zero);
    Operand flag;
    flag.name = decoder.operand(0).second;
    const uint32_t more = flag.name.empty() ? 0 : decoder.result(flag);
    Instr& instr = decoder.emit(handler, operands[0]);
    instr.a = sources[0];
    instr.b = sources[1];
    instr.c = sources[2];
    instr.imm = mask;
    instr.more = more;
    instr.count = which;
    instr.saturates = s.op.back() == "s32";
}

}  // namespace

bool decode_control(Decoder& decoder) {
    const std::string& name = decoder.statement->op[0];
    if (name == "bra") {
        decoder.jump(control_op("bra"), decoder.operand(0).name);
    } else if (name == "brx") {
        decoder.jump_by_table();
    } else if (name == "call") {
        call(decoder);
    } else if (name == "bar" || name == "barrier") {
        barrier(decoder);
    } else if (name == "shfl" || name == "vote" || name == "match" || name == "activemask" ||
               name == "redux" || name == "elect") {
        warp(decoder);
    } else if (name == "ret" || name == "exit" || name == "trap" || name == "brkpt" ||
               name == "membar" || name == "fence" || name == "nanosleep" || name == "prefetch" ||
               name == "prefetchu" || name == "griddepcontrol") {
        decoder.emit(control_op(name));
    } else {
        return false;
    }
    return true;
}

}  // namespace ptx
