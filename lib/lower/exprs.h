// Expressions: what a node of the syntax tree is as an operand.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/iteration.h"

namespace pycu::sema {

// ---- body.cpp
bool reads_local(const Lowering& ctx, ExprId expr);
/// Whether it reads a variable that is in error, which is reported already.
bool reads_failed(const Lowering& ctx, ExprId expr);
bool flow_is_local(const Lowering& ctx, const std::string& name);

// ---- comprehensions.cpp
/// The generators of a comprehension, and what it makes of them; null for what is none.
const std::vector<syntax::Comprehension>* comprehension(const Lowering& ctx, ExprId expr,
                                                        ExprId* elt = nullptr);
std::optional<Operand> run_through(Lowering& ctx, ExprId expr, const Iteration& over,
                                   bool may_break,
                                   const std::function<Operand(const Operand&)>& take);
void run_loop(Lowering& ctx, const Iteration& iteration, const LoopTurn& turn);
const Operand* inner_name(const Lowering& ctx, const std::string& name);
Operand fold_tuple(Lowering& ctx, ExprId of, const Iteration& over, Range range);

// ---- exprs.cpp
Operand lower(Lowering& ctx, ExprId expr);
Operand lower_value(Lowering& ctx, ExprId expr);
Operand lower_plain(Lowering& ctx, ExprId expr);
Operand peek(Lowering& ctx, ExprId expr);
Operand attribute_of(Lowering& ctx, Operand object, const syntax::Attribute& attribute,
                     ExprId expr);
Operand lower_tuple(Lowering& ctx, const std::vector<ExprId>& items, Range range);

// ---- logic.cpp
Operand lower_binary(Lowering& ctx, const syntax::BinOp& e, Range range);
Operand lower_unary(Lowering& ctx, const syntax::UnaryOp& e, Range range);
Operand lower_compare(Lowering& ctx, const syntax::Compare& e, Range range);
Operand truth(Lowering& ctx, ExprId expr);
Operand lower_bool_op(Lowering& ctx, const syntax::BoolOp& e, Range range);
Operand lower_if_exp(Lowering& ctx, const syntax::IfExp& e, Range range);
Operand contains(Lowering& ctx, bool negated, const Operand& item, const Operand& of,
                 Range of_range, Range range);
bool is_operator_function(std::string_view name);
Operand call_operator(Lowering& ctx, std::string_view name, const syntax::Call& call, Range range);

// ---- matches.cpp
Operand lower_walrus(Lowering& ctx, const syntax::NamedExpr& e, Range range);
Operand joined(Lowering& ctx, ExprId expr, Operand operand);

// ---- prints.cpp
Operand lower_print(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);

// ---- pruning.cpp
std::optional<bool> known_truth(Lowering& ctx, ExprId test, const Flow& flow);
bool is_filled(Lowering& ctx, ExprId iterable);
std::vector<ExprId> asked_parts(Lowering& ctx, const syntax::BoolOp& op);
void run_known_test(Lowering& ctx, ExprId test);
bool is_none_literal(const Lowering& ctx, ExprId expr);

// ---- subscripts.cpp
Operand lower_subscript(Lowering& ctx, const syntax::Subscript& subscript, ExprId expr);
/// What `object[slice]` names: an item of a tuple, a field, an element, which is also a place, or a
/// view. `of` is where the object is written.
Operand item_of(Lowering& ctx, const Operand& object, ExprId of, ExprId slice, Range range,
                bool is_place = false);
/// What `a[i]` names where it is set.
Operand item_place(Lowering& ctx, const syntax::Subscript& subscript, Range range);
ExprId flat_array(const Lowering& ctx, const syntax::Subscript& subscript);
Operand checked_index(Lowering& ctx, const Operand& index, ExprId part);
std::optional<std::vector<ExprId>> slice_call(Lowering& ctx, ExprId part);

}  // namespace pycu::sema
