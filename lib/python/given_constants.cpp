// --const, and what the evaluator tells about names. See evaluator.h.
#include <algorithm>

#include "python/evaluator.h"
#include "python/interpreter.h"
#include "support/nearest.h"
#include "syntax/parse.h"
#include "values/imports.h"

namespace pycu::sema {

namespace {

/// `a.b.c` of names and attributes; empty for anything else.
std::string dotted_name(const syntax::Tree& tree, syntax::ExprId id) {
    const syntax::Expr& expr = tree.exprs[id];
    if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
        return name->id;
    }
    const auto* attribute = std::get_if<syntax::Attribute>(&expr.as);
    const std::string outer = attribute != nullptr ? dotted_name(tree, attribute->value) : "";
    return outer.empty() ? outer : outer + "." + attribute->attr;
}

}  // namespace

void Evaluator::set_constants(const std::vector<const SourceFile*>& consts) {
    std::unordered_map<std::string, Found> given;
    for (const SourceFile* file : consts) {
        const Range whole{0, static_cast<std::uint32_t>(file->text().size()), file->file()};
        const syntax::Tree text = syntax::parse(*file);
        const auto* assign = text.main.body.size() == 1 && text.main.problems.empty()
                                 ? std::get_if<syntax::Assign>(&text.stmts[text.main.body[0]].as)
                                 : nullptr;
        const std::string name = assign != nullptr && assign->targets.size() == 1
                                     ? dotted_name(text, assign->targets[0])
                                     : std::string();
        if (name.empty()) {
            sink_.report<diag::Code::BadConstant>(whole, "it is no `NAME=VALUE`");
            continue;
        }
        const Value value = evaluate_text(text, assign->value, scopes_.module());
        if (const auto* why = value.get<Unknown>()) {
            sink_.report<diag::Code::BadConstant>(text.exprs[assign->value].range, why->why);
            continue;
        }
        const Range at = text.exprs[assign->targets[0]].range;
        given[name] = Found{value, Origin{name, at, {}, {}}};
        if (!file->path().ends_with(" [const]")) {  // of a project, not of each of its files
            report_unused_constant(name, at);
        }
    }
    overrides_ = std::move(given);
    if (!overrides_.empty()) {
        run_ = nullptr;  // with these values it is another run
    }
}

bool Evaluator::set_bindings(const Bindings& bindings) {
    const std::size_t errors = sink_.count();
    bound_ = std::make_unique<const BoundNames>(bindings, tree_, scopes_, types_, sink_);
    run_ = nullptr;  // it reads them
    return sink_.count() == errors;
}

const BoundNames::Table* Evaluator::bound_table(std::string_view name, ScopeId scope) const {
    return bound_ != nullptr ? bound_->table(name, scope) : nullptr;
}

std::optional<Found> Evaluator::find_bound(const BoundNames::Table& table, std::string_view name) {
    const auto entry = table.find(std::string(name));
    if (entry == table.end()) {
        const auto value = builtin(name);
        return value ? std::optional(Found{*value, std::nullopt}) : std::nullopt;
    }
    return found_of(entry->second, entry->first);
}

/// `name` is how device code writes it.
Found Evaluator::found_of(const BoundNames::Entry& entry, const std::string& name) {
    const Bound& bound = entry.bound;
    const Range range = entry.range;
    const auto look = [this](const std::string& of) {
        auto found = find_in(of, scopes_.module(), at_end);
        if (found && found->origin && found->origin->stmt) {
            used_.push_back(tree_.stmts[found->origin->stmt].range);
        }
        return found ? *std::move(found) : Found{unknown("the module does not set it", {}), {}};
    };
    if (const auto* of = std::get_if<BoundName>(&bound.as)) {
        return look(of->name);
    }
    const auto value_in = [&](const Bound& of) {
        return BoundNames::value(
            of, [&](const std::string& one) { return look(one).value; },
            [&](const Value& object, const std::string& one) {
                return attribute(object, one, range).value;
            });
    };
    if (const auto* of = std::get_if<BoundAttribute>(&bound.as)) {
        return attribute(value_in(of->of.front()), of->name, range);
    }
    return Found{value_in(bound), Origin{name, range, {}, entry.scope}};
}

/// A name that nothing in the file has or reads is a slip of the pen.
void Evaluator::report_unused_constant(const std::string& name, Range range) {
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < scopes_.all.size(); ++i) {
        const ScopeId scope{i};
        for (const auto& [bound, list] : scopes_.all[scope].bindings) {
            names.push_back(scopes_.qualified(scope, bound));
        }
    }
    for (const Scopes::Use& use : scopes_.uses) {
        names.push_back(std::get<syntax::Name>(tree_.exprs[use.name].as).id);
    }
    if (std::ranges::find(names, name) == names.end()) {
        auto& report = sink_.report<diag::Code::UnknownConstant>(range, name);
        if (const std::string near = nearest(name, names); !near.empty()) {
            report.help("there is `" + near + "`");
        }
    }
}

void Evaluator::warn_reassigned(const Found& found) {
    const ScopeId scope = found.origin->scope;
    const auto frame = scope ? frame_of(scope) : std::nullopt;
    const std::string& name = found.origin->name;
    const Cell* cell = frame ? run().store().find(*frame, name) : nullptr;
    const std::string key =
        std::to_string(scope.index) + ":" + name + ":" + std::to_string(found.origin->range.begin);
    if (cell == nullptr || cell->assigned.size() < 2 || !warned_.insert(key).second) {
        return;
    }
    diag::Diagnostic* report = nullptr;
    for (const Slot& one : cell->assigned) {
        const auto& stmt = tree_.stmts[one.stmt].as;
        const Value other = run().value_of(*one.value);
        if (one.range == found.origin->range || std::holds_alternative<syntax::AugAssign>(stmt) ||
            other.is_unknown() || same(other, found.value)) {
            continue;
        }
        if (report == nullptr) {
            report = &sink_.report<diag::Code::ReassignedConstant>(found.origin->range,
                                                                   found.origin->name);
        }
        report->label(one.range, "it has another value here");
    }
}

std::vector<std::string> Evaluator::visible_names(ScopeId function) const {
    std::vector<std::string> names;
    const auto* table = bound_table("", function);
    for (const auto& entry : table != nullptr ? *table : BoundNames::Table{}) {
        names.push_back(entry.first);
    }
    const ScopeId outer = table != nullptr ? ScopeId{} : scopes_.all[function].parent;
    for (ScopeId at = outer; at; at = scopes_.all[at].parent) {
        for (const auto& [name, list] : scopes_.all[at].bindings) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

}  // namespace pycu::sema
