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

/// A kernel as the host starts it: a member function of the module.
template <class M, auto Member>
struct Entry {
    using Module = M;
    const char* name;
    Engine engine;

    template <class... Args>
    static __attribute__((always_inline)) void call(Module& module, Args... args) {
        (module.*Member)(args...);
    }
};

template <class Module, auto Member>
Entry<Module, Member> entry(const char* name, Engine engine) {
    return {name, engine};
}

#else

/// A kernel as the CUDA runtime starts it.
template <auto Kernel>
struct Entry {
    const char* name;
    Engine engine;

    static const void* function() { return reinterpret_cast<const void*>(Kernel); }

    /// The arguments under the types of the parameters.
    template <class... Args>
    static auto arguments(Args... args) {
        return converted(Kernel, args...);
    }

  private:
    template <class... Params>
    static tuple<Params...> converted(void (*)(Params...), same<Params>... args) {
        return {args...};
    }
};

template <auto Kernel>
Entry<Kernel> entry(const char* name, Engine engine) {
    return {name, engine};
}

/// Lets a kernel have so many bytes of dynamic shared memory: asked for once on each device, and
/// again when a launch wants more.
template <class Entry>
cudaError_t allow_shared_memory(const void* kernel, unsigned bytes) {
    constexpr int max_devices = 64;
    static unsigned allowed[max_devices];
    int device = 0;
    cudaError_t error = bytes > 0 ? cudaGetDevice(&device) : cudaSuccess;
    if (error != cudaSuccess || bytes == 0) {
        return error;
    }
    unsigned* const known = device < max_devices ? &allowed[device] : nullptr;
    if (known != nullptr && __atomic_load_n(known, __ATOMIC_RELAXED) >= bytes) {
        return cudaSuccess;
    }
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(bytes));
    if (error == cudaSuccess && known != nullptr) {
        __atomic_store_n(known, bytes, __ATOMIC_RELAXED);
    }
    return error;
}

/// Says once on each device how much of its on-chip memory a kernel wants as shared memory.
template <class Entry>
cudaError_t divide_memory(const void* kernel, int percent) {
    constexpr int max_devices = 64;
    static bool done[max_devices];
    int device = 0;
    cudaError_t error = cudaGetDevice(&device);
    if (error != cudaSuccess || device >= max_devices ||
        __atomic_load_n(&done[device], __ATOMIC_RELAXED)) {
        return error;
    }
    error = cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, percent);
    __atomic_store_n(&done[device], error == cudaSuccess, __ATOMIC_RELAXED);
    return error;
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
#if PYCU_HOST
    template <class Entry, class... Args>
    int start(Entry entry, Args... args) {
        const auto kernel = [=](typename Entry::Module & module) __attribute__((always_inline)) {
            Entry::call(module, args...);
        };
        using Kernel = decltype(kernel);
        using Module = typename Entry::Module;
        const dim3 grid = {grid_.x, grid_.y, grid_.z}, block = {block_.x, block_.y, block_.z};
        Failure failure = {report_.text, sizeof report_.text};
        const int code = pycu::run({entry.engine, grid, block, shared_bytes_, stack_bytes_, &kernel,
                                    run_block<Module, Kernel>, run_thread<Module, Kernel>, &failure,
                                    Module::pycu_debug});
        if (code == PYCU_ERROR_RAISED) {
            return status_ = code;  // the text is there
        }
        if (code == PYCU_ERROR_COOPERATIVE) {
            return too_many_blocks(1024);
        }
        return code == PYCU_SUCCESS ? code : fail(code, "no memory left for the kernel's threads");
    }
#else
    template <class Entry, class... Args>
    int start(Entry entry, Args... args) {
        const void* const kernel = entry.function();
        cudaError_t error = allow_shared_memory<Entry>(kernel, shared_bytes_);
        if (error == cudaSuccess && shared_percent_ != no_percent) {
            error = divide_memory<Entry>(kernel, shared_percent_);
        }
        if (error == cudaSuccess) {
            auto arguments = entry.arguments(args...);
            error = start_kernel(kernel, entry.engine == Engine::grid, arguments,
                                 std::index_sequence_for<Args...>());
        }
        return error == cudaErrorCooperativeLaunchTooLarge
                   ? too_many_blocks(resident_blocks(kernel))
                   : status_of(error);
    }

    /// How many blocks of a kernel the device can run at once.
    int resident_blocks(const void* kernel) const {
        int device = 0, processors = 0, blocks = 0;
        cudaGetDevice(&device);
        cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, int(block_.x * block_.y * block_.z), shared_bytes_);
        return blocks * processors;
    }

    template <class Arguments, size_t... I>
    cudaError_t start_kernel(const void* kernel, bool is_cooperative, Arguments& arguments,
                             std::index_sequence<I...>) {
        cudaLaunchConfig_t config = {};
        config.gridDim = dim3(grid_.x, grid_.y, grid_.z);
        config.blockDim = dim3(block_.x, block_.y, block_.z);
        config.dynamicSmemBytes = shared_bytes_;
        config.stream = stream_;
        cudaLaunchAttribute cooperative = {};
        cooperative.id = cudaLaunchAttributeCooperative;
        cooperative.val.cooperative = 1;
        config.attrs = &cooperative;
        config.numAttrs = is_cooperative ? 1 : 0;
        void* places[] = {&arguments.template get<I>()..., nullptr};
        return cudaLaunchKernelExC(&config, kernel, places);
    }

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
    static constexpr int no_percent = -2;
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
