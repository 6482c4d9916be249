// The typing tables against Numba's own answers: every row of scalar_ops, casts, unify, conversions
// and range_grid that speaks of scalars, tuples and arrays.
//
// A row may be passed over only when its answer needs a type that pycu does not have yet; how many
// there are is pinned at the end of each case, and the numbers may only fall.
#include "types/convert.h"

#include <doctest/doctest.h>

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "api/resolve.h"
#include "oracle.h"
#include "types/operations.h"
#include "types/scalar.h"

using namespace pycu;
using nlohmann::json;

namespace {

// Counts what was compared and what was passed over.
struct Tally {
    int checked = 0;
    int later = 0;
    std::vector<std::string> wrong;

    void compare(const std::string& what, const std::string& got, const std::string& expected) {
        ++checked;
        if (got != expected) wrong.push_back(what + ": " + got + ", Numba says " + expected);
    }
    // Fails with the first few differences, and holds the number of rows passed over.
    void finish(int pinned_later) const {
        std::string text = std::to_string(wrong.size()) + " of " + std::to_string(checked);
        for (std::size_t i = 0; i < wrong.size() && i < 12; ++i) text += "\n  " + wrong[i];
        CHECK_MESSAGE(wrong.empty(), text);
        CHECK(checked > 0);
        CHECK(later == pinned_later);
        MESSAGE(checked << " compared, " << later << " passed over");
    }
};

BinaryOp binary_op(std::string_view text) {
    for (int i = 0; i <= int(BinaryOp::MatMult); ++i) {
        if (python_text(BinaryOp(i)) == text) return BinaryOp(i);
    }
    FAIL(std::string(text));
    return {};
}

bool is_binary(std::string_view text) {
    for (int i = 0; i < int(BinaryOp::MatMult); ++i) {
        if (python_text(BinaryOp(i)) == text) return true;
    }
    return false;
}

std::optional<CompareOp> compare_op(std::string_view text) {
    for (int i = 0; i <= int(CompareOp::IsNot); ++i) {
        if (python_text(CompareOp(i)) == text) return CompareOp(i);
    }
    return std::nullopt;
}

std::string operands_text(const std::optional<Operands>& operands, const TypeTable& table) {
    if (!operands) return "refused";
    return python_name(operands->left, table) + "," + python_name(operands->right, table);
}

std::optional<Type> pair_of(std::optional<Type> item, TypeTable& table) {
    if (!item) return std::nullopt;
    return table.tuple(std::vector{*item, *item});
}

/// What the rows of a function make of a call.
std::optional<Type> row_result(std::string_view name, std::vector<Type> args) {
    TypeTable table;
    const auto found = api::resolve(name, args, table);
    const auto* row = std::get_if<api::Resolution>(&found);
    return row != nullptr ? std::optional(row->result) : std::nullopt;
}

std::optional<Type> unary_answer(const std::string& op, Type x) {
    if (op == "-") return unary_result(UnaryOp::USub, x);
    if (op == "+") return unary_result(UnaryOp::UAdd, x);
    if (op == "~") return unary_result(UnaryOp::Invert, x);
    if (op == "not") return unary_result(UnaryOp::Not, x);
    if (op == "abs") return abs_result(x);
    if (op == "round") return row_result("builtins.round", {x});
    if (op == "int") return int_call_result(x);
    if (op == "float") return float_call_result(x);
    if (op == "bool") return bool_call_result(x);
    if (op == "complex") return complex_call_result(x);
    TypeTable table;
    return min_max_result(std::vector{x}, table);
}

std::optional<Type> binary_answer(const std::string& op, Type x, Type y, TypeTable& table) {
    if (is_binary(op)) return binary_result(binary_op(op), x, y);
    if (const auto compare = compare_op(op)) {
        return compare_operands(*compare, x, y) ? std::optional(boolean) : std::nullopt;
    }
    if (op == "and" || op == "or") return bool_op_result(x, y, table);
    if (op == "min" || op == "max") return min_max_result(std::vector{x, y}, table);
    if (op == "pow") return binary_result(BinaryOp::Pow, x, y);
    if (op == "divmod") return pair_of(divmod_result(x, y), table);
    if (op == "round") return row_result("builtins.round", {x, y});
    REQUIRE(op == "complex");
    return complex_call_result(x, y);
}

}  // namespace

TEST_CASE("scalar_ops: unary") {
    const json data = oracle::load("scalar_ops");
    TypeTable table;
    Tally tally;
    for (const json& row : data["unary"]) {
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            const std::string operand = data["operands"][i];
            const std::string op = row[0];
            tally.compare(op + " " + operand,
                          oracle::answer(unary_answer(op, oracle::type(operand, table)), table),
                          oracle::expected(row[1][i], table));
        }
    }
    tally.finish(0);
}

TEST_CASE("scalar_ops: binary") {
    const json data = oracle::load("scalar_ops");
    TypeTable table;
    Tally tally;
    for (const json& row : data["binary"]) {
        const std::string op = row[0];
        const std::string left = row[1];
        for (std::size_t i = 0; i < row[2].size(); ++i) {
            const std::string right = data["operands"][i];
            const Type x = oracle::type(left, table);
            const Type y = oracle::type(right, table);
            std::optional<Type> got = binary_answer(op, x, y, table);
            // Of `and` and `or` Numba leaves out the side that a literal makes unreachable.
            const bool is_bool_op = op == "and" || op == "or";
            if (is_bool_op && left.ends_with("literal")) got = op == "or" ? x : y;
            tally.compare(left + " " + op + " " + right, oracle::answer(got, table),
                          oracle::expected(row[2][i], table));
        }
    }
    tally.finish(0);
}

TEST_CASE("scalar_ops: converted operands") {
    const json data = oracle::load("scalar_ops");
    TypeTable table;
    Tally tally;
    for (const json& row : data["converted"]) {
        const std::string op = row[0];
        const std::string left = row[1];
        for (std::size_t i = 0; i < row[2].size(); ++i) {
            const std::string right = data["operands"][i];
            const Type x = oracle::type(left, table);
            const Type y = oracle::type(right, table);
            std::optional<Operands> operands;
            if (op == "divmod") {
                const auto item = divmod_result(x, y);
                if (item) operands = Operands{*item, *item};
            } else if (const auto compare = compare_op(op)) {
                operands = compare_operands(*compare, x, y);
            } else {
                operands = binary_operands(binary_op(op), x, y);
            }
            tally.compare(left + " " + op + " " + right, operands_text(operands, table),
                          row[2][i].is_null() ? "refused" : row[2][i].get<std::string>());
        }
    }
    tally.finish(0);
}

TEST_CASE("scalar_ops: three operands of min and max") {
    const json data = oracle::load("scalar_ops");
    TypeTable table;
    Tally tally;
    for (const json& row : data["ternary"]) {
        for (std::size_t i = 0; i < row[3].size(); ++i) {
            std::vector<Type> args;
            std::string what = row[0];
            for (const json& operand : {row[1], row[2], data["ternary_operands"][i]}) {
                what += " " + operand.get<std::string>();
                args.push_back(oracle::type(operand, table));
            }
            tally.compare(what, oracle::answer(min_max_result(args, table), table),
                          oracle::expected(row[3][i], table));
        }
    }
    tally.finish(0);
}

TEST_CASE("scalar_ops: powers with a literal exponent, in-place operators, literals") {
    const json data = oracle::load("scalar_ops");
    TypeTable table;
    Tally tally;
    for (const json& row : data["power_literal"]) {
        const std::string exponent = row[1];
        const Type right = exponent == "True"                        ? boolean
                           : exponent.find('.') != std::string::npos ? float64
                                                                     : int64;
        const Type left = oracle::type(row[0], table);
        tally.compare(row[0].get<std::string>() + " ** " + exponent,
                      oracle::answer(binary_result(BinaryOp::Pow, left, right), table), row[2]);
    }
    // `x op= y` has the type of `x op y`: where Numba's own differs, it does not compile.
    for (const json& row : data["in_place_differs"]) {
        const auto result = binary_result(binary_op(row[0].get<std::string>()),
                                          oracle::type(row[1], table), oracle::type(row[2], table));
        tally.compare("in place", oracle::answer(result, table), row[3]);
        CHECK(row[4].get<std::string>().ends_with("!"));
    }
    tally.later += int(data["bfloat16"].size());
    tally.finish(120);
}

TEST_CASE("casts: calls") {
    const json data = oracle::load("casts");
    TypeTable table;
    Tally tally;
    for (const json& row : data["calls"]) {
        const std::string callable = row[0];
        const std::size_t dot = callable.find('.');
        const std::string name = callable.substr(dot + 1);
        const bool is_numpy = callable.starts_with("np.");
        const auto scalar = is_numpy ? numpy_scalar(name) : numba_scalar(name);
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            const std::string source = data["sources"][i];
            const Type x = oracle::type(source, table);
            std::optional<Type> got;
            if (dot == std::string::npos) {
                got = unary_answer(callable, x);
            } else if (scalar && can_cast(x, Type::scalar(*scalar))) {
                got = Type::scalar(*scalar);
            }
            const bool is_bfloat = name == "bfloat16";
            // numba.float16 does not exist in a kernel, while numba.types.float16 does.
            const bool is_beyond = callable == "numba.float16" && got == float16;
            if (is_bfloat || is_beyond) {
                ++tally.later;
                continue;
            }
            tally.compare(callable + "(" + source + ")", oracle::answer(got, table),
                          oracle::expected(row[1][i], table));
        }
    }
    tally.finish(17 + 15);
}

TEST_CASE("casts: views, stores, declared returns, parts of complex numbers") {
    const json data = oracle::load("casts");
    TypeTable table;
    Tally tally;
    const json& scalars = data["scalars"];
    for (const json& row : data["scalar_view"]) {
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            const Type to = oracle::type(scalars[i], table);
            const auto got =
                can_view(oracle::type(row[0], table), to) ? std::optional(to) : std::nullopt;
            tally.compare(row[0].get<std::string>() + ".view", oracle::answer(got, table),
                          oracle::expected(row[1][i], table));
        }
    }
    for (const json& row : data["stores"]) {
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            const std::string value = data["store_values"][i];
            if (oracle::is_later(value)) {
                ++tally.later;
                continue;
            }
            // An Optional is unwrapped first.
            const Type stored = table.without_none(oracle::type(value, table));
            const bool ok = can_store(oracle::type(row[0], table), stored);
            tally.compare(row[0].get<std::string>() + " takes " + value, ok ? "ok" : "refused",
                          row[1][i] == "ok" ? "ok" : "refused");
        }
    }
    for (const json& row : data["declared_return"]) {
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            const Type value = oracle::type(data["sources"][i], table);
            const bool ok = can_return(oracle::type(row[0], table), value, table);
            tally.compare(row[0].get<std::string>() + " returns", ok ? "ok" : "refused",
                          row[1][i] == "ok" ? "ok" : "refused");
        }
    }
    for (const json& row : data["scalar_attributes"]) {
        if (row[0] != "p0.real" && row[0] != "p0.imag") continue;
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            tally.compare(row[0],
                          oracle::answer(real_result(oracle::type(scalars[i], table)), table),
                          oracle::expected(row[1][i], table));
        }
    }
    tally.finish(14);
}

TEST_CASE("unify") {
    const json data = oracle::load("unify");
    TypeTable table;
    Tally tally;
    for (const std::string section : {"scalars", "tuples", "arrays"}) {
        const json& operands = data[section + "_operands"];
        for (const json& row : data[section]) {
            for (std::size_t i = 0; i < row[1].size(); ++i) {
                const std::string a = row[0];
                const std::string b = operands[i];
                const Type x = oracle::type(a, table);
                const Type y = oracle::type(b, table);
                tally.compare(a + " & " + b, oracle::answer(unify(x, y, table), table),
                              oracle::expected(row[1][i], table));
            }
        }
    }
    // Other joins differ only in whether a literal keeps its value, which types do not hold.
    for (const std::string section : {"scalars", "tuples", "arrays"}) {
        for (const json& row : data[section + "_other_joins"]) {
            const auto got = unify(oracle::type(row[0], table), oracle::type(row[1], table), table);
            tally.compare("other join", oracle::answer(got, table), row[4]);
        }
    }
    for (const json& row : data["three_branches"]) {
        std::vector<Type> types;
        for (int i = 0; i < 3; ++i) types.push_back(oracle::type(row[i], table));
        tally.compare(row.dump(), oracle::answer(unify(types, table), table),
                      oracle::expected(row[3], table));
    }
    tally.finish(0);
}

TEST_CASE("conversions") {
    const json data = oracle::load("conversions");
    const std::map<Conversion, std::string> names = {{Conversion::Exact, "exact"},
                                                     {Conversion::Promote, "promote"},
                                                     {Conversion::Safe, "safe"},
                                                     {Conversion::Unsafe, "unsafe"}};
    TypeTable table;
    Tally tally;
    for (const std::string section : {"scalars", "compound"}) {
        const json& operands = section == "scalars" ? data["operands"] : data["compound_operands"];
        for (const json& row : data[section]) {
            for (std::size_t i = 0; i < row[1].size(); ++i) {
                const std::string from = row[0];
                const std::string to = operands[i];
                // Literal types are no types of ours: sema holds the value beside the type.
                const bool is_literal = to.starts_with("Literal") || from.starts_with("Literal");
                if (oracle::is_later(from) || oracle::is_later(to) || is_literal) {
                    ++tally.later;
                    continue;
                }
                const auto got =
                    can_convert(oracle::type(from, table), oracle::type(to, table), table);
                tally.compare(from + " to " + to, got ? names.at(*got) : "refused",
                              oracle::expected(row[1][i], table));
            }
        }
    }
    tally.finish(176);
}

TEST_CASE("range") {
    const json data = oracle::load("range_grid");
    TypeTable table;
    Tally tally;
    const auto compare = [&](const std::vector<std::string>& args, const json& cell) {
        std::vector<Type> types;
        std::string what = "range";
        for (const std::string& arg : args) {
            types.push_back(oracle::type(arg, table));
            what += " " + arg;
        }
        tally.compare(what, oracle::answer(range_result(types, table), table),
                      oracle::expected(cell, table));
    };
    for (const json& row : data["range1"]) compare({row[0]}, row[1]);
    for (const json& row : data["range2"]) {
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            compare({row[0], data["range2_operands"][i]}, row[1][i]);
        }
    }
    for (const json& row : data["range3"]) {
        for (std::size_t i = 0; i < row[2].size(); ++i) {
            compare({row[0], row[1], data["range3_operands"][i]}, row[2][i]);
        }
    }
    tally.finish(0);
}

TEST_CASE("tuples") {
    const json data = oracle::load("range_grid");
    TypeTable table;
    const auto expected = [&](const std::string& source, const std::string& type) {
        for (const json& row : data["expressions"]) {
            if (row[0] == source && row[1] == type) return oracle::expected(row[2], table);
        }
        FAIL(source);
        return std::string();
    };
    const auto answer = [&](std::optional<Type> type) { return oracle::answer(type, table); };
    for (const std::string text : {"Tuple(int32, float32)", "UniTuple(int32, 3)"}) {
        const Type tuple = oracle::type(text, table);
        const std::span<const Type> items = table.items(tuple);
        CHECK(answer(tuple_concat(tuple, tuple, table)) == expected("x = a + a", text));
        CHECK(answer(min_max_result(items, table)) == expected("x = min(a)", text));
        CHECK(answer(min_max_result(items, table)) == expected("x = max(a)", text));
    }
    const Type mixed = oracle::type("Tuple(int32, float32)", table);
    const Type one = oracle::type("UniTuple(int64, 1)", table);
    CHECK(answer(tuple_concat(mixed, one, table)) ==
          expected("x = a + (1,)", "Tuple(int32, float32)"));
    CHECK(answer(tuple_concat(one, mixed, table)) ==
          expected("x = (1,) + a", "Tuple(int32, float32)"));
}

TEST_CASE("overloads") {
    TypeTable table;
    const std::vector<std::vector<Type>> floats = {{float32, float32}, {float64, float64}};
    const auto best = [&](std::vector<Type> args) { return best_overload(args, floats, table); };
    CHECK(best({float32, float32}) == 0);
    CHECK(best({float32, float64}) == 1);
    CHECK(best({int32, float32}) == 1);
    CHECK(best({int16, int16}) == 0);  // both are as good: the first
    CHECK(best({int64, int64}) == 1);
    CHECK(best({complex64, float32}) == std::nullopt);
    CHECK(best({float32}) == std::nullopt);
    CHECK(best_overload(std::vector{int64}, std::vector<std::vector<Type>>{{int32}}, table,
                        Casting::Safe) == std::nullopt);
    // One unsafe conversion is worse than any number of safe ones.
    const std::vector<std::vector<Type>> cases = {{int32, int64}, {float64, float64}};
    CHECK(best_overload(std::vector{int64, int64}, cases, table) == 1);
    CHECK(best_overload(std::vector{int32, int32}, cases, table) == 0);
}

TEST_CASE("what is wrong already stays silent") {
    TypeTable table;
    CHECK(unify(Type::error(), int32, table) == Type::error());
    CHECK(!can_convert(Type::error(), int32, table));
    CHECK(!binary_result(BinaryOp::Add, Type::error(), int32));
    CHECK(!binary_result(BinaryOp::MatMult, float32, float32));
    CHECK(!unary_result(UnaryOp::USub, none));
    CHECK(!compare_operands(CompareOp::In, int32, int32));
}
