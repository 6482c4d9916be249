// What nvcc makes of one text, to look at and not to link: PTX with line numbers, and what ptxas
// says of its kernels on several architectures.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "manifest/manifest.h"
#include "support/files.h"

namespace pycu::build {

struct Assembled {
    std::string ptx;
    /// Each kernel on each architecture, in that order.
    std::vector<manifest::Entry> entries;
    /// What the compiler said when it failed; empty when it did not.
    std::string error;
};

/// Compiles the first of the files, which may include the others and the runtime, for the first
/// architecture, and its PTX for each of them. `links` says that it calls code of others.
/// The commands are printed to the log.
Assembled assemble(const std::string& nvcc, const std::vector<std::string>& architectures,
                   const std::vector<FileText>& files, bool links, std::ostream* log);

}  // namespace pycu::build
