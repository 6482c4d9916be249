// Chooses the row of a call.
#include "api/resolve.h"

#include <algorithm>
#include <set>

#include "api/functions.h"
#include "api/resolve_rules.h"
#include "types/convert.h"
#include "types/promotion.h"
#include "types/scalar.h"

namespace pycu::api {
namespace {

using Answer = std::variant<Resolution, Refusal>;

bool is_number(Type type) {
    return type.is_bool() || type.is_integer() || type.is_float();
}

// Whether a parameter takes the argument at all.
bool takes(const Instance& instance, std::size_t index, Type arg) {
    switch (instance.takes[index]) {
        case Takes::Exact:
        case Takes::Place:
            return arg == instance.accepts[index];
        case Takes::Integers:
            return arg.is_integer();
        case Takes::Flags:
            return arg.is_integer() || arg.is_bool();
        case Takes::Numbers:
            return is_number(arg);
        case Takes::Convertible:
            return true;
    }
    return false;
}

bool takes_all(const Instance& instance, std::span<const Type> args) {
    for (std::size_t i = 0; i < args.size(); ++i) {
        if (!takes(instance, i, args[i])) {
            return false;
        }
    }
    return true;
}

// A type that ranks the instance for an argument: one that is taken whatever it is ranks best.
Type ranked(const Instance& instance, std::size_t index, Type arg) {
    const bool converts = instance.takes[index] == Takes::Convertible;
    return converts ? instance.accepts[index] : arg;
}

const Instance* best(std::span<const Instance> all, std::span<const Type> args,
                     const TypeTable& table) {
    std::vector<const Instance*> fitting;
    std::vector<std::vector<Type>> lists;
    for (const Instance& instance : all) {
        if (!takes_all(instance, args)) {
            continue;
        }
        std::vector<Type> list;
        for (std::size_t i = 0; i < args.size(); ++i) {
            list.push_back(ranked(instance, i, args[i]));
        }
        fitting.push_back(&instance);
        lists.push_back(std::move(list));
    }
    const auto index = best_overload(args, lists, table);
    return index ? fitting[*index] : nullptr;
}

// NumPy's rule: the first loop whose types hold the arguments. Beside a float or a complex number,
// any integer may become one of any width.
const Instance* first_loop(std::span<const Instance> all, std::span<const Type> args) {
    const auto is_inexact = [](Type type) { return type.is_float() || type.is_complex(); };
    const bool has_float = std::ranges::any_of(args, is_inexact);
    for (const Instance& instance : all) {
        bool fits = true;
        for (std::size_t i = 0; i < args.size(); ++i) {
            const Type from = args[i];
            const Type to = instance.accepts[i];
            const bool mixed = has_float && from.is_integer() && is_inexact(to);
            fits = fits && (mixed || can_cast_safely(from.element(), to.element()));
        }
        if (fits) {
            return &instance;
        }
    }
    return nullptr;
}

// "1 or 2" of the numbers of arguments that the name's rows take.
std::string expected_counts(std::span<const Intrinsic> rows, TypeTable& table) {
    std::set<std::size_t> counts;
    bool is_open = false;
    for (const Intrinsic& row : rows) {
        const RowSignature signature = parse_row(row, table);
        is_open = is_open || signature.is_variadic;
        counts.insert(signature.is_variadic ? 2 : signature.params.size());
    }
    if (is_open) {
        return std::to_string(*counts.begin()) + " or more";
    }
    std::string text;
    for (const std::size_t count : counts) {
        text += (text.empty() ? "" : " or ") + std::to_string(count);
    }
    return text;
}

std::vector<std::string> signatures(std::span<const Instance> all, TypeTable& table) {
    std::vector<std::string> texts;
    for (const Instance& instance : all) {
        std::string text = python_name(resolution(instance, table).result, table) + "(";
        for (std::size_t i = 0; i < instance.accepts.size(); ++i) {
            text += (i == 0 ? "" : ", ") + python_name(instance.accepts[i], table);
        }
        text += ")";
        if (std::ranges::find(texts, text) == texts.end()) {
            texts.push_back(std::move(text));
        }
    }
    return texts;
}

// Functions of whole arrays or tuples have no rows yet where their types are not Numba's lists.
bool is_later_for(std::string_view name, std::span<const Type> args) {
    const bool is_listed = !name.starts_with("numpy.") && !is_typed_builtin(name);
    const bool is_unwritten =
        std::ranges::any_of(args, [](Type arg) { return arg.is_array() || arg.is_tuple(); });
    return !is_listed && is_unwritten;
}

Answer refuse(std::string_view name, std::span<const Type> args,
              std::span<const Instance> candidates, TypeTable& table) {
    Refusal refusal;
    if (is_later_for(name, args)) {
        refusal.reason = Refusal::Reason::Later;
    } else if (candidates.empty()) {
        refusal.reason = Refusal::Reason::ArgumentCount;
        refusal.expected = expected_counts(overloads(name), table);
    } else {
        refusal.reason = Refusal::Reason::NoOverload;
        refusal.available = signatures(candidates, table);
    }
    return refusal;
}

}  // namespace

std::vector<Instance> instances(std::string_view name, std::size_t count, TypeTable& table) {
    std::vector<Instance> all;
    for (const Intrinsic& row : overloads(name)) {
        const RowSignature signature = parse_row(row, table);
        const bool fits = signature.is_variadic ? count >= 2 : count == signature.params.size();
        if (!fits) {
            continue;
        }
        static constexpr ClassMember unbound[] = {{Type::error(), Type::error()}};
        const auto members = signature.type_class != nullptr
                                 ? signature.type_class->members
                                 : std::span<const ClassMember>(unbound);
        for (const ClassMember& member : members) {
            Instance instance{&row, member.binds, {}, {}, {}, signature.result};
            for (std::size_t i = 0; i < count; ++i) {
                const RowParameter& param = signature.params[signature.is_variadic ? 0 : i];
                instance.accepts.push_back(param.is_class() ? member.accepts : param.type);
                instance.params.push_back(param.is_class() ? member.binds : param.type);
                instance.takes.push_back(param.takes);
            }
            all.push_back(std::move(instance));
        }
    }
    return all;
}

Resolution resolution(const Instance& instance, TypeTable& table) {
    return {instance.row, instance.bound, instance.params,
            row_type(instance.result, instance.bound, table)};
}

std::variant<Resolution, Refusal> resolve(std::string_view name, std::span<const Type> args,
                                          TypeTable& table) {
    if (overloads(name).empty()) {
        Refusal refusal;
        refusal.reason = is_later(name) ? Refusal::Reason::Later : Refusal::Reason::UnknownName;
        refusal.similar = is_later(name) ? std::vector<std::string>{} : similar_names(name);
        return refusal;
    }
    const std::vector<Instance> candidates = instances(name, args.size(), table);
    if (candidates.empty() || is_later_for(name, args)) {
        return refuse(name, args, candidates, table);
    }
    if (is_typed_builtin(name)) {
        if (const auto found = resolve_builtin(name, args, table)) {
            return *found;
        }
        return refuse(name, args, candidates, table);
    }
    const Instance* found =
        name.starts_with("numpy.") ? first_loop(candidates, args) : best(candidates, args, table);
    if (found == nullptr) {
        return refuse(name, args, candidates, table);
    }
    return resolution(*found, table);
}

bool is_known(std::string_view name) {
    return !overloads(name).empty() || is_later(name);
}

std::size_t parameter_count(std::string_view name, TypeTable& table) {
    std::size_t count = 0;
    for (const Intrinsic& row : overloads(name)) {
        const RowSignature signature = parse_row(row, table);
        const std::size_t own = signature.is_variadic ? 0 : signature.params.size();
        if (own == 0 || (count != 0 && count != own)) {
            return 0;
        }
        count = own;
    }
    return count;
}

bool takes_place(std::string_view name) {
    const auto rows = overloads(name);
    return !rows.empty() && rows.front().takes_place();
}

bool is_atomic_index(Type array, Type index, const TypeTable& table) {
    if (!array.is_array() || array.rank() == 0) {
        return false;
    }
    if (!index.is_tuple()) {
        return array.rank() == 1 && is_number(index);
    }
    const auto items = table.items(index);
    return array.rank() > 1 && items.size() == std::size_t(array.rank()) &&
           std::ranges::all_of(items, is_number);
}

}  // namespace pycu::api
