// `#line 12 "kernels.py"`: compilers and debuggers then speak of the Python text.
#pragma once

#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// The text with directives above the lines that came from Python and one at its end, behind which
/// the text is its own again. No line of code may have been broken.
TextWriter with_line_directives(const TextWriter& text, const ir::Module& module);

/// The lines of the source without their indentation.
std::vector<Range> source_lines(const ir::Module& module);

/// The source's path as it was given; of an absolute one the file's name.
std::string source_name(const ir::Module& module);

}  // namespace pycu::emit
