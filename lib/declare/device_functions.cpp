// What was found of a file's functions. See decorators.h.
#include <algorithm>

#include "declare/decorators.h"

namespace pycu::sema {

bool has_parameters(const std::vector<GivenSignature>& signatures,
                    const std::vector<Type>& params) {
    return std::ranges::any_of(
        signatures, [&](const GivenSignature& one) { return one.signature.params == params; });
}

bool add_signature(std::vector<GivenSignature>& signatures, GivenSignature given) {
    const bool is_new = !has_parameters(signatures, given.signature.params);
    if (is_new) {
        signatures.push_back(std::move(given));
    }
    return is_new;
}

void DeviceFunction::blame(const diag::Sink& sink, std::size_t before) {
    for (std::size_t i = before; i < sink.all().size() && is_broken && !broken_by; ++i) {
        const diag::Diagnostic& one = sink.all()[i];
        if (one.severity == diag::Severity::Error) {
            broken_by = one.code;
        }
    }
}

std::size_t DeviceFunctions::index_of(const FunctionRef& function) const {
    const auto found = by_ref.find({function.def, function.outer, function.jit});
    return found != by_ref.end() ? found->second : none;
}

DeviceFunction* DeviceFunctions::find(const FunctionRef& function) {
    const std::size_t index = index_of(function);
    return index != none ? &all[index] : nullptr;
}

const DeviceFunction* DeviceFunctions::find(const FunctionRef& function) const {
    const std::size_t index = index_of(function);
    return index != none ? &all[index] : nullptr;
}

}  // namespace pycu::sema
