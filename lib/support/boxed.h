// A value in memory of its own, for a large part of a small struct.
#pragma once

#include <memory>
#include <utility>

namespace pycu {

/// Copied with the value; there is always one, unless it has been moved from.
template <class T>
class Boxed {
  public:
    Boxed() : value_(std::make_unique<T>()) {}
    Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}
    Boxed(const Boxed& other) : value_(std::make_unique<T>(*other.value_)) {}
    Boxed(Boxed&&) noexcept = default;
    Boxed& operator=(const Boxed& other) { return *this = Boxed(other); }
    Boxed& operator=(Boxed&&) noexcept = default;
    ~Boxed() = default;

    T& operator*() { return *value_; }
    const T& operator*() const { return *value_; }
    const T* operator->() const { return value_.get(); }

  private:
    std::unique_ptr<T> value_;
};

}  // namespace pycu
