// How the loop of a ufunc may go through its elements. See jit_options.h.
#include <algorithm>
#include <string_view>

#include "emit/ufuncs.h"
#include "ir/visit.h"

namespace pycu::emit {
namespace {

/// The texts of functions that glibc has for several numbers at once: what pycu_vectors.h declares,
/// as math.def and numpy.def spell it.
constexpr std::string_view vector_functions[] = {
    "sin$f($0)", "cos$f($0)", "exp$f($0)", "log$f($0)", "pow$f($0, $1)",
};

/// What the function of a loop does, itself or through others.
struct Conduct {
    /// It may end its thread, which then must have no other element to do.
    bool may_end_thread = false;
    /// It calls one of the functions above.
    bool calls_vector_function = false;
    /// It takes little time and leaves nothing behind, so that it may run once more in vain.
    bool is_repeatable = true;
};

void look_at(const ir::Stmt& stmt, Conduct& conduct) {
    conduct.may_end_thread = conduct.may_end_thread || stmt.is<ir::Raise>();
    const bool repeats = stmt.is<ir::While>() || stmt.is<ir::ForRange>() || stmt.is<ir::ForItems>();
    conduct.is_repeatable = conduct.is_repeatable && !repeats && !stmt.is<ir::Print>();
}

void look_at(const ir::Function& function, const ir::Expr& expr, Conduct& conduct) {
    const auto set = [](bool& fact, bool holds) { fact = fact || holds; };
    if (const auto* row = expr.get<ir::Intrinsic>()) {
        set(conduct.calls_vector_function,
            std::ranges::find(vector_functions, row->row->text) != std::end(vector_functions));
        conduct.is_repeatable = conduct.is_repeatable && row->row->effect == api::Effect::Pure;
    } else if (const auto* binary = expr.get<ir::Binary>()) {
        const Type right = function.exprs[binary->right].type;
        set(conduct.may_end_thread, binary->op == BinaryOp::Div && right.is_complex());
        set(conduct.calls_vector_function, binary->op == BinaryOp::Pow && right.is_float());
    } else {
        // an Optional without a value, an item of a tuple that is not there
        set(conduct.may_end_thread, expr.is<ir::Unwrap>() || expr.is<ir::TupleAt>());
    }
}

Conduct conduct_of(const ir::Module& module, ir::FunctionId from) {
    Conduct conduct;
    for (const ir::FunctionId id : ir::reached(module, from)) {
        const ir::Function& function = module.functions[id];
        // a function that calls itself may run for long
        conduct.is_repeatable = conduct.is_repeatable && !function.is_recursive;
        for (const ir::Stmt& stmt : function.stmts) {
            look_at(stmt, conduct);
        }
        for (const ir::Expr& expr : function.exprs) {
            look_at(function, expr, conduct);
        }
    }
    return conduct;
}

}  // namespace

const char* loop_macro(const ir::Module& module, const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                       bool debug) {
    if (ufunc.kind == ir::Ufunc::Kind::Generalised) {
        return "PYCU_CALLS";
    }
    const Conduct conduct = conduct_of(module, loop.function);
    if (conduct.may_end_thread) {
        return "PYCU_SINGLES";
    }
    const bool is_vector = conduct.calls_vector_function && conduct.is_repeatable && !debug;
    return is_vector ? "PYCU_VECTORS" : "PYCU_ELEMENTS";
}

}  // namespace pycu::emit
