// Calls that are no plain functions: grid, len, and the declarations of arrays. See body.h.
#include <algorithm>

#include "api/resolve.h"
#include "sema/body/iteration.h"
#include "support/match.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// CUDA's bounds: shared memory of a block, and local memory of a thread.
constexpr std::int64_t shared_bytes_limit = 227 * 1024;
constexpr std::int64_t local_bytes_limit = 512 * 1024;

}  // namespace

/// One dimension of a geometry attribute, as int64: `cuda.blockIdx.x`.
Operand Body::geometry(const std::string& dim, int axis, Range range) {
    const char* const names[] = {"x", "y", "z"};
    const Operand index = intrinsic("numba.cuda." + dim + "." + names[axis], {}, range);
    return converted(index, int64);
}

/// `cuda.grid(n)` is blockIdx * blockDim + threadIdx, `cuda.gridsize(n)` is gridDim * blockDim.
Operand Body::grid(const syntax::Call& call, Range range, bool size) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1",
                                          std::to_string(call.args.size()));
        return error();
    }
    const std::optional<std::int64_t> rank = static_int(call.args[0]);
    if (!rank || *rank < 1 || *rank > 3) {
        report<diag::Code::GridRank>(tree_.exprs[call.args[0]].range, text(call.func),
                                     text(call.args[0]));
        return error();
    }
    std::vector<Type> types;
    ir::Tuple items;
    for (int axis = 0; axis < int(*rank); ++axis) {
        const Operand block = geometry(size ? "gridDim" : "blockIdx", axis, range);
        const Operand width = geometry("blockDim", axis, range);
        if (!block.is_value() || !width.is_value()) {
            return error();
        }
        Operand at = value(int64, range, ir::Binary{BinaryOp::Mult, block.ir, width.ir});
        if (!size) {
            const Operand thread = geometry("threadIdx", axis, range);
            at = value(int64, range, ir::Binary{BinaryOp::Add, at.ir, thread.ir});
        }
        types.push_back(int64);
        items.items.push_back(at.ir);
        if (*rank == 1) {
            return at;
        }
    }
    return value(evaluator_.types().tuple(types), range, std::move(items));
}

/// An int that is known while compiling: a literal, a constant, a variable that holds only one.
std::optional<std::int64_t> Body::static_int(ExprId expr) {
    return static_int(lower(expr), expr);
}

std::optional<std::int64_t> Body::static_int(const Operand& operand, ExprId expr) {
    if (const auto* number_of = operand.get<NumberValue>();
        number_of != nullptr && number_of->type.is_integer()) {
        return std::visit([](auto v) { return std::int64_t(v); }, number_of->value);
    }
    const Found found = evaluator_.evaluate(
        expr, decl_.scope, [&](std::string_view name) { return local_value(name); });
    const auto* computed = found.value.get<NumberValue>();
    if (computed == nullptr || !computed->type.is_integer()) {
        return std::nullopt;
    }
    return std::visit([](auto v) { return std::int64_t(v); }, computed->value);
}

/// What a local name holds where it has one version only, and that a number: `n = 32`.
std::optional<Value> Body::local_value(std::string_view name) const {
    std::optional<Value> found;
    for (std::uint32_t i = 0; i < versions_.size(); ++i) {
        const Version& version = flow_.versions[VersionId{i}];
        if (version.kind == Version::Kind::Unset || flow_.variables[version.variable] != name) {
            continue;
        }
        if (found || !versions_[i].known) {
            return std::nullopt;
        }
        found = versions_[i].known;
    }
    return found;
}

/// The extents of a shared or local array, and the constants that stand for them in the text.
std::optional<std::vector<std::int64_t>> Body::static_shape(ExprId expr,
                                                            std::vector<ir::ConstantId>& names) {
    std::vector<ExprId> parts = {expr};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[expr].as)) {
        parts = tuple->elts;
    } else if (const Operand operand = peek(expr); operand.get<TupleValue>() != nullptr) {
        std::vector<std::int64_t> shape;
        for (const Value& item : operand.get<TupleValue>()->items) {
            const auto* extent = item.get<NumberValue>();
            if (extent == nullptr || !extent->type.is_integer()) {
                return std::nullopt;
            }
            shape.push_back(std::visit([](auto v) { return std::int64_t(v); }, extent->value));
            names.emplace_back();
        }
        return shape;
    }
    std::vector<std::int64_t> shape;
    for (ExprId part : parts) {
        const Operand operand = lower(part);
        const std::optional<std::int64_t> extent = static_int(operand, part);
        if (!extent) {
            return std::nullopt;
        }
        shape.push_back(*extent);
        const auto* constant =
            operand.is_value() ? std::get_if<ir::ReadConstant>(&fn_.exprs[operand.ir].as) : nullptr;
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
std::optional<Type> Body::static_dtype(ExprId expr) {
    const Operand operand = lower(expr);
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

Operand Body::declare_array(const syntax::Call& call, Range range, ir::DeclareArray::Space space) {
    const std::optional<ArrayCall> args = array_call(call);
    if (!args) {
        report<diag::Code::ArrayCall>(range, text(call.func));
        return error();
    }
    std::vector<ir::ConstantId> names;
    const auto shape = static_shape(args->shape, names);
    const Range shape_range = tree_.exprs[args->shape].range;
    if (!shape || shape->empty() || std::ranges::any_of(*shape, [](auto n) { return n < 0; })) {
        report<diag::Code::ArrayShape>(shape_range, text(args->shape))
            .help("an extent is a positive integer that the module knows: a literal, a constant");
        return error();
    }
    const std::optional<Type> element = static_dtype(args->dtype);
    if (!element) {
        report<diag::Code::NotADtype>(tree_.exprs[args->dtype].range, text(args->dtype));
        return error();
    }
    if (!check_record(*element, tree_.exprs[args->dtype].range)) {
        return error();
    }
    const bool is_shared = space == ir::DeclareArray::Space::Shared;
    std::int64_t bytes_needed = evaluator_.types().bytes(*element);
    for (std::int64_t extent : *shape) {
        const bool is_dynamic = is_shared && shape->size() == 1;
        if (extent == 0 && !is_dynamic) {
            report<diag::Code::ArrayShape>(shape_range, text(args->shape));
            return error();
        }
        bytes_needed = extent > local_bytes_limit ? local_bytes_limit + 1 : bytes_needed * extent;
        bytes_needed = std::min(bytes_needed, local_bytes_limit + 1);
    }
    const std::int64_t limit = is_shared ? shared_bytes_limit : local_bytes_limit;
    if (bytes_needed > limit) {
        report<diag::Code::ArrayTooLarge>(range, std::to_string(limit / 1024));
        return error();
    }
    int alignment = 0;
    if (args->alignment.valid()) {
        const auto given = static_int(args->alignment);
        const bool is_power = given && *given > 0 && (*given & (*given - 1)) == 0;
        if (!is_power || *given % 8 != 0) {
            report<diag::Code::ArrayAlignment>(tree_.exprs[args->alignment].range);
            return error();
        }
        alignment = int(*given);
    }
    const Type type = Type::array(*element, int(shape->size()), Layout::C);
    const ir::LocalId local = temporary(is_shared ? "shared" : "local", type, range);
    fn_.locals[local].kind = is_shared ? ir::Local::Kind::SharedArray : ir::Local::Kind::LocalArray;
    emit(current_stmt_, ir::DeclareArray{local, space, *shape, std::move(names), alignment});
    return value(type, range, ir::Read{local});
}

/// `cuda.const.array_like(TABLE)` is the constant array itself.
Operand Body::const_array_like(const syntax::Call& call, Range range) {
    if (call.args.size() != 1 || !call.keywords.empty()) {
        report<diag::Code::ArgumentCount>(range, text(call.func), "1",
                                          std::to_string(call.args.size()));
        return error();
    }
    const Operand array = lower_value(call.args[0]);
    if (!array.is_value()) {
        return array;
    }
    const bool is_constant =
        std::holds_alternative<ir::ReadConstant>(fn_.exprs[array.ir].as) && array.type.is_array();
    if (!is_constant) {
        report<diag::Code::NotAGlobalArray>(tree_.exprs[call.args[0]].range, text(call.args[0]));
        return error();
    }
    return array;
}

Operand Body::length(const syntax::Call& call, Range range) {
    has_failed_args_ = true;
    const std::optional<std::vector<Operand>> args = lower_args(call, "len");
    if (!args) {
        return has_failed_args_ ? error() : pending();
    }
    if (args->size() != 1) {
        report<diag::Code::ArgumentCount>(range, "len", "1", std::to_string(args->size()));
        return error();
    }
    const Operand of = plain(args->front(), range);
    if (of.type.is_array() && of.type.rank() > 0) {
        Operand size = of;
        size.type = int64;
        size.known.reset();
        size.ir = extent(of.ir, 0, range);
        return size;
    }
    if (of.type.is_tuple()) {
        Operand count = literal_int(std::int64_t(evaluator_.types().items(of.type).size()), range);
        count.is_literal = false;
        return count;
    }
    if (of.type.is_range()) {
        return range_length(iterate_range_value(of, range));
    }
    report<diag::Code::NoOverload>(range, "len", type_name(of.type));
    return error();
}

}  // namespace pycu::sema
