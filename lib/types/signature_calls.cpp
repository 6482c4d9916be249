// Calls in signature strings: `void(...)`, `Array(...)`, `UniTuple(...)`, `Tuple((...))`.
#include <algorithm>
#include <array>

#include "types/scalar.h"
#include "types/signature_reader.h"

namespace pycu {

namespace {

// The units of numpy.datetime64.
constexpr std::array<std::string_view, 14> units = {"",  "Y",  "M",  "W",  "D",  "h",  "m",
                                                    "s", "ms", "us", "ns", "ps", "fs", "as"};

}  // namespace

const SignatureValue* SignatureReader::Arguments::at(std::size_t index,
                                                     std::string_view name) const {
    if (index < positional.size()) return &positional[index];
    for (const auto& [key, value] : named) {
        if (key == name) return &value;
    }
    return nullptr;
}

bool SignatureReader::spread(Arguments& args) {
    const std::size_t begin = last_end() - 1;
    const Value value = expression();
    const auto* items = value.get<Value::Sequence>();
    if (items == nullptr) {
        fail(begin, value.end, "`*` needs a tuple or a list of types");
        return false;
    }
    args.positional.insert(args.positional.end(), items->items.begin(), items->items.end());
    return !failed();
}

bool SignatureReader::arguments(Arguments& args) {
    take();
    while (!failed() && !peek().is(")")) {
        const Token token = peek();
        const bool is_named = token.kind == Token::Kind::Name && tokens_[at_ + 1].is("=");
        if (accept("*")) {
            if (!spread(args)) return false;
        } else if (is_named) {
            take();
            take();
            args.named.emplace_back(token.text, expression());
        } else {
            args.positional.push_back(expression());
        }
        if (failed() || !accept(",")) break;
    }
    return !failed() && expect(")");
}

SignatureValue SignatureReader::call(const Value& callee) {
    Arguments args;
    if (!arguments(args)) return {};
    if (const auto* later = callee.get<Value::Later>()) {
        return {Value::Later{later->what, false}, callee.begin, last_end()};
    }
    if (const auto* maker = callee.get<Value::Constructor>()) {
        return construct(maker->name, callee, args);
    }
    if (callee.get<Type>() != nullptr) return signature_of(callee, args, last_end());
    return fail(callee.begin, last_end(), describe(callee) + " cannot be called");
}

SignatureValue SignatureReader::signature_of(const Value& returns, const Arguments& args,
                                             std::size_t end) {
    if (!args.named.empty()) {
        return fail(args.named.front().second, "parameters have no names in a signature");
    }
    Signature signature{*returns.get<Type>(), {}};
    for (const Value& arg : args.positional) {
        signature.params.push_back(need_type(arg).value_or(Type::error()));
    }
    return {std::move(signature), returns.begin, end};
}

SignatureValue SignatureReader::construct(const std::string& name, const Value& callee,
                                          const Arguments& args) {
    if (name == "Array") return array(callee, args);
    if (name == "UniTuple") return uni_tuple(callee, args);
    if (name == "Tuple") return tuple(callee, args);
    if (name == "optional" || name == "Optional") return optional(callee, args);
    if (name == "Integer" || name == "Float" || name == "Complex" || name == "Boolean") {
        return number_class(name, callee, args);
    }
    if (args.size() == 0) return fail(callee.begin, last_end(), "`" + name + "` needs arguments");
    const auto* unit = args.at(0, "unit")->get<std::string>();
    if (name.starts_with("NP") && unit && std::ranges::find(units, *unit) == units.end()) {
        return fail(*args.at(0, "unit"), "unknown unit of time \"" + *unit + "\"");
    }
    return from(TypeProblem{0, 0, "`" + name + "(...)`", true}, callee.begin, last_end());
}

SignatureValue SignatureReader::array(const Value& callee, const Arguments& args) {
    const Value* element = args.at(0, "dtype");
    const Value* rank = args.at(1, "ndim");
    const Value* layout = args.at(2, "layout");
    if (element == nullptr || rank == nullptr || layout == nullptr) {
        return fail(callee.begin, last_end(),
                    "`Array` needs a dtype, a number of dimensions and a layout: "
                    "Array(float32, 2, \"C\")");
    }
    std::optional<Type> type;
    if (const auto* text = element->get<std::string>(); text && numba_scalar(*text)) {
        type = Type::scalar(*numba_scalar(*text));
    } else {
        type = need_type(*element);
    }
    const auto* axes = rank->get<std::int64_t>();
    if (!failed() && axes == nullptr) return fail(*rank, "the number of dimensions is an int");
    const auto* letter = layout->get<std::string>();
    if (!failed() && letter == nullptr) {
        return fail(*layout, "the layout is \"A\", \"C\" or \"F\", not " + describe(*layout));
    }
    if (failed() || !type) return {element->as, callee.begin, last_end()};
    const auto is_on = [&](std::size_t index, std::string_view name, bool otherwise) {
        const Value* value = args.at(index, name);
        if (value == nullptr) return otherwise;
        if (const auto* number = value->get<std::int64_t>()) return *number != 0;
        const auto* constant = value->get<Value::Other>();
        return constant != nullptr && constant->what == "True";
    };
    if (!is_on(5, "aligned", true)) {
        return from(TypeProblem{0, 0, "an array that is not aligned", true}, callee.begin,
                    last_end());
    }
    return from(make_array(*type, *axes, *letter, is_on(3, "readonly", false)), callee.begin,
                last_end());
}

SignatureValue SignatureReader::uni_tuple(const Value& callee, const Arguments& args) {
    const Value* item = args.at(0, "dtype");
    const Value* count = args.at(1, "count");
    if (item == nullptr || count == nullptr) {
        return fail(callee.begin, last_end(),
                    "`UniTuple` needs a type and a count: UniTuple(float32, 3)");
    }
    const std::optional<Type> type = need_type(*item);
    const auto* number = count->get<std::int64_t>();
    if (!failed() && number == nullptr) return fail(*count, "the count of a UniTuple is an int");
    if (failed() || !type) return {item->as, callee.begin, last_end()};
    return from(make_uni_tuple(*type, *number, table_), callee.begin, last_end());
}

SignatureValue SignatureReader::tuple(const Value& callee, const Arguments& args) {
    const Value* types = args.size() == 1 ? args.at(0, "types") : nullptr;
    const auto* list = types == nullptr ? nullptr : types->get<Value::Sequence>();
    if (list == nullptr) {
        return fail(callee.begin, last_end(),
                    "`Tuple` takes one tuple of types: Tuple((int32, float32))");
    }
    std::vector<Type> items;
    for (const Value& value : list->items) {
        const std::optional<Type> item = need_type(value);
        if (!item) return failed() ? Value{} : value;
        items.push_back(*item);
    }
    return {table_.tuple(items), callee.begin, last_end()};
}

SignatureValue SignatureReader::optional(const Value& callee, const Arguments& args) {
    const Value* item = args.size() == 1 ? args.at(0, "typ") : nullptr;
    if (item == nullptr) {
        return fail(callee.begin, last_end(), "`optional` takes one type: optional(float32)");
    }
    const std::optional<Type> type = need_type(*item);
    if (failed() || !type) return {item->as, callee.begin, last_end()};
    return {table_.optional(*type), callee.begin, last_end()};
}

SignatureValue SignatureReader::number_class(const std::string& name, const Value& callee,
                                             const Arguments& args) {
    const Value* value = args.at(0, "name");
    const auto* text = value == nullptr ? nullptr : value->get<std::string>();
    const std::optional<Scalar> scalar = text == nullptr ? std::nullopt : numba_scalar(*text);
    if (!scalar) {
        return fail(callee.begin, last_end(), "`" + name + "` needs the name of a type");
    }
    return {Type::scalar(*scalar), callee.begin, last_end()};
}

}  // namespace pycu
