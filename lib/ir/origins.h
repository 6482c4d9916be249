// Where the types of a kernel's parameters come from, for those who show and ask it.
#pragma once

#include <string>
#include <vector>

#include "source/source_file.h"

namespace pycu::ir {

/// A place on the way from a launch to what nobody knows.
struct OriginPlace {
    Range range;
    std::string text;
};

/// What the type of one parameter comes from.
struct ParameterOrigin {
    std::string name;
    /// As a signature has it, with `?` for what is not known: `float32[::1]`, `?[:]`, `?`.
    std::string type;
    /// "a launch", "an annotation", "a docstring", "the body", "--default-dtype"; empty where
    /// nothing says more.
    std::string source;
    Range range{};
    /// Of one that is not known whole: why, and the way there, the launch first.
    std::string why{};
    std::vector<OriginPlace> chain{};

    bool is_open() const { return type.find('?') != type.npos; }
};

/// A launch that no kernel is compiled for, and what of it is not known.
struct UntypedLaunch {
    Range range;
    std::vector<OriginPlace> why;
};

/// A kernel of which some launches are known, and these are not.
struct IncompleteKernel {
    std::string name;
    Range range;
    std::vector<UntypedLaunch> launches;
};

/// A kernel that another file makes by a call of this one, which is compiled with that.
struct KernelElsewhere {
    std::string name;
    Range range;
    /// Where the name stands that it is bound to.
    Range made_at;
};

/// A kernel whose types are not known.
struct AskedKernel {
    std::string name;
    Range range;
    /// `void(?[:], float32[::1], ?)`
    std::string signature;
    std::vector<ParameterOrigin> parameters;
};

}  // namespace pycu::ir
