// Functions that a factory made in a run, as [closures] of an x.sigs.toml says it.
#pragma once

#include <string>
#include <vector>

#include "python/bindings.h"
#include "source/source_file.h"

namespace pycu::sema {

/// A function that a call of the functions around it made, with what names of theirs were then.
struct GivenClosure {
    struct Name {
        std::string name;
        Range range;
        Bound value;
        Range value_range;
    };
    /// What the module calls it.
    std::string name;
    Range range;
    /// The function: "make.step"; "make.step:2" is the second of that name.
    std::string of;
    Range of_range;
    std::vector<Name> values{};
};

}  // namespace pycu::sema
