// `return`, and the type that all results of a function have together; `assert` and `raise`, where
// the thread ends, and under --debug its launch fails. See stmts.h.
#include <algorithm>
#include <set>

#include "ir/visit.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "types/convert.h"
#include "types/operations.h"

namespace pycu::sema {

void lower_return(Lowering& ctx, const syntax::Return& s, StmtId id) {
    const Range range = ctx.tree.stmts[id].range;
    Operand operand = s.value.valid() ? lower(ctx, s.value) : known(Value{NoneValue{}});
    if (!ctx.sharing.returned.empty()) {
        operand = with_returned(ctx, operand, id.index, range);
    }
    if (operand.get<NoneValue>() != nullptr && !operand.is_value()) {
        give_none(ctx, range);
        return;
    }
    give_result(ctx, runtime(ctx, operand, range), s.value.valid() ? ctx.range(s.value) : range,
                range);
}

static bool holds_arrays(const TypeTable& types, Type type) {
    return type.is_array() ||
           (type.is_tuple() && std::ranges::any_of(types.items(type), [&](Type item) {
                return holds_arrays(types, item);
            }));
}

/// Whether an array, or those in a tuple, outlive the call: a parameter's memory does, as does a
/// constant's; where Numba inlines the function, shared memory too.
static bool may_return(const Lowering& ctx, ir::ExprId value, std::set<std::uint32_t>& seen) {
    const ir::Expr& expr = ctx.fn.exprs[value];
    bool may = true;
    const auto look_at = [&](const ir::ExprId& part) {
        const Type type = ctx.fn.exprs[part].type;
        may = may && (!holds_arrays(ctx.types, type) || may_return(ctx, part, seen));
    };
    const auto* read = expr.get<ir::Read>();
    if (read == nullptr) {
        ir::for_each_operand(expr, look_at);
        return may;
    }
    const ir::Local::Kind kind = ctx.fn.locals[read->local].kind;
    if (kind == ir::Local::Kind::LocalArray || kind == ir::Local::Kind::SharedArray) {
        const bool is_inlined =
            ctx.fn.options.is_inlined || ctx.instances.closures().is_closure(ctx.decl.scope);
        return is_inlined && kind == ir::Local::Kind::SharedArray;
    }
    if (!seen.insert(read->local.index).second) {
        return true;
    }
    for (const ir::Stmt& stmt : ctx.fn.stmts) {
        if (const auto* assign = stmt.get<ir::Assign>()) {
            if (assign->target == read->local) {
                look_at(assign->value);
            }
        } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
            if (std::ranges::find(unpack->targets, read->local) != unpack->targets.end()) {
                look_at(unpack->value);
            }
        }
    }
    return may;
}

/// Whether the result that a signature gives takes this one; reports it where it does not.
static bool fits_declared(Lowering& ctx, Type type, Range place) {
    if (can_return(*ctx.declared_result, type, ctx.types)) {
        return true;
    }
    auto diagnostic =
        fail<Code::DeclaredResult>(ctx, place, ctx.decl.qualname, *ctx.declared_result, type);
    if (type.is_none()) {
        diagnostic.help("every path needs a `return` with a value, the end of the body too");
    }
    return false;
}

/// Lets recursive calls see what is known of the result.
static void publish_result(Lowering& ctx) {
    Instance& instance = ctx.instances[ctx.self];
    instance.result = ctx.result;
    instance.has_result = true;
}

/// Takes one more type that the function returns; false when it has none in common with the
/// others. Returns of this round that were converted to a narrower type are made again.
static bool merge_result(Lowering& ctx, Type type) {
    if (!ctx.has_result) {
        ctx.has_result = true;
        ctx.changed = ctx.changed || ctx.result_was_read;
        ctx.result = type;
        return true;
    }
    const std::optional<Type> both = unify(ctx.result, type, ctx.types);
    if (!both) {
        return false;
    }
    ctx.changed = ctx.changed || *both != ctx.result;
    ctx.result = *both;
    return true;
}

/// Returns a value; `place` is where it stands.
void give_result(Lowering& ctx, const Operand& operand, Range place, Range range) {
    if (!operand.is_value()) {
        return;
    }
    if (ctx.is_kernel) {
        fail<Code::KernelReturns>(ctx, place, operand)
            .label(ctx.decl.name_range, "`" + ctx.decl.qualname + "` is a kernel")
            .help("write the result to an array argument");
        return;
    }
    std::set<std::uint32_t> seen;
    // what a function of the host makes outlives it
    const bool is_for_host = ctx.instances.module().is_for_host;
    if (!is_for_host && holds_arrays(ctx.types, operand.type) &&
        !may_return(ctx, operand.ir, seen)) {
        fail<Code::ReturnedArray>(ctx, place, ctx.decl.qualname)
            .help("pass the array in, or give the function `inline=\"always\"` to return a view");
        return;
    }
    if (ctx.declared_result) {
        if (!fits_declared(ctx, operand.type, place)) {
            return;
        }
        ctx.result = *ctx.declared_result;
        ctx.has_result = true;
    } else if (!merge_result(ctx, operand.type)) {
        fail<Code::CannotUnify>(ctx, place, "the result", ctx.result, operand);
        return;
    }
    publish_result(ctx);
    emit(ctx, range, ir::Return{convert(ctx, operand.ir, ctx.result)});
}

/// Whether a return gives something beside None, or the signature says so.
bool returns_values(const Lowering& ctx) {
    const bool is_declared = ctx.declared_result && !ctx.declared_result->is_none();
    return is_declared || (ctx.has_result && !ctx.result.is_none());
}

/// Returns None: a bare `return`, or the end of a body.
void give_none(Lowering& ctx, Range range) {
    if (ctx.declared_result && !fits_declared(ctx, none, range)) {
        return;
    }
    merge_result(ctx, none);
    publish_result(ctx);
    if (ctx.result.is_none()) {
        emit(ctx, range, ir::Return{});
    } else {
        emit(ctx, range, ir::Return{convert(ctx, none_value(ctx, range).ir, ctx.result)});
    }
}

/// Notes that a result was read before it is known for certain.
static void note_read(Lowering& ctx, const Instance::ResultRead& read) {
    if (read.of == ctx.self) {
        ctx.result_was_read = true;
        return;
    }
    std::vector<Instance::ResultRead>& reads = ctx.instances[ctx.self].reads;
    if (std::ranges::find(reads, read) == reads.end()) {
        reads.push_back(read);
    }
}

/// Whether a called instance has a result, or never will have one; notes what of it may change.
bool has_result(Lowering& ctx, InstanceId id) {
    const Instance& instance = ctx.instances[id];
    for (const Instance::ResultRead& read : instance.reads) {
        if (ctx.instances[read.of].state == Instance::State::Running) {
            note_read(ctx, read);
        }
    }
    if (instance.state != Instance::State::Running) {
        return !ctx.instances.waits(id);
    }
    note_read(ctx, {id, instance.has_result ? std::optional(instance.result) : std::nullopt});
    return instance.has_result;
}

namespace {

/// The exceptions of Python that device code can raise.
constexpr std::string_view exceptions[] = {
    "ArithmeticError", "AssertionError",     "AttributeError",      "BufferError", "EOFError",
    "Exception",       "FloatingPointError", "IndexError",          "KeyError",    "LookupError",
    "MemoryError",     "NameError",          "NotImplementedError", "OSError",     "OverflowError",
    "RuntimeError",    "StopIteration",      "SystemError",         "TypeError",   "UnicodeError",
    "ValueError",      "ZeroDivisionError",
};

}  // namespace

/// The text of an exception's argument, which must be known while compiling.
static std::optional<std::string> constant_message(Lowering& ctx, ExprId expr) {
    const syntax::Expr& e = ctx.tree.exprs[expr];
    if (const auto* constant = e.get<syntax::Constant>()) {
        if (const auto* text = std::get_if<std::string>(&constant->value)) {
            return *text;
        }
        if (!ctx.instances.module().is_for_host) {
            return std::string(ctx.tree.text(e.range));
        }
    }
    return unsupported(ctx, e.range, "a message that is no constant");
}

void lower_assert(Lowering& ctx, const syntax::Assert& s, Range range) {
    const auto message = s.msg.valid() ? constant_message(ctx, s.msg) : std::string();
    const Operand condition = truth(ctx, s.test);
    if (!message || !condition.is_value()) {
        return;
    }
    ir::ExprId failed = add(ctx, boolean, range, ir::Unary{UnaryOp::Not, condition.ir});
    if (const auto* compare = ctx.get<ir::Compare>(condition.ir)) {
        const auto op = opposite(compare->op);
        if (op && ctx.fn.exprs[compare->left].type.is_integer()) {  // a NaN is neither
            failed = add(ctx, boolean, range, ir::Compare{*op, compare->left, compare->right});
        }
    }
    ir::Block body = block_of(ctx, [&] {
        emit(ctx, range, ir::Raise{"AssertionError", *message});
    });
    emit(ctx, range, ir::If{failed, std::move(body), {}, false});
}

void lower_raise(Lowering& ctx, const syntax::Raise& s, Range range) {
    if (!s.exc.valid() || s.cause.valid()) {
        unsupported(ctx, range,
                    s.cause.valid() ? "`raise ... from`" : "`raise` without an exception");
        return;
    }
    const auto* call = ctx.get<syntax::Call>(s.exc);
    const ExprId type = call != nullptr ? call->func : s.exc;
    const auto* name = ctx.get<syntax::Name>(type);
    if (name == nullptr || std::ranges::find(exceptions, name->id) == std::end(exceptions)) {
        unsupported(ctx, ctx.range(type), "an exception that is none of Python's own");
        return;
    }
    std::string message;
    if (call != nullptr && (call->args.size() > 1 || !call->keywords.empty())) {
        unsupported(ctx, range, "an exception with several arguments");
        return;
    }
    if (call != nullptr && !call->args.empty()) {
        const auto text = constant_message(ctx, call->args.front());
        if (!text) {
            return;
        }
        message = *text;
    }
    emit(ctx, range, ir::Raise{name->id, message});
}

}  // namespace pycu::sema
