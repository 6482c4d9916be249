// What the lanes of a warp have: each operation against the same computed thread by thread.
#include "performance/lanes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace pycu::performance {

namespace {

constexpr BinaryOp ops[] = {BinaryOp::Add,      BinaryOp::Sub,    BinaryOp::Mult,
                            BinaryOp::FloorDiv, BinaryOp::Mod,    BinaryOp::BitAnd,
                            BinaryOp::LShift,   BinaryOp::RShift, BinaryOp::BitXor};

std::int64_t computed(BinaryOp op, std::int64_t a, std::int64_t b) {
    const std::int64_t quotient =
        b == 0 ? 0 : a / b - (a % b != 0 && (a % b < 0) != (b < 0) ? 1 : 0);
    switch (op) {
        case BinaryOp::Add:
            return a + b;
        case BinaryOp::Sub:
            return a - b;
        case BinaryOp::Mult:
            return a * b;
        case BinaryOp::FloorDiv:
            return quotient;
        case BinaryOp::Mod:
            return a - quotient * b;
        case BinaryOp::BitAnd:
            return a & b;
        case BinaryOp::LShift:
            return a << b;
        case BinaryOp::RShift:
            return a >> b;
        default:
            return a ^ b;
    }
}

}  // namespace

TEST_CASE("known lanes are what each thread computes") {
    const Lanes lane = Lanes::lane();
    int known = 0;
    for (const BinaryOp op : ops) {
        for (std::int64_t b = 0; b < 40; ++b) {
            const auto made = combined(op, lane, Lanes::constant(b)).values();
            for (std::int64_t i = 0; made && i < warp_size; ++i) {
                CAPTURE(int(op));
                CAPTURE(b);
                CHECK((*made)[std::size_t(i)] == computed(op, i, b));
            }
            known += made ? 1 : 0;
        }
    }
    CHECK(known > 200);
}

TEST_CASE("lanes of any warp differ as those of each warp do") {
    // i = blockIdx.x * blockDim.x + threadIdx.x, where blockDim.x is a multiple of 32
    const Lanes i = combined(BinaryOp::Add,
                             combined(BinaryOp::Mult, Lanes::uniform(), Lanes::uniform(warp_size)),
                             Lanes::thread(0, {}));
    CHECK(i.varies());
    for (const BinaryOp op : ops) {
        for (std::int64_t b = 1; b < 34; ++b) {
            const Lanes made = combined(op, i, Lanes::constant(b));
            if (made.is_unknown()) {
                continue;
            }
            for (const std::int64_t base : {0, 32, 96, 4096}) {
                const std::int64_t first = computed(op, base, b);
                for (std::int64_t l = 0; l < warp_size; ++l) {
                    CAPTURE(int(op));
                    CAPTURE(b);
                    CHECK(made.offsets()[std::size_t(l)] - made.offsets()[0] ==
                          computed(op, base + l, b) - first);
                }
            }
        }
    }
}

TEST_CASE("the places of threads are those of CUDA's numbering") {
    for (const BlockShape block :
         {BlockShape{{64, 4, 1}}, BlockShape{{16, 16, 1}}, BlockShape{{8, 4, 4}},
          BlockShape{{32, 8, 1}}, BlockShape{{1, 64, 1}}}) {
        for (int axis = 0; axis < 3; ++axis) {
            const Lanes place = Lanes::thread(axis, block);
            for (std::int64_t l = 0; l < warp_size; ++l) {
                const std::int64_t x = l % block.extents[0];
                const std::int64_t y = l / block.extents[0] % block.extents[1];
                const std::int64_t z = l / (block.extents[0] * block.extents[1]);
                const std::int64_t expected = axis == 0 ? x : axis == 1 ? y : z;
                CAPTURE(axis);
                CAPTURE(block.extents[0]);
                CHECK(place.offsets()[std::size_t(l)] == expected);
            }
        }
    }
}

TEST_CASE("what is joined keeps what both say") {
    const Lanes i = Lanes::thread(0, {});
    const Lanes later = combined(BinaryOp::Add, i, Lanes::constant(64));
    const Lanes both = Lanes::joined(i, later);
    CHECK(both.varies());
    CHECK(combined(BinaryOp::Mod, both, Lanes::constant(2)).values());
    CHECK(Lanes::joined(i, combined(BinaryOp::Mult, i, Lanes::constant(2))).is_unknown());
    CHECK(Lanes::joined(Lanes::constant(4), Lanes::constant(6)).divisor() == 2);
    CHECK(!Lanes::joined(Lanes::constant(4), Lanes::constant(6)).known());
    CHECK(Lanes::joined({}, i) == i);
}

TEST_CASE("of a rest that is not known no warp has more lanes") {
    const Lanes sum = combined(BinaryOp::Add, Lanes::lane(), Lanes::uniform());
    for (std::int64_t by = 2; by < 40; ++by) {
        const Lanes found = sum.has_rest(by, 1);
        std::int64_t most = 0, fewest_changes = warp_size;
        for (std::int64_t base = 0; base < by; ++base) {
            std::int64_t active = 0, changes = 0;
            for (std::int64_t i = 0; i < warp_size; ++i) {
                active += (base + i) % by == 1 ? 1 : 0;
                changes += i > 0 && ((base + i) % by == 1) != ((base + i - 1) % by == 1) ? 1 : 0;
            }
            most = std::max(most, active);
            fewest_changes = std::min(fewest_changes, changes);
        }
        CAPTURE(by);
        CHECK(found.is_unknown() == (fewest_changes < 3));
        if (const auto all = found.values()) {
            CHECK(std::accumulate(all->begin(), all->end(), std::int64_t{0}) == most);
        }
    }
    const Lanes twice = combined(BinaryOp::Mult, Lanes::lane(), Lanes::constant(2));
    CHECK(combined(BinaryOp::Add, twice, Lanes::uniform()).has_rest(2, 0).is_unknown());
    CHECK(Lanes::lane().has_rest(2, std::nullopt).values());
}

TEST_CASE("multiples of what nobody knows are rows") {
    const Lanes rows = combined(BinaryOp::Mult, Lanes::lane(), Lanes::uniform());
    CHECK(rows.has_rows());
    CHECK(!rows.is_uniform());
    CHECK(combined(BinaryOp::Sub, rows, rows).is_unknown());
    CHECK(combined(BinaryOp::Mod, rows, Lanes::constant(2)).is_unknown());
}

}  // namespace pycu::performance
