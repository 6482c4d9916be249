// What is done with arrays and records that are typed operands. Private to sema/body.
//
// Elements, views, other shapes, fields of records and functions of all elements are expressions;
// a store is a statement, or nested loops of them where a view is stored to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sema/body/operations.h"

namespace pycu::sema {

class ArrayOperations : protected Operations {
  protected:
    using Operations::Operations;

    // ---- elements and views (views.cpp)
    bool check_rank(const Operand& array, const std::vector<ArrayIndex>& at, Range range);
    Operand make_element(const Operand& array, std::vector<Operand> indices, Range range);
    Operand view(const Operand& array, const std::vector<ArrayIndex>& at, Range range);
    ir::Subscript subscript(ir::ExprId array, int axis, const Operand& index);
    ir::ExprId named_array(ir::ExprId array);
    ir::ExprId extent(ir::ExprId array, int axis, Range range);

    // ---- attributes, shapes and items (array_parts.cpp)
    Operand array_attribute(const Operand& array, const std::string& name, Range range);
    Operand parts(const Operand& array, bool is_imag, Range range);
    Operand transpose(const Operand& array, Range range);
    Operand reshaped(const Operand& array, std::vector<ir::ExprId> extents, Range range,
                     const std::string& written);
    Operand ravel(const Operand& array, Range range, const std::string& written);
    Operand item(const Operand& array, Range range);
    std::vector<Operand> array_items(const Operand& array, std::size_t count, Range range);

    // ---- functions of all elements (reductions.cpp)
    static bool is_array_function(std::string_view name);
    Operand reduce(const std::string& function, const Operand& array, Range range);

    // ---- records (records.cpp)
    std::string record_name(Type type) const;
    bool check_record(Type type, Range range);
    void refuse_record_tuples(Range range);
    Operand field(const Operand& of, const std::string& name, Range range, Range name_range);
    Operand field_at(const Operand& of, std::uint32_t index, Range range, Range name_range);
    bool is_column(const Operand& array, const std::string& name) const;
    Operand column_element(const ir::Column& column, std::vector<Operand> at, Range range);
    ir::ExprId place_root(ir::ExprId place) const;

    // ---- stores (lanes.cpp, slice_order.cpp)
    void store(const Operand& place, const Operand& value, Range range, bool augmented = false);
    void store_array(const Operand& place, const Operand& operand, Range range);
    void store_items(const Operand& place, const Operand& tuple, Range range);
    void store_lanes(const Operand& place, const Lanes& value, Range range,
                     std::optional<BinaryOp> op = {}, int order = 0);
    std::optional<int> store_order(const Operand& place, const Lanes& value, Range range);
    Lanes scalar_lanes(Operand operand);
    Operand lane(const Lanes& value, const std::vector<ir::ExprId>& counters, Range range);
    Operand lane_array(Operand array, const std::string& name);
    Operand lane_element(const Operand& array, const std::vector<ir::ExprId>& counters,
                         Range range);
    ir::ExprId lane_extent(const Operand& array, int axis, Range range);

    /// What the variables that refer to records were set to in this round, by the local's index.
    std::unordered_map<std::uint32_t, ir::ExprId> references_;
};

}  // namespace pycu::sema
