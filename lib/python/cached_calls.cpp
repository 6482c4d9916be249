// Calls of functions with `@functools.cache`: what an earlier call has made is given out again.
#include <algorithm>

#include "python/interpreter.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// Whether a call may have been made with the same arguments as another, and whether it was.
struct CallMatch {
    bool is_possible = true;
    bool is_certain = true;
};

/// Whether equal keys are one to the cache, too: it may tell `1` and `1.0` apart.
bool has_same_type(const Value& a, const Value& b) {
    const auto one = number_of(a);
    const auto other = number_of(b);
    return one && other ? one->type == other->type && one->is_python == other->is_python
                        : !one && !other;
}

CallMatch compare_calls(const CallArguments& a, const CallArguments& b) {
    const bool are_alike = a.positional.size() == b.positional.size() && a.named.empty() &&
                           b.named.empty() && !a.is_open && !b.is_open;
    CallMatch made{true, are_alike};
    for (std::size_t i = 0; are_alike && i < a.positional.size(); ++i) {
        const Value& one = a.positional[i];
        const Value& other = b.positional[i];
        const auto* object = one.get<HostObject>();
        const auto* of = other.get<HostObject>();
        const bool are_keys =
            one.is_constant() && other.is_constant() && is_known(one) && is_known(other);
        const bool is_same =
            are_keys ? is_same_key(one, other)
                     : object != nullptr && of != nullptr && object->attributes == of->attributes;
        made.is_certain = made.is_certain && is_same && (!are_keys || has_same_type(one, other));
        made.is_possible = made.is_possible && (is_same || !are_keys);
    }
    return made;
}

/// More calls than this are told apart no longer.
constexpr std::size_t max_cached = 64;

}  // namespace

Value Interpreter::trace_cached(const FunctionRef& function, const CallArguments& args,
                                bool is_open, Range range) {
    const std::shared_ptr<const MadeFunction> key = function.made;
    FunctionRef plain = function;
    auto uncached = std::make_shared<MadeFunction>(*function.made);
    uncached->is_cached = false;
    plain.made = std::move(uncached);
    CallArguments given = args;
    given.is_open = is_open;
    std::vector<Value> earlier;
    bool is_hit = false;
    for (const CachedCall& one : cached_[key]) {
        const CallMatch match = compare_calls(one.args, given);
        if (match.is_possible) {
            is_hit = earlier.empty() && match.is_certain && one.is_certain;
            earlier.push_back(one.result);
        }
    }
    if (is_hit && earlier.size() == 1) {
        return earlier.front();
    }
    const auto keep = [&](const Value& result) {
        std::vector<CachedCall>& all = cached_[key];
        if (all.size() >= max_cached) {
            CachedCall& last = all.back();
            last = {{}, join_hosts(last.result, result, range, false), false};
            last.args.is_open = true;
        } else {
            all.push_back({given, result, forks_ == 0 && !key->forgets});
        }
    };
    if (earlier.empty()) {
        Value made = trace(plain, args, is_open, range);
        if (!is_dead_) {
            keep(made);
        }
        return made;
    }
    // It may run, or give out what an earlier call has made and others may have changed since.
    std::optional<Value> made;
    std::vector<std::optional<Changes>> paths;
    paths.push_back(path([&] { made = trace(plain, args, is_open, range); }));
    const bool has_ended = paths[0].has_value();
    paths.push_back(path([] {}));
    join(std::move(paths), range);
    if (has_ended) {
        keep(*made);
    } else {
        made = earlier.front();
    }
    for (const Value& one : earlier) {
        escape(one, range);
        made = join_hosts(*made, one, range, false);
    }
    escape(*made, range);
    return *std::move(made);
}

/// `function.cache_clear()`: what was kept may be made again.
void Interpreter::forget_cached(const FunctionRef& function) {
    for (CachedCall& one : cached_[function.made]) {
        one.is_certain = false;
    }
}

}  // namespace pycu::sema
