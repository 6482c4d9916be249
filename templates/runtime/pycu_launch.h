// What the launch wrappers at the end of a generated .cu are made of: they check the arguments,
// choose between a kernel's entries and start one.
#pragma once

#include <string.h>

#include "pycu_array.h"
#include "pycu_engine.h"
#include "pycu_entry.h"
#include "pycu_report.h"

namespace pycu {

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

/// An argument of a wrapper, by its place in a text like `(u, pycu::c_order(out), n)`.
struct ArgumentPlace {
    const char* names;
    int place;
};

/// Its name.
class ArgumentName {
  public:
    explicit ArgumentName(const ArgumentPlace& argument) {
        const char* at = argument.names + 1;
        int depth = 0;
        for (int place = argument.place; place > 0; ++at) {
            depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
            place -= *at == ',' && depth == 0 ? 1 : 0;
        }
        const char* end = at;
        for (; *end != ',' && *end != ')'; ++end) {
            at = *end == '(' || *end == ' ' ? end + 1 : at;
        }
        snprintf(text_, sizeof text_, "%.*s", int(end - at), at);
    }

    const char* text() const { return text_; }

  private:
    char text_[256];
};

/// An array argument without its type.
struct ArrayArgument {
    ArgumentPlace argument;
    const void* data;
    int rank;
    const int64_t* shape;
    const int64_t* strides;
    int64_t item_size;
    int64_t alignment;
    Layout layout;
    bool written;

    ArgumentName name() const { return ArgumentName(argument); }
};

/// The bytes that an array touches.
struct Footprint {
    uintptr_t begin, end;
    bool written;
};

#if PYCU_HOST

/// A kernel with its arguments as the host starts it.
struct StartedKernel {
    const void* call;
    void (*run_block)(const void* kernel, const Thread& first);
    void (*run_thread)(const void* kernel, const Thread& thread);
    bool checks;
    void (*run_regions)(const void* kernel, const Thread& first) = nullptr;
    int row_axis = -1;
    Engine fallback = Engine::fibers;
    bool in_rows = false;
};

/// `call` is given an object of the module for each thread.
template <class Module, class Call>
StartedKernel started_kernel(const Call& call) {
    return {&call, run_block<Module, Call>, run_thread<Module, Call>, Module::pycu_debug};
}

/// A kernel that is a member function of the module.
template <class Module, auto Member>
struct Entry {
    const char* name;
    Engine engine;
};

template <class Module, auto Member>
Entry<Module, Member> entry(const char* name, Engine engine) {
    return {name, engine};
}

#else

constexpr int max_devices = 64;

/// A kernel as the CUDA runtime starts it, and what was said of it on each device.
struct StartedKernel {
    const void* function;
    unsigned* shared_bytes;
    bool* is_divided;
    void** arguments = nullptr;

    /// Lets it have so many bytes of dynamic shared memory: asked for once on each device, and
    /// again when a launch wants more.
    cudaError_t allow_shared_memory(unsigned bytes) const;
    /// Says once on each device how much of its on-chip memory it wants as shared memory.
    cudaError_t divide_memory(int percent) const;
};

/// `Key` is a type of the kernel's own.
template <class Key>
__attribute__((visibility("hidden"))) StartedKernel started_kernel(const void* function,
                                                                   void** arguments) {
    static unsigned shared_bytes[max_devices];
    static bool is_divided[max_devices];
    return {function, shared_bytes, is_divided, arguments};
}

/// A kernel that is a function.
template <auto Kernel>
struct Entry {
    const char* name;
    Engine engine;
};

template <auto Kernel>
Entry<Kernel> entry(const char* name, Engine engine) {
    return {name, engine};
}

#endif

#pragma GCC visibility push(hidden)

/// One call of a wrapper: what is wrong with its arguments, and which entry they allow.
class Launch : public Call {
  public:
    Launch(Report& report, const char* kernel, pycu_dim3 grid, pycu_dim3 block,
           uint32_t shared_bytes, pycu_stream stream)
        : Call(report, kernel, stream), grid_(grid), block_(block), shared_bytes_(shared_bytes) {
        check_geometry();
    }

    /// Takes note of an array argument.
    template <class A>
    void look_at(ArgumentPlace argument, const A& a, Layout layout, bool written) {
        const ArrayArgument array = {argument,
                                     a.data,
                                     rank_of<A>(0),
                                     shape_of(a, 0),
                                     strides_of(a, 0),
                                     int64_t(sizeof(*a.data)),
                                     int64_t(alignof(decltype(*a.data))),
                                     layout,
                                     written};
        check(array);
    }

    /// Says how much stack the local arrays of a thread take.
    void local_bytes(size_t bytes) { stack_bytes_ = bytes; }

    /// Nothing is said of it.
    static constexpr int no_percent = -2;

    /// Says how many per cent of the on-chip memory are to be shared memory; -1: as CUDA likes.
    void prefer_shared(int percent) { shared_percent_ = percent; }

    /// Adds the kernel's own arrays to the dynamic shared memory; on the host they have their own.
    void shared_arrays(uint32_t bytes);

    /// Whether the arrays are packed, aligned and apart: the contiguous entry may be used.
    bool is_contiguous() const { return contiguous_ && !overlap_; }

    /// Whether, besides, int indices are enough for the grid and for the elements of each array.
    bool fits_int() const { return is_contiguous() && largest_ <= max_int_extent; }

    /// Whether int is enough for products of the number of blocks and the size of any block.
    bool has_few_blocks() const {
        return grid_.x <= max_few_blocks && grid_.y <= max_few_blocks && grid_.z <= max_few_blocks;
    }

    /// Starts a kernel, unless something was wrong; returns 0 or what went wrong.
    int start(const char* entry, Engine engine, const StartedKernel& kernel);

    /// The same of an entry that takes these arguments as they are.
#if PYCU_HOST
    template <class Module, auto Member, class... Args>
    int run(Entry<Module, Member> entry, Args... args) {
        const auto call = [=](Module & module) __attribute__((always_inline)) {
            (module.*Member)(args...);
        };
        return start(entry.name, entry.engine, started_kernel<Module>(call));
    }
#else
    template <auto Kernel, class... Args>
    int run(Entry<Kernel> entry, Args... args) {
        return run_function(entry, Kernel, args...);
    }
#endif

  private:
#if !PYCU_HOST
    template <class Entry, class... Params>
    int run_function(Entry entry, void (*kernel)(Params...), same<Params>... args) {
        void* places[] = {&args..., nullptr};
        const void* const function = reinterpret_cast<const void*>(kernel);
        return start(entry.name, entry.engine, started_kernel<Entry>(function, places));
    }

    cudaError_t start_kernel(const StartedKernel& kernel, bool is_cooperative);
    int resident_blocks(const void* kernel) const;
#endif

    int too_many_blocks(int most) {
        const unsigned long long blocks = 1ULL * grid_.x * grid_.y * grid_.z;
        return fail(PYCU_ERROR_COOPERATIVE,
                    "%llu blocks of a kernel that syncs the grid: at most %d run at once", blocks,
                    most);
    }

    void check_geometry();
    void check(const ArrayArgument& a);
    void check_strides(const ArrayArgument& a, bool row_major, bool column_major);
    void check_alignment(const ArrayArgument& a);
    void note_elements(const ArrayArgument& a);
    void note_footprint(const ArrayArgument& a);

    static constexpr int max_footprints = 32;

    pycu_dim3 grid_, block_;
    uint32_t shared_bytes_;
    size_t stack_bytes_ = 0;
    [[maybe_unused]] int shared_percent_ = no_percent;
    bool contiguous_ = true;
    bool overlap_ = false;
    int64_t largest_ = 0;  // of the grid's threads along an axis and the arrays' elements
    int footprints_ = 0;
    Footprint footprint_[max_footprints];
};

#pragma GCC visibility pop

}  // namespace pycu

#include "pycu_checks.h"
#include "pycu_start.h"
