// What names and objects hold while host code is run, and what they held before.
//
// Everything is kept once and changed in place. A journal takes changes back where paths part, and
// a moment that somebody will look back at keeps what is changed after it. So a branch costs what
// it changes, and a moment costs nothing.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "symbols/scopes.h"
#include "values/host_values.h"

namespace pycu::sema {

/// A point of the run that can be looked back at; later ones are greater.
using Moment = std::uint32_t;
constexpr Moment at_end = 0xffffffff;

/// What a name holds, and where it got it.
struct Slot {
    /// Nothing: the name is not bound.
    std::optional<Value> value{};
    /// The name where it is bound.
    Range range{};
    /// The assignment; not valid for names that are bound in other ways.
    syntax::StmtId stmt{};
};

/// A content with those before it that somebody may look back at, each with its last moment.
template <typename T>
struct History {
    Moment since = 0;
    std::vector<std::pair<Moment, T>> past{};

    /// The content at a moment; null where it is the present one.
    const T* at(Moment moment) const {
        const auto it = std::ranges::lower_bound(past, moment, {}, &std::pair<Moment, T>::first);
        return it != past.end() ? &it->second : nullptr;
    }
};

struct Cell {
    Slot now{};
    History<Slot> history{};
    /// What plain assignments outside branches and loops gave it, of a module or a class.
    std::vector<Slot> assigned{};
    /// Of the frame.
    std::uint64_t serial = 0;
    /// Something that runs later may set it: nobody knows what it is from here on.
    bool is_shared = false;
};

/// The names of one run of a function or a class body, or of the module.
struct Frame {
    std::unordered_map<std::string, Cell> names;
    std::size_t parent = 0;
    ScopeId scope{};
    std::set<std::string> globals;
    std::set<std::string> nonlocals;
    /// `from m import *`, with the places where they stand.
    std::vector<std::pair<std::string, Range>> stars;
    bool is_class = false;
    bool is_module = false;
    /// Nobody calls it here: its parameters are not known.
    bool is_guess = false;
    /// The last moment at which it was there, where what ran around it has been taken back.
    Moment seen_at = at_end;
    /// The moments at which statements last began, by their places, where they differ from those
    /// of the statements before them; and the latest of them.
    std::map<std::uint32_t, Moment> moments;
    Moment latest_moment = 0;
    /// Asked for names that the scope binds and the frame does not hold: locals of device code.
    bool is_opaque = false;
    /// Of a comprehension: its names beside those of the frame around it.
    bool is_comprehension = false;
    Identity identity{};
};

using Content = std::variant<Slot, HostItems, HostArray>;
using Target = std::variant<Cell*, HostItemsRef, HostArrayRef>;

/// What changed on one path of what was there where it parted.
struct Changes {
    std::vector<std::pair<Target, Content>> changes;
    /// Leaves out what is as old as something.
    void keep_later_than(std::uint64_t serial);
};

class Store {
  public:
    Frame& frame(std::size_t id) { return frames_[id]; }
    std::size_t add_frame(std::size_t parent, ScopeId scope);
    std::size_t frame_count() const { return frames_.size(); }
    Cell* find(std::size_t frame, const std::string& name);
    Cell& cell(std::size_t frame, const std::string& name) {
        Cell& made = frames_[frame].names[name];
        made.serial = frames_[frame].identity.serial;
        return made;
    }

    void set(Cell& cell, Slot slot);
    /// The names that a path changed are changed once more, at a time that nobody knows.
    static void share(const Changes& path);
    void change(const HostItemsRef& items, HostItems content) { write(items, std::move(content)); }
    /// Changes a list in place; `edit` gets its content.
    template <typename Edit>
    void edit(const HostItemsRef& items, const Edit& edit) {
        if (tries_.empty()) {
            note(items);
            edit(*items);
            return;
        }
        HostItems made = *items;
        edit(made);
        write(items, std::move(made));
    }
    void change(const HostArrayRef& array, HostArray content) { write(array, std::move(content)); }

    /// Where paths part: what is changed from here on can be taken back.
    std::size_t open();
    /// What has changed since, which stays.
    Changes seen(std::size_t mark);
    /// The same, taken back.
    Changes leave(std::size_t mark);
    /// What has changed stays, and can no longer be taken back.
    void close(std::size_t /*mark*/) { marks_.pop_back(); }
    /// Gives everything what it is after one of the paths; says whether anything changed that was
    /// there before them. `loop` is the loop at whose head they meet, or 0.
    bool join(const std::vector<Changes>& paths, bool or_none, Range range, std::uint32_t loop = 0);
    /// What a path changed is not known any more.
    void forget(const Changes& path, const Unknown& why);

    /// Notes every content from here on, for a handler that may run behind any of them.
    void begin_try() { tries_.emplace_back(); }
    Changes end_try();

    /// How much has been copied to be kept: contents, and items of lists.
    long copied() const { return copied_; }

    /// The moment that ends here.
    Moment snapshot() {
        kept_ = Identity::latest;
        return now_++;
    }
    Moment now() const { return now_; }
    const Slot& at(const Cell& cell, Moment moment, Moment written_since) const;
    /// A value as it was at a moment.
    Value at(const Value& value, Moment moment) const;

  private:
    using Key = const void*;
    void write(const Target& target, Content content);
    void put(const Target& target, Content content);
    void keep(const Target& target);
    void note(const Target& target);
    bool is_journaled(std::size_t at) const;
    static Key key_of(const Target& target);
    static Content content_of(const Target& target);
    static Content joined(const Content& a, const Content& b, Range range, std::uint32_t loop);

    struct Kept {
        Target target;
        Content content;
    };
    std::deque<Frame> frames_;
    std::vector<Kept> journal_;
    /// Where in the journal the paths parted that are still open, and what was the latest then.
    std::vector<std::pair<std::size_t, std::uint64_t>> marks_;
    /// The last place of something in the journal.
    std::unordered_map<Key, std::size_t> noted_;
    std::vector<std::map<Key, Kept>> tries_;
    /// Histories of objects, which they keep alive.
    std::unordered_map<Key, std::pair<HostItemsRef, History<HostItems>>> items_;
    std::unordered_map<Key, std::pair<HostArrayRef, History<HostArray>>> arrays_;
    Moment now_ = 1;
    /// What was the latest at the last snapshot.
    std::uint64_t kept_ = 0;
    long copied_ = 0;
};

/// The name under which the frame of a function of a module holds an attribute of the function
/// (namespaces.cpp).
std::string attribute_of(const FunctionRef& function, std::string_view name);
/// The names of a frame as a dict: `globals()`. And the frame whose names a value is; nothing for
/// anything else (namespaces.cpp).
Value names_of(std::size_t frame);
std::optional<std::size_t> frame_of_names(const Value& value);

}  // namespace pycu::sema
