// Calls: functions of the file, intrinsics, methods, and the forms that only look like calls.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lower/lowering.h"

namespace pycu::sema {

// ---- array_methods.cpp
Operand flat_element(Lowering& ctx, ExprId object, ExprId slice, Range range);
Operand array_method(Lowering& ctx, const Operand& array, const syntax::Attribute& attribute,
                     const syntax::Call& call, Range range);
std::optional<Operand> call_array_function(Lowering& ctx, const std::string& path,
                                           const syntax::Call& call, Range range);

// ---- call_arguments.cpp

/// `1 argument`, `1 or 2 arguments`.
std::string arguments_text(const std::string& count);
/// How many arguments a function takes.
struct Count {
    static constexpr std::size_t any = SIZE_MAX;
    std::size_t least;
    std::size_t most;
};
std::vector<Operand> positional(Lowering& ctx, const syntax::Call& call);
/// The arguments of a call that takes positional ones only; after a report, `most` poisoned ones.
std::vector<Operand> arguments(Lowering& ctx, const syntax::Call& call, Range range, Count count,
                               const std::string& name = {});
std::vector<Operand> values_of(Lowering& ctx, const syntax::Call& call, std::vector<Operand> args,
                               Range range, Count count, const std::string& name = {});
/// Whether a call has that many arguments, all without names; reports it where it has not.
bool takes(Lowering& ctx, const syntax::Call& call, Range range, std::size_t count);
/// The arguments of `sum(x, start)` and `enumerate(x, start)`; reports others, and is then false.
bool bind_start(Lowering& ctx, const syntax::Call& call, Range range, const std::string& name,
                bool takes_start, ExprId& start);
std::vector<Operand> bind_args(Lowering& ctx, const DeviceFunction& function,
                               const syntax::Call& call, Range range);
Operand named_tuple(Lowering& ctx, const NamedTupleClass& of, const syntax::Call& call,
                    Range range);

// ---- calls.cpp
Operand lower_call(Lowering& ctx, const syntax::Call& call, ExprId expr);

// ---- foreign.cpp
Operand call_declared(Lowering& ctx, const DeclaredFunction& declared, const syntax::Call& call,
                      Range range);
Operand from_buffer(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);

// ---- inner_functions.cpp
void make_flow(Lowering& ctx, const std::vector<Argument>& args);
FunctionRef inner_function(const Lowering& ctx, StmtId def);
void lower_function(Lowering& ctx, const syntax::FunctionDef& s, StmtId id);
bool is_of_comprehension(const Lowering& ctx, const std::string& name, Range range);
void add_captures(Lowering& ctx, const DeviceFunction& callee, ExprId call,
                  std::vector<Operand>& args);
Operand finish_call(Lowering& ctx, const Instance& instance, const DeviceFunction& callee,
                    ir::ExprId made, ExprId call);
Operand with_returned(Lowering& ctx, const Operand& result, std::uint32_t stmt, Range range);

// ---- intrinsics.cpp
Operand call_path(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);

// ---- special_forms.cpp
Operand grid(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);
std::optional<std::int64_t> static_int(Lowering& ctx, ExprId expr);
std::optional<std::int64_t> static_int(Lowering& ctx, const Operand& operand, ExprId expr);
std::optional<Type> static_dtype(Lowering& ctx, ExprId expr);
Operand not_a_dtype(Lowering& ctx, ExprId expr);
Operand declare_array(Lowering& ctx, const std::string& path, const syntax::Call& call,
                      Range range);
Operand const_array_like(Lowering& ctx, const std::string& path, const syntax::Call& call,
                         Range range);
Operand length(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);
/// `isinstance(x, T)`, `hasattr(x, "name")`, `ord("a")`.
Operand static_call(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range);
bool is_import(const Lowering& ctx, const std::string& name);

}  // namespace pycu::sema
