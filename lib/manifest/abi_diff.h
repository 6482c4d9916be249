// What changed for the callers of a module between two of its manifests.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/manifest.h"

namespace pycu::manifest {

/// One difference that a caller may notice.
struct Change {
    enum class Kind {
        Added,         ///< more than there was: nobody who calls the old module notices
        Compatible,    ///< another result or text, and every call of the old module still fits
        Incompatible,  ///< a call of the old module does not compile, link or do the same any more
    };
    Kind kind = Kind::Compatible;
    std::string of;    ///< what it is about: "kernel `step`"
    std::string what;  ///< "`step__f4` is gone: void(float32[:])"

    friend bool operator==(const Change&, const Change&) = default;
};

/// `addition`, `compatible` or `incompatible`.
std::string_view name(Change::Kind kind);

/// A list of objects with `kind`, `of` and `what`.
std::string to_json(const std::vector<Change>& changes);

/// All differences, in the order of the old manifest, then that of the new one. Callers are
/// programs in C, C++ and Fortran, who know symbols and C types, and Python, which knows names and
/// types.
std::vector<Change> abi_changes(const Manifest& old, const Manifest& now);

/// Those of the manifests of two folders, by their paths in them. Each change says of which module
/// it is: "kernel `step` of heat".
std::vector<Change> abi_changes(const std::map<std::string, Manifest>& old,
                                const std::map<std::string, Manifest>& now);

}  // namespace pycu::manifest
