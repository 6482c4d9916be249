// Reads annotations of parameters.
#include "declare/type_texts.h"
#include "syntax/parse.h"
#include "types/scalar.h"
#include "values/elements.h"
#include "values/numbers.h"
#include "values/value.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

/// Whether a string looks like a type and not like a remark: a name, with brackets behind it or
/// not.
bool looks_like_type(std::string_view text) {
    const std::size_t name =
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    return name != 0 && name != std::string_view::npos && (text[name] == '[' || text[name] == '(');
}

class AnnotationReader {
  public:
    AnnotationReader(const syntax::Tree& tree, ScopeId scope, Evaluator& evaluator)
        : tree_(tree), scope_(scope), evaluator_(evaluator) {}

    AnnotatedType read(ExprId expr) {
        AnnotatedType result;
        result.range = tree_.exprs[expr].range;
        const Value value = evaluate(expr);
        if (const auto* type = value.get<TypeObject>()) {
            result.type = type->type;
        } else if (const auto of_class = evaluator_.type_of_class(value)) {
            result.type = of_class;
        } else if (const auto* text = value.get<StringValue>()) {
            read_text(text->text, places_of_literal(tree_, expr), result);
        } else if (const auto* why = value.get<Unknown>(); why != nullptr && why->is_later) {
            result.problem = TypeProblem{0, 0, why->why, true};
        } else if (const auto* node = std::get_if<syntax::Subscript>(&tree_.exprs[expr].as)) {
            read_generic(*node, result);
        }
        return result;
    }

  private:
    Value evaluate(ExprId expr) {
        return &tree_ == &evaluator_.tree() ? evaluator_.evaluate(expr, scope_).value
                                            : evaluator_.evaluate_text(tree_, expr, scope_);
    }

    void read_text(const std::string& text, const PlaceOf& place, AnnotatedType& result) {
        const auto names = types_in_scope(evaluator_, scope_);
        // Python's own names mean what they mean as objects.
        const TypeLookup lookup = [&](std::string_view name) -> std::optional<Type> {
            return name == "float"     ? std::optional(float64)
                   : name == "int"     ? std::optional(int64)
                   : name == "complex" ? std::optional(complex128)
                                       : names(name);
        };
        const auto parsed = parse_type(text, evaluator_, lookup);
        if (const auto* type = std::get_if<Type>(&parsed)) {
            result.type = *type;
            return;
        }
        // "numba.float32[:]", "NDArray[np.float32]": an expression in quotes.
        const SourceFile& file = *tree_.module_of(result.range).file;
        const SourceFile inner(file.path(), text, file.file());
        const syntax::Tree tree = syntax::parse(inner);
        const auto* stmt = tree.main.body.size() == 1 && tree.main.problems.empty()
                               ? std::get_if<syntax::ExprStmt>(&tree.stmts[tree.main.body[0]].as)
                               : nullptr;
        if (stmt != nullptr &&
            !std::holds_alternative<syntax::Constant>(tree.exprs[stmt->value].as)) {
            const AnnotatedType as_expr =
                AnnotationReader(tree, scope_, evaluator_).read(stmt->value);
            if (as_expr.type || as_expr.element) {
                result.type = as_expr.type;
                result.element = as_expr.element;
                return;
            }
        }
        const auto& problem = std::get<TypeProblem>(parsed);
        if (problem.is_later || looks_like_type(text)) {
            result.problem = problem;
            result.range = place(problem.offset, problem.length);
        }
    }

    /// Annotated[NDArray[np.float32], 2], NDArray[np.float32].
    void read_generic(const syntax::Subscript& node, AnnotatedType& result) {
        const Value object = evaluate(node.value);
        const auto* path = object.get<Dotted>();
        if (path == nullptr) {
            return;
        }
        if (path->path == "numpy.typing.NDArray") {
            const auto scalar = dtype_of(evaluate(node.slice));
            result.element = scalar;
            return;
        }
        const auto* parts = std::get_if<syntax::Tuple>(&tree_.exprs[node.slice].as);
        const bool is_annotated =
            path->path == "typing.Annotated" || path->path == "typing_extensions.Annotated";
        if (!is_annotated || parts == nullptr || parts->elts.empty()) {
            return;
        }
        const AnnotatedType first = read(parts->elts[0]);
        result.type = first.type;
        result.element = first.element;
        std::int64_t rank = -1;
        std::string layout = "A";
        for (std::size_t i = 1; i < parts->elts.size(); ++i) {
            const Value more = evaluate(parts->elts[i]);
            const auto* text = more.get<StringValue>();
            if (const auto number = as_index(more)) {
                rank = *number;
            } else if (text != nullptr && (text->text == "C" || text->text == "F")) {
                layout = text->text;
            } else {
                const AnnotatedType inner = read(parts->elts[i]);
                result.type = inner.type ? inner.type : result.type;
            }
        }
        if (!result.type && result.element && rank >= 0) {
            const auto made = make_array(Type::scalar(*result.element), rank, layout);
            if (const auto* type = std::get_if<Type>(&made)) {
                result.type = *type;
            } else {
                result.problem = std::get<TypeProblem>(made);
            }
        }
    }

    const syntax::Tree& tree_;
    ScopeId scope_;
    Evaluator& evaluator_;
};

}  // namespace

AnnotatedType read_annotation(ExprId annotation, ScopeId scope, Evaluator& evaluator) {
    return AnnotationReader(evaluator.tree(), scope, evaluator).read(annotation);
}

// ---- Reading signature strings of the user's.

namespace {

/// The offset of a literal's first character behind its prefix and quotes; nothing when the
/// literal is not its value written out (escapes, several parts).
std::optional<std::uint32_t> start_of_text(std::string_view written, std::string_view value) {
    const std::size_t quote = written.find_first_of("'\"");
    if (quote == std::string_view::npos || quote > 2) {
        return std::nullopt;
    }
    const bool is_long = written.size() >= quote + 6 && written[quote + 1] == written[quote] &&
                         written[quote + 2] == written[quote];
    const std::size_t width = is_long ? 3 : 1;
    if (written.size() != value.size() + quote + 2 * width ||
        written.substr(quote + width, value.size()) != value) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(quote + width);
}

}  // namespace

PlaceOf places_of_quoted(const SourceFile& file, Range whole, std::string_view value) {
    const auto start = start_of_text(file.text(whole), value);
    return [=](std::size_t offset, std::size_t length) {
        if (!start || length == 0) {
            return whole;
        }
        const auto begin = static_cast<std::uint32_t>(whole.begin + *start + offset);
        return Range{begin, static_cast<std::uint32_t>(begin + length), whole.file};
    };
}

PlaceOf places_of_literal(const syntax::Tree& tree, syntax::ExprId expr) {
    const Range whole = tree.exprs[expr].range;
    const auto* constant = std::get_if<syntax::Constant>(&tree.exprs[expr].as);
    const auto* text = constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
    if (text == nullptr) {
        return [=](std::size_t, std::size_t) { return whole; };
    }
    return places_of_quoted(*tree.module_of(whole).file, whole, *text);
}

TypeLookup types_in_scope(Evaluator& evaluator, ScopeId scope) {
    return [&evaluator, scope](std::string_view name) -> std::optional<Type> {
        const auto found = evaluator.lookup_at_end(name, scope);
        if (!found && name == "xoroshiro128p_type") {
            return Type::random_state();
        }
        const auto* type = found ? found->value.get<TypeObject>() : nullptr;
        if (found && type == nullptr) {
            return evaluator.type_of_class(found->value);
        }
        // Python's float and int are no types in a signature string.
        return type != nullptr && type->kind != TypeObject::Kind::Python ? std::optional(type->type)
                                                                         : std::nullopt;
    };
}

void report_problem(const TypeProblem& problem, Range range, diag::Sink& sink) {
    if (problem.is_later) {
        sink.report<diag::Code::Later>(range, problem.message);
    } else {
        auto& report = sink.report<diag::Code::BadSignature>(range, problem.message);
        if (!problem.meant.empty() && range.end - range.begin == problem.length) {
            report.edit(range, problem.meant, true);
        }
    }
}

void report_unknown(const Unknown& why, std::string_view written, Range range, diag::Sink& sink) {
    if (why.is_later) {
        sink.report<diag::Code::Later>(range, why.why);
        return;
    }
    const bool is_inside = why.range.file == range.file && why.range.begin >= range.begin &&
                           why.range.end <= range.end && why.range.end > why.range.begin;
    // "it is a parameter of `f`" needs to be told what; other reasons name what they speak of.
    const bool is_sentence = !why.why.starts_with("it ");
    const std::string message =
        is_sentence ? why.why : "`" + std::string(written) + "` is no signature: " + why.why;
    auto& report = sink.report<diag::Code::BadSignature>(is_inside ? why.range : range, message);
    if (!is_inside && why.range.end > why.range.begin) {
        report.label(why.range, "this is why");
    }
}

/// What was read; nothing, and a report, where it has a problem.
template <class T>
static std::optional<T> reported(const OrProblem<T>& result, const PlaceOf& place,
                                 diag::Sink& sink) {
    if (const auto* problem = std::get_if<TypeProblem>(&result)) {
        report_problem(*problem, place(problem->offset, problem->length), sink);
        return std::nullopt;
    }
    return std::get<T>(result);
}

std::optional<Signature> read_signature(std::string_view text, const PlaceOf& place,
                                        Evaluator& evaluator, ScopeId scope, diag::Sink& sink) {
    return reported(parse_signature(text, evaluator, types_in_scope(evaluator, scope)), place,
                    sink);
}

std::optional<std::vector<Signature>> read_signatures(std::string_view text, const PlaceOf& place,
                                                      Evaluator& evaluator, ScopeId scope,
                                                      diag::Sink& sink) {
    return reported(parse_signatures(text, evaluator, types_in_scope(evaluator, scope)), place,
                    sink);
}

}  // namespace pycu::sema
