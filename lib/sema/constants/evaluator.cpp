// Names: which binding gives a name its value, and what that value is.
#include "sema/constants/evaluator.h"

#include <algorithm>

#include "sema/constants/evaluation.h"
#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "support/text.h"
#include "syntax/parse.h"

namespace pycu::sema {

namespace {

constexpr std::uint32_t no_guard = Id<Guard>::none;
constexpr int max_binding_depth = 300;
constexpr std::uint32_t at_end = 0xffffffff;

std::string qualified(const Scope& scope, std::string_view name) {
    return scope.qualname.empty() ? std::string(name) : scope.qualname + "." + std::string(name);
}

/// The item of an unpacked value.
Value item_at(Value value, const std::vector<std::int32_t>& path, Range range) {
    for (const std::int32_t index : path) {
        if (value.is_unknown()) {
            return value;
        }
        const auto items = items_of(value);
        if (!items || index < 0 || static_cast<std::size_t>(index) >= items->size()) {
            return unknown("it is unpacked from something else", range);
        }
        value = Value((*items)[static_cast<std::size_t>(index)]);
    }
    return value;
}

}  // namespace

Evaluator::Evaluator(const syntax::Tree& tree, TypeTable& types, diag::Sink& sink)
    : tree_(tree), types_(types), sink_(sink), scopes_(symbols::find_scopes(tree)) {}

std::optional<Found> Evaluator::lookup(std::string_view name, ScopeId function) {
    const Scope& scope = scopes_.all[function];
    const ScopeId start = scope.globals.contains(std::string(name)) ? scopes_.module()
                          : scope.parent                            ? scope.parent
                                                                    : function;
    View view{.scope = start, .module_position = frozen_at(function)};
    // A method's free names skip the class it stands in.
    while (scopes_.all[view.scope].kind == Scope::Kind::Class) {
        view.scope = scopes_.all[view.scope].parent;
    }
    auto found = settled([&] { return find(name, view); });
    if (!found && view.module_position != at_end) {
        // Python would not find it yet; what stands further down is what is meant.
        view.module_position = at_end;
        found = settled([&] { return find(name, view); });
    }
    if (!found) {
        return found;
    }
    if (found->origin) {
        if (found->origin->stmt) {
            used_.push_back(tree_.stmts[found->origin->stmt].range);
        }
        if (const auto* list = scopes_.bindings(name, found->origin->scope)) {
            warn_reassigned(*found, *list);
        }
    }
    // Numba copies a global array of any other layout to C order.
    if (auto* array = std::get_if<ArrayValue>(&found->value.as);
        array != nullptr && array->type.layout() == Layout::A) {
        array->type = array->type.with_layout(Layout::C);
    }
    return found;
}

std::optional<Found> Evaluator::lookup_at_end(std::string_view name, ScopeId scope) {
    return settled([&] { return find(name, View{scope}); });
}

Found Evaluator::evaluate(syntax::ExprId expr, ScopeId scope, const LocalValues& locals) {
    const View view{.scope = scope,
                    .position = tree_.exprs[expr].range.begin,
                    .module_position = frozen_at(scope)};
    return settled(
        [&] { return Evaluation(*this, tree_, view, locals ? &locals : nullptr).found(expr); });
}

Value Evaluator::evaluate_text(const syntax::Tree& text, syntax::ExprId expr, ScopeId scope) {
    return Evaluation(*this, text, View{scope}, nullptr).value(expr);
}

void Evaluator::settle() {
    struct Item {
        const std::vector<Binding>* list;
        std::size_t index;
        ScopeId scope;
    };
    std::vector<Item> items;
    for (std::uint32_t i = 0; i < scopes_.all.size(); ++i) {
        for (const auto& [name, list] : scopes_.all[ScopeId{i}].bindings) {
            for (std::size_t k = 0; k < list.size(); ++k) {
                items.push_back({&list, k, ScopeId{i}});
            }
        }
    }
    std::ranges::sort(items, {}, [](const Item& one) { return (*one.list)[one.index].position; });
    memo_.clear();
    guards_.clear();
    for (const Item& one : items) {
        own(*one.list, one.index, one.scope);
    }
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

std::optional<Found> Evaluator::find(std::string_view name, const View& view) {
    View at = view;
    if (at.scope == scopes_.module() && view.module_position != at_end) {
        at.position = view.module_position;
    }
    bool is_inner = false;
    while (at.scope) {
        const Scope& scope = scopes_.all[at.scope];
        // A class's names are seen in its own body only.
        if (!is_inner || scope.kind != Scope::Kind::Class) {
            if (auto found = find_in(name, at)) {
                return found;
            }
        }
        if (scope.globals.contains(std::string(name)) && at.scope != scopes_.module()) {
            return find_in(name, {scopes_.module(), view.module_position});
        }
        // A function runs when everything around it has; a class body runs where it stands.
        if (scope.kind == Scope::Kind::Function) {
            at.position = scope.parent == scopes_.module() ? view.module_position : at_end;
        }
        is_inner = is_inner || scope.kind == Scope::Kind::Function;
        at.guard = no_guard;
        at.scope = scope.parent;
    }
    if (auto value = builtin(name)) {
        return Found{*value, std::nullopt};
    }
    return std::nullopt;
}

std::optional<Found> Evaluator::find_in(std::string_view name, const View& view) {
    const Scope& scope = scopes_.all[view.scope];
    const auto* list = scopes_.bindings(name, view.scope);
    const auto given = overrides_.find(qualified(scope, name));
    if (given != overrides_.end()) {
        Found found = given->second;
        if (list != nullptr) {
            found.origin->range = list->front().range;
            found.origin->stmt = list->front().stmt;
        }
        found.origin->scope = view.scope;
        return found;
    }
    if (list != nullptr) {
        // What functions do to a name may have happened at any time.
        const bool is_foreign = list->back().kind == Binding::Kind::Foreign;
        const auto end = std::ranges::upper_bound(*list, view.position, {}, &Binding::position);
        const auto count = is_foreign ? list->size() : std::size_t(end - list->begin());
        if (Bound bound = after(*list, count, view); bound.value) {
            Found found{std::move(*bound.value), std::nullopt};
            const Binding* by = bound.by;
            if (by != nullptr && by->stmt &&
                (by->kind == Binding::Kind::Assign || by->kind == Binding::Kind::AugAssign)) {
                found.origin = Origin{std::string(name), by->range, by->stmt, view.scope};
            }
            return found;
        }
    }
    for (auto star = scope.stars.rbegin(); star != scope.stars.rend(); ++star) {
        if (star->position > view.position) {
            continue;
        }
        const std::string module =
            std::string(static_cast<std::size_t>(star->level), '.') + star->module;
        if (auto value = star_member(module, name, star->range)) {
            // A name that Python itself has is more likely to be Python's.
            if (!value->is_unknown() || !builtin(name)) {
                return Found{*value, std::nullopt};
            }
        }
    }
    return std::nullopt;
}

Evaluator::Bound Evaluator::after(const std::vector<Binding>& list, std::size_t count,
                                  const View& view) {
    std::optional<Bound> maybe;
    std::uint32_t guard = no_guard;
    Range range;
    while (count-- > 0) {
        const Binding& binding = list[count];
        const Active is_active = active(binding.guard, view);
        if (is_active == Active::No) {
            continue;
        }
        Bound bound = own(list, count, view.scope);
        if (maybe && bound.value && !same(*maybe->value, *bound.value)) {
            const bool is_loop = scopes_.guards[guard].kind == Guard::Kind::Loop;
            return {unknown(is_loop ? "it changes in a loop"
                                    : "it depends on a condition that is not known",
                            range),
                    nullptr};
        }
        if (!maybe && bound.value) {
            maybe = std::move(bound);
            guard = binding.guard;
            range = binding.range;
        }
        if (is_active == Active::Yes) {
            break;
        }
    }
    return maybe.value_or(Bound{});
}

Evaluator::Bound Evaluator::own(const std::vector<Binding>& list, std::size_t index,
                                ScopeId scope) {
    // A chain of `x += 1` is as long as the file: its links are computed from the first on.
    std::size_t from = index;
    while (
        from > 0 && !memo_.contains(&list[from - 1]) &&
        (list[from].kind == Binding::Kind::AugAssign || list[from].kind == Binding::Kind::Change)) {
        --from;
    }
    for (std::size_t i = from; i <= index; ++i) {
        const auto [at, is_new] = memo_.try_emplace(&list[i]);
        if (!is_new) {
            continue;
        }
        if (depth_ > max_binding_depth) {
            is_too_deep_ = true;
            memo_.erase(&list[i]);
            return {unknown("it is computed from too many others", list[i].range), &list[i]};
        }
        ++depth_;
        Bound bound = compute(list, i, scope);
        --depth_;
        Memo& memo = memo_[&list[i]];
        memo = {true, std::move(bound)};
    }
    const Memo& memo = memo_[&list[index]];
    if (!memo.is_done) {
        return {unknown("its value depends on itself", list[index].range), &list[index]};
    }
    return memo.bound;
}

/// A record has the name of the first variable that it, or its dtype, was given to.
void Evaluator::name_record(const Value& value, const Binding& binding) {
    const auto* type = value.get<TypeObject>();
    if (type != nullptr && type->type.is_record() && binding.path.empty()) {
        types_.name_record(type->type, tree_.file->text(binding.range));
    }
}

Evaluator::Bound Evaluator::compute(const std::vector<Binding>& list, std::size_t index,
                                    ScopeId scope) {
    const Binding& binding = list[index];
    const std::uint32_t position =
        binding.value ? tree_.exprs[binding.value].range.begin : binding.position;
    const View view{scope, position, binding.guard};
    const auto is = [&](Binding::Kind kind) { return binding.kind == kind; };
    if (is(Binding::Kind::Delete)) {
        return {};
    }
    if (is(Binding::Kind::Function)) {
        const ScopeId outer = scopes_.all[scope].original ? scope : ScopeId{};
        return {Value{FunctionRef{binding.stmt, outer}}, &binding};
    }
    if (is(Binding::Kind::Class)) {
        const auto tuples = named_tuple_class(binding.stmt);
        return {tuples ? *tuples : Value{ClassRef{binding.stmt}}, &binding};
    }
    if (is(Binding::Kind::Import) || is(Binding::Kind::From)) {
        return {imported(binding), &binding};
    }
    if (is(Binding::Kind::Parameter)) {
        if (const auto given = given_.find({scope, binding.range.begin}); given != given_.end()) {
            return {given->second, &binding};
        }
        const std::string why = "it is a parameter of `" + scopes_.all[scope].qualname + "`";
        return {Value{Unknown{why, binding.range, false, true}}, &binding};
    }
    if (is(Binding::Kind::Foreign)) {
        return {unknown("a function changes it", binding.range), &binding};
    }
    if (is(Binding::Kind::Target)) {
        return {unknown("it is set while the program runs", binding.range), &binding};
    }
    if (binding.stmt && syntax::is_doubtful(tree_, tree_.stmts[binding.stmt].range)) {
        return {unknown("its assignment is no valid Python", binding.range), &binding};
    }
    if (is(Binding::Kind::Assign)) {
        Value value = Evaluation(*this, tree_, view, nullptr).value(binding.value);
        name_record(value, binding);
        return {item_at(std::move(value), binding.path, binding.range), &binding};
    }
    Bound before = after(list, index, {scope, binding.position, binding.guard});
    if (!before.value || before.value->is_unknown()) {
        return before;
    }
    for (std::uint32_t g = binding.guard; g != no_guard; g = scopes_.guards[g].outer) {
        const bool is_number_like = is(Binding::Kind::AugAssign) || before.value->is<ArrayValue>();
        if (scopes_.guards[g].kind == Guard::Kind::Loop && is_number_like) {
            return {unknown("it changes in a loop", binding.range), &binding};
        }
    }
    Value value = changed(binding, *before.value, view);
    // What changed keeps the name of the assignment that made it.
    const Binding* by = is(Binding::Kind::Change) ? before.by : &binding;
    return {std::move(value), by};
}

Value Evaluator::changed(const Binding& binding, const Value& before, const View& view) {
    Evaluation evaluation(*this, tree_, view, nullptr);
    if (binding.kind == Binding::Kind::AugAssign) {
        const auto& node = std::get<syntax::AugAssign>(tree_.stmts[binding.stmt].as);
        const Value more = evaluation.value(binding.value);
        if (more.is_unknown()) {
            return more;
        }
        const bool is_array = before.is<ArrayValue>() || more.is<ArrayValue>();
        return is_array ? array_binary(node.op, before, more, binding.range)
                        : binary(node.op, before, more, binding.range);
    }
    const auto* array = before.get<ArrayValue>();
    const auto* tuple = before.get<TupleValue>();
    if (array == nullptr && (tuple == nullptr || !tuple->is_list)) {
        return before;  // what cannot change: a module, a number, a function
    }
    if (array != nullptr && binding.target) {
        const auto* place = std::get_if<syntax::Subscript>(&tree_.exprs[binding.target].as);
        Value why;
        const auto at = place != nullptr ? evaluation.indices(place->slice, why) : std::nullopt;
        const bool is_direct =
            place != nullptr && std::holds_alternative<syntax::Name>(tree_.exprs[place->value].as);
        if (at && is_direct && binding.path.empty()) {
            const Value value = evaluation.value(binding.value);
            return value.is_unknown() ? value : store_element(*array, *at, value, binding.range);
        }
    }
    // print(x), len(x), np.foo(x) and cuda.to_device(x) leave x as it is; who else may know?
    if (!binding.target && binding.value) {
        const auto& call = std::get<syntax::Call>(tree_.exprs[binding.value].as);
        const Value callee = evaluation.value(call.func);
        if (callee.is<Dotted>() && !callee.get<Dotted>()->path.starts_with("numpy.random.")) {
            return before;
        }
    }
    return unknown("its elements change", binding.range);
}

Value Evaluator::imported(const Binding& binding) {
    if (binding.kind == Binding::Kind::Import) {
        return module_value(binding.module, binding.range);
    }
    if (binding.level > 0) {
        const std::string module =
            std::string(static_cast<std::size_t>(binding.level), '.') + binding.module;
        return unknown("it comes from the module `" + module + "`", binding.range);
    }
    const Value module = module_value(binding.module, binding.range);
    const auto* path = module.get<Dotted>();
    return path != nullptr ? module_member(path->path, binding.member, binding.range) : module;
}

}  // namespace pycu::sema
