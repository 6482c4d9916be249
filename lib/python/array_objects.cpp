// Objects of the program that say they are arrays, and those of libraries that pycu carries.
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

/// `x.anything_()`: a method that nobody knows changes the object of a library that it is called
/// on, as its name says.
void Interpreter::escape_changed(ExprId callee, Range range) {
    const auto* method = std::get_if<syntax::Attribute>(&tree_->exprs[callee].as);
    if (method == nullptr || !method->attr.ends_with('_') || method->attr.ends_with("__")) {
        return;
    }
    ExprId root = method->value;  // to look at it again is to do nothing
    while (const auto* of = std::get_if<syntax::Attribute>(&tree_->exprs[root].as)) {
        root = of->value;
    }
    if (!std::holds_alternative<syntax::Name>(tree_->exprs[root].as)) {
        return;
    }
    const Value object = eval(method->value);
    const auto* self = object.get<HostObject>();
    const MadeClass* of = self != nullptr ? made_class(self->of) : nullptr;
    const bool is_of_library = of != nullptr && std::ranges::any_of(of->order, [&](StmtId one) {
                                   const MadeClass* base = one.valid() ? made_class(one) : nullptr;
                                   return base != nullptr && base->is_of_library;
                               });
    if (is_of_library) {
        escape(object, range);
    }
}

}  // namespace pycu::sema
