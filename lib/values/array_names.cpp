// Which attributes arrays have, by which programs tell them from what other libraries have; those
// of their dtypes and their flags.
#include <algorithm>

#include "types/scalar.h"
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

std::optional<Value> dtype_attribute(const HostDtype& dtype, std::string_view name) {
    if (dtype.record.is_record()) {
        return name == "kind" ? std::optional(Value{StringValue{"V"}}) : std::nullopt;
    }
    const ScalarInfo& info = scalar_info(dtype.scalar);
    std::string text;
    if (name == "str") {
        text = (info.bytes == 1 ? "|" : "<") + std::string(info.numpy_code);
    } else if (name == "name") {
        text = info.python;
    } else if (name == "kind") {
        text = info.numpy_code.substr(0, 1);
    } else {
        return std::nullopt;
    }
    return Value{StringValue{std::move(text)}};
}

std::optional<Value> flag_of(const Value& value, std::string_view name) {
    const HostArray* array = value.array();
    const bool is_c = name == "c_contiguous" || name == "C_CONTIGUOUS";
    if (array == nullptr || array->spoiled ||
        !(is_c || name == "f_contiguous" || name == "F_CONTIGUOUS")) {
        return std::nullopt;
    }
    const values::Tri is_dense = values::is_contiguous(array->memory, array->item(), !is_c);
    return is_dense == values::Tri::Unknown ? host_number(boolean)
                                            : python_bool(is_dense == values::Tri::Yes);
}

}  // namespace pycu::sema
