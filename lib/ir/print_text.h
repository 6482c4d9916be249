// The printer of one function's IR. Private to print.
#pragma once

#include <string>
#include <vector>

#include "ir/module.h"

namespace pycu::ir {

class FunctionText {
  public:
    FunctionText(const Module& module, const Function& function);

    /// All of it, ended by a line end.
    std::string function();
    /// An expression where anything may stand; operands of operators are in parentheses.
    std::string expr(ExprId id) const;

  private:
    std::string operand(ExprId id) const;
    std::string list(const std::vector<ExprId>& ids) const;
    std::string index(const Subscript& index) const;
    std::string intrinsic(const Intrinsic& e) const;
    std::string element(const Element& e, Type) const;
    std::string element(const View& e, Type) const;
    std::string element(const Transpose& e, Type) const;
    std::string element(const Parts& e, Type) const;
    std::string element(const Reshape& e, Type) const;
    std::string element(const Reinterpret& e, Type type) const;
    std::string element(const Reduce& e, Type) const;
    std::string element(const Field& e, Type) const;
    std::string element(const Column& e, Type) const;
    std::string field(ExprId of, std::uint32_t index) const;
    std::string local(LocalId id) const;
    std::string typed_local(LocalId id) const;
    std::string constant(ConstantId id) const;
    std::string type(Type type) const;

    void block(const Block& block);
    void stmt(const Stmt& stmt, bool is_elif);
    void branch(const If& s, const Stmt& stmt, bool is_elif);
    void orelse(const Block& block, const Stmt& stmt);
    void body(const Block& block);
    void line(const std::string& text);
    std::string declare_array(const DeclareArray& s) const;
    std::string for_range(const ForRange& s) const;
    std::string for_items(const ForItems& s) const;
    std::string print_items(const Print& s) const;
    std::string facts(bool is_augmented, ExprId value) const;

    const Module& module_;
    const Function& function_;
    /// Whether another local in the function's text has the same name.
    std::vector<bool> is_shared_name_;
    std::string out_;
    int depth_ = 0;
};

/// The name of a function or a constant: C++'s once there is one.
template <class Named>
const std::string& spelled(const Named& one) {
    return one.spelling.empty() ? one.name : one.spelling;
}

/// A number as Python writes it.
std::string number_text(const Number& number);

}  // namespace pycu::ir
