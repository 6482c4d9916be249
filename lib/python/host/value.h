// What an expression of the host is, as far as its text tells: a number, an array with its dtype
// and its strides, a function. Host code is never run: its values are followed by their types.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "python/constants/value.h"
#include "python/strides.h"
#include "types/type.h"

namespace pycu::sema {

struct HostValue;

using python::Extent;
using python::Strides;

/// A number whose type is known and whose value is not.
struct HostNumber {
    Type type;
    bool is_python = true;
    Extent value = 0;  // of an integer
    friend bool operator==(const HostNumber&, const HostNumber&) = default;
};

/// The dtype of an array: a scalar, or a record with its size.
struct HostDtype {
    HostDtype(Scalar scalar) : scalar(scalar) {}
    HostDtype(Type record, std::int64_t size)
        : scalar(Scalar::UInt8), record(record), record_size(size) {}
    /// Records take no part in arithmetic, which alone asks for scalars.
    operator Scalar() const { return scalar; }
    Type type() const { return record.is_record() ? record : Type::scalar(scalar); }
    friend bool operator==(const HostDtype&, const HostDtype&) = default;
    friend bool operator==(const HostDtype& a, Scalar b) {
        return !a.record.is_record() && a.scalar == b;
    }

    Scalar scalar;
    Type record{};
    std::int64_t record_size = 0;
};
std::int64_t bytes(const HostDtype& dtype);

struct HostArray;

/// The elements of an array, computed when somebody asks for them.
struct KnownElements {
    std::function<Value()> make;
    /// How many computations stand behind each other.
    int depth = 0;
    std::optional<Value> made{};

    const Value& get() {
        if (!made) {
            made = make();
            make = nullptr;
        }
        return *made;
    }
};

/// Objects that are one, or look at one memory, or may: a change of one may change the others.
template <typename Object>
struct Aliases {
    std::vector<std::weak_ptr<Object>> all;
    /// As many are kept before those that are gone are taken out.
    std::size_t most = 16;
};

/// From here on a change of the one counts for the other.
template <typename Object>
void link_objects(const std::shared_ptr<Object>& a, const std::shared_ptr<Object>& b) {
    for (const auto& one : {a, b}) {
        if (one->aliases == nullptr) {
            one->aliases = std::make_shared<Aliases<Object>>();
            one->aliases->all.push_back(one);
        }
    }
    if (a->aliases == b->aliases) {
        return;
    }
    // The larger set takes the other's.
    const bool is_larger = a->aliases->all.size() >= b->aliases->all.size();
    const auto joined = is_larger ? a->aliases : b->aliases;
    const auto other = is_larger ? b->aliases : a->aliases;
    for (const auto& one : other->all) {
        if (const auto object = one.lock()) {
            object->aliases = joined;
            joined->all.push_back(object);
        }
    }
    // Most of them are gone soon: what joins two contents makes objects of the moment.
    if (joined->all.size() >= joined->most) {
        std::erase_if(joined->all, [](const auto& one) { return one.expired(); });
        joined->most = 2 * joined->all.size() + 16;
    }
    a->aliases = b->aliases = joined;
}

/// An array. The object is shared by all its names, so that what spoils it is seen by all.
struct HostArray {
    HostDtype dtype = Scalar::Float64;
    bool is_readonly = false;
    bool is_device = false;
    Strides memory;
    /// Why it is no longer what it was made as: an assignment to its shape or its flags.
    std::optional<Unknown> spoiled{};
    /// Its elements, where they are known; shared by those who look at the same memory.
    std::shared_ptr<KnownElements> known{};
    std::shared_ptr<Aliases<HostArray>> aliases{};
    /// Why its elements are not known.
    std::optional<Unknown> unknown{};

    std::size_t rank() const { return memory.rank(); }
    std::int64_t item() const;
    Layout layout() const;
    Type type() const;
};
using HostArrayRef = std::shared_ptr<HostArray>;
/// Another array with that dtype and those strides.
HostArrayRef alike(const HostArray& array);

/// A list, tuple, range, or anything else to iterate over: known items, or some number of one kind.
struct HostItems {
    std::vector<HostValue> items;
    /// What stands behind the items, any number of them: appended, or made in a loop.
    std::shared_ptr<HostValue> more = nullptr;
    bool is_list = false;
    /// More can be none at all.
    bool may_be_empty = true;
    /// `start:stop:step`, three items.
    bool is_slice = false;
    /// How many bits number its places in what holds it, all levels together: they bound every walk
    /// through lists of lists. It never shrinks.
    int bits = 0;
    /// Of a named tuple: its class and the names of its items.
    std::string class_name{};
    std::vector<std::string> fields{};
    std::shared_ptr<Aliases<HostItems>> aliases{};
    /// A dict: its keys, whose values are the items.
    bool is_dict = false;
    std::vector<Value> keys{};
    /// Why not all its items are known, where `more` does not say it.
    std::optional<Unknown> unknown{};
};
using HostItemsRef = std::shared_ptr<HostItems>;

/// The most items that one list or tuple is followed with.
constexpr std::size_t max_items = 1 << 20;

/// Notes that a list or a dict is to hold one more item; false where what nests would hold itself,
/// or be too much to walk through.
bool take(HostItems& list, const HostValue& item);
/// The item as the list holds it from now on: unknown where it does not take it.
HostValue held(HostItems& list, const HostValue& item, Range range);
/// Whether it has grown too large for what holds it.
bool is_too_large(const HostItems& list);
/// Nobody knows any more what it holds.
void drop_items(HostItems& list, Range range);
/// Whether it takes all that it holds.
bool settle(const HostItems& list);

/// A function or a lambda of the file with the frame it was made in.
struct HostFunction {
    syntax::StmtId def{};
    std::size_t frame = 0;
    /// The path of the decorator that made it device code; empty for a function of Python.
    std::string made_by{};
    /// The call that did so: `cuda.jit(f)`; not valid for `@cuda.jit`.
    syntax::ExprId jit{};
    /// A decorator that is not known has made something else of it.
    bool is_decorated = false;
    /// The values of its defaults, the last parameter's last.
    std::shared_ptr<std::vector<HostValue>> defaults{};
    std::shared_ptr<std::map<std::string, HostValue>> named_defaults{};
    bool operator==(const HostFunction& other) const {
        return def == other.def && frame == other.frame && jit == other.jit;
    }
};

/// `cuda.jit(device=True)`: a decorator that is not yet applied to a function.
struct HostDecorator {
    syntax::ExprId call{};
    std::size_t frame = 0;
    /// The path of what it calls in the end: "numba.cuda.jit".
    std::string path;
    /// What functools.partial makes: it takes further options.
    bool is_partial = false;
    bool operator==(const HostDecorator& other) const {
        return call == other.call && frame == other.frame;
    }
};

/// `k[grid, block]`, `k.forall(n)`: calling it launches a kernel.
struct HostLauncher {
    HostFunction function;
    friend bool operator==(const HostLauncher&, const HostLauncher&) = default;
};

/// `object.name`, to be called.
struct HostMethod {
    std::shared_ptr<HostValue> object;
    std::string name;
};

struct HostValue {
    std::variant<Value, HostNumber, HostArrayRef, HostItemsRef, HostFunction, HostDecorator,
                 HostLauncher, HostMethod>
        as;
    /// Of what has a type and no value: why it has none.
    std::shared_ptr<const Unknown> why{};

    template <typename T>
    const T* get() const {
        return std::get_if<T>(&as);
    }
    const Unknown* why_unknown() const {
        const auto* value = get<Value>();
        return value != nullptr ? value->get<Unknown>() : nullptr;
    }
    template <typename T>
    const T* known() const {
        const auto* value = get<Value>();
        return value != nullptr ? value->get<T>() : nullptr;
    }
    const HostArray* array() const {
        const auto* ref = get<HostArrayRef>();
        return ref != nullptr ? ref->get() : nullptr;
    }
    const HostItems* items() const {
        const auto* ref = get<HostItemsRef>();
        return ref != nullptr ? ref->get() : nullptr;
    }
};

HostValue host_unknown(std::string why, Range range);
HostValue host_number(Type type, bool is_python = true);
/// An integer: one that nobody knows, or of a value that may be unknown.
HostValue host_integer(Type type = int64, bool is_python = true);
HostValue host_integer(const Extent& value);
HostValue host_array(const HostDtype& dtype, Strides memory, bool is_device = false);
/// A new array in C order.
HostValue host_contiguous(const HostDtype& dtype, std::vector<Extent> extents,
                          bool is_device = false);
/// A new list, tuple or dict.
HostValue host_items(HostItems made);
HostValue host_tuple(std::vector<HostValue> items, bool is_list = false);
/// Any number of one kind.
HostValue host_many(HostValue item, bool is_list, bool may_be_empty = true);

/// The value of an integer; nothing for what is no integer.
std::optional<Extent> extent_of(const HostValue& value);
/// Whether it is a number, and of which type; a Python number is weak.
std::optional<HostNumber> number_of(const HostValue& value);

/// What a name is where two paths meet; `loop` is the loop at whose head they do, or 0.
HostValue join_hosts(const HostValue& a, const HostValue& b, Range range, bool is_loop,
                     std::uint32_t loop = 0);
/// Another value of the same kind: its unknown numbers are others.
HostValue another(const HostValue& value);
bool same_host(const HostValue& a, const HostValue& b);

/// The type with which Numba launches it, or why nobody knows.
std::variant<Type, Unknown> launch_type(const HostValue& value, TypeTable& table, Range range);

}  // namespace pycu::sema
