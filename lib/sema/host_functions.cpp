// Which functions the host calls, and what it can give them and get from them.
#include "sema/host_functions.h"

namespace pycu::sema {

namespace {

/// Whether a value of the type goes between the host and a function.
bool can_pass(Type type, const TypeTable& types, bool is_result) {
    if (type.is_optional()) {
        return false;
    }
    if (type.is_tuple()) {
        return !types.tuple_type(type).is_range &&
               std::ranges::all_of(types.items(type), [&](Type item) {
                   return !item.is_none() && can_pass(item, types, is_result);
               });
    }
    if (type.is_array()) {
        return !is_result && !type.is_record_array();
    }
    return type.is_none() || (type.is_scalar() && type != float16);
}

}  // namespace

void find_host_functions(const DeviceFunctions& functions, Instances& instances, diag::Sink& sink) {
    ir::Module& module = instances.module();
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        const DeviceFunction& declared = functions.all[i];
        if (declared.is_broken || declared.is_kernel || declared.is_ufunc()) {
            continue;
        }
        for (const GivenSignature& given : declared.signatures) {
            const Instance& instance = instances[instances.get(i, given.signature.params, false)];
            if (instance.state != Instance::State::Done || !instance.function_id.valid()) {
                continue;
            }
            const auto refuse = [&](Type type, bool is_result) {
                if (can_pass(type, module.types, is_result)) {
                    return false;
                }
                sink.report<diag::Code::HostValue>(declared.name_range, declared.qualname,
                                                   is_result ? "returns" : "takes",
                                                   python_name(type, module.types));
                return true;
            };
            bool is_refused = refuse(instance.result, true);
            for (const Type type : instance.args) {
                is_refused = is_refused || refuse(type, false);
            }
            if (!is_refused) {
                module.functions[instance.function_id].is_host_function = true;
                module.host_functions.push_back(
                    {declared.qualname, declared.name_range, instance.function_id});
            }
        }
    }
}

}  // namespace pycu::sema
