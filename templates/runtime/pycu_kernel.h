// A call of a wrapper from its arguments to the entry that it starts:
//
//   return PYCU_LAUNCH(heat, step, loops, (u, pycu::c_order(out)));
#pragma once

#include "pycu_launch.h"

namespace pycu {

/// What a launch has to know of a kernel beside its parameters: pycu::needs::fibers.few_blocks().
struct Needs {
    Engine engine;
    const char* kernel_name = nullptr;
    bool has_few_blocks = false;
    bool has_carveout = false;
    int carveout_percent = 0;
    uint32_t shared_array_bytes = 0;
    size_t local_array_bytes = 0;

    /// The kernel's name in Python, where C++ has another.
    constexpr Needs named(const char* name) const {
        Needs result = *this;
        result.kernel_name = name;
        return result;
    }

    /// Its int indices are proven for a number of blocks that any block size may be multiplied by.
    constexpr Needs few_blocks() const {
        Needs result = *this;
        result.has_few_blocks = true;
        return result;
    }

    /// So many per cent of the on-chip memory are to be shared memory; -1: as CUDA likes.
    constexpr Needs carveout(int percent) const {
        Needs result = *this;
        result.has_carveout = true;
        result.carveout_percent = percent;
        return result;
    }

    /// Its shared arrays stand in dynamic shared memory.
    constexpr Needs shared_arrays(uint32_t bytes) const {
        Needs result = *this;
        result.shared_array_bytes = bytes;
        return result;
    }

    /// The local arrays of a thread, where they are large.
    constexpr Needs local_arrays(size_t bytes) const {
        Needs result = *this;
        result.local_array_bytes = bytes;
        return result;
    }
};

namespace needs {
constexpr Needs loops = {Engine::loops}, fibers = {Engine::fibers}, warps = {Engine::warps},
                grid = {Engine::grid};
}

#if PYCU_HOST

/// A kernel whose text is that of `Text`, with the entry's way of taking arguments.
template <class How, class Text>
struct KernelEntry {
    using Module = typename Text::Module;
    const char* name;
    Engine engine;

    template <class... Args>
    static __attribute__((always_inline)) void call(Module& module, Args... args) {
        How::run(Text{module}, args...);
    }
};

template <bool is_strided, class Kernel, class Text, class How, class... Values>
KernelEntry<How, Text> kernel_entry(const char* name, Engine engine, type_list<Values...>) {
    return {name, engine};
}

#else

/// A kernel whose entry takes its arguments as `How` says.
template <class How>
struct KernelEntry {
    const char* name;
    Engine engine;
    const void* kernel;

    const void* function() const { return kernel; }

    template <class... Args>
    static tuple<Args...> arguments(Args... args) {
        return {args...};
    }
};

template <bool is_strided, class Kernel, class Text, class How, class... Values>
KernelEntry<How> kernel_entry(const char* name, Engine engine, type_list<Values...>) {
    if constexpr (is_strided) {
        return {name, engine, Kernel::template strided<How, Values...>()};
    } else {
        return {name, engine, Kernel::template contiguous<How, Values...>()};
    }
}

#endif

#pragma GCC visibility push(hidden)

/// Calls the kernel with the arguments of a wrapper. `Kernel::Text` is its text; where that has int
/// indices, `Kernel::Wide` is the one for everything else.
template <class Kernel>
class KernelLaunch {
    using Text = typename Kernel::Text;
    using Wide = typename Kernel::Wide;
    using Leaves = typename leaves_of<typename parameters_of<typename Text::Body>::type>::type;
    using WideLeaves = typename leaves_of<typename parameters_of<typename Wide::Body>::type>::type;
    static constexpr bool has_int_indices = !std::is_same_v<Text, Wide>;

  public:
    KernelLaunch(Report& report, pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                 pycu_stream stream, const char* name, const Needs& needs, const char* names)
        : launch_(report, needs.kernel_name != nullptr ? needs.kernel_name : name, grid, block,
                  shared_bytes, stream),
          needs_(needs),
          names_(names) {}

    template <class... S>
    int operator()(S... arguments) {
        return run(tuple<S...>{arguments...}, std::index_sequence_for<S...>());
    }

  private:
    template <class... S, size_t... I>
    int run(const tuple<S...>& arguments, std::index_sequence<I...>) {
        (look_at<int(I)>(arguments.template get<I>()), ...);
        if (needs_.has_carveout) {
            launch_.prefer_shared(needs_.carveout_percent);
        }
        if (needs_.shared_array_bytes > 0) {
            launch_.shared_arrays(needs_.shared_array_bytes);
        }
        launch_.local_bytes(needs_.local_array_bytes);
        if constexpr (!has_int_indices && is_always_contiguous<S...>(std::index_sequence<I...>())) {
            return start<false, Text>(arguments);
        } else {
            const bool is_first = has_int_indices ? fits_int(arguments, std::index_sequence<I...>())
                                                  : launch_.is_contiguous();
            return is_first ? start<false, Text>(arguments) : start<true, Wide>(arguments);
        }
    }

    template <int I, class S>
    void look_at(const S& argument) {
        if constexpr (argument_of<S>::is_array) {
            using P = typename item_of<I, Leaves>::type;
            launch_.look_at({names_, I}, argument_of<S>::array(argument), argument_of<S>::layout,
                            is_written<P, S>);
        }
    }

    /// Whether nothing can be strided, and no written array can overlap another.
    template <class... S, size_t... I>
    static constexpr bool is_always_contiguous(std::index_sequence<I...>) {
        const int arrays = (0 + ... + int(argument_of<S>::is_array));
        const bool writes = (false || ... || is_written<typename item_of<I, Leaves>::type, S>);
        return (true && ... && !may_be_strided<typename item_of<I, Leaves>::type, S>()) &&
               (arrays < 2 || !writes);
    }

    template <class P, class S>
    static constexpr bool may_be_strided() {
        if constexpr (view_of<P>::is_view && argument_of<S>::is_array) {
            return view_of<P>::rank > 0 && argument_of<S>::layout == Layout::A;
        } else {
            return false;
        }
    }

    /// Whether the kernel with int indices takes the launch.
    template <class Arguments, size_t... I>
    bool fits_int(const Arguments& arguments, std::index_sequence<I...>) const {
        return launch_.fits_int() && (!needs_.has_few_blocks || launch_.has_few_blocks()) &&
               (true && ... &&
                is_small<typename item_of<I, Leaves>::type, typename item_of<I, WideLeaves>::type>(
                    arguments.template get<I>()));
    }

    /// Whether a number that is an int in one of the texts only is one that it is proven for.
    template <class P, class InWide, class S>
    static bool is_small(const S& argument) {
        if constexpr (std::is_same_v<P, int> && !std::is_same_v<InWide, int>) {
            return -max_int_extent <= argument && argument <= max_int_extent;
        } else {
            return true;
        }
    }

    template <bool is_strided, class Of, class... S>
    int start(const tuple<S...>& arguments) {
        using How = EntryOf<Of, is_strided, S...>;
        return start<is_strided, Of, How>(arguments, std::make_index_sequence<How::types::size>());
    }

    template <bool is_strided, class Of, class How, class Arguments, size_t... I>
    int start(const Arguments& arguments, std::index_sequence<I...>) {
        return launch_.run(
            kernel_entry<is_strided, Kernel, Of, How>(is_strided ? "strided" : "contiguous",
                                                      needs_.engine, typename How::types()),
            given_for<How, int(I)>::of(arguments)...);
    }

    Launch launch_;
    const Needs needs_;
    const char* names_;
};

#pragma GCC visibility pop

}  // namespace pycu
