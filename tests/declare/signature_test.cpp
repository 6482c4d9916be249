// Signature strings: every row of testdata/oracle/signatures.json, and where messages point.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "declare/type_texts.h"
#include "oracle.h"
#include "sema_values.h"

using namespace pycu;
using namespace pycu::sema;
using nlohmann::json;

namespace {

// What pycu makes of a signature: its canonical text, `later`, or `error`.
std::string outcome(const OrProblem<Signature>& result, const TypeTable& table) {
    if (const auto* signature = std::get_if<Signature>(&result)) {
        return python_name(*signature, table);
    }
    return std::get<TypeProblem>(result).is_later ? "later" : "error";
}

std::string problem(const std::string& text) {
    Program program("");
    const auto result = parse_signatures(text, program.names);
    const auto* found = std::get_if<TypeProblem>(&result);
    REQUIRE_MESSAGE(found != nullptr, text);
    REQUIRE(found->offset + found->length <= text.size());
    return text.substr(0, found->offset) + "<" + text.substr(found->offset, found->length) + ">" +
           text.substr(found->offset + found->length) + " " + found->message;
}

std::string all(const std::string& text, const TypeLookup& lookup = {}) {
    Program program("");
    const TypeTable& table = program.types;
    const auto result = parse_signatures(text, program.names, lookup);
    if (const auto* found = std::get_if<TypeProblem>(&result)) return found->message;
    std::string out;
    for (const Signature& signature : std::get<std::vector<Signature>>(result)) {
        out += python_name(signature, table) + " ";
    }
    return out;
}

// What Numba takes and nobody can mean: a type made of an int, a tuple of -1 items.
const std::set<std::string> nonsense = {"void(Array(3, 1, 'C'))", "void(UniTuple(float32, -1))",
                                        "void(optional(3))"};

}  // namespace

TEST_CASE("names of types") {
    const json data = oracle::load("signatures");
    TypeTable table;
    int later = 0;
    for (const json& row : data["names"]) {
        const std::string name = row[0];
        CAPTURE(name);
        const auto found = type_by_name(name);
        REQUIRE(found.has_value() == !row[1].is_null());
        if (!found) continue;
        if (const Type* type = std::get_if<Type>(&*found)) {
            CHECK(python_name(*type, table) == row[1].get<std::string>());
        } else {
            CHECK(std::get<TypeProblem>(*found).is_later);
            ++later;
        }
    }
    MESSAGE(later << " of " << data["names"].size() << " later");
    CHECK(later == 27);
}

TEST_CASE("signature strings") {
    const json data = oracle::load("signatures");
    int later = 0;
    for (const json& row : data["strings"]) {
        Program program("");
        const TypeTable& table = program.types;
        const std::string text = row["text"];
        CAPTURE(text);
        const auto parsed = parse_signature(text, program.names);
        const std::string got = outcome(parsed, table);
        if (const auto* found = std::get_if<TypeProblem>(&parsed)) {
            CHECK(found->offset + found->length <= text.size());
            CHECK(!found->message.empty());
        }
        if (nonsense.count(text) > 0) {
            CHECK(got == "error");
            continue;
        }
        if (row.contains("error")) {
            CHECK(got == "error");
            continue;
        }
        if (got == "later") {
            ++later;
            continue;
        }
        CHECK(got == row["canonical"].get<std::string>());
        CHECK(row.dump().find("\"aligned\":false") == std::string::npos);
    }
    MESSAGE(later << " of " << data["strings"].size() << " later");
    CHECK(later == 28);
}

TEST_CASE("types of decorator expressions") {
    // An expression is evaluated by sema; spelled without its modules it is a string.
    const json data = oracle::load("signatures");
    int checked = 0;
    for (const json& row : data["expressions"]) {
        std::string text = row["text"];
        for (const std::string module :
             {"numba.types.", "cuda.types.", "numba.", "types.", "cuda."}) {
            for (std::size_t at = 0; (at = text.find(module)) != std::string::npos;) {
                text.erase(at, module.size());
            }
        }
        const bool is_numbas = text.find("np.") == std::string::npos &&
                               text.find("typeof") == std::string::npos &&
                               row.contains("canonical") && text[0] != '\'';
        if (!is_numbas) continue;
        Program program("");
        const TypeTable& table = program.types;
        CAPTURE(text);
        const std::string got = outcome(parse_signature(text, program.names), table);
        ++checked;
        if (oracle::is_later(row["canonical"].get<std::string>())) {
            CHECK(got == "later");
        } else {
            CHECK(got == row["canonical"].get<std::string>());
        }
    }
    MESSAGE(checked << " of " << data["expressions"].size() << " compared");
    CHECK(checked >= 20);
}

TEST_CASE("type variables") {
    CHECK(all("void(T[:], T[:]) for T in float32, float64") ==
          "none(float32[:], float32[:]) none(float64[:], float64[:]) ");
    CHECK(all("T(T, U) for T in (float32, float64) for U in int32, int64") ==
          "float32(float32, int32) float32(float32, int64) "
          "float64(float64, int32) float64(float64, int64) ");
    CHECK(all("void(T) for T in float32") == "none(float32) ");
    CHECK(all("T, T for T in f4[:, ::1]") == "(float32[:, ::1], float32[:, ::1]) ");
    CHECK(all("void(Array(T, 1, 'C')) for T in f4,") == "none(float32[::1]) ");
    CHECK(all("void(float32[:])") == "none(float32[:]) ");
    CHECK(problem("void(T) for T in float32, flaot64") ==
          "void(T) for T in float32, <flaot64> unknown type `flaot64`; did you mean `float64`?");
    CHECK(problem("void(T) for T") ==
          "void(T) <for> T a type variable reads `for T in float32, float64`");
    CHECK(problem("void(T) for T in ") ==
          "void(T) for T in <> a type variable needs at least one type");
    CHECK(problem("void(T[:]) for T in f4[:]") ==
          "void(<T[:]>) for T in f4[:] the elements of an array cannot be arrays; write `[:, :]` "
          "for two axes");
}

TEST_CASE("a signature can be written and read back") {
    for (const char* text : {
             "void(float32[:, ::1], int32)",
             "(float32[:],)",
             "(int32, float32)",
             "()",
             "UniTuple(int64, 2)(Tuple((int32, UniTuple(Tuple((int8, bool)), 2), float32[:])))",
             "void(Array(float32, 1, \"F\"), Array(float64, 2, \"A\", readonly=True))",
             "void(Tuple(()))",
         }) {
        Program program("");
        const TypeTable& table = program.types;
        const auto parsed = parse_signature(text, program.names);
        REQUIRE_MESSAGE(std::holds_alternative<Signature>(parsed), std::string(text));
        CHECK(signature_text(std::get<Signature>(parsed), table) == text);
    }
}

TEST_CASE("names that a caller binds") {
    const auto lookup = [](std::string_view name) {
        return name == "real" ? std::optional(float32) : std::nullopt;
    };
    CHECK(all("real(real[:], int32)", lookup) == "float32(float32[:], int32) ");
    CHECK(all("void(reel)", lookup) == "unknown type `reel`");
}

TEST_CASE("messages stand at the bad word and help") {
    for (const std::string expected : {
             "void(<flaot32>[:]) unknown type `flaot32`; did you mean `float32`?",
             "void(<FLOAT32>) unknown type `FLOAT32`; did you mean `float32`?",
             "<np>.float32(int32) unknown type `np`; signature strings know Numba's types by "
             "their bare names: `float32`",
             "void(<xyzzy>) unknown type `xyzzy`",
             "void(<float>) Python's `float` is no type of Numba, and a signature takes `float64`",
             "void(<Array>) `Array` makes types and is none: call it with its arguments",
             "void(<int32[0]>) an array type has `:` for each dimension, as in `float32[:, :]`",
             "void(<int32[1:]>) an axis is `:` or `::1`, without start and stop",
             "void(<Array(float32, 1)>) `Array` takes a dtype, a number of dimensions and a "
             "layout: Array(float32, 2, \"C\")",
             "void(<Array(float32, 1, 'X')>) the layout is \"A\", \"C\" or \"F\", not \"X\"",
             "void(<Tuple(int32, float32)>) `Tuple` takes one tuple of types: "
             "Tuple((int32, float32))",
             "<float32[:]> `float32[:]` is a type and no signature: write `void(float32[:])`",
             "void<(>int32 `(` is never closed",
             "void(int32 <float32>) expected `)` or `,` and found `float32`",
             "void(<(int32, int32)>) a tuple is no type",
             "void(int32<;>) expected `)` or `,` and found `;`",
             "<> the signature is empty",
             "<void(x=int32)> parameters have no names in a signature",
             "void(int32, <bfloat16>[:]) `bfloat16`",
             "void(<optional()>) `optional` takes one type: optional(float32)",
             "void(<NPDatetime('ns')>) `NPDatetime(...)`",
         }) {
        std::string text = expected;
        const std::size_t open = text.find('<');
        const std::size_t close = text.find('>', open);
        // Where the signature ends and the message begins: try every cut.
        bool is_found = false;
        for (std::size_t cut = close + 1; cut <= text.size() && !is_found; ++cut) {
            std::string signature = text.substr(0, cut);
            signature.erase(close, 1).erase(open, 1);
            Program program("");
            const auto result = parse_signatures(signature, program.names);
            is_found =
                std::holds_alternative<TypeProblem>(result) && problem(signature) == expected;
        }
        CHECK_MESSAGE(is_found, expected);
    }
}

TEST_CASE("deep nesting is a problem, not a crash") {
    CHECK(all(std::string(100000, '(')) == "`(` is never closed");
    CHECK(all("void(" + std::string(100000, '[')) == "`[` is never closed");
    CHECK(all("void(int32" + std::string(3, ')')) == "`)` closes nothing");
    const auto rank = [](int axes) {
        std::string text = "void(int8[:";
        for (int i = 1; i < axes; ++i) text += ",:";
        return all(text + "])");
    };
    CHECK(rank(63).size() > 63);
    CHECK(rank(64) == "an array of 64 dimensions");
    CHECK(all("void(Array(int8, 99999999999999999999, 'C'))") ==
          "`Array` takes a dtype, a number of dimensions and a layout: Array(float32, 2, \"C\")");
    CHECK(all("void(*(int8,) * 99999999999)") == "its arguments are not known");
    CHECK(all("void(*(int8,) * 1000 * 1000 * 1000)") == "its arguments are not known");
    CHECK(all("void(UniTuple(int8, 100000))") == "a tuple of 100000 items is too long");
}
