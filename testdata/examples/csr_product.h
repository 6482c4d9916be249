// A sparse matrix in CSR form times vectors: a thread has a row, as slices of values and columns.
// Generated from csr_product.py by pycu: edit csr_product.py and run pycu again.
//
// A launch takes the grid, the block, the bytes of dynamic shared memory and the stream (Python
// writes [grid, block, stream, shared]), then the kernel's arguments. It returns 0 or a code of
// pycu_abi.h; csr_product_last_error() says what was wrong.
#ifndef PYCU_CSR_PRODUCT_H
#define PYCU_CSR_PRODUCT_H

#include "pycu_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

// y = A x, one column of x after the other.
//   csr_product(values: float64[::1], columns: int32[::1], starts: int32[::1], x: float64[:, ::1], y: float64[:, ::1])
PYCU_API int csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c(
    pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes, pycu_stream stream,
    pycu_array_f64_1d values, pycu_array_i32_1d columns, pycu_array_i32_1d starts,
    pycu_array_f64_2d x, pycu_array_f64_2d y);
PYCU_API int csr_product_csr_product(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                     pycu_stream stream, pycu_array_f64_1d values,
                                     pycu_array_i32_1d columns, pycu_array_i32_1d starts,
                                     pycu_array_f64_2d x, pycu_array_f64_2d y);

// Scales each row so that its values add up to one; an empty row stays.
//   normalise(values: float64[::1], starts: int32[::1])
PYCU_API int csr_product_normalise__a1f8c_a1i4c(pycu_dim3 grid, pycu_dim3 block,
                                                uint32_t shared_bytes, pycu_stream stream,
                                                pycu_array_f64_1d values, pycu_array_i32_1d starts);
PYCU_API int csr_product_normalise(pycu_dim3 grid, pycu_dim3 block, uint32_t shared_bytes,
                                   pycu_stream stream, pycu_array_f64_1d values,
                                   pycu_array_i32_1d starts);

// The text of this thread's last error, the entry that its last launch took, and what the library
// was built for: "cpu" or "cuda".
PYCU_API const char* csr_product_last_error(void);
PYCU_API const char* csr_product_last_entry(void);
PYCU_API const char* csr_product_target(void);

// Memory that the kernels can use, whichever target the library was built for. A copy is done
// when the stream is synchronised.
PYCU_API int csr_product_malloc(void** pointer, size_t bytes);
PYCU_API int csr_product_free(void* pointer);
PYCU_API int csr_product_copy(void* to, const void* from, size_t bytes, pycu_stream stream);
PYCU_API int csr_product_sync(pycu_stream stream);

#ifdef __cplusplus
}  // extern "C"
#endif

// The same for C++; the generated text itself has these names for its device code.
#if defined(__cplusplus) && !defined(PYCU_MODULE)
#include "pycu_call.h"

namespace csr_product {

[[nodiscard]] inline int csr_product(const std::nothrow_t&, const pycu::configuration& launch,
                                     pycu::array<const double, 1> values,
                                     pycu::array<const int, 1> columns,
                                     pycu::array<const int, 1> starts,
                                     pycu::array<const double, 2> x,
                                     pycu::array<double, 2> y) noexcept
{
    return pycu::launch(csr_product_csr_product__a1f8c_a1i4c_a1i4c_a2f8c_a2f8c, launch, values,
                        columns, starts, x, y);
}

inline void csr_product(const pycu::configuration& launch, pycu::array<const double, 1> values,
                        pycu::array<const int, 1> columns, pycu::array<const int, 1> starts,
                        pycu::array<const double, 2> x, pycu::array<double, 2> y)
{
    pycu::check(csr_product(std::nothrow, launch, values, columns, starts, x, y),
                csr_product_last_error);
}

[[nodiscard]] inline int normalise(const std::nothrow_t&, const pycu::configuration& launch,
                                   pycu::array<double, 1> values,
                                   pycu::array<const int, 1> starts) noexcept
{
    return pycu::launch(csr_product_normalise__a1f8c_a1i4c, launch, values, starts);
}

inline void normalise(const pycu::configuration& launch, pycu::array<double, 1> values,
                      pycu::array<const int, 1> starts)
{
    pycu::check(normalise(std::nothrow, launch, values, starts), csr_product_last_error);
}

// The memory functions, in elements; pycu::buffer frees its own.
inline constexpr pycu::memory pycu_memory = {
    csr_product_malloc, csr_product_free, csr_product_copy, csr_product_sync, csr_product_last_error,
};

template <class T>
[[nodiscard]] T* malloc(size_t elements)
{
    return pycu_memory.allocate<T>(elements);
}

inline void free(void* pointer)
{
    pycu_memory.release(pointer);
}

template <class T>
void copy(T* to, const T* from, size_t elements, pycu_stream stream = nullptr)
{
    pycu_memory.move(to, from, elements, stream);
}

inline void sync(pycu_stream stream = nullptr)
{
    pycu_memory.wait(stream);
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements)
{
    return {pycu_memory, elements};
}

template <class T>
[[nodiscard]] pycu::buffer<T> make_buffer(size_t elements, int& code) noexcept
{
    return {pycu_memory, elements, code};
}

}  // namespace csr_product
#endif

#endif  // PYCU_CSR_PRODUCT_H
