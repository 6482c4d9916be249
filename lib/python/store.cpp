// Changes, paths and moments. See store.h.
#include "python/store.h"

#include <algorithm>
#include <unordered_set>

#include "support/match.h"

namespace pycu::sema {

namespace {

/// Any number of what both hold.
HostItems join_lists(const HostItems& a, const HostItems& b, Range range, std::uint32_t loop) {
    HostItems made;
    made.is_list = a.is_list;
    std::optional<Value> all;
    for (const HostItems* one : {&a, &b}) {
        for (const Value& item : one->items) {
            all = all ? join_hosts(*all, item, range, loop != 0, loop) : item;
        }
        if (one->more != nullptr) {
            all = all ? join_hosts(*all, *one->more, range, loop != 0, loop) : *one->more;
        }
    }
    const Value none = unknown("its items change", range);
    made.more = std::make_shared<Value>(a.is_dict || b.is_dict || !all ? none : *all);
    made.may_be_empty = true;
    made.unknown = why_joined(range, loop != 0);
    return made;
}

HostItems joined_items(const HostItems& a, const HostItems& b, Range range, std::uint32_t loop) {
    const auto left = std::make_shared<HostItems>(a), right = std::make_shared<HostItems>(b);
    const Value both = join_hosts({left}, {right}, range, loop != 0, loop);
    HostItems made = both.items() != nullptr ? *both.items() : join_lists(a, b, range, loop);
    made.aliases = a.aliases;
    return made;
}

HostArray joined_arrays(const HostArray& a, const HostArray& b, Range range, std::uint32_t loop) {
    const auto left = std::make_shared<HostArray>(a), right = std::make_shared<HostArray>(b);
    const Value both = join_hosts({left}, {right}, range, loop != 0, loop);
    HostArray made = both.array() != nullptr ? *both.array() : a;
    made.aliases = a.aliases;
    if (both.array() != nullptr) {
        return made;
    }
    made.known = nullptr;
    const Unknown* why = both.get<Unknown>();
    made.spoiled = why != nullptr ? *why : why_joined(range, loop != 0);
    return made;
}

std::uint64_t serial_of(const Target& target) {
    return std::visit(match{[](Cell* cell) { return cell->serial; },
                            [](const auto& object) { return object->identity.serial; }},
                      target);
}

/// What a copy of it costs.
long size_of(const Content& content) {
    const auto* list = std::get_if<HostItems>(&content);
    return 1 + (list != nullptr ? long(list->items.size()) : 0);
}

/// A reference that owns nothing, for who only looks.
template <typename T>
Value view_of(const T& content) {
    return {std::shared_ptr<T>(std::shared_ptr<void>(), const_cast<T*>(&content))};
}

bool same_content(const Slot& a, const Slot& b) {
    return a.value.has_value() == b.value.has_value() && a.range == b.range &&
           (!a.value || same(*a.value, *b.value, Sameness::State));
}

template <typename T>
bool same_content(const T& a, const T& b) {
    return same(view_of(a), view_of(b), Sameness::State);
}

bool has_content(const Target& target, const Content& content) {
    return std::visit(
        match{[&](Cell* cell) { return same_content(cell->now, std::get<Slot>(content)); },
              [&]<typename T>(const std::shared_ptr<T>& object) {
                  return same_content(*object, std::get<T>(content));
              }},
        target);
}

/// Gives a list other items. What it stood in meanwhile may hold it still.
void refill(HostItems& list, HostItems content) {
    content.bits = std::max(content.bits, list.bits);
    list = std::move(content);
    if (!settle(list)) {
        drop_items(list, {});
    }
}

}  // namespace

void Changes::keep_later_than(std::uint64_t serial) {
    std::erase_if(changes, [&](const auto& one) { return serial_of(one.first) <= serial; });
}

std::size_t Store::add_frame(std::size_t parent, ScopeId scope) {
    Frame& made = frames_.emplace_back();
    made.parent = parent;
    made.scope = scope;
    return frames_.size() - 1;
}

Cell* Store::find(std::size_t frame, const std::string& name) {
    const auto found = frames_[frame].names.find(name);
    return found != frames_[frame].names.end() ? &found->second : nullptr;
}

Store::Key Store::key_of(const Target& target) {
    return std::visit(match{[](Cell* cell) -> Key { return cell; },
                            [](const auto& object) -> Key { return object.get(); }},
                      target);
}

Content Store::content_of(const Target& target) {
    return std::visit(match{[](Cell* cell) -> Content { return cell->now; },
                            [](const auto& object) -> Content { return *object; }},
                      target);
}

/// Keeps what a target holds for those who look back.
void Store::keep(const Target& target) {
    const auto in = [&](auto& history, const auto& old) {
        if (history.since < now_) {
            history.past.emplace_back(now_ - 1, old);
        }
        history.since = now_;
    };
    std::visit(match{[&](Cell* cell) { in(cell->history, cell->now); },
                     [&](const HostItemsRef& items) {
                         // Nobody can look back at what is newer than the last moment.
                         if (items->identity.serial > kept_) {
                             return;
                         }
                         auto& [alive, history] = items_[items.get()];
                         alive = items;
                         copied_ += history.since < now_ ? long(items->items.size()) : 0;
                         in(history, *items);
                     },
                     [&](const HostArrayRef& array) {
                         if (array->identity.serial > kept_) {
                             return;
                         }
                         auto& [alive, history] = arrays_[array.get()];
                         alive = array;
                         in(history, *array);
                     }},
               target);
}

void Store::put(const Target& target, Content content) {
    keep(target);
    std::visit(
        match{[&](Cell* cell) { cell->now = std::get<Slot>(std::move(content)); },
              [&](const HostItemsRef& items) {
                  refill(*items, std::get<HostItems>(std::move(content)));
              },
              [&](const HostArrayRef& array) { *array = std::get<HostArray>(std::move(content)); }},
        target);
}

/// What a target holds before it is changed: once for each place where paths part. What was made
/// after the last of these is no matter of other paths: it stays as the path leaves it.
void Store::note(const Target& target) {
    if (!marks_.empty() && serial_of(target) <= marks_.back().second) {
        const auto [at, is_new] = noted_.try_emplace(key_of(target), journal_.size());
        const bool is_noted = !is_new && at->second >= marks_.back().first &&
                              at->second < journal_.size() &&
                              key_of(journal_[at->second].target) == at->first;
        if (!is_noted) {
            at->second = journal_.size();
            journal_.push_back({target, content_of(target)});
            copied_ += size_of(journal_.back().content);
        }
    }
    keep(target);
}

void Store::set(Cell& cell, Slot slot) {
    if (cell.is_shared && slot.value) {
        slot.value = unknown("what runs later may change it", slot.range);
    }
    if (!tries_.empty()) {
        write(&cell, std::move(slot));
        return;
    }
    note(&cell);
    cell.now = std::move(slot);
}

void Store::share(const Changes& path) {
    for (const auto& [target, content] : path.changes) {
        if (auto* const* cell = std::get_if<Cell*>(&target)) {
            (*cell)->is_shared = true;
        }
    }
}

void Store::write(const Target& target, Content content) {
    for (auto& one : tries_) {
        const auto [at, is_new] = one.try_emplace(key_of(target), Kept{target, Content{}});
        copied_ += size_of(content);
        const Content before = is_new ? content_of(target) : std::move(at->second.content);
        at->second.content = joined(before, content, {}, 0);
    }
    note(target);
    put(target, std::move(content));
}

std::size_t Store::open() {
    if (marks_.empty()) {
        journal_.clear();
        noted_.clear();
    }
    marks_.emplace_back(journal_.size(), Identity::latest);
    return journal_.size();
}

/// Whether an entry of the journal is still wanted: not where the place at which it was noted is
/// closed and what is open there parted before there was such an object.
bool Store::is_journaled(std::size_t at) const {
    const auto open = std::ranges::find_if(
        marks_.rbegin(), marks_.rend(), [&](const std::size_t mark) { return mark <= at; },
        &std::pair<std::size_t, std::uint64_t>::first);
    return open != marks_.rend() && serial_of(journal_[at].target) <= open->second;
}

Changes Store::seen(std::size_t mark) {
    Changes path;
    std::unordered_set<Key> known;
    for (std::size_t i = mark; i < journal_.size(); ++i) {
        if (is_journaled(i) && known.insert(key_of(journal_[i].target)).second) {
            path.changes.emplace_back(journal_[i].target, content_of(journal_[i].target));
            copied_ += size_of(path.changes.back().second);
        }
    }
    return path;
}

Changes Store::leave(std::size_t mark) {
    Changes path = seen(mark);
    while (journal_.size() > mark) {
        if (is_journaled(journal_.size() - 1)) {
            put(journal_.back().target, std::move(journal_.back().content));
        }
        journal_.pop_back();
    }
    marks_.pop_back();
    return path;
}

bool Store::join(const std::vector<Changes>& paths, bool or_none, Range range, std::uint32_t loop) {
    std::vector<Target> targets;
    std::unordered_map<Key, std::vector<const Content*>> contents;
    for (const Changes& path : paths) {
        for (const auto& [target, content] : path.changes) {
            auto& list = contents[key_of(target)];
            if (list.empty()) {
                targets.push_back(target);
            }
            list.push_back(&content);
        }
    }
    // Objects before the names that hold them.
    std::stable_partition(targets.begin(), targets.end(),
                          [](const Target& one) { return !std::holds_alternative<Cell*>(one); });
    bool is_changed = false;
    for (const Target& target : targets) {
        const auto& list = contents[key_of(target)];
        const bool is_partial = list.size() < paths.size() || or_none;
        Content both = is_partial ? content_of(target) : *list.front();
        for (const Content* one : list) {
            copied_ += size_of(*one);
            if (one != list.front() || is_partial) {
                both = joined(both, *one, range, loop);
            }
        }
        if (!has_content(target, both)) {
            is_changed = true;
            write(target, std::move(both));
        }
    }
    return is_changed;
}

void Store::forget(const Changes& path, const Unknown& why) {
    for (const auto& [target, content] : path.changes) {
        if (const auto* slot = std::get_if<Slot>(&content)) {
            write(target, Slot{Value{why}, slot->range, slot->stmt});
        } else if (const auto* items = std::get_if<HostItems>(&content)) {
            HostItems made;
            made.is_list = items->is_list;
            made.more = std::make_shared<Value>(Value{why});
            write(target, std::move(made));
        } else {
            HostArray made = std::get<HostArray>(content);
            made.known = nullptr;
            made.spoiled = why;
            write(target, std::move(made));
        }
    }
}

Changes Store::end_try() {
    Changes path;
    for (auto& [key, kept] : tries_.back()) {
        path.changes.emplace_back(std::move(kept.target), std::move(kept.content));
    }
    tries_.pop_back();
    return path;
}

Content Store::joined(const Content& a, const Content& b, Range range, std::uint32_t loop) {
    return std::visit(match{[&](const Slot& left) -> Content {
                                const auto& right = std::get<Slot>(b);
                                // A name that only one path sets is that path's: Python fails on
                                // the other.
                                if (!left.value || !right.value) {
                                    return left.value ? left : right;
                                }
                                Slot made = right;
                                const Range at = right.range == Range{} ? range : right.range;
                                made.value =
                                    join_hosts(*left.value, *right.value, at, loop != 0, loop);
                                return made;
                            },
                            [&](const HostItems& left) -> Content {
                                return joined_items(left, std::get<HostItems>(b), range, loop);
                            },
                            [&](const HostArray& left) -> Content {
                                return joined_arrays(left, std::get<HostArray>(b), range, loop);
                            }},
                      a);
}

const Slot& Store::at(const Cell& cell, Moment moment, Moment written_since) const {
    if (cell.history.since >= written_since) {
        return cell.now;
    }
    const Slot* past = cell.history.at(moment);
    return past != nullptr ? *past : cell.now;
}

Value Store::at(const Value& value, Moment moment) const {
    if (moment == at_end || (items_.empty() && arrays_.empty())) {
        return value;
    }
    if (const auto* array = value.get<HostArrayRef>()) {
        const auto found = arrays_.find(array->get());
        const HostArray* past = found != arrays_.end() ? found->second.second.at(moment) : nullptr;
        return past != nullptr ? Value{std::make_shared<HostArray>(*past)} : value;
    }
    const HostItemsRef* items = value.contents();
    if (items == nullptr) {
        return value;
    }
    const auto found = items_.find(items->get());
    const HostItems* past = found != items_.end() ? found->second.second.at(moment) : nullptr;
    const HostItems& content = past != nullptr ? *past : **items;
    bool is_new = past != nullptr;
    HostItems made = content;
    for (Value& item : made.items) {
        if (item.contents() != nullptr || item.array() != nullptr) {
            Value then = at(item, moment);
            const bool is_same = item.array() != nullptr ? then.array() == item.array()
                                                         : *then.contents() == *item.contents();
            is_new = is_new || !is_same;
            item = std::move(then);
        }
    }
    if (!is_new) {
        return value;
    }
    auto then = std::make_shared<HostItems>(std::move(made));
    const auto* object = value.get<HostObject>();
    return object != nullptr ? Value{HostObject{object->of, std::move(then), object->behind}}
                             : Value{std::move(then), value.why};
}

}  // namespace pycu::sema
