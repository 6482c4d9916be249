// `pycu explain`: what a message means, and what to write instead.
#pragma once

namespace pycu {

/// Prints the page of each code that is named; the result is the exit code.
int explain(int argc, char** argv);

}  // namespace pycu
