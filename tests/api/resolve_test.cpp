// Resolution of calls: every answer of Numba's typing of math, atomics, intrinsics and NumPy's
// functions in testdata/oracle, and the reasons for which a call has no row.
#include "api/resolve.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "oracle.h"
#include "types/type.h"

using namespace pycu;
using api::Refusal;
using api::Resolution;

namespace {

/// How many cells of a section agree, are answered "later", or are taken where Numba types a call
/// and then fails to compile it.
struct Count {
    int agree = 0;
    int later = 0;
    int wider = 0;
};

std::string canonical(const std::string& name) {
    if (name.starts_with("cuda.")) return "numba." + name;
    if (name.starts_with("cg.")) return "numba.cuda." + name;
    if (name.starts_with("np.")) return "numpy." + name.substr(3);
    return name.find('.') == name.npos ? "builtins." + name : name;
}

/// Whether Numba types a call that then fails in libNVVM (oracle/README.md): a complex number as a
/// condition; anything but an integer as a mask or a lane.
bool fails_in_libnvvm(const std::string& name, const std::vector<Type>& args) {
    if (name.starts_with("cuda.shfl_")) {
        return !args[0].is_integer() || !args[2].is_integer();
    }
    return name == "cuda.selp" && std::ranges::any_of(args, &Type::is_complex);
}

/// What pycu takes and Numba does not: shuffles of all numbers up to 8 bytes, and exchanges of
/// small integers and floats.
bool is_beyond_numba(const std::string& name, const std::vector<Type>& args) {
    if (name.ends_with("cas") || name.ends_with("swap") || name.ends_with("exch")) {
        return !args[0].is_bool() && !args[0].is_complex() && args[0] != float16;
    }
    return name.starts_with("cuda.shfl_") && !args[1].is_complex();
}

/// Compares pycu's answer to one call with the oracle's cell.
void check(Count& count, const std::string& name, const std::vector<Type>& args,
           const nlohmann::json& cell, TypeTable& table) {
    const auto found = api::resolve(canonical(name), args, table);
    const auto* refusal = std::get_if<Refusal>(&found);
    if (refusal != nullptr && refusal->reason == Refusal::Reason::Later) {
        ++count.later;
        return;
    }
    const std::string answer =
        refusal != nullptr ? "refused" : python_name(std::get<Resolution>(found).result, table);
    if (cell.is_string() && cell.get<std::string>() == answer + "!") {
        ++count.wider;
        return;
    }
    if (cell.is_null() && refusal == nullptr && is_beyond_numba(name, args)) {
        ++count.wider;
        return;
    }
    std::string call = name + "(";
    for (const Type arg : args) call += python_name(arg, table) + ", ";
    INFO(call << ")");
    CHECK_EQ(answer, fails_in_libnvvm(name, args) ? "refused" : oracle::expected(cell, table));
    ++count.agree;
}

void check(Count& count, const nlohmann::json& operands, const std::string& name,
           const std::vector<std::optional<Type>>& pattern, const nlohmann::json& cells,
           TypeTable& table) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
        std::vector<Type> args;
        for (const auto& type : pattern) {
            args.push_back(type ? *type : oracle::type(operands[i], table));
        }
        check(count, name, args, cells[i], table);
    }
}

void expect(const std::string& section, Count count, Count pinned) {
    MESSAGE(section << ": " << count.agree << " agree, " << count.later << " later, " << count.wider
                    << " beyond Numba");
    CHECK_EQ(count.agree, pinned.agree);
    CHECK_EQ(count.later, pinned.later);
    CHECK_EQ(count.wider, pinned.wider);
}

void check_unary(const std::string& prefix, Count pinned) {
    const auto data = oracle::load("math");
    TypeTable table;
    Count count;
    for (const auto& row : data.at(prefix + "_unary")) {
        check(count, data.at("operands"), row[0], {std::nullopt}, row[1], table);
    }
    expect(prefix + "_unary", count, pinned);
}

void check_binary(const std::string& prefix, Count pinned) {
    const auto data = oracle::load("math");
    TypeTable table;
    Count count;
    for (const auto& function : data.at(prefix + "_binary")) {
        for (const auto& row : data.at(prefix + "_binary_tables")) {
            if (row[0] == function[1]) {
                check(count, data.at("operands"), function[0],
                      {oracle::type(row[1], table), std::nullopt}, row[2], table);
            }
        }
    }
    expect(prefix + "_binary", count, pinned);
}

template <class T>
T get(std::string_view name, std::vector<Type> args) {
    TypeTable table;
    const auto found = api::resolve(name, args, table);
    REQUIRE(std::holds_alternative<T>(found));
    return std::get<T>(found);
}

}  // namespace

TEST_CASE("functions of math have Numba's types") {
    check_unary("math", {.agree = 595, .later = 0, .wider = 0});
    check_binary("math", {.agree = 2312, .later = 0, .wider = 0});
    const auto math = oracle::load("math");
    for (const auto& name : math.at("math_refused")) {
        CHECK_MESSAGE(!api::is_known(name.get<std::string>()), name);
    }
}

TEST_CASE("functions of NumPy have Numba's types") {
    check_unary("ufunc", {.agree = 541, .later = 0, .wider = 377});
    check_binary("ufunc", {.agree = 7714, .later = 0, .wider = 4713});
}

TEST_CASE("functions of whole arrays are for later") {
    const auto data = oracle::load("math");
    TypeTable table;
    Count count;
    for (const auto& row : data.at("numpy_functions")) {
        const std::string name = row[0];
        if (name.find("np.") != 0 && name != "min" && name != "max" && name != "abs") continue;
        for (std::size_t i = 0; i < row[1].size(); ++i) {
            std::vector<Type> args;
            for (const std::string& item : oracle::items(data.at("numpy_operands")[i])) {
                args.push_back(oracle::type(item, table));
            }
            check(count, name, args, row[1][i], table);
        }
    }
    expect("numpy_functions", count, {.agree = 18, .later = 702, .wider = 0});
}

TEST_CASE("functions of cmath have Numba's types") {
    check_unary("cmath", {.agree = 357, .later = 0, .wider = 0});
    check_binary("cmath", {.agree = 578, .later = 0, .wider = 0});
}

TEST_CASE("atomics have Numba's types") {
    const auto data = oracle::load("math");
    TypeTable table;
    Count values;
    for (const auto& row : data.at("atomic_values")) {
        const Type element = oracle::type(row[1], table);
        const std::string name = row[0];
        std::vector<std::optional<Type>> pattern = {element, std::nullopt};
        if (name.ends_with("cas") || name.ends_with("swap")) pattern.push_back(element);
        check(values, data.at("atomic_value_operands"), name, pattern, row[2], table);
    }
    expect("atomic_values", values, {.agree = 1088, .later = 0, .wider = 0});

    Count indices;
    for (const auto& row : data.at("atomic_indices")) {
        const auto& forms = data.at("atomic_index_forms");
        for (std::size_t i = 0; i < forms.size(); ++i) {
            const auto form = forms[i].get<std::string>();
            const Type array = Type::array(Scalar::UInt32, form[0] - '0', Layout::C);
            const bool fits =
                api::is_atomic_index(array, oracle::type(form.substr(5), table), table);
            INFO(row[0].get<std::string>() << " " << form);
            CHECK_EQ(fits ? "uint32" : "refused", oracle::expected(row[1][i], table));
            ++indices.agree;
        }
    }
    expect("atomic_indices", indices, {.agree = 156, .later = 0, .wider = 0});

    Count layouts;
    for (const auto& row : data.at("atomic_layouts")) {
        const Type element = oracle::type(row[0], table).element_type();
        check(layouts, "cuda.atomic.add", {element, element}, row[1], table);
    }
    expect("atomic_layouts", layouts, {.agree = 10, .later = 0, .wider = 0});
}

TEST_CASE("loads and stores with cache hints have Numba's types") {
    const auto data = oracle::load("math");
    TypeTable table;
    Count count;
    const auto& elements = data.at("cache_hint_dtypes");
    for (const auto& row : data.at("cache_hint_loads")) {
        check(count, elements, row[0], {std::nullopt}, row[1], table);
    }
    for (const auto& row : data.at("cache_hint_stores")) {
        for (std::size_t i = 0; i < elements.size(); ++i) {
            const Type element = oracle::type(elements[i], table);
            check(count, row[0], {element, element}, row[1][i], table);
        }
    }
    expect("cache_hints", count, {.agree = 126, .later = 0, .wider = 0});
}

TEST_CASE("intrinsics have Numba's types") {
    const auto data = oracle::load("math");
    TypeTable table;
    Count count;
    for (const auto& row : data.at("intrinsics")) {
        if (row[0] == "cuda.grid" || row[0] == "cuda.gridsize") continue;  // sema's own
        std::vector<std::optional<Type>> pattern;
        for (const std::string text : row[1]) {
            if (text == "*") {
                pattern.emplace_back(std::nullopt);
            } else {
                pattern.emplace_back(text.starts_with('<') ? int64 : oracle::type(text, table));
            }
        }
        if (row[2].size() == 1) {
            check(count, row[0], {}, row[2][0], table);
        } else {
            check(count, data.at("operands"), row[0], pattern, row[2], table);
        }
    }
    expect("intrinsics", count, {.agree = 996, .later = 3, .wider = 82});

    Count attributes;
    for (const auto& row : data.at("intrinsic_attributes")) {
        const std::string name = row[0];
        if (name.find('(') == name.npos && name != "cuda.threadIdx") {
            check(attributes, name, {}, row[1], table);
        }
    }
    expect("intrinsic_attributes", attributes, {.agree = 14, .later = 0, .wider = 0});
}

TEST_CASE("Python's own functions have the types of operators") {
    const auto data = oracle::load("scalar_ops");
    TypeTable table;
    Count count;
    for (const auto& row : data.at("unary")) {
        if (row[0] == "abs" || row[0] == "round") {
            check(count, data.at("operands"), row[0], {std::nullopt}, row[1], table);
        }
    }
    for (const auto& row : data.at("binary")) {
        if (row[0] == "min" || row[0] == "max" || row[0] == "divmod" || row[0] == "round") {
            check(count, data.at("operands"), row[0], {oracle::type(row[1], table), std::nullopt},
                  row[2], table);
        }
    }
    expect("scalar_ops", count, {.agree = 1190, .later = 0, .wider = 0});
}

TEST_CASE("a resolution says what the arguments are converted to") {
    const auto sine = get<Resolution>("math.sin", {int32});
    CHECK(sine.params == std::vector{float64});
    CHECK(sine.bound == float64);
    CHECK(sine.row->text == "sin$f($0)");
    const auto add = get<Resolution>("numba.cuda.atomic.add", {float32, float64});
    CHECK(add.params == std::vector{float32, float32});
    CHECK(add.row->takes_place());
    const auto largest = get<Resolution>("builtins.max", {float32, float64});
    CHECK(largest.params == std::vector{float64, float64});
    CHECK(largest.row->text == "fmax$f($0, $1)");
    CHECK(get<Resolution>("builtins.max", {float32, int8}).row->text == "pycu::max<$T>($*)");
    CHECK(get<Resolution>("builtins.max", {int32, int64, int8}).params ==
          std::vector{int64, int64, int64});
    CHECK(get<Resolution>("math.pow", {float32, int32}).params == std::vector{float32, int32});
    const auto thread = get<Resolution>("numba.cuda.threadIdx.x", {});
    CHECK(thread.row->is_attribute());
    CHECK(thread.result == int32);
    TypeTable table;
    CHECK(api::text_type(*thread.row, thread.bound, table) == uint32);
    CHECK(api::takes_place("numba.cuda.atomic.cas"));
    CHECK_FALSE(api::takes_place("math.sin"));
}

TEST_CASE("a refusal says why") {
    using Reason = Refusal::Reason;
    const auto unknown = get<Refusal>("math.sinn", {float32});
    CHECK(unknown.reason == Reason::UnknownName);
    CHECK(unknown.similar.at(0) == "math.sin");
    CHECK(get<Refusal>("math.nothing_like_it", {}).similar.empty());
    const auto count = get<Refusal>("math.sin", {});
    CHECK(count.reason == Reason::ArgumentCount);
    CHECK(count.expected == "1");
    CHECK(get<Refusal>("builtins.round", {int32, int32, int32}).expected == "1 or 2");
    CHECK(get<Refusal>("builtins.max", {}).expected == "2 or more");
    const auto types = get<Refusal>("math.copysign", {complex64, float32});
    CHECK(types.reason == Reason::NoOverload);
    CHECK(types.available ==
          std::vector<std::string>{"float32(float32, float32)", "float64(float64, float64)"});
    CHECK(get<Refusal>("numba.cuda.atomic.inc", {int32, int32}).reason == Reason::NoOverload);
    CHECK(get<Refusal>("numba.cuda.libdevice.sinf", {float32}).reason == Reason::Later);
    CHECK(get<Refusal>("numpy.floor", {complex64}).reason == Reason::NoOverload);
    CHECK(api::is_known("cmath.sin"));
    CHECK_FALSE(api::is_known("math.sinn"));
}
