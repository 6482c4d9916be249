// How the loop of a ufunc may go through its elements. See ufunc_loops.h.
#include "emit/ufunc_loops.h"

#include <algorithm>
#include <set>
#include <string_view>

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

class Reader {
  public:
    explicit Reader(const ir::Module& module) : module_(module) {}

    Conduct read(ir::FunctionId id) {
        look_at(id);
        return conduct_;
    }

  private:
    void look_at(ir::FunctionId id) {
        if (!id.valid()) {
            return;
        }
        if (!seen_.insert(id.index).second) {
            // a function that calls itself may run for long
            conduct_.is_repeatable = conduct_.is_repeatable && !module_.functions[id].is_recursive;
            return;
        }
        const ir::Function& function = module_.functions[id];
        for (const ir::Stmt& stmt : function.stmts) {
            look_at(stmt);
        }
        for (const ir::Expr& expr : function.exprs) {
            look_at(function, expr);
        }
        std::ranges::for_each(function.callees, [&](ir::FunctionId callee) { look_at(callee); });
    }

    void look_at(const ir::Stmt& stmt) {
        conduct_.may_end_thread = conduct_.may_end_thread || stmt.is<ir::Raise>();
        const bool repeats =
            stmt.is<ir::While>() || stmt.is<ir::ForRange>() || stmt.is<ir::ForItems>();
        const bool prints = stmt.is<ir::Print>();
        conduct_.is_repeatable = conduct_.is_repeatable && !repeats && !prints;
    }

    void look_at(const ir::Function& function, const ir::Expr& expr) {
        if (const auto* row = expr.get<ir::Intrinsic>()) {
            conduct_.calls_vector_function =
                conduct_.calls_vector_function ||
                std::ranges::find(vector_functions, row->row->text) != std::end(vector_functions);
            conduct_.is_repeatable =
                conduct_.is_repeatable && row->row->effect == api::Effect::Pure;
        } else if (const auto* binary = expr.get<ir::Binary>()) {
            const bool is_complex = function.exprs[binary->right].type.is_complex();
            conduct_.may_end_thread =
                conduct_.may_end_thread || (binary->op == BinaryOp::Div && is_complex);
            conduct_.calls_vector_function =
                conduct_.calls_vector_function ||
                (binary->op == BinaryOp::Pow && function.exprs[binary->right].type.is_float());
        } else {
            // an Optional without a value, an item of a tuple that is not there
            conduct_.may_end_thread =
                conduct_.may_end_thread || expr.is<ir::Unwrap>() || expr.is<ir::TupleAt>();
        }
    }

    const ir::Module& module_;
    std::set<std::uint32_t> seen_;
    Conduct conduct_;
};

}  // namespace

const char* loop_macro(const ir::Module& module, const ir::Ufunc& ufunc, const ir::UfuncLoop& loop,
                       bool debug) {
    if (ufunc.kind == ir::Ufunc::Kind::Generalised) {
        return "PYCU_CALLS";
    }
    const Conduct conduct = Reader(module).read(loop.function);
    if (conduct.may_end_thread) {
        return "PYCU_SINGLES";
    }
    const bool is_vector = conduct.calls_vector_function && conduct.is_repeatable && !debug;
    return is_vector ? "PYCU_VECTORS" : "PYCU_ELEMENTS";
}

}  // namespace pycu::emit
