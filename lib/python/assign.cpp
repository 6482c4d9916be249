// What an assignment on the host does: to a name, an item, an attribute, a pattern's names.
#include <algorithm>

#include "python/command_line.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A longer list whose items are not known keeps no count of them, either.
constexpr std::size_t max_counted = 4096;
/// More stores than this are not kept one behind the other.
constexpr int max_stores = 200;

/// An object with all that may be the same.
template <typename Object>
std::vector<std::shared_ptr<Object>> aliases_of(const std::shared_ptr<Object>& object) {
    std::vector<std::shared_ptr<Object>> all{object};
    if (object->aliases != nullptr) {
        for (const auto& one : object->aliases->all) {
            if (auto other = one.lock(); other != nullptr && other != object) {
                all.push_back(std::move(other));
            }
        }
    }
    return all;
}

}  // namespace

void Interpreter::assign(ExprId target, const Value& value, StmtId stmt) {
    const syntax::Expr& expr = tree_->exprs[target];
    if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
        if (const auto* type = value.get<TypeObject>();
            type != nullptr && type->type.is_record() && stmt && view_ == at_end) {
            // A record has the name of the first variable that it, or its dtype, was given to.
            types_.name_record(type->type, file_.text(expr.range));
        }
        bind(name->id, value, expr.range, stmt);
    } else if (const auto* tuple = std::get_if<syntax::Tuple>(&expr.as)) {
        unpack(tuple->elts, asked(value, failures_), expr.range, stmt);
    } else if (const auto* list = std::get_if<syntax::List>(&expr.as)) {
        unpack(list->elts, asked(value, failures_), expr.range, stmt);
    } else if (const auto* star = std::get_if<syntax::Starred>(&expr.as)) {
        assign(
            star->value,
            value.items() != nullptr ? value : unknown("it is the rest of something", expr.range),
            stmt);
    } else if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.as)) {
        const Value owner = asked(eval(attribute->value), failures_);
        if (const auto* instance = owner.get<HostObject>()) {
            note_attribute(*instance, attribute->attr);
            set_attribute(*instance, attribute->attr, value, expr.range);
            return;
        }
        if (command_line().set(owner, attribute->attr, value, expr.range)) {
            return;
        }
        ++failures_.operations;
        const bool is_its_body =
            attribute->attr == "__code__" || attribute->attr.ends_with("defaults__");
        if (owner.is<FunctionRef>() && is_its_body) {
            assign(attribute->value, unknown("its function is changed", expr.range));
            return;
        }
        assign_attribute(owner, attribute->attr, value, expr.range);
    } else if (const auto* item = std::get_if<syntax::Subscript>(&expr.as)) {
        assign_item(*item, value, expr.range);
    }
}

void Interpreter::assign_item(const syntax::Subscript& target, const Value& value, Range range) {
    const Value owner = asked(eval(target.value), failures_);
    const Value index = eval(target.slice);
    failures_.operations += store_item(owner, index, value, range) ? 0 : 1;
}

/// Whether the item was stored for certain.
bool Interpreter::store_item(const Value& changed, const Value& index, const Value& value,
                             Range range) {
    if (const auto* array = changed.get<HostArrayRef>()) {
        store_element(*array, index, value, range);
        return false;
    }
    if (const auto frame = frame_of_names(changed)) {
        put_name(*frame, index, value, range);
        return false;
    }
    const auto* path = changed.get<Dotted>();
    const auto* key = index.get<StringValue>();
    if (const auto* flags = changed.get<HostMethod>(); flags != nullptr && flags->name == "flags") {
        assign_attribute(changed, "flags", value, range);
        return false;
    }
    if (path != nullptr && path->path == "sys.modules") {
        forget_module(index, range);
        return true;
    }
    if (path != nullptr && key != nullptr && path->path.ends_with(".__dict__")) {
        assign_attribute({Dotted{path->path.substr(0, path->path.rfind('.'))}}, key->text, value,
                         range);
        return false;
    }
    if (changed.is<HostObject>()) {
        call_own(changed, "__setitem__", {{index, value}, {}, range}, false, range);
        return false;
    }
    const auto* items = changed.get<HostItemsRef>();
    if (items == nullptr) {
        return false;
    }
    if ((*items)->is_dict && (*items)->more == nullptr && index.is_constant() &&
        !index.is_unknown()) {
        put_item(*items, index, value, range);
        return true;
    }
    const auto at = as_index(index);
    const auto count = std::int64_t((*items)->items.size());
    if (at && (*items)->is_list && (*items)->more == nullptr && *at >= -count && *at < count) {
        const auto put = [&](HostItems& list) {
            list.items[std::size_t(*at < 0 ? *at + count : *at)] = held(list, value, range);
        };
        edit_items(*items, put, range);
        return true;
    }
    if ((*items)->is_list || (*items)->is_dict) {
        forget_items(*items, "its items change", range);
    }
    return false;
}

void Interpreter::put_item(const HostItemsRef& dict, const Value& key, const Value& value,
                           Range range) {
    if (!is_known(key)) {
        forget_items(dict, "its items change", range);
        return;
    }
    const auto put = [&](HostItems& one) {
        const Value item = held(one, value, range);
        const auto found = std::ranges::find_if(
            one.keys, [&](const Value& other) { return is_same_key(other, key); });
        if (found != one.keys.end()) {
            one.items[std::size_t(found - one.keys.begin())] = item;
        } else {
            one.keys.push_back(key);
            one.items.push_back(item);
        }
    };
    edit_items(dict, put, range);
}

/// Nobody knows what a list or dict holds any more.
void Interpreter::forget_items(const HostItemsRef& items, const char* why, Range range) {
    if (items->is_list || items->is_dict) {
        for (const HostItemsRef& one : aliases_of(items)) {
            forget_one(one, why, range);
        }
    }
}

void Interpreter::forget_one(const HostItemsRef& items, const char* why, Range range) {
    const auto is_open = [](const Value& one) { return one.is_unknown(); };
    if (items->more != nullptr && is_open(*items->more) &&
        std::ranges::all_of(items->items, is_open)) {
        return;
    }
    const Value any = unknown(why, range);
    store_.edit(items, [&](HostItems& list) {
        list.more = std::make_shared<Value>(any);
        if (list.items.size() > max_counted) {
            list.items.clear(), list.keys.clear();
        }
        std::ranges::fill(list.items, any);
        list.unknown = Unknown{"its elements change", range};
    });
}

/// The elements of an array, and of all that look at its memory, are not known any more.
void Interpreter::forget_elements(const HostArrayRef& array, const char* why, Range range) {
    for (const HostArrayRef& one : aliases_of(array)) {
        if (one->known != nullptr) {
            HostArray made = *one;
            made.known = nullptr;
            made.unknown = Unknown{why, range};
            store_.change(one, std::move(made));
        }
    }
}

/// Changes a list or a dict; what may be the same one is not known any more.
void Interpreter::edit_items(const HostItemsRef& items, const std::function<void(HostItems&)>& edit,
                             Range range) {
    for (const HostItemsRef& one : aliases_of(items)) {
        if (one != items) {
            forget_one(one, "its items change", range);
        }
    }
    store_.edit(items, [&](HostItems& list) {
        edit(list);
        if (is_too_large(list)) {
            drop_items(list, range);
        }
    });
}

void Interpreter::store_element(const HostArrayRef& array, const Value& index, const Value& value,
                                Range range) {
    if (array->known == nullptr) {
        forget_elements(array, "its elements change", range);
        return;
    }
    const auto at = indices_of(index);
    const bool is_plain = at && array->known->depth < max_stores &&
                          std::ranges::all_of(*at, [](const values::Index& one) {
                              return one.kind == values::Index::Kind::Integer ||
                                     one.kind == values::Index::Kind::Slice;
                          });
    auto before = array->known;
    const Value stored = value_of(value);
    forget_elements(array, "its elements change", range);
    if (!is_plain || stored.is_unknown()) {
        if (const auto* why = stored.get<Unknown>(); why != nullptr && at) {
            HostArray made = *array;
            made.unknown = *why;
            store_.change(array, std::move(made));
        }
        return;
    }
    HostArray made = *array;
    made.known = std::make_shared<KnownElements>();
    made.known->depth = before->depth + 1;
    const HostArrayRef into = alike(*array);
    into->known = before;
    const auto compute = [into, at = *at, stored, range] {
        return into->known->get() != nullptr ? sema::store_element({into}, at, stored, range)
                                             : into->known->otherwise;
    };
    made.known->make = compute;
    if (before->elements != nullptr && before->elements->size() <= 4096) {
        made.known->get();
        made.known->depth = 0;
    }
    made.unknown.reset();
    store_.change(array, std::move(made));
}

void Interpreter::unpack(const std::vector<ExprId>& targets, const Value& value, Range range,
                         StmtId stmt) {
    const HostItems* items = value.items();
    if (items != nullptr && items->is_dict && items->more == nullptr) {
        unpack(targets, host_tuple(items->keys), range, stmt);
        return;
    }
    const auto star = std::ranges::find_if(targets, [&](ExprId one) {
        return std::holds_alternative<syntax::Starred>(tree_->exprs[one].as);
    });
    const HostPart* part = value.part();
    if (part != nullptr && part->kind == HostPart::Kind::Shape && star == targets.end()) {
        ++failures_.operations;
        if (tries_ == 0) {  // else another rank may lead to a handler
            parts().learn_rank(value, std::int64_t(targets.size()));
        }
        const Value extent = with_why(host_integer(), *without_part(value).get<Unknown>());
        std::ranges::for_each(targets, [&](ExprId one) { assign(one, another(extent), stmt); });
        return;
    }
    const bool is_whole = items != nullptr && items->more == nullptr && !items->is_dict;
    if (is_whole && star != targets.end() && items->items.size() + 1 >= targets.size()) {
        const std::vector<Value> each = items->items;
        const auto before = std::size_t(star - targets.begin());
        const std::size_t rest = each.size() - (targets.size() - 1);
        for (std::size_t i = 0; i < targets.size(); ++i) {
            if (i == before) {
                const auto first = each.begin() + std::ptrdiff_t(before);
                assign(targets[i], host_tuple({first, first + std::ptrdiff_t(rest)}, true), stmt);
            } else {
                assign(targets[i], each[i < before ? i : i + rest - 1], stmt);
            }
        }
        return;
    }
    const bool is_exact =
        is_whole && star == targets.end() && items->items.size() == targets.size();
    failures_.operations += is_exact ? 0 : 1;
    const std::vector<Value> each = is_exact ? items->items : std::vector<Value>{};
    const auto* array = value.get<HostArrayRef>();
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (is_exact) {
            assign(targets[i], each[i], stmt);
        } else if (array != nullptr && (*array)->known != nullptr) {
            assign(targets[i], subscript(value, {python_int(Int128(i))}, range), stmt);
        } else {
            assign(targets[i], host_element(value, range), stmt);
        }
    }
}

}  // namespace pycu::sema
