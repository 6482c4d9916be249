// `return`, and the type that all results of a function have together. See body.h.
#include <algorithm>
#include <set>

#include "ir/visit.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "types/operations.h"

namespace pycu::sema {

void Body::lower_return(const syntax::Return& s, StmtId id) {
    const Range range = tree_.stmts[id].range;
    Operand operand = s.value.valid() ? lower(s.value) : known(Value{NoneValue{}});
    if (!sharing_.returned.empty()) {
        operand = with_returned(operand, id.index, range);
    }
    if (operand.get<NoneValue>() != nullptr && !operand.is_value()) {
        give_none(range);
        return;
    }
    give_result(runtime(operand, range), s.value.valid() ? tree_.exprs[s.value].range : range,
                range);
}

/// Returns a value; `place` is where it stands.
void Body::give_result(const Operand& operand, Range place, Range range) {
    if (!operand.is_value()) {
        return;
    }
    if (is_kernel_) {
        report<diag::Code::KernelReturns>(place, type_name(operand.type))
            .label(decl_.name_range, "`" + decl_.qualname + "` is a kernel")
            .help("write the result to an array argument");
        return;
    }
    std::set<std::uint32_t> seen;
    const bool may_hold_arrays = operand.type.is_array() || operand.type.is_tuple();
    if (may_hold_arrays && !may_return(operand.ir, seen)) {
        report<diag::Code::ReturnedArray>(place, decl_.qualname)
            .help("pass the array in, or give the function `inline=\"always\"` to return a view");
        return;
    }
    if (declared_result_) {
        if (!fits_declared(operand.type, place)) {
            return;
        }
        result_ = *declared_result_;
        has_result_ = true;
    } else if (!merge_result(operand.type)) {
        report<diag::Code::CannotUnify>(place, "the result", type_name(result_),
                                        type_name(operand.type));
        return;
    }
    publish_result();
    emit(range, ir::Return{convert(operand.ir, result_)});
}

/// Whether a return gives something beside None, or the signature says so.
bool Body::returns_values() const {
    const bool is_declared = declared_result_ && !declared_result_->is_none();
    return is_declared || (has_result_ && !result_.is_none());
}

/// Returns None: a bare `return`, or the end of a body.
void Body::give_none(Range range) {
    if (declared_result_ && !fits_declared(none, range)) {
        return;
    }
    merge_result(none);
    publish_result();
    if (result_.is_none()) {
        emit(range, ir::Return{});
    } else {
        emit(range, ir::Return{convert(none_value(range).ir, result_)});
    }
}

/// Whether the result that a signature gives takes this one; reports it where it does not.
bool Body::fits_declared(Type type, Range place) {
    if (can_return(*declared_result_, type, evaluator_.types())) {
        return true;
    }
    auto& diagnostic = report<diag::Code::DeclaredResult>(
        place, decl_.qualname, type_name(*declared_result_), type_name(type));
    if (type.is_none()) {
        diagnostic.help("every path needs a `return` with a value, the end of the body too");
    }
    return false;
}

/// Whether an array, or those in a tuple, outlive the call: a parameter's memory does, as does a
/// constant's; where Numba inlines the function, shared memory too.
bool Body::may_return(ir::ExprId value, std::set<std::uint32_t>& seen) const {
    const ir::Expr& expr = fn_.exprs[value];
    bool may = true;
    const auto look_at = [&](const ir::ExprId& part) {
        const Type type = fn_.exprs[part].type;
        may = may && ((!type.is_array() && !type.is_tuple()) || may_return(part, seen));
    };
    const auto* read = std::get_if<ir::Read>(&expr.as);
    if (read == nullptr) {
        ir::for_each_operand(expr, look_at);
        return may;
    }
    const ir::Local::Kind kind = fn_.locals[read->local].kind;
    if (kind == ir::Local::Kind::LocalArray || kind == ir::Local::Kind::SharedArray) {
        const bool is_inlined =
            fn_.options.is_inlined || instances_.closures().is_closure(decl_.scope);
        return is_inlined && kind == ir::Local::Kind::SharedArray;
    }
    if (!seen.insert(read->local.index).second) {
        return true;
    }
    for (const ir::Stmt& stmt : fn_.stmts) {
        if (const auto* assign = std::get_if<ir::Assign>(&stmt.as)) {
            if (assign->target == read->local) {
                look_at(assign->value);
            }
        } else if (const auto* unpack = std::get_if<ir::Unpack>(&stmt.as)) {
            if (std::ranges::find(unpack->targets, read->local) != unpack->targets.end()) {
                look_at(unpack->value);
            }
        }
    }
    return may;
}

/// Takes one more type that the function returns; false when it has none in common with the
/// others. Returns of this round that were converted to a narrower type are made again.
bool Body::merge_result(Type type) {
    if (!has_result_) {
        has_result_ = true;
        changed_ = changed_ || result_was_read_;
        result_ = type;
        return true;
    }
    const std::optional<Type> both = unify(result_, type, evaluator_.types());
    if (!both) {
        return false;
    }
    changed_ = changed_ || *both != result_;
    result_ = *both;
    publish_result();
    return true;
}

/// Whether a called instance has a result, or never will have one; notes what of it may change.
bool Body::has_result(InstanceId id) {
    const Instance& instance = instances_[id];
    for (const Instance::ResultRead& read : instance.reads) {
        if (instances_[read.of].state == Instance::State::Running) {
            note_read(read);
        }
    }
    if (instance.state != Instance::State::Running) {
        return !instances_.waits(id);
    }
    note_read({id, instance.has_result ? std::optional(instance.result) : std::nullopt});
    return instance.has_result;
}

/// Notes that a result was read before it is known for certain.
void Body::note_read(const Instance::ResultRead& read) {
    if (read.of == self_) {
        result_was_read_ = true;
        return;
    }
    std::vector<Instance::ResultRead>& reads = instances_[self_].reads;
    if (std::ranges::find(reads, read) == reads.end()) {
        reads.push_back(read);
    }
}

/// Lets recursive calls see what is known of the result.
void Body::publish_result() {
    Instance& instance = instances_[self_];
    instance.result = result_;
    instance.has_result = true;
}

}  // namespace pycu::sema
