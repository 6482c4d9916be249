// Tests of lib/diag: the sink, warnings, and both renderings.
#include <doctest/doctest.h>

#include <set>

#include "diag/apply_edits.h"
#include "diag/render.h"
#include "support/text.h"

using namespace pycu;
using diag::Code;

namespace {

/// The range of the first occurrence of a text.
Range find(const SourceFile& file, std::string_view text) {
    const auto at = static_cast<std::uint32_t>(file.text().find(text));
    return {at, at + static_cast<std::uint32_t>(text.size()), file.file()};
}

std::string render(const diag::Sink& sink, const Files& files) {
    std::string text;
    for (const diag::Diagnostic& one : sink.sorted()) {
        text += diag::render_text(one, files, false);
    }
    return text;
}

}  // namespace

TEST_CASE("codes are unique and ordered by number") {
    std::set<int> numbers;
    std::set<std::string_view> names;
    int last = 0;
    for (const diag::Kind& kind : diag::all_kinds()) {
        CHECK_MESSAGE(numbers.insert(static_cast<int>(kind.code)).second, std::string(kind.name));
        CHECK_MESSAGE(names.insert(kind.name).second, std::string(kind.name));
        CHECK_MESSAGE(static_cast<int>(kind.code) > last, std::string(kind.name));
        last = static_cast<int>(kind.code);
    }
}

TEST_CASE("messages are worded as the house words them") {
    for (const diag::Kind& kind : diag::all_kinds()) {
        const std::string message(kind.message);
        CAPTURE(message);
        CHECK_FALSE(message.ends_with('.'));
        CHECK_FALSE((message[0] >= 'A' && message[0] <= 'Z' && message[1] >= 'a'));
        CHECK(message.find("allowed") == std::string::npos);
        CHECK(message.find("illegal") == std::string::npos);
        CHECK(message.find("permitted") == std::string::npos);
    }
}

TEST_CASE("the text form shows the line, labels, notes and help") {
    Files files;
    const SourceFile& file = files.add("saxpy.py", "def k():\n    x = a[i]\n\tx = i < n\n");
    const SourceFile& other = files.add("saxpy.sigs.toml", "[signatures]\nk = \"void()\"\n");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "i < n"), "`boolean`")
        .label(find(file, "x"), "`x` got its type here")
        .label(find(other, "void()"), "the signature")
        .note("two\nlines")
        .help("use a new name");
    CHECK(render(sink, files) ==
          "saxpy.py:3:6: error[PYCU0399]: `boolean` is not supported yet\n"
          "  3 |     x = i < n\n"
          "    |         ^^^^^\n"
          "  2 |     x = a[i]\n"
          "    |     - `x` got its type here\n"
          "    --> saxpy.sigs.toml:2:6\n"
          "  2 | k = \"void()\"\n"
          "    |      ------ the signature\n"
          "    = note: two\n"
          "            lines\n"
          "    = help: use a new name\n");
}

TEST_CASE("carets stand under wide and combining characters") {
    Files files;
    const SourceFile& file = files.add("x.py", "\u4e2d\u6587 = e\u0301 + bad\n");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "bad"), "it");
    CHECK(render(sink, files) ==
          "x.py:1:11: error[PYCU0399]: it is not supported yet\n"
          "  1 | \u4e2d\u6587 = e\u0301 + bad\n"
          "    |            ^^^\n");
}

TEST_CASE("control characters are never sent to the terminal") {
    Files files;
    const SourceFile& file = files.add("x.py", "x = '\x1b[2J\u202e' + bad\n");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "bad"), "it");
    const std::string text = render(sink, files);
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("\u202e") == std::string::npos);
}

TEST_CASE("an empty range and a range over lines are marked on the first line") {
    Files files;
    files.add("x.py", "f(a,\n  b)\n");
    diag::Sink sink;
    sink.report<Code::Later>(Range{0, 9, 0}, "it");
    sink.report<Code::Later>(Range{4, 4, 0}, "that");
    CHECK(render(sink, files) ==
          "x.py:1:1: error[PYCU0399]: it is not supported yet\n"
          "  1 | f(a,\n"
          "    | ^^^^\n"
          "x.py:1:5: error[PYCU0399]: that is not supported yet\n"
          "  1 | f(a,\n"
          "    |     ^\n");
}

TEST_CASE("a long line is shown around the mark") {
    Files files;
    const SourceFile& file =
        files.add("x.py", std::string(5000, 'a') + "bad" + std::string(100000, 'b'));
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "bad"), "it");
    const std::string text = render(sink, files);
    CHECK(text.size() < 500);
    CHECK(text.find("bad") != std::string::npos);
    CHECK(text.find("^^^") != std::string::npos);
}

TEST_CASE("diagnostics come by place and one for each place and code") {
    Files files;
    files.add("x.py", "a b c\n");
    diag::Sink sink;
    sink.report<Code::Later>(Range{4, 5, 0}, "c");
    sink.report<Code::Later>(Range{0, 1, 0}, "a");
    sink.report<Code::Later>(Range{0, 1, 0}, "a, for other types,");
    sink.report<Code::CannotRead>("y.py", "No such file or directory");
    const auto shown = sink.sorted();
    REQUIRE(shown.size() == 3);
    CHECK(diag::render_text(shown[0], files, false) ==
          "pycu: error[PYCU0001]: cannot read `y.py`: No such file or directory\n");
    CHECK(shown[1].message == "a is not supported yet");
    CHECK(shown[2].message == "c is not supported yet");
    CHECK(diag::summary(shown) == "3 errors");
}

TEST_CASE("the JSON form has one line with bytes of the file") {
    Files files;
    const SourceFile& file = files.add("x.py", "\xef\xbb\xbf\u00e4 = bad\n");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "bad"), "`it`").note("why").label(Range{0, 2, 0}, "here");
    CHECK(diag::render_json(sink.sorted()[0], files) ==
          "{\"severity\":\"error\",\"code\":\"PYCU0399\",\"name\":\"later\","
          "\"message\":\"`it` is not supported yet\",\"file\":\"x.py\",\"line\":1,\"column\":5,"
          "\"end_line\":1,\"end_column\":8,\"byte\":8,\"end_byte\":11,"
          "\"labels\":[{\"message\":\"here\",\"file\":\"x.py\",\"line\":1,\"column\":1,"
          "\"end_line\":1,\"end_column\":2,\"byte\":3,\"end_byte\":5}],"
          "\"notes\":[\"why\"],\"help\":[],\"edits\":[]}\n");
}

TEST_CASE("edits are applied together or not at all, and the first of two that overlap") {
    Files files;
    const SourceFile& file = files.add("x.py", "\xef\xbb\xbfone two three\r\n");
    const SourceFile& other = files.add("y.py", "one");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "one"), "a").edit(find(file, "two"), "2", true);
    sink.report<Code::Later>(find(file, "two"), "b")
        .edit(find(file, "two three"), "23", true)
        .edit(find(file, "one"), "1", true);
    sink.report<Code::Later>(find(file, "three"), "c").edit(find(file, "three"), "3", false);
    sink.report<Code::Later>(find(file, "hree"), "d")
        .edit(find(file, "one"), "1", true)
        .edit(find(other, "one"), "1", true);
    sink.report<Code::Later>(find(file, "ree"), "e").edit(find(file, "two"), "2", true);
    const std::string on_disk = "\xef\xbb\xbf" + file.text();
    const diag::Edited safe = diag::apply_edits(sink.sorted(), file, on_disk, false);
    CHECK(safe.text == "\xef\xbb\xbfone 2 three\r\n");
    CHECK(safe.count == 2);  // an edit that two ask for is made once
    const diag::Edited all = diag::apply_edits(sink.sorted(), file, on_disk, true);
    CHECK(all.text == "\xef\xbb\xbfone 2 3\r\n");
}

TEST_CASE("two insertions at one place are not made in one round") {
    Files files;
    const SourceFile& file = files.add("x.py", "if x\n");
    diag::Sink sink;
    sink.report<Code::Later>(find(file, "if"), "a").edit(Range{4, 4, 0}, ":", true);
    sink.report<Code::Later>(find(file, "x"), "b").edit(Range{4, 4, 0}, ")", true);
    CHECK(diag::apply_edits(sink.sorted(), file, file.text(), false).text == "if x:\n");
}

TEST_CASE("a name that may be meant is written where it is a slip of the fingers") {
    Files files;
    const SourceFile& file = files.add("x.py", "totl = x1 + x12345 + counts + sahpe\n");
    const auto is_safe = [&](std::string_view written, std::string_view meant) {
        diag::Sink sink;
        auto& made = sink.report<Code::Later>(find(file, written), "it");
        made.there_is(meant, find(file, written), written);
        REQUIRE(made.edits.size() == 1);
        CHECK(made.helps == std::vector<std::string>{"there is `" + std::string(meant) + "`"});
        return made.edits[0].is_safe;
    };
    CHECK(is_safe("totl", "total"));
    CHECK(is_safe("sahpe", "shape"));
    CHECK_FALSE(is_safe("counts", "count"));  // another ending may be another variable
    CHECK_FALSE(is_safe("x1", "x2"));
    CHECK_FALSE(is_safe("x12345", "x12645"));  // digits are no slip
    diag::Sink sink;
    auto& made = sink.report<Code::Later>(find(file, "totl"), "it");
    CHECK(made.there_is("", find(file, "totl"), "totl").edits.empty());
}
