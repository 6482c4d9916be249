// The loop of a ufunc as NumPy calls it, for PyUFunc_FromFuncAndData: one axis of every operand,
// and behind it the core dimensions of a generalised one.
#pragma once

#include <fenv.h>

#include "pycu_broadcast.h"
#include "pycu_module.h"

namespace pycu {

/// An operand of NumPy's as the wrapper takes it.
template <class A>
struct NumpyOperand {
    int64_t shape[1 + max_core_axes];
    int64_t strides[1 + max_core_axes];
    A array;

    template <int N>
    NumpyOperand(int j, const CoreLayout<N>& layout, char* const* args, const intptr_t* extents,
                 const intptr_t* steps) {
        const CoreOperand& core = layout.operands[j];
        shape[0] = extents[0];
        strides[0] = steps[j];
        // the steps of core dimensions stand behind those of the loop
        const intptr_t* core_steps = steps + N;
        for (int i = 0; i < j; ++i) {
            core_steps += layout.operands[i].rank;
        }
        for (int k = 0; k < core.rank; ++k) {
            shape[k + 1] = extents[1 + core.dimensions[k]];
            strides[k + 1] = core_steps[k];
        }
        array.data = reinterpret_cast<decltype(array.data)>(args[j]);
        array.rank = 1 + core.rank;
        array.shape = shape;
        array.strides = strides;
    }
    NumpyOperand(const NumpyOperand&) = delete;  // the array points into it
};

#if !PYCU_HOST

/// Copies of N operands on the device. Those that overlap on the host overlap there.
template <int N>
class Staged {
  public:
    template <class A>
    void add(const A& array, bool written) {
        Span own = {reinterpret_cast<uintptr_t>(array.data), 0, 0, written};
        own.end = own.begin + sizeof(*array.data);
        for (int k = 0; k < array.rank; ++k) {
            if (array.shape[k] == 0) {
                return;
            }
            const uintptr_t reach = uintptr_t(array.shape[k] - 1) * uintptr_t(array.strides[k]);
            (array.strides[k] < 0 ? own.begin : own.end) += reach;
        }
        for (int i = 0; i < count_;) {
            if (own.begin < spans_[i].end && spans_[i].begin < own.end) {
                own.begin = spans_[i].begin < own.begin ? spans_[i].begin : own.begin;
                own.end = spans_[i].end > own.end ? spans_[i].end : own.end;
                own.written = own.written || spans_[i].written;
                spans_[i] = spans_[--count_];
                i = 0;
            } else {
                ++i;
            }
        }
        spans_[count_++] = own;
    }

    int to_device(Report& report) {
        int code = PYCU_SUCCESS;
        for (int i = 0; i < count_ && code == PYCU_SUCCESS; ++i) {
            Span& one = spans_[i];
            void* buffer = nullptr;
            code = allocate(report, &buffer, one.end - one.begin + alignment);
            one.buffer = reinterpret_cast<uintptr_t>(buffer);
            if (code == PYCU_SUCCESS) {
                code = cuda_status(report, cudaMemcpy(device(one, one.begin), host(one.begin),
                                                      one.end - one.begin, cudaMemcpyDefault));
            }
        }
        return code;
    }

    template <class T>
    T* moved(T* data) const {
        const uintptr_t address = reinterpret_cast<uintptr_t>(data);
        for (int i = 0; i < count_; ++i) {
            if (spans_[i].begin <= address && address < spans_[i].end) {
                return static_cast<T*>(device(spans_[i], address));
            }
        }
        return data;
    }

    int to_host(Report& report) {
        int code = PYCU_SUCCESS;
        for (int i = 0; i < count_ && code == PYCU_SUCCESS; ++i) {
            const Span& one = spans_[i];
            if (one.written) {
                code = cuda_status(report, cudaMemcpy(host(one.begin), device(one, one.begin),
                                                      one.end - one.begin, cudaMemcpyDefault));
            }
        }
        return code;
    }

    Staged() = default;
    Staged(const Staged&) = delete;
    ~Staged() {
        for (int i = 0; i < count_; ++i) {
            cudaFree(reinterpret_cast<void*>(spans_[i].buffer));
        }
    }

  private:
    struct Span {
        uintptr_t begin, end, buffer;
        bool written;
    };
    static constexpr uintptr_t alignment = 256;

    static void* host(uintptr_t address) { return reinterpret_cast<void*>(address); }
    static void* device(const Span& one, uintptr_t address) {
        return host(one.buffer + one.begin % alignment + (address - one.begin));
    }

    Span spans_[N] = {};
    int count_ = 0;
};

/// Calls a wrapper with copies on the device of NumPy's operands, the first of them inputs.
template <int Inputs, class... A>
int call_in_order(Report& report, int (*wrapper)(pycu_stream, A...),
                  NumpyOperand<A>&&... operands) {
    Staged<int(sizeof...(A))> staged;
    int j = 0;
    const int added[] = {(staged.add(operands.array, j++ >= Inputs), 0)...};
    (void)added;
    int code = staged.to_device(report);
    if (code == PYCU_SUCCESS) {
        const int moved[] = {(operands.array.data = staged.moved(operands.array.data), 0)...};
        (void)moved;
        report.in_order = true;
        code = wrapper(nullptr, operands.array...);
        report.in_order = false;
    }
    return code == PYCU_SUCCESS ? staged.to_host(report) : code;
}

#else

/// Calls a wrapper with NumPy's operands.
template <int Inputs, class... A>
int call_in_order(Report& report, int (*wrapper)(pycu_stream, A...),
                  const NumpyOperand<A>&... operands) {
    report.in_order = true;
#ifdef PYCU_OF_HOST
    // NumPy warns, or raises, of what the flags of this thread say
    const int code = wrapper(nullptr, operands.array...);
#else
    // CUDA has no such flags
    fenv_t environment;
    fegetenv(&environment);
    const int code = wrapper(nullptr, operands.array...);
    fesetenv(&environment);
#endif
    report.in_order = false;
    return code;
}

#endif

template <int Inputs, class... A, int... I>
void numpy_loop(Report& report, int (*wrapper)(pycu_stream, A...), const char* layout, char** args,
                const intptr_t* extents, const intptr_t* steps, void* status, places<I...>) {
    const CoreLayout<int(sizeof...(A))> core(layout);
    const int code = call_in_order<Inputs, A...>(report, wrapper,
                                                 NumpyOperand<A>(I, core, args, extents, steps)...);
    if (code != PYCU_SUCCESS) {
        *static_cast<int*>(status) = code;
    }
}

/// Calls a wrapper with what NumPy gives a loop, `Inputs` inputs and behind them the outputs;
/// `status` may be null; it is an int that keeps the first error, after which nothing more is
/// computed.
template <int Inputs, class... A>
void numpy_loop(Report& report, int (*wrapper)(pycu_stream, A...), const char* layout, char** args,
                const intptr_t* extents, const intptr_t* steps, void* status) {
    int none = PYCU_SUCCESS;
    status = status != nullptr ? status : &none;
    if (*static_cast<const int*>(status) == PYCU_SUCCESS) {
        numpy_loop<Inputs>(report, wrapper, layout, args, extents, steps, status,
                           typename make_places<int(sizeof...(A))>::type());
    }
}

}  // namespace pycu
