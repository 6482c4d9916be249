// The grammar of signature strings: tuples, calls, indices, names.
#include "types/signature_reader.h"

#include <charconv>
#include <limits>

#include "types/signature_messages.h"

namespace pycu {

namespace {

// Deep nesting has no use, and the reader recurses.
constexpr int max_depth = 100;

}  // namespace

SignatureValue SignatureReader::read_all() {
    if (peek().kind == Token::Kind::End) return fail(0, 0, "the signature is empty");
    const std::size_t begin = peek().offset;
    Value first = expression();
    if (!failed() && peek().is(",")) {
        Value::Sequence items{{first}, false};
        while (!failed() && accept(",") && peek().kind != Token::Kind::End) {
            items.items.push_back(expression());
        }
        first = {std::move(items), begin, last_end()};
    }
    if (!failed() && peek().kind != Token::Kind::End) return unexpected();
    return first;
}

SignatureValue SignatureReader::expression() {
    if (++depth_ > max_depth) return fail(peek().offset, peek().offset + 1, "nested too deeply");
    Value value = product();
    if (!failed() && accept("if")) {
        const Value condition = product();
        if (!expect("else")) return {};
        const Value otherwise = expression();
        const auto* number = condition.get<std::int64_t>();
        const auto* constant = condition.get<Value::Other>();
        const bool is_known = number != nullptr || constant != nullptr;
        if (!failed() && !is_known) return fail(condition, "this condition is not a constant");
        const bool holds = number != nullptr ? *number != 0 : is_known && constant->what == "True";
        if (!holds) value = otherwise;
    }
    --depth_;
    return value;
}

SignatureValue SignatureReader::product() {
    Value value = postfix();
    while (!failed() && peek().is("*")) {
        take();
        const Value right = postfix();
        const auto* sequence = value.get<Value::Sequence>();
        const auto* count = right.get<std::int64_t>();
        if (failed()) return {};
        if (sequence == nullptr || count == nullptr || *count > 1000 ||
            sequence->items.size() > 1000) {
            return fail(value.begin, right.end, "`*` has no meaning between these");
        }
        Value::Sequence repeated{{}, sequence->is_list};
        for (std::int64_t i = 0; i < *count; ++i) {
            repeated.items.insert(repeated.items.end(), sequence->items.begin(),
                                  sequence->items.end());
        }
        value = {std::move(repeated), value.begin, right.end};
    }
    return value;
}

SignatureValue SignatureReader::postfix() {
    Value value = atom();
    while (!failed()) {
        if (peek().is("(")) {
            value = call(value);
        } else if (peek().is("[")) {
            value = subscript(value);
        } else if (peek().is(".")) {
            value = attribute(value);
        } else {
            break;
        }
    }
    return value;
}

SignatureValue SignatureReader::atom() {
    const Token token = peek();
    const std::size_t end = token.offset + token.length;
    if (token.kind == Token::Kind::Name) return name();
    if (token.kind == Token::Kind::Int || token.is("-")) {
        take();
        const bool is_negative = token.is("-");
        if (is_negative && peek().kind != Token::Kind::Int) return unexpected();
        const std::string_view digits = is_negative ? take().text : token.text;
        // A number too large for this is too large for whatever it counts.
        std::int64_t value = std::numeric_limits<std::int64_t>::max();
        std::from_chars(digits.data(), digits.data() + digits.size(), value);
        return {is_negative ? -value : value, token.offset, last_end()};
    }
    if (token.kind == Token::Kind::Float) {
        take();
        return {Value::Other{std::string(token.text)}, token.offset, end};
    }
    if (token.kind == Token::Kind::String) {
        take();
        return {std::string(token.text), token.offset, end};
    }
    if (accept("(")) {
        if (accept(")")) return {Value::Sequence{}, token.offset, last_end()};
        Value value = list_until(")", token.offset);
        return value;
    }
    if (accept("[")) return list_until("]", token.offset);
    return unexpected();
}

SignatureValue SignatureReader::list_until(std::string_view closer, std::size_t begin) {
    Value::Sequence items{{}, closer == "]"};
    bool has_comma = false;
    while (!failed() && !peek().is(closer)) {
        items.items.push_back(expression());
        if (failed() || !accept(",")) break;
        has_comma = true;
    }
    if (failed() || !expect(closer)) return {};
    if (closer == ")" && !has_comma && items.items.size() == 1) {
        Value inner = std::move(items.items.front());
        inner.begin = begin;
        inner.end = last_end();
        return inner;
    }
    return {std::move(items), begin, last_end()};
}

SignatureValue SignatureReader::name() {
    const Token token = take();
    const std::size_t end = token.offset + token.length;
    const std::string text(token.text);
    if (text == "types" && peek().is(".")) {
        take();
        return peek().kind == Token::Kind::Name ? name() : unexpected();
    }
    for (const Binding& binding : bindings) {
        if (binding.first != text) continue;
        Value value = binding.second;
        value.begin = token.offset;
        value.end = end;
        return value;
    }
    if (lookup_) {
        if (const std::optional<Type> found = lookup_(text)) return {*found, token.offset, end};
    }
    if (text == "None" || text == "True" || text == "False") {
        return {Value::Other{text}, token.offset, end};
    }
    if (const std::optional<OrProblem<Type>> known = type_by_name(text)) {
        return from(*known, token.offset, end);
    }
    if (is_type_constructor(text)) return {Value::Constructor{text}, token.offset, end};
    if (is_python_name(text)) {
        if ((text == "tuple" || text == "getattr" || text == "slice") && peek().is("(")) {
            return from(TypeProblem{0, 0, "`" + text + "` in a signature", true}, token.offset,
                        end);
        }
        return {Value::Other{text}, token.offset, end};
    }
    return fail(token.offset, end, unknown_name(text));
}

SignatureValue SignatureReader::attribute(const Value& object) {
    take();
    const Token token = take();
    const Type* type = object.get<Type>();
    if (type != nullptr && type->is_array() && token.text == "dtype") {
        return {type->element_type(), object.begin, last_end()};
    }
    return fail(object.begin, token.offset + token.length,
                describe(object) + " has no `" + std::string(token.text) + "`");
}

std::optional<TypeSlice> SignatureReader::slice(bool is_axis) {
    TypeSlice out;
    const std::size_t begin = peek().offset;
    const auto starts_value = [&] { return !peek().is(":") && !peek().is(",") && !peek().is("]"); };
    if (starts_value()) {
        const Value value = expression();
        out.has_start = true;
        if (failed()) return std::nullopt;
        if (later_) return out;
        if (!peek().is(":")) {
            fail(begin, last_end(), "an axis is `:` or `::1`, not " + describe(value));
            return std::nullopt;
        }
    }
    if (!expect(":")) return std::nullopt;
    if (starts_value()) {
        expression();
        out.has_stop = true;
    }
    if (!failed() && accept(":") && starts_value()) {
        const Value step = expression();
        const auto* number = step.get<std::int64_t>();
        out.step = number != nullptr ? std::optional(*number) : std::nullopt;
    }
    if (!failed() && is_axis && (out.has_start || out.has_stop)) {
        fail(begin, last_end(), "an axis is `:` or `::1`, without start and stop");
    }
    return failed() ? std::nullopt : std::optional(out);
}

SignatureValue SignatureReader::subscript(const Value& element) {
    const Token open = take();
    if (peek().is("]")) return unexpected();
    const auto* sequence = element.get<Value::Sequence>();
    std::vector<TypeSlice> slices;
    while (!failed() && !peek().is("]")) {
        const std::optional<TypeSlice> axis = slice(sequence == nullptr);
        if (axis) slices.push_back(*axis);
        if (failed() || !accept(",")) break;
    }
    if (failed() || !expect("]")) return {};
    Value out{Value::Invalid{}, element.begin, last_end()};
    if (const auto* later = element.get<Value::Later>()) {
        out.as = *later;
        return out;
    }
    if (sequence != nullptr) {
        out =
            from(TypeProblem{0, 0, "a slice of a tuple in a signature", true}, out.begin, out.end);
        out.as = Value::Later{"a slice of a tuple in a signature", false};
        return out;
    }
    if (later_) return {Value::Later{later_->message}, out.begin, out.end};
    const Type* type = element.get<Type>();
    if (type == nullptr) {
        return fail(element.begin, out.end, describe(element) + " cannot be indexed");
    }
    return from(make_array(*type, slices), type->is_array() ? open.offset : out.begin, out.end);
}

bool SignatureReader::accept(std::string_view sign) {
    if (!peek().is(sign)) return false;
    take();
    return true;
}

bool SignatureReader::expect(std::string_view sign) {
    if (accept(sign)) return true;
    if (failed()) return false;
    const Token& token = peek();
    const std::string found = token.kind == Token::Kind::End
                                  ? "the signature ends"
                                  : "found `" + std::string(token.text) + "`";
    fail(token.offset, token.offset + token.length,
         found + " where `" + std::string(sign) + "` should stand");
    return false;
}

std::size_t SignatureReader::last_end() const {
    return at_ == 0 ? 0 : tokens_[at_ - 1].offset + tokens_[at_ - 1].length;
}

SignatureValue SignatureReader::fail(std::size_t begin, std::size_t end, std::string message) {
    if (!problem_) problem_ = TypeProblem{begin, end - begin, std::move(message), false};
    return {};
}

SignatureValue SignatureReader::unexpected() {
    const Token& token = peek();
    if (token.kind == Token::Kind::End) {
        return fail(token.offset, token.offset, "the signature ends where a type should stand");
    }
    return fail(token.offset, token.offset + token.length,
                "`" + std::string(token.text) + "` has no meaning here in a signature");
}

SignatureValue SignatureReader::from(OrProblem<Type> result, std::size_t begin, std::size_t end) {
    if (const Type* type = std::get_if<Type>(&result)) return {*type, begin, end};
    TypeProblem problem = std::get<TypeProblem>(std::move(result));
    if (!problem.is_later) return fail(begin, end, std::move(problem.message));
    if (!later_) later_ = TypeProblem{begin, end - begin, problem.message, true};
    return {Value::Later{std::move(problem.message)}, begin, end};
}

std::string SignatureReader::describe(const Value& value) const {
    if (const Type* type = value.get<Type>()) return "`" + python_name(*type, table_) + "`";
    if (const auto* other = value.get<Value::Other>()) return "`" + other->what + "`";
    if (const auto* maker = value.get<Value::Constructor>()) return "`" + maker->name + "`";
    if (const auto* text = value.get<std::string>()) return "the string \"" + *text + "\"";
    if (const auto* later = value.get<Value::Later>()) return later->what;
    if (const auto* number = value.get<std::int64_t>()) {
        return "`" + std::to_string(*number) + "`";
    }
    if (const auto* list = value.get<Value::Sequence>()) {
        return list->is_list ? "a list" : "a tuple";
    }
    return value.get<Signature>() != nullptr ? "a signature" : "this";
}

std::optional<Type> SignatureReader::need_type(const Value& value) {
    if (const Type* type = value.get<Type>()) return *type;
    if (failed() || value.get<Value::Later>() != nullptr) return std::nullopt;
    if (const auto* other = value.get<Value::Other>(); other && is_python_name(other->what)) {
        fail(value, python_name_message(other->what));
    } else if (const auto* maker = value.get<Value::Constructor>()) {
        fail(value, "`" + maker->name + "` makes types and is none: call it with its arguments");
    } else {
        fail(value, describe(value) + " is no type");
    }
    return std::nullopt;
}

TypeProblem SignatureReader::problem() const {
    if (problem_) return *problem_;
    return later_.value_or(TypeProblem{0, 0, "no signature", false});
}

OrProblem<Type> SignatureReader::as_type(const Value& value) {
    const std::optional<Type> type = need_type(value);
    if (!type || failed() || later_) return problem();
    return *type;
}

OrProblem<Signature> SignatureReader::as_signature(const Value& value) {
    Signature out;
    if (const auto* signature = value.get<Signature>()) {
        out = *signature;
    } else if (const auto* items = value.get<Value::Sequence>(); items && !items->is_list) {
        for (const Value& item : items->items) {
            out.params.push_back(need_type(item).value_or(Type::error()));
        }
    } else if (value.get<Type>() != nullptr) {
        fail(value, describe(value) + " is a type and no signature: write `void(" +
                        python_name(*value.get<Type>(), table_) + ")`");
    } else if (const auto* later = value.get<Value::Later>(); !later || later->is_type) {
        fail(value, describe(value) + " is no signature: write `void(float32[:], int32)`");
    }
    if (failed() || later_) return problem();
    return out;
}

}  // namespace pycu
