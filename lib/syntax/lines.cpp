// Lines, blocks and clauses; see lines.h.
#include "syntax/lines.h"

#include <algorithm>

namespace pycu::syntax {
namespace {

using diag::Code;

/// The first colon outside brackets, or the end of the line.
std::size_t find_colon(const std::vector<Token>& tokens, const Line& line) {
    int depth = 0;
    for (std::size_t i = line.first; i < line.last; ++i) {
        depth += is_open(tokens[i].kind) ? 1 : is_close(tokens[i].kind) ? -1 : 0;
        if (depth == 0 && tokens[i].kind == Tok::Colon) return i;
    }
    return line.last;
}

/// Whether a line may end with a token.
bool may_end(Tok kind) {
    return is_close(kind) ||
           is_one_of(kind,
                     {Tok::Name, Tok::Number, Tok::String, Tok::False, Tok::None, Tok::True,
                      Tok::Ellipsis, Tok::Comma, Tok::Colon, Tok::Semicolon, Tok::Star, Tok::Break,
                      Tok::Continue, Tok::Pass, Tok::Raise, Tok::Return, Tok::Yield});
}

class LineReader {
  public:
    LineReader(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink)
        : file_(file), tokens_(tokens), sink_(sink) {}

    Outline read() {
        cut();
        find_ends();
        find_soft_keywords();
        std::vector<std::size_t> before;  // the last line at each level
        for (std::size_t i = 0; i < lines().size(); ++i) check(i, before);
        for (std::size_t i = 0; i < lines().size(); ++i) {
            if (has_token(tokens_, lines()[i], Tok::Broken)) mark_broken(out_, i);
        }
        for (std::size_t i = 0; i < lines().size(); ++i) find_function(i);
        return std::move(out_);
    }

  private:
    std::vector<Line>& lines() { return out_.lines; }
    Range range(const Token& token) const { return {token.begin, token.end, file_.file()}; }

    void cut() {
        std::uint32_t level = 0;
        bool open = false;
        for (std::size_t i = 0; i < tokens_.size(); ++i) {
            const Tok kind = tokens_[i].kind;
            if (kind == Tok::Indent) {
                ++level;
            } else if (kind == Tok::Dedent) {
                --level;
            } else if (kind == Tok::Newline || kind == Tok::End) {
                if (open) lines().back().last = i;
                open = false;
            } else if (!open) {
                lines().push_back({i, i, level, 0, lines().size(), false});
                open = true;
            }
        }
    }

    void find_ends() {
        std::vector<std::size_t> open;
        for (std::size_t i = 0; i <= lines().size(); ++i) {
            while (!open.empty() &&
                   (i == lines().size() || lines()[open.back()].level >= lines()[i].level)) {
                lines()[open.back()].end = i;
                open.pop_back();
            }
            open.push_back(i);
        }
    }

    /// The first token of a line that is one.
    const Token& first(std::size_t line) {
        const Line& one = lines()[line];
        const bool broken = tokens_[one.first].kind == Tok::Broken && one.first + 1 < one.last;
        return tokens_[one.first + (broken ? 1 : 0)];
    }
    Tok word(std::size_t line) { return tokens_[lines()[line].first].kind; }
    bool is_word(const Token& token, std::string_view text) const {
        return token.kind == Tok::Name && text_of(file_, token) == text;
    }
    bool ends_with_colon(std::size_t line) {
        const Line& one = lines()[line];
        return one.last - one.first > 1 && tokens_[one.last - 1].kind == Tok::Colon;
    }
    bool has_block(std::size_t line) { return lines()[line].end > line + 1; }

    /// `match` is a keyword where a line that ends with a colon has a block that begins with
    /// `case`.
    void find_soft_keywords() {
        for (std::size_t i = 0; i < lines().size(); ++i) {
            if (!is_word(first(i), "match") || !ends_with_colon(i) || !has_block(i)) continue;
            if (!is_word(first(i + 1), "case")) continue;
            out_.soft_keywords.insert(first(i).begin);
            for (std::size_t j = i + 1; j < lines()[i].end; j = lines()[j].end) {
                lines()[j].head = i;
                if (!is_word(first(j), "case")) {
                    unexpected(j, "`case`");
                    continue;
                }
                out_.soft_keywords.insert(first(j).begin);
                find_pattern_keywords(lines()[j]);
            }
        }
    }

    void find_pattern_keywords(const Line& line) {
        int depth = 0;
        for (std::size_t i = line.first; i < line.last; ++i) {
            const Tok kind = tokens_[i].kind;
            depth += is_open(kind) ? 1 : is_close(kind) ? -1 : 0;
            if (depth == 0 && (kind == Tok::If || kind == Tok::Colon)) return;
            if (depth > 0 && kind == Tok::Name && tokens_[i + 1].kind == Tok::Equal) {
                out_.pattern_keywords[tokens_[i + 2].begin] = range(tokens_[i]);
            }
        }
    }

    bool opens_block(std::size_t line) {
        if (!ends_with_colon(line)) return false;
        return begins_compound(word(line)) || out_.soft_keywords.count(first(line).begin) > 0;
    }

    bool has_star(std::size_t line) { return tokens_[lines()[line].first + 1].kind == Tok::Star; }

    bool lacks_colon(std::size_t line) {
        return begins_compound(word(line)) &&
               find_colon(tokens_, lines()[line]) == lines()[line].last;
    }

    void unexpected(std::size_t line, const char* expected) {
        if (word(line) != Tok::Broken) {
            sink_.report<Code::Unexpected>(range(first(line)), expected,
                                           described(file_, first(line)));
        }
        mark_broken(out_, line);
    }

    void check(std::size_t i, std::vector<std::size_t>& before) {
        const std::uint32_t level = lines()[i].level;
        const bool is_first = before.size() <= level;
        const std::size_t above = is_first ? i : before[level];
        before.resize(level);
        before.resize(level + 1, i);
        const bool is_deeper = level > (i > 0 ? lines()[i - 1].level : 0);
        // What lacks its colon alone is reported as that.
        if (is_deeper && (i == 0 || (!opens_block(i - 1) && !lacks_colon(i - 1)))) {
            return indented(i);
        }
        const bool is_chained = !is_first && follows(above, i);
        if (is_chained) lines()[i].head = lines()[above].head;
        if (opens_block(i) && !has_block(i)) empty_block(i);
        if (is_chained && word(i) == Tok::Except && word(above) == Tok::Except &&
            has_star(above) != has_star(i)) {
            sink_.report<Code::MixedExcept>(range(first(i)));
            mark_broken(out_, i);
        }
        if (is_clause(word(i)) && !is_chained) return unexpected(i, "a statement");
        const bool below_decorator = !is_first && word(above) == Tok::At;
        if (below_decorator && !is_chained) {
            lines()[i].head = lines()[above].head;
            unexpected(i, "`def` or `class`");
        }
        check_alone(i);
    }

    /// What has no meaning without the line behind its block.
    void check_alone(std::size_t i) {
        const std::size_t next = lines()[i].end;
        const bool is_last = next >= lines().size() || lines()[next].level < lines()[i].level;
        if (word(i) == Tok::At && is_last) {
            Token end = tokens_[lines()[i].last];
            end.end = end.begin;
            sink_.report<Code::Unexpected>(
                range(end), "`def` or `class`",
                next < lines().size() ? "the end of the block" : "the end of the text");
            mark_broken(out_, i);
        }
        if (word(i) != Tok::Try || lines()[i].is_broken) return;
        const Tok behind = is_last ? Tok::End : word(next);
        if (behind == Tok::Except || behind == Tok::Finally) return;
        sink_.report<Code::TryAlone>(range(first(i))).help("add an `except` or a `finally`");
        mark_broken(out_, i);
    }

    /// Whether a line belongs to the statement of the line above it.
    bool follows(std::size_t above, std::size_t i) {
        const Tok next = word(i);
        Tok last = word(above);
        if (last == Tok::Async && lines()[above].first + 1 < lines()[above].last) {
            last = tokens_[lines()[above].first + 1].kind;
        }
        switch (last) {
            case Tok::At:
                return next == Tok::At || next == Tok::Def || next == Tok::Class ||
                       next == Tok::Async;
            case Tok::If:
            case Tok::Elif:
                return next == Tok::Elif || next == Tok::Else;
            case Tok::For:
            case Tok::While:
                return next == Tok::Else;
            case Tok::Try:
                return next == Tok::Except || next == Tok::Finally;
            case Tok::Except:
                return next == Tok::Except || next == Tok::Else || next == Tok::Finally;
            case Tok::Else:
                return next == Tok::Finally && word(lines()[above].head) == Tok::Try;
            default:
                return false;
        }
    }

    void indented(std::size_t i) {
        sink_.report<Code::UnexpectedIndent>(range(first(i))).help("indent it like the line above");
        const std::uint32_t level = lines()[i].level;
        for (std::size_t j = i; j < lines().size() && lines()[j].level >= level; ++j) {
            lines()[j].is_broken = true;
        }
    }

    void empty_block(std::size_t i) {
        const bool reported = i + 1 < lines().size() && word(i + 1) == Tok::Broken;
        if (!reported && word(i) != Tok::Broken) {
            sink_.report<Code::EmptyBlock>(range(first(i)), text_of(file_, first(i)))
                .help("`pass` is the body that does nothing");
        }
        mark_broken(out_, i);
    }

    void find_function(std::size_t i) {
        const Line& line = lines()[i];
        const bool is_async = word(i) == Tok::Async && tokens_[line.first + 1].kind == Tok::Def;
        if (word(i) != Tok::Def && !is_async) return;
        const Token& header = tokens_[line.first];
        const std::size_t last = lines()[line.end - 1].last;
        out_.functions[header.begin] = {tokens_[lines()[line.head].first].begin,
                                        tokens_[last - 1].end, file_.file()};
    }

    const SourceFile& file_;
    const std::vector<Token>& tokens_;
    diag::Sink& sink_;
    Outline out_;
};

}  // namespace

bool begins_compound(Tok kind) {
    return is_one_of(kind, {Tok::If, Tok::Elif, Tok::Else, Tok::For, Tok::While, Tok::With,
                            Tok::Try, Tok::Except, Tok::Finally, Tok::Def, Tok::Class, Tok::Async});
}

bool has_token(const std::vector<Token>& tokens, const Line& line, Tok kind) {
    const auto first = tokens.begin() + static_cast<std::ptrdiff_t>(line.first);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(line.last - line.first),
                       [kind](const Token& token) { return token.kind == kind; });
}

bool is_complete(const std::vector<Token>& tokens, const Outline& outline, const Line& line) {
    const Token& first = tokens[line.first];
    const Tok last = tokens[line.last - 1].kind;
    const auto has = [&](Tok kind) { return has_token(tokens, line, kind); };
    for (std::size_t i = line.first + 1; i < line.last; ++i) {
        const Tok before = tokens[i - 1].kind;
        if (tokens[i].kind == Tok::Comma && is_open(before)) return false;
        const bool ends_target = tokens[i].kind == Tok::Equal || tokens[i].kind == Tok::In;
        if (ends_target && before == Tok::Star) return false;
    }
    const bool is_soft = outline.soft_keywords.count(first.begin) > 0;
    if (begins_compound(first.kind) || is_soft) {
        const std::size_t colon = find_colon(tokens, line);
        const bool has_body = colon + 1 < line.last && !has(Tok::Lambda);
        if (colon == line.last || (has_body && last == Tok::Colon)) return false;
    }
    switch (first.kind) {
        case Tok::From:
            return has(Tok::Import) && last != Tok::Comma && last != Tok::Import;
        case Tok::Import:
        case Tok::Global:
        case Tok::Nonlocal:
        case Tok::Assert:
            return last == Tok::Name || (may_end(last) && last != Tok::Comma && last != Tok::Star);
        case Tok::Colon:
            return false;
        default:
            return may_end(last) && last != Tok::Star;
    }
}

std::string_view text_of(const SourceFile& file, const Token& token) {
    return file.text(Range{token.begin, token.end, file.file()});
}

std::string described(const SourceFile& file, const Token& token) {
    switch (token.kind) {
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
            return "`" + std::string(text_of(file, token)) + "`";
    }
}

std::pair<std::size_t, std::size_t> statement_of(const Outline& outline, std::size_t line) {
    const std::size_t head = outline.lines[line].head;
    std::size_t end = std::max(outline.lines[head].end, outline.lines[line].end);
    while (end < outline.lines.size() && outline.lines[end].head == head) {
        end = outline.lines[end].end;
    }
    return {head, end};
}

void mark_broken(Outline& outline, std::size_t line) {
    const auto [first, end] = statement_of(outline, line);
    for (std::size_t i = first; i < end; ++i) outline.lines[i].is_broken = true;
}

void collect_broken(const SourceFile& file, const std::vector<Token>& tokens, Outline& outline) {
    outline.broken.clear();
    const std::vector<Line>& lines = outline.lines;
    for (std::size_t i = 0; i < lines.size();) {
        if (!lines[i].is_broken) {
            ++i;
            continue;
        }
        std::size_t end = std::max(statement_of(outline, i).second, i + 1);
        while (end < lines.size() && lines[end].is_broken && lines[end].level > lines[i].level) {
            ++end;
        }
        const Token& behind = tokens[lines[end - 1].last];  // behind blanks and a comment
        outline.broken.push_back({tokens[lines[i].first].begin, behind.begin, file.file()});
        i = end;
    }
}

Outline outline(const SourceFile& file, const std::vector<Token>& tokens, diag::Sink& sink) {
    return LineReader(file, tokens, sink).read();
}

}  // namespace pycu::syntax
