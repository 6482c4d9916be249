// Objects of classes of the file: how they are made, and what their attributes and methods are.
#include <algorithm>

#include "python/interpreter.h"
#include "values/functions_made.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// Names of a class with which attributes are no longer what assignments have made them.
constexpr const char* own_rules[] = {"__new__", "__getattribute__", "__getattr__", "__setattr__",
                                     "__delattr__"};

/// As many of a class tell what methods get that nobody calls.
constexpr std::size_t max_objects = 8;

Value bound(const FunctionRef& function, Value self) {
    FunctionRef made = function;
    made.membership =
        std::make_shared<Membership>(Membership{Membership::Kind::Bound, std::move(self), {}});
    return {std::move(made)};
}

}  // namespace

HostItemsRef no_attributes() {
    const auto made = std::make_shared<HostItems>();
    made->is_dict = made->is_object = true;
    return made;
}

/// A name of a class or of those behind it in its order; `behind` leaves out what is not behind
/// that class. A base that nobody knows may have any name before those that follow.
std::optional<Value> Interpreter::in_class(StmtId def, const std::string& name, StmtId behind) {
    const MadeClass* of = made_class(def);
    bool is_behind = !behind.valid(), is_hidden = false;
    if (is_turned(def)) {
        return unknown("a class is assigned", {});
    }
    for (std::size_t i = 0; of != nullptr && i < of->order.size(); ++i) {
        const StmtId one = of->order[i];
        if (!is_behind) {
            is_behind = one == behind;
            continue;
        }
        const MadeClass* made = one.valid() ? made_class(one) : nullptr;
        if (made == nullptr) {
            is_hidden = true;
        } else if (auto found = slot(made->frame, name, view_)) {
            return is_hidden ? unknown("it may come from a base that is not known", found->range)
                             : *std::move(found->value);
        }
    }
    return std::nullopt;
}

/// Whether an assignment to the attribute of an object does not decide what it is: a property, an
/// object with `__set__`, and what nobody knows.
bool Interpreter::is_data_descriptor(const Value& member) {
    if (const auto* function = member.get<FunctionRef>()) {
        return is_kind(*function, Membership::Kind::Property) || function->is_decorated();
    }
    const auto* object = member.get<HostObject>();
    return object != nullptr ? in_class(object->of, "__set__") ||
                                   in_class(object->of, "__delete__") || is_open_class(object->of)
                             : member.is_unknown();
}

/// Whether a class or one of its bases is another one than when it was made.
bool Interpreter::is_turned(StmtId def) const {
    const MadeClass* of = made_class(def);
    return of != nullptr && std::ranges::any_of(of->order, [&](StmtId one) {
               const MadeClass* made = one.valid() ? made_class(one) : nullptr;
               return made != nullptr && made->is_turned;
           });
}

/// Whether a class or one of its bases is nothing that the file says.
bool Interpreter::is_open_class(StmtId def) const {
    const MadeClass* of = made_class(def);
    return of == nullptr || of->is_open || is_turned(def) ||
           std::ranges::any_of(of->bases,
                               [&](StmtId base) { return base != def && is_open_class(base); });
}

/// What an attribute of a class is when it is asked for through the class or an object of it.
Value Interpreter::as_member(const Value& member, const Value& self, StmtId of, Range range) {
    if (const auto* object = member.get<HostObject>();
        object != nullptr && in_class(object->of, "__get__")) {
        const Value instance = self.is<HostObject>() ? self : Value{NoneValue{}};
        const CallArguments args{{instance, {ClassRef{of}}}, {}, range};
        const auto made = call_own(member, "__get__", args, false, range);
        return made ? *made : unknown("it is what a descriptor gives", range);
    }
    const auto* function = member.get<FunctionRef>();
    if (function == nullptr || function->is_device() ||
        is_kind(*function, Membership::Kind::Static) ||
        is_kind(*function, Membership::Kind::Partial)) {
        return member;
    }
    if (is_kind(*function, Membership::Kind::OfClass)) {
        return bound(*function, {ClassRef{of}});
    }
    if (!self.is<HostObject>() && self.items() == nullptr) {
        return member;
    }
    return is_kind(*function, Membership::Kind::Property) ||
                   is_kind(*function, Membership::Kind::Cached)
               ? trace(*function, {{self}, {}, range}, false, range)
               : bound(*function, self);
}

/// `object.name`
Value Interpreter::object_attribute(const HostObject& object, const std::string& name,
                                    Range range) {
    const Value self{HostObject{object.of, object.attributes}};
    const bool is_super = object.behind.valid();
    const auto member = in_class(object.of, name, object.behind);
    if (!is_super && !(member && is_data_descriptor(*member))) {
        if (const Value* own = sema::item_of(*object.attributes, name)) {
            Value set = *own;
            set.or_unset = false;
            failures_.operations += own->or_unset && !member ? 1 : 0;
            return own->or_unset && member
                       ? join_hosts(set, as_member(*member, self, object.of, range), range, false)
                       : set;
        }
        if (object.attributes->more != nullptr && !(member && member->is<FunctionRef>())) {
            return *object.attributes->more;
        }
    }
    if (member) {
        Value made = as_member(*member, self, object.of, range);
        const auto* function = member->get<FunctionRef>();
        if (function != nullptr && is_kind(*function, Membership::Kind::Cached)) {
            put_item(object.attributes, {StringValue{name}}, made, range);
        }
        return made;
    }
    if (name == "__class__") {
        return {ClassRef{object.of}};
    }
    const std::string& of = std::get<syntax::ClassDef>(file_.stmts[object.of].as).name;
    if (name == "__dict__" || name == "__setattr__" || name == "__delattr__") {
        escape(self, range);
    }
    return unknown(is_open_class(object.of) ? "it comes from a base of `" + of + "`"
                                            : "`" + of + "` has no such attribute",
                   range);
}

/// `object.name = value`
void Interpreter::set_attribute(const HostObject& object, const std::string& name,
                                const Value& value, Range range) {
    if (name == "__dict__" || name == "__class__") {
        forget_items(object.attributes, "it is changed as a whole", range);
        classes_[object.of.index].is_turned |= name == "__class__";
        return;
    }
    const auto member = in_class(object.of, name);
    const auto* descriptor = member ? member->get<HostObject>() : nullptr;
    if (descriptor != nullptr && in_class(descriptor->of, "__set__")) {
        call_own(*member, "__set__", {{{object}, value}, {}, range}, false, range);
        return;
    }
    const auto* function = member ? member->get<FunctionRef>() : nullptr;
    if (function == nullptr || !is_kind(*function, Membership::Kind::Property)) {
        put_item(object.attributes, {StringValue{name}}, value, range);
    } else if (function->membership->setter) {
        trace(*function->membership->setter, {{{object}, value}, {}, range}, false, range);
    }
}

/// `object(...)`, `object[i]`, `len(object)`: a method with a name of its own; nothing where the
/// class has none.
std::optional<Value> Interpreter::call_own(const Value& object, const char* name,
                                           const CallArguments& args, bool is_open, Range range) {
    const auto* self = object.get<HostObject>();
    const auto member = self != nullptr ? in_class(self->of, name) : std::nullopt;
    const auto* function = member ? member->get<FunctionRef>() : nullptr;
    if (function == nullptr || function->is_device() || function->is_decorated()) {
        return std::nullopt;
    }
    CallArguments all = args;
    all.positional.insert(all.positional.begin(), object);
    all.ranges.clear();
    return trace(*function, all, is_open, range);
}

/// Methods of an object of the program that somebody calls now, later, or never, with arguments
/// that nobody knows.
void Interpreter::may_call(const Value& object, std::initializer_list<const char*> names,
                           Range range) {
    const auto* self = object.get<HostObject>();
    for (const char* name : names) {
        if (self != nullptr && in_class(self->of, name)) {
            lazily([&] { call_own(object, name, {{}, {}, range}, true, range); }, range);
        }
    }
}

/// The fields that a class of data, or one derived of it, is made of; null where an `__init__` that
/// somebody has written comes first.
const NamedTupleClass* Interpreter::fields_of(const MadeClass& of) {
    for (const StmtId def : of.order) {
        const MadeClass* one = made_class(def);
        if (one == nullptr || store_.frame(one->frame).names.contains("__init__")) {
            return nullptr;
        }
        if (one->fields) {
            return &*one->fields;
        }
    }
    return nullptr;
}

/// `Simulation(1024, dt=0.1)`
Value Interpreter::make_object(ClassRef of, const CallArguments& args, bool is_open, Range range) {
    const MadeClass* made = made_class(of.def);
    const bool has_rules = std::ranges::any_of(
        own_rules, [&](const char* name) { return in_class(of.def, name).has_value(); });
    if (made == nullptr || made->is_decorated || !made->library_base.empty() || has_rules) {
        escape(args, range);
        return unknown("it is an object of a class", range);
    }
    note_object(of, args, is_open);
    const HostObject object{of.def, no_attributes()};
    const NamedTupleClass* const fields = fields_of(*made);
    const auto init = in_class(of.def, "__init__");
    if (fields != nullptr) {
        set_fields(object, *fields, args, is_open, range);
        call_own({object}, "__post_init__", {{}, {}, range}, false, range);
    } else if (!call_own({object}, "__init__", args, is_open, range)) {
        escape(args, range);
        if (init || is_open_class(of.def)) {
            forget_items(object.attributes, "a base sets it", range);
        }
    }
    may_call({object}, {"__del__"}, range);
    const std::vector<Value> given = args.all();
    const bool is_known = std::ranges::none_of(
        given, [](const Value& one) { return one.is_unknown() || one.part() != nullptr; });
    if (!is_open && (!is_guessing_ || is_known) && objects_[of.def.index].size() < max_objects) {
        objects_[of.def.index].push_back({object});
    }
    return {object};
}

/// What the `__init__` of a dataclass does.
void Interpreter::set_fields(const HostObject& object, const NamedTupleClass& fields,
                             const CallArguments& args, bool is_open, Range range) {
    const Value given = is_open ? Value{} : make_named_tuple(fields, args, range);
    failures_.operations += given.is_unknown() ? 1 : 0;
    for (std::size_t i = 0; i < fields.fields.size(); ++i) {
        const HostItems* all = given.items();
        Value value =
            is_open ? parameter_value(fields.annotations[i], nullptr, fields.name + ".__init__",
                                      file_.exprs[fields.annotations[i]].range)
            : all != nullptr ? all->items[i]
                             : given;
        const HostItems* field = value.items();
        if (field != nullptr && field->class_name == "dataclasses.field") {
            const Value* factory = sema::item_of(*field, "default_factory");
            const Value* otherwise = sema::item_of(*field, "default");
            const auto* function = factory != nullptr ? factory->get<FunctionRef>() : nullptr;
            const auto* path = factory != nullptr ? factory->get<Dotted>() : nullptr;
            CallArguments none{{}, {}, range};
            value = function != nullptr    ? trace(*function, none, false, range)
                    : path != nullptr      ? call_path(path->path, none, {}, range)
                    : otherwise != nullptr ? *otherwise
                                           : unknown("its default is not known", range);
        }
        set_attribute(object, fields.fields[i], value, range);
    }
}

/// `dataclasses.replace(p, n=8)`, `dataclasses.asdict(p)`; nothing for anything else.
HostResult Interpreter::call_dataclasses(const std::string& path, const CallArguments& args,
                                         Range range) {
    const auto* object = args.positional.empty() ? nullptr : args.positional[0].get<HostObject>();
    const MadeClass* of = object != nullptr ? made_class(object->of) : nullptr;
    const bool is_copy = path == "dataclasses.asdict";
    if (of == nullptr || !of->fields || !(is_copy || path == "dataclasses.replace")) {
        return std::nullopt;
    }
    const auto fields = of->fields->fields;
    CallArguments all{{}, args.named, range};
    HostItems copy;
    copy.is_dict = true;
    for (const std::string& field : fields) {
        const Value value = object_attribute(*object, field, range);
        const auto is_it = [&](const auto& one) { return one.first == field; };
        if (std::ranges::none_of(args.named, is_it)) {
            all.named.emplace_back(field, value);
        }
        copy.keys.push_back({StringValue{field}});
        const bool is_scalar = value.is_constant() || value.is<HostNumber>();
        copy.items.push_back(is_scalar ? value : unknown("it is a deep copy", range));
    }
    return is_copy ? host_items(std::move(copy))
                   : make_object(ClassRef{object->of}, all, false, range);
}

bool Interpreter::is_subclass(StmtId def, StmtId of) const {
    const MadeClass* made = made_class(def);
    return def == of || (made != nullptr && std::ranges::any_of(made->bases, [&](StmtId base) {
                             return base != def && is_subclass(base, of);
                         }));
}

/// What Python's builtins say of an object; nothing for those that do not ask it.
HostResult Interpreter::ask_object(const std::string& path, const CallArguments& args,
                                   Range range) {
    const auto* object = args.positional.empty() ? nullptr : args.positional[0].get<HostObject>();
    if (object == nullptr || !path.starts_with("builtins.")) {
        return std::nullopt;
    }
    const std::string name = path.substr(std::string_view("builtins.").size());
    const Value* second = args.positional.size() > 1 ? &args.positional[1] : nullptr;
    const auto* text = second != nullptr ? second->get<StringValue>() : nullptr;
    if (name == "bool" && second == nullptr) {
        const auto is_true = truth_of(*args.positional.data(), range);
        return is_true ? python_bool(*is_true)
                       : with_why(host_number(boolean), Unknown{at_run_time, range});
    }
    if (name == "len" || name == "abs") {
        return call_own({*object}, ("__" + name + "__").c_str(), {{}, {}, range}, false, range);
    }
    if (name == "type" && second == nullptr) {
        return is_turned(object->of) ? unknown("a class is assigned", range)
                                     : Value{ClassRef{object->of}};
    }
    if (text == nullptr) {
        return std::nullopt;
    }
    if (name == "setattr" && args.positional.size() == 3) {
        note_attribute(*object, text->text);
        set_attribute(*object, text->text, args.positional[2], range);
        return Value{NoneValue{}};
    }
    // An attribute of its own may be one that only some paths have set.
    const Value* own = sema::item_of(*object->attributes, text->text);
    const bool is_open = object->attributes->more != nullptr || is_open_class(object->of);
    const auto in = own == nullptr ? in_class(object->of, text->text) : std::nullopt;
    const auto* method = in ? in->get<FunctionRef>() : nullptr;
    const MadeClass* of = made_class(object->of);
    const bool has = in.has_value();
    const bool is_property = method != nullptr && (of == nullptr || !of->is_of_library) &&
                             is_kind(*method, Membership::Kind::Property);
    if (name == "hasattr" && own == nullptr && (has || !is_open)) {
        return is_property ? host_number(boolean) : python_bool(has);
    }
    if (name == "getattr" && (own != nullptr || has || !is_open)) {
        const bool may_miss = args.positional.size() == 3 && (!has || is_property);
        const Value found = own != nullptr || has || !may_miss
                                ? object_attribute(*object, text->text, range)
                                : args.positional[2];
        return (own != nullptr || has) && may_miss
                   ? join_hosts(found, args.positional[2], range, false)
                   : found;
    }
    return std::nullopt;
}

/// `super()` in a method, `super(A, self)`.
Value Interpreter::super_object(const CallArguments& args, Range range) {
    if (args.size() != 0) {
        const auto* of = args.positional.size() == 2 ? args.positional[0].get<ClassRef>() : nullptr;
        const auto* self = of != nullptr ? args.positional[1].get<HostObject>() : nullptr;
        return self != nullptr ? Value{HostObject{self->of, self->attributes, of->def}}
                               : unknown("it is what `super()` returns", range);
    }
    for (std::size_t at = frame_; at != 0; at = store_.frame(at).parent) {
        const Frame& outer = store_.frame(store_.frame(at).parent);
        const StmtId def = scopes_.all[store_.frame(at).scope].def;
        const auto* function =
            def ? std::get_if<syntax::FunctionDef>(&file_.stmts[def].as) : nullptr;
        if (!outer.is_class || function == nullptr) {
            continue;
        }
        const auto& params =
            function->args.posonlyargs.empty() ? function->args.args : function->args.posonlyargs;
        const auto self = params.empty() ? std::nullopt : slot(at, params[0].arg, view_);
        const auto* object = self ? self->value->get<HostObject>() : nullptr;
        if (object != nullptr) {
            return {HostObject{object->of, object->attributes, scopes_.all[outer.scope].def}};
        }
        break;
    }
    return unknown("it is what `super()` returns", range);
}

}  // namespace pycu::sema
