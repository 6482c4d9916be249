// The checks of pycu::Launch: CUDA's limits, null pointers, layouts, alignment and overlap.
#pragma once

#include "pycu_launch.h"

namespace pycu {

inline void Launch::check_geometry() {
    const pycu_dim3 g = grid_, b = block_;
    if (g.x < 1 || g.y < 1 || g.z < 1 || g.x > 0x7fffffffU || g.y > 65535 || g.z > 65535) {
        fail(PYCU_ERROR_GRID,
             "a grid of (%u, %u, %u) blocks; it can have 1 to (2147483647, 65535, 65535)", g.x, g.y,
             g.z);
    }
    if (b.x < 1 || b.y < 1 || b.z < 1 || b.x > 1024 || b.y > 1024 || b.z > 64 ||
        b.x * b.y * b.z > 1024) {
        fail(PYCU_ERROR_BLOCK,
             "a block of (%u, %u, %u) threads; it can have 1 to (1024, 1024, 64), 1024 in all", b.x,
             b.y, b.z);
    }
    for (const int64_t threads : {int64_t(g.x) * b.x, int64_t(g.y) * b.y, int64_t(g.z) * b.z}) {
        largest_ = threads > largest_ ? threads : largest_;
    }
    if (shared_bytes_ > 227 * 1024) {
        fail(PYCU_ERROR_SHARED, "%u bytes of dynamic shared memory; a block can have 232448",
             shared_bytes_);
    }
}

inline void Launch::shared_arrays(uint32_t bytes) {
    const uint32_t asked = shared_bytes_;
    if (asked <= 227 * 1024 && asked + bytes > 227 * 1024) {
        fail(PYCU_ERROR_SHARED,
             "%u bytes of dynamic shared memory beside arrays of %u bytes; a block can have 232448",
             asked, bytes);
    }
#if !PYCU_HOST
    shared_bytes_ += bytes;
#endif
}

inline void Launch::check(const ArrayArgument& a) {
    bool empty = false;
    for (int k = 0; k < a.rank; ++k) {
        if (a.shape[k] < 0) {
            fail(PYCU_ERROR_SHAPE, "axis %d of `%s` has the extent %lld", k, a.name().text(),
                 (long long)a.shape[k]);
            return;
        }
        empty = empty || a.shape[k] == 0;
    }
    note_elements(a);
    if (empty) {
        return;
    }
    if (a.data == nullptr) {
        fail(PYCU_ERROR_NULL, "`%s` is a null pointer and not empty", a.name().text());
        return;
    }
    // an axis with one element has no stride to speak of
    bool row_major = true, column_major = true;
    int64_t step = a.item_size;
    for (int k = a.rank - 1; k >= 0; --k) {
        row_major = row_major && (a.shape[k] == 1 || a.strides[k] == step);
        if (__builtin_mul_overflow(step, a.shape[k], &step)) {
            fail(PYCU_ERROR_SHAPE, "`%s` has more bytes than an address can count",
                 a.name().text());
            return;
        }
    }
    step = a.item_size;
    for (int k = 0; k < a.rank; ++k) {
        column_major = column_major && (a.shape[k] == 1 || a.strides[k] == step);
        step *= a.shape[k];
    }
    check_strides(a, row_major, column_major);
    check_alignment(a);
    note_footprint(a);
}

inline void Launch::check_strides(const ArrayArgument& a, bool row_major, bool column_major) {
    if (a.layout == Layout::F ? !column_major : !row_major) {
        contiguous_ = false;
        if (a.layout != Layout::A) {
            fail(PYCU_ERROR_LAYOUT,
                 "the signature says that `%s` is %s, and its strides are others", a.name().text(),
                 a.layout == Layout::C ? "C-contiguous" : "Fortran-contiguous");
        }
    }
}

inline void Launch::check_alignment(const ArrayArgument& a) {
    bool aligned = reinterpret_cast<uintptr_t>(a.data) % uintptr_t(a.alignment) == 0;
    for (int k = 0; k < a.rank; ++k) {
        aligned = aligned && (a.shape[k] == 1 || a.strides[k] % a.alignment == 0);
    }
    if (!aligned) {
        contiguous_ = false;
        // host processors take unaligned elements, a GPU does not
        if (!PYCU_HOST || a.layout != Layout::A) {
            fail(PYCU_ERROR_ALIGNMENT, "the elements of `%s` are not aligned to %d bytes",
                 a.name().text(), int(a.alignment));
        }
    }
}

/// Counts the elements, an empty axis as one: a product of some extents is no more than that.
inline void Launch::note_elements(const ArrayArgument& a) {
    int64_t count = 1;
    for (int k = 0; k < a.rank; ++k) {
        if (__builtin_mul_overflow(count, a.shape[k] > 0 ? a.shape[k] : 1, &count)) {
            count = INT64_MAX;
            break;
        }
    }
    largest_ = count > largest_ ? count : largest_;
}

/// Compares the bytes of an array with those of the arguments before it.
inline void Launch::note_footprint(const ArrayArgument& a) {
    const uintptr_t data = reinterpret_cast<uintptr_t>(a.data);
    Footprint mine = {data, data + uintptr_t(a.item_size), a.written};
    for (int k = 0; k < a.rank; ++k) {
        const uintptr_t reach = uintptr_t(a.shape[k] - 1) * uintptr_t(a.strides[k]);
        (a.strides[k] < 0 ? mine.begin : mine.end) += reach;
    }
    for (int i = 0; i < footprints_; ++i) {
        const Footprint& other = footprint_[i];
        overlap_ = overlap_ || ((mine.written || other.written) && mine.begin < other.end &&
                                other.begin < mine.end);
    }
    if (footprints_ < max_footprints) {
        footprint_[footprints_++] = mine;
    } else {
        overlap_ = true;  // too many to compare: take the entry that assumes nothing
    }
}

}  // namespace pycu
