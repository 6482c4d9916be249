// Python's operators, shared by the typing tables, the IR and sema.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace pycu {

enum class BinaryOp : std::uint8_t {
    Add,
    Sub,
    Mult,
    Div,
    FloorDiv,
    Mod,
    Pow,
    LShift,
    RShift,
    BitAnd,
    BitOr,
    BitXor,
    MatMult,
};

enum class CompareOp : std::uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

enum class UnaryOp : std::uint8_t { Invert, Not, UAdd, USub };

/// `>=` for `<`: true where the comparison is false, but for NaNs. Nothing for `is` and `in`.
std::optional<CompareOp> opposite(CompareOp op);

/// The operator as Python writes it: `//`, `is not`, `~`.
std::string_view python_text(BinaryOp op);
std::string_view python_text(CompareOp op);
std::string_view python_text(UnaryOp op);

}  // namespace pycu
