// Arrays of which only a part is known, while host code runs: what the lines that a run has passed
// say of them, and what is made of them. values/array_parts.h has what they are.
#pragma once

#include "python/interpreter.h"

namespace pycu::sema {

class Interpreter::Parts {
  public:
    explicit Parts(Interpreter& run)
        : run_(run), store_(run.store_), tree_(run.tree_), frame_(run.frame_) {}

    /// A part with all that the run has learnt of it; the whole where nothing is missing.
    Value resolved(const Value& value);
    void learn_rank(const Value& value, std::int64_t rank);
    void learn_dtype(const Value& value, const Value& dtype);
    /// Whether a condition asks if a parameter has its default None, and what it is then: nobody
    /// here gives it anything else.
    std::optional<bool> by_default(ExprId test);
    /// What holds on the path that is taken where a condition is true, or false.
    void assume(ExprId test, bool holds);
    /// What an operation makes of values some of which are parts; nothing where none is, and where
    /// that is not certain.
    std::optional<Value> made_of(const std::vector<Value>& values, const OfWholes& function);
    /// `x.shape`, `x.dtype`, `x.T`, and methods of what has them.
    Value attribute(const Value& object, const std::string& name, Range range);
    Value call_method(const Value& object, const std::string& name, const CallArguments& args,
                      Range range);
    /// A call of a function that has a row, with parts among its arguments; arguments that nobody
    /// knows are parts where the row says of what.
    std::optional<Value> call_path(const std::string& path, const CallArguments& args);
    /// The same arguments, where parts are nothing more than unknown.
    static CallArguments without(CallArguments args);

  private:
    Cell* fact(std::uint64_t id);
    std::optional<Value> plain_part(ExprId expr);
    std::optional<std::pair<syntax::ExprId, bool>> none_test(ExprId test);
    Cell* named_cell(ExprId expr);
    void assume_none(ExprId place, bool is_none);
    void assume_equal(ExprId left, ExprId right);

    Interpreter& run_;
    Store& store_;
    const syntax::Tree* tree_;
    std::size_t frame_;
};

inline Interpreter::Parts Interpreter::parts() {
    return Parts(*this);
}

}  // namespace pycu::sema
