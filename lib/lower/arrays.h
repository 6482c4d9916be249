// What is done with arrays and records that are typed operands.
//
// Elements, views, other shapes, fields of records and functions of all elements are expressions;
// a store is a statement, or nested loops of them where a view is stored to. Calls only nodes.h and
// operations.h.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lower/operations.h"

namespace pycu::sema {

/// `:`, which takes all of an axis.
inline bool is_whole(const ir::ViewIndex& index) {
    return index.kind == ir::ViewIndex::Kind::Slice && !index.start.valid() &&
           !index.stop.valid() && !index.step.valid();
}
/// Whether a view is `a[i]` or `a[i, j]` of an array of more axes; null for what is no view.
inline bool is_row(const ir::View* view) {
    const auto is_index = [](const ir::ViewIndex& one) {
        return one.kind == ir::ViewIndex::Kind::Index;
    };
    return view != nullptr && std::ranges::all_of(view->indices, is_index);
}

// ---- array_parts.cpp
Operand array_attribute(Lowering& ctx, const Operand& array, const std::string& name, Range range);
Operand parts(Lowering& ctx, const Operand& array, bool is_imag, Range range);
Operand transpose(Lowering& ctx, const Operand& array, Range range);
Operand reshaped(Lowering& ctx, const Operand& array, std::vector<ir::ExprId> extents, Range range,
                 const std::string& written);
Operand ravel(Lowering& ctx, const Operand& array, Range range, const std::string& written);
Operand item(Lowering& ctx, const Operand& array, Range range);
std::vector<Operand> array_items(Lowering& ctx, const Operand& array, std::size_t count,
                                 Range range);
bool is_array_function(std::string_view name);
Operand reduce(Lowering& ctx, const std::string& function, const Operand& array, Range range);

// ---- lanes.cpp
void store(Lowering& ctx, const Operand& place, const Operand& value, Range range,
           bool augmented = false);
void store_array(Lowering& ctx, const Operand& place, const Operand& operand, Range range);
Lanes lanes_of(const Operand& operand, Range range);
/// The value at the counters of the loops around it.
Operand lane(Lowering& ctx, const Lanes& value, const std::vector<ir::ExprId>& counters,
             Range range);
void store_lanes(Lowering& ctx, const Operand& place, const Lanes& value, Range range,
                 std::optional<BinaryOp> op = {});
void store_items(Lowering& ctx, const Operand& place, const Operand& tuple, Range range);

// ---- slice_order.cpp
std::optional<int> store_order(Lowering& ctx, const Operand& place, const Lanes& value,
                               Range range);

// ---- views.cpp
std::string record_name(const Lowering& ctx, Type type);
bool check_record(Lowering& ctx, Type type, Range range);
void refuse_record_tuples(Lowering& ctx, Range range);
Operand field(Lowering& ctx, const Operand& of, const std::string& name, Range range,
              Range name_range);
Operand field_at(Lowering& ctx, const Operand& of, std::uint32_t index, Range range,
                 Range name_range);
bool is_column(const Lowering& ctx, const Operand& array, const std::string& name);
Operand column_element(Lowering& ctx, const ir::Column& column, std::vector<Operand> at,
                       Range range);
ir::ExprId place_root(const Lowering& ctx, ir::ExprId place);
/// How many axes of an array indices are of.
int taken_axes(const std::vector<ArrayIndex>& at);
ir::ExprId named_array(Lowering& ctx, ir::ExprId array);
ir::ExprId extent(Lowering& ctx, ir::ExprId array, int axis, Range range);
Operand make_element(Lowering& ctx, const Operand& array, std::vector<Operand> indices,
                     Range range);
Operand view(Lowering& ctx, const Operand& array, const std::vector<ArrayIndex>& at, Range range);

}  // namespace pycu::sema
