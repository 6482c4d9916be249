// Parameters that no call in sight gives: what their annotations and defaults say of them.
#include <algorithm>

#include "python/interpreter.h"
#include "python/parts.h"
#include "support/text.h"
#include "syntax/parse.h"
#include "values/cupy.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr int max_annotation_depth = 8;

std::string_view last_name(std::string_view path) {
    return path.substr(path.rfind('.') + 1);
}

/// The classes of arrays, as annotations name them.
bool is_array_class(std::string_view path) {
    return has_word("numpy.ndarray torch.Tensor numpy.typing.NDArray", in_numpy_of_cupy(path)) ||
           last_name(path) == "DeviceNDArray";
}

bool is_device_class(std::string_view path) {
    return (is_of_cupy(path) && last_name(path) == "ndarray") || last_name(path) == "DeviceNDArray";
}

/// A default as what any other argument of its kind would be: the kind is known, not the number.
std::optional<Value> kind_of(const Value& value) {
    if (const auto number = number_of(value)) {
        return host_number(number->type, number->is_python);
    }
    if (value.is<StringValue>()) {
        return host_dtype(value) ? std::optional(value) : std::nullopt;
    }
    const HostItems* items = value.items();
    if (items == nullptr) {
        const bool is_kept = value.is<TypeObject>() || value.is<Dotted>() ||
                             value.is<FunctionRef>() || value.is<ClassRef>() ||
                             value.is<ModuleRef>() || value.is<EnumValue>();
        return is_kept ? std::optional(value) : std::nullopt;
    }
    if (items->is_list || items->is_dict || items->is_slice || items->more != nullptr) {
        return std::nullopt;
    }
    HostItems made = *items;
    for (Value& item : made.items) {
        auto kind = kind_of(item);
        if (!kind) {
            return std::nullopt;
        }
        item = *std::move(kind);
    }
    return host_items(std::move(made));
}

/// What an annotation has said: a value, or more than a value, that it may be None.
struct Said {
    std::optional<Value> value;
    bool may_be_none = false;
};

}  // namespace

/// A docstring's word for a parameter, completing what an annotation says: an array or a number.
std::optional<Value> completed(const std::optional<Value>& said, const Documented& by,
                               const Unknown& why) {
    if (!by.is_array) {
        return said ? std::nullopt
                    : std::optional(host_number(Type::scalar(*by.scalar), by.is_python));
    }
    const HostPart* part = said ? said->part() : nullptr;
    if (said && (part == nullptr || part->kind != PartKind::Array)) {
        return std::nullopt;
    }
    HostPart made = part != nullptr ? *part : HostPart{PartKind::Array};
    made.dtype = made.dtype || !by.scalar ? made.dtype : HostDtype(*by.scalar);
    made.rank = made.rank ? made.rank : by.rank;
    made.layout = made.layout ? made.layout : by.layout;
    const bool says_more = part == nullptr || made != *part;
    return says_more ? std::optional(new_part(made, why)) : std::nullopt;
}

/// Reads annotations in the frame in which they stand.
class Interpreter::Annotations {
  public:
    Annotations(Interpreter& run, const Unknown& why) : run_(run), why_(why) {}

    Said read(ExprId expr, int depth = 0) {
        if (depth > max_annotation_depth) {
            return {};
        }
        const auto& as = run_.tree_->exprs[expr].as;
        if (const auto* op = std::get_if<syntax::BinOp>(&as); op && op->op == BinaryOp::BitOr) {
            return either({op->left, op->right}, depth);
        }
        if (const auto* constant = std::get_if<syntax::Constant>(&as)) {
            const auto* text = std::get_if<std::string>(&constant->value);
            return text != nullptr ? quoted(*text, depth) : Said{};
        }
        if (const auto* generic = std::get_if<syntax::Subscript>(&as)) {
            return read_generic(*generic, expr, depth);
        }
        return of_value(run_.eval(expr));
    }

  private:
    Said of_value(const Value& value) {
        if (const auto* type = value.get<TypeObject>()) {
            return {of_type(*type)};
        }
        if (const auto* path = value.get<Dotted>()) {
            return is_array_class(path->path) ? array(path->path) : Said{};
        }
        return {};
    }

    std::optional<Value> of_type(const TypeObject& type) {
        if (type.type.is_scalar()) {
            return host_number(type.type, type.kind == TypeObject::Kind::Python);
        }
        if (!type.type.is_array() || !type.type.element_type().is_scalar()) {
            return std::nullopt;
        }
        HostPart part{PartKind::Array, HostDtype(type.type.element()),
                      std::size_t(type.type.rank())};
        if (type.type.layout() != Layout::A) {
            part.layout = type.type.layout();
        }
        return new_part(part, why_);
    }

    Said array(std::string_view path) {
        HostPart part{PartKind::Array};
        part.is_device = is_device_class(path);
        part.is_cupy = is_of_cupy(path);
        return {new_part(part, why_)};
    }

    /// "np.ndarray": an expression in quotes.
    Said quoted(const std::string& text, int depth) {
        const SourceFile& file = *run_.file_.main.file;
        const SourceFile inner(file.path(), text, file.file());
        const syntax::Tree tree = syntax::parse(inner);
        const auto* stmt = tree.main.body.size() == 1 && tree.main.problems.empty()
                               ? std::get_if<syntax::ExprStmt>(&tree.stmts[tree.main.body[0]].as)
                               : nullptr;
        if (stmt == nullptr) {
            return {};
        }
        const syntax::Tree* outer = std::exchange(run_.tree_, &tree);
        const Said said = read(stmt->value, depth + 1);
        run_.tree_ = outer;
        return said;
    }

    /// `X | None`, `Optional[X]`, `Union[X, None]`: two types are one where they say the same.
    Said either(const std::vector<ExprId>& types, int depth) {
        Said made;
        for (const ExprId one : types) {
            if (syntax::is_none(*run_.tree_, one)) {
                made.may_be_none = true;
                continue;
            }
            const Said said = read(one, depth + 1);
            if (!said.value || made.value) {
                return {std::nullopt, made.may_be_none};
            }
            made.may_be_none = made.may_be_none || said.may_be_none;
            made.value = said.value;
        }
        return made;
    }

    std::vector<ExprId> arguments_of(const syntax::Subscript& generic) const {
        const auto* parts = std::get_if<syntax::Tuple>(&run_.tree_->exprs[generic.slice].as);
        return parts != nullptr ? parts->elts : std::vector<ExprId>{generic.slice};
    }

    Said read_generic(const syntax::Subscript& generic, ExprId expr, int depth) {
        const Value object = run_.eval(generic.value);
        const std::vector<ExprId> args = arguments_of(generic);
        const auto* type = object.get<TypeObject>();
        if (type != nullptr) {
            return of_value(run_.eval(expr));  // float32[:, ::1]
        }
        const auto* path = object.get<Dotted>();
        const std::string_view name = path != nullptr ? last_name(path->path) : "";
        if (path == nullptr) {
            return {};
        }
        if (path->path == "numpy.typing.NDArray") {
            return of_dtype(args[0], {});
        }
        if (path->path == "numpy.ndarray") {
            return args.size() == 2 ? read_ndarray(args[0], args[1]) : array(path->path);
        }
        if (name == "Annotated") {
            return annotated(args, depth);
        }
        if (name == "Optional" || name == "Union") {
            Said made = either(args, depth);
            made.may_be_none = made.may_be_none || name == "Optional";
            return made;
        }
        if (has_word("list List Sequence", name) && args.size() == 1) {
            const Said item = read(args[0], depth + 1);
            return item.value && !item.may_be_none
                       ? Said{with_why(host_many(*item.value, name != "Sequence"), why_)}
                       : Said{};
        }
        return has_word("tuple Tuple", name) ? tuple(args, depth) : Said{};
    }

    Said tuple(const std::vector<ExprId>& args, int depth) {
        std::vector<Value> items;
        for (const ExprId one : args) {
            const Said item = read(one, depth + 1);
            if (!item.value || item.may_be_none) {
                return {};
            }
            items.push_back(*item.value);
        }
        return {with_why(host_tuple(std::move(items)), why_)};
    }

    Said of_dtype(ExprId dtype, HostPart part) {
        part.kind = PartKind::Array;
        part.dtype = host_dtype(run_.eval(dtype));
        return {new_part(part, why_)};
    }

    /// np.ndarray[tuple[int, int], np.dtype[np.float32]]
    Said read_ndarray(ExprId shape, ExprId dtype) {
        const auto& exprs = run_.tree_->exprs;
        HostPart part{PartKind::Array};
        if (const auto* of = std::get_if<syntax::Subscript>(&exprs[shape].as)) {
            const auto args = arguments_of(*of);
            const auto is_dots = [&](ExprId one) {
                const auto* constant = std::get_if<syntax::Constant>(&exprs[one].as);
                return constant != nullptr &&
                       std::holds_alternative<syntax::Ellipsis>(constant->value);
            };
            const auto* of_what = std::get_if<syntax::Name>(&exprs[of->value].as);
            const bool is_tuple = of_what != nullptr && has_word("tuple Tuple", of_what->id);
            if (is_tuple && std::ranges::none_of(args, is_dots)) {
                part.rank = args.size();
            }
        }
        const auto* of = std::get_if<syntax::Subscript>(&exprs[dtype].as);
        return of != nullptr ? of_dtype(of->slice, part) : Said{new_part(part, why_)};
    }

    /// Annotated[NDArray[np.float32], 2, "C"]
    Said annotated(const std::vector<ExprId>& args, int depth) {
        Said made = read(args[0], depth + 1);
        const HostPart* of = made.value ? made.value->part() : nullptr;
        if (of == nullptr || of->kind != PartKind::Array) {
            return made;
        }
        HostPart part = *of;
        for (std::size_t i = 1; i < args.size(); ++i) {
            const Value more = run_.eval(args[i]);
            const auto* text = more.get<StringValue>();
            if (const auto rank = as_index(more); rank && *rank > 0) {
                part.rank = std::size_t(*rank);
            } else if (text != nullptr && (text->text == "C" || text->text == "F")) {
                part.layout = text->text == "C" ? Layout::C : Layout::F;
            }
        }
        return {new_part(part, why_), made.may_be_none};
    }

    Interpreter& run_;
    const Unknown& why_;
};

/// Whether a parameter is what its docstring says where it has its default; None may be anything.
bool Interpreter::agrees(const Documented& documented, const Value& otherwise) {
    const auto number = number_of(otherwise);
    return otherwise.is<NoneValue>() ||
           (number && !documented.is_array && number->type == Type::scalar(*documented.scalar) &&
            number->is_python == documented.is_python);
}

/// What a parameter is that nobody gives: `n: int` is the user's word for it, and a default is what
/// it is as far as the program shows. Where the two differ, nobody knows.
Value Interpreter::parameter_value(ExprId annotation, const Value* otherwise, const std::string& of,
                                   Range range, const std::optional<Documented>& documented) {
    Unknown why{"it is a parameter of `" + of + "`", range};
    why.is_parameter = true;
    why.said_by = annotation ? "an annotation" : "";
    why.said_at = annotation ? file_.exprs[annotation].range : range;
    Said said = annotation ? Annotations(*this, why).read(annotation) : Said{};
    const bool is_none = otherwise != nullptr && otherwise->is<NoneValue>();
    auto kind = otherwise != nullptr && !is_none ? kind_of(*otherwise) : std::nullopt;
    if (documented && otherwise != nullptr && !agrees(*documented, *otherwise)) {
        return {Unknown{"the docstring and the default of this parameter of `" + of + "` differ",
                        range, false, true}};
    }
    if (documented && !kind) {
        why.said_by = "a docstring";
        why.said_at = documented->range;
        if (auto more = completed(said.value, *documented, why)) {
            said.value = std::move(more);
        } else {
            why.said_by = said.value ? "an annotation" : "";
            why.said_at = annotation ? file_.exprs[annotation].range : range;
        }
    }
    if (said.value && kind) {
        const auto number = number_of(*said.value), given = number_of(*kind);
        if (number && (!given || given->type != number->type)) {
            return {
                Unknown{"the annotation and the default of this parameter of `" + of + "` differ",
                        range, false, true}};
        }
    }
    if (!said.value && kind) {
        why.said_by = "a default";
        why.said_at = range;
    } else if (!said.value) {
        why.said_by = "";
    }
    if (!said.value) {
        said.value = std::move(kind);
    }
    if ((said.may_be_none || is_none) && (!said.value || said.value->part() == nullptr)) {
        // A number that may be None is no more than a parameter.
        said.value = std::nullopt;
    }
    if (said.may_be_none || is_none || !said.value) {
        HostPart part =
            said.value && said.value->part() != nullptr ? *said.value->part() : HostPart{};
        part.may_be_none = said.may_be_none || is_none || part.kind == PartKind::Any;
        part.is_none_by_default = is_none;
        return parts().resolved(new_part(part, why));
    }
    return with_why(parts().resolved(*said.value), why);
}

}  // namespace pycu::sema
