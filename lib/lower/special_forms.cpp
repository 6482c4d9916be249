// Calls that are no plain functions: grid, len, and the declarations of arrays. See lowering.h.
#include <algorithm>

#include "api/resolve.h"
#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "support/match.h"
#include "support/text.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// CUDA's bounds: shared memory of a block, and local memory of a thread.
constexpr std::int64_t shared_bytes_limit = 227 * 1024;
constexpr std::int64_t local_bytes_limit = 512 * 1024;

}  // namespace

/// One dimension of a geometry attribute, as int64: `cuda.blockIdx.x`.
static Operand geometry(Lowering& ctx, const std::string& dim, int axis, Range range) {
    const char* const names[] = {"x", "y", "z"};
    const Operand index = intrinsic(ctx, "numba.cuda." + dim + "." + names[axis], {}, range);
    return converted(ctx, index, int64);
}

/// `cuda.grid(n)` is blockIdx * blockDim + threadIdx, `cuda.gridsize(n)` is gridDim * blockDim.
Operand grid(Lowering& ctx, const syntax::Call& call, Range range, bool size) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    const std::optional<std::int64_t> rank = static_int(ctx, call.args[0]);
    if (!rank || *rank < 1 || *rank > 3) {
        return fail<Code::GridRank>(ctx, ctx.range(call.args[0]), call.func, call.args[0]);
    }
    std::vector<Type> types;
    ir::Tuple items;
    for (int axis = 0; axis < int(*rank); ++axis) {
        const Operand block = geometry(ctx, size ? "gridDim" : "blockIdx", axis, range);
        const Operand width = geometry(ctx, "blockDim", axis, range);
        if (!block.is_value() || !width.is_value()) {
            return error();
        }
        Operand at = value(ctx, int64, range, ir::Binary{BinaryOp::Mult, block.ir, width.ir});
        if (!size) {
            const Operand thread = geometry(ctx, "threadIdx", axis, range);
            at = value(ctx, int64, range, ir::Binary{BinaryOp::Add, at.ir, thread.ir});
        }
        types.push_back(int64);
        items.items.push_back(at.ir);
        if (*rank == 1) {
            return at;
        }
    }
    return value(ctx, ctx.types.tuple(types), range, std::move(items));
}

/// What a local name holds where it has one version only, and that a number: `n = 32`.
static std::optional<Value> local_value(const Lowering& ctx, std::string_view name) {
    std::optional<Value> found;
    for (std::uint32_t i = 0; i < ctx.versions.size(); ++i) {
        const Version& version = ctx.flow.versions[VersionId{i}];
        if (version.kind == Version::Kind::Unset || ctx.flow.variables[version.variable] != name) {
            continue;
        }
        if (found || !ctx.versions[i].known) {
            return std::nullopt;
        }
        found = ctx.versions[i].known;
    }
    return found;
}

/// An int that is known while compiling: a literal, a constant, a variable that holds only one.
std::optional<std::int64_t> static_int(Lowering& ctx, ExprId expr) {
    return static_int(ctx, lower(ctx, expr), expr);
}

std::optional<std::int64_t> static_int(Lowering& ctx, const Operand& operand, ExprId expr) {
    if (const auto number = known_integer(operand)) {
        return number;
    }
    const Found found = ctx.evaluator.evaluate(
        expr, ctx.decl.scope, [&](std::string_view name) { return local_value(ctx, name); });
    return known_integer(&found.value);
}

/// The extents of a shared or local array, and the constants that stand for them in the text.
static std::optional<std::vector<std::int64_t>> static_shape(Lowering& ctx, ExprId expr,
                                                             std::vector<ir::ConstantId>& names) {
    std::vector<ExprId> parts = {expr};
    if (const auto* tuple = ctx.get<syntax::Tuple>(expr)) {
        parts = tuple->elts;
    } else if (const Operand operand = peek(ctx, expr); operand.get<HostItems>() != nullptr) {
        std::vector<std::int64_t> shape;
        for (const Value& item : operand.get<HostItems>()->items) {
            const auto extent = known_integer(&item);
            if (!extent) {
                return std::nullopt;
            }
            shape.push_back(*extent);
            names.emplace_back();
        }
        return shape;
    }
    std::vector<std::int64_t> shape;
    for (ExprId part : parts) {
        const Operand operand = lower(ctx, part);
        const std::optional<std::int64_t> extent = static_int(ctx, operand, part);
        if (!extent) {
            return std::nullopt;
        }
        shape.push_back(*extent);
        const auto* constant = operand.is_value() ? ctx.get<ir::ReadConstant>(operand.ir) : nullptr;
        names.push_back(constant != nullptr ? constant->constant : ir::ConstantId{});
    }
    return shape;
}

namespace {

struct ArrayCall {
    syntax::ExprId shape;
    syntax::ExprId dtype;
    syntax::ExprId alignment;
};

/// The arguments of `shared.array(shape, dtype, alignment)`, by position or name.
std::optional<ArrayCall> array_call(const syntax::Call& call) {
    ArrayCall result;
    syntax::ExprId* const slots[] = {&result.shape, &result.dtype, &result.alignment};
    if (call.args.size() > 3) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        *slots[i] = call.args[i];
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        if (*keyword.arg == "shape") {
            result.shape = keyword.value;
        } else if (*keyword.arg == "dtype" || *keyword.arg == "type") {
            result.dtype = keyword.value;
        } else if (*keyword.arg == "alignment") {
            result.alignment = keyword.value;
        } else {
            return std::nullopt;
        }
    }
    if (!result.shape.valid() || !result.dtype.valid()) {
        return std::nullopt;
    }
    return result;
}

}  // namespace

/// The element type of a new array: a type object, a dtype's name, `a.dtype`.
std::optional<Type> static_dtype(Lowering& ctx, ExprId expr) {
    const Operand operand = lower(ctx, expr);
    if (const auto* type = operand.get<TypeObject>()) {
        const bool is_element = type->type.is_scalar() || type->type.is_record();
        return is_element ? std::optional(type->type) : std::nullopt;
    }
    if (const auto* string = operand.get<StringValue>()) {
        const auto scalar = dtype_scalar(string->text);
        return scalar ? std::optional(Type::scalar(*scalar)) : std::nullopt;
    }
    return std::nullopt;
}

Operand declare_array(Lowering& ctx, const syntax::Call& call, Range range,
                      ir::DeclareArray::Space space) {
    const std::optional<ArrayCall> args = array_call(call);
    if (!args) {
        return fail<Code::ArrayCall>(ctx, range, call.func);
    }
    std::vector<ir::ConstantId> names;
    const auto shape = static_shape(ctx, args->shape, names);
    const Range shape_range = ctx.range(args->shape);
    if (!shape || shape->empty() || std::ranges::any_of(*shape, [](auto n) { return n < 0; })) {
        return fail<Code::ArrayShape>(ctx, shape_range, args->shape)
            .help("an extent is a positive integer that the module knows: a literal, a constant");
    }
    const std::optional<Type> element = static_dtype(ctx, args->dtype);
    if (!element) {
        return fail<Code::NotADtype>(ctx, ctx.range(args->dtype), args->dtype);
    }
    if (!check_record(ctx, *element, ctx.range(args->dtype))) {
        return error();
    }
    const bool is_shared = space == ir::DeclareArray::Space::Shared;
    std::int64_t bytes_needed = ctx.types.bytes(*element);
    for (std::int64_t extent : *shape) {
        const bool is_dynamic = is_shared && shape->size() == 1;
        if (extent == 0 && !is_dynamic) {
            return fail<Code::ArrayShape>(ctx, shape_range, args->shape);
        }
        bytes_needed = extent > local_bytes_limit ? local_bytes_limit + 1 : bytes_needed * extent;
        bytes_needed = std::min(bytes_needed, local_bytes_limit + 1);
    }
    const std::int64_t limit = is_shared ? shared_bytes_limit : local_bytes_limit;
    if (bytes_needed > limit) {
        return fail<Code::ArrayTooLarge>(ctx, range, limit / 1024);
    }
    int alignment = 0;
    if (args->alignment.valid()) {
        const auto given = static_int(ctx, args->alignment);
        const bool is_power = given && *given > 0 && (*given & (*given - 1)) == 0;
        if (!is_power || *given % 8 != 0) {
            return fail<Code::ArrayAlignment>(ctx, ctx.range(args->alignment));
        }
        alignment = int(*given);
    }
    const Type type = Type::array(*element, int(shape->size()), Layout::C);
    const ir::LocalId local = temporary(ctx, is_shared ? "shared" : "local", type, range);
    ctx.fn.locals[local].kind =
        is_shared ? ir::Local::Kind::SharedArray : ir::Local::Kind::LocalArray;
    emit(ctx, ctx.current_stmt,
         ir::DeclareArray{local, space, *shape, std::move(names), alignment});
    return value(ctx, type, range, ir::Read{local});
}

/// `cuda.const.array_like(TABLE)` is the constant array itself.
Operand const_array_like(Lowering& ctx, const syntax::Call& call, Range range) {
    if (!takes(ctx, call, range, 1)) {
        return error();
    }
    const Operand array = lower_value(ctx, call.args[0]);
    const bool is_constant = array.type.is_array() && ctx.is<ir::ReadConstant>(array.ir);
    if (!is_constant && array.is_value()) {
        return fail<Code::NotAGlobalArray>(ctx, ctx.range(call.args[0]), call.args[0]);
    }
    return array;
}

Operand length(Lowering& ctx, const syntax::Call& call, Range range) {
    std::vector<Operand> args = positional(ctx, call);
    if (const auto* written = args.size() == 1 ? args.front().get<StringValue>() : nullptr) {
        return literal_int(ctx, std::int64_t(count_code_points(written->text)), range);
    }
    args = values_of(ctx, call, std::move(args), range, {1, 1}, "len");
    const Operand of = plain(ctx, args.front(), range);
    if (of.type.is_array() && of.type.rank() > 0) {
        Operand size = of;
        size.type = int64;
        size.known.reset();
        size.ir = extent(ctx, of.ir, 0, range);
        return size;
    }
    if (of.type.is_tuple()) {
        Operand count = literal_int(ctx, std::int64_t(ctx.types.items(of.type).size()), range);
        count.is_literal = false;
        return count;
    }
    if (of.type.is_range()) {
        return range_length(ctx, iterate_range_value(ctx, of, range));
    }
    return fail<Code::NoOverload>(ctx, range, "len", of);
}

}  // namespace pycu::sema
