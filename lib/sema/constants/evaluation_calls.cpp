// Calls in expressions: Python's builtins, math, NumPy, Numba's types and decorators.
#include <algorithm>
#include <cmath>

#include "sema/constants/builtins.h"
#include "sema/constants/evaluation.h"
#include "sema/constants/imports.h"
#include "sema/constants/numbers.h"
#include "sema/constants/strings.h"
#include "sema/constants/type_values.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// The first argument that is not known; later ones last.
const Value* first_unknown(const CallArguments& args) {
    const Value* later = nullptr;
    const auto look = [&](const Value& value) -> const Value* {
        const auto* nothing = value.get<Unknown>();
        if (nothing != nullptr && nothing->is_later) {
            later = &value;
        }
        return nothing != nullptr && !nothing->is_later ? &value : nullptr;
    };
    for (const Value& value : args.positional) {
        if (const Value* found = look(value)) {
            return found;
        }
    }
    for (const auto& [name, value] : args.named) {
        if (const Value* found = look(value)) {
            return found;
        }
    }
    return later;
}

}  // namespace

bool is_cuda_jit(std::string_view path) {
    return path == "numba.cuda.jit";
}

bool is_ufunc_maker(std::string_view path) {
    constexpr std::string_view paths[] = {
        "numba.cuda.guvectorize", "numba.cuda.reduce", "numba.cuda.Reduce",
        "numba.cuda.vectorize",   "numba.guvectorize", "numba.vectorize",
    };
    return std::ranges::find(paths, path) != std::end(paths);
}

bool is_cpu_jit(std::string_view path) {
    return path == "numba.jit" || path == "numba.njit";
}

/// A function that a call of a decorator has made of another one.
Value Evaluation::jitted(FunctionRef function, syntax::ExprId call) const {
    function.jit = call;
    return {function};
}

bool Evaluation::arguments(const syntax::Call& node, CallArguments& args, Value& why) {
    for (const syntax::ExprId arg : node.args) {
        if (const auto* star = std::get_if<syntax::Starred>(&tree_.exprs[arg].as)) {
            const Value inner = value(star->value);
            const auto items = items_of(inner);
            if (!items) {
                why = inner.is_unknown() ? inner
                                         : unknown("it cannot be unpacked", tree_.exprs[arg].range);
                return false;
            }
            args.positional.insert(args.positional.end(), items->begin(), items->end());
            continue;
        }
        args.positional.push_back(value(arg));
        args.ranges.resize(args.positional.size() - 1, tree_.exprs[arg].range);
        args.ranges.push_back(tree_.exprs[arg].range);
    }
    for (const syntax::Keyword& keyword : node.keywords) {
        if (!keyword.arg) {
            why = unknown("its arguments are not known", keyword.range);
            return false;
        }
        args.named.emplace_back(*keyword.arg, value(keyword.value));
    }
    return true;
}

Value Evaluation::call(const syntax::Call& node, syntax::ExprId id, Range range) {
    CallArguments args;
    Value why;
    if (!arguments(node, args, why)) {
        return why;
    }
    if (const auto* method = std::get_if<syntax::Attribute>(&tree_.exprs[node.func].as)) {
        if (auto result = call_method(*method, args, range)) {
            return *result;
        }
    }
    const Value callee = value(node.func);
    if (const auto* tuples = callee.get<NamedTupleClass>()) {
        return make_named_tuple(*tuples, args, range);
    }
    const auto* of = args.positional.size() == 1 ? args.positional[0].get<ClassRef>() : nullptr;
    const auto* named = callee.get<Dotted>();
    if (of != nullptr && named != nullptr && named->path == "builtins.len" && names_.is_enum(*of)) {
        return python_int(Int128(names_.enum_members(of->def).size()));
    }
    for (Value& arg : args.positional) {
        arg = Value(plain(arg));
    }
    if (const auto* path = callee.get<Dotted>()) {
        return call_dotted(path->path, args, node, id, range);
    }
    if (const auto* type = callee.get<TypeObject>()) {
        return call_type(*type, args, names_.types_, range);
    }
    if (callee.is<JitDecorator>() && args.positional.size() == 1 &&
        args.positional[0].is<FunctionRef>()) {
        return jitted(*args.positional[0].get<FunctionRef>(), id);
    }
    if (const auto* made = callee.get<JitDecorator>(); made != nullptr && is_partial(*made)) {
        return Value{JitDecorator{id, view_.scope}};  // with more options
    }
    if (const auto* function = callee.get<FunctionRef>()) {
        if (&tree_ == &names_.tree_) {
            return names_.call_function(*function, args, id, view_, range);
        }
        const auto& def = std::get<syntax::FunctionDef>(names_.tree_.stmts[function->def].as);
        return unknown("it is what `" + def.name + "` returns", range);
    }
    if (callee.is<ClassRef>()) {
        return unknown("it is an object of a class", range);
    }
    return callee.is_unknown() ? callee : unknown("it is computed while the program runs", range);
}

/// Whether a decorator takes further options: what functools.partial makes of cuda.jit.
bool Evaluation::is_partial(const JitDecorator& made) const {
    if (&tree_ != &names_.tree_) {
        return false;
    }
    const auto& call = std::get<syntax::Call>(tree_.exprs[made.call].as);
    const Value callee = names_.evaluate(call.func, made.scope).value;
    const auto* path = callee.get<Dotted>();
    return path != nullptr && path->path == "functools.partial";
}

std::optional<Value> Evaluation::call_method(const syntax::Attribute& callee,
                                             const CallArguments& args, Range range) {
    const Value object = value(callee.value);
    if (!object.is<ArrayValue>() && !object.is<StringValue>() && !object.is<NumberValue>() &&
        !object.is<ComplexValue>()) {
        return std::nullopt;
    }
    if (const Value* nothing = first_unknown(args)) {
        return *nothing;
    }
    std::optional<Value> result;
    if (const auto* array = object.get<ArrayValue>()) {
        result = call_array_method(*array, callee.attr, args, range);
    } else if (const auto* text = object.get<StringValue>()) {
        result = call_string_method(text->text, callee.attr, args, range);
    } else {
        result = call_number_method(object, callee.attr, args, range);
    }
    return result ? *result : unknown("the method is called while the program runs", range);
}

Value Evaluation::call_dotted(const std::string& path, const CallArguments& args,
                              const syntax::Call& /*node*/, syntax::ExprId id, Range range) {
    if (is_cuda_jit(path) || is_cpu_jit(path) || path == "functools.partial" ||
        is_ufunc_maker(path)) {
        return call_jit(path, args, id, range);
    }
    if (path == "enum.auto") {
        return names_.auto_value(view_.scope, range);
    }
    if (path == "typing.NamedTuple") {
        return make_typed_tuple_class(args, range);
    }
    const Value* nothing = first_unknown(args);
    const std::string types = "numba.types.";
    if (nothing != nullptr && !path.starts_with(types)) {
        return *nothing;
    }
    const std::size_t dot = path.rfind('.');
    const std::string_view name = std::string_view(path).substr(dot + 1);
    const std::string_view module = std::string_view(path).substr(0, dot == path.npos ? 0 : dot);
    std::optional<Value> result;
    if (module == "builtins") {
        result = call_builtin(name, args, range);
    } else if (module == "math" && args.named.empty()) {
        result = call_math(name, args.positional, range);
    } else if (path == "numpy.iinfo" || path == "numpy.finfo") {
        const auto scalar = args.positional.empty() ? std::nullopt : dtype_of(args.positional[0]);
        result = scalar ? Value{Dotted{path + "(" + std::string(scalar_info(*scalar).python)}}
                        : unknown("its dtype is not known", range);
    } else if (path == "numpy.dtype") {
        result = call_dtype(args, names_.types_, range);
    } else if (module == "numpy") {
        result = call_numpy(name, args, range);
    } else if (module == "numba.types") {
        result = call_type_constructor(name, args, names_.types_, range);
    } else if (path == "numba.typeof" && args.size() == 1) {
        result = typeof_value(*args.get(0, "val"), names_.types_, range);
    } else if (path == "numba.from_dtype" && args.size() == 1) {
        const auto type = element_type_of(*args.get(0, "dtype"));
        result = type ? Value{TypeObject{*type, TypeObject::Kind::Numba}}
                      : unknown("its dtype is not known", range);
    }
    if (path == "collections.namedtuple") {
        return make_named_tuple_class(args, range);
    }
    if (!result && path.starts_with("enum.")) {
        return Value{Unknown{"`" + std::string(name) + "`", range, true}};
    }
    return result ? *result : unknown("`" + path + "` is called while the program runs", range);
}

Value Evaluation::call_jit(const std::string& path, const CallArguments& args, syntax::ExprId id,
                           Range range) {
    const Value* first = args.positional.empty() ? nullptr : &args.positional[0];
    if (path == "functools.partial") {
        const auto* partial = first != nullptr ? first->get<Dotted>() : nullptr;
        const bool is_jit =
            partial != nullptr && (is_cuda_jit(partial->path) || is_cpu_jit(partial->path));
        if (!is_jit && (first == nullptr || !first->is<JitDecorator>())) {
            Unknown made{"it is made by `functools.partial`", range};
            made.is_partial = first != nullptr && first->is<FunctionRef>();
            return {std::move(made)};
        }
    } else if (first != nullptr && first->is<FunctionRef>()) {
        return jitted(*first->get<FunctionRef>(), id);
    }
    return &tree_ == &names_.tree_ ? Value{JitDecorator{id, view_.scope}}
                                   : unknown("it is a decorator", range);
}

}  // namespace pycu::sema
