// Evaluates the words of a signature as Numba's `eval` would; private to this stage.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "types/signature.h"
#include "types/signature_lexer.h"

namespace pycu {

/// What an expression in a signature string evaluates to.
struct SignatureValue {
    /// A type that Numba has and pycu has not, or what was made of one; the text names the type.
    struct Later {
        std::string what;
        bool is_type = true;
    };
    /// A tuple or a list.
    struct Sequence {
        std::vector<SignatureValue> items;
        bool is_list = false;
    };
    /// None, True, False or a float: no type, and the text says what.
    struct Other {
        std::string what;
    };
    /// A name that makes types when called: `Array`.
    struct Constructor {
        std::string name;
    };
    struct Invalid {};

    std::variant<Invalid, Type, Later, Signature, Sequence, Other, Constructor, std::int64_t,
                 std::string>
        as;
    /// Where it stands.
    std::size_t begin = 0;
    std::size_t end = 0;

    template <typename T>
    const T* get() const {
        return std::get_if<T>(&as);
    }
};

/// A recursive-descent evaluator over a signature's words. The first problem wins; after it every
/// value is Invalid.
class SignatureReader {
  public:
    using Value = SignatureValue;
    using Token = SignatureToken;
    using Binding = std::pair<std::string_view, SignatureValue>;

    SignatureReader(std::span<const Token> tokens, TypeTable& table, const TypeLookup& lookup)
        : tokens_(tokens), table_(table), lookup_(lookup) {}

    /// Reads everything up to the end, a tuple without parentheses too.
    Value read_all();
    /// The value as a signature, or the problem found on the way.
    OrProblem<Signature> as_signature(const Value& value);
    /// The value as a type, or the problem found on the way.
    OrProblem<Type> as_type(const Value& value);

    /// Names that stand for values: the type variables.
    std::vector<Binding> bindings;

  private:
    struct Arguments {
        std::vector<Value> positional;
        std::vector<std::pair<std::string_view, Value>> named;
        const Value* at(std::size_t index, std::string_view name) const;
        std::size_t size() const { return positional.size() + named.size(); }
    };

    Value expression();
    Value product();
    Value postfix();
    Value atom();
    Value name();
    Value list_until(std::string_view closer, std::size_t begin);
    Value subscript(const Value& element);
    Value attribute(const Value& object);
    Value call(const Value& callee);
    Value signature_of(const Value& returns, const Arguments& args, std::size_t end);
    Value construct(const std::string& name, const Value& callee, const Arguments& args);
    Value array(const Value& callee, const Arguments& args);
    Value uni_tuple(const Value& callee, const Arguments& args);
    Value tuple(const Value& callee, const Arguments& args);
    Value optional(const Value& callee, const Arguments& args);
    Value number_class(const std::string& name, const Value& callee, const Arguments& args);
    bool arguments(Arguments& args);
    bool spread(Arguments& args);
    std::optional<TypeSlice> slice(bool is_axis);

    const Token& peek() const { return tokens_[at_]; }
    Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    bool accept(std::string_view sign);
    bool expect(std::string_view sign);
    std::size_t last_end() const;

    bool failed() const { return problem_.has_value(); }
    Value fail(std::size_t begin, std::size_t end, std::string message);
    Value fail(const Value& value, std::string message) {
        return fail(value.begin, value.end, std::move(message));
    }
    Value unexpected();
    Value from(OrProblem<Type> result, std::size_t begin, std::size_t end);
    /// Tells what the value is, for messages.
    std::string describe(const Value& value) const;
    /// The type of a parameter, a return or an item; nothing (and maybe a problem) otherwise.
    std::optional<Type> need_type(const Value& value);
    TypeProblem problem() const;

    std::span<const Token> tokens_;
    TypeTable& table_;
    const TypeLookup& lookup_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::optional<TypeProblem> problem_;
    /// The first type of Numba's that pycu has not; a mistake elsewhere beats it.
    std::optional<TypeProblem> later_;
};

}  // namespace pycu
