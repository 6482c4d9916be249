// Looks at how a function uses its parameters.
#include "declare/parameter_hints.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <unordered_set>
#include <vector>

#include "declare/body_names.h"
#include "support/match.h"
#include "symbols/bindings.h"
#include "symbols/walk.h"
#include "syntax/visit.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

/// Functions that call one another are followed so far.
constexpr int max_calls = 32;

/// `x in row` and `x is None` say nothing of an array.
bool is_of_numbers(CompareOp op) {
    return op != CompareOp::In && op != CompareOp::NotIn && op != CompareOp::Is &&
           op != CompareOp::IsNot;
}

class Looker {
  public:
    Looker(const syntax::Tree& tree, const syntax::FunctionDef& function, Hints& all)
        : tree_(tree), all_(all), names_(tree, function) {
        for (const syntax::Arg* arg : symbols::positional(function.args)) {
            hints_[arg->arg];
        }
        collect(function.body);
        // Whatever is an index, or compared with one, is an integer: until nothing more is.
        for (bool is_changed = true; is_changed;) {
            const std::size_t before = integers_.size();
            std::ranges::for_each(exprs_, [&](ExprId id) { look(id); });
            is_changed = integers_.size() != before;
        }
        std::ranges::for_each(elements_, [&](ExprId id) { element(id); });
        std::ranges::for_each(exprs_, [&](ExprId id) { look_inside(id); });
        for (auto& [name, hint] : hints_) {
            hint.is_integer = !hint.is_array && integers_.contains(name);
            hint.may_be_none = doubtful_.contains(name);
        }
    }

    std::unordered_map<std::string, ParameterHint> hints_;

  private:
    /// Statements wait on a stack of our own: a chain of `elif`s is as deep as it is long.
    void collect(const syntax::Suite& body) {
        std::vector<syntax::StmtId> stmts(body);
        const auto part = match{
            [&](ExprId id, bool) { add(id); },
            [&](const syntax::Suite& in, bool) { stmts.insert(stmts.end(), in.begin(), in.end()); },
            [](syntax::PatternId, bool) {},
        };
        const auto parts = match{
            [](const syntax::FunctionDef&) {},
            [](const syntax::ClassDef&) {},
            [&](const auto& node) { syntax::for_each_child(node, part); },
        };
        while (!stmts.empty()) {
            const syntax::Stmt& stmt = tree_.stmts[stmts.back()];
            stmts.pop_back();
            std::visit(parts, stmt.as);
            const auto* assign = std::get_if<syntax::Assign>(&stmt.as);
            const auto* loop = std::get_if<syntax::For>(&stmt.as);
            const auto* changed = std::get_if<syntax::AugAssign>(&stmt.as);
            if (changed != nullptr) {
                elements_.push_back(changed->target);
                elements_.push_back(changed->value);
            } else if (assign != nullptr && is_computed(assign->value)) {
                // b[i] = a[i] may copy a row, and a name may be one.
                const bool is_row =
                    std::holds_alternative<syntax::Subscript>(tree_.exprs[assign->value].as);
                std::ranges::copy_if(
                    assign->targets, std::back_inserter(elements_),
                    [&](ExprId one) { return !is_row && name_of(one) == nullptr; });
            }
            if (assign != nullptr && names_.is_element_of_own(assign->targets[0])) {
                elements_.push_back(assign->value);
            }
            if (assign != nullptr && assign->targets.size() == 1) {
                assigned(assign->targets[0], assign->value);
                unpacked(assign->targets[0], assign->value);
            } else if (loop != nullptr && is_call_of(loop->iter, "range")) {
                mark(loop->target);
            }
        }
    }

    /// Keeps an expression and all its parts.
    void add(ExprId root) {
        std::vector<ExprId> waiting{root};
        while (!waiting.empty()) {
            const ExprId id = waiting.back();
            waiting.pop_back();
            if (id) {
                exprs_.push_back(id);
                symbols::for_each_part(tree_.exprs[id],
                                       [&](ExprId part) { waiting.push_back(part); });
            }
        }
    }

    /// i = cuda.grid(1), i, j = cuda.grid(2), t = cuda.threadIdx.x + ...
    void assigned(ExprId target, ExprId value) {
        std::vector<ExprId> waiting{value};
        while (!waiting.empty()) {
            const syntax::Expr& expr = tree_.exprs[waiting.back()];
            waiting.pop_back();
            const auto* attribute = std::get_if<syntax::Attribute>(&expr.as);
            const auto* name = std::get_if<syntax::Name>(&expr.as);
            const std::string& word = attribute != nullptr ? attribute->attr
                                      : name != nullptr    ? name->id
                                                           : empty_;
            if (word == "grid" || word == "gridsize" || word == "threadIdx" || word == "blockIdx" ||
                word == "shape") {
                mark(target);
                return;
            }
            if (!std::holds_alternative<syntax::Subscript>(expr.as)) {
                symbols::for_each_part(expr, [&](ExprId part) { waiting.push_back(part); });
            }
        }
    }

    /// n, m = a.shape: as many dimensions as names.
    void unpacked(ExprId target, ExprId value) {
        const auto* names = std::get_if<syntax::Tuple>(&tree_.exprs[target].as);
        const auto* shape = std::get_if<syntax::Attribute>(&tree_.exprs[value].as);
        const auto is_starred = [&](ExprId one) {
            return std::holds_alternative<syntax::Starred>(tree_.exprs[one].as);
        };
        if (names != nullptr && shape != nullptr && shape->attr == "shape" &&
            std::ranges::none_of(names->elts, is_starred)) {
            array(shape->value, names->elts.size(), true);
        }
    }

    const std::string* name_of(ExprId id) const {
        const auto* name = id ? std::get_if<syntax::Name>(&tree_.exprs[id].as) : nullptr;
        return name != nullptr ? &name->id : nullptr;
    }

    bool is_call_of(ExprId id, std::string_view callee) const {
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[id].as);
        const std::string* name = call != nullptr ? name_of(call->func) : nullptr;
        return name != nullptr && *name == callee;
    }

    /// Every name in an expression of `+ - * // %` is an integer where the whole is one.
    void mark(ExprId id) {
        if (!id) return;
        if (const std::string* name = name_of(id)) {
            integers_.insert(*name);
        } else if (const auto* op = std::get_if<syntax::BinOp>(&tree_.exprs[id].as);
                   op != nullptr && op->op != BinaryOp::Div) {
            mark(op->left);
            mark(op->right);
        } else if (const auto* tuple = std::get_if<syntax::Tuple>(&tree_.exprs[id].as)) {
            std::ranges::for_each(tuple->elts, [&](ExprId elt) { mark(elt); });
        }
    }

    bool is_integer(ExprId id) const {
        if (const std::string* name = name_of(id)) {
            return integers_.contains(*name);
        }
        const auto* op = std::get_if<syntax::BinOp>(&tree_.exprs[id].as);
        return op != nullptr && op->op != BinaryOp::Div &&
               (is_integer(op->left) || is_integer(op->right));
    }

    void array(ExprId id, std::size_t rank, bool is_certain = false) {
        if (const std::string* name = name_of(id)) {
            array(*name, rank, is_certain);
        }
    }

    void array(const std::string& name, std::size_t rank, bool is_certain) {
        const auto found = hints_.find(name);
        if (found == hints_.end()) {
            return;
        }
        ParameterHint& hint = found->second;
        hint.is_array = true;
        if (rank == 0) {
            return;  // an index that may be of any number of dimensions
        }
        if (static_cast<int>(rank) > hint.rank) {
            hint.rank = static_cast<int>(rank);
            hint.is_rank_certain = false;
        }
        hint.is_rank_certain =
            hint.is_rank_certain || (is_certain && static_cast<int>(rank) == hint.rank);
    }

    /// a[i, j] + 1, -a[i], a[i] < b[i], a[i] += x, b[i] = a[i] * x: elements, and no rows.
    void element(ExprId id) {
        const PartOfArray of = names_.element(id);
        array(of.array, of.taken, of.taken > 0);
    }

    /// Whether a value is computed, and none that fills whatever it is given to.
    bool is_computed(ExprId value) const {
        return !std::holds_alternative<syntax::Constant>(tree_.exprs[value].as) &&
               !std::holds_alternative<syntax::UnaryOp>(tree_.exprs[value].as) &&
               (name_of(value) == nullptr || !hints_.contains(*name_of(value)));
    }

    void look(ExprId id) {
        const auto& as = tree_.exprs[id].as;
        if (const auto* subscript = std::get_if<syntax::Subscript>(&as)) {
            array(subscript->value, names_.axes(subscript->slice));
            element(subscript->slice);
            if (const auto* indices =
                    std::get_if<syntax::Tuple>(&tree_.exprs[subscript->slice].as)) {
                std::ranges::for_each(indices->elts, [&](ExprId one) { element(one); });
            }
            const auto* row = std::get_if<syntax::Subscript>(&tree_.exprs[subscript->value].as);
            if (row != nullptr && names_.takes_element(row->slice)) {
                const std::size_t inner = names_.axes(subscript->slice);
                array(row->value, inner == 0 ? 0 : names_.axes(row->slice) + inner);
            }
            const auto* shape = std::get_if<syntax::Attribute>(&tree_.exprs[subscript->value].as);
            if (shape == nullptr) {
                mark(subscript->slice);
            } else if (shape->attr == "shape") {
                look_at_shape(*shape, subscript->slice);
            }
        } else if (const auto* attribute = std::get_if<syntax::Attribute>(&as)) {
            const std::string& word = attribute->attr;
            if (word == "shape" || word == "size" || word == "ndim" || word == "strides") {
                array(attribute->value, 0);
            }
        } else if (const auto* call = std::get_if<syntax::Call>(&as)) {
            look_at_call(*call);
        } else if (const auto* compare = std::get_if<syntax::Compare>(&as)) {
            look_at_compare(*compare);
            if (std::ranges::all_of(compare->ops, is_of_numbers)) {
                element(compare->left);
                std::ranges::for_each(compare->comparators, [&](ExprId one) { element(one); });
            }
        } else if (const auto* op = std::get_if<syntax::BinOp>(&as)) {
            element(op->left);
            element(op->right);
        } else if (const auto* sign = std::get_if<syntax::UnaryOp>(&as)) {
            element(sign->operand);
        }
    }

    /// math.sqrt(x), abs(x), int(x), np.float32(x): what no array is given to.
    bool takes_numbers(ExprId callee) const {
        constexpr std::string_view builtins[] = {"abs", "bool", "complex", "divmod", "float", "int",
                                                 "max", "min",  "pow",     "range",  "round"};
        constexpr std::string_view libraries[] = {"cupy",  "cp",    "nb",   "np",
                                                  "numba", "numpy", "types"};
        const auto is_one_of = [](std::span<const std::string_view> all, const std::string& one) {
            return std::ranges::find(all, one) != all.end();
        };
        const auto* member = std::get_if<syntax::Attribute>(&tree_.exprs[callee].as);
        const std::string* module = member != nullptr ? name_of(member->value) : nullptr;
        if (module != nullptr) {
            return *module == "math" || *module == "cmath" ||
                   (is_one_of(libraries, *module) && numpy_scalar(member->attr));
        }
        const std::string* name = name_of(callee);
        return name != nullptr && all_.called(*name) == nullptr &&
               (is_one_of(builtins, *name) || numpy_scalar(*name));
    }

    /// a.shape[2] needs three dimensions.
    void look_at_shape(const syntax::Attribute& shape, ExprId index) {
        const auto* constant = std::get_if<syntax::Constant>(&tree_.exprs[index].as);
        const auto* axis =
            constant != nullptr ? std::get_if<syntax::Integer>(&constant->value) : nullptr;
        if (axis != nullptr && axis->value() && *axis->value() < 64) {
            array(shape.value, *axis->value() + 1);
        }
    }

    void look_at_call(const syntax::Call& call) {
        const std::string* name = name_of(call.func);
        if (name != nullptr && *name == "range") {
            std::ranges::for_each(call.args, [&](ExprId arg) { mark(arg); });
        } else if (name != nullptr && *name == "len" && call.args.size() == 1) {
            array(call.args[0], 1);
        }
        const auto* method = std::get_if<syntax::Attribute>(&tree_.exprs[call.func].as);
        if (takes_numbers(call.func)) {
            std::ranges::for_each(call.args, [&](ExprId arg) { element(arg); });
        }
        const std::string& callee = method != nullptr ? method->attr
                                    : name != nullptr ? *name
                                                      : empty_;
        if (callee.starts_with("xoroshiro128p_") && call.args.size() == 2) {
            array(call.args[0], 1, true);
            mark(call.args[1]);
            const std::string* states = name_of(call.args[0]);
            if (states != nullptr && hints_.contains(*states)) {
                hints_[*states].is_random_states = true;
            }
        }
        // cuda.atomic.add(a, (i, j), v)
        const auto* group = method != nullptr
                                ? std::get_if<syntax::Attribute>(&tree_.exprs[method->value].as)
                                : nullptr;
        const std::string* bare = method != nullptr ? name_of(method->value) : nullptr;
        const bool is_atomic =
            (group != nullptr && group->attr == "atomic") || (bare != nullptr && *bare == "atomic");
        if (is_atomic && call.args.size() >= 2) {
            array(call.args[0], names_.axes(call.args[1]), names_.takes_element(call.args[1]));
            mark(call.args[1]);
        }
    }

    /// What a function of the program does with what it is given.
    void look_inside(ExprId id) {
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[id].as);
        const std::string* name = call != nullptr ? name_of(call->func) : nullptr;
        const syntax::FunctionDef* callee =
            name != nullptr && !hints_.contains(*name) ? all_.called(*name) : nullptr;
        if (callee == nullptr) {
            return;
        }
        const auto params = symbols::positional(callee->args);
        const Hints::OfFunction inner = all_.of(*callee);
        for (std::size_t i = 0; i < call->args.size() && i < params.size(); ++i) {
            const auto found = inner.find(params[i]->arg);
            const ParameterHint hint = found != inner.end() ? found->second : ParameterHint{};
            const auto* row = std::get_if<syntax::Subscript>(&tree_.exprs[call->args[i]].as);
            const auto rank = static_cast<std::size_t>(hint.rank);
            if (hint.is_array && row != nullptr && names_.takes_element(row->slice)) {
                array(row->value, names_.axes(row->slice) + rank, hint.is_rank_certain);
            } else if (hint.is_array) {
                array(call->args[i], rank, hint.is_rank_certain);
            } else if (hint.is_integer) {
                mark(call->args[i]);
            }
            const std::string* given = name_of(call->args[i]);
            const auto own = given != nullptr ? hints_.find(*given) : hints_.end();
            if (own != hints_.end() && hint.is_random_states) {
                own->second.is_random_states = true;
            }
        }
    }

    void look_at_compare(const syntax::Compare& compare) {
        ExprId left = compare.left;
        for (const ExprId right : compare.comparators) {
            const std::string* name = syntax::is_none(tree_, right) ? name_of(left) : nullptr;
            if (name != nullptr) doubtful_.insert(*name);
            if (is_integer(left)) {
                mark(right);
            }
            if (is_integer(right)) {
                mark(left);
            }
            left = right;
        }
    }

    const syntax::Tree& tree_;
    Hints& all_;
    const BodyNames names_;
    std::vector<ExprId> exprs_;
    /// What is an element where it is a subscript.
    std::vector<ExprId> elements_;
    std::unordered_set<std::string> integers_, doubtful_;
    const std::string empty_;
};

}  // namespace

const Hints::OfFunction& Hints::of(const syntax::FunctionDef& function) {
    // A function that calls itself says nothing more there.
    const auto [at, is_new] = known_.try_emplace(&function);
    if (is_new && depth_ < max_calls) {
        ++depth_;
        OfFunction made = std::move(Looker(tree_, function, *this).hints_);
        --depth_;
        return known_[&function] = std::move(made);
    }
    return at->second;
}

const syntax::FunctionDef* Hints::called(const std::string& name) const {
    return function_of_name_(name);
}

}  // namespace pycu::sema
