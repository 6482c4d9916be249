// Whether a value is an object of a class: `isinstance` and the class patterns of `match`.
#include <algorithm>

#include "python/interpreter.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// A list, tuple, dict, slice or what else stands as one, of no class of its own.
bool is_container(const HostItems* items) {
    return items != nullptr && items->class_name.empty() && !items->of.valid();
}

/// What is no object of a class of Python's numbers and texts, nor of a container, whatever it is.
bool is_thing(const Value& value) {
    return value.is<NoneValue>() || value.is<FunctionRef>() || value.is<ModuleRef>() ||
           value.is<ClassRef>() || value.is<TypeObject>() || value.is<HostLauncher>() ||
           (value.array() != nullptr && value.array()->rank() > 0);
}

/// One of NumPy's numbers is float and complex where it has all of their bits, and never an int.
std::optional<bool> is_numpy_of(const TypeObject& of, Type type) {
    if (of.kind == TypeObject::Kind::Python) {
        return of.type == type && (of.type.is_float() || of.type.is_complex());
    }
    // Several classes of integers have the same bits.
    const bool is_said = of.type != type || type.is_float() || type.is_complex() || type.is_bool();
    return is_said ? std::optional(of.type == type) : std::nullopt;
}

std::optional<bool> is_of_scalar(const TypeObject& of, const Value& subject) {
    if (of.is_longlong) {
        return std::nullopt;
    }
    const bool is_class = of.kind == TypeObject::Kind::Python || of.kind == TypeObject::Kind::NumPy;
    if (!is_class || !of.type.is_scalar() || subject.is<EnumValue>()) {
        return std::nullopt;
    }
    if (subject.is<StringValue>() || subject.items() != nullptr || is_thing(subject)) {
        return false;
    }
    const auto number = number_of(subject);
    if (!number) {
        return std::nullopt;
    }
    if (!number->is_python) {
        return is_numpy_of(of, number->type);
    }
    const bool is_int = !number->type.is_float() && !number->type.is_complex();
    return of.kind == TypeObject::Kind::Python &&
           (of.type == number->type || (of.type == int64 && is_int));
}

/// Whether a number is of one of NumPy's abstract classes; nothing for other paths.
std::optional<bool> is_of_kind(const std::string& path, const Value& subject) {
    const auto number = number_of(subject);
    const bool is_numpy = number && !number->is_python;
    const Type type = is_numpy ? number->type : Type::none();
    return path == "numpy.generic"           ? std::optional(is_numpy)
           : path == "numpy.number"          ? std::optional(is_numpy && !type.is_bool())
           : path == "numpy.integer"         ? std::optional(is_numpy && type.is_integer())
           : path == "numpy.floating"        ? std::optional(is_numpy && type.is_float())
           : path == "numpy.complexfloating" ? std::optional(is_numpy && type.is_complex())
                                             : std::nullopt;
}

std::optional<bool> is_of_path(const std::string& path, const Value& subject) {
    const HostArray* array = subject.array();
    const bool is_numpys = path.starts_with("numpy.") && !subject.is<EnumValue>();
    if (is_numpys && (number_of(subject) || subject.is<StringValue>() ||
                      subject.items() != nullptr || is_thing(subject))) {
        if (const auto made = is_of_kind(path, subject)) {
            return made;
        }
    }
    const bool is_number = number_of(subject) && !subject.is<EnumValue>();
    const bool is_cupys = path == "cupy.ndarray";
    if (is_cupys || path == "numpy.ndarray") {
        if (array == nullptr) {
            const bool is_other = is_number || subject.is<StringValue>() ||
                                  subject.items() != nullptr || is_thing(subject);
            return is_other ? std::optional(false) : std::nullopt;
        }
        const bool is_sure = array->rank() > 0 && (!array->is_cupy || array->is_cupy_alone);
        return is_sure ? std::optional(is_cupys ? array->is_cupy : !array->is_device)
                       : std::nullopt;
    }
    const bool is_text = path == "builtins.str";
    if (subject.is<StringValue>() && is_text) {
        return true;
    }
    const HostItems* items = subject.items();
    if (is_container(items) && path.starts_with("builtins.")) {
        if (path == "builtins.slice" || items->is_slice) {
            return path == "builtins.slice" && items->is_slice;
        }
        // Views of dicts and iterators stand here as lists, ranges as tuples.
        if (path == "builtins.dict") {
            return items->is_dict;
        }
        if (items->is_dict || (path == "builtins.list" && !items->is_list) ||
            (path == "builtins.tuple" && items->is_list)) {
            return false;
        }
    }
    const bool is_container = path == "builtins.list" || path == "builtins.tuple" ||
                              path == "builtins.dict" || path == "builtins.bytes" ||
                              path == "builtins.slice";
    const bool is_other = is_number || is_thing(subject) || subject.is<StringValue>() ||
                          (is_text && subject.items() != nullptr);
    return (is_text || is_container) && is_other ? std::optional(false) : std::nullopt;
}

}  // namespace

/// Nothing where nobody knows.
std::optional<bool> Interpreter::is_instance(const Value& subject, const Value& type) {
    const auto* object = subject.get<HostObject>();
    const auto* asked = type.get<ClassRef>();
    if (object != nullptr && asked != nullptr && !object->behind.valid() &&
        !is_turned(object->of) && is_subclass(object->of, asked->def)) {
        return true;
    }
    const MadeClass* own = object != nullptr ? made_class(object->of) : nullptr;
    const MadeClass* asked_for = asked != nullptr ? made_class(asked->def) : nullptr;
    const bool is_of_library =
        own != nullptr && own->is_of_library &&
        (asked == nullptr || (asked_for != nullptr && asked_for->is_of_library));
    if (object != nullptr && !is_of_library &&
        (is_open_class(object->of) || object->behind.valid())) {
        return std::nullopt;
    }
    if (const auto* of = type.get<ClassRef>()) {
        const MadeClass* made = made_class(of->def);
        if (made == nullptr || made->is_decorated) {
            return std::nullopt;
        }
        if (object != nullptr) {
            return is_subclass(object->of, of->def);
        }
        const bool is_plain =
            made->library_base.empty() && (made->is_of_library || !is_open_class(of->def));
        const bool is_other = number_of(subject) || subject.is<StringValue>() ||
                              is_thing(subject) || is_container(subject.items());
        return is_plain && is_other && !subject.is<EnumValue>() ? std::optional(false)
                                                                : std::nullopt;
    }
    const auto* scalar = type.get<TypeObject>();
    const auto* path = type.get<Dotted>();
    if (object != nullptr) {
        const bool is_builtin =
            scalar != nullptr ? scalar->kind == TypeObject::Kind::Python
                              : path != nullptr && is_of_path(path->path, {NoneValue{}}) == false;
        if (path != nullptr && path->path == "builtins.dict" && in_class(object->of, "update")) {
            return std::nullopt;  // a library's dict
        }
        const bool is_array =
            path != nullptr && (path->path == "numpy.ndarray" || path->path == "cupy.ndarray");
        return is_builtin || (is_of_library && is_array) ? std::optional(false) : std::nullopt;
    }
    return scalar != nullptr ? is_of_scalar(*scalar, subject)
           : path != nullptr ? is_of_path(path->path, subject)
                             : std::nullopt;
}

/// `isinstance(value, type)`, with a tuple of types, too; nothing where nobody knows.
std::optional<bool> Interpreter::is_one_instance(const Value& subject, const Value& types) {
    const auto* all = types.get<HostItems>();
    if (all == nullptr) {
        return is_instance(subject, types);
    }
    bool is_known = true;
    for (const Value& one : all->items) {
        const auto is_it = is_one_instance(subject, one);
        if (is_it == true) {
            return true;
        }
        is_known = is_known && is_it;
    }
    return is_known ? std::optional(false) : std::nullopt;
}

}  // namespace pycu::sema
