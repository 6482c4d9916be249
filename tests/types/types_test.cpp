// Types as values, their names, and the scalars by name.
#include <doctest/doctest.h>

#include <set>
#include <string>
#include <vector>

#include "types/convert.h"
#include "types/operators.h"
#include "types/scalar.h"
#include "types/signature.h"
#include "types/type.h"

using namespace pycu;

static_assert(sizeof(Type) == 4);
static_assert(Type::array(Scalar::Float32, 2, Layout::C) ==
              Type::array(Scalar::Float32, 2, Layout::C));
static_assert(Type::array(Scalar::Float32, 2, Layout::C) !=
              Type::array(Scalar::Float32, 2, Layout::F));
static_assert(Type::array(Scalar::Bool, 63, Layout::A, true).rank() == 63);
static_assert(Type::array(Scalar::Bool, 63, Layout::A, true).is_readonly());
static_assert(!boolean.is_integer() && int8.is_signed() && uint64.is_unsigned());
static_assert(float16.is_float() && !float16.is_complex() && complex64.is_complex());
static_assert(Type().is_error() && Type() != none);

namespace {

Type array(Scalar element, int rank, Layout layout, bool readonly = false) {
    return Type::array(element, rank, layout, readonly);
}

}  // namespace

TEST_CASE("python names") {
    TypeTable table;
    const auto name = [&](Type type) { return python_name(type, table); };
    CHECK(name(boolean) == "bool");
    CHECK(name(complex128) == "complex128");
    CHECK(name(none) == "none");
    CHECK(name(array(Scalar::Float32, 1, Layout::A)) == "float32[:]");
    CHECK(name(array(Scalar::Float32, 1, Layout::C)) == "float32[::1]");
    CHECK(name(array(Scalar::Float32, 2, Layout::C)) == "float32[:, ::1]");
    CHECK(name(array(Scalar::Float32, 3, Layout::F)) == "float32[::1, :, :]");
    CHECK(name(array(Scalar::Float32, 1, Layout::F)) == "Array(float32, 1, \"F\")");
    CHECK(name(array(Scalar::Float32, 0, Layout::C)) == "Array(float32, 0, \"C\")");
    CHECK(name(array(Scalar::Bool, 2, Layout::A, true)) == "Array(bool, 2, \"A\", readonly=True)");
    const Type pair = table.tuple(std::vector{int64, int64});
    CHECK(name(pair) == "UniTuple(int64, 2)");
    CHECK(name(table.tuple(std::vector{pair, float32})) == "Tuple(UniTuple(int64, 2), float32)");
    CHECK(name(table.tuple({})) == "Tuple()");
    CHECK(name(table.optional(float32)) == "Optional(float32)");
    // of tuples in tuples it takes no longer than it is
    Type deep = float32;
    std::string spelled = "float32";
    for (int i = 0; i < 60; ++i) {
        deep = table.tuple(std::vector{deep});
        spelled = "UniTuple(" + spelled + ", 1)";
    }
    CHECK(name(deep) == spelled);
}

TEST_CASE("named tuples, optionals and enums") {
    TypeTable table;
    const std::vector<std::string> fields = {"x", "y"};
    const Type point = table.named_tuple("Point", fields, std::vector{float32, int32});
    CHECK(python_name(point, table) == "Point(float32, int32)");
    CHECK(point.is_tuple());
    CHECK(point != table.tuple(std::vector{float32, int32}));
    CHECK(point == table.named_tuple("Point", fields, std::vector{float32, int32}));
    CHECK(table.with_items(point, std::vector{int32, int32}) ==
          table.named_tuple("Point", fields, std::vector{int32, int32}));
    CHECK(table.optional(none) == none);
    CHECK(table.optional(table.optional(point)) == table.optional(point));
    CHECK(table.without_none(table.optional(point)) == point);
    const Type color = table.enumeration({"Color", int64, true, 7});
    const Type kind = table.enumeration({"Kind", float64, false, 8});
    CHECK(python_name(color, table) == "IntEnum<int64>(Color)");
    CHECK(python_name(kind, table) == "Enum<float64>(Kind)");
    CHECK(color == table.enumeration({"Color", int64, true, 7}));
    CHECK(color != table.enumeration({"Color", int64, true, 9}));
    // In the IR a member is a value of its dtype.
    CHECK(table.stored(table.tuple(std::vector{color, kind})) ==
          table.tuple(std::vector{int64, float64}));
    CHECK(table.stored(table.optional(color)) == table.optional(int64));
    CHECK(table.stored(point) == point);
    // A member of an IntEnum becomes the number that it meets, a member of an Enum nothing.
    CHECK(can_convert(color, int64, table) == Conversion::Safe);
    CHECK(can_convert(color, int32, table) == Conversion::Unsafe);
    CHECK(!can_convert(int64, color, table));
    CHECK(!can_convert(kind, float64, table));
    CHECK(unify(color, int64, table) == int64);
    CHECK(!unify(color, int32, table));
    CHECK(!unify(color, kind, table));
    // Of a named tuple and a plain one the names are lost; two classes have nothing in common.
    CHECK(unify(point, table.tuple(std::vector{int64, int64}), table) ==
          table.tuple(std::vector{float64, int64}));
    CHECK(!unify(point, table.named_tuple("Pair", fields, std::vector{float32, int32}), table));
    CHECK(!can_convert(point, table.tuple(std::vector{float32, int32}), table));
}

TEST_CASE("cuda names") {
    TypeTable table;
    const auto name = [&](Type type, bool writable = true) {
        return cuda_name(type, table, Written(writable));
    };
    CHECK(name(none) == "void");
    CHECK(name(int32) == "int");
    CHECK(name(uint32) == "uint32_t");
    CHECK(name(complex64) == "pycu::complex<float>");
    CHECK(name(array(Scalar::Float32, 2, Layout::C)) == "pycu::array<float, 2>");
    CHECK(name(array(Scalar::Float32, 2, Layout::C), false) == "pycu::array<const float, 2>");
    CHECK(name(array(Scalar::Int64, 1, Layout::A, true)) == "pycu::array<const int64_t, 1>");
    CHECK(name(table.tuple(std::vector{float32, float64})) == "pycu::tuple<float, double>");
    CHECK(name(table.tuple(std::vector{float64, float64, float64})) == "pycu::double3");
    CHECK(name(table.tuple(std::vector{float32, float32})) == "pycu::float2");
    CHECK(name(table.tuple(std::vector<Type>(5, float32))) ==
          "pycu::tuple<float, float, float, float, float>");
    CHECK(name(table.tuple(std::vector{float32})) == "pycu::tuple<float>");
}

TEST_CASE("one tuple has one type") {
    TypeTable table;
    const Type a = table.tuple(std::vector{int32, float32});
    const Type b = table.tuple(std::vector{float32, int32});
    CHECK(a != b);
    CHECK(a == table.tuple(std::vector{int32, float32}));
    CHECK(table.items(b)[0] == float32);
    const std::span<const Type> kept = table.items(a);
    for (std::size_t n = 0; n < 100; ++n) table.tuple(std::vector<Type>(n, a));
    CHECK(kept.data() == table.items(a).data());
}

TEST_CASE("one record has one type, whatever its name") {
    TypeTable table;
    const RecordType pair{{{"x", float32, 0}, {"n", int32, 4}}, 8, true, "pair"};
    const Type a = table.record(pair);
    const Type b = table.record({pair.fields, 12, true});
    CHECK(a.is_record());
    CHECK(a != b);
    CHECK(a == table.record({pair.fields, 8, true, "other"}));
    CHECK(a != table.record({pair.fields, 8, false}));
    CHECK(table.record(a).name == "pair");
    CHECK(table.field(a, "n") == 1U);
    CHECK_FALSE(table.field(a, "y"));
    table.name_record(a, "late");
    table.name_record(b, "wide");
    CHECK(table.record(a).name == "pair");
    CHECK(table.record(b).name == "wide");
    for (std::uint32_t n = 0; n < table.record_count(); ++n) {
        CHECK(table.record_at(n).is_record());
    }
}

TEST_CASE("the state of a random generator is a record of every table") {
    TypeTable table;
    CHECK(table.record_at(0) == Type::random_state());
    CHECK(table.record({{{"s0", uint64, 0}, {"s1", uint64, 8}}, 16, true}) == Type::random_state());
    const Type states = Type::array(Type::random_state(), 1, Layout::A);
    CHECK(signature_text(states, table) == "xoroshiro128p_type[:]");
    CHECK(cuda_name(states, table) == "pycu::array<pycu::xoroshiro128p, 1>");
}

TEST_CASE("arrays of records") {
    TypeTable table;
    const Type pair = table.record({{{"x", float32, 0}, {"n", int32, 4}}, 8, true, "pair"});
    const Type rows = Type::array(pair, 2, Layout::C);
    CHECK(rows.is_record_array());
    CHECK_FALSE(array(Scalar::Float32, 2, Layout::C).is_record_array());
    CHECK(rows.element_type() == pair);
    CHECK(rows.with_layout(Layout::A).element_type() == pair);
    CHECK(rows.with_readonly(true).element_type() == pair);
    CHECK(rows.with_readonly(true).is_readonly());
    CHECK(rows.rank() == 2);
    CHECK(table.bytes(rows) == 8);
    CHECK(table.alignment(rows) == 4);
    CHECK(python_name(rows, table) == "Record(x: float32 @0, n: int32 @4; size 8)[:, ::1]");
    CHECK(cuda_name(rows, table) == "pycu::array<pair, 2>");
    table.spell_record(pair, "pair_", {"x", "n"});
    CHECK(cuda_name(rows, table, Written()) == "pycu::array<const pair_, 2>");
    CHECK(signature_text(rows, table) == "pair[:, ::1]");
    CHECK(signature_text(pair, table) == "pair");
}

TEST_CASE("where the fields of a record lie") {
    TypeTable table;
    const Type inner = table.record({{{"z", complex64, 0}}, 8, true});
    const RecordType packed{
        {{"n", int8, 0}, {"x", float64, 1}, {"v", Type::array(inner, 1, Layout::C), 12, {2}}},
        28,
        false};
    const Type outer = table.record(packed);
    CHECK(table.alignment(inner) == 4);
    CHECK(table.is_in_place(packed.fields[0]));
    CHECK_FALSE(table.is_in_place(packed.fields[1]));
    CHECK(table.is_in_place(packed.fields[2]));
    CHECK(table.alignment(outer) == 4);
    CHECK(table.bytes(Type::array(outer, 1, Layout::C)) == 28);
}

TEST_CASE("scalars by name") {
    CHECK(numba_scalar("f4") == Scalar::Float32);
    CHECK(numba_scalar("byte") == Scalar::UInt8);
    CHECK(numpy_scalar("byte") == Scalar::Int8);
    CHECK(numba_scalar("np_float64") == Scalar::Float64);
    CHECK(!numba_scalar("half"));
    CHECK(numpy_scalar("half") == Scalar::Float16);
    CHECK(!numpy_scalar("f4"));
    CHECK(!numba_scalar("float"));
    CHECK(!numpy_scalar("float_"));
    for (const auto& row : {std::pair{"float32", Scalar::Float32},
                            {"f4", Scalar::Float32},
                            {"<f4", Scalar::Float32},
                            {"f", Scalar::Float32},
                            {"=i8", Scalar::Int64},
                            {"|b1", Scalar::Bool},
                            {"?", Scalar::Bool},
                            {"single", Scalar::Float32},
                            {"c16", Scalar::Complex128},
                            {"b", Scalar::Int8},
                            {"B", Scalar::UInt8},
                            {"int", Scalar::Int64},
                            {"float", Scalar::Float64},
                            {"bool", Scalar::Bool}}) {
        CHECK_MESSAGE(dtype_scalar(row.first) == row.second, std::string(row.first));
    }
    for (const char* text : {">f4", "f5", "", "<", "str", "U8", "M8[ns]"}) {
        CAPTURE(std::string(text));
        CHECK(!dtype_scalar(text));
    }
}

TEST_CASE("every scalar has a line of its own") {
    std::set<std::string_view> names;
    for (int i = 0; i <= int(Scalar::Complex128); ++i) {
        const ScalarInfo& info = scalar_info(Scalar(i));
        CHECK(info.scalar == Scalar(i));
        CHECK(info.bytes == std::stoi(std::string(info.numpy_code.substr(1))));
        for (const std::string_view name : {info.python, info.abi, info.cuda}) names.insert(name);
        CHECK(numba_scalar(info.python) == info.scalar);
        CHECK(dtype_scalar(info.numpy_code) == info.scalar);
    }
    CHECK(names.size() >= 2 * 14);
}

TEST_CASE("operators as text") {
    CHECK(python_text(BinaryOp::FloorDiv) == "//");
    CHECK(python_text(BinaryOp::MatMult) == "@");
    CHECK(python_text(CompareOp::NotIn) == "not in");
    CHECK(python_text(UnaryOp::USub) == "-");
}
