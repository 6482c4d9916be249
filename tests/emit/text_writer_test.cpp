// Lines of generated text: indentation, blank lines, origins; comments as data.
#include "emit/text_writer.h"

#include <doctest/doctest.h>

using namespace pycu;
using emit::TextWriter;

TEST_CASE("lines are indented by block") {
    TextWriter out;
    out.braces("if (x)", [&] { out.line("y = 1;"); });
    CHECK(out.text() == "if (x) {\n    y = 1;\n}\n");
}

TEST_CASE("a blank line stands neither twice nor first in a block") {
    TextWriter out;
    out.blank();
    out.line("a;");
    out.blank();
    out.blank();
    out.line("{");
    out.blank();
    out.line("b;");
    CHECK(out.text() == "a;\n\n{\nb;\n");
}

TEST_CASE("every line knows where it comes from") {
    TextWriter out;
    out.line("#include \"pycu.h\"");
    out.comes_from({10, 20, 0});
    out.line("x = 1;");
    out.blank();
    out.append("int a;\nint b;\n");
    REQUIRE(out.origins().size() == 5);
    CHECK(out.origins()[0] == Range{});
    CHECK(out.origins()[1] == Range{10, 20, 0});
    CHECK(out.origins()[2] == Range{});
    CHECK(out.origins()[4] == Range{10, 20, 0});
}

TEST_CASE("a comment is data") {
    CHECK(emit::comment_line(" one thread an element") == "// one thread an element");
    CHECK(emit::comment_line("one") == "// one");
    CHECK(emit::comment_line("") == "//");
    CHECK(emit::docstring_line("") == "///");
    CHECK(emit::docstring_line("Adds.") == "/// Adds.");
    CHECK(emit::neutralise("C:\\temp\\") == "C:\\temp\\.");
    CHECK(emit::neutralise("a \\  ") == "a \\.");
    CHECK(emit::neutralise("what?\?/") == "what? ?/");
    CHECK(emit::neutralise("why??") == "why??");
    CHECK(emit::neutralise("end */ begin /*") == "end * / begin / *");
    CHECK(emit::neutralise("a\tb\rc\x01") == "a    b<U+000D>c<U+0001>");
    CHECK(emit::neutralise("\xe2\x80\xae"
                           "x") == "<U+202E>x");
    CHECK(emit::neutralise("\xe2\x80\xa8") == "<U+2028>");
    CHECK(emit::neutralise("\xff") == "\xef\xbf\xbd");
    CHECK(emit::neutralise("α ≤ β") == "α ≤ β");
}
