// Python's operations on operands that are typed. Private to sema/body.
//
// What `x + y`, `x < y`, `x if c else y` and the like mean, and what they give, where the operands
// have been lowered: numbers, tuples, Optionals, members of enums. No syntax tree is asked; what a
// message has to quote is passed in, or found in the text by its range.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "api/resolve.h"
#include "sema/body/ir_maker.h"
#include "sema/constants/evaluator.h"
#include "types/convert.h"

namespace pycu::sema {

/// `cuda.threadIdx` and its kin, which a variable may hold: `t = cuda.threadIdx`.
bool is_dim3(const std::string& path);

class Operations : protected IrMaker {
  protected:
    using IrMaker::IrMaker;

    // ---- what the compiler knows (known_values.cpp)
    Operand operand_of(Value value, const std::optional<Origin>& origin, Range range);
    Operand runtime(Operand operand, Range range);
    Operand read_constant(const Value& value, const Origin& origin, Type type, Range range);
    Operand free_parameter(const Unknown& unknown, Range range);
    Operand partial_function(Range made, Range range);

    // ---- operators (operators.cpp)
    Operand unary(UnaryOp op, const Operand& operand, Range range);
    Operand binary(BinaryOp op, Operand left, Operand right, Range range);
    ir::ExprId convert_through(ir::ExprId expr, Type middle, Type to);
    Operand compare(CompareOp op, const Operand& left, const Operand& right, Range range);
    Operand compare_in(bool negated, const Operand& item, const Operand& tuple, Range range);
    Operand negate_if(bool negated, const Operand& condition, Range range);
    Operand truth_of(const Operand& operand, Range range);
    Operand select(Operand condition, Operand yes, ir::Block yes_block, Operand no,
                   ir::Block no_block, Range range);

    // ---- calls of intrinsics (overloads.cpp)
    Operand intrinsic(const std::string& path, std::vector<Operand> args, Range range);
    Operand refuse_intrinsic(const std::string& path, const api::Refusal& refusal,
                             const std::vector<Operand>& args, Range range);

    // ---- complex numbers (scalars.cpp)
    Operand complex_number(Type type, std::complex<double> number, Range range);
    Operand call_complex(const std::vector<Operand>& args, const std::string& written, Range range);
    Operand scalar_attribute(const Operand& scalar, const std::string& name, Range range);

    // ---- None and Optional (optionals.cpp)
    Operand none_value(Range range);
    bool is_none(const Operand& operand) const {
        return operand.get<NoneValue>() != nullptr &&
               (operand.is_known() || operand.type.is_none());
    }
    Operand plain(Operand operand, Range range);
    std::optional<Operand> compare_none(CompareOp op, const Operand& left, const Operand& right,
                                        Range range);

    // ---- members of enums (enum_members.cpp)
    Operand enum_member(const EnumValue& member, Range range);
    Operand enum_attribute(const Operand& member, const std::string& name, Range range);
    std::optional<Operand> compare_enums(CompareOp op, const Operand& left, const Operand& right,
                                         Range range);

    // ---- tuples (tuples.cpp, operators.cpp)
    Operand tuple_item(const Operand& tuple, std::size_t index, Range range);
    std::vector<Operand> tuple_items(const Operand& tuple, Range range);
    Operand tuple_of(const std::vector<Operand>& items, Range range);
    Operand without_names(const Operand& tuple, Range range);
    Operand tuple_attribute(const Operand& tuple, const std::string& name, Range range);
    Operand concatenate(const Operand& left, const Operand& right, Range range);
    Operand repeat_tuple(const Operand& tuple, const Operand& count, Range range);
    Operand compare_tuples(CompareOp op, const Operand& left, const Operand& right, Range range);
    Operand compare_items(CompareOp op, const std::vector<Operand>& left,
                          const std::vector<Operand>& right, Range range);
    Operand sum_of_tuple(const Operand& tuple, Range range);
};

}  // namespace pycu::sema
