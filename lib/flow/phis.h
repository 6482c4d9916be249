// Properties of the phis of a finished flow.
#pragma once

#include "flow/flow.h"

namespace pycu::flow {

/// Replaces phis that merge one version by that version.
void drop_trivial_phis(Flow& flow);
/// Marks what expressions read, directly or through phis.
void mark_read(Flow& flow);
/// Marks the versions to which no assignment may have led.
void mark_unset(Flow& flow);

}  // namespace pycu::flow
