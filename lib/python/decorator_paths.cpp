// Decorators by their paths. See decorator_paths.h.
#include "python/decorator_paths.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "support/nearest.h"

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

std::string meant_decorator(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    const std::string_view module = path.substr(0, dot), name = path.substr(dot + 1);
    std::vector<std::string> names = {"guvectorize", "jit", "vectorize"};
    if (module == "numba.cuda") {
        names.emplace_back("reduce");
    } else if (module == "numba") {
        names.insert(names.end(), {"cfunc", "njit", "stencil"});
    } else {
        return "";
    }
    const bool is_one = is_decorator_path(path) || std::ranges::count(names, name) != 0;
    return is_one ? "" : nearest(name, names);
}

}  // namespace pycu::sema
