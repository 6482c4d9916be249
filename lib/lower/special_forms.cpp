// Calls that are no plain functions: grid, len, declarations of arrays, and builtins whose answer
// is known while compiling; `import` in a function. See calls.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/calls.h"
#include "lower/constant_arguments.h"
#include "lower/exprs.h"
#include "lower/formulas.h"
#include "lower/host_memory.h"
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
Operand grid(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range) {
    const bool size = path.ends_with("size");
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
    if (const auto literal = known_integer(operand)) {
        return literal;
    }
    const Found found = ctx.evaluator.evaluate(
        expr, ctx.decl.scope, [&](std::string_view name) { return local_value(ctx, name); });
    const auto number = known_integer(&found.value);
    if (!number) {
        want_constant(ctx, operand, ctx.range(expr));
    }
    return number;
}

/// The extents of a shared or local array, and how they are written.
static std::optional<std::vector<std::int64_t>> static_shape(Lowering& ctx, ExprId expr,
                                                             std::vector<ir::Formula>& formulas) {
    std::vector<Operand> operands;
    const auto* written = ctx.get<syntax::Tuple>(expr);
    const std::optional<WrittenTuple> named =
        written == nullptr ? written_tuple(ctx.instances, expr, ctx.decl.scope) : std::nullopt;
    if (written != nullptr) {
        std::ranges::transform(written->elts, std::back_inserter(operands),
                               [&](ExprId part) { return lower(ctx, part); });
    } else if (const Operand whole = lower(ctx, expr); whole.get<HostItems>() != nullptr) {
        for (const Value& item : whole.get<HostItems>()->items) {
            operands.push_back(operand_of(ctx, item, std::nullopt, ctx.range(expr)));
        }
    } else {
        operands = {whole};
    }
    std::vector<std::int64_t> shape;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const ExprId part = written != nullptr ? written->elts[i] : expr;
        const auto extent = static_int(ctx, operands[i], part);
        if (!extent) {
            return std::nullopt;
        }
        shape.push_back(*extent);
        const bool is_named = named && named->items.size() == operands.size();
        formulas.push_back(formula_of(ctx.instances, is_named ? named->items[i] : part,
                                      is_named ? named->scope : ctx.decl.scope,
                                      NumberValue{int64, *extent}));
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
    const std::pair<std::string_view, syntax::ExprId*> slots[] = {{"shape", &result.shape},
                                                                  {"dtype", &result.dtype},
                                                                  {"alignment", &result.alignment},
                                                                  {"type", &result.dtype}};
    if (call.args.size() > 3) {
        return std::nullopt;
    }
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        *slots[i].second = call.args[i];
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto* const slot = std::ranges::find(
            slots, *keyword.arg, &std::pair<std::string_view, syntax::ExprId*>::first);
        if (slot == std::end(slots)) {
            return std::nullopt;
        }
        *slot->second = keyword.value;
    }
    return result.shape && result.dtype ? std::optional(result) : std::nullopt;
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

Operand not_a_dtype(Lowering& ctx, ExprId expr) {
    return reads_failed(ctx, expr) ? error()
                                   : Operand(fail<Code::NotADtype>(ctx, ctx.range(expr), expr));
}

Operand declare_array(Lowering& ctx, const std::string& path, const syntax::Call& call,
                      Range range) {
    const bool is_shared = path == "numba.cuda.shared.array";
    const std::optional<ArrayCall> args = array_call(call);
    if (!args) {
        auto failure = fail<Code::ArrayCall>(ctx, range, call.func);
        const bool lacks_dtype = call.args.size() + call.keywords.size() == 1;
        if (lacks_dtype) {
            const ExprId shape = call.args.empty() ? call.keywords[0].value : call.args[0];
            failure.help("say what its elements are: `" + text(ctx, call.func) + "(" +
                         text(ctx, shape) + ", dtype=np.float32)`");
        }
        return failure;
    }
    std::vector<ir::Formula> formulas;
    const auto shape = static_shape(ctx, args->shape, formulas);
    const Range shape_range = ctx.range(args->shape);
    if (!shape || shape->empty() || std::ranges::any_of(*shape, [](auto n) { return n < 0; })) {
        auto failure =
            fail<Code::ArrayShape>(ctx, shape_range, args->shape)
                .help(
                    "an extent is a positive integer that the module knows: a literal, a constant");
        if (is_shared) {
            failure.help(
                "where only the launch knows it, write `0` here, and the bytes as the "
                "fourth item of the launch's brackets: `k[blocks, threads, 0, 4 * n](...)`");
        }
        return failure;
    }
    const std::optional<Type> element = static_dtype(ctx, args->dtype);
    if (!element) {
        return not_a_dtype(ctx, args->dtype);
    }
    if (!check_record(ctx, *element, ctx.range(args->dtype))) {
        return error();
    }
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
         ir::DeclareArray{
             local, is_shared ? ir::DeclareArray::Space::Shared : ir::DeclareArray::Space::Local,
             *shape, std::move(formulas), alignment});
    return value(ctx, type, range, ir::Read{local});
}

/// `cuda.const.array_like(TABLE)` is the constant array itself.
Operand const_array_like(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
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

Operand length(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
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
    if (of.type.is_list()) {
        return list_length(ctx, of, range);
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

/// As in Numba `int` is int64 alone, and `float` float64.
static Operand is_instance(Lowering& ctx, const Operand& object, ExprId of) {
    const Range range = ctx.range(of);
    std::vector<Value> types;
    if (const auto* written = ctx.get<syntax::Tuple>(of)) {
        for (const ExprId item : written->elts) {
            types.push_back(ctx.evaluator.evaluate(item, ctx.decl.scope).value);
        }
    } else {
        const Found found = ctx.evaluator.evaluate(of, ctx.decl.scope);
        const auto* tuple = found.value.get<HostItems>();
        types = tuple != nullptr ? tuple->items : std::vector{found.value};
    }
    bool is_any = false;
    for (const Value& type : types) {
        const auto* object_type = type.get<TypeObject>();
        const auto* dotted = type.get<Dotted>();
        const std::string path = dotted != nullptr ? dotted->path : "";
        if (object_type != nullptr) {
            is_any = is_any || (object.is_value() && object.type == object_type->type);
        } else if (path == "builtins.tuple") {
            is_any = is_any || object.type.is_tuple() || object.get<HostItems>() != nullptr;
        } else if (path == "builtins.str") {
            is_any = is_any || (object.is_known() && object.get<StringValue>() != nullptr);
        } else if (path == "numpy.ndarray") {
            is_any = is_any || object.type.is_array();
        } else {
            return fail<Code::NotAValue>(ctx, range, "`" + text(ctx, of) + "`")
                .note("`isinstance` asks for a type: int, float, bool, tuple, np.float32 ...");
        }
    }
    return number(ctx, boolean, is_any, range);
}

static bool has_attribute(Lowering& ctx, const Operand& object, const std::string& name,
                          Range range) {
    diag::Sink quiet;
    std::swap(quiet, ctx.sink);
    bool has_it = false;
    if (object.is_value() && object.type.is_array()) {
        has_it = array_attribute(ctx, object, name, range).kind != Operand::Kind::Error;
    } else if (object.is_known()) {
        has_it = !ctx.evaluator.attribute(*object.known, name, range).value.is_unknown();
    }
    std::swap(quiet, ctx.sink);
    return has_it;
}

Operand static_call(Lowering& ctx, const std::string& path, const syntax::Call& call, Range range) {
    const bool is_isinstance = path == "builtins.isinstance";
    const bool is_hasattr = path == "builtins.hasattr";
    const std::size_t count = path == "builtins.ord" ? 1 : 2;
    if (!takes(ctx, call, range, count)) {
        return error();
    }
    const Operand object = lower(ctx, call.args[0]);
    if (!object.is_value() && !object.is_known()) {
        return object;
    }
    if (is_isinstance) {
        return is_instance(ctx, object, call.args[1]);
    }
    const Operand given = is_hasattr ? lower(ctx, call.args[1]) : object;
    const auto* name = given.get<StringValue>();
    if (name == nullptr || (!is_hasattr && count_code_points(name->text) != 1)) {
        return fail<Code::NotConstant>(
            ctx, range, call.args.back(),
            is_hasattr ? "the name of an attribute is a text" : "it is no text of one character");
    }
    if (is_hasattr) {
        return number(ctx, boolean, has_attribute(ctx, object, name->text, range), range);
    }
    return literal_int(ctx, std::int64_t(decode_utf8(name->text, 0).value), range);
}

/// Whether the function itself imports the name, and binds it in no other way.
bool is_import(const Lowering& ctx, const std::string& name) {
    const auto* bindings = ctx.evaluator.scopes().bindings(name, ctx.decl.scope);
    return bindings != nullptr && std::ranges::all_of(*bindings, [](const Binding& binding) {
               return binding.kind == Binding::Kind::Import || binding.kind == Binding::Kind::From;
           });
}

}  // namespace pycu::sema
