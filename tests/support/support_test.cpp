// Tests of lib/support: text helpers, hashing, files.
#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

#include "support/arena.h"
#include "support/files.h"
#include "support/text.h"

using namespace pycu;

TEST_CASE("sha256 agrees with the published examples") {
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
          "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    CHECK(sha256(std::string(1000000, 'a')) ==
          "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("text is joined, cut, trimmed and replaced") {
    CHECK(join({"a", "b", "c"}, ", ") == "a, b, c");
    CHECK(join({}, ", ").empty());
    CHECK(split("a,,b", ',') == std::vector<std::string_view>{"a", "", "b"});
    CHECK(split("", ',').size() == 1);
    CHECK(words_of("\nexp{,2,f} a\nb{x,y}{1,2}\n") ==
          std::vector<std::string>{"exp", "exp2", "expf", "a", "bx1", "bx2", "by1", "by2"});
    CHECK(has_word("int_ intp", "intp"));
    CHECK_FALSE(has_word("int_ intp", "int"));
    CHECK_FALSE(has_word("uint", "int"));
    CHECK(trim(" \t x y\n") == "x y");
    CHECK(trim(" \n").empty());
    CHECK(replace_all("a*/b*/", "*/", "* /") == "a* /b* /");
}

TEST_CASE("holes are filled") {
    CHECK(fill("`{1}` and `{0}` in {{}}", {"a", "b"}) == "`b` and `a` in {}");
    CHECK(expand("{{x}}{{y}}-{{x}}", {{"x", "1"}, {"y", "{{x}}"}}) == "1{{x}}-1");
}

TEST_CASE("UTF-8 is decoded, counted and checked") {
    CHECK(count_code_points("a\u00e4\u4e2d\U0001f600") == 4);
    CHECK_FALSE(find_invalid_utf8("a\u00e4\u4e2d\U0001f600").has_value());
    CHECK(find_invalid_utf8("ab\xff") == 2);
    CHECK(find_invalid_utf8("\xc0\x80") == 0);          // overlong
    CHECK(find_invalid_utf8("\xed\xa0\x80") == 0);      // a surrogate
    CHECK(find_invalid_utf8("x\xe4\xb8") == 1);         // cut short
    CHECK(find_invalid_utf8("\xf4\x90\x80\x80") == 0);  // behind U+10FFFF
    CHECK(decode_utf8("\xff", 0).value == 0xfffd);
    for (const char32_t value : {U'a', U'\u00e4', U'\u4e2d', U'\U0001f600'}) {
        std::string text;
        append_utf8(text, value);
        CHECK(decode_utf8(text, 0).value == value);
    }
    CHECK(display_width(U'a') == 1);
    CHECK(display_width(U'\u4e2d') == 2);
    CHECK(display_width(U'\u0301') == 0);
}

TEST_CASE("ids name values and a fresh id names none") {
    Arena<std::string> arena;
    const Id<std::string> a = arena.add("a");
    const Id<std::string> b = arena.add("b");
    CHECK(arena[b] == "b");
    CHECK(a != b);
    CHECK_FALSE(Id<std::string>().valid());
    CHECK_FALSE(arena.contains({}));
}

TEST_CASE("files are written only when their text changes and never left half written") {
    const std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("pycu_support_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder);
    const std::filesystem::path path = folder / "x.txt";
    CHECK(write_if_changed(path, "one").changed.size() == 1);
    CHECK(write_if_changed(path, "one").changed.empty());
    CHECK(write_if_changed(path, "two").changed.size() == 1);
    CHECK(read_file(path).text == "two");
    CHECK_FALSE(read_file(folder / "absent").ok());
    CHECK_FALSE(read_file(folder).ok());
    CHECK_FALSE(write_if_changed(folder / "no" / "x.txt", "one").ok());
    CHECK_FALSE(write_if_changed("/dev/full", "one").ok());
    std::filesystem::create_directories(folder / "folder");
    CHECK_FALSE(write_if_changed(folder / "folder", "one").ok());
    // One of several fails: none is written.
    CHECK_FALSE(write_if_changed({{path, "three"}, {folder / "no" / "x.txt", "y"}}).ok());
    CHECK(read_file(path).text == "two");
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder)) {
        ++count;
    }
    CHECK(count == 2);  // x.txt and folder, nothing beside them
    std::filesystem::remove_all(folder);
}
