// A page that shows a source beside its CUDA C++: which lines belong together, the types that were
// found, what was told, and what nvcc makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "annotate/ptx.h"
#include "diag/diagnostics.h"
#include "emit/emit.h"
#include "ir/module.h"
#include "manifest/manifest.h"
#include "source/source_file.h"

namespace pycu::annotate {

/// What nvcc says of a text.
struct Compiled {
    Ptx ptx;
    /// Each kernel on each architecture.
    std::vector<manifest::Entry> entries;
};

/// What a page is made of.
struct Content {
    const SourceFile& source;
    const Files& files;
    /// Null where the source is no Python.
    const ir::Module* module = nullptr;
    /// Null where there is no text: nothing of the source is sound.
    const emit::Unit* unit = nullptr;
    /// Of the whole run; those of other sources are left out.
    const std::vector<diag::Diagnostic>& messages;
    std::optional<Compiled> compiled{};
};

/// The page: one HTML file that loads nothing.
std::string page(const Content& content);

}  // namespace pycu::annotate
