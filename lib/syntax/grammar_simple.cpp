// The recogniser's rules for statements of one line.
#include "syntax/grammar_reader.h"

namespace pycu::syntax {
namespace {

bool is_augmented(Tok kind) {
    return kind >= Tok::PlusEqual && kind <= Tok::RightShiftEqual;
}

}  // namespace

// simple_stmts: ';'.simple_stmt+ [';'] NEWLINE
bool Reader::simple_line() {
    do {
        if (!simple()) return false;
        if (!at(Tok::Semicolon) && !at(Tok::Newline)) return unexpected("the end of the line");
    } while (accept(Tok::Semicolon) && !at(Tok::Newline));
    return expect(Tok::Newline, "the end of the line");
}

bool Reader::simple() {
    switch (peek().kind) {
        case Tok::Pass:
        case Tok::Break:
        case Tok::Continue:
            step();
            return true;
        case Tok::Return:
            step();
            if (at(Tok::Newline) || at(Tok::Semicolon)) return true;
            return static_cast<bool>(whole_star_expressions());
        case Tok::Import:
            return import_statement();
        case Tok::From:
            return from_statement();
        case Tok::Raise:
            return raise_statement();
        case Tok::Del:
            return del_statement();
        case Tok::Assert:
            return assert_statement();
        case Tok::Global:
        case Tok::Nonlocal:
            return name_list();
        case Tok::If:
        case Tok::For:
        case Tok::While:
        case Tok::With:
        case Tok::Try:
        case Tok::Def:
        case Tok::Class:
            return unexpected("a statement of one line");
        case Tok::Elif:
        case Tok::Else:
        case Tok::Except:
        case Tok::Finally:
            return unexpected("a statement");
        default:
            return expression_statement();
    }
}

bool Reader::expression_statement() {
    const Shape left = at(Tok::Yield) ? yield_expression() : star_expressions();
    if (!left) return false;
    if (at(Tok::Equal)) return assignment(left);
    if (is_augmented(peek().kind)) return augmented(left);
    if (at(Tok::Colon)) return annotation(left);
    if (at(Tok::Walrus)) {
        return fail_with<Code::WalrusTarget>("write `=`, or parentheses around it",
                                             range(left.begin, left.end), left.noun);
    }
    return no_lone_star(left);
}

bool Reader::right_side() {
    return static_cast<bool>(at(Tok::Yield) ? yield_expression() : whole_star_expressions());
}

// assignment: (star_targets '=')+ (yield_expr | star_expressions)
bool Reader::assignment(Shape left) {
    while (accept(Tok::Equal)) {
        if (!no_lone_star(left) || !check_target(left)) return false;
        left = at(Tok::Yield) ? yield_expression() : star_expressions();
        if (!left) return false;
    }
    return no_lone_star(left);
}

// assignment: single_target augassign (yield_expr | star_expressions)
bool Reader::augmented(const Shape& target) {
    if (!target.is_single_target()) {
        return fail<Code::AssignmentTo>(range(target.begin, target.end), target.noun);
    }
    step();
    return right_side();
}

// assignment: single_target ':' expression ['=' (yield_expr | star_expressions)]
bool Reader::annotation(const Shape& target) {
    if (target.kind == Shape::Tuple || target.kind == Shape::List) {
        return fail<Code::AnnotationOf>(range(target.begin, target.end), target.noun);
    }
    if (!target.is_single_target()) return unexpected("the end of the line");
    step();
    return annotation_type() && (!accept(Tok::Equal) || right_side());
}

/// The expression of an annotation; the tree builder reads it by itself.
bool Reader::annotation_type(bool star) {
    const Offset begin = peek().begin;
    if (!(star ? bitwise(1) : expression())) return false;
    outline_.annotations.push_back(range(begin, last_end()));
    return true;
}

// del_stmt: 'del' ','.del_target+ [',']
bool Reader::del_statement() {
    step();
    const Shape list = star_expressions();
    if (!list) return false;
    const bool nested = list.kind == Shape::Tuple || list.kind == Shape::List;
    if (list.has_star) {
        return fail<Code::DeletionOf>(range(list.begin, list.end), "a starred expression");
    }
    if (nested && list.bad_noun) {
        return fail<Code::DeletionOf>(range(list.bad_begin, list.bad_end), list.bad_noun);
    }
    if (nested || list.is_single_target()) return true;
    return fail<Code::DeletionOf>(range(list.begin, list.end), list.noun);
}

bool Reader::dotted_name() {
    do {
        if (!expect_name("the name of a module")) return false;
    } while (accept(Tok::Dot));
    return true;
}

bool Reader::as_name() {
    return !accept(Tok::As) || expect_name("a name");
}

// import_name: 'import' ','.(dotted_name ['as' NAME])+
bool Reader::import_statement() {
    step();
    do {
        if (!dotted_name() || !as_name()) return false;
    } while (accept(Tok::Comma));
    return true;
}

// import_from: 'from' ('.' | '...')* [dotted_name] 'import' ('*' | names | '(' names [','] ')')
bool Reader::from_statement() {
    step();
    bool dots = false;
    while (at(Tok::Dot) || at(Tok::Ellipsis)) {
        step();
        dots = true;
    }
    if (!(dots && at(Tok::Import)) && !dotted_name()) return false;
    if (!expect(Tok::Import)) return false;
    if (accept(Tok::Star)) return true;
    const bool parenthesised = accept(Tok::LeftParen);
    do {
        if (parenthesised && at(Tok::RightParen) && tokens_[index_ - 1].kind == Tok::Comma) break;
        if (!expect_name("a name") || !as_name()) return false;
    } while (accept(Tok::Comma));
    return !parenthesised || expect(Tok::RightParen, "`)` or `,`");
}

// raise_stmt: 'raise' [expression ['from' expression]]
bool Reader::raise_statement() {
    step();
    if (at(Tok::Newline) || at(Tok::Semicolon)) return true;
    if (!expression()) return false;
    return !accept(Tok::From) || expression();
}

// assert_stmt: 'assert' expression [',' expression]
bool Reader::assert_statement() {
    step();
    if (!expression()) return false;
    return !accept(Tok::Comma) || expression();
}

// global_stmt, nonlocal_stmt: keyword ','.NAME+
bool Reader::name_list() {
    step();
    do {
        if (!expect_name("a name")) return false;
    } while (accept(Tok::Comma));
    return true;
}

}  // namespace pycu::syntax
