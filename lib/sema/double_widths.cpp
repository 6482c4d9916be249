// Widths of float64 values. See double_widths.h.
#include "sema/double_widths.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "api/type_class.h"
#include "ir/visit.h"

namespace pycu::sema {

bool is_double(Type type) {
    return type == float64 || type == complex128;
}

namespace {

bool is_narrow(Type type) {
    return type == float16 || type == float32 || type == complex64;
}

/// Whether a float32 takes all values of an integer or a bool, so that Numba computes both in
/// float32.
bool is_small(Type type) {
    return type.is_bool() || type == int8 || type == uint8 || type == int16 || type == uint16;
}

/// Whether a signature names a class: `F` in "F(F, F)".
bool names(std::string_view signature, std::string_view name) {
    const auto is_letter = [&](std::size_t at) {
        return at < signature.size() &&
               std::isalnum(static_cast<unsigned char>(signature[at])) != 0;
    };
    for (auto at = signature.find(name); at != signature.npos; at = signature.find(name, at + 1)) {
        if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + name.size())) {
            return true;
        }
    }
    return false;
}

/// Whether a function of the tables computes in float32 where its arguments are float32.
bool has_float32(const ir::Intrinsic& call) {
    return call.row != nullptr && !call.row->takes_place() && is_double(call.bound) &&
           std::ranges::any_of(api::all_classes(), [&](const api::TypeClass& one) {
               return names(call.row->signature, one.name) &&
                      std::ranges::any_of(one.members, [](const api::ClassMember& member) {
                          return member.binds == float32 || member.binds == complex64;
                      });
           });
}

/// Whether a number is written as a float32, which made a literal of it: `np.float32(1)`.
bool is_written_narrow(std::string_view text) {
    const std::string_view name = text.substr(0, std::min(text.find('('), text.size()));
    return name != text && (name.ends_with("float32") || name.ends_with("complex64"));
}

/// The items of a tuple that is written or known, of which an expression takes one; null for any
/// other.
const std::vector<ir::ExprId>* items_of(const ir::Function& function, const ir::Expr& expr) {
    const auto* item = expr.get<ir::TupleItem>();
    const auto* any = expr.get<ir::TupleAt>();
    const ir::ExprId from = item != nullptr  ? item->tuple
                            : any != nullptr ? any->tuple
                                             : ir::ExprId{};
    const auto* tuple = from.valid() ? function.get<ir::Tuple>(from) : nullptr;
    return tuple != nullptr ? &tuple->items : nullptr;
}

/// The constant tuple that an expression takes an item of under an index; null for any other.
const ir::ReadConstant* table_of(const ir::Function& function, const ir::Expr& expr) {
    const auto* any = expr.get<ir::TupleAt>();
    return any != nullptr ? function.get<ir::ReadConstant>(any->tuple) : nullptr;
}

}  // namespace

Widths::Widths(const ir::Module& module) : module_(module) {
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        FunctionSlots& slots = slots_.emplace_back();
        slots.locals.resize(function.locals.size());
        slots.numbers.resize(function.exprs.size());
        const auto given = [&](const ir::Specialisation& one) {
            return one.function == ir::FunctionId{i} && one.source != "a call";
        };
        if (function.kind == ir::Function::Kind::Kernel || function.is_host_function ||
            std::ranges::any_of(module.specialisations, given)) {
            slots.result.width = Width::Double;
            for (const ir::LocalId param : function.params) {
                slots.locals[param.index].width = Width::Double;
            }
        }
    }
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
        for (std::uint32_t expr = 0; expr < slots_[i].numbers.size(); ++expr) {
            find_number({i}, {expr});
        }
    }
    settle();
    find_numbers();
}

void Widths::raise(Slot& slot, Width width) {
    has_changed_ = has_changed_ || width > slot.width;
    slot.width = std::max(slot.width, width);
}

/// Widens what is given and what is wanted until nothing changes.
void Widths::settle() {
    do {
        has_changed_ = false;
        for (std::uint32_t i = 0; i < slots_.size(); ++i) {
            const ir::Function& function = module_.functions[ir::FunctionId{i}];
            ir::for_each_stmt(function, function.body, [&](ir::StmtId id) {
                settle(ir::FunctionId{i}, function.stmts[id]);
            });
        }
    } while (has_changed_);
}

void Widths::settle(ir::FunctionId id, const ir::Stmt& stmt) {
    FunctionSlots& slots = slots_[id.index];
    if (const auto* assign = stmt.get<ir::Assign>()) {
        raise(slots.locals[assign->target.index], of(id, assign->value));
    } else if (const auto* items = stmt.get<ir::ForItems>()) {
        for (const ir::ExprId item : items->items) {
            raise(slots.locals[items->target.index], of(id, item));
        }
    } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
        ir::for_each_target(stmt, [&](const ir::LocalId& target) {
            raise(slots.locals[target.index], of(id, unpack->value));
        });
    } else if (const auto* back = stmt.get<ir::Return>(); back != nullptr && back->value) {
        raise(slots.result, of(id, *back->value));
    } else {
        ir::for_each_target(stmt, [&](const ir::LocalId& target) {
            raise(slots.locals[target.index], Width::Double);
        });
    }
    const ir::Function& function = module_.functions[id];
    walk(id, stmt, [&](ir::ExprId at, bool is_wanted) {
        const ir::Expr& expr = function.exprs[at];
        const auto* slot = is_wanted && may_widen(expr.type) ? slot_of(id, expr) : nullptr;
        if (slot != nullptr) {
            raise(const_cast<Slot&>(*slot), Width::Double);
        }
        if (const auto* call = expr.get<ir::Call>()) {
            const ir::Function& callee = module_.functions[call->function];
            for (std::size_t i = 0; i < call->args.size(); ++i) {
                raise(slots_[call->function.index].locals[callee.params[i].index],
                      of(id, call->args[i]));
            }
        }
    });
}

/// The variable or the result that an expression reads.
const Widths::Slot* Widths::slot_of(ir::FunctionId function, const ir::Expr& expr) const {
    if (const auto* read = expr.get<ir::Read>()) {
        return &slots_[function.index].locals[read->local.index];
    }
    const auto* call = expr.get<ir::Call>();
    return call != nullptr ? &slots_[call->function.index].result : nullptr;
}

bool Widths::find_number(ir::FunctionId id, ir::ExprId at) {
    std::optional<bool>& known = slots_[id.index].numbers[at.index];
    if (known) {
        return *known;
    }
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    const auto is_other = [&](const ir::ExprId& part) { return !find_number(id, part); };
    const auto* cast = expr.get<ir::Cast>();
    if (const auto* literal = expr.get<ir::Literal>()) {
        known = literal->is_python;
    } else if (const auto* read = expr.get<ir::ReadConstant>()) {
        known = expr.type.is_scalar() && module_.constants[read->constant].is_python;
    } else if (expr.is<ir::Read>()) {
        known = is_argument(id, at);
    } else if (const auto* table = table_of(function, expr)) {
        known = module_.constants[table->constant].is_python;
    } else if (const std::vector<ir::ExprId>* items = items_of(function, expr)) {
        known = std::ranges::none_of(*items, is_other);
    } else {
        const bool is_computed = expr.is<ir::Binary>() || expr.is<ir::Unary>() ||
                                 expr.is<ir::MakeComplex>() ||
                                 (cast != nullptr && !cast->is_written);
        known = is_computed && (expr.type.is_integer() || is_double(expr.type)) &&
                !ir::any_operand(expr, is_other);
    }
    return *known;
}

Width Widths::of_args(ir::FunctionId id, const ir::Intrinsic& call) const {
    Width width = Width::Free;
    bool has_any = false;
    for (const ir::ExprId arg : call.args) {
        if (is_double(module_.functions[id].exprs[arg].type)) {
            width = std::max(width, of(id, arg));
            has_any = true;
        }
    }
    return has_any && has_float32(call) ? width : Width::Double;
}

/// What the items of a tuple are that are float64.
Width Widths::of_tuple(ir::FunctionId id, const ir::Expr& expr) const {
    const auto* tuple = expr.get<ir::Tuple>();
    if (tuple == nullptr) {
        return Width::Double;
    }
    Width width = Width::Free;
    for (const ir::ExprId item : tuple->items) {
        const Type type = module_.functions[id].exprs[item].type;
        width = is_double(type) || type.is_tuple() ? std::max(width, of(id, item)) : width;
    }
    return width;
}

/// What a float64 is; anything else is Double.
Width Widths::of(ir::FunctionId id, ir::ExprId at) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    if (is_number(id, at)) {
        return Width::Free;
    }
    const Slot* slot = may_widen(expr.type) ? slot_of(id, expr) : nullptr;
    if (slot != nullptr) {
        return slot->width;
    }
    if (expr.type.is_tuple()) {
        return of_tuple(id, expr);
    }
    if (!is_double(expr.type)) {
        return Width::Double;
    }
    if (const auto* cast = expr.get<ir::Cast>()) {
        const Type from = function.exprs[cast->value].type;
        return cast->is_written  ? Width::Double
               : is_narrow(from) ? Width::Narrow
               : is_small(from)  ? Width::Free
                                 : of(id, cast->value);
    }
    if (const auto* call = expr.get<ir::Intrinsic>()) {
        return of_args(id, *call);
    }
    if (expr.is<ir::Literal>()) {
        return is_written_narrow(module_.text(expr.range)) ? Width::Narrow : Width::Double;
    }
    Width width = Width::Free;
    bool has_parts = false;
    for_each_part(id, at, [&](ir::ExprId part) {
        // float32 ** int64 is float32
        const bool is_exponent = expr.is<ir::Binary>() && function.exprs[part].type.is_integer();
        width = is_exponent ? width : std::max(width, of(id, part));
        has_parts = true;
    });
    return has_parts ? width : Width::Double;
}

/// The operands that an expression takes its width from.
void Widths::for_each_part(ir::FunctionId id, ir::ExprId at,
                           pycu::FunctionRef<void(ir::ExprId)> visit) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    if (const auto* select = expr.get<ir::Select>()) {
        visit(select->if_true);
        visit(select->if_false);
    } else if (const auto* item = expr.get<ir::TupleItem>()) {
        const auto* items = items_of(function, expr);
        visit(items != nullptr ? (*items)[item->index] : item->tuple);
    } else if (const auto* any = expr.get<ir::TupleAt>()) {
        visit(any->tuple);
    } else if (expr.is<ir::Tuple>() || expr.is<ir::Binary>() || expr.is<ir::Unary>() ||
               expr.is<ir::Compare>() || expr.is<ir::MakeComplex>() || expr.is<ir::ComplexPart>() ||
               expr.is<ir::Cast>() || expr.is<ir::Intrinsic>()) {
        ir::for_each_operand(expr, [&](const ir::ExprId& part) { visit(part); });
    }
}

/// Visits the expressions of a statement, with whether double precision is wanted of them there.
void Widths::walk(ir::FunctionId id, const ir::Stmt& stmt, Visit visit) const {
    const FunctionSlots& slots = slots_[id.index];
    const auto is_wide = [](const Slot& slot) { return slot.width == Width::Double; };
    bool is_wanted = !stmt.is<ir::Print>();
    if (const auto* assign = stmt.get<ir::Assign>()) {
        is_wanted = is_wide(slots.locals[assign->target.index]);
    } else if (const auto* items = stmt.get<ir::ForItems>()) {
        is_wanted = is_wide(slots.locals[items->target.index]);
    } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
        is_wanted = std::ranges::any_of(unpack->targets, [&](ir::LocalId target) {
            return target.valid() && is_wide(slots.locals[target.index]);
        });
    } else if (stmt.is<ir::Return>()) {
        is_wanted = is_wide(slots.result);
    }
    ir::for_each_expr(stmt, [&](const ir::ExprId& expr) { walk(id, expr, is_wanted, visit); });
}

void Widths::walk(ir::FunctionId id, ir::ExprId at, bool is_wanted, Visit visit) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    visit(at, is_wanted);
    if (const auto* call = expr.get<ir::Call>()) {
        const ir::Function& callee = module_.functions[call->function];
        for (std::size_t i = 0; i < call->args.size(); ++i) {
            const Slot& param = slots_[call->function.index].locals[callee.params[i].index];
            walk(id, call->args[i], param.width == Width::Double, visit);
        }
        return;
    }
    if (expr.is<ir::TupleItem>() && items_of(function, expr) != nullptr) {
        for_each_part(id, at, [&](ir::ExprId part) { walk(id, part, is_wanted, visit); });
        return;
    }
    bool of_operands = true;  // nobody knows what becomes of them
    if (const auto* call = expr.get<ir::Intrinsic>()) {
        of_operands = (is_double(expr.type) && is_wanted) || of_args(id, *call) == Width::Double;
    } else if (const auto* compare = expr.get<ir::Compare>()) {
        of_operands = std::max(of(id, compare->left), of(id, compare->right)) == Width::Double;
    } else if (expr.is<ir::Tuple>()) {
        of_operands = is_wanted;
    } else if (expr.is<ir::TupleItem>() && !is_double(expr.type) && !expr.type.is_tuple()) {
        of_operands = false;
    } else if (is_double(expr.type)) {
        of_operands = is_wanted || of(id, at) == Width::Double;
    } else if (const auto* cast = expr.get<ir::Cast>(); cast != nullptr && expr.type.is_scalar()) {
        of_operands = !is_double(function.exprs[cast->value].type);
    }
    ir::for_each_operand(expr,
                         [&](const ir::ExprId& operand) { walk(id, operand, of_operands, visit); });
}

/// Whether an operand is a float32, or a constant that is one in value.
bool Widths::is_exact(const ir::Function& function, ir::ExprId id) const {
    const ir::Expr& expr = function.exprs[id];
    const auto holds = [](const ir::Number& number) {
        const double value = std::visit([](auto x) { return double(x); }, number);
        return double(float(value)) == value;
    };
    if (const auto* cast = expr.get<ir::Cast>()) {
        return is_narrow(function.exprs[cast->value].type) || is_exact(function, cast->value);
    }
    const auto* read = expr.get<ir::ReadConstant>();
    if (read != nullptr && !expr.type.is_complex()) {
        return holds(module_.constants[read->constant].values.front());
    }
    const auto* literal = expr.get<ir::Literal>();
    return literal != nullptr && holds(literal->value);
}

/// Whether an expression is such an operation.
bool Widths::is_slow(ir::FunctionId id, ir::ExprId at, bool is_wanted) const {
    const ir::Function& function = module_.functions[id];
    const ir::Expr& expr = function.exprs[at];
    if (const auto* compare = expr.get<ir::Compare>()) {
        return is_double(function.exprs[compare->left].type) &&
               std::max(of(id, compare->left), of(id, compare->right)) == Width::Narrow;
    }
    if (const auto* call = expr.get<ir::Intrinsic>()) {
        return !(is_double(expr.type) && is_wanted) && of_args(id, *call) == Width::Narrow;
    }
    return expr.is<ir::Binary>() && !is_wanted && of(id, at) == Width::Narrow;
}

void Widths::for_each_operation(pycu::FunctionRef<void(const Operation&)> visit) const {
    for (std::uint32_t i = 0; i < slots_.size(); ++i) {
        const ir::FunctionId id{i};
        const ir::Function& function = module_.functions[id];
        ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
            std::vector<ir::ExprId> rounded;  // what becomes a float32 as soon as it is computed
            walk(id, function.stmts[stmt], [&](ir::ExprId at, bool is_wanted) {
                const ir::Expr& expr = function.exprs[at];
                if (const auto* cast = expr.get<ir::Cast>();
                    cast != nullptr && expr.type == float32) {
                    rounded.push_back(cast->value);
                }
                if (!is_slow(id, at, is_wanted)) {
                    return;
                }
                const auto* binary = expr.get<ir::Binary>();
                const bool is_rounded =
                    binary != nullptr && std::ranges::count(rounded, at) > 0 &&
                    (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub ||
                     binary->op == BinaryOp::Mult || binary->op == BinaryOp::Div);
                const bool is_narrowed = (is_rounded || expr.is<ir::Compare>()) &&
                                         !ir::any_operand(expr, [&](ir::ExprId part) {
                                             return !is_exact(function, part);
                                         });
                visit({{id, stmt, at}, is_narrowed});
            });
        });
    }
}

}  // namespace pycu::sema
