// Evaluating texts of types; see type_texts.h.
#include "declare/type_texts.h"

#include <algorithm>
#include <map>

#include "support/nearest.h"
#include "support/text.h"
#include "syntax/parse.h"
#include "types/scalar.h"
#include "values/imports.h"
#include "values/type_values.h"

namespace pycu::sema {

namespace {

/// A part of a text, and where it begins.
struct Piece {
    std::string_view text;
    std::size_t begin = 0;
};

/// One `for T in float32, float64`.
struct Variable {
    std::string_view name;
    Piece types;
};

constexpr const char* no_signature = " is no signature: write `void(float32[:], int32)`";

/// The type that was probably meant; empty when none is near.
std::string nearest_type(std::string_view name) {
    std::vector<std::string> known{"void", "none", "Array", "UniTuple", "Tuple"};
    for (const std::string_view scalar : numba_scalar_names()) {
        known.emplace_back(scalar);
    }
    return nearest(name, known);
}

/// Whether it is what programs call a library, in front of whose types it stands.
bool is_library(std::string_view name) {
    return name == "np" || name == "numpy" || name == "numba" || name == "cuda";
}

/// Says that nobody knows the name, and which type was probably meant.
std::string unknown_name(std::string_view name, const std::string& near) {
    std::string message = "unknown type `" + std::string(name) + "`";
    if (is_library(name)) {
        return message + "; signature strings know Numba's types by their bare names: `float32`";
    }
    return near.empty() ? message : message + "; did you mean `" + near + "`?";
}

class TypeText {
  public:
    TypeText(Evaluator& evaluator, const TypeLookup& lookup)
        : evaluator_(evaluator), lookup_(lookup) {}

    OrProblem<Type> type(Piece piece) {
        const auto read = evaluate(piece);
        return read ? type_of(read->value, read->range) : *problem_;
    }
    OrProblem<Signature> signature(Piece piece);
    /// The types that a variable goes through.
    OrProblem<std::vector<Type>> types(Piece piece);

    /// The type variables.
    std::map<std::string_view, Type> variables;

  private:
    /// A value and the text that it is of.
    struct Read {
        Value value;
        Range range;
        /// Of a tuple that is written out: where its items stand.
        std::vector<Range> items;
        /// A type with an index, whatever the type is.
        bool is_array = false;

        Range item(std::optional<std::size_t> i) const {
            return i && *i < items.size() ? items[*i] : range;
        }
    };

    std::optional<Read> evaluate(Piece piece);
    TypeProblem first_problem(const std::vector<syntax::Problem>& problems,
                              std::string_view text) const;
    Value name(std::string_view name);
    OrProblem<Type> type_of(const Value& value, Range range);
    TypeProblem problem(std::string message, Range range, bool is_later = false) const {
        return {begin_ + range.begin, range.end - range.begin, std::move(message), is_later, {}};
    }
    TypeProblem problem(const Unknown& why, Range otherwise) const {
        const Range range = why.range.end > why.range.begin ? why.range : otherwise;
        TypeProblem made = problem(why.why, range, why.is_later);
        made.meant = why.why.starts_with("unknown type") ? meant_ : "";
        return made;
    }

    Evaluator& evaluator_;
    const TypeLookup& lookup_;
    /// Where the expression begins that is being read.
    std::size_t begin_ = 0;
    std::optional<TypeProblem> problem_;
    /// The type that the last unknown name may mean.
    std::string meant_;
};

Value TypeText::name(std::string_view name) {
    if (const auto variable = variables.find(name); variable != variables.end()) {
        return {TypeObject{variable->second}};
    }
    if (const auto found = lookup_ ? lookup_(name) : std::nullopt) {
        return {TypeObject{*found}};
    }
    const auto found = evaluator_.lookup_at_end(name, evaluator_.scopes().module());
    if (found && found->value.is<NamedTupleClass>()) {
        return found->value;
    }
    if (name == "types") {
        return {Dotted{"numba.types"}};
    }
    Value member = module_member("numba.types", name, {});
    if (!member.is<Dotted>() || is_type_constructor(name)) {
        return member;
    }
    if (name == "slice" || name == "getattr") {
        return {Unknown{"`" + std::string(name) + "` in a signature", {}, true}};
    }
    const auto own = builtin(name);
    if (own) {
        return *own;
    }
    meant_ = is_library(name) ? "" : nearest_type(name);
    return unknown(unknown_name(name, meant_), {});
}

/// What is wrong with a text that is no expression: the bracket that another one closes, else what
/// comes first.
TypeProblem TypeText::first_problem(const std::vector<syntax::Problem>& problems,
                                    std::string_view text) const {
    if (problems.empty()) {
        return problem("it is no expression", {0, 0});
    }
    const auto wrong = std::ranges::find(problems, diag::Code::WrongClose,
                                         [](const syntax::Problem& one) { return one.what.code; });
    if (wrong == problems.end()) {
        return problem(problems.front().what.message, problems.front().what.range);
    }
    const Range open = wrong->what.labels.front().range;
    return problem("`" + std::string(text.substr(open.begin, 1)) + "` is never closed", open);
}

std::optional<TypeText::Read> TypeText::evaluate(Piece piece) {
    const std::string_view text = trim(piece.text);
    begin_ = piece.begin + (text.empty() ? 0 : std::size_t(text.data() - piece.text.data()));
    if (text.empty()) {
        problem_ = problem("the signature is empty", {0, 0});
        return std::nullopt;
    }
    const SourceFile file("", std::string(text));
    const syntax::Tree tree = syntax::parse(file);
    const auto* stmt = tree.main.body.size() == 1 && tree.main.problems.empty()
                           ? std::get_if<syntax::ExprStmt>(&tree.stmts[tree.main.body[0]].as)
                           : nullptr;
    if (stmt == nullptr) {
        problem_ = first_problem(tree.main.problems, text);
        return std::nullopt;
    }
    const LocalValues names = [&](std::string_view one) { return std::optional(name(one)); };
    Read read{evaluator_.evaluate_text(tree, stmt->value, evaluator_.scopes().module(), names),
              tree.exprs[stmt->value].range,
              {},
              std::holds_alternative<syntax::Subscript>(tree.exprs[stmt->value].as)};
    if (const auto* tuple = std::get_if<syntax::Tuple>(&tree.exprs[stmt->value].as)) {
        for (const syntax::ExprId item : tuple->elts) {
            read.items.push_back(tree.exprs[item].range);
        }
    }
    return read;
}

OrProblem<Type> TypeText::type_of(const Value& value, Range range) {
    if (const auto* why = value.get<Unknown>()) {
        return problem(*why, range);
    }
    const auto* type = value.get<TypeObject>();
    return type != nullptr && type->kind == TypeObject::Kind::Numba
               ? OrProblem<Type>(type->type)
               : problem(why_no_type(value, evaluator_.types()), range);
}

OrProblem<Signature> TypeText::signature(Piece piece) {
    const auto read = evaluate(piece);
    if (!read) {
        return *problem_;
    }
    const auto* later = read->value.get<Unknown>();
    const bool is_array = later != nullptr && later->is_later && read->is_array;
    const auto made =
        is_array ? NoSignature{{describe(read->value, evaluator_.types()) + no_signature, {}}}
                 : signature_of(read->value, evaluator_.types());
    const auto* problem = std::get_if<NoSignature>(&made);
    return problem == nullptr ? OrProblem<Signature>(std::get<Signature>(made))
                              : this->problem(problem->why, read->item(problem->item));
}

OrProblem<std::vector<Type>> TypeText::types(Piece piece) {
    if (trim(piece.text).empty()) {
        return TypeProblem{piece.begin + piece.text.size(), 0,
                           "a type variable needs at least one type", false};
    }
    const auto read = evaluate(piece);
    if (!read) {
        return *problem_;
    }
    const auto* list = read->value.get<HostItems>();
    std::vector<Type> types;
    for (const Value& item : list != nullptr ? list->items : std::vector<Value>{read->value}) {
        const auto type = type_of(item, read->item(types.size()));
        if (const auto* problem = std::get_if<TypeProblem>(&type)) {
            return *problem;
        }
        types.push_back(std::get<Type>(type));
    }
    return types;
}

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// The word behind a place and its blanks.
Piece word_behind(std::string_view text, std::size_t at) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n", at), text.size());
    std::size_t end = begin;
    while (end < text.size() && is_word(text[end])) {
        ++end;
    }
    return {text.substr(begin, end - begin), begin};
}

/// Cuts `body for T in types for U in types` at the words `for` outside all brackets.
OrProblem<std::vector<Variable>> cut_variables(std::string_view text, Piece& body) {
    std::vector<Variable> variables;
    Piece* part = &body;
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        const Piece word =
            is_word(text[at]) ? word_behind(text, at) : Piece{text.substr(at, 1), at};
        depth += word.text == "(" || word.text == "["   ? 1
                 : word.text == ")" || word.text == "]" ? -1
                                                        : 0;
        at += word.text.size();
        if (depth != 0 || word.text != "for") {
            part->text = text.substr(part->begin, at - part->begin);
            continue;
        }
        const Piece name = word_behind(text, at);
        const Piece in = word_behind(text, name.begin + name.text.size());
        if (name.text.empty() || in.text != "in") {
            return TypeProblem{word.begin, word.text.size(),
                               "a type variable reads `for T in float32, float64`", false};
        }
        at = in.begin + in.text.size();
        variables.push_back({name.text, {text.substr(at, 0), at}});
        part = &variables.back().types;
    }
    return variables;
}

}  // namespace

std::variant<Signature, NoSignature> signature_of(const Value& value, const TypeTable& table) {
    if (const auto* made = value.get<SignatureObject>()) {
        return made->signature;
    }
    if (const auto* why = value.get<Unknown>()) {
        return NoSignature{*why};
    }
    const auto numba_type = [](const Value& one) {
        const auto* type = one.get<TypeObject>();
        return type != nullptr && type->kind == TypeObject::Kind::Numba ? type : nullptr;
    };
    const auto* tuple = value.get<HostItems>();
    if (tuple == nullptr || tuple->is_list) {
        const auto* type = numba_type(value);
        const std::string name = type != nullptr ? python_name(type->type, table) : "";
        return NoSignature{{type != nullptr
                                ? "`" + name + "` is a type and no signature: write `void(" +
                                      (type->type.is_none() ? "" : name) + ")`"
                                : describe(value, table) + no_signature,
                            {}}};
    }
    Signature signature;
    std::optional<NoSignature> problem;
    for (std::size_t i = 0; i < tuple->items.size(); ++i) {
        const Value& item = tuple->items[i];
        const auto* type = numba_type(item);
        const auto* why = item.get<Unknown>();
        if (type != nullptr) {
            signature.params.push_back(type->type);
        } else if (why == nullptr || !why->is_later) {
            return NoSignature{why != nullptr ? *why : Unknown{why_no_type(item, table), {}}, i};
        } else if (!problem) {
            problem = NoSignature{*why, i};
        }
    }
    return problem ? std::variant<Signature, NoSignature>(*problem) : signature;
}

OrProblem<Signature> parse_signature(std::string_view text, Evaluator& evaluator,
                                     const TypeLookup& lookup) {
    return TypeText(evaluator, lookup).signature({text});
}

OrProblem<Type> parse_type(std::string_view text, Evaluator& evaluator, const TypeLookup& lookup) {
    return TypeText(evaluator, lookup).type({text});
}

OrProblem<std::vector<Signature>> parse_signatures(std::string_view text, Evaluator& evaluator,
                                                   const TypeLookup& lookup) {
    Piece body;
    const auto variables = cut_variables(text, body);
    if (const auto* problem = std::get_if<TypeProblem>(&variables)) {
        return *problem;
    }
    // Each variable multiplies the combinations found so far; the last one changes fastest.
    std::vector<TypeText> texts{TypeText(evaluator, lookup)};
    for (const Variable& variable : std::get<std::vector<Variable>>(variables)) {
        const auto types = texts[0].types(variable.types);
        if (const auto* problem = std::get_if<TypeProblem>(&types)) {
            return *problem;
        }
        std::vector<TypeText> longer;
        for (const TypeText& one : texts) {
            for (const Type type : std::get<std::vector<Type>>(types)) {
                longer.push_back(one);
                longer.back().variables[variable.name] = type;
            }
        }
        texts = std::move(longer);
    }
    std::vector<Signature> signatures;
    for (TypeText& one : texts) {
        const auto signature = one.signature(body);
        if (const auto* problem = std::get_if<TypeProblem>(&signature)) {
            return *problem;
        }
        signatures.push_back(std::get<Signature>(signature));
    }
    return signatures;
}

}  // namespace pycu::sema
