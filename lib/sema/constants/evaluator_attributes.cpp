// Attributes of values, values given by --const, and what the evaluator tells its user.
#include <algorithm>

#include "sema/constants/builtins.h"
#include "sema/constants/evaluation.h"
#include "sema/constants/evaluator.h"
#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "support/nearest.h"
#include "syntax/parse.h"
#include "types/scalar.h"

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

Found Evaluator::attribute(const Value& value, std::string_view name, Range range) {
    if (const auto* path = value.get<Dotted>()) {
        for (const std::string_view limits : {"numpy.iinfo(", "numpy.finfo("}) {
            if (path->path.starts_with(limits)) {
                const std::string_view type = std::string_view(path->path).substr(limits.size());
                const auto scalar = dtype_of({StringValue{std::string(type)}});
                const auto limit = scalar ? numeric_limit(*scalar, name) : std::nullopt;
                return {limit ? *limit : unknown("it has no such attribute", range), {}};
            }
        }
        return {module_member(path->path, name, range), {}};
    }
    if (const auto* object = value.get<ClassRef>()) {
        auto found = class_attribute(*object, name);
        return found ? *found : Found{unknown("the class has no such name", range), {}};
    }
    if (const auto* array = value.get<ArrayValue>()) {
        const auto known = array_attribute(*array, name, range);
        return {known ? *known : unknown("it is computed from an array", range), {}};
    }
    if (const auto* type = value.get<TypeObject>()) {
        if (type->kind == TypeObject::Kind::Dtype && name == "itemsize") {
            return {python_int(types_.bytes(type->type)), {}};
        }
        if (type->kind == TypeObject::Kind::Dtype && name == "type") {
            return {{TypeObject{type->type, TypeObject::Kind::NumPy}}, {}};
        }
        if (type->type.is_array() && name == "dtype") {
            return {{TypeObject{type->type.element_type(), TypeObject::Kind::Numba}}, {}};
        }
    }
    if (const auto* member = value.get<EnumValue>()) {
        if (name == "value") {
            return {member->value.front(), {}};
        }
        return {name == "name" ? Value{StringValue{member->member}}
                               : unknown("a member has no such attribute", range),
                {}};
    }
    if (const auto* tuple = value.get<TupleValue>(); tuple != nullptr && !tuple->fields.empty()) {
        const auto field = std::ranges::find(tuple->fields, name);
        return {field != tuple->fields.end()
                    ? tuple->items[std::size_t(field - tuple->fields.begin())]
                    : unknown("the tuple has no such field", range),
                {}};
    }
    if (value.is<FunctionRef>() && name == "py_func") {
        return {value, {}};
    }
    if (const auto known = number_attribute(value, name)) {
        return {*known, {}};
    }
    return {value.is_unknown() ? value : unknown("it has no such attribute", range), {}};
}

std::optional<Found> Evaluator::class_attribute(ClassRef of, std::string_view name) {
    const ScopeId scope = scopes_.inside_of(of.def);
    const auto& node = std::get<syntax::ClassDef>(tree_.stmts[of.def].as);
    if (depth_ > max_class_depth) {
        return std::nullopt;
    }
    if (is_enum(of)) {
        if (auto member = enum_member(of, name)) {
            return member;
        }
    }
    ++depth_;
    auto found = find_in(name, View{scope});
    for (const syntax::ExprId base : node.bases) {
        const Value value = evaluate(base, scopes_.all[scope].parent).value;
        if (const auto* outer = value.get<ClassRef>(); outer != nullptr && !found) {
            found = class_attribute(*outer, name);
        }
    }
    --depth_;
    if (found && found->origin) {
        found->origin->name = node.name + "." + std::string(name);
    }
    return found;
}

void Evaluator::warn_reassigned(const Found& found, const std::vector<Binding>& list) {
    const ScopeId scope = found.origin->scope;
    const std::string key = std::to_string(scope.index) + ":" + found.origin->name + ":" +
                            std::to_string(found.origin->range.begin);
    const auto is_plain = [](const Binding& binding) {
        return binding.kind == Binding::Kind::Assign && binding.guard == Id<Guard>::none;
    };
    if (std::ranges::count_if(list, is_plain) < 2 || !warned_.insert(key).second) {
        return;
    }
    diag::Diagnostic* report = nullptr;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!is_plain(list[i]) || list[i].range == found.origin->range) {
            continue;
        }
        const Bound other = own(list, i, scope);
        if (!other.value || other.value->is_unknown() || same(*other.value, found.value)) {
            continue;
        }
        if (report == nullptr) {
            report = &sink_.report<diag::Code::ReassignedConstant>(found.origin->range,
                                                                   found.origin->name);
        }
        report->label(list[i].range, "it has another value here");
    }
}

std::vector<std::string> Evaluator::visible_names(ScopeId function) const {
    std::vector<std::string> names;
    for (ScopeId at = scopes_.all[function].parent; at; at = scopes_.all[at].parent) {
        for (const auto& [name, list] : scopes_.all[at].bindings) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

void Evaluator::set_constants(const std::vector<const SourceFile*>& consts) {
    for (const SourceFile* file : consts) {
        const Range whole{0, static_cast<std::uint32_t>(file->text().size()), file->file()};
        const syntax::Tree text = syntax::parse(*file);
        const auto* assign = text.body.size() == 1 && text.problems.empty()
                                 ? std::get_if<syntax::Assign>(&text.stmts[text.body[0]].as)
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
        overrides_[name] = Found{value, Origin{name, at, {}, {}}};
        report_unused_constant(name, at);
    }
}

/// A name that nothing in the file has or reads is a slip of the pen.
void Evaluator::report_unused_constant(const std::string& name, Range range) {
    std::vector<std::string> names;
    for (const Scope& scope : scopes_.all) {
        for (const auto& [bound, list] : scope.bindings) {
            names.push_back(scope.qualname.empty() ? bound : scope.qualname + "." + bound);
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

}  // namespace pycu::sema
