// Where long lines are cut. What clang-format makes of the same lines is in clang_format_test.py.
#include "layout/layout.h"

#include <doctest/doctest.h>

#include <string>

namespace pycu {

namespace {

using layout::break_line;

/// The lines with a `|` between them.
std::string cut(std::string_view text, std::size_t width) {
    std::string all;
    for (const std::string& line : break_line(text, width)) {
        all += (all.empty() ? "" : "|") + line;
    }
    return all;
}

TEST_CASE("operands stand below each other, behind the operator that binds least") {
    CHECK(cut("x = first(a, b) + second(c, d) + third(e, f);", 32) ==
          "x = first(a, b) + second(c, d) +|    third(e, f);");
    CHECK(cut("return first(a, b) * second + third(c, d);", 30) ==
          "return first(a, b) * second +|       third(c, d);");
    CHECK(cut("const int sign = is_inverse_of(x) ? first(x) : second(x);", 44) ==
          "const int sign =|    is_inverse_of(x) ? first(x) : second(x);");
}

TEST_CASE("arguments line up") {
    CHECK(cut("step(first(a, b), second(c, d));", 20) == "step(first(a, b),|     second(c, d));");
    CHECK(cut("__device__ void f(pycu::array<const float, 2> u, pycu::array<float, 2> v)", 60) ==
          "__device__ void f(pycu::array<const float, 2> u,|"
          "                  pycu::array<float, 2> v)");
}

TEST_CASE("a statement of a loop that is cut is cut at each semicolon") {
    CHECK(cut("for (int i = first(a) + second(b); i < n; ++i) {", 36) ==
          "for (int i = first(a) + second(b);|     i < n; ++i) {");
}

TEST_CASE("no line breaks inside a string") {
    CHECK(cut("printf(\"one, two  // (three, \\\", four\\n\", a, b, c);", 44) ==
          "printf(\"one, two  // (three, \\\", four\\n\", a,|       b, c);");
}

TEST_CASE("a short line, and a line with a long comment, stay whole") {
    CHECK(break_line("x = 1;", 30).size() == 1);
    CHECK(break_line("x = 1;  // a comment that is much longer than the line", 30).size() == 1);
    CHECK(break_line("a_single_word_that_is_longer_than_the_line();", 30).size() == 1);
    CHECK(break_line("", 30).size() == 1);
}

TEST_CASE("brackets that do not match are no reason to stop") {
    for (const char* text :
         {"x = ((((((((((first(a, b);", "x)))))))) = first(a, b), c;", "x = a ? b : c : d : e ? f;",
          "x = \"never ends, a, b, c", "a < b > c, d"}) {
        std::string joined;
        for (const std::string& line : break_line(text, 8)) {
            joined += line;
        }
        std::string expected = text;
        std::erase(joined, ' ');
        std::erase(expected, ' ');
        CHECK(joined == expected);
    }
}

TEST_CASE("a line of thousands of operands is cut, too") {
    std::string text = "x = a0(1, 2)";
    for (int i = 1; i < 3000; ++i) {
        text += " + a" + std::to_string(i) + "(" + std::to_string(i) + ", 2)";
    }
    for (const std::string& line : break_line(text + ";", 100)) {
        CHECK(line.size() <= 100);
    }
}

TEST_CASE("calls in calls in calls end in time") {
    std::string text = "x[i] + t";
    for (int i = 0; i < 60; ++i) {
        text = "min(x[i] + t, " + text + " * (n + i))";
    }
    CHECK(break_line("out[i] = " + text + ";", 100).size() > 60);
}

TEST_CASE("items of tables stand below each other") {
    const std::vector<std::string> items = {"1.0,", "20.25,", "3.0,", "4.0,", "5.0,", "600.0,"};
    CHECK(layout::table(items, 20) ==
          std::vector<std::string>{"1.0, 20.25, 3.0,", "4.0, 5.0,   600.0,"});
    CHECK(layout::table({"1,", "2,", "3,"}, 20) == std::vector<std::string>{"1,", "2,", "3,"});
}

}  // namespace

}  // namespace pycu
