// The reach of problems, and their report.
//
// A problem spoils the broken statement it stands in. A line that left its function by accident
// spoils the function above it: a misplaced indentation, `else` or `return` does so across one
// blank line, anything else only on the very next line. A broken statement that holds decorators,
// or stands where one may have been, is an error wherever it is, since it may have been a kernel.
#include <algorithm>

#include "syntax/lines.h"
#include "syntax/parse.h"

namespace pycu::syntax {
namespace {

using diag::Code;

bool overlap(Range a, Range b) {
    return a.file == b.file && a.begin < std::max(b.end, b.begin + 1) &&
           b.begin < std::max(a.end, a.begin + 1);
}

/// A statement that ends too early has its problem right behind it.
bool touches(Range broken, Range problem) {
    return broken.begin <= problem.end && problem.begin <= broken.end;
}

class ReachFinder {
  public:
    ReachFinder(const SourceFile& file, const std::vector<Token>& tokens, const Outline& outline)
        : file_(file), tokens_(tokens), outline_(outline) {
        for (const auto& [begin, whole] : outline.functions) functions_.push_back(whole);
        std::sort(functions_.begin(), functions_.end(),
                  [](Range a, Range b) { return a.end < b.end; });
    }

    Problem problem(const diag::Diagnostic& what) const {
        Problem out{what, what.range, false};
        auto broken =
            std::upper_bound(outline_.broken.begin(), outline_.broken.end(), what.range.begin,
                             [](std::uint32_t at, Range range) { return at <= range.end; });
        if (broken != outline_.broken.end() && touches(*broken, what.range)) {
            out.reach.begin = std::min(out.reach.begin, broken->begin);
            out.reach.end = std::max(out.reach.end, broken->end);
            out.is_error = may_be_kernel(*broken);
        }
        out.is_error = out.is_error || (what.code == Code::EndlessString && swallows(what.range));
        reach_back(out, left_function(what.code, out.reach.begin));
        return out;
    }

  private:
    std::size_t token_at(std::uint32_t offset) const {
        const auto found =
            std::lower_bound(tokens_.begin(), tokens_.end(), offset,
                             [](const Token& token, std::uint32_t at) { return token.begin < at; });
        return static_cast<std::size_t>(found - tokens_.begin());
    }

    bool is_layout(Tok kind) const {
        return kind == Tok::Newline || kind == Tok::Indent || kind == Tok::Dedent ||
               kind == Tok::Broken;
    }

    /// Whether a string without an end may have kernels in it: any may, but in a cell that goes on
    /// without a decorator.
    bool swallows(Range string) const {
        const Cell* cell = file_.cell(string.begin);
        return cell == nullptr || file_.text({string.begin, cell->end, string.file}).find('@') !=
                                      std::string_view::npos;
    }

    /// Whether the line above a token is a decorator's.
    bool is_below_decorator(std::size_t i) const {
        while (i > 0 && is_layout(tokens_[i - 1].kind)) --i;
        while (i > 0 && !is_layout(tokens_[i - 1].kind)) --i;
        return i < tokens_.size() && tokens_[i].kind == Tok::At;
    }

    /// True for a statement with decorators in it or above it, or right above a `def`.
    bool may_be_kernel(Range broken) const {
        std::size_t i = token_at(broken.begin);
        if (is_below_decorator(i)) return true;
        bool line_start = true;
        for (; i < tokens_.size() && tokens_[i].begin < broken.end; ++i) {
            if (line_start && tokens_[i].kind == Tok::At) return true;
            line_start = is_layout(tokens_[i].kind);
        }
        while (i < tokens_.size() && is_layout(tokens_[i].kind)) ++i;
        const bool definition =
            i < tokens_.size() && (tokens_[i].kind == Tok::Def || tokens_[i].kind == Tok::Async);
        return definition && file_.line(tokens_[i].begin) <= file_.line(broken.end) + 1;
    }

    /// Whether code at this place, outside any block, may have been part of the function above.
    bool left_function(Code code, std::uint32_t begin) const {
        static constexpr Code misplaced[] = {
            Code::UnexpectedIndent, Code::BadDedent,    Code::MixedTabs,   Code::OutsideFunction,
            Code::OutsideLoop,      Code::OutsideAsync, Code::NoOuterName, Code::LateDeclaration};
        if (std::ranges::find(misplaced, code) != std::end(misplaced)) return true;
        std::size_t i = token_at(begin);
        while (i < tokens_.size() && is_layout(tokens_[i].kind)) ++i;
        const Tok first = i < tokens_.size() ? tokens_[i].kind : Tok::End;
        return is_clause(first);
    }

    /// Extends a reach to the function that ends above it, when only a small gap is between.
    void reach_back(Problem& problem, bool across_blank_lines) const {
        const std::uint32_t begin = problem.reach.begin;
        const auto behind =
            std::upper_bound(functions_.begin(), functions_.end(), begin,
                             [](std::uint32_t at, Range range) { return at < range.end; });
        if (behind == functions_.begin()) return;
        const Range above = *(behind - 1);
        const std::uint32_t last = file_.line(above.end);
        const std::uint32_t first = file_.line(begin);
        int blank = 0;
        for (std::uint32_t line = last + 1; line < first; ++line) {
            const bool is_blank =
                file_.line_text(line).find_first_not_of(" \t\f") == std::string_view::npos;
            blank = is_blank ? blank + 1 : 0;
            if (blank > (across_blank_lines ? 1 : 0)) return;
            if (!is_blank && !across_blank_lines) return;
        }
        problem.reach.begin = above.end - 1;
    }

    const SourceFile& file_;
    const std::vector<Token>& tokens_;
    const Outline& outline_;
    std::vector<Range> functions_;  // by their ends
};

bool reaches_any(const Problem& problem, const std::vector<Range>& ranges) {
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](Range range) { return overlap(problem.reach, range); });
}

}  // namespace

std::vector<Problem> find_reach(const SourceFile& file, const std::vector<Token>& tokens,
                                const Outline& outline, const diag::Sink& found) {
    std::vector<Problem> out;
    const ReachFinder finder(file, tokens, outline);
    for (const diag::Diagnostic& what : found.sorted()) out.push_back(finder.problem(what));
    return out;
}

bool is_doubtful(const Tree& tree, Range range) {
    return std::ranges::any_of(tree.module_of(range).problems, [&](const Problem& problem) {
        return overlap(problem.reach, range);
    });
}

void report_problems(const Tree& tree, const std::vector<Range>& device, diag::Sink& sink) {
    for (const Module& other : tree.others) {
        for (const Problem& problem : other.problems) {
            if (reaches_any(problem, device)) sink.add(problem.what);
        }
    }
    const Cell* warned = nullptr;  // once a cell: it may be no Python at all
    for (const Problem& problem : tree.main.problems) {
        const Range range = problem.what.range;
        const Cell* cell = tree.main.file->cell(range.begin);
        if (problem.is_error || reaches_any(problem, device)) {
            sink.add(problem.what);
        } else if (problem.what.code != Code::Later && (cell == nullptr || cell != warned)) {
            sink.report<Code::HostSyntax>(range, problem.what.message);
            warned = cell;
        }
    }
}

}  // namespace pycu::syntax
