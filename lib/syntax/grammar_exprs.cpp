// The recogniser's rules for expressions, from star_expressions down to power.
#include <algorithm>

#include "syntax/grammar_reader.h"

namespace pycu::syntax {
namespace {

constexpr int factor_level = 6;

/// The level at which a binary operator binds, from `|` at 1 to `*` at 6; 0 for other tokens.
int level_of(Tok kind) {
    switch (kind) {
        case Tok::Bar:
            return 1;
        case Tok::Caret:
            return 2;
        case Tok::Amper:
            return 3;
        case Tok::LeftShift:
        case Tok::RightShift:
            return 4;
        case Tok::Plus:
        case Tok::Minus:
            return 5;
        case Tok::Star:
        case Tok::Slash:
        case Tok::DoubleSlash:
        case Tok::Percent:
        case Tok::At:
            return factor_level;
        default:
            return 0;
    }
}

}  // namespace

Shape Reader::other(Offset begin, const char* noun, int height) {
    Shape shape;
    shape.kind = Shape::Other;
    shape.begin = begin;
    shape.end = last_end();
    shape.noun = noun;
    shape.height = height;
    return checked(shape);
}

/// The shape, or a failure when it nests too deeply.
Shape Reader::checked(Shape shape) {
    if (shape.height + depth_ <= max_height) return shape;
    too_deep(shape.begin);
    return {};
}

/// Folds an element into a tuple or list: is the whole still a target?
void Reader::add_element(Shape& list, const Shape& element) const {
    list.height = std::max(list.height, element.height + 1);
    list.has_star = list.has_star || element.has_star;
    if (list.bad_noun || element.is_single_target()) return;
    const bool nested = element.kind == Shape::Tuple || element.kind == Shape::List ||
                        element.kind == Shape::Starred;
    if (nested && !element.bad_noun) return;
    list.bad_noun = nested ? element.bad_noun : element.noun;
    list.bad_begin = nested ? element.bad_begin : element.begin;
    list.bad_end = nested ? element.bad_end : element.end;
}

/// Reports what keeps an expression from being assigned to.
bool Reader::check_target(const Shape& shape) {
    if (shape.is_single_target()) return true;
    const bool nested =
        shape.kind == Shape::Tuple || shape.kind == Shape::List || shape.kind == Shape::Starred;
    if (!nested) return fail<Code::AssignmentTo>(range(shape.begin, shape.end), shape.noun);
    if (!shape.bad_noun) return true;
    return fail<Code::AssignmentTo>(range(shape.bad_begin, shape.bad_end), shape.bad_noun);
}

bool Reader::no_lone_star(const Shape& shape) {
    if (shape.kind != Shape::Starred) return true;
    return fail_with<Code::LoneStar>("a tuple of one element ends with a comma: `*a,`",
                                     range(shape.begin, shape.end));
}

// star_expression: '*' bitwise_or
Shape Reader::starred() {
    const Offset begin = peek().begin;
    accept_star();
    const Shape inner = bitwise(1);
    if (!inner) return {};
    Shape shape;
    shape.kind = Shape::Starred;
    shape.noun = "a starred expression";
    shape.begin = begin;
    shape.end = inner.end;
    shape.height = 1;
    add_element(shape, inner);
    shape.has_star = true;
    return checked(shape);
}

// star_expressions: ','.(star_expression | expression)+ [',']
Shape Reader::star_expressions() {
    const Offset begin = peek().begin;
    const Shape first = at(Tok::Star) ? starred() : expression();
    if (!first || !at(Tok::Comma)) return first;
    Shape tuple;
    tuple.kind = Shape::Tuple;
    tuple.noun = "a tuple";
    add_element(tuple, first);
    while (accept(Tok::Comma)) {
        const Tok next = peek().kind;
        // Everything that may follow an expression list ends it after a comma.
        if (next == Tok::Newline || next == Tok::Equal || next == Tok::Semicolon ||
            next == Tok::Colon || next == Tok::RightParen || next == Tok::RightBracket ||
            next == Tok::RightBrace || next == Tok::End) {
            break;
        }
        const Shape element = at(Tok::Star) ? starred() : expression();
        if (!element) return {};
        add_element(tuple, element);
    }
    tuple.begin = begin;
    tuple.end = last_end();
    return checked(tuple);
}

/// star_expressions where the grammar takes a lone `*a` and the compiler refuses it.
Shape Reader::whole_star_expressions() {
    const Shape shape = star_expressions();
    if (!shape || !no_lone_star(shape)) return {};
    return shape;
}

// star_named_expression: '*' bitwise_or | named_expression
Shape Reader::element() {
    return at(Tok::Star) ? starred() : named_expression();
}

// named_expression: NAME ':=' expression | expression !':='
Shape Reader::named_expression() {
    const Offset begin = peek().begin;
    if (at(Tok::Name) && at(Tok::Walrus, 1)) {
        step();
        step();
        const Shape value = expression();
        return value ? other(begin, "a named expression", value.height + 1) : Shape{};
    }
    const Shape shape = expression();
    if (shape && at(Tok::Walrus)) {
        fail<Code::WalrusTarget>(range(shape.begin, shape.end), shape.noun);
        return {};
    }
    return shape;
}

// expression: disjunction ['if' disjunction 'else' expression] | lambdef
Shape Reader::expression() {
    const Level level(*this);
    const Offset begin = peek().begin;
    if (depth_ > max_height) {
        too_deep(begin);
        return {};
    }
    if (at(Tok::Lambda)) return lambda();
    const Shape body = disjunction();
    if (!body || !accept(Tok::If)) return body;
    const Shape test = disjunction();
    if (!test || !expect(Tok::Else)) return {};
    const Shape orelse = expression();
    if (!orelse) return {};
    return other(begin, "a conditional expression",
                 std::max({body.height, test.height, orelse.height}) + 1);
}

// disjunction: conjunction ('or' conjunction)*
Shape Reader::disjunction() {
    const Offset begin = peek().begin;
    const Shape first = conjunction();
    if (!first || !at(Tok::Or)) return first;
    int height = first.height;
    while (accept(Tok::Or)) {
        const Shape next = conjunction();
        if (!next) return {};
        height = std::max(height, next.height);
    }
    return other(begin, "an expression", height + 1);
}

// conjunction: inversion ('and' inversion)*
Shape Reader::conjunction() {
    const Offset begin = peek().begin;
    const Shape first = inversion();
    if (!first || !at(Tok::And)) return first;
    int height = first.height;
    while (accept(Tok::And)) {
        const Shape next = inversion();
        if (!next) return {};
        height = std::max(height, next.height);
    }
    return other(begin, "an expression", height + 1);
}

// inversion: 'not' inversion | comparison
Shape Reader::inversion() {
    const Offset begin = peek().begin;
    int nots = 0;
    while (accept(Tok::Not)) ++nots;
    const Shape operand = comparison();
    if (!operand || nots == 0) return operand;
    return other(begin, "an expression", operand.height + nots);
}

bool Reader::accept_comparison() {
    switch (peek().kind) {
        case Tok::Less:
        case Tok::Greater:
        case Tok::LessEqual:
        case Tok::GreaterEqual:
        case Tok::EqualEqual:
        case Tok::NotEqual:
        case Tok::In:
            step();
            return true;
        case Tok::Is:
            step();
            accept(Tok::Not);
            return true;
        case Tok::Not:
            if (!at(Tok::In, 1)) return false;
            step();
            step();
            return true;
        default:
            return false;
    }
}

// comparison: bitwise_or (operator bitwise_or)*
Shape Reader::comparison() {
    const Offset begin = peek().begin;
    const Shape first = bitwise(1);
    if (!first) return first;
    int height = first.height;
    bool any = false;
    while (accept_comparison()) {
        const Shape next = bitwise(1);
        if (!next) return {};
        height = std::max(height, next.height);
        any = true;
    }
    return any ? other(begin, "a comparison", height + 1) : first;
}

// bitwise_or and everything below it that has two operands, by levels
Shape Reader::bitwise(int level) {
    const Offset begin = peek().begin;
    Shape left = unary();
    while (left && level_of(peek().kind) >= level) {
        const int operator_level = level_of(peek().kind);
        step();
        const Shape right = bitwise(operator_level + 1);
        if (!right) return {};
        left = other(begin, "an expression", std::max(left.height, right.height) + 1);
    }
    return left;
}

// factor: ('+' | '-' | '~') factor | power
Shape Reader::unary() {
    const Offset begin = peek().begin;
    int signs = 0;
    while (at(Tok::Plus) || at(Tok::Minus) || at(Tok::Tilde)) {
        ++signs;
        step();
    }
    const Shape operand = power();
    if (!operand || signs == 0) return operand;
    return other(begin, "an expression", operand.height + signs);
}

// power: ['await'] primary ['**' factor]
Shape Reader::power() {
    const Level level(*this);
    const Offset begin = peek().begin;
    if (depth_ > max_height) {
        too_deep(begin);
        return {};
    }
    const bool awaits = accept(Tok::Await);
    Shape base = primary();
    if (base && awaits) base = other(begin, "an await expression", base.height + 1);
    if (!base || !accept(Tok::DoubleStar)) return base;
    const Shape exponent = unary();
    if (!exponent) return {};
    return other(begin, "an expression", std::max(base.height, exponent.height) + 1);
}

// yield_expr: 'yield' 'from' expression | 'yield' [star_expressions]
Shape Reader::yield_expression() {
    const Offset begin = peek().begin;
    step();
    int height = 1;
    const Tok next = peek().kind;
    if (accept(Tok::From)) {
        const Shape value = expression();
        if (!value) return {};
        height += value.height;
    } else if (next != Tok::Newline && next != Tok::RightParen && next != Tok::Semicolon &&
               next != Tok::Equal && next != Tok::End) {
        const Shape value = whole_star_expressions();
        if (!value) return {};
        height += value.height;
    }
    return other(begin, "a yield expression", height);
}

// lambdef: 'lambda' [parameters] ':' expression
Shape Reader::lambda() {
    const Offset begin = peek().begin;
    step();
    if (!parameters(Tok::Colon) || !expect(Tok::Colon)) return {};
    const Shape body = expression();
    return body ? other(begin, "a lambda", body.height + 1) : Shape{};
}

// star_targets: ','.star_target+ [','], up to `in`
Shape Reader::targets() {
    Shape first = at(Tok::Star) ? starred() : bitwise(1);
    if (!first) return {};
    if (!at(Tok::Comma)) {
        if (!no_lone_star(first) || !check_target(first)) return {};
        return first;
    }
    Shape tuple;
    tuple.kind = Shape::Tuple;
    tuple.noun = "a tuple";
    tuple.begin = first.begin;
    add_element(tuple, first);
    while (accept(Tok::Comma)) {
        if (at(Tok::In)) break;
        const Shape next = at(Tok::Star) ? starred() : bitwise(1);
        if (!next) return {};
        add_element(tuple, next);
    }
    tuple.end = last_end();
    return check_target(tuple) ? tuple : Shape{};
}

}  // namespace pycu::syntax
