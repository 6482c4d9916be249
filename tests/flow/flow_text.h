// The SSA form of a function as its own text: every name with its version's number, and the phis on
// lines of their own where paths meet.
//
//     def f(a1):
//         if a1:
//             x1 = 1
//         x2 = phi(x0, x1)  # may be unset
//         return x2
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "flow/flow.h"
#include "source/source_file.h"
#include "support/text.h"

namespace pycu::test {

class FlowText {
  public:
    FlowText(const syntax::Tree& tree, const syntax::FunctionDef& function, const flow::Flow& flow)
        : tree_(tree), function_(function), flow_(flow) {}

    std::string text() {
        names();
        phis();
        remarks();
        return lines();
    }

  private:
    /// Versions are numbered as they are met, from 1; 0 is the variable that was never set.
    std::string name(flow::VersionId id) {
        const flow::Version& version = flow_.versions[id];
        const std::string& variable = flow_.variables[version.variable];
        if (version.kind == flow::Version::Kind::Unset) {
            return variable + "0";
        }
        const auto [entry, is_new] = numbers_.emplace(id.index, 0);
        if (is_new) {
            entry->second = ++count_[variable];
        }
        return variable + std::to_string(entry->second);
    }

    void names() {
        std::map<std::uint32_t, std::pair<Range, flow::VersionId>> places;
        const auto add = [&](Range range, flow::VersionId id) {
            places[range.begin] = {range, id};
        };
        for (std::size_t i = 0; i < flow_.params.size(); ++i) {
            const Range range = flow_.versions[flow_.params[i]].range;
            if (range == function_.name_range) {
                name(flow_.params[i]);  // captured: it stands nowhere
            } else {
                add(range, flow_.params[i]);
            }
        }
        for (const auto* ids : {&flow_.uses, &flow_.defs}) {
            for (const auto& [expr, id] : *ids) {
                add(tree_.exprs[syntax::ExprId{expr}].range, id);
            }
        }
        for (const auto& [def, id] : flow_.function_defs) {
            add(flow_.versions[id].range, id);
        }
        for (const auto& [pattern, id] : flow_.pattern_defs) {
            const flow::Version& version = flow_.versions[id];  // its name ends `*x` and `p as x`
            const std::size_t size = flow_.variables[version.variable].size();
            add({version.range.end - std::uint32_t(size), version.range.end}, id);
        }
        for (const auto& [begin, place] : places) {
            names_.push_back({place.first, name(place.second)});
        }
        for (const auto& [expr, id] : flow_.defs) {
            // `x += 1` reads one version and makes another at one place.
            const auto read = flow_.uses.find(expr);
            if (read != flow_.uses.end()) {
                add_remark(tree_.exprs[syntax::ExprId{expr}].range,
                           name(read->second) + " becomes " + name(id));
            }
        }
    }

    std::string phi(flow::VersionId id) {
        const flow::Version& version = flow_.versions[id];
        std::vector<std::string> operands;
        for (const flow::VersionId operand : version.operands) {
            operands.push_back(name(operand));
        }
        return name(id) + " = phi(" + join(operands, ", ") + ")" +
               (version.may_be_unset ? "  # may be unset" : "");
    }

    void phis() {
        for (const auto& [stmt, ids] : flow_.headers) {
            add_lines(tree_.stmts[syntax::StmtId{stmt}].range, ids, before_);
        }
        for (const auto& [stmt, ids] : flow_.joins) {
            add_lines(tree_.stmts[syntax::StmtId{stmt}].range, ids, after_);
        }
        for (const auto& [expr, ids] : flow_.expr_joins) {
            for (const flow::VersionId id : ids) {
                if (flow_.versions[id].is_read) {
                    add_remark(tree_.exprs[syntax::ExprId{expr}].range, phi(id));
                }
            }
        }
    }

    using Lines = std::map<std::uint32_t, std::multimap<std::int64_t, std::string>>;
    /// Notes the phis that somebody reads on lines above or below a statement, inner ones first.
    void add_lines(Range stmt, const std::vector<flow::VersionId>& ids, Lines& lines) {
        const std::uint32_t column = tree_.main.file->place(stmt.begin).column - 1;
        const std::uint32_t line = &lines == &before_ ? tree_.main.file->line(stmt.begin)
                                                      : tree_.main.file->line(stmt.end - 1);
        for (const flow::VersionId id : ids) {
            if (flow_.versions[id].is_read) {
                lines[line].emplace(-std::int64_t(stmt.begin), std::string(column, ' ') + phi(id));
            }
        }
    }

    void add_remark(Range range, const std::string& text) {
        remarks_[tree_.main.file->line(range.begin)].push_back(text);
    }

    void remarks() {
        for (const std::uint32_t stmt : flow_.dead) {
            add_remark(tree_.stmts[syntax::StmtId{stmt}].range, "dead");
        }
        for (const auto& [test, outcome] : flow_.known_tests) {
            add_remark(tree_.exprs[syntax::ExprId{test}].range,
                       outcome ? "always true" : "never true");
        }
        for (const auto& [place, id] : flow_.at_calls) {
            add_remark(tree_.exprs[syntax::ExprId{place.first}].range, "lends " + name(id));
        }
        for (const auto& [call, ids] : flow_.set_by_calls) {
            for (const flow::VersionId id : ids) {
                add_remark(tree_.exprs[syntax::ExprId{call}].range, "sets " + name(id));
            }
        }
        for (const auto& [place, id] : flow_.at_returns) {
            if (place.first == flow::Flow::at_end) {
                end_ += " gives " + name(id);
            } else {
                add_remark(tree_.stmts[syntax::StmtId{place.first}].range, "gives " + name(id));
            }
        }
        for (auto& [line, texts] : remarks_) {
            std::ranges::sort(texts);
        }
    }

    std::string lines() const {
        std::string text;
        const SourceFile& file = *tree_.main.file;
        const auto add_all = [&](const Lines& lines, std::uint32_t line) {
            const auto found = lines.find(line);
            if (found != lines.end()) {
                std::vector<std::string> sorted;
                for (const auto& [begin, one] : found->second) {
                    sorted.push_back(one);
                }
                text += join(sorted, "\n") + "\n";
            }
        };
        for (std::uint32_t line = 1; line <= file.line_count(); ++line) {
            if (file.line_text(line).empty()) {
                continue;
            }
            add_all(before_, line);
            text += renamed(line);
            const auto found = remarks_.find(line);
            text += found == remarks_.end() ? "" : "  # " + join(found->second, ", ");
            text += "\n";
            add_all(after_, line);
        }
        return text + (flow_.reaches_end ? "end" + end_ + "\n" : "");
    }

    std::string renamed(std::uint32_t line) const {
        std::string text(tree_.main.file->line_text(line));
        const std::uint32_t begin = tree_.main.file->line_begin(line);
        for (auto place = names_.rbegin(); place != names_.rend(); ++place) {
            const auto& [range, name] = *place;
            if (range.begin >= begin && range.end <= begin + text.size()) {
                text.replace(range.begin - begin, range.end - range.begin, name);
            }
        }
        return text;
    }

    const syntax::Tree& tree_;
    const syntax::FunctionDef& function_;
    const flow::Flow& flow_;
    std::map<std::uint32_t, int> numbers_;
    std::map<std::string, int> count_;
    std::vector<std::pair<Range, std::string>> names_;
    Lines before_;
    Lines after_;
    std::map<std::uint32_t, std::vector<std::string>> remarks_;
    std::string end_;
};

}  // namespace pycu::test
