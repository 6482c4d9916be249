// Texts that differ in types alone as one text with type parameters.
//
//   float twice(float x) { return 2.0 * double(x); }
//   double twice(double x) { return 2.0 * x; }
//
// are `T twice(T x) { return 2.0 * double(x); }` for T = float and T = double. Whatever is merged
// is letter for letter each of the texts when its types stand for the parameters, but for
// conversions of a value to the type that it has.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pycu::emit {

/// One text for several, and what its parameters stand for in each of them.
struct MergedText {
    struct Parameter {
        /// `T`, then `U`, `V`, `W`, but for those that the text has for something else.
        std::string name;
        /// One for each of the texts: "float", "double".
        std::vector<std::string> types;
    };

    std::string text;
    std::vector<Parameter> parameters;
    /// It has `sqrt` where one of the texts has `sqrtf`.
    bool has_overloads = false;
};

/// The marked texts, which are lines, as one; nothing where they differ in more than types.
std::optional<MergedText> merged(const std::vector<std::string>& texts);

}  // namespace pycu::emit
