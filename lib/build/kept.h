// What builds by one compiler with the same options have in common, kept in a folder of the cache:
// the runtime's object, and compiled headers. Private to the stage.
#pragma once

#include <filesystem>

#include "build/command.h"

namespace pycu::build {

/// The entry of a toolchain. A cache that cannot be read or written is none, and nothing that
/// stands in it is relied upon: a build does without. The CPU target's only; nvcc compiles no
/// headers.
class Kept {
  public:
    /// `cache` may be empty.
    Kept(const std::filesystem::path& cache, const Toolchain& toolchain);

    bool take_runtime(const std::filesystem::path& object) const;
    void keep_runtime(const std::filesystem::path& object) const;

    /// The header that includes what a text begins with: its first lines. Empty for a text that
    /// includes more of the runtime behind them, and where the user includes something first.
    std::filesystem::path prelude(const std::filesystem::path& source) const;
    /// Writes that header, and those that it includes.
    bool write(const std::filesystem::path& prelude, const std::filesystem::path& source) const;
    bool is_compiled(const std::filesystem::path& prelude) const;
    /// Takes what a compiler has made of it, if it has.
    void keep_compiled(const std::filesystem::path& compiled,
                       const std::filesystem::path& prelude) const;
    void drop(const std::filesystem::path& prelude) const;

  private:
    bool make_folder() const;

    std::filesystem::path cache_;
    std::filesystem::path folder_;  // empty: nothing is kept
    bool has_preludes_ = false;
};

}  // namespace pycu::build
