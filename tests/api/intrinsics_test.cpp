// The intrinsics tables as data, and the text of calls.
#include "api/intrinsics.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "api/expand.h"
#include "api/resolve_rules.h"
#include "api/row_signature.h"
#include "api/type_class.h"
#include "types/type.h"

using namespace pycu;
using api::Intrinsic;

namespace {

/// The numbers of the holes of a text; -1 for `$*`.
std::set<int> holes(std::string_view text) {
    std::set<int> found;
    for (std::size_t i = text.find('$'); i != text.npos; i = text.find('$', i + 1)) {
        REQUIRE(i + 1 < text.size());
        const char hole = text[i + 1];
        if (hole == 'f' || hole == 'T') continue;
        CHECK((hole == '*' || (hole >= '0' && hole <= '9')));
        found.insert(hole == '*' ? -1 : hole - '0');
    }
    return found;
}

const Intrinsic& row(std::string_view name, std::string_view signature) {
    const auto rows = api::overloads(name);
    const auto found = std::ranges::find(rows, signature, &Intrinsic::signature);
    REQUIRE_MESSAGE(found != rows.end(), std::string(name));
    return *found;
}

std::string text(std::string_view name, std::string_view signature, Type bound,
                 const std::vector<CppText>& args) {
    return api::expand(row(name, signature), bound, args).text;
}

}  // namespace

TEST_CASE("every row can be read") {
    std::set<std::pair<std::string_view, std::string_view>> seen;
    for (const Intrinsic& row : api::all()) {
        INFO(std::string(row.name) << " " << std::string(row.signature));
        TypeTable table;
        const auto signature = api::parse_row(row, table);
        CHECK(row.name.find('.') != row.name.npos);
        CHECK(seen.insert({row.name, row.signature}).second);

        std::set<int> expected;
        for (std::size_t i = 0; i < signature.params.size(); ++i) expected.insert(int(i));
        if (signature.is_variadic) expected = {-1};
        CHECK(holes(row.text) == expected);

        const bool is_generic = signature.type_class != nullptr;
        CHECK((is_generic || row.text.find("$f") == row.text.npos));
        CHECK((is_generic || row.text.find("$T") == row.text.npos));
        CHECK((is_generic || api::find_class(signature.result) == nullptr));

        const Type bound = is_generic ? signature.type_class->members[0].binds : Type::error();
        CHECK_FALSE(api::row_type(signature.result, bound, table).is_error());
        CHECK_FALSE(api::text_type(row, bound, table).is_error());
        CHECK((!row.takes_place() || row.effect == api::Effect::Writes ||
               row.effect == api::Effect::Reads));
        CHECK((row.text.ends_with(')') || row.effect == api::Effect::Pure));
    }
}

TEST_CASE("overloads are neighbours and names are found") {
    CHECK(api::overloads("math.pow").size() == 2);
    CHECK(api::overloads("math.po").empty());
    CHECK(api::overloads("zzz").empty());
    CHECK(api::all().size() > 150);
}

TEST_CASE("every class is used and has a name of one letter") {
    for (const auto& type_class : api::all_classes()) {
        INFO(std::string(type_class.name));
        CHECK(type_class.name.size() == 1);
        TypeTable table;
        CHECK(std::ranges::any_of(api::all(), [&](const Intrinsic& row) {
            return api::parse_row(row, table).type_class == &type_class;
        }));
    }
}

TEST_CASE("arguments stand in the holes with the parentheses that they need") {
    const CppText x = {"x", Precedence::Primary};
    const CppText sum = {"a + b", Precedence::Additive};
    const CppText negative = {"-a", Precedence::Unary};
    const CppText element = {"out(i, j)", Precedence::Postfix};
    CHECK(text("math.sin", "H(H)", float32, {sum}) == "sinf(a + b)");
    CHECK(text("math.sin", "H(H)", float64, {x}) == "sin(x)");
    CHECK(text("math.atan2", "R(R, R)", float64, {sum, negative}) == "atan2(a + b, -a)");
    CHECK(text("math.sin", "H(H)", float64, {{"a, b", Precedence::Comma}}) == "sin((a, b))");
    CHECK(text("numba.cuda.atomic.add", "F(F&, F)", float32, {element, sum}) ==
          "atomicAdd(&out(i, j), a + b)");
    CHECK(text("numba.cuda.atomic.sub", "F(F&, F)", float32, {element, negative}) ==
          "atomicAdd(&out(i, j), -(-a))");
    CHECK(text("numba.cuda.clz", "uint8(uint8)", Type::error(), {sum}) == "__clz(a + b) - 24");
    CHECK(text("numpy.equal", "bool(M, M)", int64, {sum, x}) == "a + b == x");
    CHECK(text("numpy.equal", "bool(M, M)", int64, {x, {"a == b", Precedence::Equality}}) ==
          "x == (a == b)");
    CHECK(text("numba.cuda.selp", "T(bool of numbers, T!, T!)", int64,
               {{"a < b", Precedence::Relational}, sum, {"c ? x : y", Precedence::Conditional}}) ==
          "a < b ? a + b : (c ? x : y)");
    CHECK(text("numpy.bitwise_not", "X(X)", uint8, {sum}) == "uint8_t(~(a + b))");
    CHECK(text("builtins.max", "N(N...)", float32, {sum, x, x}) == "pycu::max<float>(a + b, x, x)");
    CHECK(text("builtins.abs", "U(U)", uint32, {sum}) == "a + b");
    CHECK(text("numba.cuda.threadIdx.x", "int32", Type::error(), {}) == "threadIdx.x");
}

TEST_CASE("a text's precedence is read from its operators") {
    using api::precedence_of;
    CHECK(precedence_of("x") == Precedence::Primary);
    CHECK(precedence_of("threadIdx.x") == Precedence::Postfix);
    CHECK(precedence_of("sin$f($0)") == Precedence::Postfix);
    CHECK(precedence_of("pycu::max<$T>($*)") == Precedence::Postfix);
    CHECK(precedence_of("__clz(uint8_t($0)) - 24") == Precedence::Additive);
    CHECK(precedence_of("f($0 - $1)") == Precedence::Postfix);
    CHECK(precedence_of("$0 ? $1 : $2") == Precedence::Conditional);
    CHECK(precedence_of("!$0") == Precedence::Unary);
    CHECK(precedence_of("$0 != $1 || $0 < $1") == Precedence::LogicalOr);
    const std::vector<CppText> args = {{"a + b", Precedence::Additive}};
    CHECK(api::expand(row("builtins.abs", "U(U)"), uint32, args).precedence ==
          Precedence::Additive);
}

TEST_CASE("rows whose text is in pycu_cmath.h ask for that header") {
    std::ifstream header(PYCU_ROOT "/templates/runtime/pycu_cmath.h");
    std::set<std::string> names;
    for (std::string line; std::getline(header, line);) {
        const std::size_t open = line.find("(complex<T> ");
        if (line.starts_with("PYCU_INLINE complex<") && open != line.npos) {
            const std::size_t blank = line.rfind(' ', open);
            names.insert(line.substr(blank + 1, open - blank - 1));
        }
    }
    REQUIRE(names.contains("tanh"));
    int found = 0;
    for (const Intrinsic& one : api::all()) {
        const bool is_complex = one.signature.find("(Z") != one.signature.npos;
        for (const std::string& name : names) {
            if (is_complex && one.text.find("pycu::" + name + "(") != one.text.npos) {
                CHECK_MESSAGE(api::is_of_cmath(one), std::string(one.name));
                ++found;
            }
        }
    }
    CHECK(found > 20);
}
