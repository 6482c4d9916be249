// Modules that are always there. See certain_imports.h.
#include "values/certain_imports.h"

#include <algorithm>

#include "api/functions.h"
#include "values/imports.h"

namespace pycu::sema {

namespace {

constexpr std::string_view of_python[] = {
#define PYCU_MODULE(name) name,
#include "values/python_modules.def"
};

/// The parts of Numba that `from numba import` may name.
constexpr std::string_view of_numba[] = {"config", "core",    "cuda",  "errors", "experimental",
                                         "np",     "testing", "typed", "types"};

std::string_view head_of(std::string_view module) {
    return module.substr(0, module.find('.'));
}

}  // namespace

bool is_always_there(std::string_view module) {
    const std::size_t dot = module.rfind('.');
    if (module.starts_with("numpy.")) {
        return is_always_there(module.substr(0, dot), module.substr(dot + 1));
    }
    const std::string_view head = head_of(module);
    return head == "numba" || head == "numpy" || std::ranges::binary_search(of_python, head);
}

bool is_always_there(std::string_view module, std::string_view member) {
    if (module.starts_with("numba.")) {
        return true;
    }
    const Value value = module_member(module, member, {});
    const bool is_part = module == "numba" && std::ranges::count(of_numba, member) > 0;
    return is_part || (value.is<Dotted>() ? api::has_member(module, member) : !value.is_unknown());
}

}  // namespace pycu::sema
