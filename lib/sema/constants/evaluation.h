// Computes one expression; private to the evaluator.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sema/constants/arrays.h"
#include "sema/constants/evaluator.h"

namespace pycu::sema {

/// Evaluates the expressions of one tree as seen from one place.
class Evaluation {
  public:
    Evaluation(Evaluator& names, const syntax::Tree& tree, const Evaluator::View& view,
               const LocalValues* locals)
        : names_(names), tree_(tree), view_(view), locals_(locals) {}

    Value value(syntax::ExprId id) { return found(id).value; }
    /// The value, and its origin where the expression is a name or an attribute of a class.
    Found found(syntax::ExprId id);

    /// `object[...]`, with the indices that a Subscript's slice spells.
    std::optional<std::vector<IndexValue>> indices(syntax::ExprId slice, Value& why);

  private:
    template <typename T>
    bool is_constant(syntax::ExprId id) const;
    Found dispatch(syntax::ExprId id);
    Found name(const syntax::Name& node, Range range);
    Value bin_op(syntax::ExprId id);
    Value apply(syntax::Operator op, const Value& a, const Value& b, Range range);
    Value unary_op(const syntax::UnaryOp& node, Range range);
    Value bool_op(const syntax::BoolOp& node, Range range);
    Value compare_chain(const syntax::Compare& node, Range range);
    Value if_exp(const syntax::IfExp& node, Range range);
    Value sequence(const std::vector<syntax::ExprId>& elts, bool is_list);
    Value dict(const syntax::Dict& node, Range range);
    Value subscript(const syntax::Subscript& node, Range range);
    Value lambda(const syntax::Lambda& node, Range range);
    Value comprehension(syntax::ExprId elt, const std::vector<syntax::Comprehension>& parts);
    bool generate(syntax::ExprId elt, const std::vector<syntax::Comprehension>& parts,
                  std::size_t depth, TupleValue& made, Value& why);
    bool bind(syntax::ExprId target, const Value& value);
    Value joined(const syntax::JoinedStr& node, Range range);

    Value call(const syntax::Call& node, syntax::ExprId id, Range range);
    Value call_dotted(const std::string& path, const CallArguments& args, const syntax::Call& node,
                      syntax::ExprId id, Range range);
    Value call_jit(const std::string& path, const CallArguments& args, syntax::ExprId id,
                   Range range);
    Value jitted(FunctionRef function, syntax::ExprId call) const;
    bool is_partial(const JitDecorator& made) const;
    std::optional<Value> call_method(const syntax::Attribute& callee, const CallArguments& args,
                                     Range range);
    bool arguments(const syntax::Call& node, CallArguments& args, Value& why);

    Evaluator& names_;
    const syntax::Tree& tree_;
    Evaluator::View view_;
    const LocalValues* locals_;
    /// The targets of comprehensions, innermost last.
    std::vector<std::pair<std::string, Value>> own_;
    std::int64_t generated_ = 0;
};

/// The items that iterating over a value gives; nothing where they are not known.
std::optional<std::vector<Value>> items_of(const Value& value);

/// Classes of named tuples, and the tuples that calling them makes.
Value make_named_tuple_class(const CallArguments& args, Range range);
Value make_typed_tuple_class(const CallArguments& args, Range range);
Value make_named_tuple(const NamedTupleClass& of, const CallArguments& args, Range range);

/// Whether a path is one of the decorators that make CUDA functions, or compile for the CPU.
bool is_cuda_jit(std::string_view path);
/// Whether a decorator makes a ufunc, a generalised ufunc or a reduction, for whatever target.
bool is_ufunc_maker(std::string_view path);
bool is_cpu_jit(std::string_view path);

}  // namespace pycu::sema
