// Values in a vector, named by typed four-byte indices.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pycu {

/// Names one T of an Arena<T>; a default-constructed id names none.
template <class T>
struct Id {
    static constexpr std::uint32_t none = 0xffffffff;

    std::uint32_t index = none;

    constexpr bool valid() const { return index != none; }
    constexpr explicit operator bool() const { return valid(); }
    friend constexpr auto operator<=>(Id, Id) = default;
};

/// Owns values and hands out their ids; a reference lasts until the next add.
template <class T>
class Arena {
  public:
    Id<T> add(T value) {
        values_.push_back(std::move(value));
        return {static_cast<std::uint32_t>(values_.size() - 1)};
    }

    T& operator[](Id<T> id) { return values_[id.index]; }
    const T& operator[](Id<T> id) const { return values_[id.index]; }

    void reserve(std::size_t count) { values_.reserve(count); }
    std::size_t size() const { return values_.size(); }
    bool empty() const { return values_.empty(); }
    bool contains(Id<T> id) const { return id.index < values_.size(); }

    auto begin() { return values_.begin(); }
    auto end() { return values_.end(); }
    auto begin() const { return values_.begin(); }
    auto end() const { return values_.end(); }

  private:
    std::vector<T> values_;
};

}  // namespace pycu
