// The recogniser's frame: tokens, statements, and how it goes on after a broken one.
#include "syntax/grammar.h"

#include <algorithm>

#include "syntax/grammar_reader.h"

namespace pycu::syntax {

const Token& Reader::peek(std::size_t ahead) const {
    const std::size_t index = index_ + ahead;
    return index < tokens_.size() ? tokens_[index] : tokens_.back();
}

std::string_view Reader::text(const Token& token) const {
    return file_.text(Range{token.begin, token.end, file_.file()});
}

bool Reader::at_word(std::string_view word) const {
    return at(Tok::Name) && text(peek()) == word;
}

bool Reader::accept(Tok kind) {
    if (!at(kind)) return false;
    step();
    return true;
}

/// The star of `*a` in a list or a call, noted for the tree builder.
bool Reader::accept_star() {
    if (!at(Tok::Star)) return false;
    outline_.stars[peek(1).begin] = peek().begin;
    outline_.starred[peek().begin] = peek(1).begin;
    step();
    return true;
}

bool Reader::expect(Tok kind, const char* what) {
    if (accept(kind)) return true;
    return unexpected(what ? what : "`" + std::string(spelling(kind)) + "`");
}

bool Reader::expect_name(const char* what) {
    if (accept(Tok::Name)) return true;
    if (is_keyword(peek().kind)) {
        return fail<Code::KeywordAsName>(range(peek()), text(peek()));
    }
    return unexpected(what);
}

std::string Reader::found() const {
    switch (peek().kind) {
        case Tok::End:
            return "the end of the text";
        case Tok::Newline:
            return "the end of the line";
        case Tok::Indent:
            return "an indented block";
        case Tok::Dedent:
            return "the end of the block";
        case Tok::String:
            return "a string";
        default:
            return "`" + std::string(text(peek())) + "`";
    }
}

/// Reports the token here, unless the tokenizer already did.
bool Reader::unexpected(const std::string& expected) {
    if (trial_ > 0 || at(Tok::Broken)) return false;
    for (std::size_t i = index_; i < tokens_.size() && tokens_[i].kind != Tok::Newline; ++i) {
        if (tokens_[i].kind == Tok::Broken) return false;
    }
    Token token = peek();
    if (token.kind == Tok::Newline || token.kind == Tok::End || token.kind == Tok::Dedent) {
        token.end = token.begin;
    }
    diag::Diagnostic& report = sink_.report<Code::Unexpected>(range(token), expected, found());
    if (token.kind == Tok::Equal)
        report.help("`==` compares; `=` assigns in a statement of its own");
    if (index_ > 0 && tokens_[index_ - 1].kind == Tok::Name) {
        const std::string_view before = text(tokens_[index_ - 1]);
        if (before == "print" || before == "exec") {
            report.help("`" + std::string(before) + "` is a function: call it with parentheses");
        }
    }
    return false;
}

bool Reader::too_deep(Offset begin) {
    return fail<Code::TooDeep>(range(begin, begin + 1), "this expression");
}

// file: statement*
Outline Reader::read_file() {
    while (!at(Tok::End)) {
        statements();
        if (at(Tok::Dedent)) step();
    }
    return std::move(outline_);
}

// field: yield_expr | named_expression | tuple | generator, as if in parentheses
bool Reader::read_field(Outline& outline) {
    const bool fits = static_cast<bool>(group_contents(peek().begin, Tok::End));
    outline.stars.insert(outline_.stars.begin(), outline_.stars.end());
    outline.starred.insert(outline_.starred.begin(), outline_.starred.end());
    return fits;
}

void Reader::statements() {
    while (!at(Tok::End) && !at(Tok::Dedent)) statement();
}

/// Reads one statement whatever it is; a broken one is noted and passed over.
void Reader::statement() {
    const std::size_t start = index_;
    const Level level(*this);
    if (!read_statement()) recover(start);
}

bool Reader::read_statement() {
    if (at(Tok::Newline)) {
        step();  // left over where a bracket was never closed
        return true;
    }
    if (at(Tok::Indent)) {
        const Token& first = at(Tok::Broken, 1) ? peek(2) : peek(1);
        return fail_with<Code::UnexpectedIndent>("indent it like the line above", range(first));
    }
    return compound();
}

void Reader::skip_line() {
    while (!at(Tok::Newline) && !at(Tok::End)) step();
    accept(Tok::Newline);
}

void Reader::skip_block() {
    int open = 0;
    do {
        if (at(Tok::Indent)) ++open;
        if (at(Tok::Dedent)) --open;
        if (at(Tok::End)) return;
        step();
    } while (open > 0);
}

/// True for broken decorators whose `def` has not been passed over yet.
bool Reader::is_orphan_decorator(std::size_t start) const {
    std::size_t i = start;
    while (tokens_[i].kind == Tok::Broken) ++i;
    if (tokens_[i].kind != Tok::At) return false;
    for (; i < index_; ++i) {
        const bool line_start = tokens_[i - (i > 0 ? 1 : 0)].kind == Tok::Newline;
        const Tok kind = tokens_[i].kind;
        if (line_start && (kind == Tok::Def || kind == Tok::Class || kind == Tok::Async)) {
            return false;
        }
    }
    return true;
}

/// Passes over the statement that began at a token: its line, its block and its other clauses.
void Reader::recover(std::size_t start) {
    Offset found = 0;  // where the misfit stands, when that is on the line behind
    if (tokens_[start].kind == Tok::Indent) {
        index_ = start;
        skip_block();
    } else {
        const bool between_lines = index_ > start && (tokens_[index_ - 1].kind == Tok::Newline ||
                                                      tokens_[index_ - 1].kind == Tok::Dedent);
        if (between_lines) found = peek().begin;
        if (!between_lines) skip_line();
        if (at(Tok::Indent)) skip_block();
        const bool orphan = is_orphan_decorator(start);
        while (at(Tok::Elif) || at(Tok::Else) || at(Tok::Except) || at(Tok::Finally) ||
               (orphan && (at(Tok::At) || at(Tok::Def) || at(Tok::Class) || at(Tok::Async)))) {
            const bool definition = orphan && !at(Tok::At);
            skip_line();
            if (at(Tok::Indent)) skip_block();
            if (definition) break;
        }
    }
    std::size_t last = index_;
    while (last > start + 1 &&
           (tokens_[last - 1].kind == Tok::Newline || tokens_[last - 1].kind == Tok::Dedent)) {
        --last;
    }
    // What is missing at the end of a line is reported behind its blanks and its comment.
    if (last < index_ && tokens_[last].kind == Tok::Newline)
        found = std::max(found, tokens_[last].begin);
    const Range broken = range(tokens_[start].begin, std::max(tokens_[last - 1].end, found));
    while (!outline_.broken.empty() && outline_.broken.back().begin >= broken.begin) {
        outline_.broken.pop_back();  // a clause's own block lies inside
    }
    while (!outline_.annotations.empty() && outline_.annotations.back().begin >= broken.begin) {
        outline_.annotations.pop_back();
    }
    outline_.broken.push_back(broken);
}

Outline outline(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink) {
    return Reader(file, tokens, sink).read_file();
}

bool check_field(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink,
                 Outline& outline) {
    return Reader(file, tokens, sink).read_field(outline);
}

}  // namespace pycu::syntax
