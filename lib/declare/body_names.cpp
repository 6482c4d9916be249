// What names of a kernel's body are. See body_names.h.
#include "declare/body_names.h"

#include <algorithm>

#include "support/match.h"
#include "symbols/bindings.h"
#include "syntax/visit.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

/// Parts of parts are followed so far.
constexpr int max_parts = 16;

template <class Node>
const Node* node(const syntax::Tree& tree, ExprId id) {
    return id ? std::get_if<Node>(&tree.exprs[id].as) : nullptr;
}

const std::string* name_at(const syntax::Tree& tree, ExprId id) {
    const auto* name = node<syntax::Name>(tree, id);
    return name != nullptr ? &name->id : nullptr;
}

/// A whole number that the text has; 0 for all else.
std::size_t number_at(const syntax::Tree& tree, ExprId id) {
    const auto* constant = node<syntax::Constant>(tree, id);
    const auto* number =
        constant != nullptr ? std::get_if<syntax::Integer>(&constant->value) : nullptr;
    return number != nullptr && number->value() ? std::size_t(*number->value()) : 0;
}

/// The last name of what is called: `grid` of `cuda.grid(2)`.
const std::string* callee_of(const syntax::Tree& tree, const syntax::Call& call) {
    const auto* attribute = node<syntax::Attribute>(tree, call.func);
    return attribute != nullptr ? &attribute->attr : name_at(tree, call.func);
}

/// The assignments of a body, in blocks, too; functions inside it have names of their own.
std::vector<const syntax::Assign*> assignments(const syntax::Tree& tree,
                                               const syntax::Suite& body) {
    std::vector<syntax::StmtId> waiting(body);
    std::vector<const syntax::Assign*> made;
    const auto part = match{
        [](ExprId, bool) {},
        [&](const syntax::Suite& in, bool) { waiting.insert(waiting.end(), in.begin(), in.end()); },
        [](syntax::PatternId, bool) {},
    };
    const auto parts = match{
        [](const syntax::FunctionDef&) {},
        [](const syntax::ClassDef&) {},
        [&](const auto& one) { syntax::for_each_child(one, part); },
    };
    while (!waiting.empty()) {
        const syntax::Stmt& stmt = tree.stmts[waiting.back()];
        waiting.pop_back();
        std::visit(parts, stmt.as);
        if (const auto* assign = std::get_if<syntax::Assign>(&stmt.as)) {
            made.push_back(assign);
        }
    }
    return made;
}

}  // namespace

BodyNames::BodyNames(const syntax::Tree& tree, const syntax::FunctionDef& function) : tree_(tree) {
    symbols::for_each_binding(tree, function.body,
                              [&](ExprId, const std::string& name) { ++bindings_[name]; });
    symbols::for_each_parameter(function.args,
                                [&](const syntax::Arg& arg) { ++bindings_[arg.arg]; });
    for (const syntax::Assign* assign : assignments(tree, function.body)) {
        for (const ExprId target : assign->targets) {
            if (const std::string* name = name_at(tree, target)) {
                note(*name, assign->value, is_once(*name));
            } else {
                note_items(target, assign->value);
            }
        }
    }
}

bool BodyNames::is_once(const std::string& name) const {
    const auto found = bindings_.find(name);
    return found != bindings_.end() && found->second == 1;
}

/// `name = value`
void BodyNames::note(const std::string& name, ExprId value, bool is_once) {
    const auto* tuple = node<syntax::Tuple>(tree_, value);
    const auto* call = node<syntax::Call>(tree_, value);
    const std::string* callee = call != nullptr ? callee_of(tree_, *call) : nullptr;
    const bool is_grid = callee != nullptr && (*callee == "grid" || *callee == "gridsize");
    if (tuple != nullptr || is_grid) {
        const std::size_t count = tuple != nullptr         ? tuple->elts.size()
                                  : call->args.size() == 1 ? number_at(tree_, call->args[0])
                                                           : 0;
        if (count != 1 || tuple != nullptr) {
            tuples_[name] = is_once ? count : 0;
        }
        return;
    }
    if (callee != nullptr && *callee == "array" && is_once) {
        const auto by_name = std::ranges::find(call->keywords, std::optional<std::string>("shape"),
                                               &syntax::Keyword::arg);
        own_[name] = !call->args.empty()               ? rank_of_shape(call->args[0])
                     : by_name != call->keywords.end() ? rank_of_shape(by_name->value)
                                                       : 0;
        return;
    }
    const auto* subscript = node<syntax::Subscript>(tree_, value);
    const std::string* array = subscript != nullptr ? name_at(tree_, subscript->value) : nullptr;
    if (array == nullptr) {
        return;
    }
    // `n = n[0]` is once more than the parameter.
    const bool is_own =
        *array == name && bindings_.at(name) == 2 && takes_element(subscript->slice);
    if (!is_once && !is_own) {
        return;
    }
    std::size_t taken = 0;
    const auto* indices = node<syntax::Tuple>(tree_, subscript->slice);
    const auto takes = [&](ExprId one) { return node<syntax::Slice>(tree_, one) == nullptr; };
    taken = indices != nullptr        ? std::size_t(std::ranges::count_if(indices->elts, takes))
            : takes(subscript->slice) ? axes(subscript->slice)
                                      : 0;
    parts_[name] = {*array, taken, takes_element(subscript->slice)};
}

/// `x, y = a[i]`: items of a part.
void BodyNames::note_items(ExprId targets, ExprId value) {
    const auto* names = node<syntax::Tuple>(tree_, targets);
    const auto* subscript = node<syntax::Subscript>(tree_, value);
    const std::string* array = subscript != nullptr ? name_at(tree_, subscript->value) : nullptr;
    if (names == nullptr || array == nullptr || !takes_element(subscript->slice)) {
        return;
    }
    for (const ExprId one : names->elts) {
        const std::string* name = name_at(tree_, one);
        if (name != nullptr && is_once(*name)) {
            parts_[*name] = {*array, axes(subscript->slice) + 1, true};
        }
    }
}

std::size_t BodyNames::rank_of_shape(ExprId shape) const {
    const auto* tuple = node<syntax::Tuple>(tree_, shape);
    return tuple != nullptr ? tuple->elts.size() : number_at(tree_, shape) > 0 ? 1 : 0;
}

const PartOfArray* BodyNames::part(const std::string& name) const {
    const auto found = parts_.find(name);
    return found != parts_.end() ? &found->second : nullptr;
}

PartOfArray BodyNames::element(ExprId expr) const {
    PartOfArray made;
    for (const auto* at = node<syntax::Subscript>(tree_, expr); at != nullptr;
         at = node<syntax::Subscript>(tree_, expr)) {
        if (!takes_element(at->slice)) {
            return {};
        }
        made.taken += axes(at->slice);
        expr = at->value;
    }
    const std::string* name = name_at(tree_, expr);
    if (name == nullptr) {
        return {};
    }
    made.array = *name;
    for (int depth = 0; depth < max_parts; ++depth) {
        const PartOfArray* of = part(made.array);
        if (of == nullptr) {
            return made.taken > 0 ? made : PartOfArray{};
        }
        const bool is_own = of->array == made.array;
        if ((made.taken == 0 && !of->may_be_element) || (is_own && made.taken > 0)) {
            return {};  // of `n = n[0]` nobody says which of the two `n[0]` is
        }
        made = {of->array, made.taken + of->taken, false};
        if (is_own) {
            return made;
        }
    }
    return {};
}

bool BodyNames::takes_element(ExprId index) const {
    const auto is_slice = [&](ExprId one) {
        const auto* constant = node<syntax::Constant>(tree_, one);
        const bool is_number =
            constant == nullptr || std::holds_alternative<syntax::Integer>(constant->value);
        return node<syntax::Slice>(tree_, one) != nullptr || !is_number;
    };
    const auto* tuple = node<syntax::Tuple>(tree_, index);
    return tuple != nullptr ? std::ranges::none_of(tuple->elts, is_slice)
                            : !is_slice(index) && axes(index) > 0;
}

/// 0 where nobody knows, as of `x[None, i]` and `x[i, ...]`.
std::size_t BodyNames::axes(ExprId index) const {
    const auto is_no_axis = [&](ExprId one) {
        const auto* constant = node<syntax::Constant>(tree_, one);
        return constant != nullptr && !std::holds_alternative<syntax::Integer>(constant->value);
    };
    if (const auto* tuple = node<syntax::Tuple>(tree_, index)) {
        return std::ranges::any_of(tuple->elts, is_no_axis) ? 0 : tuple->elts.size();
    }
    if (is_no_axis(index)) {
        return 0;
    }
    const std::string* name = name_at(tree_, index);
    const auto found = name != nullptr ? tuples_.find(*name) : tuples_.end();
    return found != tuples_.end() ? found->second : 1;
}

bool BodyNames::is_element_of_own(ExprId target) const {
    const auto* subscript = node<syntax::Subscript>(tree_, target);
    const std::string* name = subscript != nullptr ? name_at(tree_, subscript->value) : nullptr;
    const auto found = name != nullptr ? own_.find(*name) : own_.end();
    return found != own_.end() && found->second > 0 && takes_element(subscript->slice) &&
           axes(subscript->slice) == found->second;
}

}  // namespace pycu::sema
