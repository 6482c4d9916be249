// What the executor works on: decoded instructions, threads with all their state, blocks.
//
// A thread runs until it has to wait, so that a barrier or a warp operation is a state of the
// thread and never one of an OS thread.
#pragma once

#include <cstring>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "memory.h"
#include "syntax.h"

namespace ptx {

struct Thread;
struct Instr;
using Handler = void (*)(Thread&, const Instr&);

enum class Rounding : uint8_t { Nearest, Zero, Down, Up };

/// One decoded instruction. Operands are slots of the frame; constants and special registers have
/// slots like registers.
struct Instr {
    Handler run = nullptr;
    uint32_t d = 0, a = 0, b = 0, c = 0;
    uint32_t more = 0;  // where further slots begin in Code::slots
    int32_t guard = -1;
    bool is_guard_negated = false;
    Rounding rounding = Rounding::Nearest;
    bool flushes = false;    // .ftz
    bool saturates = false;  // .sat
    uint8_t count = 1;       // elements of a vector; or which of a family of operations
    uint32_t line = 0;
    int64_t imm = 0;
    uint64_t mask = ~uint64_t(0);  // the bits that the destination register has
    const void* target = nullptr;  // what a call calls
};

/// What a frame begins with.
enum Special : uint32_t {
    TidX,
    TidY,
    TidZ,
    NtidX,
    NtidY,
    NtidZ,
    CtaidX,
    CtaidY,
    CtaidZ,
    NctaidX,
    NctaidY,
    NctaidZ,
    Laneid,
    Warpid,
    Nwarpid,
    LanemaskEq,
    LanemaskLt,
    LanemaskLe,
    LanemaskGt,
    LanemaskGe,
    DynamicSmem,
    TotalSmem,
    WarpSize,
    EnvregHigh,
    EnvregLow,
    Zero,
    FrameBase,
    SpecialCount
};

struct Param {
    uint32_t offset = 0;
    uint32_t bytes = 0;
};

/// A decoded function.
struct Code {
    std::string name{};
    bool is_decoded = false;
    std::vector<Instr> instrs{};
    std::vector<uint32_t> slots{};
    std::vector<std::vector<uint32_t>> tables{};
    std::vector<uint64_t> frame{};  // how the slots begin
    std::vector<Param> params{};
    std::vector<Param> results{};
    uint32_t bytes = 0;  // parameters, the parameters of its calls and local arrays
};

/// A loaded PTX module: variables with their addresses and functions decoded when first called.
struct Program {
    explicit Program(const std::string& text);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// The function, decoded; throws Error where it is missing or has an unknown instruction.
    const Code& code(const std::string& name);
    /// The bytes of shared memory that an entry and all that it calls name.
    uint64_t shared_bytes(const std::string& entry);

    Text text{};
    std::map<std::string, std::unique_ptr<Code>> codes{};
    std::map<std::string, uint64_t> addresses{};  // of .global and .const, and of .shared
    std::vector<std::vector<uint8_t>> storage{};
    uint32_t shared_size = 0;      // of the static arrays and the gaps between them
    std::vector<bool> in_array{};  // whether a byte of these is an array's
    uint32_t dynamic_base = 0;     // where dynamic shared memory begins
};

struct Dim3 {
    uint32_t x = 1, y = 1, z = 1;
};

/// A kernel's launch.
struct Launch {
    const Program* program = nullptr;
    const Code* entry = nullptr;
    Dim3 grid{};
    Dim3 block{};
    uint32_t shared_bytes = 0;  // dynamic
    std::vector<std::vector<uint8_t>> args{};
    bool is_cooperative = false;    // all blocks run at once
    uint64_t workspace = 0;         // the address of what they meet in
    uint64_t fuel = 4'000'000'000;  // instructions of a block; one that needs more runs for ever
};

enum class State : uint8_t { Running, AtBarrier, AtWarp, Done };

struct Frame {
    const Code* code;
    const Instr* pc;
    std::size_t slots;
    std::size_t bytes;
};

struct Block {
    Dim3 index{};
    std::vector<uint8_t> shared{};
    const std::vector<bool>* in_array = nullptr;  // for the bytes of static arrays
    const Launch* launch = nullptr;
    uint64_t fuel = 0;

    bool holds(uint64_t offset, uint32_t bytes) const {
        return offset + bytes <= shared.size() &&
               (offset >= in_array->size() ||
                ((*in_array)[offset] && (*in_array)[offset + bytes - 1]));
    }
};

struct Thread {
    uint64_t* r = nullptr;  // the slots of the innermost frame
    const Instr* pc = nullptr;
    State state = State::Running;
    const Code* code = nullptr;
    uint8_t* bytes = nullptr;  // the parameters and local arrays of the innermost frame
    Range known{};             // the allocation that was used last
    Block* block = nullptr;

    // where it waits, and with what
    const Instr* wait = nullptr;
    uint64_t value = 0, second = 0, third = 0;
    uint32_t mask = 0;

    uint64_t carry = 0;
    uint64_t clock = 0;
    uint32_t number = 0;  // in the block
    uint64_t special[SpecialCount] = {};
    std::vector<Frame> frames{};
    std::vector<uint64_t> slot_stack{};
    std::vector<uint8_t> byte_stack{};

    void enter(const Code& callee);
    void leave();
    std::size_t byte_base() const { return std::size_t(bytes - byte_stack.data()); }
    uint32_t lane() const { return number % 32; }
};

enum class Space : uint8_t { Generic, Global, Shared, Local };

/// The host bytes behind an address; throws Fault where there is no memory.
template <Space space>
inline uint8_t* reach(Thread& t, uint64_t address, uint32_t bytes, const char* what) {
    if (address % bytes != 0) {
        throw_misaligned(address, bytes, what);
    }
    const uint64_t window = space == Space::Generic ? address >> window_shift : 0;
    if (space == Space::Shared || window == shared_window) {
        const uint64_t offset = space == Space::Shared ? address & 0xffffffff : offset_of(address);
        if (!t.block->holds(offset, bytes)) {
            throw_outside(offset, bytes, what, "shared memory", t.block->shared.size());
        }
        return t.block->shared.data() + offset;
    }
    if (space == Space::Local || window == local_window) {
        const uint64_t offset = space == Space::Local ? address : offset_of(address);
        if (offset + bytes > t.byte_stack.size() || offset + bytes < offset) {
            throw_outside(offset, bytes, what, "local memory", t.byte_stack.size());
        }
        return t.byte_stack.data() + offset;
    }
    if (address - t.known.begin > t.known.size ||
        t.known.size - (address - t.known.begin) < bytes) {
        t.known = Memory::get().find(address, bytes, what);
    }
    return reinterpret_cast<uint8_t*>(address);
}

/// Runs all blocks of a launch, one after the other; throws Fault.
void run(const Launch& launch);

/// What waiting lanes of one warp get; `lanes` are those that take part.
void resolve_warp(const std::vector<Thread*>& lanes, uint32_t mask);

}  // namespace ptx
