// Branches, calls, and the instructions at which a thread waits for others.
#include "ops.h"

namespace ptx {

namespace {

void branch(Thread& t, const Instr& i) {
    t.pc = t.code->instrs.data() + i.imm;
}

void branch_by_table(Thread& t, const Instr& i) {
    const std::vector<uint32_t>& table = t.code->tables[i.more];
    const uint32_t index = get<uint32_t>(t, i.a);
    if (index >= table.size()) {
        throw Fault(launch_failure, "brx.idx with index " + std::to_string(index));
    }
    t.pc = t.code->instrs.data() + table[index];
}

/// Copies the arguments that lie in the caller's .param variables into the callee's frame.
void call(Thread& t, const Instr& i) {
    const void* const target =
        i.target != nullptr ? i.target : reinterpret_cast<const void*>(t.r[i.a]);
    if (target == nullptr) {
        throw Fault(launch_failure, "a call through a null pointer");
    }
    const Code& callee = *static_cast<const Code*>(target);
    const Code& caller = *t.code;
    const std::size_t from = t.byte_base();
    t.enter(callee);
    for (std::size_t k = 0; k < callee.params.size(); ++k) {
        const uint32_t at = caller.slots[i.more + k];
        std::memcpy(t.bytes + callee.params[k].offset, t.byte_stack.data() + from + at,
                    callee.params[k].bytes);
    }
}

/// Copies the result, if there is one, to where the call wants it: slot `d` of the call.
void leave(Thread& t, const Instr&) {
    const Code& callee = *t.code;
    const std::size_t from = t.byte_base();
    std::vector<uint8_t> result;
    if (!callee.results.empty()) {
        const Param& one = callee.results[0];
        const uint8_t* begin = t.byte_stack.data() + from + one.offset;
        result.assign(begin, begin + one.bytes);
    }
    t.leave();
    if (t.state != State::Done && !result.empty()) {
        const Instr& call = t.pc[-1];
        std::memcpy(t.bytes + call.imm, result.data(), result.size());
    }
}

void exit_thread(Thread& t, const Instr&) {
    while (t.state != State::Done) {
        t.leave();
    }
}

void trap(Thread&, const Instr&) {
    throw Fault(launch_failure, "trap");
}

void nothing(Thread&, const Instr&) {}

void copy(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[i.a] & i.mask;
}
/// The address of a local variable or a parameter, in local space.
void local_address(Thread& t, const Instr& i) {
    t.r[i.d] = t.byte_base() + uint64_t(i.imm);
}
/// cvta: adds the number of a window in the top byte; and takes it away.
void to_generic(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[i.a] + (uint64_t(i.imm) << window_shift);
}
void from_generic(Thread& t, const Instr& i) {
    t.r[i.d] = (t.r[i.a] - (uint64_t(i.imm) << window_shift)) & i.mask;
}
void is_in_space(Thread& t, const Instr& i) {
    t.r[i.d] = t.r[i.a] >> window_shift == uint64_t(i.imm);
}

/// mov.b64 {a, b}, x and mov.b64 x, {a, b}: `count` pieces of imm bits.
void take_apart(Thread& t, const Instr& i) {
    const uint64_t x = t.r[i.a];
    const uint64_t mask = (uint64_t(1) << i.imm) - 1;
    for (uint32_t k = 0; k < i.count; ++k) {
        t.r[t.code->slots[i.more + k]] = x >> (uint64_t(i.imm) * k) & mask;
    }
}
void put_together(Thread& t, const Instr& i) {
    const uint64_t mask = (uint64_t(1) << i.imm) - 1;
    uint64_t x = 0;
    for (uint32_t k = 0; k < i.count; ++k) {
        x |= (t.r[t.code->slots[i.more + k]] & mask) << (uint64_t(i.imm) * k);
    }
    t.r[i.d] = x;
}

void clock(Thread& t, const Instr& i) {
    t.r[i.d] = ++t.clock & i.mask;
}

/// bar: barrier a for b threads (0: all), with the predicate c.
void barrier(Thread& t, const Instr& i) {
    t.state = State::AtBarrier;
    t.wait = &i;
    t.value = t.r[i.a];
    t.second = t.r[i.b];
    t.third = t.r[i.c];
}

}  // namespace

Handler control_op(const std::string& name) {
    static const std::map<std::string, Handler> handlers = {
        {"bra", branch},
        {"brx", branch_by_table},
        {"call", call},
        {"ret", leave},
        {"exit", exit_thread},
        {"trap", trap},
        {"brkpt", trap},
        {"membar", nothing},
        {"fence", nothing},
        {"nanosleep", nothing},
        {"prefetch", nothing},
        {"prefetchu", nothing},
        {"griddepcontrol", nothing},
        {"copy", copy},
        {"local_address", local_address},
        {"to_generic", to_generic},
        {"from_generic", from_generic},
        {"is_in_space", is_in_space},
        {"take_apart", take_apart},
        {"put_together", put_together},
        {"clock", clock},
        {"barrier", barrier},
    };
    const auto found = handlers.find(name);
    return found == handlers.end() ? nullptr : found->second;
}

}  // namespace ptx
