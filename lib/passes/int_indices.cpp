// Indices of type int, for launches that they are enough for.
//
// Python's integers have 64 bits, and so have Numba's. Most launches have fewer than 2^30 threads
// along an axis and no more elements in an array: there an index fits in an int, and a GPU computes
// with those in half the instructions. The module that this makes is for such launches alone; the
// one that it is made of takes all others. What is not proven to fit stays as it is.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "ir/visit.h"
#include "passes/index_variables.h"
#include "passes/intervals.h"
#include "passes/passes.h"
#include "types/scalar.h"

namespace pycu::passes {
namespace {

/// Whether an array stands in the type beside other things: such types are spelled once a module.
bool hides_array(Type type, const TypeTable& types) {
    if (type.is_optional()) {
        return types.without_none(type).is_array();
    }
    return type.is_list() ||
           (type.is_tuple() && std::ranges::any_of(types.items(type), [&](Type item) {
                return item.is_array() || hides_array(item, types);
            }));
}

/// Whether an expression looks at an array in a way that only strides in bytes allow.
bool needs_bytes(const ir::Module& module, const ir::Function& function, const ir::Expr& expr) {
    if (expr.is<ir::Stride>() || expr.is<ir::Column>()) {
        return true;  // a record has many elements of its fields' size
    }
    const auto bytes = [&](Type array) { return module.types.bytes(array.element_type()); };
    const auto* bits = expr.get<ir::Reinterpret>();
    return bits != nullptr && bytes(function.exprs[bits->array].type) != bytes(expr.type);
}

/// Whether the array is a constant that C++ has no array for: its view is made with 64 bits.
bool is_odd_constant(const ir::Module& module, const ir::Expr& expr) {
    const auto* read = expr.get<ir::ReadConstant>();
    if (read == nullptr || !expr.type.is_array()) {
        return false;
    }
    const ir::Constant& constant = module.constants[read->constant];
    return constant.address || constant.shape.empty() || std::ranges::count(constant.shape, 0) > 0;
}

bool may_have_int_indices(const ir::Module& module, const ir::Function& function) {
    return !function.is_host_function && !hides_array(function.result, module.types) &&
           std::ranges::none_of(
               function.locals,
               [&](const ir::Local& local) { return hides_array(local.type, module.types); }) &&
           std::ranges::none_of(function.exprs, [&](const ir::Expr& expr) {
               return hides_array(expr.type, module.types) || expr.is<ir::Reshape>() ||
                      needs_bytes(module, function, expr) || is_odd_constant(module, expr);
           });
}

/// What a number of blocks is multiplied with: `blockIdx.x * 256` is a place in the grid as well.
class BlockProducts {
  public:
    explicit BlockProducts(const ir::Function& function) : function_(function) {
        for (const ir::Stmt& stmt : function.stmts) {
            if (const auto* assign = stmt.get<ir::Assign>()) {
                set_[assign->target.index] = assign->value;
            } else if (const auto* loop = stmt.get<ir::ForRange>()) {
                set_[loop->target.index] = loop->stop;  // it counts blocks where the stop does
            }
        }
    }

    /// Whether it is anything but the size of a block.
    bool are_of_written_sizes() const {
        return std::ranges::any_of(function_.exprs, [&](const ir::Expr& expr) {
            const auto* product = expr.get<ir::Binary>();
            return product != nullptr && product->op == BinaryOp::Mult &&
                   (is_odd(product->left, product->right) || is_odd(product->right, product->left));
        });
    }

  private:
    bool is_odd(ir::ExprId one, ir::ExprId other) const {
        using Kind = Position::Kind;
        const auto count = position(one);
        const auto factor = count ? position(other) : std::nullopt;
        return count && (count->kind == Kind::Block || count->kind == Kind::Blocks) &&
               !(factor && factor->kind == Kind::BlockSize);
    }

    /// What an expression reads of the grid.
    std::optional<Position> position(ir::ExprId id) const {
        for (int steps = 0; steps < 8; ++steps) {
            const auto* read = function_.get<ir::Read>(id);
            if (const auto* cast = function_.get<ir::Cast>(id)) {
                id = cast->value;
            } else if (const auto set = read == nullptr ? set_.end() : set_.find(read->local.index);
                       set != set_.end()) {
                id = set->second;
            } else {
                break;
            }
        }
        const auto* row = function_.get<ir::Intrinsic>(id);
        return row == nullptr ? std::nullopt : position_of_row(*row->row);
    }

    const ir::Function& function_;
    /// What a variable is set to, the last time in the text.
    std::unordered_map<std::uint32_t, ir::ExprId> set_;
};

/// The kernels that can, with all that they call; what is called by others can't either.
void choose_functions(ir::Module& module) {
    const auto count = std::uint32_t(module.functions.size());
    std::vector<bool> is_able(count);
    std::vector<std::uint32_t> roots;
    for (std::uint32_t i = 0; i < count; ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        is_able[i] = may_have_int_indices(module, function);
        if (function.kind == ir::Function::Kind::Kernel) {
            roots.push_back(i);
            // without an array there is one entry, and no other for what does not fit
            is_able[i] = is_able[i] && std::ranges::any_of(function.params, [&](ir::LocalId param) {
                             const Type type = function.locals[param].type;
                             return type.is_array() && type.rank() > 0;
                         });
        }
    }
    const auto refuse = [&](std::uint32_t root) {
        bool is_new = false;
        for (const ir::FunctionId one : ir::reached(module, ir::FunctionId{root})) {
            is_new = is_new || is_able[one.index];
            is_able[one.index] = false;
        }
        return is_new;
    };
    for (const ir::Ufunc& ufunc : module.ufuncs) {
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            refuse(loop.function.index);
        }
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (const std::uint32_t root : roots) {
            const std::vector<ir::FunctionId> all = ir::reached(module, ir::FunctionId{root});
            const bool is_whole =
                std::ranges::all_of(all, [&](ir::FunctionId one) { return is_able[one.index]; });
            goes_on = (!is_whole && refuse(root)) || goes_on;
        }
    }
    for (const std::uint32_t root : roots) {
        for (const ir::FunctionId one : ir::reached(module, ir::FunctionId{root})) {
            module.functions[one].has_int_indices = is_able[one.index];
        }
    }
}

/// Says which kernels, with all that they call, take few blocks only.
void bound_blocks(ir::Module& module) {
    for (ir::Function& function : module.functions) {
        function.has_few_blocks =
            function.has_int_indices && BlockProducts(function).are_of_written_sizes();
    }
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
            const std::vector<ir::FunctionId> all = ir::reached(module, ir::FunctionId{i});
            const auto count = std::ranges::count_if(
                all, [&](ir::FunctionId one) { return module.functions[one].has_few_blocks; });
            if (count > 0 && count < std::ptrdiff_t(all.size())) {
                goes_on = true;
                for (const ir::FunctionId one : all) {
                    module.functions[one].has_few_blocks = true;
                }
            }
        }
    }
}

/// The parameters of a kernel that indices are compared with or computed from: a launch looks
/// whether they are as small as extents.
class IndexParameters {
  public:
    explicit IndexParameters(ir::Function& kernel) : kernel_(kernel) {}

    void find() {
        for (const ir::Expr& expr : kernel_.exprs) {
            if (const auto* compare = expr.get<ir::Compare>()) {
                mark(compare->left);
                mark(compare->right);
            } else if (const auto* element = expr.get<ir::Element>()) {
                for (const ir::Subscript& index : element->indices) {
                    mark(index.value);
                }
            } else if (ir::is_floor_division(expr)) {
                const auto& binary = std::get<ir::Binary>(expr.as);
                mark(binary.left);
                mark(binary.right);
            }
        }
        for (const ir::Stmt& stmt : kernel_.stmts) {
            if (const auto* loop = stmt.get<ir::ForRange>()) {
                mark(loop->start);
                mark(loop->stop);
                mark(loop->step);
            }
        }
        for (const ir::Expr& expr : kernel_.exprs) {
            unmark(expr);
        }
    }

  private:
    const ir::Read* read(ir::ExprId id) const {
        while (const auto* cast = kernel_.get<ir::Cast>(id)) {
            id = cast->value;
        }
        return kernel_.get<ir::Read>(id);
    }

    bool is_candidate(const ir::Local& local) const {
        return local.kind == ir::Local::Kind::Parameter && local.is_const &&
               (local.type == int64 || local.type == int32);
    }

    void mark(ir::ExprId id) {
        if (!kernel_.exprs[id].type.is_integer()) {
            return;
        }
        if (const auto* one = read(id)) {
            ir::Local& local = kernel_.locals[one->local];
            local.is_int = local.is_int || is_candidate(local);
        }
        if (const auto* binary = kernel_.get<ir::Binary>(id)) {
            mark(binary->left);
            mark(binary->right);
        } else if (const auto* cast = kernel_.get<ir::Cast>(id)) {
            mark(cast->value);
        }
    }

    /// Seeds, hashes and masks may be large: their bits are computed with.
    void unmark(const ir::Expr& expr) {
        const auto* binary = expr.get<ir::Binary>();
        const bool is_of_bits =
            binary != nullptr && (binary->op == BinaryOp::BitAnd || binary->op == BinaryOp::BitOr ||
                                  binary->op == BinaryOp::BitXor ||
                                  binary->op == BinaryOp::LShift || binary->op == BinaryOp::RShift);
        if (is_of_bits) {
            for (const ir::ExprId operand : {binary->left, binary->right}) {
                if (const auto* one = read(operand)) {
                    kernel_.locals[one->local].is_int = false;
                }
            }
        }
    }

    ir::Function& kernel_;
};

/// The variables whose C++ type is not that of the declaration: parts of a tuple, and counters of
/// loops that find their direction while they run.
std::vector<bool> have_other_types(const ir::Function& function) {
    std::vector<bool> result(function.locals.size());
    for (const ir::Stmt& stmt : function.stmts) {
        if (const auto* unpack = stmt.get<ir::Unpack>()) {
            for (const ir::LocalId target : unpack->targets) {
                if (target.valid()) {
                    result[target.index] = true;
                }
            }
        } else if (const auto* loop = stmt.get<ir::ForRange>();
                   loop != nullptr && loop->step_sign == 0) {
            result[loop->target.index] = true;
        }
    }
    return result;
}

/// A counter is stepped once more than its loop has iterations, and has its start where there are
/// none.
ir::Interval with_last_step(const ir::Function& function, const ir::ForRange& loop,
                            ir::Interval values) {
    const ir::Expr& start = function.exprs[loop.start];
    const auto* literal = start.get<ir::Literal>();
    values =
        ir::join(values, literal != nullptr ? ir::interval_of(literal->value)
                                            : ir::meet(start.known, ir::interval_of(start.type)));
    const ir::Interval step = function.exprs[loop.step].known;
    return {step.low < 0 ? ir::saturating_add(values.low, step.low) : values.low,
            step.high > 0 ? ir::saturating_add(values.high, step.high) : values.high};
}

/// Whether an int holds all of some values; of no value nothing is known.
bool is_of_int(ir::Interval values) {
    return values.low <= values.high && ir::contains(ir::interval_of(int32), values);
}

void choose_variables(const ir::Module& module, ir::FunctionId id, ir::Function& function) {
    const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
    const bool is_overloaded = std::ranges::any_of(module.functions, [&](const auto& other) {
        return &other != &module.functions[id] && other.spelling == function.spelling;
    });
    std::vector<bool> is_fixed = have_other_types(function);
    for (const ir::LocalId param : function.params) {
        is_fixed[param.index] = is_kernel || is_overloaded || function.is_recursive;
    }
    for (const ir::Stmt& stmt : function.stmts) {
        if (const auto* loop = stmt.get<ir::ForRange>()) {
            ir::Interval& values = function.locals[loop->target].values;
            values = with_last_step(function, *loop, values);
        }
    }
    function.returns_int =
        function.result == int64 && !is_overloaded && !function.is_recursive &&
        std::ranges::all_of(function.stmts, [&](const ir::Stmt& stmt) {
            const auto* end = stmt.get<ir::Return>();
            return end == nullptr || !end->value || is_of_int(function.exprs[*end->value].known);
        });
    const std::vector<bool> is_index = find_index_variables(function);
    keep_positive_indices(function, is_index);
    for (std::uint32_t i = 0; i < function.locals.size(); ++i) {
        ir::Local& local = function.locals[ir::LocalId{i}];
        const bool may_be_int = !is_fixed[i] && local.type == int64;
        const bool is_proven = local.is_int || (may_be_int && is_of_int(local.values));
        local.is_index = may_be_int && is_index[i] && !is_proven;
        local.is_int = is_proven || local.is_index;
    }
}

}  // namespace

ir::Module with_int_indices(const ir::Module& module) {
    ir::Module result = module;
    choose_functions(result);
    bound_blocks(result);
    for (ir::Function& function : result.functions) {
        if (function.has_int_indices && function.kind == ir::Function::Kind::Kernel) {
            IndexParameters(function).find();
        }
    }
    find_intervals(result);
    for (std::uint32_t i = 0; i < result.functions.size(); ++i) {
        ir::Function& function = result.functions[ir::FunctionId{i}];
        if (function.has_int_indices) {
            choose_variables(result, ir::FunctionId{i}, function);
        }
    }
    return result;
}

}  // namespace pycu::passes
