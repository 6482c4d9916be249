// The order of the work: tokens, lines, tree, rules.
#include "syntax/parse.h"

#include <algorithm>

#include "syntax/builder.h"
#include "syntax/lines.h"
#include "syntax/rules.h"
#include "syntax/tokens.h"

namespace pycu::syntax {
namespace {

/// Passes over the line at a place.
void mark_place(const std::vector<Token>& tokens, std::uint32_t place, Outline& outline) {
    for (std::size_t i = 0; i < outline.lines.size(); ++i) {
        const Line& line = outline.lines[i];
        if (tokens[line.last].begin < place) continue;
        mark_broken(outline, i);
        return;
    }
}

/// Reads a file in which every broken line is passed over; nothing when that is not enough.
std::optional<Cst> read(const SourceFile& file, const std::vector<Token>& tokens, CstParser& parser,
                        Outline& outline, diag::Sink& sink) {
    const auto size = static_cast<std::uint32_t>(file.text().size());
    for (int round = 0; round < 20; ++round) {
        collect_broken(file, tokens, outline);
        std::optional<Cst> cst = parser.parse(masked(file, tokens, outline, 0, size), 0);
        const bool is_whole = std::all_of(
            outline.lines.begin(), outline.lines.end(),
            [&](const Line& line) { return line.is_broken || is_complete(tokens, outline, line); });
        if (cst && is_whole && !parser.too_deep()) return cst;
        if (cst && is_whole) {
            const std::uint32_t place = *parser.too_deep();
            sink.report<diag::Code::TooDeep>(Range{place, place + 1, file.file()},
                                             "this expression");
            mark_place(tokens, place, outline);
        } else {
            find_broken(file, tokens, parser, outline, sink);
        }
    }
    return std::nullopt;
}

void sort_broken(std::vector<Range>& broken) {
    std::sort(broken.begin(), broken.end(), [](Range a, Range b) { return a.begin < b.begin; });
    std::uint32_t end = 0;
    std::erase_if(broken, [&](Range one) {
        const bool is_inside = one.end <= end;
        end = std::max(end, one.end);
        return is_inside;
    });
}

}  // namespace

Tree parse(const SourceFile& file) {
    Tree tree;
    tree.file = &file;
    diag::Sink found;
    Tokens tokens = tokenize(file, found);
    tree.comments = std::move(tokens.comments);
    Outline outline = syntax::outline(file, tokens.tokens, found);
    CstParser parser;
    std::optional<Cst> cst = read(file, tokens.tokens, parser, outline, found);
    if (cst) {
        tree.broken = outline.broken;
        Builder(file, outline, parser, tree, found).build_file(std::move(*cst));
        sort_broken(tree.broken);
        check_rules(tree, found);
    } else {
        // No text is known that Python takes and tree-sitter does not.
        found.report<diag::Code::Later>(Range{0, 1, file.file()}, "reading this");
        tree.broken = {{0, static_cast<std::uint32_t>(file.text().size()), file.file()}};
    }
    outline.broken = tree.broken;
    tree.problems = find_reach(file, tokens.tokens, outline, found);
    if (!cst) {
        for (Problem& problem : tree.problems) problem.is_error = true;
    }
    return tree;
}

}  // namespace pycu::syntax
