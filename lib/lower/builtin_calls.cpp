// Builtins whose answer is known while compiling, and `import` in a function. See lowering.h.
#include <algorithm>

#include "lower/arrays.h"
#include "lower/exprs.h"
#include "lower/iteration.h"
#include "lower/nodes.h"
#include "lower/operations.h"
#include "lower/stmts.h"
#include "support/text.h"

namespace pycu::sema {

static Operand is_instance(Lowering& ctx, const Operand& object, ExprId of);
static bool has_attribute(Lowering& ctx, const Operand& object, const std::string& name,
                          Range range);

/// `isinstance(x, T)`, `hasattr(x, "name")`, `ord("a")`; nothing where it is no such call.
std::optional<Operand> static_call(Lowering& ctx, const std::string& path, const syntax::Call& call,
                                   Range range) {
    const bool is_isinstance = path == "builtins.isinstance";
    const bool is_hasattr = path == "builtins.hasattr";
    if (!is_isinstance && !is_hasattr && path != "builtins.ord") {
        return std::nullopt;
    }
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

/// Whether the function itself imports the name, and binds it in no other way.
bool is_import(const Lowering& ctx, const std::string& name) {
    const auto* bindings = ctx.evaluator.scopes().bindings(name, ctx.decl.scope);
    return bindings != nullptr && std::ranges::all_of(*bindings, [](const Binding& binding) {
               return binding.kind == Binding::Kind::Import || binding.kind == Binding::Kind::From;
           });
}

}  // namespace pycu::sema
