// What the members of math, numpy, numba and its submodules are.
#include "values/imports.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "api/functions.h"
#include "types/scalar.h"
#include "types/signature.h"
#include "values/cupy.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

std::optional<Value> constant(std::string_view module, std::string_view name) {
    if (name == "pi") {
        return python_float(3.141592653589793);
    }
    if (name == "e") {
        return python_float(2.718281828459045);
    }
    if (name == "inf") {
        return python_float(std::numeric_limits<double>::infinity());
    }
    if (name == "nan") {
        return python_float(std::numeric_limits<double>::quiet_NaN());
    }
    if (module == "cmath" && (name == "infj" || name == "nanj")) {
        const double part = name == "infj" ? std::numeric_limits<double>::infinity()
                                           : std::numeric_limits<double>::quiet_NaN();
        return Value{ComplexValue{complex128, {0.0, part}}};
    }
    if (name == "tau" && module != "numpy") {
        return python_float(6.283185307179586);
    }
    if (module == "numpy" && name == "euler_gamma") {
        return python_float(0.5772156649015329);
    }
    if (module == "numpy" && name == "newaxis") {
        return Value{NoneValue{}};
    }
    return std::nullopt;
}

/// A type of Numba's by its name in numba, numba.types or numba.cuda.
std::optional<Value> numba_type(std::string_view module, std::string_view name, Range range) {
    if (module != "numba.types" && module != "numba" && module != "numba.cuda") {
        return std::nullopt;
    }
    if (is_type_constructor(name)) {
        return Value{Dotted{"numba.types." + std::string(name)}};
    }
    const auto type = type_by_name(name);
    if (!type) {
        return std::nullopt;
    }
    if (const auto* problem = std::get_if<TypeProblem>(&*type)) {
        return Value{Unknown{problem->message, range, problem->is_later}};
    }
    return Value{TypeObject{std::get<Type>(*type), TypeObject::Kind::Numba}};
}

}  // namespace

Value module_value(std::string_view path, Range range) {
    const std::size_t dot = path.rfind('.');
    // `import numba.cuda as c` and `from numba import cuda as c` are one thing.
    if (dot != std::string_view::npos) {
        const Value outer = module_value(path.substr(0, dot), range);
        if (const auto* name = outer.get<Dotted>()) {
            return module_member(name->path, path.substr(dot + 1), range);
        }
    }
    return {Dotted{std::string(api::canonical(path))}};
}

Value module_member(std::string_view path, std::string_view name, Range range) {
    // dtypes are NumPy's own
    const std::string_view arrays = path == "cupy" || path == cupy_or_numpy ? "numpy" : path;
    if (path == "math" || arrays == "numpy" || path == "cmath") {
        if (auto value = constant(arrays, name)) {
            return *value;
        }
    }
    if (arrays == "numpy") {
        if (const auto scalar = numpy_scalar(name)) {
            const bool is_longlong = name.ends_with("longlong");
            return {TypeObject{Type::scalar(*scalar), TypeObject::Kind::NumPy, 0, is_longlong}};
        }
        if (name == "True_" || name == "False_") {
            return numpy_number(Scalar::Bool, name == "True_");
        }
        // Python's own, under the names that they had in NumPy up to 1.23.
        if (name == "float" || name == "int" || name == "complex") {
            return *builtin(name);
        }
    }
    if (path == "numba.cuda.random" &&
        (name == "xoroshiro128p_type" || name == "xoroshiro128p_dtype")) {
        const auto kind =
            name.ends_with("_dtype") ? TypeObject::Kind::Dtype : TypeObject::Kind::Numba;
        return {TypeObject{Type::random_state(), kind, 16}};
    }
    if ((path == "numba.config" || path == "numba.core.config") && name == "ENABLE_CUDASIM") {
        return python_int(0);  // what runs kernels on CUDA is not the simulator
    }
    if (path == "builtins") {
        if (auto value = builtin(name)) {
            return *value;
        }
    }
    if (auto type = numba_type(path, name, range)) {
        return *type;
    }
    return {Dotted{std::string(api::canonical(std::string(path) + "." + std::string(name)))}};
}

Value imported_member(std::string_view module, int level, std::string_view name, Range range) {
    if (level > 0) {
        const std::string from = std::string(std::size_t(level), '.') + std::string(module);
        return unknown("it comes from the module `" + from + "`", range);
    }
    const Value from = module_value(module, range);
    const auto* path = from.get<Dotted>();
    return path != nullptr ? module_member(path->path, name, range) : from;
}

std::optional<Value> star_member(std::string_view module, std::string_view name, Range range) {
    const Value value = module_value(module, range);
    const auto* dotted = value.get<Dotted>();
    const std::string path = dotted != nullptr ? dotted->path : std::string(module);
    Value member = module_member(path, name, range);
    if (!member.is<Dotted>() || api::has_member(in_numpy_of_cupy(path), name) ||
        (path == "numba.types" && is_type_constructor(name))) {
        return member;
    }
    // What is not known of these is not there, or of no use here.
    constexpr std::string_view modules[] = {
        "__future__", "cmath",       "enum",  "math", "matplotlib", "numba",  "numpy", "numba.cuda",
        "os",         "numba.types", "pylab", "sys",  "time",       "timeit", "typing"};
    if (std::ranges::find(modules, path) != std::end(modules)) {
        return std::nullopt;
    }
    return Value{Unknown{"it may come from `from " + std::string(module) + " import *`", range}};
}

std::optional<Value> builtin(std::string_view name) {
    const auto python_type = [](Type type) {
        return Value{TypeObject{type, TypeObject::Kind::Python}};
    };
    if (name == "int") {
        return python_type(int64);
    }
    if (name == "float") {
        return python_type(float64);
    }
    if (name == "bool") {
        return python_type(boolean);
    }
    if (name == "complex") {
        return python_type(complex128);
    }
    if (name == "__name__") {
        return Value{StringValue{"__main__"}};
    }
    if (name == "__debug__") {
        return Value{NumberValue{boolean, true}};
    }
    constexpr std::string_view of_a_module[] = {"__builtins__", "__cached__", "__doc__",
                                                "__file__",     "__loader__", "__package__",
                                                "__path__",     "__spec__"};
    if (std::ranges::find(of_a_module, name) != std::end(of_a_module)) {
        Unknown set_by_python{"Python sets it when the program runs", {}};
        if (name == "__file__") {
            set_by_python.beside = name;
        }
        return Value{std::move(set_by_python)};
    }
    if (api::has_member("builtins", name)) {
        return Value{Dotted{"builtins." + std::string(name)}};
    }
    const bool is_another =
        name.ends_with("Error") || name.ends_with("Warning") || name == "Exception" ||
        name == "BaseException" || name == "StopIteration" || name == "KeyboardInterrupt" ||
        name == "SystemExit" || name == "NotImplemented" || name == "__import__";
    return is_another ? std::optional(Value{Dotted{"builtins." + std::string(name)}})
                      : std::nullopt;
}

}  // namespace pycu::sema
