// See pytest_marks.h.
#include "python/pytest_marks.h"

#include <algorithm>

#include "support/text.h"
#include "values/host_values.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr const char* fixture_name = "pytest.fixture";
constexpr const char* sets_name = "pytest.mark.parametrize";
constexpr const char* param_name = "pytest.param";
constexpr const char* skipped_name = "pytest.param(skipped)";
constexpr const char* used_name = "pytest.mark.usefixtures";
constexpr std::string_view mark_name = "pytest.mark.";

/// A test is run with as many sets of values; the last stands for all others, and is not known.
constexpr std::size_t most_sets = 64;

/// Calls of theirs and these names stand for what pytest keeps of them.
bool is_of_pytest(std::string_view path) {
    return path == fixture_name || path.starts_with(mark_name) ||
           path.starts_with("unittest.skip") || path == "unittest.expectedFailure";
}

/// "a, b", ["a", "b"]
std::vector<std::string> names_in(const Value& value) {
    std::vector<std::string> names;
    if (const auto* text = value.get<StringValue>()) {
        for (const std::string_view one : split(text->text, ',')) {
            if (const std::string_view name = trim(one); !name.empty()) {
                names.emplace_back(name);
            }
        }
    } else if (const auto* items = value.get<HostItems>()) {
        for (const Value& one : items->items) {
            const auto* name = one.get<StringValue>();
            names.push_back(name != nullptr ? name->text : "");
        }
    }
    return names;
}

/// The values of a list, each by itself, or one that stands for any of them.
std::vector<Value> values_in(const Value& list) {
    const HostItems* all = list.items();
    if (all != nullptr && all->is_dict && all->more == nullptr && !all->is_object) {
        return all->keys;
    }
    if (const auto* items = list.get<HostItems>()) {
        return items->items;
    }
    return {host_element(list, {})};
}

/// What one item of `argvalues` or `params` gives to as many parameters; to the one that a text
/// names it is given as it is.
std::vector<Value> given_by(const Value& item, std::size_t count, bool is_whole) {
    const auto* items = item.get<HostItems>();
    if (count == 1 && is_whole && !is_of(item, param_name)) {
        return {item};
    }
    if (items != nullptr && items->items.size() == count) {
        return items->items;
    }
    return std::vector<Value>(count, unknown("it is a parameter of a test", {}));
}

/// Whether `marks=` of a set has one that skips it.
bool has_skip(const Value& marks) {
    const auto* list = marks.get<HostItems>();
    return list != nullptr && !is_mark(marks) ? std::ranges::any_of(list->items, is_skipped)
                                              : is_skipped(marks);
}

/// Each set so far with each of the values; `indirect` says which of the names are fixtures that
/// get theirs as `request.param`.
void multiply(const Value& names, const Value& values, const Value* indirect,
              std::vector<TestValues>& sets) {
    const std::vector<std::string> all = names_in(names);
    const bool is_list = indirect != nullptr && indirect->items() != nullptr;
    const auto some = is_list ? names_in(*indirect) : std::vector<std::string>{};
    std::vector<TestValues> made;
    for (const TestValues& before : sets) {
        for (const Value& item : values_in(values)) {
            if (is_of(item, skipped_name) || made.size() > most_sets) {
                continue;
            }
            const std::vector<Value> given = given_by(item, all.size(), names.is<StringValue>());
            TestValues& one = made.emplace_back(before);
            for (std::size_t i = 0; i < all.size(); ++i) {
                const bool is_asked =
                    is_list ? std::ranges::count(some, all[i]) > 0 : is_true(indirect);
                (is_asked ? one.requested : one.values).emplace_back(all[i], given[i]);
            }
        }
    }
    if (made.size() > most_sets) {
        made.resize(most_sets);
        for (auto* list : {&made.back().values, &made.back().requested}) {
            for (auto& one : *list) {
                one.second = unknown("the test has more sets of values than are followed", {});
            }
        }
    }
    sets = std::move(made);
}

}  // namespace

HostResult call_pytest(const std::string& path, const CallArguments& args) {
    if (path != param_name && !is_of_pytest(path)) {
        return std::nullopt;
    }
    HostItems made;
    made.class_name = path;
    if (path == param_name) {
        const Value* marks = args.named_only("marks");
        made.class_name = marks != nullptr && has_skip(*marks) ? skipped_name : param_name;
        made.items = args.positional;
        return host_items(std::move(made));
    }
    made.is_dict = true;
    const auto add = [&](std::string name, const Value& value) {
        made.keys.push_back({StringValue{std::move(name)}});
        made.items.push_back(value);
    };
    constexpr const char* of_sets[] = {"argnames", "argvalues", "indirect"};
    for (std::size_t i = 0; i < args.positional.size(); ++i) {
        if (path == sets_name && i < std::size(of_sets)) {
            add(of_sets[i], args.positional[i]);
        } else if (i == 0 && path != used_name) {
            add("condition", args.positional[i]);
        }
    }
    if (path == used_name) {
        add("names", host_tuple(args.positional));
    }
    for (const auto& [name, value] : args.named) {
        add(name, value);
    }
    return host_items(std::move(made));
}

bool is_mark(const Value& decorator) {
    const auto* path = decorator.get<Dotted>();
    const HostItems* items = decorator.items();
    return (path != nullptr && is_of_pytest(path->path)) ||
           (items != nullptr && is_of_pytest(items->class_name));
}

bool is_fixture(const Value& decorator) {
    const auto* path = decorator.get<Dotted>();
    return is_of(decorator, fixture_name) || (path != nullptr && path->path == fixture_name);
}

bool is_skipped(const Value& mark) {
    const auto* bare = mark.get<Dotted>();
    const HostItems* items = mark.items();
    const std::string name = bare != nullptr    ? bare->path
                             : items != nullptr ? items->class_name
                                                : std::string();
    const Value* condition = option_of_mark(mark, "condition");
    const bool is_text = condition != nullptr && condition->is<StringValue>();
    const auto holds = condition != nullptr && !is_text ? truth(*condition) : std::nullopt;
    return name == "pytest.mark.skip" || name == "unittest.skip" ||
           ((name == "pytest.mark.skipif" || name == "unittest.skipIf") && holds == true) ||
           (name == "unittest.skipUnless" && holds == false);
}

const Value* option_of_mark(const Value& mark, std::string_view name) {
    const HostItems* items = mark.items();
    return items != nullptr && items->is_dict ? item_of(*items, name) : nullptr;
}

std::vector<std::string> used_fixtures(const Value& mark) {
    const Value* names = is_of(mark, used_name) ? option_of_mark(mark, "names") : nullptr;
    return names != nullptr ? names_in(*names) : std::vector<std::string>{};
}

void add_sets(const Value& mark, std::vector<TestValues>& sets) {
    const Value* names = is_of(mark, sets_name) ? option_of_mark(mark, "argnames") : nullptr;
    const Value* values = option_of_mark(mark, "argvalues");
    if (names != nullptr && values != nullptr) {
        multiply(*names, *values, option_of_mark(mark, "indirect"), sets);
    }
}

void add_params(const std::string& fixture, const Value& params, std::vector<TestValues>& sets) {
    const Value is_indirect = python_bool(true);
    multiply({StringValue{fixture}}, params, &is_indirect, sets);
}

}  // namespace pycu::sema
