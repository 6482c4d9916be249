// The generators of numba.cuda.random in device code. See body.h.
#include "api/intrinsics.h"
#include "sema/body/body.h"
#include "types/convert.h"

namespace pycu::sema {

/// `xoroshiro128p_uniform_float32(states, i)`: array and index are one argument, the state.
Operand Body::call_random(const api::Intrinsic& row, const syntax::Call& call, Range range) {
    const std::string written = text(call.func);
    const bool takes_seed = row.signature.find(',') != row.signature.npos;
    has_failed_args_ = true;
    std::optional<std::vector<Operand>> args = lower_args(call, written);
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (args->size() != (takes_seed ? 3U : 2U)) {
        report<diag::Code::ArgumentCount>(range, written, takes_seed ? "3" : "2",
                                          std::to_string(args->size()));
        return error();
    }
    const Operand& states = args->front();
    const bool is_states = states.type.is_record_array() && states.type.rank() == 1 &&
                           states.type.element_type() == Type::random_state();
    if (!is_states) {
        report<diag::Code::NoStates>(tree_.exprs[call.args[0]].range, text(call.args[0]),
                                     type_name(states.type))
            .help(
                "the type of its array is `xoroshiro128p_type[:]`, and "
                "`create_xoroshiro128p_states` makes one");
        return error();
    }
    for (std::size_t i = 1; i < args->size(); ++i) {
        Operand& number = (*args)[i];
        if (!number.type.is_scalar() || number.type.is_complex()) {
            report<diag::Code::BadIndex>(tree_.exprs[call.args[i]].range, text(call.args[i]),
                                         type_name(number.type));
            return error();
        }
        const bool is_index = i == 1;
        if (!is_index || !number.type.is_integer()) {
            number = converted(number, is_index ? int64 : uint64);
        }
    }
    const Operand place = make_element(states, {(*args)[1]}, range);
    ir::Intrinsic node{&row, Type::error(), {place.ir}};
    if (takes_seed) {
        node.args.push_back((*args)[2].ir);
    }
    const Type result = row.text_type_name == "uint64"    ? uint64
                        : row.text_type_name == "float32" ? float32
                        : row.text_type_name == "float64" ? float64
                                                          : none;
    if (result.is_none()) {
        emit(current_stmt_, ir::Evaluate{add(result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    return value(result, range, std::move(node));
}

}  // namespace pycu::sema
