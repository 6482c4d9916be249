// Which expressions begin and end where, and what a break at a token costs; clang-format's
// ExpressionParser and TokenAnnotator for the C++ that is generated.
#include <algorithm>

#include "layout/tokens.h"

namespace pycu::layout {

namespace {

constexpr int unary = member_access - 1;

/// Descends through the precedences, from the loosest.
class OperandFinder {
  public:
    explicit OperandFinder(std::vector<Token>& tokens) : tokens_(tokens) {}

    void parse(int precedence) {
        while (!at_end() && tokens_[at_].is("return")) {
            ++at_;
        }
        if (at_end() || precedence > member_access) {
            return;
        }
        if (precedence == conditional) {
            parse_conditional();
        } else if (precedence == unary) {
            parse_unary();
        } else {
            parse_binary(precedence);
        }
    }

  private:
    bool at_end() const { return at_ >= tokens_.size(); }

    int precedence_here() const {
        if (at_end()) {
            return -1;
        }
        const Token& token = tokens_[at_];
        return token.role == Role::Semicolon || token.role == Role::InRange ? 0
               : token.role == Role::Member                                 ? member_access
                                                                            : token.precedence;
    }

    void parse_binary(int precedence) {
        const std::size_t start = at_;
        std::size_t latest = nowhere;
        int place = 0;
        while (!at_end()) {
            parse(precedence + 1);
            const int here = precedence_here();
            const bool is_end = at_end() || tokens_[at_].closes() ||
                                (here != -1 && here < precedence) ||
                                (here == conditional && precedence == assignment &&
                                 tokens_[at_].role == Role::Colon);
            if (is_end) {
                break;
            }
            if (tokens_[at_].opens()) {
                parse_brackets();
                continue;
            }
            if (here == precedence) {
                if (latest != nowhere) {
                    tokens_[latest].next_operator = at_;
                }
                latest = at_;
                tokens_[at_].place_in_chain = place++;
            }
            ++at_;
        }
        if (latest != nowhere && (!at_end() || precedence > 0)) {
            put(start, precedence == member_access ? unknown : precedence);
        }
    }

    void parse_brackets() {
        while (!at_end() && (!tokens_[at_].closes())) {
            ++at_;
            parse(0);
        }
        at_ = std::min(at_ + 1, tokens_.size());  // a line may end in a bracket that it opens
    }

    void parse_conditional() {
        const std::size_t start = at_;
        parse(logical_or);
        if (at_end() || tokens_[at_].role != Role::Question) {
            return;
        }
        ++at_;
        parse(assignment);
        if (at_end() || tokens_[at_].role != Role::Colon) {
            return;
        }
        ++at_;
        parse(assignment);
        put(start, conditional);
    }

    void parse_unary() {
        std::vector<std::size_t> signs;
        while (!at_end() && tokens_[at_].role == Role::Unary) {
            signs.push_back(at_++);
        }
        parse(member_access);
        for (auto sign = signs.rbegin(); sign != signs.rend(); ++sign) {
            put(*sign, unknown);
        }
    }

    /// An expression goes from `start` to what was read last.
    void put(std::size_t start, int precedence) {
        tokens_[start].begins.push_back(precedence);
        if (precedence > unknown) {
            tokens_[start].begins_binary = true;
        }
        if (at_ > 0) {
            ++tokens_[at_ - 1].ends;
            tokens_[at_ - 1].ends_binary |= precedence > unknown;
        }
    }

    std::vector<Token>& tokens_;
    std::size_t at_ = 0;
};

/// Whether a line may begin with `right`.
bool may_break_between(const Token& left, const Token& right) {
    if (right.is_declared_name) {
        return true;
    }
    if (right.role == Role::Unary && right.has_blank_before == false) {
        return left.is("(") || left.is("{");
    }
    if (right.is_conditional()) {
        return true;
    }
    if (left.is_conditional() || right.role == Role::InRange || right.closes()) {
        return false;
    }
    if (left.role == Role::InRange || left.role == Role::Binary || left.role == Role::Comma ||
        left.role == Role::Semicolon) {
        return true;
    }
    if (right.role == Role::Member) {
        return true;
    }
    return left.opens() && !left.is("[");
}

/// What a member's call costs: several of them may stand below each other.
int member_penalty(const std::vector<Token>& tokens, const Token& dot) {
    return dot.next_operator == nowhere || !tokens[dot.next_operator - 1].closes() ? 150 : 35;
}

int open_penalty(const Line& line, std::size_t open) {
    const Token& bracket = line.tokens[open];
    const std::string_view before = open > 0 ? line.tokens[open - 1].text : "";
    if (bracket.is("(") && line.is_function) {
        return 100;
    }
    if (bracket.is("(") && (before == "for" || before == "if")) {
        return 1000;
    }
    return bracket.is("<") ? 100 : bracket.arguments > 1 ? 1 : 19;
}

int penalty_between(const Line& line, std::size_t right_place) {
    const Token& left = line.tokens[right_place - 1];
    const Token& right = line.tokens[right_place];
    if (left.role == Role::Semicolon) {
        return 0;
    }
    if (left.role == Role::Comma) {
        return 1;
    }
    if (right.is_declared_name) {
        return 200;
    }
    if (left.is("=") && right.is("{")) {
        return 160;
    }
    if (left.role == Role::InRange) {
        return 2;
    }
    if (right.role == Role::Member) {
        return member_penalty(line.tokens, right);
    }
    if (left.is("=") && line.begins_with("for")) {
        return 4;
    }
    if (left.opens()) {
        return open_penalty(line, right_place - 1);
    }
    const int level = left.precedence > 0 ? left.precedence : right.precedence;
    return level > 0 ? level : 3;  // an assignment's 2 is clang-format's for it
}

}  // namespace

void find_operands(std::vector<Token>& tokens) {
    OperandFinder(tokens).parse(0);
}

void weigh_breaks(Line& line) {
    for (std::size_t i = 1; i < line.tokens.size(); ++i) {
        Token& token = line.tokens[i];
        token.may_break = may_break_between(line.tokens[i - 1], token);
        token.penalty = 20 * token.binding + penalty_between(line, i);
    }
}

}  // namespace pycu::layout
