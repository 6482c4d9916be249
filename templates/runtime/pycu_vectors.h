// The loop of a ufunc that calls functions of math, on the host: glibc has some of them for several
// numbers at once (libmvec), each within 4 ulp of the exact value. g++ calls those in a loop over
// arrays of its own. Elsewhere, and with clang++, PYCU_VECTORS is PYCU_ELEMENTS.
//
// Elements go through local arrays, wherever they lie, and copies of the last one fill what a
// vector has left. So what a function gives for an element does not depend on its place.
#pragma once

#include "pycu_odometer.h"
#include "pycu_packed.h"

// They set flags of numbers that nobody asked for, and are not those of Numba's njit.
#if PYCU_HOST && !defined(PYCU_OF_HOST) && defined(__x86_64__) && defined(__GLIBC__) && \
    !defined(__clang__)
#define PYCU_HAS_VECTOR_MATH 1
#else
#define PYCU_HAS_VECTOR_MATH 0
#endif

#if PYCU_HAS_VECTOR_MATH

// lib/emit/ufunc_loops.cpp has the same list.
#define PYCU_SIMD __attribute__((simd("notinbranch"), const))  // errno is nobody's here
extern "C" {
PYCU_SIMD float sinf(float) noexcept;
PYCU_SIMD float cosf(float) noexcept;
PYCU_SIMD float expf(float) noexcept;
PYCU_SIMD float logf(float) noexcept;
PYCU_SIMD float powf(float, float) noexcept;
PYCU_SIMD double sin(double) noexcept;
PYCU_SIMD double cos(double) noexcept;
PYCU_SIMD double exp(double) noexcept;
PYCU_SIMD double log(double) noexcept;
PYCU_SIMD double pow(double, double) noexcept;
}
#undef PYCU_SIMD

namespace pycu {

#if defined(__AVX512F__)
constexpr int64_t vector_bytes = 64;
#elif defined(__AVX__)
constexpr int64_t vector_bytes = 32;
#else
constexpr int64_t vector_bytes = 16;
#endif

/// Elements of one operand in memory, `step` bytes apart.
struct Stretch {
    char* first;
    int64_t step, count;
};

/// Elements of one operand: many vectors, whatever the size of one.
template <class T>
struct alignas(64) Column {
    static constexpr int64_t length = 256;

    T items[length];
    Column() {}  // they are set where they are needed

    void gather(int64_t at, const Stretch& from) {
        if (from.step == int64_t(sizeof(T))) {
            memcpy(items + at, from.first, size_t(from.count) * sizeof(T));
            return;
        }
        for (int64_t k = 0; k < from.count; ++k) {
            items[at + k] = load<T>(from.first + k * from.step);
        }
    }
    void scatter(int64_t at, const Stretch& to) const {
        if (to.step == int64_t(sizeof(T))) {
            memcpy(to.first, items + at, size_t(to.count) * sizeof(T));
            return;
        }
        for (int64_t k = 0; k < to.count; ++k) {
            store<T>(to.first + k * to.step, items[at + k]);
        }
    }
    /// Copies of the last element behind it.
    void fill(int64_t used, int64_t end) {
        for (int64_t k = used; k < end; ++k) {
            items[k] = items[used - 1];
        }
    }
};

template <class Signature>
struct Vectors;

template <class Out, class... In>
struct Vectors<Out(In...)> {
    static constexpr int inputs = int(sizeof...(In));
    static constexpr const char* name = "vectors";

    Odometer<int64_t, inputs + 1> odometer;
    char* data[inputs + 1];

    explicit Vectors(const Plan<inputs + 1>& plan) : odometer(plan) {
        for (int k = 0; k <= inputs; ++k) {
            data[k] = plan.data[k];
        }
    }

    static constexpr int64_t block_elements() { return host_run; }

    template <class F>
    void run(unsigned block, unsigned, const F& f) const {
        // by reference: g++ tells of arguments with such an alignment, which GCC 4.6 has changed
        run(block, f, typename make_places<inputs>::type(), Column<In>()...);
    }

  private:
    using Results = Column<Out>;
    struct Target;

    template <class F, int... I>
    void run(unsigned block, const F& f, places<I...>, Column<In>&&... columns) const {
        // in order, an element may be what the one before it has written
        const int64_t limit = odometer.is_in_order() ? 1 : Results::length;
        Target target;
        odometer.rows(block, host_run, [&](const int64_t(&at)[inputs + 1], int64_t n) {
            for (int64_t done = 0; done < n;) {
                const int64_t more =
                    n - done < limit - target.used ? n - done : limit - target.used;
                const auto stretch = [&](int j) {
                    const int64_t step = odometer.step(j);
                    return Stretch{data[j] + at[j] + done * step, step, more};
                };
                (columns.gather(target.used, stretch(I)), ...);
                target.add(stretch(inputs));
                done += more;
                if (target.used == limit) {
                    compute(f, target, columns...);
                }
            }
        });
        if (target.used > 0) {
            compute(f, target, columns...);
        }
    }

    /// Where the results of the elements that have been gathered belong.
    struct Target {
        Stretch stretches[Results::length];
        int64_t count = 0;
        int64_t used = 0;

        void add(const Stretch& one) {
            stretches[count++] = one;
            used += one.count;
        }
    };

    /// Elements that are computed together: whole vectors of the smallest type, and enough for g++
    /// to find that vectors pay.
    static constexpr int64_t group() {
        const size_t sizes[] = {sizeof(Out), sizeof(In)...};
        size_t smallest = sizeof(Out);
        for (const size_t size : sizes) {
            smallest = size < smallest ? size : smallest;
        }
        const int64_t n = vector_bytes / int64_t(smallest);
        return n > 16 ? n : 16;
    }

    template <class F>
    static void compute(const F& f, Target& target, Column<In>&... columns) {
        const int64_t end = (target.used + group() - 1) / group() * group();
        (columns.fill(target.used, end), ...);
        Results results;
        for (int64_t k = 0; k < end; ++k) {
            results.items[k] = f(columns.items[k]...);
        }
        int64_t done = 0;
        for (int64_t i = 0; i < target.count; ++i) {
            results.scatter(done, target.stretches[i]);
            done += target.stretches[i].count;
        }
        target.count = target.used = 0;
    }
};

}  // namespace pycu

#endif
