// The generators of numba.cuda.random in device code. See lowering.h.
#include "api/intrinsics.h"
#include "api/resolve.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/nodes.h"
#include "lower/stmts.h"
#include "types/convert.h"

namespace pycu::sema {

/// `xoroshiro128p_uniform_float32(states, i)`: array and index are one argument, the state.
Operand call_random(Lowering& ctx, const api::Intrinsic& row, const syntax::Call& call,
                    Range range) {
    const std::string written = text(ctx, call.func);
    const bool takes_seed = row.signature.find(',') != row.signature.npos;
    const std::size_t count = takes_seed ? 3 : 2;
    std::vector<Operand> args = arguments(ctx, call, range, {count, count});
    const Operand& states = args.front();
    const bool is_states = states.type.is_record_array() && states.type.rank() == 1 &&
                           states.type.element_type() == Type::random_state();
    if (!is_states) {
        return fail<Code::NoStates>(ctx, ctx.range(call.args[0]), call.args[0], states)
            .help(
                "the type of its array is `xoroshiro128p_type[:]`, and "
                "`create_xoroshiro128p_states` makes one");
    }
    for (std::size_t i = 1; i < args.size(); ++i) {
        Operand& number = args[i];
        if (!number.type.is_scalar() || number.type.is_complex()) {
            return fail<Code::BadIndex>(ctx, ctx.range(call.args[i]), call.args[i], number);
        }
        const bool is_index = i == 1;
        if (!is_index || !number.type.is_integer()) {
            number = converted(ctx, number, is_index ? int64 : uint64);
        }
    }
    const Operand place = make_element(ctx, states, {args[1]}, range);
    ir::Intrinsic node{&row, Type::error(), {place.ir}};
    if (takes_seed) {
        node.args.push_back(args[2].ir);
    }
    const Type result = row.text_type_name == "uint64"    ? uint64
                        : row.text_type_name == "float32" ? float32
                        : row.text_type_name == "float64" ? float64
                                                          : none;
    if (result.is_none()) {
        emit(ctx, ctx.current_stmt, ir::Evaluate{add(ctx, result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    return value(ctx, result, range, std::move(node));
}

}  // namespace pycu::sema
