// Signatures that stand outside the source: --sig, x.sigs.toml, pyproject.toml.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "declare/decorators.h"
#include "declare/options.h"
#include "declare/type_texts.h"

namespace pycu::sema {

/// One signature string and where its bytes are.
struct SignatureText {
    std::string text;
    PlaceOf place;
    Range range;
};

/// What one source says about one function.
struct NamedSignatures {
    std::string name;
    Range name_range;
    GivenSignature::From from = GivenSignature::From::CommandLine;
    std::vector<SignatureText> texts;
    /// An error in the entry, reported already.
    std::optional<diag::Code> problem{};
};

/// Everything that is said, the strongest source first.
struct SignatureFiles {
    std::vector<NamedSignatures> named;
    /// An error because of which entries may be missing, reported already.
    std::optional<diag::Code> problem{};
};

/// The constants of an x.sigs.toml, each as `NAME=VALUE`: `[constants]` with texts of Python or
/// numbers. Reports values that are neither.
std::vector<std::string> read_constants(const SourceFile& file, diag::Sink& sink);

/// A path and where it stands.
struct LaunchPath {
    std::string path;
    Range range;
};

/// The programs that `launches` in [tool.pycu] of a pyproject.toml names for a module: a list of
/// paths, or a table of such lists by the names of modules. Reports what is neither.
std::vector<LaunchPath> read_launches(const SourceFile& file, std::string_view module,
                                      diag::Sink& sink);

/// Whether a table of signatures has an entry for a function; one that is no TOML has them all.
bool has_signatures(const SourceFile& file, std::string_view name);

/// Reads all sources; reports what cannot be read.
SignatureFiles read_signature_files(const Options& options, diag::Sink& sink);

}  // namespace pycu::sema
