// The checker of one function. Private to verify.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace pycu::ir {

class FunctionCheck {
  public:
    FunctionCheck(const Module& module, FunctionId id)
        : module_(module),
          function_(module.functions[id]),
          id_(id),
          is_placed_(function_.stmts.size()),
          is_checked_(function_.exprs.size()) {}

    /// What is wrong first; empty when nothing is.
    std::string run();

  private:
    void head();
    void block(const Block& block);
    void stmt(const Stmt& stmt);
    void assign(const Assign& s);
    void unpack(const Unpack& s);
    void store(const Store& s);
    void for_range(const ForRange& s);
    void for_items(const ForItems& s);
    void print_items(const Print& s);
    void declare_array(const DeclareArray& s);
    void returns(const Return& s);
    void loop_body(const Block& block);

    void expr(ExprId id);
    bool has_effect(ExprId id) const;
    void lost_effects();
    void literal(const Literal& e, ExprId id);
    void part(ExprId part, ExprId number);
    void compare(const Compare& e, ExprId id);
    void logical(const Logical& e, ExprId id);
    void select(const Select& e, ExprId id);
    void no_value(ExprId id);
    void has_value(const HasValue& e, ExprId id);
    void unwrap(const Unwrap& e, ExprId id);
    void unary(const Unary& e, ExprId id);
    void binary(const Binary& e, ExprId id);
    void element(const Element& e, ExprId id);
    void element(const View& e, ExprId id);
    void element(const Transpose& e, ExprId id);
    void element(const Parts& e, ExprId id);
    void element(const Reshape& e, ExprId id);
    void element(const Reinterpret& e, ExprId id);
    void element(const Reduce& e, ExprId id);
    void field(ExprId of, std::uint32_t index, ExprId id);
    void tuple(const Tuple& e, ExprId id);
    void tuple_item(const TupleItem& e, ExprId id);
    void tuple_at(const TupleAt& e, ExprId id);
    void call(const Call& e, ExprId id);
    void intrinsic(const Intrinsic& e, ExprId id);
    void axis(ExprId array, int axis, ExprId id);

    void require(bool holds, const char* rule, ExprId id);
    void require(bool holds, const char* rule);
    bool is_value(ExprId id) const { return function_.exprs.contains(id); }
    bool is_local(LocalId id) const { return function_.locals.contains(id); }
    Type type(ExprId id) const { return is_value(id) ? function_.exprs[id].type : Type::error(); }

    /// Whether a value may go where the type is expected: views of one element and rank are one
    /// C++ type, whatever is known of their strides.
    static bool fits(Type value, Type place) {
        return value == place ||
               (value.is_array() && place.is_array() &&
                value.element_type() == place.element_type() && value.rank() == place.rank());
    }

    const Module& module_;
    const Function& function_;
    FunctionId id_;
    std::vector<bool> is_placed_;
    std::vector<bool> is_checked_;
    int loops_ = 0;
    std::string problem_;
};

}  // namespace pycu::ir
