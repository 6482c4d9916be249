// A function that is called and not kept: visitors take one, so that they are compiled once.
#pragma once

#include <memory>
#include <type_traits>

namespace pycu {

/// Refers to a lambda or a function, which must live as long as it.
template <class Signature>
class FunctionRef;

template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
  public:
    template <class Function>
    requires(!std::is_same_v<std::remove_cvref_t<Function>, FunctionRef>)
        FunctionRef(Function&& function)  // a lambda is passed as it is
        : object_(const_cast<void*>(static_cast<const void*>(std::addressof(function)))),
          call_([](void* object, Args... args) -> Result {
              return (*static_cast<std::remove_reference_t<Function>*>(object))(
                  static_cast<Args>(args)...);
          }) {}

    Result operator()(Args... args) const { return call_(object_, static_cast<Args>(args)...); }

  private:
    void* object_;
    Result (*call_)(void*, Args...);
};

}  // namespace pycu
