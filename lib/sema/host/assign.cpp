// What an assignment on the host does: to a name, an item, an attribute, a pattern's names.
#include <algorithm>

#include "sema/host/tracer.h"
#include "support/match.h"

namespace pycu::sema {

namespace {

constexpr int max_pattern_depth = 400;

}  // namespace

void HostTracer::assign(ExprId target, const HostValue& value) {
    const syntax::Expr& expr = tree_.exprs[target];
    if (const auto* name = std::get_if<syntax::Name>(&expr.as)) {
        bind(name->id, value);
    } else if (const auto* tuple = std::get_if<syntax::Tuple>(&expr.as)) {
        unpack(tuple->elts, value, expr.range);
    } else if (const auto* list = std::get_if<syntax::List>(&expr.as)) {
        unpack(list->elts, value, expr.range);
    } else if (const auto* star = std::get_if<syntax::Starred>(&expr.as)) {
        assign(star->value, host_unknown("it is the rest of something", expr.range));
    } else if (const auto* attribute = std::get_if<syntax::Attribute>(&expr.as)) {
        // `a.shape = ...`, `a.flags.writeable = False`: the array is another one from here on.
        ExprId object = attribute->value;
        while (const auto* inner = std::get_if<syntax::Attribute>(&tree_.exprs[object].as)) {
            object = inner->value;
        }
        const HostValue changed = eval(object);
        if (const auto* array = changed.get<HostArrayRef>()) {
            (*array)->spoiled = Unknown{"its `" + attribute->attr + "` is assigned", expr.range};
        }
    } else if (const auto* item = std::get_if<syntax::Subscript>(&expr.as)) {
        const HostValue changed = eval(item->value);
        eval(item->slice);
        const auto* list = changed.get<HostItemsRef>();
        if (list != nullptr && (*list)->is_list) {
            const auto more =
                std::make_shared<HostValue>(host_unknown("its items change", expr.range));
            (*list)->more = more;
            std::ranges::fill((*list)->items, *more);
        }
    }
}

void HostTracer::unpack(const std::vector<ExprId>& targets, const HostValue& value, Range range) {
    const HostItems* items = value.items();
    const bool is_exact =
        items != nullptr && items->more == nullptr && items->items.size() == targets.size();
    const std::vector<HostValue> each = is_exact ? items->items : std::vector<HostValue>{};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        assign(targets[i], is_exact ? each[i] : host_element(value, range));
    }
}

void HostTracer::pattern(syntax::PatternId id) {
    if (!id || depth_ > max_pattern_depth) {
        return;
    }
    const syntax::Pattern& node = tree_.patterns[id];
    const auto each = [&](const std::vector<syntax::PatternId>& parts) {
        std::ranges::for_each(parts, [&](syntax::PatternId part) { pattern(part); });
    };
    const auto name = [&](const std::optional<syntax::Identifier>& found) {
        if (found) {
            bind(found->text, host_unknown("it is set by a `case`", found->range));
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

}  // namespace pycu::sema
