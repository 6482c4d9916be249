// PTX with line numbers, read back.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace pycu::annotate {

/// The instructions of a file, without what speaks of lines.
struct Ptx {
    std::string text;
    /// For each line of the text the line of the source that it comes from, 0 for none.
    std::vector<std::uint32_t> lines;
};

/// Reads PTX that was compiled from a text with line directives. `names` is what they name; what is
/// inlined belongs to the line that it is inlined into, where it is no line of the source itself.
Ptx read_ptx(std::string_view text, const std::vector<NamedLines>& names, const SourceFile& source);

}  // namespace pycu::annotate
