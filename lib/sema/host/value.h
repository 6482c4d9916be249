// What an expression of the host is, as far as its text tells: a number, an array with its dtype
// and its strides, a function. Host code is never run: its values are followed by their types.
//
// An extent that nobody knows has a few samples, one a "world": a large one, one, none. What an
// array is in every world, it is for certain; a layout that differs between them is "any".
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sema/constants/value.h"
#include "sema/host/strides.h"
#include "types/type.h"

namespace pycu::sema {

struct HostValue;

constexpr std::size_t world_count = 5;
using Samples = std::array<std::int64_t, world_count>;
using StridedWorlds = std::array<Strided, world_count>;

/// A number whose type is known and whose value is not.
struct HostNumber {
    Type type;
    bool is_python = true;
    Samples samples{};  // of an integer
    friend bool operator==(const HostNumber&, const HostNumber&) = default;
};

/// An array. The object is shared by all its names, so that what spoils it is seen by all.
struct HostArray {
    Scalar dtype = Scalar::Float64;
    bool is_readonly = false;
    bool is_device = false;
    StridedWorlds worlds;
    /// Why it is no longer what it was made as: an assignment to its shape or its flags.
    std::optional<Unknown> spoiled{};

    std::size_t rank() const { return worlds[0].shape.size(); }
    std::int64_t item() const;
    Layout layout() const;
    Type type() const;
};
using HostArrayRef = std::shared_ptr<HostArray>;

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
    /// How many lists and tuples stand in each other.
    int depth = 1;
    /// Of a named tuple: its class and the names of its items.
    std::string class_name{};
    std::vector<std::string> fields{};
};
using HostItemsRef = std::shared_ptr<HostItems>;

/// A function or a lambda of the file with the frame it was made in.
struct HostFunction {
    syntax::StmtId def{};
    syntax::ExprId lambda{};
    std::size_t frame = 0;
    /// The values of its defaults, the last parameter's last.
    std::shared_ptr<std::vector<HostValue>> defaults{};
    std::shared_ptr<std::map<std::string, HostValue>> named_defaults{};
    bool operator==(const HostFunction& other) const {
        return def == other.def && lambda == other.lambda && frame == other.frame;
    }
};

/// `k[grid, block]`, `k.forall(n)`: calling it launches a kernel.
struct HostLauncher {
    FunctionRef function;
    friend bool operator==(const HostLauncher&, const HostLauncher&) = default;
};

/// `object.name`, to be called.
struct HostMethod {
    std::shared_ptr<HostValue> object;
    std::string name;
};

struct HostValue {
    std::variant<Value, HostNumber, HostArrayRef, HostItemsRef, HostFunction, HostLauncher,
                 HostMethod>
        as;

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
/// An integer that nobody knows; `seed` tells it from others.
HostValue host_integer(std::uint32_t seed, Type type = int64, bool is_python = true);
HostValue host_array(Scalar dtype, StridedWorlds worlds, bool is_device = false);
HostValue host_tuple(std::vector<HostValue> items, bool is_list = false);
/// Any number of one kind.
HostValue host_many(HostValue item, bool is_list, bool may_be_empty = true);
Samples unknown_samples(std::uint32_t seed);

/// The value of an integer in every world; nothing for what is no integer.
std::optional<Samples> samples_of(const HostValue& value);
/// Whether it is a number, and of which type; a Python number is weak.
std::optional<HostNumber> number_of(const HostValue& value);

/// What a name is where two paths meet. `is_loop`: numbers and extents may be anything.
HostValue join_hosts(const HostValue& a, const HostValue& b, Range range, bool is_loop);
bool same_host(const HostValue& a, const HostValue& b);

/// The type with which Numba launches it, or why nobody knows.
std::variant<Type, Unknown> launch_type(const HostValue& value, TypeTable& table, Range range);

}  // namespace pycu::sema
