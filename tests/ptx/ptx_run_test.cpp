// The interpreter's threads: memory, atomic operations, barriers, warps, calls and mistakes.
#include <doctest/doctest.h>

#include <numeric>

#include "ptx/try.h"

using ptx::Array;
using ptx::bits;
using ptx::launch;
using ptx::value_of;

namespace {

/// A kernel over one array of 32-bit integers: `%out` is its address, `%t` the thread, `%a` the
/// address of its element.
std::string kernel(const std::string& code, const std::string& variables = "") {
    return variables + R"(
        .visible .entry k(.param .u64 out) {
            .reg .pred %p<10>; .reg .b32 %r<20>; .reg .b64 %d<20>; .reg .f32 %f<10>;
            .reg .b64 %out, %a; .reg .b32 %t;
            ld.param.u64 %out, [out]; cvta.to.global.u64 %out, %out;
            mov.u32 %t, %tid.x; mad.wide.u32 %a, %t, 4, %out;
        )" +
           code + "\n ret; }";
}

std::vector<uint32_t> result_of(const std::string& text, uint32_t threads,
                                uint32_t shared_bytes = 0) {
    Array<uint32_t> out(std::vector<uint32_t>(threads, 0));
    launch(text, {}, {threads, 1, 1}, {out.argument()}, shared_bytes);
    return out.values;
}

/// The code and the text of the fault that a launch ends with.
std::pair<int, std::string> fault_of(const std::string& text, uint32_t threads,
                                     uint64_t fuel = 1'000'000) {
    Array<uint32_t> out(std::vector<uint32_t>(threads, 0));
    try {
        launch(text, {}, {threads, 1, 1}, {out.argument()}, 0, fuel);
    } catch (const ptx::Fault& fault) {
        return {fault.code, fault.what()};
    }
    return {0, ""};
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("memory in every space") {
    CHECK(value_of("ld.global.s8 %r0, [%in];", "%r0", {0x80}) == 0xffffff80);
    CHECK(value_of("ld.global.u8 %r0, [%in+1];", "%r0", {0x8000}) == 0x80);
    CHECK(value_of("ld.global.v2.u32 {%r4, %r0}, [%in];", "%r0", {0x700000005}) == 7);
    CHECK(value_of("mov.u64 %d4, local; cvta.local.u64 %d5, %d4; st.local.u32 [%d4+8], %r1;"
                   "ld.u32 %r0, [%d5+8];",
                   "%r0", {42}) == 42);
    CHECK(value_of("st.local.v4.u32 [local+16], {%r1, %r2, %r3, %r1};"
                   "ld.local.u64 %d0, [local+24];",
                   "%d0", {1, 2, 3}) == 0x100000003);
    CHECK(value_of("mov.u64 %d4, local; cvta.local.u64 %d5, %d4; isspacep.local %p0, %d5;",
                   "%p0") == 1);
    CHECK(value_of("isspacep.shared %p0, %in;", "%p0") == 0);
    const std::string table =
        ".const .align 4 .u32 table[3] = {10, 20, 30};\n"
        ".global .align 8 .u64 place = table+4;\n";
    CHECK(result_of(kernel("ld.const.u32 %r0, [table+8]; ld.global.u64 %d0, [place];"
                           "ld.global.u32 %r1, [%d0]; add.u32 %r0, %r0, %r1;"
                           "st.global.u32 [%a], %r0;",
                           table),
                    1) == std::vector<uint32_t>{50});
}

TEST_CASE("dynamic shared memory lies behind the static arrays") {
    const std::string variables =
        ".shared .align 4 .b8 fixed[12];\n"
        ".extern .shared .align 16 .b8 open[];\n";
    const std::string code =
        "mov.u32 %r0, open; mov.u32 %r1, fixed; sub.u32 %r0, %r0, %r1;"
        "mov.u32 %r2, %dynamic_smem_size; add.u32 %r0, %r0, %r2;"
        "st.shared.u32 [open+60], %r0; ld.shared.u32 %r3, [open+60];"
        "st.global.u32 [%a], %r3;";
    CHECK(result_of(kernel(code, variables), 1, 64) == std::vector<uint32_t>{80 + 64});
}

TEST_CASE("an access outside of all memory is a fault that says who and where") {
    const auto [code, text] = fault_of(kernel("ld.global.u32 %r0, [%a+4];"), 3);
    CHECK(code == 700);
    CHECK(contains(text, "k, block (0,0,0) thread (2,0,0)"));
    CHECK(contains(text, "load of 4 bytes at address 0x"));
    CHECK(fault_of(kernel("st.global.u8 [%out+-1], %r0;"), 1).first == 700);
    CHECK(fault_of(kernel("ld.global.u32 %r0, [%out+2];"), 1).first == 716);
    CHECK(fault_of(kernel("st.shared.u32 [s+8], %r0;", ".shared .align 4 .b8 s[8];"), 1).first ==
          700);
    const std::string two = ".shared .align 4 .b8 s[8]; .shared .align 4 .b8 t[8];";
    for (const char* outside : {"s+8", "s+-4", "t+8", "t+-4"}) {
        const auto fault =
            fault_of(kernel("ld.shared.u32 %r0, [" + std::string(outside) + "];", two), 1);
        CHECK_MESSAGE(fault.first == 700, outside);
    }
    CHECK(fault_of(kernel("ld.shared.u32 %r0, [s+4]; ld.shared.u32 %r0, [t];", two), 1).first == 0);
    CHECK(contains(fault_of(kernel("ld.local.u32 %r0, [64];"), 1).second, "local memory"));
    CHECK(contains(fault_of(kernel("red.global.add.u32 [%a+4096], 1;"), 1).second,
                   "atomic operation"));
}

TEST_CASE("atomic operations give the old value") {
    const auto atom = [](const std::string& code, uint32_t before) {
        Array<uint32_t> out({before, 0});
        launch(kernel(code + " st.global.u32 [%out+4], %r0;"), {}, {1, 1, 1}, {out.argument()});
        CHECK(out.values[1] == before);
        return out.values[0];
    };
    CHECK(atom("atom.global.add.u32 %r0, [%out], 5;", 0xffffffff) == 4);
    CHECK(atom("atom.global.min.s32 %r0, [%out], 5;", 0xffffffff) == 0xffffffff);
    CHECK(atom("atom.global.min.u32 %r0, [%out], 5;", 0xffffffff) == 5);
    CHECK(atom("atom.global.max.s32 %r0, [%out], 5;", 0xffffffff) == 5);
    CHECK(atom("atom.global.inc.u32 %r0, [%out], 5;", 5) == 0);
    CHECK(atom("atom.global.dec.u32 %r0, [%out], 5;", 0) == 5);
    CHECK(atom("atom.global.exch.b32 %r0, [%out], 5;", 9) == 5);
    CHECK(atom("atom.global.cas.b32 %r0, [%out], 9, 5;", 9) == 5);
    CHECK(atom("atom.relaxed.gpu.global.cas.b32 %r0, [%out], 8, 5;", 9) == 9);
    CHECK(atom("atom.xor.b32 %r0, [%out], 3;", 1) == 2);
    CHECK(atom("mov.f32 %f1, 0f3F800000; atom.global.add.f32 %f0, [%out], %f1; mov.b32 %r0, %f0;",
               uint32_t(bits(0.5f))) == uint32_t(bits(1.5f)));
}

TEST_CASE("a sum by halves behind barriers") {
    const std::string code = R"(
        mov.u32 %r0, s; shl.b32 %r1, %t, 2; add.u32 %r0, %r0, %r1;
        add.u32 %r2, %t, 1; st.shared.u32 [%r0], %r2; bar.sync 0;
        mov.u32 %r3, 64;
    LOOP:
        setp.ge.u32 %p0, %t, %r3; @%p0 bra WAIT;
        shl.b32 %r4, %r3, 2; add.u32 %r4, %r4, %r0;
        ld.shared.u32 %r5, [%r4]; ld.shared.u32 %r6, [%r0]; add.u32 %r6, %r6, %r5;
        st.shared.u32 [%r0], %r6;
    WAIT:
        bar.sync 0;
        shr.u32 %r3, %r3, 1; setp.ne.u32 %p1, %r3, 0; @%p1 bra LOOP;
        ld.shared.u32 %r7, [s]; st.global.u32 [%a], %r7;)";
    CHECK(result_of(kernel(code, ".shared .align 4 .b8 s[512];"), 128) ==
          std::vector<uint32_t>(128, 128 * 129 / 2));
}

TEST_CASE("barriers count live threads, and vote") {
    const std::string early =
        "setp.gt.u32 %p0, %t, 40; @%p0 ret; bar.sync 0;"
        "st.global.u32 [%a], 1;";
    const std::vector<uint32_t> marks = result_of(kernel(early), 100);
    CHECK(std::accumulate(marks.begin(), marks.end(), 0u) == 41);
    const std::string vote =
        "setp.lt.u32 %p0, %t, 7; bar.red.popc.u32 %r0, 0, %p0;"
        "bar.red.and.pred %p1, 0, %p0; selp.u32 %r1, 100, 0, %p1;"
        "bar.red.or.pred %p2, 0, !%p0; selp.u32 %r2, 1000, 0, %p2;"
        "add.u32 %r0, %r0, %r1; add.u32 %r0, %r0, %r2;"
        "st.global.u32 [%a], %r0;";
    CHECK(result_of(kernel(vote), 70) == std::vector<uint32_t>(70, 1007));
}

TEST_CASE("divergent barriers, deadlocks and endless loops are faults") {
    const auto divergent =
        fault_of(kernel("setp.lt.u32 %p0, %t, 5; @%p0 bra A; bar.sync 0; bra B;\n"
                        "A:\n bar.sync 0;\n B:"),
                 64);
    CHECK(divergent.first == 719);
    CHECK(contains(divergent.second, "divergent barrier"));
    const auto deadlock = fault_of(kernel("setp.lt.u32 %p0, %t, 5; @%p0 bra A; bar.sync 0; bra B;\n"
                                          "A:\n bar.sync 1;\n B:"),
                                   64);
    CHECK(contains(deadlock.second, "deadlock"));
    CHECK(fault_of(kernel("A:\n bra A;"), 1).first == 702);
    CHECK(fault_of(kernel("trap;"), 1).first == 719);
}

TEST_CASE("a thread that spins lets the one it waits for run") {
    const std::string code = R"(
        setp.eq.u32 %p0, %t, 1; @%p0 bra SET;
    SPIN:
        ld.volatile.global.u32 %r0, [%out+4]; setp.eq.u32 %p1, %r0, 0; @%p1 bra SPIN;
        st.global.u32 [%out], 2; ret;
    SET:
        st.volatile.global.u32 [%out+4], 1;)";
    CHECK(result_of(kernel(code), 2) == std::vector<uint32_t>{2, 1});
}

TEST_CASE("warp operations") {
    const auto lanes = [](const std::string& code, uint32_t threads = 32) {
        return result_of(kernel(code + " st.global.u32 [%a], %r0;"), threads);
    };
    CHECK(lanes("shfl.sync.down.b32 %r0, %t, 1, 31, -1;")[30] == 31);
    CHECK(lanes("shfl.sync.down.b32 %r0, %t, 1, 31, -1;")[31] == 31);
    CHECK(lanes("shfl.sync.up.b32 %r0|%p0, %t, 2, 0, -1; @!%p0 mov.u32 %r0, 99;")[1] == 99);
    CHECK(lanes("shfl.sync.up.b32 %r0, %t, 2, 0, -1;")[9] == 7);
    CHECK(lanes("shfl.sync.bfly.b32 %r0, %t, 3, 31, -1;")[4] == 7);
    // four segments of eight lanes
    CHECK(lanes("shfl.sync.idx.b32 %r0, %t, 2, 0x1807, -1;")[13] == 10);
    CHECK(lanes("and.b32 %r1, %t, 1; setp.eq.u32 %p0, %r1, 0;"
                "vote.sync.ballot.b32 %r0, %p0, -1;")[3] == 0x55555555);
    CHECK(lanes("setp.lt.u32 %p0, %t, 31; vote.sync.all.pred %p1, %p0, -1;"
                "selp.u32 %r0, 1, 2, %p1;")[0] == 2);
    CHECK(lanes("setp.lt.u32 %p0, %t, 1; vote.sync.any.pred %p1, %p0, -1;"
                "selp.u32 %r0, 1, 2, %p1;")[9] == 1);
    CHECK(lanes("shr.u32 %r1, %t, 3; match.any.sync.b32 %r0, %r1, -1;")[9] == 0xff00);
    CHECK(lanes("mov.u32 %r1, 3; match.all.sync.b32 %r0|%p0, %r1, -1;")[9] == 0xffffffff);
    CHECK(lanes("redux.sync.add.u32 %r0, %t, -1;")[5] == 31 * 16);
    CHECK(lanes("sub.s32 %r1, %t, 9; redux.sync.min.s32 %r0, %r1, -1;")[5] == 0xfffffff7);
    // lanes that take a branch are the active ones there, and a last warp may be short
    const std::string branch =
        "mov.u32 %r0, 0; setp.lt.u32 %p0, %t, 3; @!%p0 bra END;"
        "activemask.b32 %r0; bar.warp.sync %r0;\n END:";
    CHECK(lanes(branch)[1] == 7);
    CHECK(lanes("activemask.b32 %r0;", 40)[35] == 0xff);
}

TEST_CASE("calls, tables of branches and calls through a pointer") {
    const std::string factorial = R"(
        .func (.param .b32 result) factorial(.param .b32 n) {
            .reg .pred %p; .reg .b32 %n, %m, %x;
            ld.param.u32 %n, [n]; mov.u32 %x, 1;
            setp.lt.u32 %p, %n, 2; @%p bra END;
            sub.u32 %m, %n, 1;
            { .param .b32 param0; .param .b32 retval0; st.param.b32 [param0], %m;
              call.uni (retval0), factorial, (param0); ld.param.b32 %x, [retval0]; }
            mul.lo.u32 %x, %x, %n;
        END:
            st.param.b32 [result], %x; ret;
        }
    )";
    const std::string call = R"({ .param .b32 param0; .param .b32 retval0;
        st.param.b32 [param0], %t; call.uni (retval0), factorial, (param0);
        ld.param.b32 %r0, [retval0]; } st.global.u32 [%a], %r0;)";
    CHECK(result_of(kernel(call, factorial), 6) == std::vector<uint32_t>{1, 1, 2, 6, 24, 120});
    const std::string indirect = R"(mov.u64 %d0, factorial; { .param .b32 param0;
        .param .b32 retval0; st.param.b32 [param0], %t;
        prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
        call (retval0), %d0, (param0), prototype; ld.param.b32 %r0, [retval0]; }
        st.global.u32 [%a], %r0;)";
    CHECK(result_of(kernel(indirect, factorial), 4) == std::vector<uint32_t>{1, 1, 2, 6});
    const std::string table = R"(brx.idx %t, targets;
        targets: .branchtargets A, B, A;
    A:  st.global.u32 [%a], 10; ret;
    B:  st.global.u32 [%a], 20;)";
    CHECK(result_of(kernel(table), 3) == std::vector<uint32_t>{10, 20, 10});
}

TEST_CASE("names of an inner scope hide those of an outer one") {
    CHECK(value_of("{ .reg .b32 %r1, %new; mov.u32 %r1, 5; mov.u32 %new, 6; add.u32 %r2, %r1, %new;"
                   "{ .reg .b64 %r1; mov.u64 %r1, 100; } add.u32 %r2, %r2, %r1; }"
                   "add.u32 %r0, %r1, %r2;",
                   "%r0", {1000}) == 1016);
}

TEST_CASE("an instruction that is not known is named") {
    const auto said = [](const std::string& code) {
        try {
            value_of(code, "%r0");
        } catch (const ptx::Error& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(contains(said("tensor.magic.b32 %r0, %r1;"), "`tensor.magic.b32` is not known"));
    CHECK(contains(said("cvt.rn.strange.f32.s32 %f0, %r1;"), "`cvt.rn.strange.f32.s32`"));
    CHECK(contains(said("ld.global.oddly.u32 %r0, [%in];"), "`ld.global.oddly.u32`"));
    CHECK(contains(said("mov.u32 %r0, %unknown_register;"), "`%unknown_register` is not known"));
    CHECK(contains(said("bra NOWHERE;"), "no label `NOWHERE`"));
    CHECK_THROWS_AS(ptx::Program(".version 9.0\n.nonsense"), ptx::Error);
}
