// What functions of the host make: arrays, and lists of numbers. See lowering.h.
#pragma once

#include <optional>
#include <string>

#include "lower/calls.h"
#include "lower/iteration.h"
#include "lower/lowering.h"
#include "lower/operations.h"

namespace pycu::sema {

/// `np.zeros((m, n), dtype)` and its kin; nothing for other functions.
std::optional<Operand> create_array(Lowering& ctx, const std::string& path,
                                    const syntax::Call& call, Range range);
/// `a.copy()`; nothing where device code has none.
std::optional<Operand> copy_array(Lowering& ctx, const Operand& array, Range range);

/// `l = []`, `l = [x, y]`; false for any other statement. The items of a list have one type, that
/// of all that is appended to the variable, which rounds find out.
bool assign_list(Lowering& ctx, const syntax::Assign& s, Range range);
/// `l.append(x)` of such a variable; nothing for other calls.
std::optional<Operand> append_to(Lowering& ctx, const syntax::Call& call, Range range);
/// `for x in l`
Iteration iterate_list(Lowering& ctx, const Operand& list, Range range);
Operand list_length(Lowering& ctx, const Operand& list, Range range);
Operand list_item(Lowering& ctx, const Operand& list, const Operand& index, Range range);
/// `l[i] = x`; false where that is no list.
bool store_list_item(Lowering& ctx, const syntax::Subscript& place, const Operand& item,
                     Range range);

// ---- private to host_memory.cpp
void note_item(Lowering& ctx, const std::string& name, const Operand& item, Range range);
void append(Lowering& ctx, const Operand& list, const Operand& item, Range range);

}  // namespace pycu::sema
