// `match`: the cases that may be taken, and what their patterns bind.
#include <algorithm>

#include "python/interpreter.h"
#include "support/match.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

constexpr int max_pattern_depth = 400;

/// Classes whose patterns take the whole value: `case int(n)`.
bool takes_whole(const Value& type) {
    const auto* of = type.get<TypeObject>();
    const auto* path = type.get<Dotted>();
    return of != nullptr ? of->kind == TypeObject::Kind::Python && !of->type.is_complex()
                         : path != nullptr && path->path == "builtins.str";
}

}  // namespace

/// Binds all names of a pattern to what nobody knows.
void Interpreter::pattern(syntax::PatternId id) {
    if (!id || depth_ > max_pattern_depth) {
        return;
    }
    const syntax::Pattern& node = tree_->patterns[id];
    const auto each = [&](const std::vector<syntax::PatternId>& parts) {
        std::ranges::for_each(parts, [&](syntax::PatternId part) { pattern(part); });
    };
    const auto name = [&](const std::optional<syntax::Identifier>& found) {
        if (found) {
            bind(found->text,
                 with_why(unknown("it is set by a `case`", found->range),
                          Unknown{"it is set while the program runs", found->range}),
                 found->range);
        }
    };
    ++depth_;
    std::visit(match{[&](const syntax::MatchSequence& n) { each(n.patterns); },
                     [&](const syntax::MatchMapping& n) { each(n.patterns), name(n.rest); },
                     [&](const syntax::MatchClass& n) { each(n.patterns), each(n.kwd_patterns); },
                     [&](const syntax::MatchStar& n) { name(n.name); },
                     [&](const syntax::MatchAs& n) { pattern(n.pattern), name(n.name); },
                     [&](const syntax::MatchOr& n) { each(n.patterns); }, [](const auto&) {}},
               node.as);
    --depth_;
}

/// Whether a pattern takes a value, and binds its names; nothing where nobody knows.
std::optional<bool> Interpreter::matches(syntax::PatternId id, const Value& subject) {
    if (!id) {
        return true;
    }
    const syntax::Pattern& node = tree_->patterns[id];
    if (depth_ > max_pattern_depth) {
        return std::nullopt;
    }
    ++depth_;
    const auto made = std::visit(
        match{[&](const syntax::MatchValue& n) {
                  const Value value = eval(n.value);
                  return truth_of(compare(CompareOp::Eq, subject, value, node.range), node.range);
              },
              [&](const syntax::MatchAs& n) -> std::optional<bool> {
                  const auto inner = matches(n.pattern, subject);
                  if (inner != false && n.name) {
                      bind(n.name->text, subject, n.name->range);
                  }
                  return inner;
              },
              [&](const syntax::MatchOr& n) -> std::optional<bool> {
                  bool is_known = true;
                  for (const syntax::PatternId one : n.patterns) {
                      const auto inner = matches(one, subject);
                      if (inner == true && is_known) {
                          return true;
                      }
                      is_known = is_known && inner;
                  }
                  return is_known ? std::optional(false) : std::nullopt;
              },
              [&](const syntax::MatchSequence& n) { return matches_sequence(n, subject); },
              [&](const syntax::MatchClass& n) -> std::optional<bool> {
                  const Value type = eval(n.cls);
                  const auto is_of = is_instance(subject, type);
                  if (is_of == true && takes_whole(type) && n.kwd_patterns.empty() &&
                      n.patterns.size() == 1) {
                      return matches(n.patterns[0], subject);
                  }
                  return is_of == true && !(n.patterns.empty() && n.kwd_patterns.empty())
                             ? std::nullopt
                             : is_of;
              },
              [&](const syntax::MatchSingleton& n) -> std::optional<bool> {
                  const bool is_none = std::holds_alternative<syntax::None>(n.value);
                  const auto* number = subject.get<NumberValue>();
                  if (subject.is<NoneValue>() || subject.is<StringValue>() ||
                      subject.array() != nullptr || subject.items() != nullptr) {
                      return is_none && subject.is<NoneValue>();
                  }
                  return is_none && number != nullptr ? std::optional(false) : std::nullopt;
              },
              [](const auto&) -> std::optional<bool> { return std::nullopt; }},
        node.as);
    --depth_;
    return made;
}

std::optional<bool> Interpreter::matches_sequence(const syntax::MatchSequence& node,
                                                  const Value& subject) {
    const auto* items = subject.get<HostItems>();
    const auto number = number_of(subject);
    if (items == nullptr) {
        const bool is_dict = subject.items() != nullptr && subject.items()->is_dict;
        const auto* object = subject.get<HostObject>();
        const bool is_array = subject.array() != nullptr && subject.array()->rank() > 0;
        const bool is_other = number || subject.is<StringValue>() || subject.is<NoneValue>() ||
                              is_dict || is_array ||
                              (object != nullptr && !is_open_class(object->of));
        return is_other ? std::optional(false) : std::nullopt;
    }
    if (items->like == HostItems::Like::Iterator || items->like == HostItems::Like::View) {
        return false;
    }
    const std::vector<Value> all = items->items;
    const auto is_star = [&](syntax::PatternId one) {
        return std::holds_alternative<syntax::MatchStar>(tree_->patterns[one].as);
    };
    const auto star = std::ranges::find_if(node.patterns, is_star);
    const bool has_star = star != node.patterns.end();
    const std::size_t fixed = node.patterns.size() - (has_star ? 1 : 0);
    if (has_star ? all.size() < fixed : all.size() != fixed) {
        return false;
    }
    const auto before = std::size_t(star - node.patterns.begin());
    const std::size_t rest = all.size() - fixed;
    bool is_known = true;
    for (std::size_t i = 0; i < node.patterns.size(); ++i) {
        if (has_star && i == before) {
            const auto& name = std::get<syntax::MatchStar>(tree_->patterns[*star].as).name;
            const auto first = all.begin() + std::ptrdiff_t(before);
            if (name) {
                bind(name->text, host_tuple({first, first + std::ptrdiff_t(rest)}, true),
                     name->range);
            }
            continue;
        }
        const auto one = matches(node.patterns[i], all[i < before ? i : i + rest - 1]);
        if (one == false && is_known) {
            return false;
        }
        is_known = is_known && one;
    }
    return is_known ? std::optional(true) : std::nullopt;
}

/// The cases from one on: as `elif`s.
void Interpreter::match_cases(const syntax::Match& node, std::size_t at, const Value& subject,
                              Range range) {
    for (; at < node.cases.size(); ++at) {
        const auto& one = node.cases[at];
        std::optional<bool> holds;
        path([&] { holds = matches(one.pattern, subject); });
        if (holds == false) {
            continue;
        }
        if (holds == true) {
            matches(one.pattern, subject);
            holds = one.guard ? test(one.guard) : true;
        }
        if (holds == false) {
            continue;
        }
        branch(
            holds, range,
            [&] {
                if (!holds && !matches(one.pattern, subject)) {
                    pattern(one.pattern);
                }
                block(one.body);
            },
            [&] {
                pattern(one.pattern);
                match_cases(node, at + 1, subject, range);
            });
        return;
    }
}

void Interpreter::visit(const syntax::Match& node, StmtId /*id*/, Range range) {
    Value subject = eval(node.subject);
    if (subject.or_none) {
        escape(subject, range);  // what patterns bind of it is not followed
        subject = without_none(subject);
    }
    for (const auto& one : node.cases) {
        import_inside(one.body);
    }
    match_cases(node, 0, subject, range);
}

}  // namespace pycu::sema
