// Which line of Python a line of a generated text belongs to. Private to the stage.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace pycu::annotate {

/// For each line of the text the line of the source that it comes from, 0 for none: `origins` says
/// it of code, a comment belongs to the comment or the docstring that has its words, and a brace
/// that closes to nothing.
std::vector<std::uint32_t> links(std::string_view text, const std::vector<Range>& origins,
                                 const SourceFile& source);

}  // namespace pycu::annotate
