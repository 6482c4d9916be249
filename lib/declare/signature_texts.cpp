// Reading signature strings of the user's.
#include "declare/type_texts.h"
#include "python/constants/value.h"

namespace pycu::sema {

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
    return places_of_quoted(*tree.file, whole, *text);
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
        sink.report<diag::Code::BadSignature>(range, problem.message);
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

std::optional<Signature> read_signature(std::string_view text, const PlaceOf& place,
                                        Evaluator& evaluator, ScopeId scope, diag::Sink& sink) {
    const auto result = parse_signature(text, evaluator, types_in_scope(evaluator, scope));
    if (const auto* problem = std::get_if<TypeProblem>(&result)) {
        report_problem(*problem, place(problem->offset, problem->length), sink);
        return std::nullopt;
    }
    return std::get<Signature>(result);
}

std::optional<std::vector<Signature>> read_signatures(std::string_view text, const PlaceOf& place,
                                                      Evaluator& evaluator, ScopeId scope,
                                                      diag::Sink& sink) {
    const auto result = parse_signatures(text, evaluator, types_in_scope(evaluator, scope));
    if (const auto* problem = std::get_if<TypeProblem>(&result)) {
        report_problem(*problem, place(problem->offset, problem->length), sink);
        return std::nullopt;
    }
    return std::get<std::vector<Signature>>(result);
}

}  // namespace pycu::sema
