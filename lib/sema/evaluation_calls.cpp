// Calls in expressions: Python's builtins, math, NumPy, Numba's types and decorators.
#include <algorithm>
#include <cmath>

#include "sema/evaluation.h"
#include "sema/imports.h"
#include "sema/numbers.h"
#include "sema/type_values.h"
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

Value range_items(const std::vector<Value>& args, Range range) {
    std::vector<std::int64_t> at;
    for (const Value& arg : args) {
        const auto index = as_index(arg);
        if (!index) {
            return unknown("the range is not known", range);
        }
        at.push_back(*index);
    }
    if (at.empty() || at.size() > 3 || (at.size() == 3 && at[2] == 0)) {
        return unknown("the range is not known", range);
    }
    const std::int64_t start = at.size() > 1 ? at[0] : 0;
    const std::int64_t stop = at.size() > 1 ? at[1] : at[0];
    const std::int64_t step = at.size() > 2 ? at[2] : 1;
    TupleValue made;
    for (Int128 i = start; step > 0 ? i < stop : i > stop; i += step) {
        if (made.items.size() >= static_cast<std::size_t>(max_elements)) {
            return unknown("it has too many items", range);
        }
        made.items.push_back(python_int(i));
    }
    return {std::move(made)};
}

Value extreme(const std::vector<Value>& args, bool is_min, Range range) {
    std::vector<Value> items = args;
    if (items.size() == 1) {
        const auto inner = items_of(items[0]);
        if (!inner) {
            return unknown("it cannot be iterated", range);
        }
        items = *inner;
    }
    if (items.empty()) {
        return unknown("it is of nothing", range);
    }
    Value best = items[0];
    for (std::size_t i = 1; i < items.size(); ++i) {
        const auto op = is_min ? syntax::CompareOperator::Lt : syntax::CompareOperator::Gt;
        const auto better = truth(compare(op, items[i], best, range));
        if (!better) {
            return unknown("the values cannot be compared", range);
        }
        if (*better) {
            best = items[i];
        }
    }
    return best;
}

Value sum(const std::vector<Value>& args, Range range) {
    const auto items = args.empty() ? std::nullopt : items_of(args[0]);
    if (!items || args.size() > 2) {
        return unknown("it cannot be iterated", range);
    }
    Value total = args.size() == 2 ? args[1] : python_int(0);
    for (const Value& item : *items) {
        total = binary(syntax::Operator::Add, total, item, range);
        if (total.is_unknown()) {
            break;
        }
    }
    return total;
}

Value absolute(const Value& value, Range range) {
    if (const auto integer = as_integer(value)) {
        const auto* number = value.get<NumberValue>();
        return number != nullptr && !number->is_python
                   ? numpy_number(
                         number->type.element(),
                         as_double(value) < 0.0
                             ? numpy_binary(syntax::Operator::Sub, number->type.element(),
                                            *convert(std::int64_t(0), number->type.element(), true),
                                            number->value)
                             : number->value)
                   : python_int(*integer < 0 ? -*integer : *integer);
    }
    const auto* number = value.get<NumberValue>();
    return number != nullptr
               ? Value{NumberValue{number->type, std::fabs(*as_double(value)), number->is_python}}
               : unknown("it has no absolute value", range);
}

Value rounded(const std::vector<Value>& args, Range range) {
    const auto x = args.empty() ? std::nullopt : as_double(args[0]);
    if (!x || args.size() > 1 || !(std::fabs(*x) < 0x1p126)) {
        return unknown("the rounding is not computed while compiling", range);
    }
    const auto integer = as_integer(args[0]);
    return python_int(integer ? *integer : static_cast<Int128>(std::nearbyint(*x)));
}

Value length(const Value& value, Range range) {
    if (const auto* text = value.get<StringValue>()) {
        const auto is_first = [](char c) { return (c & '\xc0') != '\x80'; };
        return python_int(std::ranges::count_if(text->text, is_first));
    }
    if (const auto* array = value.get<ArrayValue>(); array != nullptr && !array->shape.empty()) {
        return python_int(array->shape[0]);
    }
    const auto* tuple = value.get<TupleValue>();
    return tuple != nullptr ? python_int(static_cast<Int128>(tuple->items.size()))
                            : unknown("it has no length", range);
}

/// zip, enumerate and reversed of known things, as a list.
Value paired(std::string_view name, const std::vector<Value>& args, Range range) {
    std::vector<std::vector<Value>> columns;
    for (const Value& arg : args) {
        auto items = items_of(arg);
        if (!items) {
            return unknown("it cannot be iterated", range);
        }
        columns.push_back(std::move(*items));
    }
    if (columns.empty() || (name != "zip" && columns.size() != 1)) {
        return unknown("it is computed while the program runs", range);
    }
    if (name == "reversed") {
        std::ranges::reverse(columns[0]);
        return {TupleValue{std::move(columns[0]), true}};
    }
    std::size_t count = columns[0].size();
    for (const auto& column : columns) {
        count = std::min(count, column.size());
    }
    TupleValue made{{}, true};
    for (std::size_t i = 0; i < count; ++i) {
        TupleValue row;
        if (name == "enumerate") {
            row.items.push_back(python_int(static_cast<Int128>(i)));
        }
        for (const auto& column : columns) {
            row.items.push_back(column[i]);
        }
        made.items.push_back({std::move(row)});
    }
    return {std::move(made)};
}

}  // namespace

bool is_cuda_jit(std::string_view path) {
    return path == "numba.cuda.jit";
}

bool is_cpu_jit(std::string_view path) {
    return path == "numba.jit" || path == "numba.njit";
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
    if (const auto* path = callee.get<Dotted>()) {
        return call_dotted(path->path, args, node, id, range);
    }
    if (const auto* type = callee.get<TypeObject>()) {
        return call_type(*type, args, names_.types_, range);
    }
    if (callee.is<JitDecorator>() && args.positional.size() == 1 &&
        args.positional[0].is<FunctionRef>()) {
        return args.positional[0];
    }
    if (const auto* function = callee.get<FunctionRef>()) {
        const auto& def = std::get<syntax::FunctionDef>(tree_.stmts[function->def].as);
        return unknown("it is what `" + def.name + "` returns", range);
    }
    if (callee.is<ClassRef>()) {
        return unknown("it is an object of a class", range);
    }
    return callee.is_unknown() ? callee : unknown("it is computed while the program runs", range);
}

std::optional<Value> Evaluation::call_method(const syntax::Attribute& callee,
                                             const CallArguments& args, Range range) {
    const Value object = value(callee.value);
    const auto* array = object.get<ArrayValue>();
    if (array == nullptr) {
        return std::nullopt;
    }
    if (const Value* nothing = first_unknown(args)) {
        return *nothing;
    }
    const auto result = call_array_method(*array, callee.attr, args, range);
    return result ? *result : unknown("NumPy computes it while the program runs", range);
}

Value Evaluation::call_dotted(const std::string& path, const CallArguments& args,
                              const syntax::Call& /*node*/, syntax::ExprId id, Range range) {
    if (is_cuda_jit(path) || is_cpu_jit(path) || path == "functools.partial") {
        return call_jit(path, args, id, range);
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
    } else if (module == "math" && is_math_function(name) && args.named.empty()) {
        result = call_math(name, args.positional, range);
    } else if (path == "numpy.iinfo" || path == "numpy.finfo") {
        const auto scalar = args.positional.empty() ? std::nullopt : dtype_of(args.positional[0]);
        result = scalar ? Value{Dotted{path + "(" + std::string(scalar_info(*scalar).python)}}
                        : unknown("its dtype is not known", range);
    } else if (module == "numpy") {
        result = call_numpy(name, args, range);
    } else if (module == "numba.types") {
        result = call_type_constructor(name, args, names_.types_, range);
    } else if (path == "numba.typeof" && args.size() == 1) {
        result = typeof_value(*args.get(0, "val"), names_.types_, range);
    } else if (path == "numba.from_dtype" && args.size() == 1) {
        const auto scalar = dtype_of(*args.get(0, "dtype"));
        result = scalar ? Value{TypeObject{Type::scalar(*scalar), TypeObject::Kind::Numba}}
                        : unknown("its dtype is not known", range);
    }
    if (!result && (path == "collections.namedtuple" || path.starts_with("enum."))) {
        return Value{Unknown{"`" + std::string(name) + "`", range, true}};
    }
    return result ? *result : unknown("`" + path + "` is called while the program runs", range);
}

Value Evaluation::call_jit(const std::string& path, const CallArguments& args, syntax::ExprId id,
                           Range range) {
    const Value* first = args.positional.empty() ? nullptr : &args.positional[0];
    if (path == "functools.partial") {
        const auto* partial = first != nullptr ? first->get<Dotted>() : nullptr;
        if (partial == nullptr || !(is_cuda_jit(partial->path) || is_cpu_jit(partial->path))) {
            return unknown("it is computed while the program runs", range);
        }
    } else if (first != nullptr && first->is<FunctionRef>()) {
        return *first;
    }
    return &tree_ == &names_.tree_ ? Value{JitDecorator{id, view_.scope}}
                                   : unknown("it is a decorator", range);
}

Value Evaluation::call_builtin(std::string_view name, const CallArguments& args, Range range) {
    const std::vector<Value>& given = args.positional;
    if (name == "min" || name == "max") {
        return args.named.empty() && !given.empty() ? extreme(given, name == "min", range)
                                                    : unknown("it is not known", range);
    }
    if (name == "range") {
        return range_items(given, range);
    }
    if (name == "sum") {
        return sum(given, range);
    }
    if (name == "round") {
        return rounded(given, range);
    }
    if (name == "zip" || name == "enumerate" || name == "reversed") {
        return paired(name, given, range);
    }
    if ((name == "pow" || name == "divmod") && given.size() == 2) {
        using enum syntax::Operator;
        if (name == "pow") {
            return binary(Pow, given[0], given[1], range);
        }
        TupleValue pair;
        pair.items = {binary(FloorDiv, given[0], given[1], range),
                      binary(Mod, given[0], given[1], range)};
        return {std::move(pair)};
    }
    if (given.size() != 1 || !args.named.empty()) {
        return unknown("it is computed while the program runs", range);
    }
    if (name == "len") {
        return length(given[0], range);
    }
    if (name == "abs") {
        return absolute(given[0], range);
    }
    if (name == "tuple" || name == "list") {
        auto items = items_of(given[0]);
        return items ? Value{TupleValue{std::move(*items), name == "list"}}
                     : unknown("it cannot be iterated", range);
    }
    if (const auto* number = given[0].get<NumberValue>(); number != nullptr && name == "type") {
        return {TypeObject{number->type,
                           number->is_python ? TypeObject::Kind::Python : TypeObject::Kind::NumPy}};
    }
    return unknown("`" + std::string(name) + "` is called while the program runs", range);
}

}  // namespace pycu::sema
