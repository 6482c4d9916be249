// A call of a wrapper from its arguments to the entry that it starts:
//
//   return PYCU_LAUNCH(heat, step, loops, (u, pycu::c_order(out)));
#pragma once

#include "pycu_entry.h"
#include "pycu_launch.h"

namespace pycu {

/// What a launch has to know of a kernel beside its parameters: pycu::needs::fibers.few_blocks().
struct Needs {
    Engine engine;
    const char* kernel_name = nullptr;
    bool has_few_blocks = false;
    Engine fallback = Engine::fibers;
    bool in_rows = false;
    int carveout_percent = Launch::no_percent;
    uint32_t shared_array_bytes = 0;
    size_t local_array_bytes = 0;

    /// The kernel's name in Python, where C++ has another.
    constexpr Needs named(const char* name) const { return with(&Needs::kernel_name, name); }

    /// Its int indices are proven for a number of blocks that any block size may be multiplied by.
    constexpr Needs few_blocks() const { return with(&Needs::has_few_blocks, true); }

    /// Where its regions cannot run, it has fibers whose lanes meet; regions know warps by
    /// threadIdx.x.
    constexpr Needs warps() const { return with(&Needs::fallback, Engine::warps); }
    constexpr Needs warps_in_rows() const { return warps().with(&Needs::in_rows, true); }

    /// So many per cent of the on-chip memory are to be shared memory; -1: as CUDA likes.
    constexpr Needs carveout(int percent) const { return with(&Needs::carveout_percent, percent); }

    /// Its shared arrays stand in dynamic shared memory.
    constexpr Needs shared_arrays(uint32_t bytes) const {
        return with(&Needs::shared_array_bytes, bytes);
    }

    /// The local arrays of a thread, where they are large.
    constexpr Needs local_arrays(size_t bytes) const {
        return with(&Needs::local_array_bytes, bytes);
    }

  private:
    template <class T>
    constexpr Needs with(T Needs::*need, T value) const {
        Needs result = *this;
        result.*need = value;
        return result;
    }
};

namespace needs {
constexpr Needs loops = {Engine::loops}, fibers = {Engine::fibers}, regions = {Engine::regions},
                warps = {Engine::warps}, grid = {Engine::grid};
}

/// Of a kernel's text, the one in loops over a block's threads, if any.
template <class Text>
struct regions_of {
    using type = void;
    static constexpr int row_axis = -1;  // along which it does several blocks at once
};

#pragma GCC visibility push(hidden)

#if PYCU_HOST
/// A kernel with its arguments, called for a thread with an object of the text's module, and for a
/// whole block with one of its regions' module.
template <class How, class Text>
struct CalledKernel {
    typename How::Values values;

    template <class Module>
    __attribute__((always_inline)) void operator()(Module& module) const {
        if constexpr (std::is_same_v<Module, typename Text::Module>) {
            How::run(Text{module}, values);
        } else {
            How::run(typename regions_of<Text>::type{module}, values);
        }
    }
};
#endif

/// Calls the kernel with the arguments of a wrapper. `Kernel::Text` is its text; where that has int
/// indices, `Kernel::Wide` is the one for everything else.
template <class Kernel, class Leaves = leaves_of_text<typename Kernel::Text>>
class KernelLaunch;

template <class Kernel, class... L>
class KernelLaunch<Kernel, type_list<L...>> {
    using Text = typename Kernel::Text;
    using Wide = typename Kernel::Wide;
    static constexpr bool has_int_indices = !std::is_same_v<Text, Wide>;

  public:
    KernelLaunch(Report& report, pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                 pycu_stream stream, const char* name, const Needs& needs, const char* names)
        : launch_(report, needs.kernel_name != nullptr ? needs.kernel_name : name, grid, block,
                  shared_bytes, stream),
          needs_(needs),
          names_(names) {}

    template <class... S>
    int operator()(const S&... arguments) {
        int place = 0;
        (look_at<L>(place++, arguments), ...);
        launch_.prefer_shared(needs_.carveout_percent);
        launch_.shared_arrays(needs_.shared_array_bytes);
        launch_.local_bytes(needs_.local_array_bytes);
        if constexpr (!has_int_indices && is_always_contiguous<S...>) {
            return start<false, Text>(arguments...);
        } else {
            const bool is_first =
                launch_.is_contiguous() &&
                (!has_int_indices ||
                 (fits_int() && (true && ... && argument_of<S>::fits_int(arguments))));
            return is_first ? start<false, Text>(arguments...) : start<true, Wide>(arguments...);
        }
    }

  private:
    template <class P, class S>
    void look_at(int place, const S& argument) {
        if constexpr (argument_of<S>::is_array) {
            launch_.look_at({names_, place}, argument_of<S>::array(argument),
                            argument_of<S>::layout, is_written<P, S>);
        }
        (void)place, (void)argument;
    }

    template <class P, class S>
    static constexpr bool may_be_strided() {
        if constexpr (view_of<P>::is_view && argument_of<S>::is_array) {
            return view_of<P>::rank > 0 && argument_of<S>::layout == Layout::A;
        } else {
            return false;
        }
    }

    /// Whether nothing can be strided, and no written array can overlap another.
    template <class... S>
    static constexpr bool is_always_contiguous = (true && ... && !may_be_strided<L, S>()) &&
                                                 ((0 + ... + int(argument_of<S>::is_array)) < 2 ||
                                                  !(false || ... || is_written<L, S>));

    bool fits_int() const {
        return launch_.fits_int() && (!needs_.has_few_blocks || launch_.has_few_blocks());
    }

    template <bool is_strided, class Of, class... S>
    int start(const S&... arguments) {
        using How = EntryOf<Of, is_strided, S...>;
        typename How::Values values;
        How::give(values, arguments...);
        const char* const name = is_strided ? "strided" : "contiguous";
#if PYCU_HOST
        const CalledKernel<How, Of> call = {values};
        using Module = typename Of::Module;
        using Regions = typename regions_of<Of>::type;
        if constexpr (std::is_void_v<Regions>) {
            return launch_.start(name, needs_.engine, started_kernel<Module>(call));
        } else {
            using Called = CalledKernel<How, Of>;
            return launch_.start(name, needs_.engine,
                                 {&call, nullptr, run_thread<Module, Called>, Module::pycu_debug,
                                  run_regions<typename Regions::Module, Called>,
                                  regions_of<Of>::row_axis, needs_.fallback, needs_.in_rows});
        }
#else
        return start<How>(name, function<is_strided, How>(typename How::types()), values,
                          std::make_index_sequence<How::types::size>());
#endif
    }

#if !PYCU_HOST
    template <class How, class Values, size_t... I>
    int start(const char* name, const void* function, Values& values, std::index_sequence<I...>) {
        void* places[] = {&get_item<I>(values)..., nullptr};
        return launch_.start(name, needs_.engine, started_kernel<How>(function, places));
    }

    template <bool is_strided, class How, class... Values>
    static const void* function(type_list<Values...>) {
        if constexpr (is_strided) {
            return Kernel::template strided<How, Values...>();
        } else {
            return Kernel::template contiguous<How, Values...>();
        }
    }
#endif

    Launch launch_;
    const Needs needs_;
    const char* names_;
};

#pragma GCC visibility pop

}  // namespace pycu
