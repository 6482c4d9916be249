// Walking the bodies of kernels, and counting.
#include "annotate/work.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "ir/visit.h"

namespace pycu::annotate {
namespace {

Work larger(const Work& a, const Work& b) {
    return {std::max(a.single, b.single),         std::max(a.doubles, b.doubles),
            std::max(a.loaded, b.loaded),         std::max(a.stored, b.stored),
            a.has_open_loops || b.has_open_loops, true};
}

void add(Work& sum, const Work& more, double times) {
    sum.single += times * more.single;
    sum.doubles += times * more.doubles;
    sum.loaded += times * more.loaded;
    sum.stored += times * more.stored;
    sum.has_open_loops |= more.has_open_loops;
    sum.has_branches |= more.has_branches;
}

/// Counts one call of a function. `is_near` says which of its parameters are shared or local
/// arrays.
class Counter {
  public:
    Counter(const ir::Module& module, ir::FunctionId id, std::vector<bool> is_near, int depth)
        : module_(module),
          function_(module.functions[id]),
          is_near_(std::move(is_near)),
          depth_(depth) {}

    Work count() { return block(function_.body); }

  private:
    Work block(const ir::Block& statements) {
        Work sum;
        for (const ir::StmtId id : statements) {
            add(sum, statement(function_.stmts[id]), 1);
        }
        return sum;
    }

    Work statement(const ir::Stmt& stmt) {
        Work sum;
        if (const auto* branch = stmt.get<ir::If>()) {
            add(sum, value(branch->condition), 1);
            add(sum, larger(block(branch->body), block(branch->orelse)), 1);
            return sum;
        }
        if (ir::is_loop(stmt)) {
            return loop(stmt);
        }
        if (const auto* store = stmt.get<ir::Store>()) {
            add(sum, value(store->value), 1);
            add(sum, place(store->place, false, true), 1);
            return sum;
        }
        ir::for_each_expr(stmt, [&](const ir::ExprId& id) { add(sum, value(id), 1); });
        return sum;
    }

    Work loop(const ir::Stmt& stmt) {
        Work once;
        ir::for_each_block(stmt, [&](const ir::Block& inner) { add(once, block(inner), 1); });
        Work sum;
        const std::optional<double> turns = turns_of(stmt);
        const bool is_while = stmt.is<ir::While>();
        ir::for_each_expr(stmt,
                          [&](const ir::ExprId& id) { add(is_while ? once : sum, value(id), 1); });
        once.has_open_loops |= !turns;
        add(sum, once, turns.value_or(1));
        return sum;
    }

    std::optional<double> turns_of(const ir::Stmt& stmt) const {
        if (const auto* items = stmt.get<ir::ForItems>()) {
            return static_cast<double>(items->items.size());
        }
        const auto* range = stmt.get<ir::ForRange>();
        if (range == nullptr) {
            return std::nullopt;
        }
        const auto start = known(range->start);
        const auto stop = known(range->stop);
        const auto step = known(range->step);
        if (!start || !stop || !step || *step == 0) {
            return std::nullopt;
        }
        const std::int64_t span = *step > 0 ? *stop - *start : *start - *stop;
        const std::int64_t size = *step > 0 ? *step : -*step;
        return static_cast<double>(std::max<std::int64_t>(0, (span + size - 1) / size));
    }

    /// An integer that is a number of the text.
    std::optional<std::int64_t> known(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* cast = expr.get<ir::Cast>()) {
            return known(cast->value);
        }
        const ir::Number* number = nullptr;
        if (const auto* literal = expr.get<ir::Literal>()) {
            number = &literal->value;
        } else if (const auto* read = expr.get<ir::ReadConstant>()) {
            const ir::Constant& constant = module_.constants[read->constant];
            number = constant.values.size() == 1 ? constant.values.data() : nullptr;
        }
        const auto* integer = number != nullptr ? std::get_if<std::int64_t>(number) : nullptr;
        constexpr std::int64_t bound = std::int64_t{1} << 40;
        const bool is_small = integer != nullptr && -bound < *integer && *integer < bound;
        return is_small ? std::optional(*integer) : std::nullopt;
    }

    /// Of an expression that is read, with its parts.
    Work value(ir::ExprId id) {
        const ir::Expr& expr = function_.exprs[id];
        if (ir::is_place(expr)) {
            return place(id, true, false);
        }
        Work sum;
        bool is_first = true;
        const auto* row = expr.get<ir::Intrinsic>();
        const bool takes_place = row != nullptr && row->row != nullptr && row->row->takes_place();
        ir::for_each_operand(expr, [&](const ir::ExprId& part) {
            const bool is_changed = takes_place && is_first && ir::is_place(function_.exprs[part]);
            add(sum, is_changed ? place(part, true, true) : value(part), 1);
            is_first = false;
        });
        if (const auto* call = expr.get<ir::Call>()) {
            add(sum, called(*call), 1);
        }
        if (const auto* reduce = expr.get<ir::Reduce>()) {  // a loop over all elements
            const Type array = function_.exprs[reduce->array].type;
            sum.loaded += is_far(reduce->array) ? double(module_.types.bytes(array)) : 0;
            sum.has_open_loops = true;
        }
        const double operations = operations_of(expr);
        const Type scalar = expr.type;
        const bool is_double = scalar == float64 || scalar == complex128;
        (is_double ? sum.doubles : sum.single) += operations;
        return sum;
    }

    /// How many operations of floats an expression is, without its parts.
    double operations_of(const ir::Expr& expr) const {
        const bool is_complex = expr.type.is_complex();
        if (!expr.type.is_float() && !is_complex) {
            return 0;
        }
        if (expr.is<ir::Reduce>()) {
            return 1;
        }
        if (const auto* binary = expr.get<ir::Binary>()) {
            if (!is_complex) {
                return 1;
            }
            const bool is_sum = binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub;
            return is_sum ? 2 : binary->op == BinaryOp::Mult ? 6 : 11;
        }
        const auto* row = expr.get<ir::Intrinsic>();
        if (row == nullptr || row->args.empty() || row->row == nullptr) {
            return 0;
        }
        const bool is_fma = row->row->name.ends_with("fma");
        return is_fma ? 2 : 1;
    }

    /// An element or a field that is read, written or both, and what its indices take.
    Work place(ir::ExprId id, bool is_read, bool is_written) {
        const ir::Expr& expr = function_.exprs[id];
        Work sum;
        if (const auto* field = expr.get<ir::Field>()) {
            const ir::Expr& record = function_.exprs[field->record];
            if (ir::is_place(record)) {  // of a record no more than the field is moved
                add(sum, place(field->record, false, false), 1);
            }
        }
        const auto* element = expr.get<ir::Element>();
        if (element != nullptr) {
            for (const ir::Subscript& index : element->indices) {
                add(sum, value(index.value), 1);
            }
        }
        if (is_far(id)) {
            const auto size = static_cast<double>(module_.types.bytes(expr.type));
            sum.loaded += is_read ? size : 0;
            sum.stored += is_written ? size : 0;
        }
        return sum;
    }

    /// Whether an array, or what is in it, lies in the memory that all blocks share.
    bool is_far(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* read = expr.get<ir::Read>()) {
            const ir::Local& local = function_.locals[read->local];
            const bool is_own = local.kind == ir::Local::Kind::SharedArray ||
                                local.kind == ir::Local::Kind::LocalArray;
            const auto at = std::ranges::find(function_.params, read->local);
            const auto index = static_cast<std::size_t>(at - function_.params.begin());
            return !is_own && (index >= is_near_.size() || !is_near_[index]);
        }
        if (expr.is<ir::ReadConstant>()) {
            return false;
        }
        bool is_first = true;
        bool is_it = true;
        ir::for_each_operand(expr, [&](const ir::ExprId& part) {
            is_it = is_first ? is_far(part) : is_it;
            is_first = false;
        });
        return is_it;
    }

    Work called(const ir::Call& call) {
        constexpr int deepest = 32;
        if (depth_ >= deepest) {
            return {};
        }
        std::vector<bool> is_near;
        for (const ir::ExprId id : call.args) {
            const Type type = function_.exprs[id].type;
            is_near.push_back(type.is_array() && !is_far(id));
        }
        return Counter(module_, call.function, std::move(is_near), depth_ + 1).count();
    }

    const ir::Module& module_;
    const ir::Function& function_;
    std::vector<bool> is_near_;
    int depth_;
};

}  // namespace

Work work_of(const ir::Module& module, ir::FunctionId kernel) {
    return Counter(module, kernel, {}, 0).count();
}

const Roof& shown_roof() {
    static const Roof roofs[] = {
#define PYCU_ROOF(...) {__VA_ARGS__},
#include "annotate/roofs.def"
    };
    return roofs[0];
}

double attainable(const Work& work, const Roof& roof) {
    const double computing = work.single / roof.single + work.doubles / roof.doubles;
    const double moving = work.bytes() / roof.bandwidth;
    const double seconds = std::max(computing, moving);
    return seconds > 0 ? work.operations() / seconds : 0;
}

}  // namespace pycu::annotate
