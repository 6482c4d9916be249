// Texts that differ in types alone: what is merged is each of them again when its types stand for
// the parameters.
#include "emit/merged_text.h"

#include <doctest/doctest.h>

#include <cctype>

#include "emit/marked_text.h"

using namespace pycu;
using emit::marked;
using emit::merged;
using emit::MergedText;

namespace {

/// A text for one type: T is the type, `{x}` a marked expression of it, `[x]` one of a double.
std::string text_for(Type type, const std::string& pattern) {
    const std::string name = type == float32 ? "float" : type == float64 ? "double" : "int";
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '{' || c == '[') {
            const std::size_t end = pattern.find(c == '{' ? '}' : ']', i);
            text += marked(pattern.substr(i + 1, end - i - 1), c == '{' ? type : float64);
            i = end;
        } else {
            text += c == 'T' ? name : std::string(1, c);
        }
    }
    return text;
}

/// What the texts become, `T=float/double: ...`; "no" where they are not one.
std::string merge(const std::vector<std::string>& texts) {
    const auto result = merged(texts);
    if (!result) {
        return "no";
    }
    std::string text;
    for (const MergedText::Parameter& one : result->parameters) {
        text += one.name + "=";
        for (const std::string& type : one.types) {
            text += (text.ends_with('=') ? "" : "/") + type;
        }
        text += ": ";
    }
    return text +
           result->text.substr(0, result->text.size() - 1);  // without the last end of a line
}

std::string merge(const std::string& of_float, const std::string& of_double) {
    return merge({text_for(float32, of_float), text_for(float64, of_double)});
}

}  // namespace

TEST_CASE("texts that differ in types are one") {
    CHECK(merge("T f(T x)\n    return {x} + {x};", "T f(T x)\n    return {x} + {x};") ==
          "T=float/double: T f(T x)\n    return x + x;");
    CHECK(merge("int64_t n = {x};", "int n = {x};") == "T=int64_t/int: T n = x;");
    CHECK(merge({"f(int, bool)", "f(float, bool)", "f(float, int)"}) ==
          "T=int/float/float: U=bool/bool/int: f(T, U)");
    CHECK(merge("pycu::complex<T> z;", "pycu::complex<T> z;") ==
          "T=float/double: pycu::complex<T> z;");
    CHECK(merge("x = 1; // of a float", "x = 1; // of a float") == "x = 1; // of a float");
}

TEST_CASE("anything else that differs keeps them apart") {
    CHECK(merge("x = {a};", "x = {b};") == "no");
    CHECK(merge("x = {a} + {b};", "x = {a};") == "no");
    CHECK(merge("x = 1;", "x = 2;") == "no");
    CHECK(merge("x = 1; // a", "x = 1; // b") == "no");
    CHECK(merge("printf(\"%f float\")", "printf(\"%f double\")") == "no");
    CHECK(merge("f(x, T)", "f(x)") == "no");
    CHECK(merge("pycu::float16 x;", "float x;") == "no");
    CHECK(merge("y = t.get<0>() + {x};", "y = t.get<0>() + {x};") == "no");
    CHECK(merge("if ({x}.real < {y}.real)", "if ({x}.real < {y}.real)") == "if (x.real < y.real)");
    CHECK(merge({"f(int, int, int, int, int)", "f(bool, int8_t, int16_t, uint8_t, float)"}) ==
          "no");
}

TEST_CASE("a value may be converted to the type that it has") {
    CHECK(merge("y = double({x}) * 2.0;", "y = {x} * 2.0;") == "y = double(x) * 2.0;");
    CHECK(merge("y = {x} * 2.0;", "y = float({x}) * 2.0;") == "y = float(x) * 2.0;");
    CHECK(merge("y = double({a + b}) * 2.0;", "y = ({a + b}) * 2.0;") ==
          "y = double(a + b) * 2.0;");
    CHECK(merge({"y = " + marked("double(" + marked("x", float32) + ")", float64) + " / z;",
                 "y = " + marked("x", float64) + " / z;"}) == "y = double(x) / z;");
    CHECK(merge("y = double({x});", "y = float({x});") == "T=double/float: y = T(x);");
    // the value of the third is an int, and `double` means something else there
    CHECK(merge({text_for(float32, "double({x}) < n"), text_for(float64, "{x} < n"),
                 text_for(int32, "{x} < n")}) == "T=double/double/int: T(x) < n");
    // without marks nobody knows of which type it is
    CHECK(merge("y = double(x);", "y = x;") == "no");
}

TEST_CASE("functions and numbers of either precision") {
    CHECK(merge("y = sqrtf({x});", "y = sqrt({x});") == "y = sqrt(x);");
    CHECK(merge("y = fmaxf({x}, 0.5f);", "y = fmax({x}, 0.5);") ==
          "T=float/double: y = fmax(x, T(0.5));");
    CHECK(merge("y = powf(float({n}), {x});", "y = pow(double({n}), {x});") ==
          "T=float/double: y = pow(T(n), x);");
    CHECK(merge("y = ldexpf({x}, int(3));", "y = ldexp({x}, int(3));") == "no");
    // an overload that is chosen by something else than a float
    CHECK(merge("y = sqrtf([x]);", "y = sqrt({x});") == "no");
    CHECK(merge("y = sqrtf(x);", "y = sqrt(x);") == "no");
    CHECK(merge("y = fmaxf({x}, [y]);", "y = fmax({x}, [y]);") == "no");
    // a function that has no other precision
    CHECK(merge("y = mine_f({x});", "y = mine_({x});") == "no");
    CHECK(merge("y = 0.5f;", "y = 0.25;") == "no");
    CHECK(merge("y = 1;", "y = 1.0;") == "no");
    CHECK(merge("y = 0x1f;", "y = 0x1;") == "no");
}

TEST_CASE("a variable is set to a number as it is written") {
    CHECK(merge("T total = {0.0f};", "T total = {0.0};") == "T=float/double: T total = 0.0;");
    CHECK(merge("T total = {0.1f};", "T total = {0.1};") == "T=float/double: T total = T(0.1);");
    CHECK(merge("T a = {0.5f} + {x};", "T a = {0.5} + {x};") ==
          "T=float/double: T a = T(0.5) + x;");
    CHECK(merge("auto a = {0.5f};", "auto a = {0.5};") == "T=float/double: auto a = T(0.5);");
}

TEST_CASE("the names of parameters are no others of the text") {
    CHECK(merge({"void f(float T, float U)", "void f(double T, double U)"}) ==
          "V=float/double: void f(V T, V U)");
}

TEST_CASE("marks go without a trace") {
    const std::string plain = "y = a[i + 1] * 2.5e-3f;";
    CHECK(emit::without_marks(
              marked("y = " + marked("a[" + marked("i + 1", int64) + "]", float32) + " * 2.5e-3f;",
                     boolean)) == plain);
}
