// The interpreter's instructions one by one, against known results.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "ptx/try.h"

using ptx::bits;
using ptx::value_of;

namespace {

struct Row {
    const char* code;
    const char* result;
    std::vector<uint64_t> inputs;
    uint64_t expected;
};

void check(const std::vector<Row>& rows) {
    for (const Row& row : rows) {
        const uint64_t found = value_of(row.code, row.result, row.inputs);
        CHECK_MESSAGE(found == row.expected, std::string(row.code)
                                                 << ": " << std::hex << found << " instead of "
                                                 << row.expected);
    }
}

constexpr uint64_t minus(uint64_t x) {
    return (0 - x) & 0xffffffff;
}
constexpr uint64_t min32 = 0x80000000, max32 = 0x7fffffff, all32 = 0xffffffff;
constexpr uint64_t min64 = uint64_t(1) << 63, max64 = min64 - 1, all64 = ~uint64_t(0);

constexpr float inf = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr double wide_inf = std::numeric_limits<double>::infinity();
constexpr double wide_nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("integer arithmetic at its edges") {
    check({
        {"add.s32 %r0, %r1, %r2;", "%r0", {max32, 1}, min32},
        {"add.sat.s32 %r0, %r1, %r2;", "%r0", {max32, 1}, max32},
        {"sub.sat.s32 %r0, %r1, %r2;", "%r0", {min32, 1}, min32},
        {"sub.s64 %d0, %d1, %d2;", "%d0", {0, 1}, all64},
        {"mul.lo.s32 %r0, %r1, %r2;", "%r0", {65536, 65537}, 65536},
        {"mul.hi.s32 %r0, %r1, %r2;", "%r0", {min32, min32}, 0x40000000},
        {"mul.hi.u32 %r0, %r1, %r2;", "%r0", {all32, all32}, all32 - 1},
        {"mul.hi.s64 %d0, %d1, %d2;", "%d0", {all64, 2}, all64},
        {"mul.hi.u64 %d0, %d1, %d2;", "%d0", {all64, 2}, 1},
        {"mul.wide.s32 %d0, %r1, %r2;", "%d0", {minus(3), 5}, all64 - 14},
        {"mul.wide.u32 %d0, %r1, %r2;", "%d0", {all32, all32}, 0xfffffffe00000001},
        {"mul.wide.s16 %r0, %h1, %h2;", "%r0", {0xffff, 7}, minus(7)},
        {"mad.wide.s32 %d0, %r1, %r2, %d3;", "%d0", {minus(1), 1, 0}, all64},
        {"mad.lo.u64 %d0, %d1, %d2, %d3;", "%d0", {min64, 2, 5}, 5},
        {"mad.hi.u32 %r0, %r1, %r2, %r3;", "%r0", {all32, all32, 3}, 1},
        {"mul24.lo.s32 %r0, %r1, %r2;", "%r0", {0xffffff, 3}, minus(3)},
        {"div.s32 %r0, %r1, %r2;", "%r0", {minus(7), 2}, minus(3)},
        {"div.s32 %r0, %r1, %r2;", "%r0", {min32, all32}, min32},
        {"div.u32 %r0, %r1, %r2;", "%r0", {7, 0}, all32},
        {"div.s64 %d0, %d1, %d2;", "%d0", {min64, all64}, min64},
        {"rem.s32 %r0, %r1, %r2;", "%r0", {minus(7), 2}, minus(1)},
        {"rem.s32 %r0, %r1, %r2;", "%r0", {min32, all32}, 0},
        {"rem.u64 %d0, %d1, %d2;", "%d0", {7, 0}, 7},
        {"abs.s32 %r0, %r1;", "%r0", {min32}, min32},
        {"neg.s32 %r0, %r1;", "%r0", {1}, all32},
        {"neg.s16 %h0, %h1;", "%h0", {1}, 0xffff},
        {"min.s32 %r0, %r1, %r2;", "%r0", {all32, 1}, all32},
        {"min.u32 %r0, %r1, %r2;", "%r0", {all32, 1}, 1},
        {"max.s64 %d0, %d1, %d2;", "%d0", {min64, 0}, 0},
        {"sad.s32 %r0, %r1, %r2, %r3;", "%r0", {minus(5), 3, 100}, 108},
        {"sad.u32 %r0, %r1, %r2, %r3;", "%r0", {3, 5, 1}, 3},
        {"add.s32 %r0, %r1, -4;", "%r0", {3}, all32},
    });
}

TEST_CASE("carries go from one instruction to the next") {
    check({
        {"add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;", "%r0", {all32, 1, 6}, 7},
        {"add.cc.u32 %r4, %r1, %r2; addc.u32 %r0, %r3, 0;", "%r0", {all32 - 1, 1, 6}, 6},
        {"sub.cc.u32 %r4, %r1, %r2; subc.u32 %r0, %r3, 0;", "%r0", {0, 1, 6}, 5},
        {"add.cc.u64 %d4, %d1, %d2; addc.cc.u64 %d5, %d1, 0; addc.u64 %d0, %d3, 0;",
         "%d0",
         {all64, 1, 6},
         7},
        {"mad.lo.cc.u32 %r4, %r1, %r1, %r2; madc.hi.u32 %r0, %r1, %r1, %r3;",
         "%r0",
         {all32, all32, 0},
         all32},
    });
}

TEST_CASE("single bits") {
    check({
        {"shl.b32 %r0, %r1, %r2;", "%r0", {1, 31}, min32},
        {"shl.b32 %r0, %r1, %r2;", "%r0", {1, 32}, 0},
        {"shl.b64 %d0, %d1, %r2;", "%d0", {1, 63}, min64},
        {"shr.u32 %r0, %r1, %r2;", "%r0", {min32, 40}, 0},
        {"shr.s32 %r0, %r1, %r2;", "%r0", {min32, 40}, all32},
        {"shr.s64 %d0, %d1, %r2;", "%d0", {min64, 63}, all64},
        {"shf.l.wrap.b32 %r0, %r1, %r2, %r3;", "%r0", {0x12345678, 0x9abcdef0, 36}, 0xabcdef01},
        {"shf.r.wrap.b32 %r0, %r1, %r2, %r3;", "%r0", {0x12345678, 0x9abcdef0, 4}, 0x01234567},
        {"shf.l.clamp.b32 %r0, %r1, %r2, %r3;", "%r0", {0x12345678, 0x9abcdef0, 50}, 0x12345678},
        {"not.b32 %r0, %r1;", "%r0", {0}, all32},
        {"cnot.b32 %r0, %r1;", "%r0", {0}, 1},
        {"popc.b32 %r0, %r1;", "%r0", {0xf0f0}, 8},
        {"popc.b64 %r0, %d1;", "%r0", {all64}, 64},
        {"clz.b32 %r0, %r1;", "%r0", {0}, 32},
        {"clz.b64 %r0, %d1;", "%r0", {1}, 63},
        {"brev.b32 %r0, %r1;", "%r0", {1}, min32},
        {"brev.b64 %d0, %d1;", "%d0", {6}, uint64_t(6) << 60},
        {"bfind.u32 %r0, %r1;", "%r0", {0x40}, 6},
        {"bfind.u32 %r0, %r1;", "%r0", {0}, all32},
        {"bfind.s32 %r0, %r1;", "%r0", {all32 - 4}, 2},
        {"bfind.shiftamt.u32 %r0, %r1;", "%r0", {0x40}, 25},
        {"bfe.u32 %r0, %r1, 8, 8;", "%r0", {0x12345678}, 0x56},
        {"bfe.s32 %r0, %r1, 4, 4;", "%r0", {0x80}, all32 - 7},
        {"bfe.s32 %r0, %r1, 28, 8;", "%r0", {min32}, all32 - 7},
        {"bfe.u32 %r0, %r1, 4, 0;", "%r0", {all32}, 0},
        {"bfe.s64 %d0, %d1, 0, 64;", "%d0", {all64}, all64},
        {"bfi.b32 %r0, %r1, %r2, 8, 8;", "%r0", {0xab, 0x11111111}, 0x1111ab11},
        {"bfi.b64 %d0, %d1, %d2, 32, 32;", "%d0", {7, 5}, 0x700000005},
        {"prmt.b32 %r0, %r1, %r2, 0x5410;", "%r0", {0x33221100, 0x77665544}, 0x55441100},
        {"prmt.b32 %r0, %r1, %r2, 0x8808;", "%r0", {0x80, 0}, 0xffff80ff},
        {"lop3.b32 %r0, %r1, %r2, %r3, 0xE8;", "%r0", {0xff, 0x0f, 0x3c}, 0x3f},
        {"dp4a.s32.s32 %r0, %r1, %r2, %r3;", "%r0", {0xff02ff02, 0x03030303, 10}, 16},
        {"dp4a.u32.u32 %r0, %r1, %r2, %r3;", "%r0", {0xff, 2, 1}, 511},
        {"and.b64 %d0, %d1, 255;", "%d0", {0x1234}, 0x34},
        {"mov.b64 {%r4, %r0}, %d1;", "%r0", {0x500000006}, 5},
        {"mov.b64 %d0, {%r1, %r2};", "%d0", {6, 5}, 0x500000006},
    });
}

TEST_CASE("conversions to integers round, saturate and know NaN") {
    check({
        {"cvt.rzi.s32.f32 %r0, %f1;", "%r0", {bits(-2.9f)}, minus(2)},
        {"cvt.rni.s32.f32 %r0, %f1;", "%r0", {bits(2.5f)}, 2},
        {"cvt.rni.s32.f32 %r0, %f1;", "%r0", {bits(3.5f)}, 4},
        {"cvt.rmi.s32.f32 %r0, %f1;", "%r0", {bits(-0.5f)}, all32},
        {"cvt.rpi.s32.f32 %r0, %f1;", "%r0", {bits(0.25f)}, 1},
        {"cvt.rzi.s32.f32 %r0, %f1;", "%r0", {bits(1e20f)}, max32},
        {"cvt.rzi.s32.f32 %r0, %f1;", "%r0", {bits(-inf)}, min32},
        {"cvt.rzi.s32.f32 %r0, %f1;", "%r0", {bits(not_a_number)}, 0},
        {"cvt.rzi.u32.f32 %r0, %f1;", "%r0", {bits(-7.0f)}, 0},
        {"cvt.rzi.u32.f64 %r0, %e1;", "%r0", {bits(4294967295.9)}, all32},
        {"cvt.rzi.s32.f64 %r0, %e1;", "%r0", {bits(wide_nan)}, min32},
        {"cvt.rzi.s64.f32 %d0, %f1;", "%d0", {bits(not_a_number)}, min64},
        {"cvt.rzi.s64.f64 %d0, %e1;", "%d0", {bits(9.3e18)}, max64},
        {"cvt.rzi.u64.f64 %d0, %e1;", "%d0", {bits(1e19)}, 10000000000000000000u},
        {"cvt.rzi.u64.f64 %d0, %e1;", "%d0", {bits(wide_inf)}, all64},
        {"cvt.rzi.s16.f32 %h0, %f1;", "%h0", {bits(40000.0f)}, 0x7fff},
        {"cvt.rzi.s8.f32 %r0, %f1;", "%r0", {bits(-300.0f)}, 0xffffff80},
        {"cvt.s32.s8 %r0, %r1;", "%r0", {0x180}, 0xffffff80},
        {"cvt.u32.u8 %r0, %r1;", "%r0", {0x180}, 0x80},
        {"cvt.s64.s32 %d0, %r1;", "%d0", {min32}, 0xffffffff80000000},
        {"cvt.u64.u32 %d0, %r1;", "%d0", {min32}, min32},
        {"cvt.u16.u32 %h0, %r1;", "%h0", {0x12345}, 0x2345},
        {"cvt.sat.u8.s32 %r0, %r1;", "%r0", {minus(1)}, 0},
        {"cvt.sat.s8.s32 %r0, %r1;", "%r0", {200}, 127},
        {"cvt.sat.s32.u32 %r0, %r1;", "%r0", {all32}, max32},
    });
}

TEST_CASE("conversions to floats round once") {
    check({
        {"cvt.rn.f32.s32 %f0, %r1;", "%f0", {16777217}, bits(16777216.0f)},
        {"cvt.rp.f32.s32 %f0, %r1;", "%f0", {16777217}, bits(16777218.0f)},
        {"cvt.rn.f32.u64 %f0, %d1;", "%f0", {all64}, bits(18446744073709551616.0f)},
        {"cvt.rz.f32.u64 %f0, %d1;", "%f0", {all64}, bits(std::nextafter(0x1p64f, 0.0f))},
        // 2^53 + 2^29 + 1 lies above the middle of two floats; as a double it would be the middle
        {"cvt.rn.f32.s64 %f0, %d1;", "%f0", {0x20000020000001}, bits(0x1.000002p53f)},
        {"cvt.rn.f64.s64 %e0, %d1;", "%e0", {min64}, bits(-0x1p63)},
        {"cvt.rn.f32.f64 %f0, %e1;", "%f0", {bits(0.1)}, bits(0.1f)},
        {"cvt.rz.f32.f64 %f0, %e1;", "%f0", {bits(0.1)}, bits(std::nextafter(0.1f, 0.0f))},
        {"cvt.rm.f32.f64 %f0, %e1;", "%f0", {bits(-1e300)}, bits(-inf)},
        {"cvt.rp.f32.f64 %f0, %e1;",
         "%f0",
         {bits(-1e300)},
         bits(std::numeric_limits<float>::lowest())},
        {"cvt.f64.f32 %e0, %f1;", "%e0", {bits(0.1f)}, bits(double(0.1f))},
        {"cvt.rni.f32.f32 %f0, %f1;", "%f0", {bits(-0.5f)}, bits(-0.0f)},
        {"cvt.rpi.f64.f64 %e0, %e1;", "%e0", {bits(1.25)}, bits(2.0)},
        {"cvt.sat.f32.f32 %f0, %f1;", "%f0", {bits(not_a_number)}, 0},
        {"cvt.ftz.f64.f32 %e0, %f1;", "%e0", {1}, 0},
        {"cvt.rn.f16.f32 %h0, %f1;", "%h0", {bits(1.0f)}, 0x3c00},
        {"cvt.rn.f16.f32 %h0, %f1;", "%h0", {bits(65520.0f)}, 0x7c00},
        {"cvt.rn.f16.f32 %h0, %f1;", "%h0", {bits(0x1p-24f)}, 1},
        {"cvt.f32.f16 %f0, %h1;", "%f0", {0xc000}, bits(-2.0f)},
    });
}

TEST_CASE("float arithmetic rounds as it says") {
    const float third = 1.0f / 3.0f;
    check({
        {"add.f32 %f0, %f1, %f2;", "%f0", {bits(1.0f), bits(0x1p-24f)}, bits(1.0f)},
        {"add.rp.f32 %f0, %f1, %f2;", "%f0", {bits(1.0f), bits(0x1p-30f)}, bits(0x1.000002p0f)},
        {"add.rm.f32 %f0, %f1, %f2;", "%f0", {bits(-1.0f), bits(-0x1p-30f)}, bits(-0x1.000002p0f)},
        {"sub.rz.f64 %e0, %e1, %e2;",
         "%e0",
         {bits(1.0), bits(0x1p-60)},
         bits(0x1.fffffffffffffp-1)},
        {"div.rn.f32 %f0, %f1, %f2;", "%f0", {bits(1.0f), bits(3.0f)}, bits(third)},
        {"div.rz.f32 %f0, %f1, %f2;",
         "%f0",
         {bits(1.0f), bits(3.0f)},
         bits(std::nextafter(third, 0.0f))},
        {"div.rn.f64 %e0, %e1, %e2;", "%e0", {bits(1.0), bits(0.0)}, bits(wide_inf)},
        {"fma.rn.f32 %f0, %f1, %f1, %f2;",
         "%f0",
         {bits(0x1.000002p0f), bits(-0x1.000004p0f)},
         bits(0x1p-46f)},
        {"fma.rn.f64 %e0, %e1, %e2, %e3;",
         "%e0",
         {bits(1e308), bits(10.0), bits(-wide_inf)},
         bits(-wide_inf)},
        {"mul.ftz.f32 %f0, %f1, %f2;", "%f0", {bits(0x1p-100f), bits(-0x1p-40f)}, bits(-0.0f)},
        {"mul.f32 %f0, %f1, %f2;", "%f0", {bits(0x1p-100f), bits(0x1p-40f)}, bits(0x1p-140f)},
        {"mul.sat.f32 %f0, %f1, %f2;", "%f0", {bits(3.0f), bits(2.0f)}, bits(1.0f)},
        {"sqrt.rn.f32 %f0, %f1;", "%f0", {bits(2.0f)}, bits(std::sqrt(2.0f))},
        {"sqrt.rn.f32 %f0, %f1;", "%f0", {bits(-1.0f)}, 0x7fffffff},
        {"rcp.rn.f64 %e0, %e1;", "%e0", {bits(-0.0)}, bits(-wide_inf)},
        {"rsqrt.approx.f32 %f0, %f1;", "%f0", {bits(4.0f)}, bits(0.5f)},
        {"ex2.approx.f32 %f0, %f1;", "%f0", {bits(-3.0f)}, bits(0.125f)},
        {"lg2.approx.f32 %f0, %f1;", "%f0", {bits(0.0f)}, bits(-inf)},
        {"sin.approx.f32 %f0, %f1;", "%f0", {bits(1.0f)}, bits(float(std::sin(1.0)))},
        {"min.f32 %f0, %f1, %f2;", "%f0", {bits(not_a_number), bits(2.0f)}, bits(2.0f)},
        {"min.f64 %e0, %e1, %e2;", "%e0", {bits(0.0), bits(-0.0)}, bits(-0.0)},
        {"max.NaN.f32 %f0, %f1, %f2;", "%f0", {bits(not_a_number), bits(2.0f)}, 0x7fffffff},
        {"neg.f32 %f0, %f1;", "%f0", {0}, bits(-0.0f)},
        {"abs.f64 %e0, %e1;", "%e0", {bits(-wide_inf)}, bits(wide_inf)},
        {"copysign.f32 %f0, %f1, %f2;", "%f0", {bits(-0.0f), bits(3.0f)}, bits(-3.0f)},
        {"add.f32 %f0, %f1, 0f3F800000;", "%f0", {bits(1.0f)}, bits(2.0f)},
        {"mul.f64 %e0, %e1, 0d4000000000000000;", "%e0", {bits(1.5)}, bits(3.0)},
    });
}

TEST_CASE("comparisons and choices") {
    const uint64_t nan = bits(not_a_number), one = bits(1.0f), two = bits(2.0f);
    check({
        {"setp.lt.s32 %p0, %r1, %r2;", "%p0", {all32, 1}, 1},
        {"setp.lt.u32 %p0, %r1, %r2;", "%p0", {all32, 1}, 0},
        {"setp.hs.u32 %p0, %r1, %r2;", "%p0", {1, 1}, 1},
        {"setp.lt.f32 %p0, %f1, %f2;", "%p0", {nan, one}, 0},
        {"setp.ltu.f32 %p0, %f1, %f2;", "%p0", {nan, one}, 1},
        {"setp.ne.f32 %p0, %f1, %f2;", "%p0", {nan, one}, 0},
        {"setp.neu.f32 %p0, %f1, %f2;", "%p0", {nan, one}, 1},
        {"setp.num.f32 %p0, %f1, %f2;", "%p0", {two, one}, 1},
        {"setp.nan.f32 %p0, %f1, %f2;", "%p0", {nan, one}, 1},
        {"setp.eq.ftz.f32 %p0, %f1, 0f00000000;", "%p0", {1}, 1},
        {"setp.gt.s64 %p1, %d1, 0; setp.lt.and.s64 %p0|%p2, %d1, 9, %p1;", "%p0", {5}, 1},
        {"setp.gt.s64 %p1, %d1, 0; setp.lt.and.s64 %p0|%p2, %d1, 9, %p1;", "%p2", {10}, 1},
        {"setp.gt.s64 %p1, %d1, 0; setp.lt.or.s64 %p0, %d1, 9, !%p1;", "%p0", {10}, 0},
        {"setp.eq.s32 %p1, %r1, 1; selp.b32 %r0, %r2, %r3, %p1;", "%r0", {1, 7, 8}, 7},
        {"setp.eq.s32 %p1, %r1, 1; @!%p1 mov.u32 %r2, 9; mov.u32 %r0, %r2;", "%r0", {2, 7}, 9},
        {"set.lt.u32.s32 %r0, %r1, %r2;", "%r0", {1, 2}, all32},
        {"set.lt.f32.s32 %f0, %r1, %r2;", "%f0", {1, 2}, bits(1.0f)},
        {"slct.s32.s32 %r0, %r1, %r2, %r3;", "%r0", {5, 6, minus(1)}, 6},
        {"slct.f32.f32 %f0, %f1, %f2, %f3;", "%f0", {one, two, bits(-0.0f)}, one},
        {"testp.finite.f32 %p0, %f1;", "%p0", {bits(inf)}, 0},
        {"testp.notanumber.f64 %p0, %e1;", "%p0", {bits(wide_nan)}, 1},
        {"testp.subnormal.f32 %p0, %f1;", "%p0", {1}, 1},
        {"setp.eq.s32 %p1, %r1, 1; setp.eq.s32 %p2, %r2, 1; xor.pred %p0, %p1, %p2;",
         "%p0",
         {1, 2},
         1},
    });
}
