// The tokens of a line. Generated text has blanks around operators with two operands and none
// around others, and that is how they are told apart.
#include "layout/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "layout/layout.h"

namespace pycu::layout {

namespace {

constexpr std::array<std::pair<std::string_view, int>, 31> operators = {{
    {"=", assignment},     {"+=", assignment}, {"-=", assignment},    {"*=", assignment},
    {"/=", assignment},    {"%=", assignment}, {"<<=", assignment},   {">>=", assignment},
    {"&=", assignment},    {"|=", assignment}, {"^=", assignment},    {"||", logical_or},
    {"&&", logical_and},   {"|", bit_or},      {"^", bit_xor},        {"&", bit_and},
    {"==", equality},      {"!=", equality},   {"<", relational},     {">", relational},
    {"<=", relational},    {">=", relational}, {"<<", shift},         {">>", shift},
    {"+", additive},       {"-", additive},    {"*", multiplicative}, {"/", multiplicative},
    {"%", multiplicative}, {"?", conditional}, {":", conditional},
}};

int precedence_of(std::string_view text) {
    const auto found = std::ranges::find(operators, text, &std::pair<std::string_view, int>::first);
    return found != operators.end() ? found->second : -1;
}

/// Keywords behind which no declared name stands.
bool is_no_type(std::string_view word) {
    constexpr std::array<std::string_view, 10> words = {
        "return", "else", "case", "goto", "new", "throw", "const", "static", "struct", "using"};
    return std::ranges::find(words, word) != words.end();
}

/// Takes tokens from the front of code.
class Reader {
  public:
    explicit Reader(std::string_view code) : code_(code) {}

    std::vector<Token> read() {
        while (at_ < code_.size()) {
            const bool has_blank = code_[at_] == ' ';
            at_ += has_blank ? 1 : 0;
            if (at_ < code_.size() && code_[at_] != ' ') {
                add(has_blank);
            }
        }
        return std::move(tokens_);
    }

  private:
    char at(std::size_t i) const { return i < code_.size() ? code_[i] : '\0'; }
    bool blank_at(std::size_t i) const { return i >= code_.size() || code_[i] == ' '; }

    void add(bool has_blank) {
        Token token;
        token.has_blank_before = has_blank;
        const std::size_t size = size_of_next(token, has_blank);
        token.text = code_.substr(at_, size);
        at_ += size;
        tokens_.push_back(std::move(token));
    }

    /// How long the next token is; sets its role.
    std::size_t size_of_next(Token& token, bool has_blank) {
        const char c = at(at_);
        if (c == '"' || c == '\'') {
            const std::size_t behind = behind_literal(code_, at_);
            return (behind > at_ ? behind : code_.size()) - at_;
        }
        const bool is_number = std::isdigit(static_cast<unsigned char>(c)) ||
                               (c == '.' && std::isdigit(static_cast<unsigned char>(at(at_ + 1))));
        if (is_number) {
            return behind_number(code_, at_) - at_;
        }
        if (is_word_character(c) || (c == ':' && at(at_ + 1) == ':')) {
            return behind_name() - at_;
        }
        return size_of_sign(token, has_blank);
    }

    std::size_t size_of_sign(Token& token, bool has_blank) {
        const char c = at(at_);
        if (std::string_view("([{").find(c) != std::string_view::npos) {
            token.role = Role::Open;
            return 1;
        }
        if (std::string_view(")]}").find(c) != std::string_view::npos) {
            token.role = Role::Close;
            return 1;
        }
        if (c == ',' || c == ';') {
            token.role = c == ',' ? Role::Comma : Role::Semicolon;
            token.precedence = c == ',' ? comma : -1;
            return 1;
        }
        if (c == '.' || (c == '-' && at(at_ + 1) == '>')) {
            token.role = code_.substr(at_).starts_with("...") ? Role::Other : Role::Member;
            return token.role == Role::Other ? 3 : (c == '.' ? 1 : 2);
        }
        if (c == '<' && !has_blank && at_ > 0) {
            token.role = Role::Open;
            ++templates_;
            return 1;
        }
        if (c == '>' && templates_ > 0 && !(has_blank && blank_at(at_ + 1))) {
            token.role = Role::Close;
            --templates_;
            return 1;
        }
        return size_of_operator(token, has_blank);
    }

    std::size_t size_of_operator(Token& token, bool has_blank) {
        for (const std::size_t size : {3, 2, 1}) {
            const std::string_view text = code_.substr(at_, size);
            const int precedence = precedence_of(text);
            if (text.size() != size || precedence < 0) {
                continue;
            }
            if (!blank_at(at_ + size) || !has_blank) {
                break;
            }
            token.precedence = precedence;
            token.role = text == "?" ? Role::Question : text == ":" ? Role::Colon : Role::Binary;
            return size;
        }
        token.role = Role::Unary;
        const bool is_double = at(at_ + 1) == at(at_);
        return is_double && std::string_view("+-&").find(at(at_)) != std::string_view::npos ? 2 : 1;
    }

    /// Behind a name and the namespaces before it.
    std::size_t behind_name() const {
        std::size_t i = at_;
        while (is_word_character(at(i)) || (at(i) == ':' && at(i + 1) == ':')) {
            i += at(i) == ':' ? 2 : 1;
        }
        if (at(i) == '"' || at(i) == '\'') {  // u8"text"
            const std::size_t behind = behind_literal(code_, i);
            return behind > i ? behind : code_.size();
        }
        return i;
    }

    std::string_view code_;
    std::size_t at_ = 0;
    int templates_ = 0;
    std::vector<Token> tokens_;
};

/// Pairs brackets, and counts what is in how many of them.
void nest(std::vector<Token>& tokens) {
    std::vector<std::size_t> open;
    std::vector<int> bindings = {1};
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        Token& token = tokens[i];
        token.nesting = int(open.size());
        token.binding = bindings.back();
        if (token.opens()) {
            const bool is_tight = token.is("[") || token.is("<");
            bindings.push_back(token.binding + (is_tight ? 10 : 1));
            open.push_back(i);
            const bool is_empty = i + 1 < tokens.size() && tokens[i + 1].closes();
            token.arguments = is_empty ? 0 : 1;
        } else if (token.closes() && !open.empty()) {
            token.partner = open.back();
            tokens[open.back()].partner = i;
            open.pop_back();
            bindings.pop_back();
        } else if (token.role == Role::Comma && !open.empty()) {
            ++tokens[open.back()].arguments;
        }
    }
}

/// Whether a word stands behind a type.
bool follows_type(const std::vector<Token>& tokens, std::size_t i) {
    const Token& last = tokens[i - 1];
    const bool is_reference = last.is("&") || last.is("*") || last.is("&&");
    return tokens[i].has_blank_before &&
           ((last.role == Role::Word && !is_no_type(last.text) && last.text.front() != '"') ||
            (last.closes() && last.is(">")) || (last.role == Role::Unary && is_reference));
}

void find_declared_names(Line& line) {
    std::vector<Token>& tokens = line.tokens;
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
        Token& token = tokens[i];
        const Token& next = tokens[i + 1];
        if (token.role == Role::Binary && token.nesting == 0) {
            break;
        }
        const bool ends_name = next.opens() || next.closes() || next.role == Role::Comma ||
                               next.role == Role::Semicolon || next.is("=");
        if (token.role != Role::Word || !ends_name || next.is("<") || !follows_type(tokens, i)) {
            continue;
        }
        token.is_declared_name = true;
        if (token.nesting == 0 && next.is("(") && !line.is_function) {
            token.is_function_name = line.is_function = true;
        }
    }
}

/// Says which colon belongs to a `?`, and which to a loop.
void tell_colons(std::vector<Token>& tokens) {
    std::vector<int> questions = {0};
    for (Token& token : tokens) {
        if (token.opens()) {
            questions.push_back(0);
        } else if (token.closes() && questions.size() > 1) {
            questions.pop_back();
        } else if (token.role == Role::Question) {
            ++questions.back();
        } else if (token.role == Role::Colon && --questions.back() < 0) {
            token.role = Role::InRange;
            token.precedence = -1;
            questions.back() = 0;
        }
    }
}

}  // namespace

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$' || (c & 0x80) != 0;
}

std::size_t behind_number(std::string_view code, std::size_t at) {
    const bool is_hexadecimal = code.substr(at, 2) == "0x" || code.substr(at, 2) == "0X";
    std::size_t i = at;
    for (; i < code.size(); ++i) {
        const char last = i > at ? code[i - 1] : '\0';
        const bool is_exponent =
            is_hexadecimal ? last == 'p' || last == 'P' : last == 'e' || last == 'E';
        const bool is_sign = (code[i] == '-' || code[i] == '+') && is_exponent;
        if (!is_word_character(code[i]) && code[i] != '.' && code[i] != '\'' && !is_sign) {
            break;
        }
    }
    return i;
}

std::size_t behind_literal(std::string_view code, std::size_t at) {
    const char quote = code[at];
    if (quote != '"' && quote != '\'') {
        return at;
    }
    for (std::size_t i = at + 1; i < code.size(); ++i) {
        if (code[i] == quote) {
            return i + 1;
        }
        i += code[i] == '\\' ? 1 : 0;
    }
    return at;  // the apostrophe of a comment, or of a number
}

Line read_tokens(std::string_view code) {
    Line line;
    line.tokens = Reader(code).read();
    nest(line.tokens);
    tell_colons(line.tokens);
    find_declared_names(line);
    return line;
}

}  // namespace pycu::layout
