// A line is read as a row of operands and operators; the first token out of place is the mistake.
#include <algorithm>

#include "syntax/lines.h"

namespace pycu::syntax {
namespace {

using diag::Code;
using Offset = std::uint32_t;

bool is_atom(Tok kind) {
    return is_one_of(kind, {Tok::Name, Tok::Number, Tok::String, Tok::Ellipsis, Tok::True,
                            Tok::False, Tok::None});
}
bool is_prefix(Tok kind) {
    return is_one_of(kind, {Tok::Plus, Tok::Minus, Tok::Tilde, Tok::Not, Tok::Star, Tok::DoubleStar,
                            Tok::Await, Tok::Lambda, Tok::Yield});
}
bool is_augmented(Tok kind) {
    return kind >= Tok::PlusEqual && kind <= Tok::RightShiftEqual;
}
bool is_infix(Tok kind) {
    return (kind >= Tok::Plus && kind <= Tok::NotEqual && kind != Tok::Tilde) || kind == Tok::And ||
           kind == Tok::Or || kind == Tok::In || kind == Tok::Is || kind == Tok::Walrus;
}

/// Reads tokens `[at, end)` of one line or expression.
class Explainer {
  public:
    Explainer(const SourceFile& file, const std::vector<Token>& tokens, std::size_t first,
              std::size_t end, diag::Sink& sink)
        : file_(file), tokens_(tokens), first_(first), at_(first), end_(end), sink_(sink) {}

    /// True when a mistake was found and reported.
    bool line() {
        for (std::size_t i = first_; i < end_; ++i) {
            if (tokens_[i].kind == Tok::Broken) return true;  // reported
        }
        const Tok word = kind(at_);
        header_ = begins_compound(word);
        if (word == Tok::Async) {
            ++at_;
            if (kind(at_) != Tok::Def && kind(at_) != Tok::For && kind(at_) != Tok::With) {
                return unexpected(at_, "`def`, `for` or `with`");
            }
        }
        if (kind(at_) == Tok::Def || kind(at_) == Tok::Class) return definition();
        if (word == Tok::Import || word == Tok::From || word == Tok::Global ||
            word == Tok::Nonlocal) {
            return names();
        }
        if (header_ || is_one_of(word, {Tok::Return, Tok::Raise, Tok::Assert, Tok::Del, Tok::At,
                                        Tok::Pass, Tok::Break, Tok::Continue})) {
            is_assignment_ = false;
            ++at_;
        }
        if (is_one_of(word,
                      {Tok::Else, Tok::Try, Tok::Except, Tok::Finally, Tok::Return, Tok::Raise})) {
            needs_ = Needs::Either;
            if (word == Tok::Except && kind(at_) == Tok::Star) ++at_;
        }
        if (is_one_of(word, {Tok::Pass, Tok::Break, Tok::Continue})) needs_ = Needs::Operator;
        return row();
    }

    bool expression() {
        is_assignment_ = false;
        closer_ = "`)` or `,`";
        return row();
    }

  private:
    enum class Needs { Operand, Operator, Either };

    Tok kind(std::size_t i) const { return i < end_ ? tokens_[i].kind : Tok::Newline; }
    Range range(const Token& token) const { return {token.begin, token.end, file_.file()}; }

    /// What to write for an operator of C; null where the token is none.
    const char* of_c(std::size_t i) const {
        const auto follows = [&](std::size_t at, Tok which) {
            return at > first_ && kind(at) == which && kind(at - 1) == which &&
                   tokens_[at].begin == tokens_[at - 1].end;
        };
        const std::size_t last = std::min(i, end_);
        return follows(i, Tok::Amper)                                        ? "Python writes `and`"
               : follows(i, Tok::Bar)                                        ? "Python writes `or`"
               : last > first_ && i >= end_ && follows(last - 1, Tok::Plus)  ? "write `x += 1`"
               : last > first_ && i >= end_ && follows(last - 1, Tok::Minus) ? "write `x -= 1`"
               : kind(i) == Tok::LeftBrace ? "a block begins with `:` and is indented"
                                           : nullptr;
    }

    /// Reports a token; at the end of the line, the place behind it.
    bool unexpected(std::size_t i, const std::string& expected) {
        Token token = tokens_[i];
        if (i >= end_) token.end = token.begin;
        const std::string found =
            i < end_ || token.kind == Tok::End ? described(file_, token) : "the end of the line";
        diag::Diagnostic& report = sink_.report<Code::Unexpected>(range(token), expected, found);
        if (kind(i) == Tok::Equal) {
            report.help("`==` compares; `=` assigns in a statement of its own")
                .edit(range(token), "==", false);
        } else if (expected == "`:`" && i >= end_ && i > first_) {
            const std::uint32_t behind = tokens_[i - 1].end;  // a comment may follow
            report.edit({behind, behind, file_.file()}, ":", true);
        }
        if (const char* const advice = of_c(i)) {
            report.help(advice);
        }
        if (i > first_ && tokens_[i - 1].kind == Tok::Name) {
            const std::string before(text_of(file_, tokens_[i - 1]));
            if (before == "print" || before == "exec") {
                report.help("`" + before + "` is a function: call it with parentheses");
            }
        }
        return true;
    }

    /// Reports a keyword, or anything else, where a name is expected.
    bool no_name(std::size_t i, const char* expected) {
        if (i < end_ && is_keyword(kind(i))) {
            sink_.report<Code::KeywordAsName>(range(tokens_[i]), text_of(file_, tokens_[i]));
            return true;
        }
        return unexpected(i, expected);
    }

    // def NAME ( ... ) [-> ...] : or class NAME [( ... )] :
    bool definition() {
        const bool is_class = kind(at_) == Tok::Class;
        ++at_;
        if (kind(at_) != Tok::Name) {
            return no_name(at_, is_class ? "the name of a class" : "the name of a function");
        }
        ++at_;
        if (!is_class && kind(at_) != Tok::LeftParen) return unexpected(at_, "`(`");
        if (is_class && kind(at_) != Tok::LeftParen && kind(at_) != Tok::Colon) {
            return unexpected(at_, "`:`");
        }
        is_definition_ = !is_class;
        is_assignment_ = false;
        needs_ = Needs::Operator;
        return row();
    }

    /// Names between commas, dots and `as`.
    bool names() {
        const Tok statement = kind(at_);
        bool wants_name = true;
        for (++at_; at_ < end_; ++at_) {
            const Tok token = kind(at_);
            const bool is_dot = token == Tok::Dot || token == Tok::Ellipsis;
            if (wants_name && (token == Tok::Name || token == Tok::Star)) {
                wants_name = false;
            } else if (token == Tok::Import && statement == Tok::From) {
                wants_name = true;
            } else if (wants_name && token != Tok::LeftParen && !is_dot &&
                       token != Tok::RightParen) {
                return no_name(at_, statement == Tok::Import ? "the name of a module" : "a name");
            } else if (token == Tok::Comma || token == Tok::As || is_dot) {
                wants_name = true;
            } else if (token == Tok::Name) {
                return unexpected(at_, statement == Tok::From ? "`import`" : "the end of the line");
            } else if (token != Tok::LeftParen && token != Tok::RightParen) {
                return no_name(at_, "the end of the line");
            }
        }
        return wants_name && unexpected(end_, "a name");
    }

    bool row() {
        for (; at_ < end_; ++at_) {
            if (token()) return true;
            if (is_done_) return false;
        }
        if (needs_ == Needs::Operand && at_ > first_ && kind(at_ - 1) != Tok::Comma) {
            return unexpected(end_, "an expression");
        }
        if (header_ && !has_colon_) return unexpected(end_, "`:`");
        if (conditions_ > 0 && open_.empty()) return unexpected(end_, "`else`");
        return false;
    }

    /// One step; true when the token at this place is the mistake.
    bool token() {
        const Tok now = kind(at_);
        const bool in_parameters = is_definition_ && open_.size() == 1;
        if (now == Tok::Colon && open_.empty() && lambdas_ == 0) return colon();
        if (needs_ != Needs::Operator) {
            if (is_open(now)) return open();
            if (is_atom(now)) return operand();
            if (now == Tok::Lambda) ++lambdas_;
            if (now == Tok::Yield || now == Tok::Lambda) needs_ = Needs::Either;
            if (now == Tok::Star || now == Tok::DoubleStar) needs_ = Needs::Either;
            if (is_prefix(now) || (now == Tok::From && kind(at_ - 1) == Tok::Yield)) {
                if (now != Tok::Yield && now != Tok::Lambda && now != Tok::Star) {
                    needs_ = Needs::Operand;
                }
                return false;
            }
            if (is_keyword(now) && kind(at_ + 1) == Tok::Equal) return no_name(at_, "a name");
            if (in_parameters && is_keyword(now)) return no_name(at_, "a parameter");
            const bool may_end = needs_ == Needs::Either || may_be_empty();
            if (!may_end) return unexpected(at_, in_parameters ? "a parameter" : "an expression");
        }
        return after_operand(now);
    }

    bool open() {
        open_.push_back({at_, needs_ == Needs::Operator, conditions_, at_ + 1});
        conditions_ = 0;
        needs_ = Needs::Operand;
        return false;
    }

    bool operand() {
        const bool strings = kind(at_) == Tok::String && kind(at_ + 1) == Tok::String;
        needs_ = strings ? Needs::Operand : Needs::Operator;
        return false;
    }

    /// Behind an open bracket or a comma, and around the colons of slices, there may be nothing.
    bool may_be_empty() const {
        const Tok before = at_ > first_ ? kind(at_ - 1) : Tok::Newline;
        const Tok now = kind(at_);
        if (before == Tok::Comma) {
            return is_close(now) || now == Tok::Equal || now == Tok::Semicolon || now == Tok::In ||
                   now == Tok::Colon || (is_definition_ && now == Tok::Slash);
        }
        const bool in_brackets = !open_.empty() && kind(open_.back().at) == Tok::LeftBracket;
        if (in_brackets && open_.back().is_trailer) {
            return now == Tok::Colon ||
                   (before == Tok::Colon && (is_close(now) || now == Tok::Comma));
        }
        return is_open(before) && is_close(now);
    }

    bool after_operand(Tok now) {
        const bool is_call =
            !open_.empty() && kind(open_.back().at) == Tok::LeftParen && open_.back().is_trailer;
        if (is_open(now) && now != Tok::LeftBrace) return open();
        if (is_close(now)) {
            if (conditions_ > 0) return unexpected(at_, "`else`");
            if (!open_.empty()) {
                conditions_ = open_.back().conditions;
                open_.pop_back();
            }
            needs_ = Needs::Operator;
            return false;
        }
        if (now == Tok::Dot) {
            if (kind(++at_) != Tok::Name) return no_name(at_, "the name of an attribute");
            return false;
        }
        if (now == Tok::Colon && lambdas_ > 0) --lambdas_;
        if (now == Tok::If) conditions_ += is_comprehension() ? 0 : 1;
        if (now == Tok::Else && conditions_-- == 0) return unexpected(at_, closer());
        if (now == Tok::Not && kind(at_ + 1) == Tok::In) ++at_;
        if (now == Tok::Is && kind(at_ + 1) == Tok::Not) ++at_;
        if (now == Tok::Equal) {
            const bool is_keyword =
                is_call && (kind(at_ - 2) == Tok::Comma || open_.back().at + 2 == at_);
            const bool may_stand = is_keyword || is_definition_ || lambdas_ > 0 ||
                                   (open_.empty() && is_assignment_ && !header_);
            if (!may_stand) return unexpected(at_, closer());
        }
        const bool is_statement =
            open_.empty() && (is_augmented(now) || now == Tok::Semicolon || now == Tok::Arrow);
        const bool goes_on = is_infix(now) || now == Tok::If || now == Tok::Else ||
                             now == Tok::Not || now == Tok::For || now == Tok::Async ||
                             now == Tok::Equal || now == Tok::Comma || now == Tok::Colon ||
                             now == Tok::As || now == Tok::From || is_statement;
        if (!goes_on) return unexpected(at_, closer());
        if (now == Tok::Comma && conditions_ > 0) return unexpected(at_, "`else`");
        if (now == Tok::Comma && !open_.empty()) open_.back().item = at_ + 1;
        if (now == Tok::For && is_call && open_.back().item > open_.back().at + 1) {
            sink_.report<Code::BareGenerator>(
                Range{tokens_[open_.back().item].begin, tokens_[at_ - 1].end, file_.file()});
            return true;
        }
        needs_ = Needs::Operand;
        is_done_ = now == Tok::Semicolon;
        return false;
    }

    bool is_comprehension() const {
        for (std::size_t i = at_; i-- > (open_.empty() ? first_ : open_.back().at);) {
            if (kind(i) == Tok::For) return true;
        }
        return false;
    }

    /// The colon of a header or of an annotation.
    bool colon() {
        if (needs_ == Needs::Operand && kind(at_ - 1) != Tok::Comma) {
            return unexpected(at_, "an expression");
        }
        if (conditions_ > 0) return unexpected(at_, "`else`");
        if (header_) {
            has_colon_ = true;
            is_done_ = true;  // what follows on the line is a statement of its own
            return at_ + 1 < end_ && Explainer(file_, tokens_, at_ + 1, end_, sink_).line();
        }
        needs_ = Needs::Operand;
        return false;
    }

    /// What may stand instead of a token that does not go on with the expression.
    const char* closer() const {
        if (open_.empty()) return closer_ ? closer_ : header_ ? "`:`" : "the end of the line";
        const Tok kind = this->kind(open_.back().at);
        return kind == Tok::LeftParen     ? "`)` or `,`"
               : kind == Tok::LeftBracket ? "`]` or `,`"
                                          : "`}` or `,`";
    }

    struct Open {
        std::size_t at;
        bool is_trailer;   // of a call or a subscript
        int conditions;    // outside it
        std::size_t item;  // where its last item begins
    };

    const SourceFile& file_;
    const std::vector<Token>& tokens_;
    std::size_t first_, at_, end_;
    diag::Sink& sink_;
    std::vector<Open> open_;
    Needs needs_ = Needs::Operand;
    int lambdas_ = 0;     // whose colon has not come yet
    int conditions_ = 0;  // `if`s in this bracket whose `else` has not come yet
    bool header_ = false, has_colon_ = false, is_definition_ = false;
    bool is_assignment_ = true;  // `=` may stand in the line
    bool is_done_ = false;
    const char* closer_ = nullptr;
};

}  // namespace

bool explain_line(const SourceFile& file, const std::vector<Token>& tokens, const Line& line,
                  diag::Sink& sink) {
    return Explainer(file, tokens, line.first, line.last, sink).line();
}

void give_up(const SourceFile& file, const std::vector<Token>& tokens, std::size_t first,
             std::size_t end, Offset error, diag::Sink& sink) {
    std::size_t at = first;
    while (at + 1 < end && tokens[at].end <= error) ++at;
    sink.report<Code::Unexpected>(Range{tokens[at].begin, tokens[at].end, file.file()},
                                  "something else", described(file, tokens[at]));
}

void explain_expression(const SourceFile& file, const std::vector<Token>& tokens,
                        std::uint32_t error, diag::Sink& sink) {
    const std::size_t end = tokens.size() - 1;
    if (Explainer(file, tokens, 0, end, sink).expression()) return;
    give_up(file, tokens, 0, end, error, sink);
}

}  // namespace pycu::syntax
