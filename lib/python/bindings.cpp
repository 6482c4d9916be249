// The tables of --bindings. See bindings.h.
#include "python/bindings.h"

#include <algorithm>
#include <map>

#include "python/bound_values.h"
#include "support/match.h"
#include "support/nearest.h"
#include "support/text.h"
#include "values/host_values.h"

namespace pycu::sema {

namespace {

using symbols::Binding;
using symbols::Scope;
using symbols::ScopeId;
using symbols::Scopes;

/// Makes values of what needs nothing of the source, and tells what a file says wrongly.
class Maker {
  public:
    Maker(const Bindings& bindings, const syntax::Tree& tree, const Scopes& scopes,
          TypeTable& types, diag::Sink& sink)
        : bindings_(bindings), tree_(tree), scopes_(scopes), types_(types), sink_(sink) {}

    /// The functions of the source, by their qualnames.
    std::map<std::string, std::vector<ScopeId>> functions() const {
        std::map<std::string, std::vector<ScopeId>> found;
        for (const symbols::FunctionPlace& place : scopes_.functions) {
            found[scopes_.all[place.inner].qualname].push_back(place.inner);
        }
        return found;
    }

    void report(const std::string& problem) {
        sink_.report<diag::Code::BadBindings>(bindings_.file, problem);
    }

    void report_function(const std::string& qualname) {
        std::vector<std::string> names;
        for (const auto& [name, list] : functions()) {
            names.push_back(name);
        }
        auto& made = sink_.report<diag::Code::BadBindings>(
            bindings_.file, "`" + tree_.main.file->name() + "` has no function `" + qualname + "`");
        if (const std::string near = nearest(qualname, names); !near.empty()) {
            made.help("there is `" + near + "`");
        }
    }

    /// `where` is "saxpy.N".
    Bound settled(const Bound& bound, const std::string& where) {
        return std::visit(
            match{
                [](const Value& value) { return Bound{value}; },
                [&](const BoundText& of) { return Bound{text(of, where)}; },
                [&](const BoundArray& of) { return Bound{array(of, where)}; },
                [&](const BoundMemory& of) { return Bound{memory(of)}; },
                [&](const BoundName& of) { return name(of, where); },
                [](const BoundPath& of) { return Bound{path_value(of.path)}; },
                [&](const BoundAttribute& of) {
                    return Bound{BoundAttribute{{settled(of.of.front(), where)}, of.name}};
                },
                [&](const BoundTuple& of) { return tuple(of, where); },
                [](const BoundUnknown& of) { return Bound{not_known(of.why)}; },
            },
            bound.as);
    }

  private:
    static Value not_known(const std::string& why) {
        Unknown made{why, {}};
        made.is_bound = true;
        return {std::move(made)};
    }

    Value text(const BoundText& of, const std::string& where) {
        std::optional<Value> value = text_value(of.text, types_);
        if (!value) {
            report("`" + where + "` is `" + of.text + "`, which is no expression");
            return not_known("it is no expression");
        }
        const auto* why = value->get<Unknown>();
        return why != nullptr && !why->is_later ? not_known(why->why) : *std::move(value);
    }

    Value array(const BoundArray& of, const std::string& where) {
        const auto dtype = bound_dtype(of.dtype, types_);
        if (!dtype) {
            return not_known("it is an array of `" + of.dtype + "`");
        }
        const auto size = byte_count(of, bytes(*dtype));
        if (size != of.bytes->size()) {
            report("the file of `" + where + "` has " + std::to_string(of.bytes->size()) +
                   " bytes, where its dtype and its shape ask for " +
                   (size ? std::to_string(*size) : "more than there can be"));
            return not_known("its file is of another size");
        }
        return array_value(of, *dtype, types_);
    }

    Value memory(const BoundMemory& of) {
        const auto dtype = bound_dtype(of.dtype, types_);
        return dtype ? memory_value(of, *dtype) : not_known("it is an array of `" + of.dtype + "`");
    }

    Bound name(const BoundName& of, const std::string& where) {
        if (!scopes_.is_local(of.name, scopes_.module())) {
            report("`" + where + "` is `" + of.name + "` of the module, and `" +
                   tree_.main.file->name() + "` has no such name");
            return {not_known("the module has no `" + of.name + "`")};
        }
        return {of};
    }

    /// `tables_0` of `k.tables[0]`
    static void name_item(HostArray& array, const std::string& where, std::size_t place) {
        array.title = where.substr(where.rfind('.') + 1) + "_" + std::to_string(place);
        for (const char bracket : {'[', ']'}) {
            std::ranges::replace(array.title, bracket, '_');
        }
    }

    Bound tuple(const BoundTuple& of, const std::string& where) {
        BoundTuple made{{}, of.class_name, of.fields, of.is_dict, {}};
        for (const Bound& key : of.keys) {
            made.keys.push_back(settled(key, "a key of " + where));
        }
        for (std::size_t i = 0; i < of.items.size(); ++i) {
            made.items.push_back(settled(of.items[i], where + "[" + std::to_string(i) + "]"));
            const auto* item = std::get_if<Value>(&made.items.back().as);
            if (item != nullptr && item->array() != nullptr) {
                name_item(*std::get<HostArrayRef>(item->as), where, i);
            }
        }
        const auto is_settled = [](const Bound& one) {
            return std::holds_alternative<Value>(one.as);
        };
        const bool is_value = std::ranges::all_of(made.items, is_settled) &&
                              std::ranges::all_of(made.keys, is_settled);
        return is_value ? Bound{BoundNames::value({std::move(made)}, {}, {})}
                        : Bound{std::move(made)};
    }

    const Bindings& bindings_;
    const syntax::Tree& tree_;
    const Scopes& scopes_;
    TypeTable& types_;
    diag::Sink& sink_;
};

/// What tells a value from others, as the file has it.
std::string key_of(const Bound& bound) {
    std::string text;
    const auto add = [&](char kind, std::string_view part) {
        text += kind + std::to_string(part.size()) + ':';
        text += part;
    };
    std::visit(match{
                   [](const Value&) {},
                   [&](const BoundText& of) { add('t', of.text); },
                   [&](const BoundArray& of) {
                       add(of.is_fortran ? 'F' : 'C', of.dtype);
                       for (const std::int64_t extent : of.shape) {
                           add('s', std::to_string(extent));
                       }
                       add('b', of.file);
                   },
                   [&](const BoundMemory& of) {
                       add('m', std::to_string(of.address));
                       add(of.is_readonly ? 'r' : 'w', of.dtype);
                       for (std::size_t i = 0; i < of.shape.size(); ++i) {
                           add('s', std::to_string(of.shape[i]));
                           add('s', std::to_string(of.strides[i]));
                       }
                   },
                   [&](const BoundName& of) { add('n', of.name); },
                   [&](const BoundPath& of) { add('p', of.path); },
                   [&](const BoundAttribute& of) { add('a', of.name + key_of(of.of.front())); },
                   [&](const BoundTuple& of) {
                       add(of.is_dict ? '{' : '(', of.class_name + '(' + join(of.fields, ","));
                       for (const Bound& key : of.keys) {
                           add('k', key_of(key));
                       }
                       for (const Bound& item : of.items) {
                           add('i', key_of(item));
                       }
                   },
                   [&](const BoundUnknown& of) { add('?', of.why); },
               },
               bound.as);
    return text;
}

}  // namespace

BoundNames::BoundNames(const Bindings& bindings, const syntax::Tree& tree, const Scopes& scopes,
                       TypeTable& types, diag::Sink& sink)
    : scopes_(scopes) {
    Maker maker(bindings, tree, scopes, types, sink);
    const auto functions = maker.functions();
    std::unordered_map<std::string, Entry> shared;
    for (const BoundNamespace& function : bindings.functions) {
        const auto found = functions.find(replace_all(function.name, ".<locals>", ""));
        if (found == functions.end()) {
            maker.report_function(function.name);
            continue;
        }
        const ScopeId first = found->second.front();
        const auto& def = std::get<syntax::FunctionDef>(tree.stmts[scopes.all[first].def].as);
        Table table;
        for (const auto& [name, bound] : function.names) {
            const auto [entry, is_new] = shared.try_emplace(name + '\n' + key_of(bound));
            if (is_new) {
                const std::string where = function.name + "." + name;
                entry->second = {maker.settled(bound, where), first, def.name_range};
            }
            table.insert_or_assign(name, entry->second);
        }
        for (const ScopeId scope : found->second) {
            tables_[scope.index] = table;
        }
    }
    for (const BoundNamespace& module : bindings.modules) {
        for (const auto& [name, bound] : module.names) {
            modules_[module.name][name] = {
                maker.settled(bound, module.name + "." + name), scopes.module(), {}};
        }
    }
}

const BoundNames::Entry* BoundNames::member(const std::string& module,
                                            const std::string& name) const {
    const auto table = modules_.find(module);
    if (table == modules_.end()) {
        return nullptr;
    }
    const auto entry = table->second.find(name);
    return entry != table->second.end() ? &entry->second : nullptr;
}

const BoundNames::Table* BoundNames::table(std::string_view name, ScopeId scope,
                                           ScopeId until) const {
    for (ScopeId at = scope; at && at != until; at = scopes_.all[at].parent) {
        const Scope& one = scopes_.all[at];
        // A class's names are seen in its own body only, which no frame of it is asked for.
        const bool binds =
            at != scope && one.kind == Scope::Kind::Function && scopes_.is_local(name, at);
        if (binds) {
            return nullptr;
        }
        const auto found = tables_.find((one.original ? one.original : at).index);
        if (found != tables_.end()) {
            return &found->second;
        }
    }
    return nullptr;
}

Value BoundNames::value(const Bound& bound,
                        const std::function<Value(const std::string& name)>& look,
                        const std::function<Value(const Value&, const std::string&)>& attribute) {
    if (const auto* known = std::get_if<Value>(&bound.as)) {
        return *known;
    }
    if (const auto* of = std::get_if<BoundName>(&bound.as)) {
        return look(of->name);
    }
    if (const auto* of = std::get_if<BoundAttribute>(&bound.as)) {
        return attribute(value(of->of.front(), look, attribute), of->name);
    }
    const auto& of = std::get<BoundTuple>(bound.as);
    HostItems made;
    made.class_name = of.class_name;
    made.fields = of.fields;
    made.is_dict = of.is_dict;
    for (const Bound& key : of.keys) {
        made.keys.push_back(value(key, look, attribute));
    }
    for (const Bound& item : of.items) {
        made.items.push_back(value(item, look, attribute));
    }
    return host_items(std::move(made));
}

}  // namespace pycu::sema
