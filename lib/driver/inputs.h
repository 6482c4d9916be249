// What a run reads: sources, the signature files beside them, pyproject.toml, option texts.
#pragma once

#include <deque>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostics.h"
#include "driver/options.h"
#include "python/bindings.h"
#include "source/source_file.h"

namespace pycu::driver {

/// One source and what belongs to it.
struct Input {
    const SourceFile* source = nullptr;
    const SourceFile* sigs_toml = nullptr;   // x.sigs.toml beside x.py
    std::vector<const SourceFile*> sigs;     // texts of --sig that are for it
    std::vector<const SourceFile*> consts;   // its constants, as texts of --const
    const SourceFile* pyproject = nullptr;   // or pycu.toml: find_config()
    std::shared_ptr<const Options> options;  // what holds for it: the command line and that file
    std::string module;
    std::vector<std::string> bindings;  // --bindings and the arrays beside it
    std::vector<std::string> imported;  // what was read of its program and its project
    std::vector<std::string> launches;  // the programs whose launches count; empty: those there are

    /// The files that were read for it, as a depfile lists them.
    std::vector<std::string> dependencies() const;
};

/// Everything that was read.
struct Inputs {
    std::vector<Input> sources;
    std::optional<sema::Bindings> bindings;
    /// How many messages there were behind each of Options::sources.
    std::vector<std::size_t> told;
};

/// Reads all inputs into the registry; what cannot be read is reported and left out.
Inputs read_inputs(const Options& options, std::istream& standard_input, Files& files,
                   diag::Sink& sink);

}  // namespace pycu::driver
