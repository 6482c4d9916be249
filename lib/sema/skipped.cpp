// Finds what is in error and why. See skipped.h.
#include "sema/skipped.h"

#include <algorithm>

#include "syntax/parse.h"

namespace pycu::sema {

namespace {

/// The first error in one of some ranges, or the one that points to it.
std::optional<diag::Code> first_error(const diag::Sink& sink, const std::vector<Range>& ranges) {
    std::optional<diag::Code> pointing;
    for (const diag::Diagnostic& one : sink.sorted()) {
        if (one.severity != diag::Severity::Error || !one.placed) {
            continue;
        }
        if (any_contains(ranges, one.range)) {
            return one.code;
        }
        const bool points = std::ranges::any_of(one.labels, [&](const diag::Label& label) {
            return any_contains(ranges, label.range);
        });
        pointing = points && !pointing ? std::optional(one.code) : pointing;
    }
    return pointing;
}

}  // namespace

std::vector<ir::Skipped> find_skipped(const syntax::Tree& tree, const DeviceFunctions& functions,
                                      Instances& instances, const std::vector<InstanceId>& roots,
                                      const diag::Sink& sink) {
    std::vector<ir::Skipped> skipped;
    std::vector<std::vector<InstanceId>> roots_of(functions.all.size());
    for (const InstanceId root : roots) {
        roots_of[instances[root].decl].push_back(root);
    }
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        const DeviceFunction& function = functions.all[i];
        std::vector<Range> ranges{syntax::whole_range(tree, function.def)};
        bool is_sound = !function.is_broken || function.is_imported;
        for (const InstanceId root : roots_of[i]) {
            if (instances.is_sound(root, roots)) {
                continue;
            }
            is_sound = false;
            for (const InstanceId called : instances.reachable({root})) {
                const DeviceFunction& callee = functions.all[instances[called].decl];
                ranges.push_back(syntax::whole_range(tree, callee.def));
            }
        }
        if (is_sound) {
            continue;
        }
        const auto code = function.broken_by ? function.broken_by : first_error(sink, ranges);
        if (code) {
            skipped.push_back({function.qualname, function.name_range, diag::code_name(*code),
                               function.is_kernel});
        }
    }
    return skipped;
}

}  // namespace pycu::sema
