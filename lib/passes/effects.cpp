// Through which arrays and records a function writes, and whether it reaches a barrier.
//
// What is written through a value is written in all that the value may have been made of; a text's
// arrays are const where no writing got to. A C++ type is one for all items under an index that is
// not known, for both sides of a conditional, and for all tuples of one class.
#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace pycu::passes {
namespace {

class Effects {
  public:
    Effects(ir::Module& module, ir::Function& function)
        : module_(module), types_(module.types), function_(function) {}

    /// Looks at every statement once; whether something new was found.
    bool run() {
        for (ir::Local& local : function_.locals) {
            add(local.written, shared(local.type, local.written));
        }
        add(function_.result_written, shared(function_.result, function_.result_written));
        ir::for_each_stmt(function_, function_.body,
                          [&](ir::StmtId id) { stmt(function_.stmts[id]); });
        return changed_;
    }

  private:
    void stmt(const ir::Stmt& stmt) {
        if (const auto* store = stmt.get<ir::Store>()) {
            write(store->place);
        } else if (const auto* assign = stmt.get<ir::Assign>()) {
            // b = a: what is written through b is written in a
            mark(assign->value, function_.locals[assign->target].written);
        } else if (const auto* unpack = stmt.get<ir::Unpack>()) {
            Written places;
            auto target = unpack->targets.begin();
            const auto add_item = [&](Type, std::uint32_t first, std::uint32_t count) {
                if (target->valid()) {
                    places.add(function_.locals[*target].written.at(first, count));
                }
                ++target;
            };
            types_.for_each_item(type(unpack->value), add_item);
            mark(unpack->value, places);
        } else if (const auto* loop = stmt.get<ir::ForItems>()) {
            for (const ir::ExprId item : loop->items) {
                mark(item, function_.locals[loop->target].written);
            }
        } else if (const auto* returned = stmt.get<ir::Return>()) {
            if (returned->value) {
                // the caller may write to a record
                mark(*returned->value,
                     function_.result.is_record() ? Written(true) : function_.result_written);
            }
        }
        // a thread that may end here must get here, and what is printed must be
        set(function_.has_effects, stmt.is<ir::Raise>() || stmt.is<ir::Print>());
        ir::for_each_expr_of(function_, stmt, [&](ir::ExprId id) { expr(id); });
    }

    void expr(ir::ExprId id) {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* e = expr.get<ir::Intrinsic>()) {
            if (e->row->takes_place() && e->row->effect != api::Effect::Reads) {
                write(e->args[0]);
            }
            if (expr.type.is_pointer()) {
                mark_base(expr);  // who gets it may write
            }
            const api::Effect effect = e->row->effect;
            set(function_.has_barrier, effect == api::Effect::Converges);
            set(function_.has_warp_operation, effect == api::Effect::Warp);
            set(function_.syncs_grid, effect == api::Effect::Grid);
            set(function_.has_effects, effect >= api::Effect::Writes);
        } else if (const auto* call = expr.get<ir::Call>()) {
            const ir::Function& callee = module_.functions[call->function];
            for (std::size_t i = 0; i < call->args.size(); ++i) {
                mark(call->args[i], callee.locals[callee.params[i]].written);
            }
            set(function_.has_barrier, callee.has_barrier);
            set(function_.has_warp_operation, callee.has_warp_operation);
            set(function_.syncs_grid, callee.syncs_grid);
            set(function_.has_effects, callee.has_effects);
        } else if (expr.is<ir::Tuple>()) {
            mark(id, shared(expr.type, expr.written));
        } else if (const auto* at = expr.get<ir::TupleAt>()) {
            mark_items_alike(at->tuple);
        } else if (const auto* select = expr.get<ir::Select>();
                   select != nullptr && expr.type.is_tuple()) {
            Written both = spelled(select->if_true);
            both.add(spelled(select->if_false));
            mark(select->if_true, both);
            mark(select->if_false, both);
        }
    }

    void write(ir::ExprId place) {
        set(function_.has_effects, true);
        mark_base(function_.exprs[place]);
    }

    /// Marks what the value's places are made of.
    void mark(ir::ExprId id, Written places) {
        ir::Expr& expr = function_.exprs[id];
        places = shared(expr.type, places);
        Written known = expr.written;
        known.add(places);
        if (known == expr.written) {
            return;
        }
        add(expr.written, places);
        if (const auto* read = expr.get<ir::Read>()) {
            add(function_.locals[read->local].written, places);
        } else if (const auto* call = expr.get<ir::Call>()) {
            add(module_.functions[call->function].result_written, places);
        } else if (const auto* tuple = expr.get<ir::Tuple>()) {
            auto item = tuple->items.begin();
            types_.for_each_item(expr.type, [&](Type, std::uint32_t first, std::uint32_t count) {
                mark(*item++, expr.written.part(first, count));
            });
        } else if (const auto* item = expr.get<ir::TupleItem>()) {
            std::uint32_t first = 0;
            for (std::uint32_t i = 0; i < item->index; ++i) {
                first += types_.places(types_.items(type(item->tuple))[i]);
            }
            mark(item->tuple, places.at(first, types_.places(expr.type)));
        } else if (const auto* at = expr.get<ir::TupleAt>()) {
            mark(at->tuple, of_each_item(type(at->tuple), places));
        } else if (const auto* select = expr.get<ir::Select>()) {
            mark(select->if_true, places);
            mark(select->if_false, places);
        } else if (const auto* cast = expr.get<ir::Cast>()) {
            mark(cast->value, places.part(0, types_.places(type(cast->value))));
        } else if (const auto* unwrap = expr.get<ir::Unwrap>()) {
            mark(unwrap->value, places);
        } else {
            mark_base(expr);
        }
    }

    /// Marks the arrays and records of which a place, a view or an element is a part.
    void mark_base(const ir::Expr& expr) {
        if (expr.is<ir::Read>()) {
            return;
        }
        ir::for_each_operand(expr, [&](const ir::ExprId& operand) {
            if (type(operand).is_array() || type(operand).is_record()) {
                mark(operand, Written(true).part(0, 1));
            }
        });
    }

    /// One writing of all items of a tuple under an index that is not known.
    Written of_each_item(Type tuple, Written places) const {
        Written all;
        types_.for_each_item(tuple, [&](Type, std::uint32_t first, std::uint32_t count) {
            all.add(places.at(first, count));
        });
        return all;
    }

    void mark_items_alike(ir::ExprId tuple) {
        const Written places = spelled(tuple);
        Written any;
        types_.for_each_item(type(tuple), [&](Type, std::uint32_t first, std::uint32_t count) {
            any.add(places.part(first, count));
        });
        mark(tuple, of_each_item(type(tuple), any));
    }

    /// Which places of an expression are no const ones in its text.
    Written spelled(ir::ExprId id) const {
        const ir::Expr& expr = function_.exprs[id];
        if (const auto* read = expr.get<ir::Read>()) {
            return function_.locals[read->local].written;
        }
        if (const auto* call = expr.get<ir::Call>()) {
            return module_.functions[call->function].result_written;
        }
        return expr.written;
    }

    /// With what is written through other tuples of the classes that the type has in it.
    Written shared(Type type, Written places) {
        type = types_.without_none(type);
        if (!type.is_tuple()) {
            return places;
        }
        Written all;
        types_.for_each_item(type, [&](Type item, std::uint32_t first, std::uint32_t count) {
            all.add(shared(item, places.part(first, count)).at(first, count));
        });
        if (types_.is_named(type)) {
            all.add(types_.tuple_type(type).written);
            changed_ = changed_ || all != types_.tuple_type(type).written;
            types_.write_through(type, all);
        }
        return all;
    }

    Type type(ir::ExprId id) const { return function_.exprs[id].type; }

    void set(bool& fact, bool value) {
        changed_ = changed_ || (value && !fact);
        fact = fact || value;
    }

    void add(Written& fact, Written places) {
        const Written before = fact;
        fact.add(places);
        changed_ = changed_ || fact != before;
    }

    ir::Module& module_;
    TypeTable& types_;
    ir::Function& function_;
    bool changed_ = false;
};

}  // namespace

void find_effects(ir::Module& module) {
    // Callees come first: one round is enough but for recursion and `b = a`.
    bool changed = true;
    while (changed) {
        changed = false;
        for (ir::Function& function : module.functions) {
            changed = Effects(module, function).run() || changed;
        }
    }
}

}  // namespace pycu::passes
