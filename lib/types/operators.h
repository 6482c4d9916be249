// Python's operators, shared by the syntax tree, the typing tables, the IR and sema.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace pycu {

enum class BinaryOp : std::uint8_t {
#define PYCU_BINARY_OP(name, text) name,
#include "types/operators.def"
};

enum class CompareOp : std::uint8_t {
#define PYCU_COMPARE_OP(name, text) name,
#include "types/operators.def"
};

enum class UnaryOp : std::uint8_t {
#define PYCU_UNARY_OP(name, text) name,
#include "types/operators.def"
};

/// `>=` for `<`: true where the comparison is false, but for NaNs. Nothing for `is` and `in`.
std::optional<CompareOp> opposite(CompareOp op);

/// <, <=, >, >=
bool is_ordering(CompareOp op);

struct OperatorText {
    std::string_view name;  ///< in `ast`
    std::string_view text;  ///< as Python writes it: `//`, `is not`, `~`
};

/// The operators of a kind, by their values.
template <class Op>
constexpr OperatorText operator_texts[] = {{}};
template <>
inline constexpr OperatorText operator_texts<BinaryOp>[] = {
#define PYCU_BINARY_OP(name, text) {#name, text},
#include "types/operators.def"
};
template <>
inline constexpr OperatorText operator_texts<CompareOp>[] = {
#define PYCU_COMPARE_OP(name, text) {#name, text},
#include "types/operators.def"
};
template <>
inline constexpr OperatorText operator_texts<UnaryOp>[] = {
#define PYCU_UNARY_OP(name, text) {#name, text},
#include "types/operators.def"
};

template <class Op>
std::string_view python_text(Op op) {
    return operator_texts<Op>[std::size_t(op)].text;
}

/// The operator that Python writes so.
template <class Op>
std::optional<Op> operator_of(std::string_view text) {
    const auto* found = std::ranges::find(operator_texts<Op>, text, &OperatorText::text);
    return found != std::end(operator_texts<Op>)
               ? std::optional(Op(found - std::begin(operator_texts<Op>)))
               : std::nullopt;
}

}  // namespace pycu
