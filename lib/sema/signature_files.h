// Signatures that stand outside the source: --sig, x.sigs.toml, pyproject.toml.
#pragma once

#include <string>
#include <vector>

#include "sema/analyze.h"
#include "sema/decorators.h"
#include "sema/signature_texts.h"

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
};

/// Everything that is said, the strongest source first; reports what cannot be read.
std::vector<NamedSignatures> read_signature_files(const Options& options, diag::Sink& sink);

}  // namespace pycu::sema
