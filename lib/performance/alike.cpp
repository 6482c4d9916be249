// What is alike, found and told. See alike.h.
#include "performance/alike.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "support/text.h"

namespace pycu::performance {

namespace {

/// Diagnostics of one array with one cause, in the order of the text.
struct Group {
    std::string_view array;
    std::vector<const diag::Diagnostic*> diagnostics{};
};

/// The notes and the help without what they quote of the program.
std::string cause_of(const diag::Diagnostic& one) {
    const std::string all = join(one.notes, "\n") + '\n' + join(one.helps, "\n");
    std::string cause;
    bool is_quoted = false;
    for (const char c : all) {
        is_quoted = is_quoted != (c == '`');
        cause += is_quoted ? "" : std::string(1, c);
    }
    return cause;
}

std::vector<Group> grouped(const ir::Module& module, const diag::Sink& found,
                           const std::vector<std::string_view>& arrays) {
    using Key = std::tuple<diag::Code, std::string_view, std::string>;
    std::map<Key, std::vector<const diag::Diagnostic*>> by_cause;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        const diag::Diagnostic& one = found.all()[i];
        // of an array that may be one or another, what the program says is all that is known
        const std::string_view array = arrays[i].empty() ? module.text(one.range) : arrays[i];
        by_cause[{one.code, array, cause_of(one)}].push_back(&one);
    }
    std::vector<Group> groups;
    for (auto& [key, alike] : by_cause) {
        const auto place = [](const diag::Diagnostic* one) {
            return std::tuple(one->range.file, one->range.begin, one->range.end);
        };
        std::ranges::stable_sort(alike, {}, place);
        // a device function is followed for each call
        const auto is_same = [&](const auto* a, const auto* b) { return place(a) == place(b); };
        alike.erase(std::unique(alike.begin(), alike.end(), is_same), alike.end());
        groups.push_back({std::get<1>(key), std::move(alike)});
    }
    return groups;
}

/// A line of one file.
using Line = std::pair<std::uint16_t, std::uint32_t>;

Line line_of(const ir::Module& module, Range range) {
    const SourceFile* file = module.file_of(range);
    return {range.file, file != nullptr ? file->line(range.begin) : 0};
}

/// `: lines 20, 22`: of the accesses that are in the first one's file.
std::string lines_of(const ir::Module& module, const std::vector<Range>& accesses, Range first) {
    const SourceFile* file = module.file_of(first);
    std::set<std::uint32_t> lines;
    for (const Range at : accesses) {
        if (at.file == first.file && file != nullptr && file->cells().empty()) {
            lines.insert(file->line(at.begin));
        }
    }
    const std::string all = listed(lines, [](std::uint32_t line) { return std::to_string(line); });
    return all.empty() ? all : (lines.size() == 1 ? ": line " : ": lines ") + all;
}

/// Marks others in lines of their own, and says where the rest is.
void add_others(const ir::Module& module, const Group& group, diag::Diagnostic& told) {
    constexpr std::size_t most_labels = 3;  // a reader looks at the first places
    std::set<Line> marked{line_of(module, told.range)};
    std::vector<Range> rest;
    for (std::size_t i = 1; i < group.diagnostics.size(); ++i) {
        const Range at = group.diagnostics[i]->range;
        if (marked.size() <= most_labels && marked.insert(line_of(module, at)).second) {
            told.label(at, "the same here");
        } else {
            rest.push_back(at);
        }
    }
    if (!rest.empty()) {
        const bool is_one = rest.size() == 1;
        told.note(std::to_string(rest.size()) + " more " +
                  (is_one ? "access of `" : "accesses of `") + std::string(group.array) +
                  (is_one ? "` is alike" : "` are alike") + lines_of(module, rest, told.range));
    }
}

}  // namespace

void tell_alike(const ir::Module& module, const diag::Sink& found,
                const std::vector<std::string_view>& arrays, diag::Sink& sink) {
    for (const Group& group : grouped(module, found, arrays)) {
        diag::Diagnostic told = *group.diagnostics.front();
        add_others(module, group, told);
        sink.add(std::move(told));
    }
}

}  // namespace pycu::performance
