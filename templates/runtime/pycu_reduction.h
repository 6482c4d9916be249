// Reductions: one number from all elements of an array. Included by x_reduce.cu alone, since CUB is
// heavy.
//
//   PYCU_OPERATOR(m_reduce, total__f8_f8, double, total)    a device function as an operator
//   pycu::Reduction call(...); return call.run<PYCU_OPERATOR_NAME(m_reduce, total__f8_f8)>(...);
//
// The caller gives the memory that the work needs: a first call with a null pointer says how much.
// A result is the same for every launch on the same array and the same device. CUB takes it that
// the function is associative and commutative.
#ifndef PYCU_REDUCTION_INCLUDED
#define PYCU_REDUCTION_INCLUDED

#include "pycu.h"

#if !PYCU_HOST
#include <cub/device/device_reduce.cuh>
#endif

namespace pycu {

#if PYCU_HOST

/// A run of elements becomes one: of each block, and then of what the blocks have left.
template <class T>
struct Partial {
    const char* data;
    int64_t stride, count;
    char* to;
    const T* init;

    /// Elements of a block.
    static constexpr int64_t block_elements = 65536;
    int64_t run_length = block_elements;

    template <class F>
    void run(unsigned block, const F& f) const {
        const int64_t first = block * run_length;
        const int64_t rest = count - first;
        const int64_t n = rest < run_length ? rest : run_length;
        T result = halves(data + first * stride, n, f);
        if (init != nullptr) {
            result = f(*init, result);
        }
        memcpy(to + block * sizeof(T), &result, sizeof result);
    }

  private:
    T element(const char* at) const {
        T value;
        memcpy(&value, at, sizeof value);
        return value;
    }

    /// Halves that are reduced and then combined keep the errors of sums small.
    template <class F>
    T halves(const char* first, int64_t n, const F& f) const {
        if (n > 64) {
            const int64_t half = n / 128 * 64 + (n / 128 == 0 ? 64 : 0);
            const T left = halves(first, half, f);
            return f(left, halves(first + half * stride, n - half, f));
        }
        T result = element(first);
        for (int64_t i = 1; i < n; ++i) {
            result = f(result, element(first + i * stride));
        }
        return result;
    }
};

#define PYCU_OPERATOR_NAME(module, name) module##_##name##_operator_
#define PYCU_OPERATOR(module, name, type, function)                                     \
    namespace {                                                                         \
    struct PYCU_OPERATOR_NAME(module, name) : module##_module__ {                       \
        using pycu_type = type;                                                         \
        void pycu_reduce(pycu::Partial<type> part) {                                    \
            part.run(blockIdx.x, [&](type a, type b) { return this->function(a, b); }); \
        }                                                                               \
    };                                                                                  \
    }

#else

/// Elements at any distance from each other.
template <class T>
struct StridedElements {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = int64_t;
    using pointer = const T*;
    using reference = T;

    const char* data;
    int64_t stride;

    PYCU_INLINE T operator*() const { return *reinterpret_cast<const T*>(data); }
    PYCU_INLINE T operator[](int64_t i) const { return *(*this + i); }
    PYCU_INLINE StridedElements operator+(int64_t i) const { return {data + i * stride, stride}; }
    PYCU_INLINE StridedElements& operator+=(int64_t i) { return *this = *this + i; }
};

/// What a reduction begins with: a number, or the last element, which only the device can read.
/// The other elements begin where the array does, and so CUB reads several at once.
template <class T>
struct Beginning {
    const T* last;
    T init;
    PYCU_INLINE operator T() const { return last != nullptr ? *last : init; }
};

template <class T>
__global__ void set_number(T* to, T value) {
    *to = value;
}

#define PYCU_OPERATOR_NAME(module, name) module::name
#define PYCU_OPERATOR(module, name, type, function)                                         \
    namespace module {                                                                      \
    struct name {                                                                           \
        using pycu_type = type;                                                             \
        __device__ type operator()(type a, type b) const { return module::function(a, b); } \
    };                                                                                      \
    }

#endif

#pragma GCC visibility push(hidden)

/// One call of a wrapper of a reduction.
class Reduction : public Call {
  public:
    using Call::Call;

    /// With no storage it says how much the work needs; then it does the work.
    template <class Operator, class A, class N>
    int run(void* storage, size_t* storage_bytes, const A& array, const N* init, N* result) {
        using T = typename Operator::pycu_type;
        static_assert(sizeof(T) == sizeof(N), "one type with two names");
        if (!check(array, storage_bytes, storage == nullptr || result != nullptr)) {
            return status_;
        }
        const Work<T> work = {reinterpret_cast<const char*>(array.data), array.strides[0],
                              array.shape[0], reinterpret_cast<const T*>(init),
                              reinterpret_cast<T*>(result)};
        return start<Operator>(storage, storage_bytes, work);
    }

  private:
    template <class T>
    struct Work {
        const char* data;
        int64_t stride, count;
        const T* init;
        T* result;
    };

    template <class A>
    bool check(const A& array, const size_t* storage_bytes, bool has_result) {
        if (array.rank != 1) {
            fail(PYCU_ERROR_SHAPE, "only support 1D array");
        } else if (array.shape[0] < 0) {
            fail(PYCU_ERROR_SHAPE, "`array` has the extent %lld", (long long)array.shape[0]);
        } else if (array.data == nullptr && array.shape[0] > 0) {
            fail(PYCU_ERROR_NULL, "`array` is a null pointer and not empty");
        } else if (storage_bytes == nullptr || !has_result) {
            fail(PYCU_ERROR_NULL, "`%s` is a null pointer",
                 storage_bytes == nullptr ? "storage_bytes" : "result");
        } else if (!PYCU_HOST && array.shape[0] > 0 &&
                   (reinterpret_cast<uintptr_t>(array.data) % alignof(decltype(*array.data)) ||
                    array.strides[0] % int64_t(alignof(decltype(*array.data))))) {
            fail(PYCU_ERROR_ALIGNMENT, "the elements of `array` are not aligned");
        }
        return status_ == PYCU_SUCCESS;
    }

    int too_little(size_t has, size_t needs) {
        return fail(PYCU_ERROR_MEMORY, "%zu bytes of storage; %zu are needed", has, needs);
    }

#if PYCU_HOST
    template <class Operator, class T>
    int start(void* storage, size_t* storage_bytes, const Work<T>& work) {
        const int64_t blocks =
            work.count > 0 ? (work.count - 1) / Partial<T>::block_elements + 1 : 0;
        const size_t bytes = (blocks > 1 ? size_t(blocks) : 1) * sizeof(T);
        if (storage == nullptr) {
            *storage_bytes = bytes;
            return PYCU_SUCCESS;
        }
        if (*storage_bytes < bytes) {
            return too_little(*storage_bytes, bytes);
        }
        if (work.count == 0) {
            const T empty = work.init != nullptr ? *work.init : T();
            memcpy(work.result, &empty, sizeof empty);
            return PYCU_SUCCESS;
        }
        char* const to = reinterpret_cast<char*>(work.result);
        if (blocks == 1) {
            return launch<Operator>(1, {work.data, work.stride, work.count, to, work.init});
        }
        char* const partials = static_cast<char*>(storage);
        const int code =
            launch<Operator>(blocks, {work.data, work.stride, work.count, partials, nullptr});
        if (code != PYCU_SUCCESS) {
            return code;
        }
        return launch<Operator>(1, {partials, sizeof(T), blocks, to, work.init, blocks});
    }

    template <class Operator>
    int launch(int64_t blocks, const Partial<typename Operator::pycu_type>& part) {
        if (blocks > 0x7fffffff) {
            return fail(PYCU_ERROR_SHAPE, "more elements than a grid has blocks for");
        }
        Launch one(report_, name_, {uint32_t(blocks), 1, 1}, {1, 1, 1}, 0, stream_);
        return one.run(entry<Operator, &Operator::pycu_reduce>("runs", Engine::loops), part);
    }
#else
    template <class Operator, class T>
    int start(void* storage, size_t* storage_bytes, const Work<T>& work) {
        const bool has_init = work.init != nullptr;
        if (work.count == 0 && storage != nullptr) {
            T* to = work.result;
            T value = has_init ? *work.init : T();
            void* arguments[] = {&to, &value};
            return status_of(
                cudaLaunchKernel(set_number<T>, dim3(1), dim3(1), arguments, 0, stream_));
        }
        const int64_t skipped = has_init || work.count == 0 ? 0 : 1;
        const char* const last = work.data + (work.count - skipped) * work.stride;
        const Beginning<T> begin = {skipped > 0 ? reinterpret_cast<const T*>(last) : nullptr,
                                    has_init ? *work.init : T()};
        size_t needed = 0;
        cudaError_t error = reduce<Operator>(nullptr, needed, work, skipped, begin);
        needed = needed > 0 ? needed : 1;
        if (error != cudaSuccess || storage == nullptr) {
            *storage_bytes = needed;
            return status_of(error);
        }
        if (*storage_bytes < needed) {
            return too_little(*storage_bytes, needed);
        }
        return status_of(reduce<Operator>(storage, needed, work, skipped, begin));
    }

    template <class Operator, class T>
    cudaError_t reduce(void* storage, size_t& bytes, const Work<T>& work, int64_t skipped,
                       const Beginning<T>& begin) {
        const int64_t count = work.count - skipped;
        report_.entry = work.stride == int64_t(sizeof(T)) ? "contiguous" : "strided";
        return work.stride == int64_t(sizeof(T))
                   ? cub::DeviceReduce::Reduce(storage, bytes,
                                               reinterpret_cast<const T*>(work.data), work.result,
                                               count, Operator(), begin, stream_)
                   : cub::DeviceReduce::Reduce(storage, bytes,
                                               StridedElements<T>{work.data, work.stride},
                                               work.result, count, Operator(), begin, stream_);
    }
#endif
};

#pragma GCC visibility pop

}  // namespace pycu

/// The thread's report, which the module's own file has: PYCU_SHARE_REPORT is there.
#define PYCU_SHARED_REPORT(module) \
    __attribute__((visibility("hidden"))) pycu::Report& module##_shared_report_();

#endif  // PYCU_REDUCTION_INCLUDED
