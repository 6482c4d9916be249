// Iterators of itertools: all their items where those of their arguments are known.
#include <algorithm>

#include "values/functions.h"
#include "values/numbers.h"
#include "values/tuples.h"

namespace pycu::sema {

namespace {

using Items = std::vector<Value>;

/// As many tuples are listed; one stands for more of them.
constexpr std::size_t max_tuples = 1 << 12;

/// Any number of tuples of items of these.
HostResult many(const std::vector<Value>& of, Range range) {
    Items row;
    for (const Value& one : of) {
        row.push_back(host_element(one, range));
    }
    return host_many(host_tuple(std::move(row)), false);
}

/// The tuples of places of `r` among `count` items, in the order of itertools.
template <bool is_ordered, bool may_repeat>
void choose(std::size_t count, std::size_t r, std::vector<std::size_t>& places,
            std::vector<std::vector<std::size_t>>& all) {
    if (places.size() == r || all.size() > max_tuples) {
        all.push_back(places);
        return;
    }
    const std::size_t last = places.empty() ? 0 : places.back();
    const std::size_t first = is_ordered || places.empty() ? 0 : may_repeat ? last : last + 1;
    for (std::size_t i = first; i < count; ++i) {
        if (is_ordered && std::ranges::count(places, i) > 0) {
            continue;
        }
        places.push_back(i);
        choose<is_ordered, may_repeat>(count, r, places, all);
        places.pop_back();
    }
}

/// combinations, combinations_with_replacement, permutations.
template <bool is_ordered, bool may_repeat>
HostResult chosen(const CallArguments& args) {
    const Value& iterable = args.first();
    const Value* given = args.get("r");
    const auto items = items_of(iterable);
    const bool takes_all = given == nullptr || given->is<NoneValue>();
    const auto r = takes_all && items ? std::optional(std::int64_t(items->size()))
                   : takes_all        ? std::nullopt
                                      : as_index(*given);
    if (!r || *r < 0 || *r > 64) {
        return std::nullopt;
    }
    if (!items || (items->size() > 16 && *r > 2)) {
        return many(Items(std::size_t(*r), iterable), args.range);
    }
    std::vector<std::size_t> places;
    std::vector<std::vector<std::size_t>> all;
    choose<is_ordered, may_repeat>(items->size(), std::size_t(*r), places, all);
    if (all.size() > max_tuples) {
        return many(Items(std::size_t(*r), iterable), args.range);
    }
    Items made;
    for (const auto& one : all) {
        Items row;
        std::ranges::transform(one, std::back_inserter(row),
                               [&](std::size_t i) { return (*items)[i]; });
        made.push_back(host_tuple(std::move(row)));
    }
    return host_tuple(std::move(made));
}

HostResult product(const CallArguments& args) {
    const Value* given = args.get("repeat");
    const auto repeat = given != nullptr ? as_index(*given) : std::optional<std::int64_t>(1);
    if (!repeat || *repeat < 0 || *repeat > 16) {
        return std::nullopt;
    }
    Items columns;
    for (std::int64_t i = 0; i < *repeat; ++i) {
        columns.insert(columns.end(), args.positional.begin(), args.positional.end());
    }
    std::vector<Items> rows{{}};
    for (const Value& column : columns) {
        const auto items = items_of(column);
        if (!items || rows.size() * items->size() > max_tuples) {
            return many(columns, args.range);
        }
        std::vector<Items> longer;
        for (const Items& row : rows) {
            for (const Value& item : *items) {
                longer.push_back(row);
                longer.back().push_back(item);
            }
        }
        rows = std::move(longer);
    }
    Items made;
    std::ranges::transform(rows, std::back_inserter(made),
                           [](Items& row) { return host_tuple(std::move(row)); });
    return host_tuple(std::move(made));
}

HostResult chained(const CallArguments& args) {
    Items made;
    for (const Value& one : args.positional) {
        const auto items = items_of(one);
        if (!items || made.size() + items->size() > max_items) {
            return std::nullopt;
        }
        made.insert(made.end(), items->begin(), items->end());
    }
    return host_tuple(std::move(made));
}

HostResult pairs(const CallArguments& args) {
    const auto items = items_of(args.first());
    if (!items || items->size() > max_tuples) {
        return many(Items(2, args.first()), args.range);
    }
    Items made;
    for (std::size_t i = 1; i < items->size(); ++i) {
        made.push_back(host_tuple({(*items)[i - 1], (*items)[i]}));
    }
    return host_tuple(std::move(made));
}

HostResult repeated(const CallArguments& args) {
    const Value* given = args.get("times");
    const auto times = given != nullptr ? as_index(*given) : std::nullopt;
    const bool is_listed = times && *times >= 0 && *times <= std::int64_t(max_tuples);
    return is_listed ? HostResult(host_tuple(Items(std::size_t(*times), args.first())))
                     : HostResult(host_many(args.first(), false, given != nullptr));
}

constexpr Typed iterators[] = {
#define PYCU_ITERATOR(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> iterator_rows() {
    return iterators;
}

}  // namespace pycu::sema
