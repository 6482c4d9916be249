// Classes of the file.
#include <algorithm>

#include "python/interpreter.h"
#include "python/pytest_marks.h"
#include "values/functions_made.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

bool is_library_base(std::string_view path) {
    return path.starts_with("enum.") || path == "typing.NamedTuple";
}

/// Decorators that leave a class what it is.
bool keeps_class(std::string_view path) {
    return path == "enum.unique" || path == "functools.total_ordering" || path == "typing.final" ||
           path == "typing.runtime_checkable";
}

}  // namespace

/// The path of what a base is in Python's library: "enum.IntEnum", "typing.NamedTuple".
std::string Interpreter::base_path(const Value& base) const {
    if (const auto* path = base.get<Dotted>()) {
        return is_library_base(path->path) ? path->path : "";
    }
    const auto* of = base.get<ClassRef>();
    const auto found = of != nullptr ? classes_.find(of->def.index) : classes_.end();
    return found != classes_.end() ? found->second.library_base : "";
}

const MadeClass* Interpreter::made_class(StmtId def) const {
    const auto found = classes_.find(def.index);
    return found != classes_.end() ? &found->second : nullptr;
}

/// The bases and the decorators of a class.
std::vector<Value> Interpreter::read_class_head(const syntax::ClassDef& node, StmtId id,
                                                MadeClass& made) {
    std::vector<StmtId> known;
    made.is_of_library = module_around(frame_).is_library;
    for (const ExprId base : node.bases) {
        const Value value = eval(base);
        const std::string path = base_path(value);
        failures_.operations += is_sound_base(value) ? 0 : 1;
        made.library_base = made.library_base.empty() ? path : made.library_base;
        // Members become its numbers.
        const auto* number = value.get<TypeObject>();
        made.is_decorated = made.is_decorated || (number != nullptr && number->type != int64);
        if (const auto* of = value.get<ClassRef>()) {
            made.bases.push_back(of->def);
            known.push_back(of->def);
        } else if (const auto* dotted = value.get<Dotted>(); path.empty()) {
            const bool is_plain = dotted != nullptr && (dotted->path.starts_with("builtins.") ||
                                                        dotted->path.starts_with("typing.") ||
                                                        dotted->path.starts_with("abc."));
            made.is_open = made.is_open || !is_plain;
            if (!is_plain) {
                known.emplace_back();
            }
        }
    }
    made.order = order_of(id, known);
    std::vector<Value> decorators;
    for (const ExprId decorator : node.decorator_list) {
        const auto* call = std::get_if<syntax::Call>(&tree_->exprs[decorator].as);
        const Value value = eval(call != nullptr ? call->func : decorator);
        const auto* path = value.get<Dotted>();
        if (path != nullptr && path->path == "dataclasses.dataclass") {
            made.fields.emplace();
            const auto changes = [](const syntax::Keyword& one) {
                return one.arg == "init" || one.arg == "kw_only" || !one.arg;
            };
            const auto may_have = [&](std::string_view option) {
                return call != nullptr &&
                       std::ranges::any_of(call->keywords, [&](const syntax::Keyword& one) {
                           return !one.arg || *one.arg == option;
                       });
            };
            made.is_frozen = may_have("frozen");
            made.has_slots = may_have("slots");
            made.is_decorated = made.is_decorated ||
                                (call != nullptr && std::ranges::any_of(call->keywords, changes));
        } else if (path == nullptr || !keeps_class(path->path)) {
            decorators.push_back(call != nullptr ? eval(decorator) : value);
        }
    }
    return decorators;
}

/// C3: each class before its bases, and the bases in the order in which each class names them.
std::vector<syntax::StmtId> Interpreter::order_of(StmtId id, const std::vector<StmtId>& bases) {
    std::vector<std::vector<StmtId>> lists;
    for (const StmtId base : bases) {
        const MadeClass* of = base.valid() ? made_class(base) : nullptr;
        lists.push_back(of != nullptr ? of->order : std::vector{base});
    }
    lists.push_back(bases);
    std::vector<StmtId> made{id};
    for (;;) {
        std::erase_if(lists, [](const auto& list) { return list.empty(); });
        const auto is_first = [&](const std::vector<StmtId>& list) {
            return std::ranges::none_of(lists, [&](const auto& other) {
                return std::find(other.begin() + 1, other.end(), list[0]) != other.end();
            });
        };
        auto next = std::ranges::find_if(lists, is_first);
        if (lists.empty()) {
            return made;
        }
        const StmtId first = (next != lists.end() ? *next : lists[0])[0];
        made.push_back(first);
        for (auto& list : lists) {
            std::erase(list, first);
        }
    }
}

/// What `__set_name__`, `__init_subclass__` and decorators of the program make of a class.
Value Interpreter::finish_class(const syntax::ClassDef& node, StmtId id, MadeClass& made,
                                const std::vector<Value>& decorators) {
    const Range range = node.name_range;
    std::vector<std::pair<std::string, Value>> members;
    for (const auto& [name, cell] : store_.frame(made.frame).names) {
        if (cell.now.value && cell.now.value->is<HostObject>()) {
            members.emplace_back(name, *cell.now.value);
        }
    }
    std::ranges::sort(members, {}, &std::pair<std::string, Value>::first);
    for (const auto& [name, member] : members) {
        const CallArguments args{{{ClassRef{id}}, {StringValue{name}}}, {}, range};
        call_own(member, "__set_name__", args, false, range);
    }
    CallArguments given{{{ClassRef{id}}}, {}, range};
    for (const syntax::Keyword& one : node.keywords) {
        const Value value = eval(one.value);
        const auto* path = value.get<Dotted>();
        const bool is_plain =
            path != nullptr && (path->path == "abc.ABCMeta" || path->path.starts_with("enum."));
        if (one.arg == "metaclass" || !one.arg) {
            made.is_decorated = made.is_decorated || !is_plain;
        } else {
            given.named.emplace_back(*one.arg, value);
        }
    }
    const auto init = made.is_of_library ? std::nullopt : in_class(id, "__init_subclass__", id);
    if (init) {
        const auto* function = init->get<FunctionRef>();
        if (function != nullptr && !function->is_device() && !function->is_decorated()) {
            FunctionRef plain = *function;
            plain.membership = nullptr;
            trace(plain, given, false, range);
        } else {
            made.is_decorated = true;
        }
    }
    for (const StmtId base : made.bases) {
        const MadeClass* of = made_class(base);
        made.is_decorated = made.is_decorated || (of != nullptr && of->is_decorated);
    }
    Value value{ClassRef{id}};
    for (auto it = decorators.rbegin(); it != decorators.rend(); ++it) {
        if (is_mark(*it)) {
            made.marks.push_back(*it);
            continue;
        }
        const auto* by = it->get<FunctionRef>();
        const CallArguments args{{value}, {}, range};
        if (by != nullptr && by->made != nullptr && !by->is_device() && !by->is_decorated()) {
            value = trace(*by, args, false, range);
        } else {
            made.is_decorated = true;
        }
    }
    return value;
}

/// The fields of a class of named tuples or a dataclass: the names with annotations, those of the
/// bases first.
NamedTupleClass Interpreter::fields_of(const syntax::ClassDef& node, StmtId id,
                                       const MadeClass& made) {
    NamedTupleClass tuples;
    for (const StmtId base : made.bases) {
        const MadeClass* of = made_class(base);
        if (made.fields && of != nullptr && of->fields && base != id) {
            tuples = *of->fields;
        }
    }
    tuples.name = node.name;
    tuples.def = id;
    for (const StmtId stmt : node.body) {
        const auto* field = std::get_if<syntax::AnnAssign>(&file_.stmts[stmt].as);
        const auto* name =
            field != nullptr ? std::get_if<syntax::Name>(&file_.exprs[field->target].as) : nullptr;
        const bool is_field =
            name != nullptr && file_.text(file_.exprs[field->annotation].range).find("ClassVar") ==
                                   std::string_view::npos;
        if (!is_field) {
            continue;
        }
        const auto value = field->value.valid() ? slot(made.frame, name->id, view_) : std::nullopt;
        const auto at = std::ranges::find(tuples.fields, name->id);
        const auto from_last = std::size_t(tuples.fields.end() - at);
        if (at != tuples.fields.end()) {  // a base has it
            if (value && from_last <= tuples.defaults.size()) {
                tuples.defaults[tuples.defaults.size() - from_last] = *value->value;
            }
            continue;
        }
        tuples.fields.push_back(name->id);
        tuples.annotations.push_back(field->annotation);
        if (value) {
            tuples.defaults.push_back(made.fields ? *value->value : value_of(*value->value));
        }
    }
    return tuples;
}

/// `Config.SIZE`: of the class or its bases.
Value Interpreter::class_attribute(StmtId def, const std::string& name, Range range) {
    const MadeClass* of = made_class(def);
    if (of == nullptr) {
        return unknown("it belongs to a class", range);
    }
    const bool is_open = std::ranges::find(open_classes_, def) != open_classes_.end();
    if (of->library_base.starts_with("enum.") && !is_open && !of->is_decorated) {
        if (auto member = enum_member(def, name, view_)) {
            return {member->first};
        }
    }
    if (const auto found = in_class(def, name)) {
        const auto* function = found->get<FunctionRef>();
        return of->is_decorated && !(function != nullptr && function->is_device())
                   ? unknown("its class has a decorator or a metaclass", range)
                   : as_member(*found, {}, def, range);
    }
    return with_why(unknown("it belongs to a class", range),
                    Unknown{"the class has no such name", range});
}

/// `Point(1.0, y=2.0)`
Value Interpreter::make_named_tuple(const NamedTupleClass& of, const CallArguments& args,
                                    Range range) {
    HostItems made;
    made.class_name = of.name;
    made.of = of.def;
    made.fields = of.fields;
    const std::size_t without = of.fields.size() - of.defaults.size();
    for (const auto& [name, value] : args.named) {
        const auto at = std::ranges::find(of.fields, name);
        if (std::size_t(at - of.fields.begin()) < args.positional.size() || at == of.fields.end()) {
            return unknown("`" + of.name + "` takes no `" + name + "` here", range);
        }
    }
    for (std::size_t i = 0; i < of.fields.size(); ++i) {
        const auto named = std::ranges::find_if(
            args.named, [&](const auto& pair) { return pair.first == of.fields[i]; });
        if (i >= args.positional.size() && named == args.named.end() && i < without) {
            return unknown("`" + of.fields[i] + "` of `" + of.name + "` is missing", range);
        }
        made.items.push_back(i < args.positional.size()  ? args.positional[i]
                             : named != args.named.end() ? named->second
                                                         : of.defaults[i - without]);
    }
    if (args.positional.size() + args.named.size() > of.fields.size()) {
        return unknown("`" + of.name + "` has " + std::to_string(of.fields.size()) + " fields",
                       range);
    }
    return host_items(std::move(made));
}

}  // namespace pycu::sema
