// Objects of the program that say they are arrays.
#include <algorithm>

#include "python/interpreter.h"
#include "values/array_interface.h"
#include "values/or_none.h"

namespace pycu::sema {

/// What Numba and CuPy take an object for by its `__cuda_array_interface__`, and NumPy by what its
/// `__array__` returns; any other value itself.
Value Interpreter::as_array(const Value& value, bool is_device, Range range) {
    const auto* object = value.get<HostObject>();
    if (object == nullptr) {
        return value;
    }
    if (!is_device) {
        const auto made = call_own(value, "__array__", {{}, {}, range}, false, range);
        return made ? *made : value;
    }
    const bool has_one = in_class(object->of, device_interface) ||
                         sema::item_of(*object->attributes, device_interface) != nullptr;
    if (!has_one) {
        return value;
    }
    const Value interface = asked(attribute(value, device_interface, range), failures_);
    const auto made = array_of_interface(interface);
    const MadeClass* of = made_class(object->of);
    const bool says_why = interface.is_unknown() && (of == nullptr || !of->is_of_library);
    return made ? *made : says_why ? interface : unknown("nobody knows which array it is", range);
}

/// The same of the arguments of a function that makes an array of what it is given.
void Interpreter::take_arrays(const std::string& path, CallArguments& args, Range range) {
    constexpr std::string_view makers[] = {"array", "asanyarray", "asarray", "ascontiguousarray",
                                           "asfortranarray"};
    const std::size_t dot = path.rfind('.');
    if (dot == path.npos) {
        return;
    }
    const std::string_view module = std::string_view(path).substr(0, dot);
    const std::string_view name = std::string_view(path).substr(dot + 1);
    const bool is_device = module != "numpy";
    const bool takes_one = module == "numba.cuda"
                               ? name == "as_cuda_array" || name == "to_device"
                               : (module == "numpy" || module == "cupy") &&
                                     std::ranges::find(makers, name) != std::end(makers);
    if (takes_one && !args.positional.empty()) {
        Value& one = args.positional[0];
        one = as_array(one, is_device, range);
        if (name == "to_device") {
            one = as_array(one, false, range);  // what is on the device stays there
        }
    }
}

}  // namespace pycu::sema
