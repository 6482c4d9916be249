// Functions that the host calls and that return values: what `--host` makes of device functions.
#pragma once

#include "emit/exprs.h"
#include "emit/options.h"
#include "emit/text_writer.h"
#include "ir/module.h"

namespace pycu::emit {

/// What they call, as members of the module.
void print_host_entries(const ir::Module& module, const Sharing& sharing, const Options& options,
                        TextWriter& out);
/// The C functions.
void print_host_wrappers(const ir::Module& module, TextWriter& out);
/// Their prototypes, for the header.
void print_host_prototypes(const ir::Module& module, TextWriter& out);

}  // namespace pycu::emit
