// Names for functions that calls made and that no name of the module holds: `make(3)[1, 32](x)`,
// `self.step = make(3)`, `{n: make(n) for n in (3, 5)}`. See evaluator.h.
#include <algorithm>
#include <cctype>
#include <set>

#include "python/captures.h"
#include "python/evaluator.h"
#include "python/interpreter.h"
#include "support/match.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

/// A longer name says nothing any more.
constexpr std::size_t longest_part = 16;
constexpr std::size_t longest_name = 48;

std::string last_of(std::string_view path) {
    return std::string(path.substr(path.rfind('.') + 1));
}

/// "3" of 3, "m0p5" of -0.5, "True", the text of a text; empty for what no name can have in it.
std::string plain_text(const Value& value) {
    std::string text = std::visit(
        match{
            [](const NumberValue& of) {
                if (of.type == boolean) {
                    return std::string(std::get<bool>(of.value) ? "True" : "False");
                }
                if (const auto* real = std::get_if<double>(&of.value)) {
                    return float_repr(*real);
                }
                const auto* natural = std::get_if<std::uint64_t>(&of.value);
                return natural != nullptr ? std::to_string(*natural)
                                          : std::to_string(std::get<std::int64_t>(of.value));
            },
            [](const StringValue& of) { return of.text; },
            [](const NoneValue&) { return std::string("None"); },
            [](const auto&) { return std::string(); },
        },
        plain(value).as);
    std::string made;
    for (const char one : text) {
        if (one != '+') {
            made += one == '-' ? 'm' : one == '.' ? 'p' : one;
        }
    }
    const auto is_plain = [](char one) {
        return std::isalnum(static_cast<unsigned char>(one)) != 0 || one == '_';
    };
    const bool is_short = !made.empty() && made.size() <= longest_part;
    return is_short && std::ranges::all_of(made, is_plain) ? made : std::string();
}

/// `n3`, `kind_fast`: what a variable of a factory adds to a name.
std::string part_of(const std::string& free, const Value& value, const std::string& held) {
    if (!held.empty()) {
        const bool says_nothing = held == free;  // a function under the name of its `def`
        return says_nothing ? "" : held.starts_with(free) ? held : free + "_" + held;
    }
    if (const auto* path = value.get<Dotted>()) {
        return free + "_" + last_of(path->path);
    }
    if (const auto* member = value.get<EnumValue>(); member != nullptr && !member->is_int) {
        return free + "_" + member->member;
    }
    const std::string text = plain_text(value);
    if (text.empty()) {
        return "";
    }
    const std::size_t sign = text.front() == 'm' ? 1 : 0;
    const bool is_number = sign < text.size() && value.get<StringValue>() == nullptr &&
                           std::isdigit(static_cast<unsigned char>(text[sign])) != 0;
    return free + (is_number ? "" : "_") + text;
}

}  // namespace

/// The functions that calls have made and launches or other functions hold, each once.
class Evaluator::Nameless {
  public:
    Nameless(Evaluator& evaluator, std::vector<Made>& named)
        : evaluator_(evaluator),
          store_(evaluator.run_->store()),
          captures_(evaluator.tree_, evaluator.scopes_),
          named_(named) {}

    void find() {
        for (const MetLaunch& launch : evaluator_.run_->launches()) {
            add(launch.function, launch.range, 0);
        }
        leave_natural();
    }

    /// The functions with names of their own: `step_n3` of `n` = 3.
    std::vector<Made> name(std::set<std::string> taken) {
        std::vector<Made> made;
        for (One& one : found_) {
            if (one.is_natural) {
                continue;
            }
            const std::string base = def_name(one.function);
            std::string name = base + parts(one, base.size());
            if (is_jitted_by_call(one.function) && is_free_again(one.function, name)) {
                taken.erase(name);
            }
            if (taken.contains(name)) {
                std::string around = qualname(one.function);
                std::ranges::replace(around, '.', '_');
                name = around.substr(0, around.size() - base.size()) + name;
            }
            const std::string short_name = name;
            for (int number = 2; !taken.insert(name).second; ++number) {
                name = short_name + "_" + std::to_string(number);
            }
            one.name = name;
            made.push_back({name, one.function, one.range});
        }
        return made;
    }

  private:
    struct One {
        FunctionRef function;
        Range range;
        std::string name{};
        bool is_natural = false;
    };

    std::size_t canonical(std::size_t frame) const { return evaluator_.canonical(frame); }

    bool is_call(std::size_t frame) const {
        const Frame& one = store_.frame(frame);
        return evaluator_.scopes_.all[one.scope].kind == symbols::Scope::Kind::Function &&
               !one.is_guess;
    }

    /// Whether a call, `cuda.jit(f)`, made it of a function that stands in no other.
    bool is_jitted_by_call(const FunctionRef& function) const {
        return function.jit.valid() && !is_call(canonical(function.frame()));
    }

    /// Whether the name of its `def`, which the module has for nothing else and is no kernel, is
    /// still to be given to one.
    bool is_free_again(const FunctionRef& function, const std::string& name) {
        const auto& node = std::get<syntax::FunctionDef>(evaluator_.tree_.stmts[function.def].as);
        const auto& names = evaluator_.scopes_.all[evaluator_.scopes_.module()].bindings;
        const auto bound = names.find(name);
        return node.decorator_list.empty() && bound != names.end() && bound->second.size() == 1 &&
               bare_.insert(name).second;
    }

    ScopeId inner_scope(const FunctionRef& function) const {
        return evaluator_.scopes_.inside_of(function.def);
    }
    const std::string& qualname(const FunctionRef& function) const {
        return evaluator_.scopes_.all[inner_scope(function)].qualname;
    }
    std::string def_name(const FunctionRef& function) const { return last_of(qualname(function)); }

    /// What a variable of a function around another one holds, from the frame of that one.
    std::optional<Value> captured(const std::string& name, ScopeId owner, std::size_t frame) const {
        for (std::size_t at = canonical(frame); at != 0; at = canonical(store_.frame(at).parent)) {
            if (store_.frame(at).scope == owner) {
                const auto slot = evaluator_.run_->slot(at, name, at_end);
                return slot ? slot->value : std::nullopt;
            }
        }
        return std::nullopt;
    }

    /// Whether what functions in two frames read of them, and of those around, is the same. So it
    /// is while nothing is found that differs: functions of a frame may hold each other.
    bool is_same(std::size_t a, std::size_t b) const {
        std::set<std::pair<std::size_t, std::size_t>> compared;
        return is_same(a, b, compared);
    }

    bool is_same(std::size_t a, std::size_t b,
                 std::set<std::pair<std::size_t, std::size_t>>& compared) const {
        a = canonical(a), b = canonical(b);
        if (a == b || !compared.emplace(a, b).second) {
            return true;
        }
        const Frame& left = store_.frame(a);
        const Frame& right = store_.frame(b);
        if (left.scope != right.scope || !is_same(left.parent, right.parent, compared)) {
            return false;
        }
        return std::ranges::all_of(captures_.read_inside(left.scope), [&](const std::string& name) {
            const auto x = evaluator_.run_->slot(a, name, at_end);
            const auto y = evaluator_.run_->slot(b, name, at_end);
            if (!x || !y) {
                return !x && !y;
            }
            const auto* f = x->value->get<FunctionRef>();
            const auto* g = y->value->get<FunctionRef>();
            return f != nullptr && g != nullptr ? f->def == g->def && f->jit == g->jit &&
                                                      is_same(f->frame(), g->frame(), compared)
                                                : sema::same(*x->value, *y->value, Sameness::State);
        });
    }

    void add(const FunctionRef& function, Range range, int depth) {
        const std::size_t frame = canonical(function.frame());
        if (depth > 4 || !function.is_device() ||
            (!is_call(frame) && !is_jitted_by_call(function))) {
            return;
        }
        const auto is_it = [&](const FunctionRef& other) {
            return other.def == function.def && other.jit == function.jit &&
                   is_same(other.frame(), frame);
        };
        for (const Made& made : named_) {
            if (is_it(made.function)) {
                alias(frame, canonical(made.function.frame()));
                return;
            }
        }
        for (const One& one : found_) {
            if (is_it(one.function)) {
                alias(frame, canonical(one.function.frame()));
                return;
            }
        }
        std::vector<FunctionRef> held;
        for (const auto& [name, owner] : captures_.of(inner_scope(function))) {
            const auto value = captured(name, owner, frame);
            if (!value || !is_known(*value)) {
                return;  // nobody knows which function it is
            }
            if (const auto* other = value->get<FunctionRef>()) {
                held.push_back(*other);
            }
        }
        for (const FunctionRef& other : held) {
            add(other, range, depth + 1);
        }
        const Range def = evaluator_.tree_.stmts[function.def].range;
        const bool is_main = evaluator_.tree_.index_of(def) == syntax::Tree::is_main;
        const auto& node = std::get<syntax::FunctionDef>(evaluator_.tree_.stmts[function.def].as);
        found_.push_back({function, is_main ? node.name_range : range});
    }

    void alias(std::size_t frame, std::size_t first) {
        if (frame != first) {
            evaluator_.same_frames_[frame] = first;
        }
    }

    /// A function that is the same whoever calls the one around it keeps the name of its text.
    void leave_natural() {
        std::set<std::uint32_t> copied;
        const auto outermost = [&](const FunctionRef& function) {
            return store_.frame(canonical(function.frame())).scope.index;
        };
        for (const Made& made : named_) {
            copied.insert(outermost(made.function));
        }
        for (const One& one : found_) {
            const std::size_t frame = canonical(one.function.frame());
            const auto natural = evaluator_.run_->natural_frame(store_.frame(frame).scope);
            const bool is_natural = captures_.of(inner_scope(one.function)).empty() ||
                                    (natural && is_same(*natural, frame));
            if (!is_natural && !is_jitted_by_call(one.function)) {
                copied.insert(outermost(one.function));
            }
        }
        for (One& one : found_) {
            one.is_natural =
                !is_jitted_by_call(one.function) && !copied.contains(outermost(one.function));
        }
    }

    std::string name_of(const FunctionRef& function) const {
        const auto is_it = [&](const FunctionRef& other) {
            return other.def == function.def && other.jit == function.jit &&
                   canonical(other.frame()) == canonical(function.frame());
        };
        for (const Made& made : named_) {
            if (is_it(made.function)) {
                return made.name;
            }
        }
        for (const One& one : found_) {
            if (is_it(one.function) && !one.name.empty()) {
                return one.name;
            }
        }
        return def_name(function);
    }

    /// Those of the parts that fit behind a name of this size.
    std::string parts(const One& one, std::size_t size) const {
        std::string result;
        for (const auto& [name, owner] : captures_.of(inner_scope(one.function))) {
            const auto value = captured(name, owner, one.function.frame());
            const auto* function = value ? value->get<FunctionRef>() : nullptr;
            const std::string held = function != nullptr ? name_of(*function) : "";
            const std::string part = value ? part_of(name, *value, held) : "";
            if (!part.empty() && size + result.size() + 1 + part.size() <= longest_name) {
                result += "_" + part;
            }
        }
        return result;
    }

    Evaluator& evaluator_;
    Store& store_;
    Captures captures_;
    std::vector<Made>& named_;
    std::vector<One> found_;
    /// Names of functions of the module, which kernels that calls made of them have.
    std::set<std::string> bare_;
};

void Evaluator::name_nameless(std::vector<Made>& named, std::set<std::string> taken) {
    Nameless nameless(*this, named);
    nameless.find();
    for (const auto& [name, list] : scopes_.all[scopes_.module()].bindings) {
        taken.insert(name);
    }
    for (Made& made : nameless.name(std::move(taken))) {
        named.push_back(std::move(made));
    }
}

}  // namespace pycu::sema
