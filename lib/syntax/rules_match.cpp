// Rules for `match`: patterns that take everything, and names bound in patterns.
#include <algorithm>
#include <set>

#include "support/match.h"
#include "syntax/rules_walker.h"

namespace pycu::syntax {
void Walker::match_statement(const Match& node) {
    expr(node.subject);
    for (std::size_t i = 0; i < node.cases.size(); ++i) {
        const MatchCase& one = node.cases[i];
        std::vector<Identifier> names;
        pattern(one.pattern, one.guard || i + 1 == node.cases.size(), names);
        for (const Identifier& name : names) bind(name.text, name.range);
        expr(one.guard);
        block(one.body);
    }
}

void Walker::capture(const Identifier& name, std::vector<Identifier>& names) {
    if (std::ranges::find(names, name.text, &Identifier::text) != names.end()) {
        sink_.report<Code::BadPattern>(name.range,
                                       "`" + name.text + "` is bound twice in one pattern");
    }
    names.push_back(name);
}

void Walker::patterns(const std::vector<PatternId>& list, std::vector<Identifier>& names) {
    for (const PatternId id : list) pattern(id, true, names);
}

void Walker::pattern(PatternId id, bool may_take_all, std::vector<Identifier>& names) {
    const Pattern& node = tree_.patterns[id];
    std::visit(pycu::match{
                   [&](const MatchValue& p) { expr(p.value); }, [](const MatchSingleton&) {},
                   [&](const MatchSequence& p) {
                       const auto is_star = [&](PatternId one) {
                           return std::holds_alternative<MatchStar>(tree_.patterns[one].as);
                       };
                       if (std::count_if(p.patterns.begin(), p.patterns.end(), is_star) > 1) {
                           sink_.report<Code::BadPattern>(
                               node.range, "two starred patterns in one sequence pattern");
                       }
                       patterns(p.patterns, names);
                   },
                   [&](const MatchMapping& p) { mapping(p, names); },
                   [&](const MatchClass& p) {
                       expr(p.cls);
                       patterns(p.patterns, names);
                       std::set<std::string> seen;
                       for (const Identifier& one : p.kwd_attrs) {
                           if (seen.insert(one.text).second) continue;
                           sink_.report<Code::BadPattern>(
                               one.range, "`" + one.text + "` is given twice in one class pattern");
                       }
                       patterns(p.kwd_patterns, names);
                   },
                   [&](const MatchStar& p) {
                       if (p.name && p.name->text != "_") capture(*p.name, names);
                   },
                   [&](const MatchAs& p) {
                       if (p.pattern) {
                           pattern(p.pattern, may_take_all, names);
                       } else if (!may_take_all) {
                           sink_.report<Code::BadPattern>(
                               node.range,
                               (p.name ? "`" + p.name->text + "`" : "`_`") +
                                   std::string(" takes everything, and patterns follow"));
                       }
                       if (p.name) capture(*p.name, names);
                   },
                   [&](const MatchOr& p) { alternatives(node, p, may_take_all, names); }},
               node.as);
}

void Walker::alternatives(const Pattern& node, const MatchOr& either, bool may_take_all,
                          std::vector<Identifier>& names) {
    std::vector<Identifier> first;
    for (std::size_t i = 0; i < either.patterns.size(); ++i) {
        const bool last = i + 1 == either.patterns.size();
        std::vector<Identifier> own;
        pattern(either.patterns[i], last && may_take_all, own);
        std::ranges::sort(own, {}, &Identifier::text);
        if (i == 0) first = own;
        const bool same = std::ranges::equal(first, own, {}, &Identifier::text, &Identifier::text);
        if (!same) {
            sink_.report<Code::BadPattern>(node.range, "alternative patterns bind different names");
            break;
        }
    }
    for (const Identifier& name : first) capture(name, names);
}

void Walker::mapping(const MatchMapping& node, std::vector<Identifier>& names) {
    std::set<std::string> seen;
    for (const ExprId key : node.keys) {
        expr(key);
        const Range where = tree_.exprs[key].range;
        if (std::holds_alternative<Attribute>(tree_.exprs[key].as)) continue;
        if (!seen.insert(key_text(key)).second) {
            sink_.report<Code::BadPattern>(where, "a key that the pattern already has");
        }
    }
    patterns(node.patterns, names);
    if (node.rest) capture(*node.rest, names);
}

/// Equal texts for equal literals: `1`, `1.0` and `True` are one key.
std::string Walker::key_text(ExprId id) const {
    const Expr& node = tree_.exprs[id];
    const auto* constant = std::get_if<Constant>(&node.as);
    if (!constant) return "?" + std::string(module_.file->text(node.range));
    return std::visit(
        pycu::match{[](None) -> std::string { return "None"; },
                    [](bool b) -> std::string { return b ? "#1" : "#0"; },
                    [](const Integer& i) {
                        return "#" + (i.value() ? std::to_string(*i.value()) : i.text);
                    },
                    [](double d) {
                        const bool whole = d >= 0 && d < 1e15 &&
                                           d == static_cast<double>(static_cast<long long>(d));
                        return "#" + (whole ? std::to_string(static_cast<long long>(d))
                                            : std::to_string(d));
                    },
                    [](Imaginary i) { return "j" + std::to_string(i.value); },
                    [](const std::string& s) { return "s" + s; },
                    [](const Bytes& b) { return "b" + b.value; },
                    [](Ellipsis) -> std::string { return "..."; }},
        constant->value);
}

}  // namespace pycu::syntax
