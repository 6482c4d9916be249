// From versions to variables: which versions of a Python variable are one C++ variable.
#pragma once

#include <vector>

#include "flow/flow.h"
#include "ir/module.h"

namespace pycu::sema {

using flow::Flow;
using flow::Version;
using flow::VersionId;

/// What lowering made of a version: its local (not valid where nothing reads or sets it) and type.
struct WebVersion {
    ir::LocalId local;
    Type type;
};

/// Merges the locals of versions.
///
/// Versions of one def-use web with one type become one local. Where a phi has another type than a
/// version that reaches it, the version's assignment is followed by one to the phi's variable,
/// converted; the version's own variable goes when nothing else reads it. That is sound because
/// at any place one version of a Python variable is alive: what is written early is read only by
/// paths that meet at the phi.
void merge_webs(ir::Function& function, const Flow& flow, const std::vector<WebVersion>& versions,
                const TypeTable& types);

}  // namespace pycu::sema
