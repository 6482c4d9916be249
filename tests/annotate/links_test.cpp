// Which lines of a text belong to which lines of Python.
#include "annotate/links.h"

#include <doctest/doctest.h>

#include <string>

using namespace pycu;
using annotate::links;
using Lines = std::vector<std::uint32_t>;

namespace {

const SourceFile& source() {
    static const SourceFile file("k.py",
                                 "# above\n"          // 1
                                 "def f(a):\n"        // 2
                                 "    \"\"\"Adds.\n"  // 3
                                 "\n"                 // 4
                                 "    Twice.\n"       // 5
                                 "    \"\"\"\n"       // 6
                                 "    # inside\n"     // 7
                                 "    a += 1\n");     // 8
    return file;
}

Range line(std::uint32_t number) {
    const std::uint32_t begin = source().line_begin(number);
    return {begin, begin + 1, 0};
}

}  // namespace

TEST_CASE("code by its origin, comments by their words, closing braces not at all") {
    const Range none{};
    const std::string text =
        "#include \"pycu.h\"\n// above\n/// Adds.\n///\n/// Twice.\nvoid f()\n{\n    // inside\n"
        "    a += 1;\n}\n// not Python's\n";
    const std::vector<Range> origins = {none,    line(2), line(2), line(2), line(2), line(2),
                                        line(2), line(8), line(8), line(8), none};
    CHECK(links(text, origins, source()) == Lines{0, 1, 3, 0, 5, 2, 2, 7, 8, 0, 0});
}

TEST_CASE("lines of other files are no lines of this one") {
    CHECK(links("a += 1;\n", {Range{0, 4, 3}}, source()) == Lines{0});
}
