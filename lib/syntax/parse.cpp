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
    if (!builder.build_file(normalise(file, tokens.tokens, outline), error)) {
        const Range where{error, error + 1, file.file()};
        found.report<diag::Code::GrammarLimit>(where);
        tree.broken = {{0, static_cast<std::uint32_t>(file.text().size()), file.file()}};
        tree.body.clear();
    }
    check_rules(tree, found);
    tree.problems = find_reach(file, tokens.tokens, outline, found);
    return tree;
}

}  // namespace pycu::syntax
