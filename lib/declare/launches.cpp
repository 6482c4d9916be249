// The launches of a file. See launches.h.
#include "declare/launches.h"

#include <algorithm>
#include <map>

#include "python/host/interpreter.h"

namespace pycu::sema {

namespace {

bool same_launch(const Launch& a, const Launch& b) {
    const auto same_type = [](const LaunchArgument& x, const LaunchArgument& y) {
        const auto* left = std::get_if<Type>(&x.type);
        const auto* right = std::get_if<Type>(&y.type);
        return left != nullptr && right != nullptr && *left == *right;
    };
    const bool is_plain = !a.is_open && !b.is_open && a.keyword == Range{} && b.keyword == Range{};
    return a.function == b.function &&
           ((is_plain && std::ranges::equal(a.args, b.args, same_type)) ||
            (a.range == b.range && a.range != Range{} && !is_plain));
}

}  // namespace

std::vector<Launch> find_launches(Evaluator& evaluator, const DeviceFunctions& functions) {
    std::vector<Launch> once;
    std::map<std::uint32_t, std::vector<std::size_t>> by_def;
    for (const auto& [function, met] : evaluator.met_launches()) {
        Launch launch{function, {}, met->range, met->keyword, met->is_open};
        for (std::size_t i = 0; i < met->types.size(); ++i) {
            launch.args.push_back({met->types[i], met->ranges[i]});
        }
        std::vector<std::size_t>& known = by_def[function.def.index];
        if (std::ranges::none_of(known,
                                 [&](std::size_t i) { return same_launch(launch, once[i]); })) {
            known.push_back(once.size());
            once.push_back(std::move(launch));
        }
    }
    for (std::size_t i = 0; i < functions.all.size() && evaluator.is_too_long(); ++i) {
        Launch open;
        open.function = functions.all[i].ref;
        open.is_open = true;
        once.push_back(std::move(open));
    }
    return once;
}

}  // namespace pycu::sema
