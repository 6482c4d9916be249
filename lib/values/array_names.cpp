// Which attributes arrays have: what programs ask to tell them from what other libraries have.
#include <algorithm>

#include "values/functions.h"
#include "values/numbers.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

/// Of NumPy's, CuPy's and Numba's arrays; of NumPy's alone; of those on the device; of none.
constexpr std::string_view of_all[] = {"T",     "dtype",   "flags", "nbytes", "ndim",
                                       "ravel", "reshape", "shape", "size",   "strides"};
constexpr std::string_view of_host[] = {
    "__array_interface__", "astype", "copy", "sum", "tobytes", "tolist"};
constexpr std::string_view of_device[] = {"__cuda_array_interface__"};
constexpr std::string_view of_others[] = {"compute", "coords",   "cpu",     "detach",     "dims",
                                          "iloc",    "index",    "is_cuda", "map_blocks", "numpy",
                                          "rechunk", "to_numpy", "values"};

bool is_one_of(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

HostResult has_attribute(const CallArguments& args) {
    const HostArray* array = args.positional[0].array();
    const auto* text = args.positional[1].get<StringValue>();
    if (array == nullptr || text == nullptr || array->spoiled) {
        return host_number(boolean);
    }
    if (is_one_of(of_all, text->text)) {
        return python_bool(true);
    }
    if (is_one_of(of_others, text->text)) {
        return python_bool(false);
    }
    const bool is_open = array->is_cupy && !array->is_cupy_alone;  // of either library
    const bool is_of_device = is_one_of(of_device, text->text);
    if (!is_open && (is_of_device || (is_one_of(of_host, text->text) && !array->is_cupy))) {
        return python_bool(is_of_device == array->is_device);
    }
    return host_number(boolean);
}

}  // namespace pycu::sema
