// Decorators by their paths. See decorator_paths.h.
#include "python/decorator_paths.h"

#include <algorithm>
#include <iterator>

namespace pycu::sema {

bool is_cuda_jit(std::string_view path) {
    return path == "numba.cuda.jit";
}

bool is_ufunc_maker(std::string_view path) {
    constexpr std::string_view paths[] = {
        "numba.cuda.guvectorize", "numba.cuda.reduce", "numba.cuda.Reduce",
        "numba.cuda.vectorize",   "numba.guvectorize", "numba.vectorize",
    };
    return std::ranges::find(paths, path) != std::end(paths);
}

bool is_cpu_jit(std::string_view path) {
    return path == "numba.jit" || path == "numba.njit";
}

bool is_decorator_path(std::string_view path) {
    return is_cuda_jit(path) || is_cpu_jit(path) || is_ufunc_maker(path) ||
           path == "functools.partial";
}

}  // namespace pycu::sema
