// What a run has made of functions: the calls of decorators, methods of objects, partials.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "values/value.h"

namespace pycu::sema {

struct JitArguments {
    std::vector<Value> positional;
    std::vector<std::pair<std::string, Value>> named;
    /// Something was unpacked that is not known.
    bool is_open = false;
};

struct Membership {
    enum class Kind : std::uint8_t { Bound, Static, OfClass, Property, Cached, Partial };
    Kind kind = Kind::Bound;
    /// Of a bound one: what it gets before all other arguments.
    Value self{};
    /// Of a property: what an assignment calls.
    std::optional<FunctionRef> setter{};
    /// Of what functools.partial makes: its arguments, and what it makes of the function itself.
    std::vector<Value> given{};
    std::vector<std::pair<std::string, Value>> named{};
    std::shared_ptr<const Membership> of{};
};

inline bool is_kind(const FunctionRef& function, Membership::Kind kind) {
    return function.membership != nullptr && function.membership->kind == kind;
}

}  // namespace pycu::sema
