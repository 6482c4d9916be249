// The order of the work: tokens, grammar, tree, rules.
#include "syntax/parse.h"

#include <algorithm>

#include "syntax/builder.h"
#include "syntax/grammar.h"
#include "syntax/normalise.h"
#include "syntax/rules.h"
#include "syntax/tokens.h"

namespace pycu::syntax {
namespace {

using diag::Code;

bool overlap(Range a, Range b) {
    return a.file == b.file && a.begin < std::max(b.end, b.begin + 1) &&
           b.begin < std::max(a.end, a.begin + 1);
}

/// A problem reaches the broken statement it stands in, or its own place.
std::vector<Problem> problems_of(const diag::Sink& found, const std::vector<Range>& broken) {
    std::vector<Problem> out;
    for (const diag::Diagnostic& what : found.sorted()) {
        Problem problem{what, what.range};
        for (const Range& range : broken) {
            if (!overlap(range, what.range)) continue;
            problem.reach.begin = std::min(problem.reach.begin, range.begin);
            problem.reach.end = std::max(problem.reach.end, range.end);
        }
        out.push_back(std::move(problem));
    }
    return out;
}

}  // namespace

Tree parse(const SourceFile& file) {
    Tree tree;
    tree.file = &file;
    diag::Sink found;
    Tokens tokens = tokenize(file, found);
    tree.comments = std::move(tokens.comments);
    const Outline outline = syntax::outline(file, tokens.tokens, found);
    tree.broken = outline.broken;
    std::uint32_t error = 0;
    Builder builder(file, outline, tree);
    if (!builder.build_file(normalise(file, tokens.tokens, outline), error)) {
        const Range where{error, error + 1, file.file()};
        found.report<Code::GrammarLimit>(where);
        tree.broken = {{0, static_cast<std::uint32_t>(file.text().size()), file.file()}};
        tree.body.clear();
    }
    check_rules(tree, found);
    tree.problems = problems_of(found, tree.broken);
    return tree;
}

bool is_doubtful(const Tree& tree, Range range) {
    return std::any_of(tree.problems.begin(), tree.problems.end(),
                       [&](const Problem& problem) { return overlap(problem.reach, range); });
}

void report_problems(const Tree& tree, const std::vector<Range>& device, diag::Sink& sink) {
    for (const Problem& problem : tree.problems) {
        const bool reaches = std::any_of(device.begin(), device.end(), [&](Range range) {
            return overlap(problem.reach, range);
        });
        const Code code = problem.what.code;
        if (reaches || code == Code::EndlessString || code == Code::GrammarLimit) {
            sink.add(problem.what);
        } else if (code != Code::Later) {
            sink.report<Code::HostSyntax>(problem.what.range, problem.what.message);
        }
    }
}

}  // namespace pycu::syntax
