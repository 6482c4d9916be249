// Tests of lib/source: lines, columns, byte order marks.
#include <doctest/doctest.h>

#include "source/source_file.h"

using namespace pycu;

TEST_CASE("places count code points from one and a tab is one") {
    const SourceFile file("x.py", "a\tb\n\u00e4\u4e2dz\n");
    CHECK(file.place(0) == Place{1, 1});
    CHECK(file.place(2) == Place{1, 3});
    CHECK(file.place(4) == Place{2, 1});
    CHECK(file.place(6) == Place{2, 2});
    CHECK(file.place(9) == Place{2, 3});
    CHECK(file.place(1000) == file.place(11));
}

TEST_CASE("lines end at LF, CRLF and CR") {
    const SourceFile file("x.py", "one\r\ntwo\rthree\nfour");
    REQUIRE(file.line_count() == 4);
    CHECK(std::string(file.line_text(1)) == "one");
    CHECK(std::string(file.line_text(2)) == "two");
    CHECK(std::string(file.line_text(3)) == "three");
    CHECK(std::string(file.line_text(4)) == "four");
    CHECK(file.line_text(5).empty());
    CHECK(file.place(5) == Place{2, 1});
}

TEST_CASE("an empty file has one empty line") {
    const SourceFile file("x.py", "");
    CHECK(file.line_count() == 1);
    CHECK(file.place(0) == Place{1, 1});
}

TEST_CASE("a byte order mark is no part of the text") {
    const SourceFile file("x.py", "\xef\xbb\xbfx = 1\n");
    CHECK(file.text() == "x = 1\n");
    CHECK(file.skipped_bytes() == 3);
}

TEST_CASE("the registry numbers its files") {
    Files files;
    const SourceFile& first = files.add("a.py", "a");
    const SourceFile& second = files.add("b.py", "bcd");
    CHECK(first.file() == 0);
    CHECK(second.file() == 1);
    CHECK(&files[1] == &second);
    CHECK(std::string(second.text(Range{1, 3, 1})) == "cd");
    CHECK(second.text(Range{7, 9, 1}).empty());
}
