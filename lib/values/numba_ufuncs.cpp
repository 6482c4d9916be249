// Calls of Numba's ufuncs. See numba_ufuncs.h.
//
// On the GPU the rules are those of numba-cuda's deviceufunc.py: arrays have the exact dtypes of a
// signature, numbers are taken as they come where one signature is left. On the CPU NumPy takes the
// first signature to which it may cast what it is given.
#include "values/numba_ufuncs.h"

#include <algorithm>

#include "support/text.h"
#include "types/promotion.h"
#include "types/scalar.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The dtypes of a signature: what it takes, and what it returns, last.
using Dtypes = std::vector<Scalar>;

std::optional<Dtypes> dtypes_of(const Value& signature) {
    Dtypes made;
    if (const auto* object = signature.get<SignatureObject>()) {
        const Signature& of = object->signature;
        for (const Type& type : of.params) {
            if (!type.is_scalar()) return std::nullopt;
            made.push_back(type.element());
        }
        if (!of.returns || !of.returns->is_scalar()) return std::nullopt;
        made.push_back(of.returns->element());
        return made;
    }
    const auto* text = signature.get<StringValue>();
    const std::size_t open = text != nullptr ? text->text.find('(') : std::string::npos;
    if (open == std::string::npos || !trim(text->text).ends_with(')')) {
        return std::nullopt;
    }
    const std::string_view all = trim(text->text);
    std::vector<std::string_view> names = split(all.substr(open + 1, all.size() - open - 2), ',');
    names.push_back(all.substr(0, open));
    for (const std::string_view name : names) {
        const auto scalar = numba_scalar(trim(name));
        if (!scalar) return std::nullopt;
        made.push_back(*scalar);
    }
    return made;
}

/// All signatures of the function; nothing where one is not known.
std::optional<std::vector<Dtypes>> signatures_of(const JitArguments& given) {
    const Value* first = given.positional.empty() ? nullptr : &given.positional[0];
    const HostItems* list = first != nullptr ? first->items() : nullptr;
    if (first == nullptr || given.is_open || (list != nullptr && list->more != nullptr)) {
        return std::nullopt;
    }
    std::vector<Dtypes> made;
    for (const Value& one : list != nullptr ? list->items : std::vector<Value>{*first}) {
        auto dtypes = dtypes_of(one);
        if (!dtypes) return std::nullopt;
        made.push_back(*std::move(dtypes));
    }
    return made;
}

/// "cpu", "parallel", "cuda"; empty where it is not known.
std::string target_of(const JitArguments& given) {
    const Value* target = value_of_name(given.named, "target");
    const auto* text = target != nullptr ? target->get<StringValue>() : nullptr;
    return text != nullptr ? text->text : target == nullptr ? "cpu" : "";
}

/// Whether a signature takes operands: numbers must have its dtype where `is_exact`.
bool takes(const Dtypes& signature, const std::vector<Value>& operands, bool is_exact) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const HostArray* array = operands[i].array();
        const auto number = number_of(operands[i]);
        if (array != nullptr ? array->dtype != signature[i]
                             : is_exact && number->type.element() != signature[i]) {
            return false;
        }
    }
    return signature.size() == operands.size() + 1;
}

/// The one signature that takes operands.
const Dtypes* taker(const std::vector<Dtypes>& signatures, const std::vector<Value>& operands) {
    for (const bool is_exact : {true, false}) {
        const auto is_it = [&](const Dtypes& one) { return takes(one, operands, is_exact); };
        const auto count = std::ranges::count_if(signatures, is_it);
        if (count > 0) {
            return count == 1 ? &*std::ranges::find_if(signatures, is_it) : nullptr;
        }
    }
    return nullptr;
}

/// Whether NumPy takes an operand for a dtype. Python's numbers beside an array take any of their
/// kind.
bool may_become(const Value& operand, Scalar dtype, bool has_array) {
    const auto of = dtype_operand(operand);
    const bool is_weak = of->is_python && has_array && (!of->type.is_float() || !is_integer(dtype));
    return is_weak || can_cast_safely(of->type.element(), dtype);
}

/// What NumPy makes of it: which signature Python's numbers choose is not said where several are.
HostResult call_on_cpu(const std::vector<Dtypes>& signatures, const CallArguments& args) {
    const std::vector<Value>& operands = args.positional;
    const auto is_array = [](const Value& one) { return one.array() != nullptr; };
    const bool has_array = std::ranges::any_of(operands, is_array);
    const auto fits = [&](const Dtypes& signature) {
        for (std::size_t i = 0; i < operands.size() && i + 1 < signature.size(); ++i) {
            if (!may_become(operands[i], signature[i], has_array)) {
                return false;
            }
        }
        return signature.size() == operands.size() + 1;
    };
    const bool has_python = std::ranges::any_of(
        operands, [](const Value& one) { return dtype_operand(one)->is_python; });
    const auto found = std::ranges::find_if(signatures, fits);
    if (found == signatures.end() || (has_python && signatures.size() > 1)) {
        return std::nullopt;
    }
    const Value* out = args.named_only("out");
    if (out == nullptr) {
        return apply_elementwise(operands, found->back(), args.range);
    }
    return out->array() != nullptr && !out->or_none ? HostResult(*out) : std::nullopt;
}

HostResult call_on_gpu(const std::vector<Dtypes>& signatures, const CallArguments& args) {
    const std::vector<Value>& operands = args.positional;
    const Dtypes* signature = taker(signatures, operands);
    if (signature == nullptr) {
        return std::nullopt;
    }
    std::vector<Value> on_host;
    std::ranges::transform(operands, std::back_inserter(on_host), [](const Value& one) {
        const HostArray* array = one.array();
        return array != nullptr ? host_contiguous(array->dtype, array->memory.extents) : one;
    });
    const Value shaped = apply_elementwise(on_host, signature->back(), args.range);
    bool is_on_device = std::ranges::any_of(operands, [](const Value& one) {
        return one.array() != nullptr && one.array()->is_device;
    });
    if (const Value* out = args.named_only("out"); out != nullptr && !out->is<NoneValue>()) {
        // One on the device comes back as a row that is reshaped.
        is_on_device = out->array() != nullptr && out->array()->is_device;
        if (out->array() == nullptr || out->or_none || !is_on_device) {
            return out->array() != nullptr && !out->or_none ? HostResult(*out) : std::nullopt;
        }
    }
    if (shaped.array() == nullptr) {
        return number_of(shaped) ? HostResult(host_contiguous(signature->back(), {Extent(1)}))
                                 : std::nullopt;
    }
    return host_contiguous(signature->back(), shaped.array()->memory.extents, is_on_device);
}

}  // namespace

HostResult call_numba_ufunc(const JitArguments& given, const CallArguments& args) {
    const std::string target = target_of(given);
    const auto signatures = target.empty() ? std::nullopt : signatures_of(given);
    const std::vector<Value>& operands = args.positional;
    const bool are_known = std::ranges::all_of(operands, [](const Value& one) {
        const HostArray* array = one.array();
        const auto number = number_of(one);
        const bool is_number = number && (number->is_python || !number->type.is_bool());
        return !one.or_none && (array != nullptr ? !array->dtype.record.is_record() : is_number);
    });
    if (!signatures || signatures->empty() || !are_known || operands.empty()) {
        return std::nullopt;
    }
    return target == "cuda" ? call_on_gpu(*signatures, args) : call_on_cpu(*signatures, args);
}

}  // namespace pycu::sema
