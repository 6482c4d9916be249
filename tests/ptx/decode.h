// One function of a program becomes instructions with slots and handlers.
#pragma once

#include "machine.h"

namespace ptx {

/// Fills `code`; throws Error for an instruction that is not known.
void decode(Program& program, const Function& function, Code& code);

/// The instruction that needs more than sources and a result; used by `decode`.
class Decoder {
  public:
    Decoder(Program& program, const Function& function, Code& code);
    void run();

    // What the kinds of instructions need.
    uint32_t slot(const Operand& operand);
    uint32_t constant(uint64_t value);
    uint32_t temporary();
    uint32_t result(const Operand& operand);
    uint64_t mask_of(const Operand& operand) const;
    Instr& emit(Handler handler);
    Instr& emit(Handler handler, const Operand& result);
    /// The slots of several operands, one behind the other.
    uint32_t list(const std::vector<Operand>& operands, bool are_results);
    void address(Instr& instr, const Operand& operand);
    /// Where a variable of this function lies in its bytes.
    bool local_offset(const std::string& name, uint32_t& offset) const;
    [[noreturn]] void unknown() const;
    const Operand& operand(std::size_t index) const;
    Type type_at(std::size_t from_the_end) const;

    Program& program;
    Code& code;
    const Statement* statement = nullptr;

    void jump(Handler handler, const std::string& label);
    void jump_by_table();
    bool is_register(const std::string& name) const { return registers_.contains(name); }

  private:
    void layout();
    void patch();

    struct Register {
        uint32_t slot;
        Type type;
    };
    struct Jump {
        std::size_t instr;
        std::string label;
    };

    const Function& function_;
    std::map<std::string, Register> registers_{};
    std::map<uint64_t, uint32_t> constants_{};
    std::map<std::string, uint32_t> offsets_{};
    std::vector<std::size_t> starts_{};  // of each statement
    std::vector<Jump> jumps_{};
    std::vector<Jump> tables_{};
};

// The kinds of instructions; false when the statement is none of theirs.
bool decode_control(Decoder& decoder);
bool decode_data(Decoder& decoder);
bool decode_arithmetic(Decoder& decoder);

}  // namespace ptx
