// Which objects of a running program are one, and which may look at one memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace pycu::sema {

/// Which object something is: a copy is another one, and an assignment gives it another content.
/// Later ones are greater.
struct Identity {
    std::uint64_t serial = ++latest;
    Identity() = default;
    Identity(const Identity&) {}
    Identity& operator=(const Identity&) { return *this; }
    static inline thread_local std::uint64_t latest = 0;
};

/// Objects that are one, or look at one memory, or may: a change of one may change the others.
template <typename Object>
struct Aliases {
    std::vector<std::weak_ptr<Object>> all;
    /// As many are kept before those that are gone are taken out.
    std::size_t most = 16;
};

}  // namespace pycu::sema
