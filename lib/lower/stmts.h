// Statements: what a node of the syntax tree adds to the block that is being filled.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lower/iteration.h"

namespace pycu::sema {

// ---- assign.cpp
void lower_assign(Lowering& ctx, const syntax::Assign& s, Range range);
void lower_ann_assign(Lowering& ctx, const syntax::AnnAssign& s, Range range);
void assign(Lowering& ctx, ExprId target, Operand value, Range range);
void assign_name(Lowering& ctx, ExprId target, const Operand& value, Range range,
                 bool augmented = false);
void lower_aug_assign(Lowering& ctx, const syntax::AugAssign& s, Range range);
std::optional<Operand> call_with_output(Lowering& ctx, const std::string& path,
                                        const syntax::Call& call, Range range);
Operand fill(Lowering& ctx, const Operand& array, const syntax::Call& call, Range range);

// ---- loops.cpp
void lower_for(Lowering& ctx, const syntax::For& s, StmtId id);
std::optional<decltype(ir::Stmt::as)> make_loop(Lowering& ctx, const Iteration& iteration,
                                                const LoopTurn& turn);

// ---- matches.cpp
void lower_match(Lowering& ctx, const syntax::Match& s, StmtId id);

// ---- returns.cpp
void lower_assert(Lowering& ctx, const syntax::Assert& s, Range range);
void lower_raise(Lowering& ctx, const syntax::Raise& s, Range range);
void lower_return(Lowering& ctx, const syntax::Return& s, StmtId id);
void give_result(Lowering& ctx, const Operand& operand, Range range, Range place);
bool returns_values(const Lowering& ctx);
void give_none(Lowering& ctx, Range range);
bool has_result(Lowering& ctx, InstanceId id);

// ---- stmts.cpp
ir::Block lower_block(Lowering& ctx, const syntax::Suite& body, bool is_function_body = false);
void lower_untaken(Lowering& ctx, const std::function<ir::Block()>& lower);

}  // namespace pycu::sema
