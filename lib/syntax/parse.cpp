// The order of the work: tokens, lines, tree, rules.
#include "syntax/parse.h"

#include <algorithm>
#include <span>

#include "support/text.h"
#include "syntax/builder.h"
#include "syntax/lines.h"
#include "syntax/rules_walker.h"
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

/// Whether a comment speaks to tools of Python: `# noqa: E501`, `# type: ignore`.
bool is_for_tools(const Comment& comment) {
    constexpr std::string_view words[] = {
        "noqa",     "type:", "pragma:", "pylint:", "fmt:",  "mypy:",
        "pyright:", "ruff:", "flake8:", "isort:",  "yapf:", "nosec"};
    const std::string_view text = trim(comment.text);
    return std::ranges::any_of(words, [&](std::string_view one) { return text.starts_with(one); });
}

}  // namespace

Tree parse(const SourceFile& file) {
    Tree tree;
    tree.main = parse_module(file, tree);
    return tree;
}

Module parse_module(const SourceFile& file, Tree& tree) {
    Module module;
    module.file = &file;
    diag::Sink found;
    Tokens tokens = tokenize(file, found);
    module.comments = std::move(tokens.comments);
    std::erase_if(module.comments, is_for_tools);
    Outline outline = syntax::outline(file, tokens.tokens, found);
    CstParser parser;
    std::optional<Cst> cst = read(file, tokens.tokens, parser, outline, found);
    if (cst) {
        module.broken = outline.broken;
        Builder builder(file, outline, parser, tree, found);
        module.body = builder.build_file(std::move(*cst));
        module.broken.insert(module.broken.end(), builder.broken().begin(), builder.broken().end());
        sort_broken(module.broken);
        check_rules(tree, module, found);
    } else {
        // No text is known that Python takes and tree-sitter does not.
        found.report<diag::Code::Later>(Range{0, 1, file.file()}, "reading this");
        module.broken = {{0, static_cast<std::uint32_t>(file.text().size()), file.file()}};
    }
    outline.broken = module.broken;
    module.problems = find_reach(file, tokens.tokens, outline, found);
    if (!cst) {
        for (Problem& problem : module.problems) problem.is_error = true;
    }
    return module;
}

// ---- Each line of a statement that tree-sitter cannot read is read by itself.

namespace {

using diag::Code;
using Offset = std::uint32_t;

/// Reads lines by themselves.
class LineProber {
  public:
    LineProber(const SourceFile& file, const std::vector<Token>& tokens, CstParser& parser,
               Outline& outline, diag::Sink& sink)
        : file_(file), tokens_(tokens), parser_(parser), outline_(outline), sink_(sink) {
        text_ = masked(file, tokens, outline, 0, static_cast<Offset>(file.text().size()));
    }

    void run() {
        for (std::size_t i = 0; i < lines().size();) {
            const std::size_t end = std::max(statement_of(outline_, i).second, i + 1);
            if (!lines()[i].is_broken) statement(i, end);
            i = end;
        }
    }

  private:
    std::vector<Line>& lines() { return outline_.lines; }
    Tok word(std::size_t i) { return tokens_[lines()[i].first].kind; }
    bool is_soft(std::size_t i) {
        return outline_.soft_keywords.count(tokens_[lines()[i].first].begin) > 0;
    }

    /// The text of some lines, with the blanks in front of the first.
    std::string_view text(std::size_t first, std::size_t end) const {
        const Offset begin = tokens_[outline_.lines[first].first].begin;
        const Offset last = tokens_[outline_.lines[end - 1].last - 1].end;
        return std::string_view(text_).substr(begin, last - begin);
    }

    /// A statement at the outermost level that no tree can be made of has a broken line.
    void statement(std::size_t first, std::size_t end) {
        const auto lines = std::span(outline_.lines).subspan(first, end - first);
        const bool is_whole = std::ranges::all_of(lines, [&](const Line& line) {
            return line.is_broken || is_complete(tokens_, outline_, line);
        });
        if (is_whole && reads(std::string(text(first, end)) + "\n", "")) return;
        for (std::size_t i = first; i < end; ++i) {
            if (lines[i - first].is_broken || is_readable(i)) continue;
            explain(i);
            mark_broken(outline_, i);
        }
        if (std::ranges::any_of(lines, &Line::is_broken)) return;
        const Token& token = tokens_[lines[0].first];
        sink_.report<diag::Code::Later>(Range{token.begin, token.end, file_.file()},
                                        "reading this");
        mark_broken(outline_, first);
    }

    bool reads(const std::string& text, std::string_view in_front) {
        if (parser_.parse(text, 0)) return true;
        const Offset shift = static_cast<Offset>(in_front.size());
        error_ = parser_.error() > shift ? parser_.error() - shift : 0;
        return false;
    }

    /// Reads a line with what it needs around it to be a statement.
    bool is_readable(std::size_t i) {
        const Line& line = lines()[i];
        if (!is_complete(tokens_, outline_, line)) return false;
        std::string front, back = "\n";
        const bool opens = tokens_[line.last - 1].kind == Tok::Colon;
        switch (word(i)) {
            case Tok::Elif:
            case Tok::Else:
                front = "if x:pass\n";
                break;
            case Tok::Except:
            case Tok::Finally:
                front = "try:pass\n";
                break;
            case Tok::Try:
                back = "\nfinally:pass\n";
                break;
            case Tok::At:
                back = "\ndef x():pass\n";
                break;
            default:
                break;
        }
        std::string text(this->text(i, i + 1));
        if (is_soft(i)) {
            if (text[0] == 'm') return reads(text + "\n case x:pass\n", "");
            front = "match x:\n ";
        }
        const bool is_header = is_soft(i) || begins_compound(word(i));
        if (opens && is_header) text += "pass";
        return reads(front + text + back, front);
    }

    void explain(std::size_t i) {
        const Line& line = lines()[i];
        if (explain_line(file_, tokens_, line, sink_)) return;
        if (assignment(line)) return;
        give_up(file_, tokens_, line.first, line.last, tokens_[line.first].begin + error_, sink_);
    }

    /// What stands in front of `=` or `:=`, or between `for` and `in`, and cannot be assigned to.
    bool assignment(const Line& line) {
        const bool is_loop = tokens_[line.first].kind == Tok::For;
        std::size_t begin = line.first + (is_loop ? 1 : 0);
        int depth = 0;
        for (std::size_t i = begin; i < line.last; ++i) {
            const Tok kind = tokens_[i].kind;
            depth += is_open(kind) ? 1 : is_close(kind) ? -1 : 0;
            const bool ends = is_loop
                                  ? kind == Tok::In
                                  : kind == Tok::Equal || kind == Tok::Walrus ||
                                        (kind >= Tok::PlusEqual && kind <= Tok::RightShiftEqual);
            if (depth > 0 || !ends) continue;
            if (i > begin && !is_target(tokens_[begin].begin, tokens_[i - 1].end, tokens_[i])) {
                return true;
            }
            if (is_loop) return false;
            begin = i + 1;
        }
        return false;
    }

    /// False when a text is an expression that is no target, which has been reported.
    bool is_target(Offset begin, Offset end, const Token& behind) {
        Tree scratch;
        diag::Sink quiet;
        Builder reader(file_, outline_, parser_, scratch, quiet);
        const ExprId id = reader.subexpression(begin, end);
        if (!quiet.all().empty()) return true;
        if (behind.kind == Tok::Walrus) {
            sink_
                .report<Code::WalrusTarget>(Range{begin, end, file_.file()}, noun(reader.built(id)))
                .help("write `=`, or parentheses around it")
                .edit(Range{behind.begin, behind.end, file_.file()}, "=", true);
            return false;
        }
        reader.check_target(id);
        for (const diag::Diagnostic& one : quiet.all()) sink_.add(one);
        return quiet.all().empty();
    }

    const SourceFile& file_;
    const std::vector<Token>& tokens_;
    CstParser& parser_;
    Outline& outline_;
    diag::Sink& sink_;
    std::string text_;
    Offset error_ = 0;  // from the begin of the text that was read last
};

}  // namespace

void find_broken(const SourceFile& file, const std::vector<Token>& tokens, CstParser& parser,
                 Outline& outline, diag::Sink& sink) {
    LineProber(file, tokens, parser, outline, sink).run();
}

}  // namespace pycu::syntax
