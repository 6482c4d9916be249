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

#include "syntax/tree.h"
#include "types/type.h"
#include "values/strides.h"
#include "values/value.h"

namespace pycu::sema {

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

/// The elements of an array, computed when somebody asks for them.
struct KnownElements {
    std::function<Value()> make{};
    /// How many computations stand behind each other.
    int depth = 0;
    std::shared_ptr<const Numbers> elements{};
    /// What stands for them where they are no elements of an array: why they are not known.
    Value otherwise{};

    const Numbers* get();
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
    /// It looks at what nobody knows, which may be readonly.
    bool may_be_readonly = false;
    bool is_device = false;
    /// CuPy's, which computes as NumPy does; Numba's arrays of the device do not.
    bool is_cupy = false;
    /// Not NumPy's in a program that takes what is there.
    bool is_cupy_alone = false;
    Strides memory;
    /// Why it is no longer what it was made as: an assignment to its shape or its flags.
    std::optional<Unknown> spoiled{};
    /// Its elements, where they are known; shared by those who look at the same memory.
    std::shared_ptr<KnownElements> known{};
    std::shared_ptr<Aliases<HostArray>> aliases{};
    /// What device code has for its elements where nothing here computes with them, in the order of
    /// memory: two numbers for each complex one.
    std::shared_ptr<const Numbers> stored{};
    /// Where its memory lies in a running program, which device code uses itself.
    std::optional<std::uint64_t> address{};
    /// How device code names it where no assignment does: an item of a tuple.
    std::string title{};
    /// Why its elements are not known.
    std::optional<Unknown> unknown{};
    /// Whose memory it looks at, or may do so, as a function tells that has just made it.
    HostArrayRef base{};
    Identity identity{};

    std::size_t rank() const { return memory.rank(); }
    std::int64_t item() const;
    Layout layout() const;
    Type type() const;
    /// The same as Numba types global arrays: readonly, but for memory of the device.
    Type global_type() const { return address ? type() : type().with_readonly(true); }
};
/// Another array with that dtype and those strides.
HostArrayRef alike(const HostArray& array);
/// The same in the memory of that array.
HostArrayRef view_of(const HostArrayRef& array);
/// The same with its elements at other places.
Value seen_as(const HostArrayRef& array, values::Strides memory);
/// The same with elements that are known; so are its extents.
Value known_array(const HostArray& array, Numbers elements);

/// The most items that one list or tuple is followed with.
constexpr std::size_t max_items = 1 << 20;

/// Notes that a list or a dict is to hold one more item; false where what nests would hold itself,
/// or be too much to walk through.
bool take(HostItems& list, const Value& item);
/// The item as the list holds it from now on: unknown where it does not take it.
Value held(HostItems& list, const Value& item, Range range);
/// Whether it has grown too large for what holds it.
bool is_too_large(const HostItems& list);
/// Nobody knows any more what it holds.
void drop_items(HostItems& list, Range range);
/// Whether it takes all that it holds.
bool settle(const HostItems& list);

/// Marks what gives its items as an iterator, a range or a view does.
Value as_like(Value value, HostItems::Like like);
/// What a function of Python makes: an iterator, a range, or nothing of that kind.
HostItems::Like likeness_of(std::string_view path);

/// Whether it is a name of a library that is no function, class or module for certain: it may be a
/// constant, and equal whatever that is.
bool may_be_constant(const Value& value);

Value host_number(Type type, bool is_python = true);
/// An integer: one that nobody knows, or of a value that may be unknown.
Value host_integer(Type type = int64, bool is_python = true);
Value host_integer(const Extent& value);
Value host_array(const HostDtype& dtype, Strides memory, bool is_device = false);
/// Of so many dimensions, of which nobody knows how long they are.
std::vector<Extent> unknown_extents(std::size_t rank);
/// A new array in C order.
Value host_contiguous(const HostDtype& dtype, std::vector<Extent> extents, bool is_device = false);
/// Any number of one kind.
Value host_many(Value item, bool is_list, bool may_be_empty = true);

/// The value of an integer; nothing for what is no integer.
std::optional<Extent> extent_of(const Value& value);
/// Whether it is a number, and of which type; a Python number is weak.
std::optional<HostNumber> number_of(const Value& value);

/// What a name is where two paths meet; `loop` is the loop at whose head they do, or 0.
Value join_hosts(const Value& a, const Value& b, Range range, bool is_loop, std::uint32_t loop = 0);
/// Why nobody knows it there.
Unknown why_joined(Range range, bool is_loop);
/// Another value of the same kind: its unknown numbers are others.
Value another(const Value& value);

/// Why a name has no value that nothing binds.
inline std::string nothing_is_called(std::string_view name) {
    return "nothing is called `" + std::string(name) + "`";
}

/// Why an object of a class of the program has no value in device code.
Unknown why_object(const HostObject& object, const syntax::Tree& tree);

/// The type with which Numba launches it, or why nobody knows.
std::variant<Type, Unknown> launch_type(const Value& value, TypeTable& table, Range range);

/// Whether a value is what a library makes and keeps under a name: a parser, a mark of pytest.
bool is_of(const Value& value, std::string_view name);
/// Whether there is a value, and it counts as true for certain.
bool is_true(const Value* value);

}  // namespace pycu::sema
