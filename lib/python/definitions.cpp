// Statements that define: functions, classes.
#include <algorithm>

#include "python/interpreter.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

/// Whether a dataclass has fields whose arguments are not those of the others in their order.
bool has_other_fields(const syntax::Tree& tree, const syntax::ClassDef& node,
                      const NamedTupleClass& fields) {
    const auto is_other = [&](syntax::StmtId stmt) {
        const auto* field = std::get_if<syntax::AnnAssign>(&tree.stmts[stmt].as);
        const std::string_view text =
            field != nullptr ? tree.text(tree.exprs[field->annotation].range) : "";
        return text.find("InitVar") != text.npos || text.find("KW_ONLY") != text.npos;
    };
    const auto has_options = [](const Value& one) {
        const HostItems* items = one.items();
        return items != nullptr && items->class_name == "dataclasses.field" &&
               (item_of(*items, "init") != nullptr || item_of(*items, "kw_only") != nullptr);
    };
    return std::ranges::any_of(node.body, is_other) ||
           std::ranges::any_of(fields.defaults, has_options);
}

}  // namespace

void Interpreter::visit(const syntax::FunctionDef& node, StmtId id, Range /*range*/) {
    MadeFunction made = function_of(node.args);
    for (const auto* list : {&node.args.posonlyargs, &node.args.args, &node.args.kwonlyargs}) {
        std::ranges::for_each(*list,
                              [&](const syntax::Arg& one) { note_annotation(one.annotation); });
    }
    note_annotation(node.returns);
    met_[id.index].emplace_back(frame_, store_.now());
    Value value = apply_decorators(node, id, std::move(made));
    const auto* function = value.get<FunctionRef>();
    if (function != nullptr && function->def == id && !function->is_device()) {
        functions_.push_back(*function);
    }
    bind(node.name, std::move(value), node.name_range);
    store_.snapshot();
}

void Interpreter::visit(const syntax::ClassDef& node, StmtId id, Range /*range*/) {
    const std::size_t outer = frame_;
    const std::size_t inner = store_.add_frame(outer, scopes_.inside_of(id));
    store_.frame(inner).is_class = true;
    MadeClass& made = classes_[id.index];
    made = MadeClass{};
    made.frame = inner;
    const std::vector<Value> decorators = read_class_head(node, id, made);
    frame_ = inner;
    open_classes_.push_back(id);
    block(node.body);
    open_classes_.pop_back();
    frame_ = outer;
    if (made.library_base == "typing.NamedTuple") {
        made.tuples = fields_of(node, id, made);
    } else if (made.fields) {
        made.fields = fields_of(node, id, made);
        made.is_decorated = made.is_decorated || has_other_fields(file_, node, *made.fields);
    }
    const Value value = finish_class(node, id, made, decorators);
    note_class(node, made);
    bind(node.name, made.tuples ? Value{*made.tuples} : value, node.name_range);
    store_.snapshot();
}

/// Notes that a call has made the function that a name is bound to.
void Interpreter::note_made(const Value& value, ExprId expr, ExprId target) {
    const auto* name = std::get_if<syntax::Name>(&tree_->exprs[target].as);
    const auto* function = value.get<FunctionRef>();
    if (function != nullptr && is_kind(*function, Membership::Kind::Partial)) {
        return;  // no function of the text, and none that is compiled
    }
    if (name != nullptr && function != nullptr) {
        const std::function<bool(ExprId)> may_make = [&](ExprId one) {
            const auto& as = tree_->exprs[one].as;
            if (const auto* tuple = std::get_if<syntax::Tuple>(&as)) {
                return std::ranges::any_of(tuple->elts, may_make);
            }
            const auto* choice = std::get_if<syntax::IfExp>(&as);
            return std::holds_alternative<syntax::Call>(as) ||
                   (choice != nullptr && (may_make(choice->body) || may_make(choice->orelse)));
        };
        if (may_make(expr)) {
            const Scope& around = scopes_.all[store_.frame(frame_).scope];
            made_.push_back({qualified(frame_, name->id), *function, tree_->exprs[target].range,
                             around.kind == Scope::Kind::Function});
        }
        return;
    }
    const auto* tuple = std::get_if<syntax::Tuple>(&tree_->exprs[target].as);
    const HostItems* items = value.items();
    if (tuple != nullptr && items != nullptr && items->more == nullptr &&
        items->items.size() == tuple->elts.size()) {
        for (std::size_t i = 0; i < tuple->elts.size(); ++i) {
            note_made(items->items[i], expr, tuple->elts[i]);
        }
    }
}

void Interpreter::visit(const syntax::Global& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& name : node.names) {
        store_.frame(frame_).globals.insert(name.text);
    }
}

void Interpreter::visit(const syntax::Nonlocal& node, StmtId /*id*/, Range /*range*/) {
    for (const auto& name : node.names) {
        store_.frame(frame_).nonlocals.insert(name.text);
    }
}

}  // namespace pycu::sema
