// What the launch wrappers at the end of a generated .cu are made of: they check the arguments,
// choose between a kernel's entries and start one.
#pragma once

#include <stdarg.h>
#include <stdio.h>

#include "pycu_array.h"

namespace pycu {

/// What a module tells this thread about its last launch.
struct Report {
    char text[320] = "";
    const char* entry = "";
};

/// What a signature promises of an array's strides: anything, row-major or column-major.
enum class Layout { A, C, F };

template <class A>
auto shape_of(const A& a, int) -> decltype(&a.shape[0]) {
    return a.shape;
}
template <class A>
const int64_t* shape_of(const A&, long) {
    return nullptr;
}

template <class A>
auto strides_of(const A& a, int) -> decltype(&a.strides[0]) {
    return a.strides;
}
template <class A>
const int64_t* strides_of(const A&, long) {
    return nullptr;
}

template <class A>
constexpr auto rank_of(int) -> decltype(sizeof(A::shape), int()) {
    return int(sizeof(A::shape) / sizeof(int64_t));
}
template <class A>
constexpr int rank_of(long) {
    return 0;
}

/// The extents and the strides of an argument, as an entry takes them.
template <class A>
auto shape(const A& a) {
    extents<rank_of<A>(0)> result;
    for (int k = 0; k < rank_of<A>(0); ++k) {
        result.values[k] = a.shape[k];
    }
    return result;
}
template <class A>
auto strides(const A& a) {
    extents<rank_of<A>(0)> result;
    for (int k = 0; k < rank_of<A>(0); ++k) {
        result.values[k] = a.strides[k];
    }
    return result;
}

/// An array argument without its type.
struct ArrayArgument {
    const char* name;
    const void* data;
    int rank;
    const int64_t* shape;
    const int64_t* strides;
    int64_t item_size;
    int64_t alignment;
    Layout layout;
    bool written;
};

/// The bytes that an array touches.
struct Footprint {
    uintptr_t begin, end;
    bool written;
};

#if PYCU_HOST

/// A kernel as the host starts it: a member function of the module.
template <class M, auto Member>
struct Entry {
    using Module = M;
    static constexpr auto member = Member;
    const char* name;
    Engine engine;
};

template <class Module, auto Member>
Entry<Module, Member> entry(const char* name, Engine engine) {
    return {name, engine};
}

#else

/// A kernel as the CUDA runtime starts it.
template <class Kernel>
struct Entry {
    const char* name;
    Kernel kernel;
};

template <class Kernel>
Entry<Kernel> entry(const char* name, Kernel kernel) {
    return {name, kernel};
}

#endif

#pragma GCC visibility push(hidden)

/// One call of a wrapper: what is wrong with its arguments, and which entry they allow.
class Launch {
  public:
    Launch(Report& report, const char* kernel, pycu_dim3 grid, pycu_dim3 block,
           uint32_t shared_bytes, pycu_stream stream)
        : report_(report),
          kernel_(kernel),
          grid_(grid),
          block_(block),
          shared_bytes_(shared_bytes),
          stream_(stream) {
        report_.text[0] = '\0';
        check_geometry();
    }

    /// Takes note of an array argument that the kernel only reads.
    template <class A>
    void reads(const char* name, const A& a, Layout layout = Layout::A) {
        check(argument(name, a, layout, false));
    }

    /// Takes note of an array argument that the kernel may write.
    template <class A>
    void writes(const char* name, const A& a, Layout layout = Layout::A) {
        check(argument(name, a, layout, true));
    }

    /// Says how much stack the local arrays of a thread take.
    void local_bytes(size_t bytes) { stack_bytes_ = bytes; }

    /// Whether the arrays are packed, aligned and apart: the contiguous entry may be used.
    bool is_contiguous() const { return contiguous_ && !overlap_; }

    /// Starts the entry, unless something was wrong; returns 0 or what went wrong.
    template <class Entry, class... Args>
    int run(Entry entry, Args... args) {
        if (status_ != PYCU_SUCCESS) {
            return status_;
        }
        report_.entry = entry.name;
        return start(entry, args...);
    }

  private:
    template <class A>
    static ArrayArgument argument(const char* name, const A& a, Layout layout, bool written) {
        return {name,
                a.data,
                rank_of<A>(0),
                shape_of(a, 0),
                strides_of(a, 0),
                int64_t(sizeof(*a.data)),
                int64_t(alignof(decltype(*a.data))),
                layout,
                written};
    }

#if PYCU_HOST
    template <class Entry, class... Args>
    int start(Entry entry, Args... args) {
        const auto kernel = [=](typename Entry::Module & module) __attribute__((always_inline)) {
            (module.*Entry::member)(args...);
        };
        using Kernel = decltype(kernel);
        using Module = typename Entry::Module;
        const dim3 grid = {grid_.x, grid_.y, grid_.z}, block = {block_.x, block_.y, block_.z};
        const int code = pycu::run({entry.engine, grid, block, shared_bytes_, stack_bytes_, &kernel,
                                    run_block<Module, Kernel>, run_thread<Module, Kernel>});
        return code == PYCU_SUCCESS ? code : fail(code, "no memory left for the kernel's threads");
    }
#else
    template <class... Params>
    int start(Entry<void (*)(Params...)> entry, same<Params>... args) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(grid_.x, grid_.y, grid_.z);
        config.blockDim = dim3(block_.x, block_.y, block_.z);
        config.dynamicSmemBytes = shared_bytes_;
        config.stream = stream_;
        const void* const kernel = reinterpret_cast<const void*>(entry.kernel);
        void* arguments[] = {&args..., nullptr};
        cudaError_t error = cudaSuccess;
        if (shared_bytes_ > 48 * 1024) {
            error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                         int(shared_bytes_));
        }
        if (error == cudaSuccess) {
            error = cudaLaunchKernelExC(&config, kernel, arguments);
        }
        if (error != cudaSuccess) {
            return fail(PYCU_ERROR_CUDA + int(error), "%s", cudaGetErrorString(error));
        }
        return PYCU_SUCCESS;
    }
#endif

    __attribute__((format(printf, 3, 4))) int fail(int code, const char* format, ...);
    void check_geometry();
    void check(const ArrayArgument& a);
    void check_strides(const ArrayArgument& a, bool row_major, bool column_major);
    void check_alignment(const ArrayArgument& a);
    void note_footprint(const ArrayArgument& a);

    static constexpr int max_footprints = 32;

    Report& report_;
    const char* kernel_;
    pycu_dim3 grid_, block_;
    uint32_t shared_bytes_;
    [[maybe_unused]] pycu_stream stream_;
    size_t stack_bytes_ = 0;
    int status_ = PYCU_SUCCESS;
    bool contiguous_ = true;
    bool overlap_ = false;
    int footprints_ = 0;
    Footprint footprint_[max_footprints];
};

#pragma GCC visibility pop

/// Keeps the first thing that is wrong, and its text.
inline int Launch::fail(int code, const char* format, ...) {
    if (status_ == PYCU_SUCCESS) {
        status_ = code;
        const int used = snprintf(report_.text, sizeof report_.text, "%s: ", kernel_);
        if (used >= 0 && size_t(used) < sizeof report_.text) {
            va_list rest;
            va_start(rest, format);
            vsnprintf(report_.text + used, sizeof report_.text - size_t(used), format, rest);
            va_end(rest);
        }
    }
    return status_;
}

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
    if (shared_bytes_ > 227 * 1024) {
        fail(PYCU_ERROR_SHARED, "%u bytes of dynamic shared memory; a block can have 232448",
             shared_bytes_);
    }
}

inline void Launch::check(const ArrayArgument& a) {
    bool empty = false;
    for (int k = 0; k < a.rank; ++k) {
        if (a.shape[k] < 0) {
            fail(PYCU_ERROR_SHAPE, "axis %d of `%s` has the extent %lld", k, a.name,
                 (long long)a.shape[k]);
            return;
        }
        empty = empty || a.shape[k] == 0;
    }
    if (empty) {
        return;
    }
    if (a.data == nullptr) {
        fail(PYCU_ERROR_NULL, "`%s` is a null pointer and not empty", a.name);
        return;
    }
    // an axis with one element has no stride to speak of
    bool row_major = true, column_major = true;
    int64_t step = a.item_size;
    for (int k = a.rank - 1; k >= 0; --k) {
        row_major = row_major && (a.shape[k] == 1 || a.strides[k] == step);
        if (__builtin_mul_overflow(step, a.shape[k], &step)) {
            fail(PYCU_ERROR_SHAPE, "`%s` has more bytes than an address can count", a.name);
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
                 "the signature says that `%s` is %s, and its strides are others", a.name,
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
            fail(PYCU_ERROR_ALIGNMENT, "the elements of `%s` are not aligned to %d bytes", a.name,
                 int(a.alignment));
        }
    }
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
