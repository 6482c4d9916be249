// The order of the work: tokens, grammar, tree, rules.
#include "syntax/parse.h"

#include "syntax/builder.h"
#include "syntax/grammar.h"
#include "syntax/normalise.h"
#include "syntax/problems.h"
#include "syntax/rules.h"
#include "syntax/tokens.h"

namespace pycu::syntax {
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
    if (builder.build_file(normalise(file, tokens.tokens, outline), error)) {
        check_rules(tree, found);
        tree.problems = find_reach(file, tokens.tokens, outline, found);
        return tree;
    }
    // No text is known that Python's grammar takes and tree-sitter does not.
    found.report<diag::Code::Later>(Range{error, error + 1, file.file()}, "reading this");
    tree.broken = {{0, static_cast<std::uint32_t>(file.text().size()), file.file()}};
    tree.body.clear();
    tree.problems = find_reach(file, tokens.tokens, outline, found);
    for (Problem& problem : tree.problems) problem.is_error = true;
    return tree;
}

}  // namespace pycu::syntax
