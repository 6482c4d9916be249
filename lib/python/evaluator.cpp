// What names were at moments of the run. See evaluator.h.
#include "python/evaluator.h"

#include <algorithm>

#include "python/interpreter.h"
#include "values/imports.h"

namespace pycu::sema {

Evaluator::Evaluator(const syntax::Tree& tree, TypeTable& types, diag::Sink& sink)
    : tree_(tree), types_(types), sink_(sink), scopes_(symbols::find_scopes(tree)) {}

Evaluator::~Evaluator() = default;

Interpreter& Evaluator::run() {
    if (run_ == nullptr) {
        start(true);
    }
    return *run_;
}

void Evaluator::start(bool are_given) {
    run_ = std::make_unique<Interpreter>(tree_, scopes_, types_);
    if (are_given) {
        for (const auto& [name, found] : overrides_) {
            run_->set_value(name, found.value);
        }
    }
    run_->set_bound(bound_.get());
    run_->set_docstrings(reads_docstrings_);
    run_->set_scope_of_frame([this](std::size_t frame) { return scope_of_frame(frame); });
    run_->run();
    make_closures();
    name_made();
}

std::optional<Found> Evaluator::lookup(std::string_view name, ScopeId function) {
    if (const auto* table = bound_table(name, function)) {
        return find_bound(*table, name);
    }
    const Scope& scope = scopes_.all[function];
    ScopeId start = scope.globals.contains(std::string(name)) ? scopes_.module_of(function)
                    : scope.parent                            ? scope.parent
                                                              : function;
    // A method's free names skip the class it stands in.
    while (scopes_.all[start].kind == Scope::Kind::Class) {
        start = scopes_.all[start].parent;
    }
    const std::uint32_t moment = frozen_at(function);
    auto found = find(name, start, moment);
    if (!found && moment != at_end) {
        // Python would not find it yet; what stands further down is what is meant.
        found = find(name, start, at_end);
    }
    if (!found) {
        return found;
    }
    if (const auto again = frozen_again_.find(function.index); again != frozen_again_.end()) {
        for (const std::uint32_t other : again->second) {
            const auto then = find(name, start, other);
            if (then && !found->value.is_unknown() && !same(then->value, found->value)) {
                const Range range =
                    found->origin ? found->origin->range : tree_.stmts[scope.def].range;
                return Found{unknown("it changes in a loop", range), std::nullopt};
            }
        }
    }
    if (found->origin) {
        if (found->origin->stmt) {
            used_.push_back(tree_.stmts[found->origin->stmt].range);
        }
        warn_reassigned(*found);
    }
    // Numba copies a global array of any other layout to C order.
    const HostArray* array = found->value.array();
    if (found->value.elements() != nullptr && array->layout() == Layout::A) {
        const HostArrayRef copy = alike(*array);
        copy->memory = values::contiguous(array->memory.extents, array->item());
        copy->known = array->known;
        found->value = {copy};
    }
    return found;
}

std::optional<Found> Evaluator::lookup_at_end(std::string_view name, ScopeId scope) {
    return find(name, scope, at_end);
}

bool Evaluator::is_unbound(syntax::ExprId name, ScopeId scope) {
    const auto& as = std::get<syntax::Name>(tree_.exprs[name].as);
    const Value value = evaluate(name, scope).value;
    const auto* why = value.get<Unknown>();
    return why != nullptr && why->why == nothing_is_called(as.id);
}

Found Evaluator::evaluate(syntax::ExprId expr, ScopeId scope, const LocalValues& locals) {
    Interpreter& run = this->run();
    const auto& as = tree_.exprs[expr].as;
    const auto frozen = frozen_at_.find(scope.index);
    const auto frame = frame_of(scope);
    const bool is_opaque = locals || !frame || frozen != frozen_at_.end();
    const std::uint32_t moment = is_opaque ? frozen_at(scope) : moment_of(expr, scope);
    const auto* name = std::get_if<syntax::Name>(&as);
    if (name != nullptr && !(is_opaque && scopes_.is_local(name->id, scope))) {
        auto found = find(name->id, scope, moment);
        return found ? *found
                     : Found{unknown(nothing_is_called(name->id), tree_.exprs[expr].range), {}};
    }
    if (const auto* attribute = std::get_if<syntax::Attribute>(&as)) {
        return this->attribute(evaluate(attribute->value, scope, locals).value, attribute->attr,
                               tree_.exprs[expr].range);
    }
    View view{.moment = moment, .locals = locals ? &locals : nullptr};
    if (!is_opaque) {
        view.frame = *frame;
        return {run.evaluate(tree_, expr, view), {}};
    }
    view.scope = scope;
    for (ScopeId at = scopes_.all[scope].parent; at; at = scopes_.all[at].parent) {
        if (const auto outer = frame_of(at)) {
            view.frame = *outer;
            break;
        }
    }
    return {run.evaluate(tree_, expr, view), {}};
}

Value Evaluator::evaluate_text(const syntax::Tree& text, syntax::ExprId expr, ScopeId scope,
                               const LocalValues& names) {
    View view;
    view.names = names ? &names : nullptr;
    for (ScopeId at = scope; at; at = scopes_.all[at].parent) {
        if (const auto frame = frame_of(at)) {
            view.frame = *frame;
            break;
        }
    }
    return run().evaluate(text, expr, view);
}

std::optional<JitDecorator> Evaluator::applied(const FunctionPlace& place) {
    const auto frame = frame_of(place.outer);
    const auto found = frame ? run().applied(place.def, *frame) : nullptr;
    const Value made = found != nullptr ? run().value_of({*found}) : Value{};
    const auto* decorator = made.get<JitDecorator>();
    return decorator != nullptr ? std::optional(*decorator) : std::nullopt;
}

std::uint32_t Evaluator::frozen_at(ScopeId scope) const {
    for (ScopeId at = scope; at && !frozen_at_.empty(); at = scopes_.all[at].parent) {
        const auto found = frozen_at_.find(at.index);
        if (found != frozen_at_.end()) {
            return found->second;
        }
    }
    return at_end;
}

std::uint32_t Evaluator::position_moment(std::size_t frame, Range at) {
    const ScopeId scope = run().store().frame(frame).scope;
    if (tree_.index_of(at) != scopes_.module_index(scope)) {
        return at_end;
    }
    const auto& moments = run().store().frame(frame).moments;
    const auto behind = moments.upper_bound(at.begin);
    return behind != moments.begin() ? std::prev(behind)->second : at_end;
}

std::uint32_t Evaluator::moment_of(syntax::ExprId expr, ScopeId scope) {
    const auto frame = frame_of(scope);
    return frame ? position_moment(*frame, tree_.exprs[expr].range) : at_end;
}

std::uint32_t Evaluator::moment_of(syntax::StmtId def, ScopeId scope) {
    const auto frame = frame_of(scope);
    return frame ? position_moment(*frame, tree_.stmts[def].range) : at_end;
}

std::optional<Found> Evaluator::find(std::string_view name, ScopeId scope, std::uint32_t moment) {
    bool is_inner = false;
    for (ScopeId at = scope; at; at = scopes_.all[at].parent) {
        const Scope& one = scopes_.all[at];
        const bool is_global = one.globals.contains(std::string(name)) && one.parent;
        // A class's names are seen in its own body only.
        if (!is_global && (!is_inner || one.kind != Scope::Kind::Class)) {
            if (auto found = find_in(name, at, moment)) {
                return found;
            }
        }
        if (const auto* table = bound_table(name, at)) {
            return find_bound(*table, name);
        }
        if (is_global) {
            if (auto found = find_in(name, scopes_.module_of(at), moment)) {
                return found;
            }
            break;
        }
        is_inner = is_inner || one.kind == Scope::Kind::Function;
    }
    if (auto value = builtin(name)) {
        return Found{*value, std::nullopt};
    }
    return std::nullopt;
}

std::optional<Found> Evaluator::find_in(std::string_view name, ScopeId scope,
                                        std::uint32_t moment) {
    Interpreter& run = this->run();
    const Scope& of = scopes_.all[scope];
    const auto* list = scopes_.bindings(name, scope);
    const auto given = overrides_.find(scopes_.qualified(scope, name));
    if (given != overrides_.end()) {
        Found found = given->second;
        if (list != nullptr) {
            found.origin->range = list->front().range;
            found.origin->stmt = list->front().stmt;
        }
        found.origin->scope = scope;
        return found;
    }
    const auto frame = frame_of(scope);
    if (!frame) {
        return list != nullptr ? find_unrun(*list, scope) : std::nullopt;
    }
    const std::string key(name);
    std::optional<Slot> slot = run.slot(*frame, key, moment);
    if (!slot && of.kind == Scope::Kind::Function && moment != at_end) {
        slot = run.slot(*frame, key, at_end);
    }
    if (slot) {
        if (of.kind == Scope::Kind::Function && list != nullptr) {
            for (const Binding& one : *list) {
                if (one.kind == Binding::Kind::Foreign && run.is_in_unknown_function(one.range)) {
                    return Found{unknown("a function changes it", one.range), std::nullopt};
                }
            }
        }
        Found found{run.value_of(*slot->value), std::nullopt};
        // A constant that is an array has a name, also that of a factory's parameter.
        if (slot->stmt || found.value.array() != nullptr) {
            found.origin = origin_of(key, *slot, scope);
        }
        return found;
    }
    const auto value = run.star_value(run.store().frame(*frame), key);
    return value ? std::optional(Found{*value, std::nullopt}) : std::nullopt;
}

/// Where a value has its name from: of what is imported, the module that assigns it.
Origin Evaluator::origin_of(const std::string& name, const Slot& slot, ScopeId scope) const {
    const std::size_t index = tree_.index_of(slot.range);
    if (index == scopes_.module_index(scope)) {
        return {name, slot.range, slot.stmt, scope};
    }
    return {std::string(tree_.text(slot.range)), slot.range, slot.stmt, scopes_.module(index)};
}

std::optional<Found> Evaluator::find_unrun(const std::vector<Binding>& list, ScopeId scope) const {
    using Kind = Binding::Kind;
    const Binding& last = list.back();
    if (last.kind == Kind::Function) {
        const ScopeId outer = scopes_.all[scope].original ? scope : ScopeId{};
        return Found{Value{FunctionRef{last.stmt, outer}}, std::nullopt};
    }
    if (last.kind == Kind::Class) {
        return Found{Value{ClassRef{last.stmt}}, std::nullopt};
    }
    if (last.kind == Kind::Import || last.kind == Kind::From) {
        if (auto own = run_->unrun_import(last, scope)) {
            return Found{*std::move(own), std::nullopt};
        }
    }
    if (last.kind == Kind::Import) {
        return Found{module_value(last.module, last.range), std::nullopt};
    }
    if (last.kind == Kind::From) {
        return Found{imported_member(last.module, last.level, last.member, last.range), {}};
    }
    if (last.kind == Kind::Foreign) {
        return Found{unknown("a function changes it", last.range), std::nullopt};
    }
    Unknown why{"it is set while the program runs", last.range};
    if (last.kind == Kind::Parameter) {
        why.why = "it is a parameter of `" + scopes_.all[scope].qualname + "`";
        why.is_parameter = true;
    }
    return Found{Value{std::move(why)}, std::nullopt};
}

Found Evaluator::attribute(const Value& value, std::string_view name, Range range) {
    if (const auto* object = value.get<ClassRef>()) {
        auto found = class_attribute(*object, std::string(name), 0);
        return found ? *found : Found{unknown("the class has no such name", range), {}, true};
    }
    if (const auto* module = value.get<ModuleRef>()) {
        if (auto found = find_in(name, scopes_.module(module->index), at_end)) {
            return *std::move(found);
        }
    }
    if (const auto* path = value.get<Dotted>(); path != nullptr && bound_ != nullptr) {
        if (const auto* member = bound_->member(path->path, std::string(name))) {
            return found_of(*member, path->path + "." + std::string(name));
        }
    }
    const Value made = run().attribute(value, std::string(name), range);
    if (!made.is<HostMethod>()) {
        return {run().value_of(made), {}, true};
    }
    const HostItems* tuple = value.items();
    return {unknown(value.is<EnumValue>()                        ? "a member has no such attribute"
                    : tuple != nullptr && !tuple->fields.empty() ? "the tuple has no such field"
                                                                 : "it has no such attribute",
                    range),
            {},
            true};
}

std::optional<Found> Evaluator::class_attribute(ClassRef of, const std::string& name, int depth) {
    const MadeClass* made = run().made_class(of.def);
    if (made == nullptr || depth > 100) {
        return std::nullopt;
    }
    const auto& node = std::get<syntax::ClassDef>(tree_.stmts[of.def].as);
    const ScopeId scope = scopes_.inside_of(of.def);
    if (made->library_base.starts_with("enum.")) {
        if (auto member = run().enum_member(of.def, name, at_end)) {
            auto& [value, first] = *member;
            if (value.is_unknown()) {
                return Found{std::move(value), std::nullopt};
            }
            return Found{std::move(value),
                         Origin{node.name + "." + first.name, first.range, first.stmt, scope}};
        }
    }
    auto found = find_in(name, scope, at_end);
    const std::vector<syntax::StmtId> bases = made->bases;
    for (const syntax::StmtId base : bases) {
        found = found ? found : class_attribute({base}, name, depth + 1);
    }
    if (found && found->origin) {
        found->origin->name = node.name + "." + name;
    }
    return found;
}

std::vector<EnumMember> Evaluator::enum_members(syntax::StmtId def) {
    return run().members(def, at_end);
}

std::optional<Type> Evaluator::type_of_class(const Value& value) {
    if (const auto* of = value.get<ClassRef>()) {
        const MadeClass* made = run().made_class(of->def);
        if (made == nullptr || !made->library_base.starts_with("enum.")) {
            return std::nullopt;
        }
        const std::vector<EnumMember> members = enum_members(of->def);
        const auto member = members.empty()
                                ? std::nullopt
                                : run().enum_member(of->def, members.front().name, at_end);
        const auto* known = member ? member->first.get<EnumValue>() : nullptr;
        return known == nullptr || known->type.is_error() ? std::nullopt
                                                          : std::optional(known->type);
    }
    const auto* tuples = value.get<NamedTupleClass>();
    if (tuples == nullptr || tuples->annotations.size() != tuples->fields.size()) {
        return std::nullopt;
    }
    std::vector<Type> items;
    for (const syntax::ExprId annotation : tuples->annotations) {
        const Value type = evaluate(annotation, scopes_.inside_of(tuples->def)).value;
        const auto* object = type.get<TypeObject>();
        const auto inner = object != nullptr ? std::optional(object->type) : type_of_class(type);
        if (!inner) {
            return std::nullopt;
        }
        items.push_back(*inner);
    }
    return types_.named_tuple(tuples->name, tuples->fields, items);
}

}  // namespace pycu::sema
