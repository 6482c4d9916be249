// SourceFile -> tokens, after CPython's Parser/tokenizer.c.
//
// An error never stops the tokenizer. A bracket that is never closed ends where a line begins as
// statements alone do, or at the one before it that is as deep as the statement with the bracket.
#include <string>
#include <utility>

#include "syntax/recovery.h"
#include "syntax/scan.h"
#include "syntax/tokens.h"

namespace pycu::syntax {
namespace {

constexpr std::size_t max_brackets = 200;  // MAXLEVEL
constexpr std::size_t max_indents = 99;    // MAXINDENT, less the outermost

class Tokenizer {
  public:
    Tokenizer(const SourceFile& file, std::uint32_t begin, std::uint32_t end, diag::Sink& sink)
        : text_(std::string_view(file.text()).substr(0, end)),
          file_(file.file()),
          at_(begin),
          sink_(sink) {}

    /// All of a file; nothing that is open in a cell of a notebook reaches the next one.
    Tokens run_file(const SourceFile& file) {
        for (const Cell& cell : file.cells()) {
            text_ = std::string_view(file.text()).substr(0, cell.end);
            run_part();
        }
        text_ = file.text();
        run_part();
        return end();
    }

    Tokens run_expression() {
        in_expression_ = true;
        while (at_ < text_.size()) next();
        close_brackets();
        return end();
    }

  private:
    using Offset = std::uint32_t;
    using Code = diag::Code;

    Tokens end() {
        add(Tok::End, at_, at_);
        end_statement();
        return std::move(out_);
    }

    void run_part() {
        line_start_ = true;
        fresh_line_ = false;
        decorators_ = 0;
        do {
            while (at_ < text_.size()) {
                if (line_start_) {
                    line_start_ = false;
                    if (!indentation()) continue;
                }
                next();
            }
        } while (resumes_above());
        finish_line();
        for (; indents_.size() > 1; indents_.pop_back()) add(Tok::Dedent, at_, at_);
    }

    char peek(Offset ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool at_newline() const { return peek() == '\n' || peek() == '\r'; }
    Offset newline_length() const { return peek() == '\r' && peek(1) == '\n' ? 2 : 1; }
    Range range(Offset begin, Offset end) const { return {begin, end, file_}; }
    void add(Tok kind, Offset begin, Offset end) { out_.tokens.push_back({kind, begin, end}); }
    bool in_brackets() const { return in_expression_ || !brackets_.empty(); }

    /// The end of the file or cell: what is open is closed, and the last line gets its end.
    void finish_line() {
        close_brackets();
        if (!out_.tokens.empty() && out_.tokens.back().kind != Tok::Newline &&
            out_.tokens.back().kind != Tok::Dedent) {
            add(Tok::Newline, at_, at_);
        }
    }

    void close_brackets() {
        if (brackets_.empty()) return;
        if (!is_told_) never_closed(brackets_.back());
        const bool is_to_here = in_expression_ || out_.tokens.empty() || too_many_ > 0;
        const Offset end = is_to_here ? at_ : out_.tokens.back().end;
        add(Tok::Broken, end, end);
        brackets_.clear();
        too_many_ = 0;
        end_statement();
    }

    diag::Diagnostic& never_closed(Offset open) {
        is_told_ = true;
        return problems_.report<Code::NeverClosed>(range(open, open + 1), text_.substr(open, 1));
    }

    /// The next line begins another statement: what was found up to here stays found.
    void end_statement() {
        sink_.take(std::exchange(problems_, diag::Sink()));
        is_told_ = false;
        decorators_ = above_ = 0;
    }

    /// Measures a line and opens or closes blocks; false when the line holds no code.
    bool indentation() {
        const Offset begin = at_;
        const IndentScan scan = scan_indent(text_, at_);
        const Column column = scan.column;
        at_ = static_cast<Offset>(scan.end);
        if (peek() == '#') comment(true);
        if (at_newline()) {
            at_ += newline_length();
            line_start_ = true;
            return false;
        }
        if (at_ >= text_.size()) return false;
        place(column, begin);
        return true;
    }

    void place(Column column, Offset begin) {
        if (column.wide > indents_.back().wide) {
            if (indents_.size() > max_indents) return too_deep();
            if (column.narrow <= indents_.back().narrow) return broken<Code::MixedTabs>(begin, at_);
            indents_.push_back(column);
            return add(Tok::Indent, begin, at_);
        }
        while (column.wide < indents_.back().wide) {
            // A line between two levels stays in the inner block, whose meaning it spoils.
            if (indents_.size() > 1 && column.wide > indents_[indents_.size() - 2].wide) {
                indents_.back() = column;
                problems_.report<Code::BadDedent>(word()).help(
                    "indent it like one of the lines above it");
                return add(Tok::Broken, at_, at_);
            }
            indents_.pop_back();
            add(Tok::Dedent, at_, at_);
        }
        if (column.narrow != indents_.back().narrow) broken<Code::MixedTabs>(begin, at_);
    }

    /// Lines deeper than Python allows stay in the deepest block; one of them is reported.
    void too_deep() {
        if (!has_too_deep_) problems_.report<Code::TooDeep>(word(), "this line");
        has_too_deep_ = true;
        add(Tok::Broken, at_, at_);
    }

    /// The word at this place, for a caret under it.
    Range word() const { return range(at_, static_cast<Offset>(scan_word_end(text_, at_))); }

    template <Code code, class... Arguments>
    void broken(Offset begin, Offset end, const Arguments&... arguments) {
        problems_.report<code>(range(begin, end), arguments...);
        add(Tok::Broken, begin, end);
    }

    void comment(bool own_line) {
        const Offset begin = at_;
        while (at_ < text_.size() && !at_newline()) ++at_;
        out_.comments.push_back(
            {range(begin, at_), text_.substr(begin + 1, at_ - begin - 1), own_line});
    }

    void next() {
        const char c = peek();
        if (c == ' ' || c == '\t' || c == '\f') {
            ++at_;
        } else if (c == '#') {
            comment(fresh_line_ && in_brackets());
        } else if (at_newline()) {
            newline();
        } else if (c == '\\') {
            continuation();
        } else if (fresh_line_ && !brackets_.empty() && resumes()) {
            return;
        } else {
            fresh_line_ = false;
            token();
        }
    }

    void newline() {
        const Offset begin = at_;
        at_ += newline_length();
        if (in_brackets()) {
            fresh_line_ = true;
            return;
        }
        add(Tok::Newline, begin, at_);
        line_start_ = true;
        end_statement();
    }

    void continuation() {
        const Offset begin = at_++;
        if (!at_newline()) return broken<Code::BadContinuation>(begin, at_);
        at_ += newline_length();
        if (at_ >= text_.size()) broken<Code::BadContinuation>(begin, begin + 1);
    }

    /// In an open bracket, a line that can only be a new statement ends what stands before it.
    bool resumes() {
        const auto line = static_cast<Offset>(scan_line_begin(text_, at_));
        const Tok word = peek() == '@' ? Tok::At : word_at(text_, at_);
        const bool definition = word == Tok::Def || word == Tok::Class || word == Tok::Async;
        const Offset column = at_ - line;
        if (word == Tok::At) {
            if (!decorators_ || decorators_column_ != column) {
                decorators_ = out_.tokens.size();
                decorators_line_ = line;
                decorators_column_ = column;
            }
            return false;
        }
        const bool decorated = decorators_ && column == decorators_column_;
        const Tok last = out_.tokens.empty() ? Tok::End : out_.tokens.back().kind;
        if (!begins_statement(text_, at_, last)) {
            if (column <= decorators_column_) decorators_ = 0;
            const bool is_level = column == indents_.back().wide;
            if (above_ == 0 && is_level && may_begin_statement(text_, at_)) above_ = line;
            return false;
        }
        resume(decorated && definition ? decorators_line_ : line);
        return true;
    }

    /// The same at the end of the text; whether there is more to read then.
    bool resumes_above() {
        const Offset end = at_;
        if (!brackets_.empty()) resume(end);
        return at_ < end;
    }

    /// Ends the statement with an open bracket, and goes on at a line, or above it where that is
    /// the first one that is indented as a statement.
    void resume(Offset line) {
        constexpr Offset furthest = 1U << 14U;  // text is read twice
        const bool is_above = above_ != 0 && above_ < line && at_ - above_ < furthest;
        at_ = is_above ? above_ : line;
        while (!brackets_.empty() && brackets_.back() >= at_) brackets_.pop_back();
        while (!out_.tokens.empty() && out_.tokens.back().begin >= at_) out_.tokens.pop_back();
        while (!out_.comments.empty() && out_.comments.back().range.begin >= at_) {
            out_.comments.pop_back();
        }
        diag::Sink kept;
        for (const diag::Diagnostic& one : problems_.all()) {
            if (one.range.begin < at_) kept.add(one);
        }
        problems_ = std::move(kept);
        close_brackets();
        const Offset end = out_.tokens.back().end;
        add(Tok::Newline, end, end);
        end_statement();
        fresh_line_ = false;
        line_start_ = true;
    }

    void token() {
        const char c = peek();
        if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
        const std::size_t prefix = scan_string_prefix(text_, at_);
        if (prefix != std::string_view::npos) return string(static_cast<Offset>(prefix));
        if (may_start_name(c)) return name();
        op();
    }

    void number() {
        const NumberScan scan = scan_number(text_, at_);
        const Offset begin = at_;
        at_ = static_cast<Offset>(scan.end);
        if (scan.problem.empty()) return add(Tok::Number, begin, at_);
        broken<Code::BadNumber>(begin, at_, text_.substr(begin, at_ - begin), scan.problem);
    }

    void string(Offset prefix) {
        const StringScan scan = scan_string(text_, at_ + prefix);
        const Offset begin = at_;
        at_ = static_cast<Offset>(scan.end);
        if (scan.closed) return add(Tok::String, begin, at_);
        const Offset quotes = prefix + (scan.triple ? 3 : 1);
        if (scan.triple) return broken<Code::EndlessString>(begin, begin + quotes);
        broken<Code::UnterminatedString>(begin, at_);
    }

    void name() {
        const NameScan scan = scan_name(text_, at_);
        const Offset begin = at_;
        at_ = static_cast<Offset>(scan.end);
        if (scan.bad == std::string_view::npos) {
            return add(keyword(text_.substr(begin, at_ - begin)), begin, at_);
        }
        bad_character(static_cast<Offset>(scan.bad));
    }

    void bad_character(Offset at) {
        Offset end = at + 1;
        while (end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0) == 0x80) ++end;
        diag::Diagnostic& report =
            problems_.report<Code::BadCharacter>(range(at, end), text_.substr(at, end - at));
        if (text_[at] == '!') report.help("Python writes `not x`");
        if (text_[at] == '?') report.help("Python writes `a if condition else b`");
        add(Tok::Broken, at, end);
    }

    void op() {
        const Spelled found = longest_operator(text_.substr(at_));
        const Offset begin = at_;
        if (found.kind == Tok::Broken) {
            ++at_;
            return bad_character(begin);
        }
        at_ += static_cast<Offset>(found.text.size());
        const char c = found.text[0];
        if (c == '(' || c == '[' || c == '{') return open(begin, found.kind);
        if (c == ')' || c == ']' || c == '}') return close(begin, found.kind);
        add(found.kind, begin, at_);
    }

    void open(Offset begin, Tok kind) {
        if (brackets_.size() < max_brackets) {
            brackets_.push_back(begin);
            return add(kind, begin, at_);
        }
        if (too_many_++ == 0) broken<Code::TooDeep>(begin, at_, "this bracket");
    }

    void close(Offset begin, Tok kind) {
        if (too_many_ > 0) {
            --too_many_;
            return;
        }
        const std::string_view closer = text_.substr(begin, 1);
        if (brackets_.empty() && std::exchange(is_told_, true)) return add(Tok::Broken, begin, at_);
        if (brackets_.empty()) return broken<Code::NothingToClose>(begin, at_, closer);
        const Offset innermost = brackets_.back();
        const std::size_t closes = closed_by(closer[0], brackets_, text_, at_, look_ahead_);
        brackets_.resize(brackets_.size() - std::max<std::size_t>(closes, 1));
        if (closes == 0) return wrong_close(begin, innermost);
        if (closes > 1 && skipped_++ < 100) {
            const std::string found(closer), partner(1, closer_of(text_[innermost]));
            never_closed(innermost)
                .label(range(begin, at_), "`" + found + "` stands before its `" + partner + "`")
                .edit(range(begin, begin), partner, false);
        }
        if (closes > 1) add(Tok::Broken, begin, begin);
        add(kind, begin, at_);
    }

    void wrong_close(Offset begin, Offset opened) {
        add(Tok::Broken, begin, at_);
        if (std::exchange(is_told_, true)) return;
        problems_
            .report<Code::WrongClose>(range(begin, at_), text_.substr(begin, 1),
                                      text_.substr(opened, 1))
            .label(range(opened, opened + 1), "opened here")
            .edit(range(begin, at_), std::string(1, closer_of(text_[opened])), false);
    }

    std::string_view text_;
    std::uint16_t file_;
    Offset at_;
    diag::Sink& sink_;
    diag::Sink problems_;  // of this statement, which may be read again from a line within it on
    Tokens out_;
    std::vector<Column> indents_ = {Column{}};
    std::vector<Offset> brackets_;  // where each open bracket stands
    std::size_t too_many_ = 0;      // brackets opened beyond the limit
    bool line_start_ = true;        // a logical line begins
    bool fresh_line_ = false;       // a physical line begins, inside brackets
    bool in_expression_ = false;
    std::size_t skipped_ = 0;             // brackets that another one has closed as well
    std::size_t look_ahead_ = 1U << 18U;  // characters that may be read twice, of all errors
    bool is_told_ = false;                // of a bracket of this statement, that it has no partner
    bool has_too_deep_ = false;
    Offset above_ = 0;            // in brackets, the first line that is indented as the statement
    std::size_t decorators_ = 0;  // the first token of `@` lines inside an open bracket
    Offset decorators_line_ = 0, decorators_column_ = 0;
};

}  // namespace

Tokens tokenize(const SourceFile& file, diag::Sink& sink) {
    return Tokenizer(file, 0, static_cast<std::uint32_t>(file.text().size()), sink).run_file(file);
}

Tokens tokenize_expression(const SourceFile& file, std::uint32_t begin, std::uint32_t end,
                           diag::Sink& sink) {
    return Tokenizer(file, begin, end, sink).run_expression();
}

}  // namespace pycu::syntax
