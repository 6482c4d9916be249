// Reads annotations of parameters.
#include "declare/type_texts.h"
#include "python/constants/arrays.h"
#include "python/constants/numbers.h"
#include "syntax/parse.h"
#include "types/scalar.h"

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
        const SourceFile inner(tree_.file->path(), text, tree_.file->file());
        const syntax::Tree tree = syntax::parse(inner);
        const auto* stmt = tree.body.size() == 1 && tree.problems.empty()
                               ? std::get_if<syntax::ExprStmt>(&tree.stmts[tree.body[0]].as)
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

}  // namespace pycu::sema
