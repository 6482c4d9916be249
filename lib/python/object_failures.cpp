// What making classes, making objects of them and assigning to their attributes may raise.
#include <algorithm>

#include "python/interpreter.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

/// Whether all of a list stand in an order, in their own.
bool keeps_order(const std::vector<syntax::StmtId>& list,
                 const std::vector<syntax::StmtId>& order) {
    auto at = order.begin();
    return std::ranges::all_of(list, [&](syntax::StmtId one) {
        at = std::find(at, order.end(), one);
        return at != order.end() && *at++ == one;
    });
}

/// Whether `__slots__` names an attribute.
bool names_slot(const Value& slots, const std::string& name) {
    const auto is_it = [&](const Value& one) {
        const auto* text = one.get<StringValue>();
        return text != nullptr && text->text == name;
    };
    const HostItems* items = slots.items();
    return is_it(slots) ||
           (items != nullptr && items->more == nullptr &&
            std::ranges::any_of(items->is_dict ? items->keys : items->items, is_it));
}

}  // namespace

/// What is certainly a class that another one may have as its only base from a library.
bool Interpreter::is_sound_base(const Value& base) {
    constexpr std::string_view classes[] = {"abc.ABC", "builtins.object", "typing.Protocol"};
    const auto* path = base.get<Dotted>();
    return base.is<ClassRef>() ||
           (path != nullptr &&
            (std::ranges::count(classes, path->path) > 0 ||
             (path->path.starts_with("builtins.") &&
              (path->path.ends_with("Error") || path->path.ends_with("Exception")))));
}

/// A class that has been made: of bases without a common order, with slots that are in each
/// other's way, by rules of its own.
void Interpreter::note_class(const syntax::ClassDef& node, const MadeClass& made) {
    if (tries_ == 0) {
        return;
    }
    bool is_sound = node.keywords.empty() && made.library_base.empty() && !made.fields &&
                    !made.is_decorated && !made.is_open &&
                    !slot(made.frame, "__slots__", view_).has_value();
    if (node.bases.size() > 1) {
        is_sound = is_sound && made.bases.size() == node.bases.size() &&
                   keeps_order(made.bases, made.order) &&
                   std::ranges::all_of(made.bases, [&](StmtId base) {
                       const MadeClass* of = made_class(base);
                       return of != nullptr && !slot(of->frame, "__slots__", view_) &&
                              !of->has_slots && keeps_order(of->order, made.order);
                   });
    }
    failures_.operations += is_sound ? 0 : 1;
}

/// An annotation is computed where it stands.
void Interpreter::note_annotation(ExprId annotation) {
    if (tries_ > 0 && annotation) {
        failures_.operations += eval(annotation).is_unknown() ? 1 : 0;
    }
}

/// `object.name = value` where the class says what attributes there are.
void Interpreter::note_attribute(const HostObject& object, const std::string& name) {
    if (tries_ == 0) {
        return;
    }
    const MadeClass* of = made_class(object.of);
    bool has_slots = of != nullptr, is_slot = false;
    bool may_fail = of == nullptr || is_open_class(object.of);
    for (std::size_t i = 0; of != nullptr && i < of->order.size(); ++i) {
        const MadeClass* made = of->order[i].valid() ? made_class(of->order[i]) : nullptr;
        if (made == nullptr) {
            continue;
        }
        const auto slots = slot(made->frame, "__slots__", view_);
        is_slot =
            is_slot || (slots && names_slot(*slots->value, name)) ||
            (made->has_slots && made->fields && std::ranges::count(made->fields->fields, name) > 0);
        has_slots = has_slots && (slots || made->has_slots);
        may_fail = may_fail || made->is_frozen;
    }
    may_fail = may_fail || (has_slots && !is_slot);
    if (const auto member = may_fail ? std::nullopt : in_class(object.of, name)) {
        const auto* function = member->get<FunctionRef>();
        const auto* descriptor = member->get<HostObject>();
        may_fail = member->is_unknown() ||
                   (function != nullptr && is_kind(*function, Membership::Kind::Property) &&
                    !function->membership->setter) ||
                   (descriptor != nullptr && in_class(descriptor->of, "__delete__") &&
                    !in_class(descriptor->of, "__set__"));
    }
    failures_.operations += may_fail ? 1 : 0;
}

/// An object that has been made: of a class that lacks methods, with arguments that nothing takes.
void Interpreter::note_object(ClassRef of, const CallArguments& args, bool is_open) {
    if (tries_ == 0) {
        return;
    }
    const MadeClass* made = made_class(of.def);
    const bool takes_any = in_class(of.def, "__init__") || (made != nullptr && made->fields);
    bool may_fail = is_open || is_open_class(of.def) || (!takes_any && args.size() > 0);
    const auto is_abstract = [](const std::optional<Value>& one) {
        const auto* function = one ? one->get<FunctionRef>() : nullptr;
        return function != nullptr && function->made != nullptr && function->made->is_abstract;
    };
    for (std::size_t i = 0; made != nullptr && i < made->order.size() && !may_fail; ++i) {
        const MadeClass* one = made->order[i].valid() ? made_class(made->order[i]) : nullptr;
        const Frame* names = one != nullptr ? &store_.frame(one->frame) : nullptr;
        may_fail = names != nullptr && std::ranges::any_of(names->names, [&](const auto& each) {
                       return is_abstract(each.second.now.value) &&
                              is_abstract(in_class(of.def, each.first));
                   });
    }
    failures_.operations += may_fail ? 1 : 0;
}

}  // namespace pycu::sema
