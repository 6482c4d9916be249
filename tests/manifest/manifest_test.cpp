// The manifest's JSON: its shape, that it reads back, and what is said about files that are not
// one.
#include "manifest/manifest.h"

#include <doctest/doctest.h>

#include <string>

using namespace pycu::manifest;

namespace {

Manifest example() {
    const Arg x{.name = "x",
                .type = "float32[:, ::1]",
                .kind = Arg::Kind::Array,
                .dtype = "float32",
                .rank = 2,
                .layout = 'C',
                .readonly = true,
                .written = false,
                .c_type = "pycu_array_f32_2d"};
    const Arg n{.name = "n", .type = "int32", .dtype = "int32", .c_type = "int32_t"};
    Arg part0 = n;
    part0.name = "t_0";
    Arg part1{.name = "t_1", .type = "float64", .dtype = "float64", .c_type = "double"};
    const Arg t{.name = "t",
                .type = "Tuple(int32, float64)",
                .kind = Arg::Kind::Tuple,
                .items = {part0, part1}};
    const Specialisation one{.signature = "void(float32[:, ::1], int32, Tuple(int32, float64))",
                             .symbol = "heat_step__a2f4c_i4_t2i4f8",
                             .args = {x, n, t},
                             .entries = {"contiguous", "strided"},
                             .engine = "fibers",
                             .shared_bytes = 1024,
                             .dynamic_shared = true};
    Manifest manifest{.module = "heat", .source = "heat.py", .hash = "0123456789abcdef"};
    manifest.kernels = {{.name = "step",
                         .qualname = "make.step",
                         .line = 12,
                         .symbol = "heat_step",
                         .doc = "One step.",
                         .specialisations = {one}}};
    manifest.functions = {
        {.name = "norm", .line = 7, .symbol = "heat_norm__i4", .args = {n}, .result = part1}};
    manifest.device_functions = {{"laplacian", 3, {"float64(float32[:, ::1], int64, int64)"}}};
    manifest.constants = {{"ALPHA", "float64", "0.1"}};
    manifest.globals = {
        {.name = "BLOCK", .type = "int", .value = "256"},
        {.name = "TILE", .type = "tuple", .items = {{.type = "float32", .value = "0.5"}}},
        {.name = "TABLE",
         .type = "array",
         .dtype = "int8",
         .shape = {1, 2},
         .order = "F",
         .values = {"1", "2"}}};
    manifest.skipped = {{"broken", 40, "PYCU0301"}};
    return manifest;
}

}  // namespace

TEST_CASE("a manifest prints with one line an argument") {
    CHECK(to_json(example()) == R"json({
  "schema": 1,
  "module": "heat",
  "source": "heat.py",
  "hash": "0123456789abcdef",
  "kernels": [
    {
      "name": "step",
      "qualname": "make.step",
      "line": 12,
      "symbol": "heat_step",
      "doc": "One step.",
      "specialisations": [
        {
          "signature": "void(float32[:, ::1], int32, Tuple(int32, float64))",
          "symbol": "heat_step__a2f4c_i4_t2i4f8",
          "args": [
            {"name": "x", "type": "float32[:, ::1]", "kind": "array", "dtype": "float32", "rank": 2, "layout": "C", "readonly": true, "written": false, "c_type": "pycu_array_f32_2d"},
            {"name": "n", "type": "int32", "kind": "scalar", "dtype": "int32", "c_type": "int32_t"},
            {
              "name": "t",
              "type": "Tuple(int32, float64)",
              "kind": "tuple",
              "items": [
                {"name": "t_0", "type": "int32", "kind": "scalar", "dtype": "int32", "c_type": "int32_t"},
                {"name": "t_1", "type": "float64", "kind": "scalar", "dtype": "float64", "c_type": "double"}
              ]
            }
          ],
          "entries": ["contiguous", "strided"],
          "engine": "fibers",
          "shared_bytes": 1024,
          "dynamic_shared": true
        }
      ]
    }
  ],
  "functions": [
    {
      "name": "norm",
      "line": 7,
      "symbol": "heat_norm__i4",
      "args": [
        {"name": "n", "type": "int32", "kind": "scalar", "dtype": "int32", "c_type": "int32_t"}
      ],
      "result": {"name": "t_1", "type": "float64", "kind": "scalar", "dtype": "float64", "c_type": "double"}
    }
  ],
  "device_functions": [
    {"name": "laplacian", "line": 3, "signatures": ["float64(float32[:, ::1], int64, int64)"]}
  ],
  "constants": [{"name": "ALPHA", "type": "float64", "value": "0.1"}],
  "globals": [
    {"name": "BLOCK", "type": "int", "value": "256"},
    {"name": "TILE", "type": "tuple", "items": [{"type": "float32", "value": "0.5"}]},
    {
      "name": "TABLE",
      "type": "array",
      "dtype": "int8",
      "shape": [1, 2],
      "order": "F",
      "values": ["1", "2"]
    }
  ],
  "skipped": [{"name": "broken", "line": 40, "code": "PYCU0301"}]
}
)json");
}

TEST_CASE("a manifest reads back as it was written") {
    Manifest again;
    std::string error;
    REQUIRE_MESSAGE(from_json(to_json(example()), again, error), error);
    CHECK(to_json(again) == to_json(example()));
    CHECK(again.kernels.at(0).specialisations.at(0).args.at(2).items.size() == 2);
}

TEST_CASE("a build reads back as it was written") {
    const Entry entry{.entry = "heat::step__strided",
                      .symbol = "_Z4step",
                      .architecture = "sm_90",
                      .registers = 24,
                      .spill_load_bytes = 8,
                      .shared_bytes = 1024};
    const Build build{.module = "heat",
                      .target = "cpu",
                      .library = "libheat.so",
                      .kind = "shared",
                      .library_hash = "ab",
                      .hash = "cd",
                      .compiler = "g++ 12.2.0",
                      .entries = {entry}};
    Build again;
    std::string error;
    REQUIRE_MESSAGE(from_json(to_json(build), again, error), error);
    CHECK(to_json(again) == to_json(build));
    CHECK(again.library == "libheat.so");
    CHECK(again.kind == "shared");
    CHECK(again.hash == "cd");
    REQUIRE(again.entries.size() == 1);
    CHECK(again.entries[0].registers == 24);
    CHECK(again.entries[0].spill_load_bytes == 8);
}

TEST_CASE("text that is no manifest is refused with a reason") {
    Manifest manifest;
    std::string error;
    for (const std::string text : {"", "{", "[]", "{}", R"({"schema": 1})", R"({"schema": "1"})"}) {
        CAPTURE(text);
        error.clear();
        CHECK_FALSE(from_json(text, manifest, error));
        CHECK_FALSE(error.empty());
    }
    CHECK_FALSE(from_json(R"({"schema": 99})", manifest, error));
    CHECK(error == "schema 99, this pycu reads 1");
}

TEST_CASE("names keep their letters and bytes that are not UTF-8 do no harm") {
    Manifest manifest{.module = "m", .source = "größe.py", .hash = ""};
    CHECK(to_json(manifest).find("\"größe.py\"") != std::string::npos);
    manifest.source = "bad\xff.py";
    CHECK(to_json(manifest).find("bad\xEF\xBF\xBD.py") != std::string::npos);
}

TEST_CASE("the hash sees the source, not its line ends") {
    const std::string hash = content_hash("a\nb\n");
    CHECK(hash.size() == 16);
    CHECK(content_hash("a\r\nb\r\n") == hash);
    CHECK(content_hash("a\rb\r") == hash);
    CHECK(content_hash("a\nc\n") != hash);
}
