// The cheapest way to cut a line: a search over the decision at each token whether a line begins
// there. States, columns and penalties are those of clang-format's ContinuationIndenter.
#include <algorithm>
#include <deque>
#include <optional>
#include <queue>
#include <set>
#include <tuple>
#include <utility>

#include "layout/tokens.h"

namespace pycu::layout {

namespace {

constexpr int continuation = 4;
constexpr int excess_penalty = 1000000;
constexpr int first_break_penalty = 15;
/// Scopes of all states after which the search looks less closely: some megabytes.
constexpr std::size_t most_scopes = 200000;
/// Ways a token after which it stops, and leaves the rest of the line whole.
constexpr std::size_t most_ways = 30;

/// What holds within a bracket or an expression that is not finished.
struct Scope {
    int indent = 0;
    int last_space = 0;  ///< where the last operand or argument begins
    int start_of_call = 0;
    int question_column = 0;
    int variable_column = 0;    ///< of the name that is given a value
    int call_continuation = 0;  ///< of the first `.` that begins a line
    bool has_break = false;
    bool no_break = false;
    bool no_break_in_operand = false;
    bool breaks_before_argument = false;
    bool last_operator_wrapped = true;

    auto operator<=>(const Scope&) const = default;
};

struct State {
    std::size_t next = 0;  ///< the token that is decided on
    int column = 0;
    int line_level = 0;    ///< the nesting of the line's first token
    int lowest_level = 0;  ///< the least nesting on the line
    bool continues_for = false;
    std::vector<Scope> scopes;

    auto operator<=>(const State&) const = default;
    Scope& scope() { return scopes.back(); }
    const Scope& scope() const { return scopes.back(); }
};

/// One way to a state: what it costs, and the breaks that led to it.
struct Way {
    State state;
    long long cost = 0;
    const Way* before = nullptr;
    std::optional<Break> broke;
};

class Search {
  public:
    Search(const Line& line, std::size_t width)
        : line_(line), tokens_(line.tokens), width_(int(width)) {}

    std::vector<Break> run() {
        Way start;
        start.state.scopes.emplace_back();
        consume(start.state, false);
        add(std::move(start));
        while (!queue_.empty()) {
            Way& way = *queue_.top().way;
            queue_.pop();
            if (way.state.next == tokens_.size() ||
                ways_.size() > most_ways * (tokens_.size() + 1000)) {
                return breaks_of(&way);
            }
            const State from = std::move(way.state);
            if (!is_close() || seen_.insert(from).second) {
                step(way, from, false);
                step(way, from, true);
            }
        }
        return {};  // no way to the end obeys all rules: the line stays whole
    }

  private:
    struct Queued {
        Way* way = nullptr;
        std::size_t order = 0;
        bool operator<(const Queued& other) const {
            return std::tie(way->cost, order) > std::tie(other.way->cost, other.order);
        }
    };

    /// Whether states are told apart by all that they hold; then by the token and the column.
    bool is_close() const { return scopes_ <= most_scopes; }

    void add(Way way) {
        scopes_ += way.state.scopes.size();
        if (!is_close() && !places_.emplace(way.state.next, way.state.column).second) {
            return;
        }
        ways_.push_back(std::move(way));
        queue_.push({&ways_.back(), ways_.size()});
    }

    static std::vector<Break> breaks_of(const Way* way) {
        std::vector<Break> breaks;
        for (; way != nullptr; way = way->before) {
            if (way->broke) {
                breaks.push_back(*way->broke);
            }
        }
        std::ranges::reverse(breaks);
        return breaks;
    }

    /// Goes on from a way, where its state allows it, with a new line or without one.
    void step(const Way& way, const State& from, bool breaks) {
        if (breaks ? !may_break(from) : must_break(from)) {
            return;
        }
        Way to = {from, way.cost, &way, std::nullopt};
        if (breaks) {
            to.cost += begin_line(to.state);
            to.broke = Break{from.next, std::size_t(to.state.column)};
        } else {
            continue_line(to.state);
        }
        consume(to.state, breaks);
        const int excess = to.state.column - std::max(width_, 0);
        if (excess > 0) {
            to.cost += static_cast<long long>(excess_penalty) * excess;
        }
        add(std::move(to));
    }

    int blanks(std::size_t i) const { return tokens_[i].has_blank_before ? 1 : 0; }

    bool may_break(const State& state) const {
        const Token& current = tokens_[state.next];
        const Token& previous = tokens_[state.next - 1];
        if (!current.may_break) {
            return false;
        }
        const bool is_inner_list =
            previous.is("{") && state.next >= 2 &&
            (tokens_[state.next - 2].is("{") || tokens_[state.next - 2].is("(") ||
             tokens_[state.next - 2].role == Role::Comma);
        if (is_inner_list) {
            return false;
        }
        if (previous.opens() && state.lowest_level < state.line_level &&
            state.lowest_level < current.nesting) {
            return false;
        }
        return !state.scope().no_break_in_operand && !state.scope().no_break;
    }

    bool must_break(const State& state) const {
        const Token& current = tokens_[state.next];
        const Token& previous = tokens_[state.next - 1];
        if (!current.may_break) {
            return false;
        }
        if (previous.role == Role::Semicolon && state.continues_for) {
            return true;
        }
        const bool begins_argument = previous.role == Role::Comma ||
                                     previous.role == Role::Semicolon ||
                                     (current.is_conditional() && !previous.is("?"));
        if (begins_argument && state.scope().breaks_before_argument) {
            return true;
        }
        const bool names_broken_type =
            current.is_function_name || (current.is_declared_name && previous.is(">"));
        if (names_broken_type && state.scope().breaks_before_argument) {
            return true;
        }
        if (previous.role != Role::Binary || previous.precedence == assignment ||
            !state.scope().breaks_before_argument) {
            return false;
        }
        const bool compares = previous.precedence == relational || previous.precedence == equality;
        return !compares || tokens_[state.next - 2].ends_binary;
    }

    int new_column(const State& state) const {
        const Token& current = tokens_[state.next];
        const Token& previous = tokens_[state.next - 1];
        const Scope& scope = state.scope();
        const int continued = std::max(scope.last_space, scope.indent) + continuation;
        if (current.role == Role::Member) {
            return scope.call_continuation == 0 ? continued : scope.call_continuation;
        }
        if (scope.question_column != 0 &&
            (current.role == Role::Colon || previous.is_conditional())) {
            return scope.question_column;
        }
        if (previous.role == Role::Comma && scope.variable_column != 0) {
            return scope.variable_column;
        }
        if (current.is_function_name) {
            return std::max(scope.last_space, scope.indent);
        }
        if (current.is_declared_name || previous.is("=")) {
            return continued;
        }
        if (previous.is(")") && current.precedence <= comma) {
            return continued;
        }
        return scope.indent == 0 ? continuation : scope.indent;
    }

    /// The next token begins a line; returns what that costs.
    int begin_line(State& state) const {
        const Token& current = tokens_[state.next];
        const Token& previous = tokens_[state.next - 1];
        const int cost = (state.scope().has_break ? 0 : first_break_penalty) + current.penalty;
        state.scope().has_break = true;
        state.column = new_column(state);
        if (current.role == Role::Member && state.scope().call_continuation == 0) {
            state.scope().call_continuation = state.column;
        }
        if (previous.role == Role::Comma || previous.role == Role::Semicolon ||
            previous.role == Role::Binary || (previous.is(">") && current.nesting == 0)) {
            state.scope().breaks_before_argument = false;
        }
        if (current.role == Role::Question || previous.role == Role::Question) {
            state.scope().breaks_before_argument = true;
        }
        state.scope().last_space = state.column;
        state.line_level = state.lowest_level = current.nesting;
        // what stands around a break is broken, too
        for (std::size_t i = 0; i + 1 < state.scopes.size(); ++i) {
            state.scopes[i].breaks_before_argument = true;
        }
        const bool is_loose = previous.role == Role::Comma || previous.role == Role::Colon ||
                              previous.role == Role::InRange || previous.role == Role::Semicolon ||
                              previous.role == Role::Binary || previous.opens() ||
                              (previous.is(">") && current.nesting == 0);
        if (!is_loose) {
            state.scope().breaks_before_argument = true;
        }
        state.continues_for = line_.begins_with("for") && previous.role != Role::Semicolon;
        return cost;
    }

    /// The next token stays on the line.
    void continue_line(State& state) const {
        const std::size_t place = state.next;
        const Token& current = tokens_[place];
        const Token& previous = tokens_[place - 1];
        if (current.is("=") && (line_.begins_with("for") || current.nesting == 0) &&
            state.scope().variable_column == 0) {
            state.scope().variable_column = state.column - int(previous.text.size());
        }
        if (previous.opens()) {
            state.scope().indent = state.column + blanks(place);
        }
        forbid_breaks_in_operand(state);
        state.column += blanks(place);
        const bool is_condition = previous.is("(") && place >= 2 &&
                                  (tokens_[place - 2].is("for") || tokens_[place - 2].is("if"));
        const bool binds = (previous.role == Role::Binary || previous.is_conditional()) &&
                           (previous.precedence != assignment || current.begins_binary);
        const bool is_called_on = previous.opens() && previous.partner != nowhere &&
                                  previous.partner + 1 < tokens_.size() &&
                                  tokens_[previous.partner + 1].role == Role::Member &&
                                  state.scopes.size() > 1 &&
                                  state.scopes[state.scopes.size() - 2].call_continuation == 0;
        if (is_condition || previous.role == Role::Comma || binds || is_called_on) {
            state.scope().last_space = state.column;
        }
    }

    /// The right side of an operator is not split where no line begins behind the operator.
    void forbid_breaks_in_operand(State& state) const {
        const Token& previous = tokens_[state.next - 1];
        const bool is_operator = previous.role == Role::Binary || previous.role == Role::Comma ||
                                 previous.role == Role::Colon;
        if (!is_operator || previous.precedence == assignment ||
            previous.precedence == relational) {
            return;
        }
        const bool breaks_before = previous.role == Role::Colon;
        const bool has_two_operands = previous.place_in_chain == 0 &&
                                      previous.next_operator == nowhere &&
                                      !previous.is_conditional();
        if ((!breaks_before && !has_two_operands) ||
            (breaks_before && !state.scope().last_operator_wrapped)) {
            state.scope().no_break_in_operand = true;
        }
    }

    /// Goes behind the next token, which stands at the state's column.
    void consume(State& state, bool began_line) const {
        const Token& current = tokens_[state.next];
        if (current.is_conditional()) {
            state.scope().last_operator_wrapped = began_line;
        }
        if (current.role == Role::Question) {
            state.scope().question_column = state.column;
        }
        if (current.role == Role::Member) {
            state.scope().start_of_call = current.next_operator == nowhere ? 0 : state.column;
        }
        if (current.role == Role::Comma || current.role == Role::Binary) {
            state.scope().no_break_in_operand = false;
        }
        state.lowest_level = std::min(state.lowest_level, current.nesting);
        begin_expressions(state);
        if (current.closes() && state.scopes.size() > 1) {
            state.scopes.pop_back();
        }
        if (current.opens()) {
            open(state);
        }
        for (int i = 0; i < current.ends && state.scopes.size() > 1; ++i) {
            const int variable = state.scope().variable_column;
            state.scopes.pop_back();
            state.scope().variable_column = variable;
        }
        state.column += int(current.text.size());
        ++state.next;
    }

    void begin_expressions(State& state) const {
        const Token& current = tokens_[state.next];
        const Token* previous = state.next > 0 ? &tokens_[state.next - 1] : nullptr;
        bool skips_indent =
            previous != nullptr && (previous->opens() || previous->role == Role::Semicolon ||
                                    previous->is("return") || previous->precedence == assignment);
        for (auto level = current.begins.rbegin(); level != current.begins.rend(); ++level) {
            const Scope& outer = state.scope();
            Scope inner = outer;
            inner.has_break = false;
            inner.last_operator_wrapped = true;
            inner.no_break = outer.no_break || outer.no_break_in_operand;
            if (previous == nullptr || !previous->is("return") || *level > unknown) {
                inner.indent = std::max({state.column, inner.indent, outer.last_space});
            }
            if (*level > unknown) {
                inner.last_space = std::max(inner.last_space, state.column);
            }
            if (*level != conditional && current.role != Role::Unary) {
                inner.start_of_call = state.column;
            }
            const bool is_loose = *level <= assignment;
            if (*level == conditional || (!skips_indent && !is_loose)) {
                inner.indent += continuation;
            }
            if ((previous != nullptr && !previous->opens()) || *level != comma) {
                inner.breaks_before_argument = false;
            }
            state.scopes.push_back(inner);
            skips_indent = false;
        }
    }

    void open(State& state) const {
        const Token& bracket = tokens_[state.next];
        const Scope& outer = state.scope();
        Scope inner;
        inner.last_space = outer.last_space;
        inner.indent = bracket.is("{")
                           ? outer.last_space + continuation
                           : std::max(outer.last_space, outer.start_of_call) + continuation;
        if (bracket.is("<")) {
            inner.indent = std::max(inner.indent, outer.indent);
            inner.last_space = std::max(inner.last_space, outer.indent);
        }
        inner.no_break = outer.no_break || outer.no_break_in_operand;
        state.scopes.push_back(inner);
    }

    const Line& line_;
    const std::vector<Token>& tokens_;
    const int width_;
    std::priority_queue<Queued> queue_;
    std::set<State> seen_;
    std::set<std::pair<std::size_t, int>> places_;
    std::deque<Way> ways_;
    std::size_t scopes_ = 0;
};

}  // namespace

std::vector<Break> best_breaks(const Line& line, std::size_t width) {
    return line.tokens.empty() ? std::vector<Break>{} : Search(line, width).run();
}

}  // namespace pycu::layout
