// The names of the host and what they hold, on one path and where paths meet.
#include "sema/constants/imports.h"
#include "sema/host/tracer.h"
#include "types/scalar.h"

namespace pycu::sema {

HostTracer::Frame& HostTracer::writable(std::size_t frame) {
    std::shared_ptr<Frame>& ref = state_.frames[frame];
    if (ref == nullptr) {
        ref = std::make_shared<Frame>();
    } else if (ref.use_count() > 1) {
        ref = std::make_shared<Frame>(*ref);
    }
    return *ref;
}

std::optional<HostValue> HostTracer::look_up(const std::string& name) {
    std::size_t at = frame_;
    bool is_inner = false;
    for (;;) {
        const auto found_frame = state_.frames.find(at);
        if (found_frame == state_.frames.end()) {
            return std::nullopt;
        }
        const Frame& frame = *found_frame->second;
        const auto found = frame.names.find(name);
        if (found != frame.names.end() && !(is_inner && frame.is_class)) {
            return found->second;
        }
        if (at == 0) {
            for (auto star = frame.stars.rbegin(); star != frame.stars.rend(); ++star) {
                if (auto value = star_member(*star, name, {});
                    value && !(value->is_unknown() && builtin(name))) {
                    return from_value(*value, {});
                }
            }
            break;
        }
        is_inner = true;
        at = frame.globals.contains(name) ? 0 : frame.parent;
    }
    const auto value = builtin(name);
    return value ? std::optional(from_value(*value, {})) : std::nullopt;
}

void HostTracer::bind(const std::string& name, HostValue value) {
    std::size_t at = frame_;
    const Frame& own = *state_.frames[frame_];
    if (own.globals.contains(name)) {
        at = 0;
    } else if (own.nonlocals.contains(name)) {
        for (at = own.parent; at != 0 && !state_.frames[at]->names.contains(name);) {
            at = state_.frames[at]->parent;
        }
    }
    writable(at).names[name] = std::move(value);
    for (std::optional<State>& one : tries_) {
        add_path(one, state_, {});
    }
}

HostTracer::State HostTracer::joined(const State& a, const State& b, Range range, bool is_loop,
                                     std::uint32_t loop) const {
    if (a.is_dead || b.is_dead) {
        return a.is_dead ? b : a;
    }
    State made = a;
    for (const auto& [id, frame] : b.frames) {
        std::shared_ptr<Frame>& mine = made.frames[id];
        if (mine == nullptr || mine == frame) {
            mine = frame;
            continue;
        }
        auto both = std::make_shared<Frame>(*mine);
        // A name that only one path sets is that path's: Python fails on the other.
        for (const auto& [name, value] : frame->names) {
            const auto [at, is_new] = both->names.try_emplace(name, value);
            if (!is_new) {
                at->second = join_hosts(at->second, value, range, is_loop, loop);
            }
        }
        mine = std::move(both);
    }
    return made;
}

void HostTracer::add_path(std::optional<State>& to, const State& from, Range range) const {
    to = to ? joined(*to, from, range, false) : from;
}

bool HostTracer::same_state(const State& a, const State& b) const {
    if (a.is_dead != b.is_dead) {
        return false;
    }
    for (const auto& [id, frame] : a.frames) {
        const auto other = b.frames.find(id);
        if (other == b.frames.end() || other->second == frame) {
            continue;
        }
        if (frame->names.size() != other->second->names.size()) {
            return false;
        }
        for (const auto& [name, value] : frame->names) {
            const auto found = other->second->names.find(name);
            if (found == other->second->names.end() || !same_host(value, found->second)) {
                return false;
            }
        }
    }
    return true;
}

HostValue HostTracer::from_value(const Value& value, Range range) {
    if (const auto* tuple = value.get<TupleValue>()) {
        std::vector<HostValue> items;
        for (const Value& item : tuple->items) {
            items.push_back(from_value(item, range));
        }
        HostItems made;
        made.items = std::move(items);
        made.is_list = tuple->is_list;
        made.class_name = tuple->class_name;
        made.fields = tuple->fields;
        for (const HostValue& item : made.items) {
            made.depth =
                std::max(made.depth, item.items() != nullptr ? item.items()->depth + 1 : 1);
        }
        return {std::make_shared<HostItems>(std::move(made))};
    }
    if (const auto* array = value.get<ArrayValue>()) {
        const Type type = array->type;
        const Scalar dtype = type.element();
        if (type.layout() != Layout::A) {
            const std::vector<Extent> extents(array->shape.begin(), array->shape.end());
            return host_array(
                dtype, python::contiguous(extents, bytes(dtype), type.layout() == Layout::F));
        }
        Strides memory = python::known_strides(array->shape, array->strides);
        for (Extent& stride : memory.strides) {
            stride = stride * bytes(dtype);
        }
        return host_array(dtype, std::move(memory));
    }
    return {value};
}

/// `Point(1.0, y=2.0)`
HostValue HostTracer::make_named_tuple(const NamedTupleClass& of, const HostArguments& args,
                                       Range range) {
    HostItems made;
    made.class_name = of.name;
    made.fields = of.fields;
    made.items = args.positional;
    const std::size_t without = of.fields.size() - of.defaults.size();
    for (std::size_t i = made.items.size(); i < of.fields.size(); ++i) {
        const auto named = std::ranges::find_if(
            args.named, [&](const auto& pair) { return pair.first == of.fields[i]; });
        if (named == args.named.end() && i < without) {
            return host_unknown("`" + of.fields[i] + "` of `" + of.name + "` is missing", range);
        }
        made.items.push_back(named != args.named.end()
                                 ? named->second
                                 : from_value(of.defaults[i - without], range));
    }
    if (made.items.size() != of.fields.size()) {
        return host_unknown("`" + of.name + "` has other fields", range);
    }
    return {std::make_shared<HostItems>(std::move(made))};
}

}  // namespace pycu::sema
