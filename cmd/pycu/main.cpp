// argv -> driver::Options -> exit code.
#include <unistd.h>

#include <iostream>
#include <optional>
#include <string>

#include "abi_diff.h"
#include "command_line.h"
#include "driver/driver.h"
#include "explain.h"
#include "run_python.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace pycu;

int main(int argc, char** argv) {
#ifdef __GLIBC__
    // A short run gives no memory back before its end, and asks for it in few large pieces.
    ::mallopt(M_TOP_PAD, 16 << 20);
    ::mallopt(M_TRIM_THRESHOLD, 1 << 30);
    ::mallopt(M_MMAP_THRESHOLD, 1 << 30);
#endif
    const std::string command = argc > 1 ? argv[1] : "";
    if (command == "run") {
        return run_python(argc, argv);  // its options are Python's to read
    }
    if (command == "explain") {
        return explain(argc, argv);
    }
    if (command == "abi-diff") {
        return abi_diff(argc, argv);
    }
    int code = driver::Fine;
    const std::optional<driver::Options> options = read_command_line(argc, argv, code);
    if (!options) {
        return code;
    }
    return driver::run(*options, {std::cin, std::cout, std::cerr, ::isatty(STDERR_FILENO) != 0});
}
