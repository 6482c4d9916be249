// `pycu run`: Python with the package of this binary, in place of this process.
#pragma once

namespace pycu {

/// Becomes `python3 -m pycu run ARGS...`; `argv` begins with the program and `run`. The interpreter
/// is PYCU_PYTHON, the one that a wheel was installed for, or `python3` in PATH. Returns an exit
/// code only where that cannot be started.
int run_python(int argc, char** argv);

}  // namespace pycu
