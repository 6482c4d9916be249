// PTX text as statements: what the decoder reads. The door is `parse`.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ptx {

/// What is wrong with a PTX text, or what a thread did that it must not do.
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};

enum class Kind : uint8_t { Unsigned, Signed, Float, Predicate };

/// A fundamental type; `.b32` counts as unsigned.
struct Type {
    Kind kind = Kind::Unsigned;
    uint8_t bytes = 4;

    bool operator==(const Type&) const = default;
};

/// `u32` -> its type; false for what is none.
bool parse_type(const std::string& name, Type& type);

enum class Form : uint8_t {
    Name,     // a register, a variable, a label
    Number,   // an integer, or the bits of a float
    Address,  // [name + offset]
    Vector,   // {a, b}
    List      // (a, b) of a call
};

struct Operand {
    Form form = Form::Name;
    std::string name{};
    uint64_t number = 0;
    bool is_float = false;    // a number written 0f... or 0d...
    bool is_negated = false;  // !%p1
    std::string second{};     // %p1|%p2
    int64_t offset = 0;
    std::vector<Operand> items{};
};

/// One instruction: `@!%p1 setp.eq.s32 %p2, %r1, 0;`
struct Statement {
    int line = 0;
    std::string guard{};
    bool is_guard_negated = false;
    std::vector<std::string> op{};  // setp, eq, s32
    std::vector<Operand> operands{};

    bool has(const std::string& modifier) const;
    std::string text() const;
};

/// A variable in .global, .const, .shared, .local or .param space.
struct Variable {
    std::string name{};
    std::string space{};
    Type type{};
    uint32_t align = 1;
    uint64_t bytes = 0;
    bool is_open = false;  // extern and without a size: dynamic shared memory
    std::vector<Operand> init{};
};

struct Function {
    std::string name{};
    bool is_entry = false;
    bool has_body = false;
    std::vector<Variable> results{};
    std::vector<Variable> params{};
    std::vector<Variable> variables{};  // of its body, .param space included
    std::map<std::string, Type> registers{};
    std::map<std::string, std::size_t> labels{};  // the statement that follows
    std::map<std::string, std::vector<std::string>> tables{};
    std::vector<Statement> body{};
};

struct Text {
    std::vector<Variable> variables{};
    std::map<std::string, Function> functions{};
};

/// Reads a whole PTX module; throws Error.
Text parse(const std::string& text);

}  // namespace ptx
