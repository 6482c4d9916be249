// What names mean while host code runs.
#include "python/interpreter.h"
#include "values/imports.h"

namespace pycu::sema {

std::string Interpreter::qualified(std::size_t frame, const std::string& name) const {
    const ScopeId scope = const_cast<Store&>(store_).frame(frame).scope;
    return scopes_.qualified(scope, name);
}

std::optional<Value> Interpreter::star_value(const Frame& frame, const std::string& name) {
    for (auto star = frame.stars.rbegin(); star != frame.stars.rend(); ++star) {
        if (auto value = star_member(star->first, name, star->second);
            value && !(value->is_unknown() && builtin(name))) {
            return *value;
        }
    }
    return std::nullopt;
}

std::optional<Value> Interpreter::look_up(const std::string& name) {
    if (auto given = names_ != nullptr ? (*names_)(name) : std::nullopt) {
        return given;
    }
    bool is_inner = false;
    for (std::size_t at = frame_;;) {
        Frame& frame = store_.frame(at);
        if (frame.is_opaque && scopes_.is_local(name, frame.scope)) {
            const auto known = locals_ != nullptr ? (*locals_)(name) : std::nullopt;
            return known ? *known : unknown("`" + name + "` is a variable", {});
        }
        if (!(is_inner && frame.is_class)) {
            if (auto found = slot(at, name, view_)) {
                return std::move(found->value);
            }
            if (auto value = star_value(frame, name)) {
                return value;
            }
        }
        if (frame.is_module) {
            break;
        }
        if (bound_ != nullptr && !frame.is_comprehension) {
            const ScopeId outer = store_.frame(frame.parent).scope;
            if (const auto* table = bound_->table(name, frame.scope, outer)) {
                const auto entry = table->find(name);
                return entry != table->end() ? bound_value(entry->second.bound) : builtin(name);
            }
        }
        is_inner = is_inner || !frame.is_comprehension;
        at = frame.globals.contains(name) ? module_frame(at) : frame.parent;
    }
    if (patched_.contains("builtins." + name)) {
        return unknown("the program sets it", {});
    }
    const auto value = builtin(name);
    return value ? std::optional(*value) : std::nullopt;
}

Value Interpreter::bound_value(const Bound& bound) {
    const auto look = [this](const std::string& of) {
        auto found = slot(0, of, view_);
        found = found ? found : slot(0, of, at_end);
        return found ? *std::move(found->value) : unknown("the module does not set it", {});
    };
    const auto attribute = [this](const Value& object, const std::string& of) {
        return this->attribute(object, of, {});
    };
    return BoundNames::value(bound, look, attribute);
}

std::optional<Slot> Interpreter::slot(std::size_t frame, const std::string& name, Moment moment) {
    const Cell* cell = store_.find(frame, name);
    if (cell == nullptr) {
        return std::nullopt;
    }
    Moment then = moment;
    if (then != at_end) {
        then = std::min(then, store_.frame(frame).seen_at);
    } else if (store_.frame(frame).seen_at != at_end) {
        then = store_.frame(frame).seen_at;
    }
    const Slot& found = store_.at(*cell, then, view_since_);
    if (!found.value) {
        return std::nullopt;
    }
    return Slot{store_.at(*found.value, then), found.range, found.stmt};
}

Cell* Interpreter::own_cell(const std::string& name) {
    Frame& own = store_.frame(frame_);
    std::size_t at = frame_;
    if (own.globals.contains(name)) {
        at = module_frame(frame_);
    } else if (own.nonlocals.contains(name)) {
        for (at = own.parent; at != 0 && store_.find(at, name) == nullptr;) {
            at = store_.frame(at).parent;
        }
    }
    return &store_.cell(at, name);
}

void Interpreter::bind(const std::string& name, Value value, Range range, StmtId stmt) {
    if (!given_.empty()) {
        if (const auto given = given_.find(qualified(frame_, name)); given != given_.end()) {
            value = given->second;
        }
    }
    Cell* cell = own_cell(name);
    Slot made{std::move(value), range, stmt};
    if (stmt && forks_ == 0 && loops_.empty() && running_.empty()) {
        cell->assigned.push_back(made);
    }
    store_.set(*cell, std::move(made));
}

}  // namespace pycu::sema
