// Invariants of pycu itself: what fails here is our bug, never the user's.
#pragma once

namespace pycu {

/// Prints the internal error PYCU9001 with its place and leaves the program with exit code 70.
[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace pycu

/// Ends the program when the condition does not hold; stays in release builds.
#define PYCU_CHECK(condition) \
    ((condition) ? static_cast<void>(0) : ::pycu::check_failed(#condition, __FILE__, __LINE__))
