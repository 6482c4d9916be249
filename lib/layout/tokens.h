// A line of generated C++ as tokens, with what decides where it may be cut.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace pycu::layout {

enum class Role {
    Word,    ///< a name with its namespaces, a keyword, a number, a string
    Unary,   ///< an operator before its operand, or `&` and `*` of a type
    Binary,  ///< an operator between blanks, assignments among them
    Comma,
    Semicolon,
    Member,    ///< `.` or `->`
    Question,  ///< of `? :`
    Colon,     ///< of `? :`
    InRange,   ///< the colon of a loop over elements
    Open,      ///< a bracket, or a `<` of template arguments
    Close,
    Other,
};

/// How tightly operators bind, as clang-format counts.
enum Precedence {
    unknown = 0,
    comma = 1,
    assignment = 2,
    conditional = 3,
    logical_or = 4,
    logical_and = 5,
    bit_or = 6,
    bit_xor = 7,
    bit_and = 8,
    equality = 9,
    relational = 10,
    shift = 12,
    additive = 13,
    multiplicative = 14,
    member_access = 17,
};

inline constexpr std::size_t nowhere = std::size_t(-1);

struct Token {
    std::string_view text;
    Role role = Role::Word;
    bool has_blank_before = false;
    int precedence = -1;            ///< of commas and of what binds two operands; otherwise -1
    std::size_t partner = nowhere;  ///< the other bracket
    int arguments = 0;              ///< how many an opening bracket has
    int nesting = 0;                ///< in how many brackets
    int binding = 1;                ///< grows with the brackets around it
    bool is_declared_name = false;  ///< a name behind its type
    bool is_function_name = false;  ///< the name of the function that the line declares

    // What the operands around it say, see operands.cpp.
    std::vector<int> begins;  ///< precedences of the expressions that begin here
    int ends = 0;             ///< how many expressions end here
    int place_in_chain = 0;   ///< of an operator among those of its expression
    std::size_t next_operator = nowhere;
    bool begins_binary = false, ends_binary = false;

    bool may_break = false;  ///< a line may begin here
    int penalty = 0;         ///< what that costs

    bool opens() const { return role == Role::Open; }
    bool closes() const { return role == Role::Close; }
    bool is(std::string_view what) const { return text == what; }
    bool is_conditional() const { return role == Role::Question || role == Role::Colon; }
};

struct Line {
    std::vector<Token> tokens;
    bool is_function = false;  ///< it declares a function

    bool begins_with(std::string_view word) const { return tokens.front().is(word); }
};

/// The tokens of code without a comment; views into it.
Line read_tokens(std::string_view code);

/// Says which expressions begin and end at the tokens: for every operator with its operands there
/// is a pair of parentheses, as it were.
void find_operands(std::vector<Token>& tokens);

/// Says where lines may begin, and what each break costs.
void weigh_breaks(Line& line);

/// The tokens at which lines begin, with the columns where they do, at the least cost.
struct Break {
    std::size_t token = 0;
    std::size_t column = 0;
};
std::vector<Break> best_breaks(const Line& line, std::size_t width);

}  // namespace pycu::layout
