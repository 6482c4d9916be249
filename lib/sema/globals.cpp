// Finds the values of module-level names. See globals.h.
#include "sema/globals.h"

#include <algorithm>
#include <utility>

namespace pycu::sema {

namespace {

using ir::Global;

/// A longer tuple is data, and no constant.
constexpr std::size_t most_items = 1000;

std::optional<Global> global_of(const Value& value, int depth = 0);

std::optional<Global> tuple_of(const HostItems& tuple, int depth) {
    Global made{.kind = Global::Kind::Tuple};
    if (tuple.is_list || tuple.items.size() > most_items || depth > 8) {
        return std::nullopt;
    }
    for (const Value& item : tuple.items) {
        auto one = global_of(item, depth + 1);
        if (!one) {
            return std::nullopt;
        }
        made.items.push_back(std::move(*one));
    }
    return made;
}

/// Of a scalar or a record: what NumPy takes for one.
bool is_dtype(const TypeObject& object) {
    return object.type.is_record() || (object.type.is_scalar() && !object.type.is_none());
}

std::optional<Global> global_of(const Value& value, int depth) {
    if (const auto* number = value.get<NumberValue>()) {
        return Global{.kind = Global::Kind::Number,
                      .type = number->type,
                      .is_python = number->is_python,
                      .values = {number->value}};
    }
    if (const auto* pair = value.get<ComplexValue>()) {
        return Global{.kind = Global::Kind::Number,
                      .type = pair->type,
                      .is_python = pair->type == complex128,
                      .values = {pair->value.real(), pair->value.imag()}};
    }
    if (const auto* member = value.get<EnumValue>()) {
        return member->value.empty() ? std::nullopt : global_of(member->value.front(), depth);
    }
    if (const auto* type = value.get<TypeObject>(); type != nullptr && is_dtype(*type)) {
        return Global{.kind = Global::Kind::Dtype, .type = type->type};
    }
    const auto* tuple = value.get<HostItems>();
    return tuple != nullptr ? tuple_of(*tuple, depth) : std::nullopt;
}

/// An array as device code has it.
std::optional<Global> array_of(const std::string& name, const Arena<ir::Constant>& constants) {
    const auto found = std::ranges::find_if(constants, [&](const ir::Constant& one) {
        return one.name == name && one.type.is_array();
    });
    if (found == constants.end()) {
        return std::nullopt;
    }
    return Global{.kind = Global::Kind::Array,
                  .type = found->type,
                  .values = found->values,
                  .shape = found->shape};
}

/// Finds the names that have values, one after the other.
class Finder {
  public:
    Finder(Evaluator& evaluator, const Arena<ir::Constant>& constants)
        : evaluator_(evaluator), scopes_(evaluator.scopes()), constants_(constants) {}

    std::vector<Global> find() {
        const ScopeId module = scopes_.module();
        for (std::uint32_t i = 0; i < scopes_.all.size(); ++i) {
            const Scope& scope = scopes_.all[ScopeId{i}];
            const bool is_class = scope.kind == Scope::Kind::Class && scope.parent == module;
            if (is_class || ScopeId{i} == module) {
                add_names(ScopeId{i}, is_class);
            }
        }
        std::ranges::stable_sort(found_, {}, [](const auto& one) { return one.first; });
        std::vector<Global> all;
        for (auto& [place, global] : found_) {
            all.push_back(std::move(global));
        }
        return all;
    }

  private:
    void add_names(ScopeId id, bool is_class) {
        const Scope& scope = scopes_.all[id];
        for (const auto& [name, bindings] : scope.bindings) {
            if (name.starts_with("__") || !std::ranges::all_of(bindings, [&](const auto& one) {
                    return is_of_constant(one);
                })) {
                continue;
            }
            const std::string title = is_class ? scope.qualname + "." + name : name;
            const Value value = value_of(name, id, is_class, bindings.front().range);
            auto global = value.array() != nullptr ? array_of(title, constants_) : global_of(value);
            const bool is_of_library =
                global && global->kind == Global::Kind::Dtype && is_from_library(bindings.back());
            if (global && !is_of_library) {
                global->name = title;
                found_.emplace_back(bindings.front().range.begin, std::move(*global));
            }
        }
    }

    Value value_of(const std::string& name, ScopeId id, bool is_class, Range range) {
        if (is_class) {
            // A class of named tuples, say, is none that has what its body assigns.
            const auto found = evaluator_.lookup_at_end(scopes_.all[id].qualname, scopes_.module());
            return found && found->value.is<ClassRef>()
                       ? evaluator_.attribute(found->value, name, range).value
                       : unknown("it belongs to another class", range);
        }
        const auto found = evaluator_.lookup_at_end(name, id);
        return found ? found->value : unknown("it has no value", range);
    }

    /// `from numpy import float32`, which callers have themselves.
    bool is_from_library(const symbols::Binding& binding) const {
        const auto* import =
            std::get_if<syntax::ImportFrom>(&evaluator_.tree().stmts[binding.stmt].as);
        const std::string module = import != nullptr ? import->module : std::string();
        const std::string root = module.substr(0, module.find('.'));
        return root == "numpy" || root == "numba";
    }

    /// Whether a name that is bound so may be one: it is no variable, and does not stand below
    /// `if __name__ == "__main__"`, which no import runs.
    bool is_of_constant(const symbols::Binding& binding) const {
        using Kind = symbols::Binding::Kind;
        if (binding.kind != Kind::Assign && binding.kind != Kind::From) {
            return false;
        }
        for (std::uint32_t at = binding.guard; at != Id<Guard>::none;
             at = scopes_.guards[at].outer) {
            const Guard& guard = scopes_.guards[at];
            if (guard.kind != Guard::Kind::If && guard.kind != Guard::Kind::Else) {
                continue;
            }
            const syntax::Tree& tree = evaluator_.tree();
            const auto* test = std::get_if<syntax::Compare>(&tree.exprs[guard.test].as);
            const auto* name =
                test != nullptr ? std::get_if<syntax::Name>(&tree.exprs[test->left].as) : nullptr;
            if (name != nullptr && name->id == "__name__") {
                return false;
            }
        }
        return true;
    }

    Evaluator& evaluator_;
    const Scopes& scopes_;
    const Arena<ir::Constant>& constants_;
    std::vector<std::pair<std::uint32_t, Global>> found_;
};

}  // namespace

std::vector<ir::Global> find_frozen(Evaluator& evaluator, const Captures& captures,
                                    ScopeId function, const Arena<ir::Constant>& constants) {
    std::vector<Global> all;
    const Scopes& scopes = evaluator.scopes();
    for (const auto& [name, owner] : captures.of(scopes.inside_of(scopes.all[function].def))) {
        const auto found = evaluator.lookup(name, function);
        const Value value = found ? found->value : Value{};
        if (auto global = value.array() != nullptr ? array_of(name, constants) : global_of(value)) {
            global->name = name;
            all.push_back(*std::move(global));
        }
    }
    return all;
}

std::vector<ir::Global> find_globals(Evaluator& evaluator, const Arena<ir::Constant>& constants) {
    return Finder(evaluator, constants).find();
}

}  // namespace pycu::sema
