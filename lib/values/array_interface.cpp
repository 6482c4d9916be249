// Arrays on the device as dicts, and back. See array_interface.h.
#include "values/array_interface.h"

#include "values/numbers.h"

namespace pycu::sema {

Value interface_of(const HostArray& array) {
    const auto numbers = [](const std::vector<Extent>& extents) {
        std::vector<Value> items;
        for (const Extent& one : extents) {
            items.push_back(host_integer(one));
        }
        return host_tuple(std::move(items));
    };
    // Strides that may turn out to be those of C order say as much as None does.
    const bool is_dense = values::is_contiguous(array.memory, array.item()) == values::Tri::Yes;
    HostItems made;
    made.is_dict = true;
    const auto put = [&](const char* key, Value value) {
        made.keys.push_back({StringValue{key}});
        made.items.push_back(std::move(value));
    };
    put("shape", numbers(array.memory.extents));
    put("strides", is_dense ? Value{NoneValue{}} : numbers(array.memory.strides));
    put("typestr", dtype_attribute(array.dtype, "str")
                       .value_or(unknown("it is the text of a record's dtype", {})));
    put("data", host_tuple({host_integer(), python_bool(false)}));
    put("stream", unknown("it is the stream of the array", {}));
    put("version", python_int(3));
    return host_items(std::move(made));
}

HostResult array_of_interface(const Value& interface) {
    const HostItems* dict = interface.items();
    if (dict == nullptr || !dict->is_dict) {
        return std::nullopt;
    }
    const Value* shape = item_of(*dict, "shape");
    const Value* text = item_of(*dict, "typestr");
    const Value* strides = item_of(*dict, "strides");
    const auto extents = shape != nullptr ? host_shape(*shape) : std::nullopt;
    const auto dtype = text != nullptr && text->is<StringValue>() ? dtype_of(*text) : std::nullopt;
    if (!extents || !dtype || dict->more != nullptr) {
        return std::nullopt;
    }
    const HostDtype of(*dtype);
    if (strides == nullptr || strides->is<NoneValue>()) {
        return host_contiguous(of, *extents, true);
    }
    const auto steps = strides->or_none ? std::nullopt : host_shape(*strides);
    if (!steps || steps->size() != extents->size()) {
        return std::nullopt;
    }
    return host_array(of, values::Strides{*extents, *steps, {}}, true);
}

}  // namespace pycu::sema
