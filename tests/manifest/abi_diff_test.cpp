// What a change of a manifest means for the callers of the old module.
#include "manifest/abi_diff.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>

using namespace pycu::manifest;
using Kind = Change::Kind;

namespace {

Specialisation of_float(const std::string& symbol) {
    const Arg x{.name = "x",
                .type = "float32[:]",
                .kind = Arg::Kind::Array,
                .dtype = "float32",
                .rank = 1,
                .c_type = "pycu_array_f32_1d"};
    return {.signature = "void(float32[:])",
            .symbol = symbol,
            .args = {x},
            .entries = {"contiguous", "strided"},
            .engine = "loops"};
}

Manifest compared() {
    Manifest made{.module = "m", .source = "m.py"};
    made.records = {{.name = "particle",
                     .c_type = "m_particle",
                     .size = 8,
                     .fields = {{.name = "x", .dtype = "float32"},
                                {.name = "m", .dtype = "float32", .offset = 4}}}};
    made.kernels = {
        {.name = "step",
         .symbol = "m_step",
         .specialisations = {of_float("m_step__a"), of_float("m_step__b")}},
        {.name = "other", .symbol = "m_other", .specialisations = {of_float("m_other__a")}}};
    made.ufuncs = {{.name = "add",
                    .kind = "ufunc",
                    .symbol = "m_add",
                    .identity = "0",
                    .loops = {{.signature = "float32(float32)", .symbol = "m_add__f4"}}}};
    made.functions = {{.name = "energy", .symbol = "m_energy__f4", .result = {.type = "float64"}}};
    made.constants = {{.name = "N", .type = "int64", .value = "3"}};
    made.globals = {{.name = "N", .type = "int", .value = "3"}};
    return made;
}

/// What a change of the example is said to be: each as `kind of: what`.
std::string after(const std::function<void(Manifest&)>& change) {
    Manifest now = compared();
    change(now);
    std::string said;
    for (const Change& one : abi_changes(compared(), now)) {
        said += std::string(said.empty() ? "" : "\n") + std::string(name(one.kind)) + " " + one.of +
                ": " + one.what;
    }
    return said;
}

}  // namespace

TEST_CASE("the same module has no changes") {
    CHECK(after([](Manifest& m) {
              m.hash = "other";
              m.kernels[0].line = 9;
              m.kernels[0].doc = "It steps.";
              m.kernels[0].specialisations[0].engine = "fibers";
          }) == "");
}

TEST_CASE("kernels and their types come and go") {
    CHECK(after([](Manifest& m) { m.kernels.pop_back(); }) ==
          "incompatible kernel `other`: it is gone");
    CHECK(after([](Manifest& m) { m.kernels[1].name = "new"; }) ==
          "incompatible kernel `other`: it is gone\naddition kernel `new`: it is new");
    CHECK(after([](Manifest& m) { m.kernels[0].specialisations.pop_back(); }) ==
          "incompatible kernel `step`: `m_step__b` is gone: void(float32[:])");
    CHECK(after([](Manifest& m) {
              m.kernels[0].specialisations.push_back(of_float("m_step__c"));
          }) == "addition kernel `step`: `m_step__c` is new: void(float32[:])");
    CHECK(after([](Manifest& m) { std::ranges::reverse(m.kernels[0].specialisations); }) ==
          "incompatible kernel `step`: `m_step` takes other types: void(float32[:]) -> "
          "void(float32[:])");
    CHECK(after([](Manifest& m) { m.kernels[0].symbol = "m_step2"; }) ==
          "incompatible kernel `step`: `m_step` is called `m_step2`");
}

TEST_CASE("what a launch has to give") {
    const auto first = [](auto change) {
        return after([&](Manifest& m) { change(m.kernels[1].specialisations[0]); });
    };
    CHECK(first([](Specialisation& s) { s.args[0].name = "values"; }) ==
          "compatible kernel `other`: `m_other__a`: `x` is called `values`");
    CHECK(first([](Specialisation& s) { s.args[0].written = true; }) ==
          "incompatible kernel `other`: `m_other__a`: `x` is written to, and was only read");
    CHECK(first([](Specialisation& s) { s.args[0].type = "float32[::1]"; }) ==
          "incompatible kernel `other`: `m_other__a`: `x` was float32[:] and is float32[::1]");
    CHECK(first([](Specialisation& s) { s.args.push_back(s.args[0]); }) ==
          "incompatible kernel `other`: `m_other__a`: 1 arguments -> 2");
    CHECK(first([](Specialisation& s) { s.entries = {"contiguous"}; }) ==
          "incompatible kernel `other`: `m_other__a` takes contiguous arrays alone, and took any");
    CHECK(first([](Specialisation& s) { s.dynamic_shared = true; }) ==
          "incompatible kernel `other`: `m_other__a` needs bytes of shared memory from its launch");
}

TEST_CASE("records, ufuncs, functions and names") {
    CHECK(after([](Manifest& m) {
              m.records[0].fields[1].offset = 8;
              m.records[0].size = 12;
          }) == "incompatible record `particle`: its fields lie elsewhere: 8 bytes -> 12");
    CHECK(after([](Manifest& m) { m.ufuncs[0].identity = "1"; }) ==
          "incompatible ufunc `add`: it was `0` and is `1`");
    CHECK(after([](Manifest& m) { m.ufuncs[0].kind = "reduction"; }) ==
          "incompatible ufunc `add`: it was `ufunc` and is `reduction`");
    CHECK(after([](Manifest& m) {
              m.ufuncs.push_back(m.ufuncs[0]);
              m.ufuncs[1].name = "total";
              m.ufuncs[1].kind = "reduction";
          }) == "addition reduction `total`: it is new");
    CHECK(after([](Manifest& m) { m.ufuncs[0].loops.clear(); }) ==
          "incompatible ufunc `add`: `m_add__f4` is gone: float32(float32)");
    CHECK(after([](Manifest& m) { m.functions[0].result.type = "float32"; }) ==
          "incompatible function `energy`: `m_energy__f4` returned float64 and returns float32");
    CHECK(after([](Manifest& m) {
              m.constants[0].value = "4";
              m.globals[0].value = "4";
          }) ==
          "compatible global `N`: it has another value: 3 -> 4\n"
          "compatible constant `N`: kernels are compiled with 4 for 3");
    CHECK(after([](Manifest& m) { m.globals.clear(); }) == "incompatible global `N`: it is gone");
    CHECK(after([](Manifest& m) { m.module = "n"; }) ==
          "incompatible module: it was `m` and is `n`, and so begin all symbols");
}

TEST_CASE("values that are no number") {
    const auto changed = [](const Global& before, const Global& behind) {
        Manifest old = compared(), now = compared();
        old.globals = {before};
        now.globals = {behind};
        return abi_changes(old, now).at(0).what;
    };
    const auto tuple = [](std::vector<Global> items) {
        return Global{.name = "T", .type = "tuple", .items = std::move(items)};
    };
    const auto number = [](const char* value) { return Global{.type = "int", .value = value}; };
    const auto array = [](std::vector<std::int64_t> shape, const char* value) {
        return Global{.name = "A",
                      .type = "array",
                      .dtype = "float32",
                      .shape = std::move(shape),
                      .order = "C",
                      .values = {value}};
    };
    CHECK(changed(tuple({number("8"), number("8")}), tuple({number("16"), tuple({number("4")})})) ==
          "it has another value: (8, 8) -> (16, (4,))");
    CHECK(changed(tuple({number("1")}), tuple(std::vector<Global>(9, number("1")))) ==
          "it has another value: (1,) -> a tuple of 9");
    CHECK(changed(array({1, 1}, "1.0"), array({1}, "1.0")) ==
          "it has another value: an array (1, 1) of float32 -> an array (1) of float32");
    CHECK(changed(array({1}, "1.0"), array({1}, "2.0")) ==
          "it has other values: an array (1) of float32");
}

TEST_CASE("the manifests of two folders") {
    Manifest other = compared();
    other.module = "n";
    other.kernels.pop_back();
    std::string said;
    for (const Change& one :
         abi_changes({{"m.json", compared()}, {"sub/n.json", compared()}, {"x.json", compared()}},
                     {{"m.json", compared()}, {"sub/m.json", compared()}, {"x.json", other}})) {
        said += std::string(name(one.kind)) + " " + one.of + ": " + one.what + "\n";
    }
    CHECK(said ==
          "incompatible module `m`: it is gone\n"
          "incompatible module of m: it was `m` and is `n`, and so begin all symbols\n"
          "addition module `m`: it is new\n");
}
