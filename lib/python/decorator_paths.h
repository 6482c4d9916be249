// Which paths are decorators that make functions of their own.
#pragma once

#include <string>
#include <string_view>

namespace pycu::sema {

/// Whether a path is one of the decorators that make CUDA functions, or compile for the CPU.
bool is_cuda_jit(std::string_view path);
/// Whether a decorator makes a ufunc, a generalised ufunc or a reduction, for whatever target.
bool is_ufunc_maker(std::string_view path);
bool is_cpu_jit(std::string_view path);
/// The name that is meant by a path in Numba that is none: `jit` by "numba.cuda.jti"; empty where
/// none is near.
std::string meant_decorator(std::string_view path);
/// Any of them, and functools.partial, which may make one.
bool is_decorator_path(std::string_view path);

}  // namespace pycu::sema
