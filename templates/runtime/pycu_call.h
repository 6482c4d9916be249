// What the C++ forms in a module's header are made of. C++17, no CUDA header.
//
// A launch takes a configuration and views of its arrays; what goes wrong is thrown as pycu::error,
// or returned as a code when the first argument is std::nothrow:
//
//   heat::step({{4, 4}, {16, 16}}, u, out);
//   const int code = heat::step(std::nothrow, {{4, 4}, {16, 16}}, u, out);
//
// Where the compiler has no exceptions (-fno-exceptions), what would be thrown is printed, and the
// program ends.
#ifndef PYCU_CALL_INCLUDED
#define PYCU_CALL_INCLUDED

#include <cstdio>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "pycu_abi.h"
#include "pycu_array.h"

namespace pycu {

/// What a launch or a memory function reports: its code in pycu_abi.h, and a text.
class error : public std::runtime_error {
  public:
    error(int code, const char* text) : std::runtime_error(text), code_(code) {}
    [[nodiscard]] int code() const noexcept { return code_; }

  private:
    int code_;
};

/// Throws what `text` says of a code other than 0. Without exceptions the program ends with it.
inline void check(int code, const char* (*text)()) {
    if (code != PYCU_SUCCESS) {
#if defined(__cpp_exceptions)
        throw error(code, text());
#else
        std::fprintf(stderr, "pycu: %s (code %d)\n", text(), code);
        std::abort();
#endif
    }
}

/// Blocks of a grid or threads of a block: 256, {16, 16}, a pycu_dim3, CUDA's dim3.
class dimensions {
  public:
    template <class X, class = std::enable_if_t<std::is_integral_v<X>>>
    constexpr dimensions(X x) : value_{extent(x), 1, 1} {}
    template <class X, class Y>
    constexpr dimensions(X x, Y y) : value_{extent(x), extent(y), 1} {}
    template <class X, class Y, class Z>
    constexpr dimensions(X x, Y y, Z z) : value_{extent(x), extent(y), extent(z)} {}
    template <class D, class = decltype(std::declval<const D&>().x + std::declval<const D&>().z)>
    constexpr dimensions(const D& d) : value_{extent(d.x), extent(d.y), extent(d.z)} {}

    constexpr operator pycu_dim3() const { return value_; }

  private:
    /// What no extent can be stays so: a launch refuses 0 and the largest number.
    template <class X>
    static constexpr uint32_t extent(X x) {
        static_assert(std::is_integral_v<X>, "extents are integers");
        if constexpr (std::is_signed_v<X>) {
            if (x < 0) {
                return 0;
            }
        }
        const auto n = static_cast<std::make_unsigned_t<decltype(x + 0)>>(x);
        return n < UINT32_MAX ? static_cast<uint32_t>(n) : UINT32_MAX;
    }

    pycu_dim3 value_;
};

/// How a kernel is launched: {grid, block}, {grid, block, shared_bytes, stream}.
struct configuration {
    pycu_dim3 grid;
    pycu_dim3 block;
    uint32_t shared_bytes;
    pycu_stream stream;
    bool is_empty = false;

    constexpr configuration(const dimensions& blocks, const dimensions& threads,
                            uint32_t shared = 0, pycu_stream on = nullptr)
        : grid(blocks), block(threads), shared_bytes(shared), stream(on) {}
};

/// A grid of at least `threads` threads; none launch nothing.
constexpr configuration forall(int64_t threads, int64_t block = 256, uint32_t shared = 0,
                               pycu_stream on = nullptr) {
    configuration result(threads > 0 && block > 0 ? (threads - 1) / block + 1 : 0, block, shared,
                         on);
    result.is_empty = threads == 0;
    return result;
}

/// An argument as a wrapper takes it: a scalar as it is, an array as its struct of pycu_abi.h.
template <class P>
constexpr P abi(P scalar) {
    return scalar;
}
template <class P, class Z, class = decltype(P::re), class = decltype(std::declval<Z>().real())>
constexpr P abi(const Z& number) {
    return {number.real(), number.imag()};
}
template <class A, class T, int R>
A abi(const array<T, R>& a) {
    A result;
    result.data =
        reinterpret_cast<decltype(result.data)>(const_cast<std::remove_const_t<T>*>(a.data));
    if constexpr (R > 0) {
        for (int k = 0; k < R; ++k) {
            result.shape[k] = a.shape[k];
            result.strides[k] = a.strides[k];
        }
    }
    return result;
}

/// Calls a wrapper.
template <class... Params, class... Args>
[[nodiscard]] int launch(int (*wrapper)(pycu_dim3, pycu_dim3, uint32_t, pycu_stream, Params...),
                         const configuration& at, const Args&... args) {
    return at.is_empty
               ? int(PYCU_SUCCESS)
               : wrapper(at.grid, at.block, at.shared_bytes, at.stream, pycu::abi<Params>(args)...);
}

/// An argument of a ufunc: elements of T in any number of dimensions up to 8.
template <class T>
class operand {
  public:
    template <class U, int R, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
    operand(const array<U, R>& a) : data_(a.data), rank_(R) {
        static_assert(R <= 8, "an operand has up to 8 dimensions");
        for (int k = 0; k < R; ++k) {
            shape_[k] = a.shape[k];
            strides_[k] = a.strides[k];
        }
    }
    /// What holds its elements side by side: a vector, a std::span, a pycu::buffer.
    template <class C, class = typename if_contiguous<std::remove_reference_t<C>, T>::type>
    operand(C&& container) : operand(array<T, 1>(container.data(), container.size())) {}

    /// As a wrapper takes it; it points into this.
    template <class A>
    [[nodiscard]] A abi() const {
        A result;
        result.data =
            reinterpret_cast<decltype(result.data)>(const_cast<std::remove_const_t<T>*>(data_));
        result.rank = rank_;
        result.shape = shape_;
        result.strides = strides_;
        return result;
    }

  private:
    T* data_;
    int32_t rank_;
    int64_t shape_[8] = {};
    int64_t strides_[8] = {};
};

/// Calls the wrapper of a ufunc.
template <class... A, class... Operands>
[[nodiscard]] int apply(int (*wrapper)(pycu_stream, A...), pycu_stream stream,
                        const Operands&... operands) {
    return wrapper(stream, operands.template abi<A>()...);
}

/// Calls the wrapper of a reduction.
template <class A, class N, class T>
[[nodiscard]] int reduce(int (*wrapper)(pycu_stream, void*, size_t*, A, const N*, N*),
                         pycu_stream stream, void* storage, size_t& storage_bytes,
                         const operand<const T>& array, const T* init, T* result) {
    static_assert(sizeof(N) == sizeof(T), "one type with two names");
    return wrapper(stream, storage, &storage_bytes, array.template abi<A>(),
                   reinterpret_cast<const N*>(init), reinterpret_cast<N*>(result));
}

/// Whether the elements lie packed in row-major order, as `float32[:, ::1]` promises ...
template <class T, int R>
[[nodiscard]] bool is_row_major(const array<T, R>& a) {
    int64_t step = sizeof(T);
    bool packed = true;
    for (int k = R - 1; k >= 0; --k) {
        packed = packed && (a.shape[k] == 1 || a.strides[k] == step);
        step *= a.shape[k];
    }
    return packed || step == 0;
}

/// ... or in column-major order, as `float32[::1, :]` does.
template <class T, int R>
[[nodiscard]] bool is_column_major(const array<T, R>& a) {
    int64_t step = sizeof(T);
    bool packed = true;
    for (int k = 0; k < R; ++k) {
        packed = packed && (a.shape[k] == 1 || a.strides[k] == step);
        step *= a.shape[k];
    }
    return packed || step == 0;
}

/// The memory functions of a module.
struct memory {
    int (*get)(void**, size_t);
    int (*put)(void*);
    int (*copy)(void*, const void*, size_t, pycu_stream);
    int (*sync)(pycu_stream);
    const char* (*last_error)();

    /// Memory for so many elements of T.
    template <class T>
    [[nodiscard]] T* allocate(size_t elements) const {
        int code = PYCU_SUCCESS;
        T* const pointer = allocate<T>(elements, code);
        check(code, last_error);
        return pointer;
    }
    /// The same, and null where `code` is not 0.
    template <class T>
    [[nodiscard]] T* allocate(size_t elements, int& code) const noexcept {
        static_assert(std::is_trivially_copyable_v<T>, "kernels see bytes");
        void* pointer = nullptr;
        code = get(&pointer, bytes_of<T>(elements));
        return code == PYCU_SUCCESS ? static_cast<T*>(pointer) : nullptr;
    }
    void release(void* pointer) const { check(put(pointer), last_error); }
    template <class T>
    void move(T* to, const T* from, size_t elements, pycu_stream stream) const {
        check(copy(to, from, bytes_of<T>(elements), stream), last_error);
    }
    void wait(pycu_stream stream) const { check(sync(stream), last_error); }

  private:
    /// More than there is where the number has no size_t.
    template <class T>
    static constexpr size_t bytes_of(size_t elements) {
        return elements <= SIZE_MAX / sizeof(T) ? elements * sizeof(T) : SIZE_MAX;
    }
};

/// Elements that a module's kernels can use; they are its own and go with it.
template <class T>
class buffer {
  public:
    buffer(const memory& from, size_t elements)
        : memory_(from), data_(from.allocate<T>(elements)), size_(elements) {}
    /// The same, and without elements where `code` is not 0.
    buffer(const memory& from, size_t elements, int& code) noexcept
        : memory_(from),
          data_(from.allocate<T>(elements, code)),
          size_(code == PYCU_SUCCESS ? elements : 0) {}
    buffer(buffer&& other) noexcept
        : memory_(other.memory_),
          data_(std::exchange(other.data_, nullptr)),
          size_(std::exchange(other.size_, 0)) {}
    buffer& operator=(buffer&& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }
    buffer(const buffer&) = delete;
    buffer& operator=(const buffer&) = delete;
    ~buffer() {
        if (data_ != nullptr) {
            (void)memory_.put(data_);
        }
    }

    [[nodiscard]] T* data() noexcept { return data_; }
    [[nodiscard]] const T* data() const noexcept { return data_; }
    [[nodiscard]] size_t size() const noexcept { return size_; }

    /// The elements as a row-major array: view(rows, columns).
    template <class... Extents>
    [[nodiscard]] array<T, int(sizeof...(Extents))> view(Extents... extents) {
        return {data_, extents...};
    }
    template <class... Extents>
    [[nodiscard]] array<const T, int(sizeof...(Extents))> view(Extents... extents) const {
        return {data_, extents...};
    }

    /// Copies from or to what has data() and as many elements, and waits until that is done.
    template <class C>
    void copy_from(const C& container, pycu_stream stream = nullptr) {
        copy(data_, checked(container), stream);
    }
    template <class C>
    void copy_to(C&& container, pycu_stream stream = nullptr) const {
        copy(checked(container), data_, stream);
    }

  private:
    /// The elements of a container that has as many as this.
    template <class C>
    auto checked(C& container) const {
        static_assert(points_to<decltype(container.data()), const T>::value, "other elements");
        check(container.size() == size_ ? PYCU_SUCCESS : PYCU_ERROR_SHAPE,
              [] { return "a copy between a buffer and a container of another size"; });
        return container.data();
    }

    void copy(T* to, const T* from, pycu_stream stream) const {
        memory_.move(to, from, size_, stream);
        memory_.wait(stream);
    }

    memory memory_;
    T* data_;
    size_t size_;
};

}  // namespace pycu

#endif  // PYCU_CALL_INCLUDED
