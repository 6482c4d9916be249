// Declarations of the functions that others wrote.
#include <algorithm>

#include "emit/cpp_types.h"
#include "emit/texts.h"
#include "support/text.h"

namespace pycu::emit {

bool calls_foreign(const ir::Module& module) {
    return !module.foreign.empty() ||
           std::ranges::any_of(module.functions, [](const ir::Function& function) {
               return std::ranges::any_of(function.exprs,
                                          [](const ir::Expr& e) { return e.type.is_pointer(); });
           });
}

void print_foreign(const ir::Module& module, const Options& options, TextWriter& out) {
    if (!module.foreign.empty()) {
        out.blank();
    }
    const auto text_of = [&](Type type) { return type_text(type, module.types, options); };
    for (const auto& one : module.foreign) {
        const Type result = *one->signature.returns;
        std::vector<std::string> parameters;
        std::ranges::transform(one->signature.params, std::back_inserter(parameters), text_of);
        if (!one->is_c) {
            parameters.insert(parameters.begin(), text_of(result) + "* result");
        }
        out.comes_from(one->range);
        out.line("extern \"C\" __device__ ", one->is_c ? text_of(result) : "int", " ", one->name,
                 "(", join(parameters, ", "), ");");
    }
    out.comes_from({});
}

}  // namespace pycu::emit
