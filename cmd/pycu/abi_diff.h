// `pycu abi-diff`: what changed for the callers of a module.
#pragma once

namespace pycu {

/// Compares two manifests and prints the changes; the result is 1 where one is incompatible.
int abi_diff(int argc, char** argv);

}  // namespace pycu
