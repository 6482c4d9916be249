// The end of the program after a broken invariant.
#include "support/check.h"

#include <cstdio>
#include <cstdlib>

namespace pycu {

void check_failed(const char* condition, const char* file, int line) {
    const char* name = file;
    for (const char* c = file; *c != '\0'; ++c) {
        if (*c == '/') {
            name = c + 1;
        }
    }
    std::fprintf(stderr,
                 "pycu: internal error[PYCU9001]: `%s` does not hold (%s:%d)\n"
                 "  = help: this is a mistake in pycu; please report it with the input\n",
                 condition, name, line);
    std::fflush(nullptr);
    std::_Exit(70);
}

}  // namespace pycu
