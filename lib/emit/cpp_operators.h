// C++'s binary operators and how tightly they bind. Private to the stage.
#pragma once

#include <string>

#include "emit/exprs.h"

namespace pycu::emit {

struct CppOperator {
    const char* text;
    Precedence own;
    Precedence left;
    Precedence right;
};

/// Of an operator of Python's but `**` and `@`.
const CppOperator& operator_text(BinaryOp op);

/// `a + b` and, behind `-`, an operand that begins with a sign of its own.
std::string joined_by(const CppOperator& op, CppText left, const CppText& right);

/// `-a`, `~a`; an operand that begins with a sign of its own stands in parentheses.
CppText signed_by(UnaryOp op, const CppText& operand);

}  // namespace pycu::emit
