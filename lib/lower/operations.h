// Python's operations on operands that are typed: numbers, tuples, Optionals, members of enums.
//
// No syntax tree is asked; what a message has to quote is passed in, or found in the text by its
// range. Calls only nodes.h.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "api/resolve.h"
#include "lower/nodes.h"
#include "types/convert.h"

namespace pycu::sema {

/// `cuda.threadIdx` and its kin, which a variable may hold: `t = cuda.threadIdx`.
bool is_dim3(const std::string& path);

inline bool is_none(const Operand& operand) {
    return operand.get<NoneValue>() != nullptr && (operand.is_known() || operand.type.is_none());
}

// ---- optionals.cpp
Operand enum_member(Lowering& ctx, const EnumValue& member, Range range);
Operand enum_attribute(Lowering& ctx, const Operand& member, const std::string& name, Range range);
std::optional<Operand> compare_enums(Lowering& ctx, CompareOp op, const Operand& left,
                                     const Operand& right, Range range);
Operand none_value(Lowering& ctx, Range range);
Operand plain(Lowering& ctx, Operand operand, Range range);
std::optional<Operand> compare_none(Lowering& ctx, CompareOp op, const Operand& left,
                                    const Operand& right, Range range);

// ---- known_values.cpp
/// A number as device code has it: a float of Python's is float64, or what `--float-literals` says.
NumberValue in_device_code(const NumberValue& number, Type python_float);
Operand runtime(Lowering& ctx, Operand operand, Range range);
Range stored_range(const Lowering& ctx, const Operand& operand, ExprId value, Range range);
Operand operand_of(Lowering& ctx, Value value, const std::optional<Origin>& origin, Range range);
Operand partial_function(Lowering& ctx, Range made, Range range);
Operand intrinsic(Lowering& ctx, const std::string& path, std::vector<Operand> args, Range range);

// ---- operators.cpp
Operand binary(Lowering& ctx, BinaryOp op, Operand left, Operand right, Range range);
Operand unary(Lowering& ctx, UnaryOp op, const Operand& operand, Range range);
Operand compare(Lowering& ctx, CompareOp op, const Operand& left, const Operand& right,
                Range range);
Operand negate_if(Lowering& ctx, bool negated, const Operand& condition, Range range);
/// Both tests, or one of them; all of it is evaluated already.
Operand logical(Lowering& ctx, bool is_and, const Operand& left, const Operand& right, Range range);
Operand truth_of(Lowering& ctx, const Operand& operand, Range range);
Operand select(Lowering& ctx, Operand condition, Operand yes, ir::Block yes_block, Operand no,
               ir::Block no_block, Range range);
Operand complex_number(Lowering& ctx, const ComplexValue& number, Range range);
Operand call_complex(Lowering& ctx, const std::vector<Operand>& args, const std::string& written,
                     Range range);
Operand scalar_attribute(Lowering& ctx, const Operand& scalar, const std::string& name,
                         Range range);

// ---- tuples.cpp
Operand tuple_item(Lowering& ctx, const Operand& tuple, std::size_t index, Range range);
std::vector<Operand> tuple_items(Lowering& ctx, const Operand& tuple, Range range);
/// `TABLE[i]` of a tuple of the module whose items are numbers of one type, or rows of such
/// numbers: an array in memory. Nothing for any other tuple.
std::optional<Operand> table_item(Lowering& ctx, ExprId of, ir::Subscript at, Type item,
                                  Range range);
/// Whether such a tuple has rows.
bool has_rows(Lowering& ctx, ExprId of);
/// The items for that many targets; the target at `star` gets all that the others leave. Nothing
/// where there are too few or too many.
std::optional<std::vector<Operand>> items_for(Lowering& ctx, const Operand& tuple,
                                              std::size_t count, std::optional<std::size_t> star,
                                              Range range);
/// The items of a tuple; of what is none, itself.
std::vector<Operand> items_or_itself(Lowering& ctx, const Operand& operand, Range range);
Operand tuple_of(Lowering& ctx, const std::vector<Operand>& items, Range range,
                 const std::string& name = {}, const std::vector<std::string>& fields = {});
Operand without_names(Lowering& ctx, const Operand& tuple, Range range);
Operand tuple_attribute(Lowering& ctx, const Operand& tuple, const std::string& name, Range range);
Operand repeat_tuple(Lowering& ctx, const Operand& tuple, const Operand& count, Range range);
Operand compare_tuples(Lowering& ctx, CompareOp op, const Operand& left, const Operand& right,
                       Range range);
Operand sum_of_items(Lowering& ctx, const std::vector<Operand>& items,
                     const std::optional<Operand>& start, Range range);

}  // namespace pycu::sema
