// The recogniser's rules for statements with blocks.
#include "syntax/grammar_reader.h"

namespace pycu::syntax {

bool Reader::compound() {
    switch (peek().kind) {
        case Tok::If:
            return if_statement();
        case Tok::While:
            return while_statement();
        case Tok::For:
            return for_statement();
        case Tok::With:
            return with_statement();
        case Tok::Try:
            return try_statement();
        case Tok::Def:
            return function();
        case Tok::Class:
            return class_statement();
        case Tok::At:
            return decorated();
        case Tok::Async:
            return async_statement();
        default:
            return at_match() ? match_statement() : simple_line();
    }
}

// block: NEWLINE INDENT statement+ DEDENT | simple_stmts; the header is the word it belongs to
bool Reader::block(const Token& header) {
    if (!expect(Tok::Colon)) return false;
    if (!accept(Tok::Newline)) return simple_line();
    if (at(Tok::Broken)) return false;  // its indentation has been reported
    if (!accept(Tok::Indent)) {
        return fail_with<Code::EmptyBlock>("`pass` is the body that does nothing", range(header),
                                           text(header));
    }
    const Level level(*this);
    if (depth_ > max_height) return fail<Code::TooDeep>(range(header), "this statement");
    statements();
    return accept(Tok::Dedent) || at(Tok::End);
}

// if_stmt: 'if' named_expression ':' block ('elif' ...)* ['else' ':' block]
bool Reader::if_statement() {
    const int depth = depth_;
    Token header = peek();
    bool fits = true;
    do {
        header = peek();
        step();
        // Each `elif` is one level deeper in the tree.
        fits = ++depth_ <= max_height || fail<Code::TooDeep>(range(header), "this `elif`");
        fits = fits && named_expression() && block(header);
    } while (fits && at(Tok::Elif));
    depth_ = depth;
    header = peek();
    return fits && (!accept(Tok::Else) || block(header));
}

// while_stmt: 'while' named_expression ':' block ['else' ':' block]
bool Reader::while_statement() {
    Token header = peek();
    step();
    if (!named_expression() || !block(header)) return false;
    header = peek();
    return !accept(Tok::Else) || block(header);
}

// for_stmt: 'for' star_targets 'in' star_expressions ':' block ['else' ':' block]
bool Reader::for_statement() {
    Token header = peek();
    step();
    if (!targets() || !expect(Tok::In) || !whole_star_expressions() || !block(header)) return false;
    header = peek();
    return !accept(Tok::Else) || block(header);
}

// with_stmt: 'with' '(' ','.with_item+ [','] ')' ':' block | 'with' ','.with_item+ ':' block
bool Reader::with_statement() {
    const Token header = peek();
    step();
    const bool parenthesised = at(Tok::LeftParen) && tried([this] {
                                   step();
                                   do {
                                       if (at(Tok::RightParen)) break;
                                       if (!with_item()) return false;
                                   } while (accept(Tok::Comma));
                                   return accept(Tok::RightParen) && at(Tok::Colon) &&
                                          tokens_[index_ - 2].kind != Tok::LeftParen;
                               });
    if (!parenthesised) {
        do {
            if (!with_item()) return false;
        } while (accept(Tok::Comma));
    }
    return block(header);
}

// with_item: expression ['as' star_target]
bool Reader::with_item() {
    if (!expression()) return false;
    if (!accept(Tok::As)) return true;
    const Shape target = at(Tok::Star) ? starred() : bitwise(1);
    return target && no_lone_star(target) && check_target(target);
}

// try_stmt: 'try' ':' block (finally | except+ ['else' ':' block] [finally])
bool Reader::try_statement() {
    const Token first = peek();
    step();
    if (!block(first)) return false;
    bool any = false;
    if (!handlers(any)) return false;
    Token header = peek();
    if (any && accept(Tok::Else) && !block(header)) return false;
    header = peek();
    if (accept(Tok::Finally)) return block(header);
    return any || fail_with<Code::TryAlone>("add an `except` or a `finally`", range(first));
}

// except_block: 'except' ['*'] [expression ['as' NAME]] ':' block
bool Reader::handlers(bool& any) {
    bool bare = false, star = false;
    for (; at(Tok::Except); any = true) {
        const Token header = peek();
        if (bare) return fail<Code::BareExcept>(range(header));
        step();
        const bool is_star = accept(Tok::Star);
        if (any && is_star != star) return fail<Code::MixedExcept>(range(header));
        star = is_star;
        bare = at(Tok::Colon);
        if (bare && star) return unexpected("an exception type");
        if (!bare && !handler_types()) return false;
        if (!block(header)) return false;
    }
    return true;
}

bool Reader::handler_types() {
    if (!expression()) return false;
    if (at(Tok::Comma)) {
        return fail_with<Code::Unexpected>("several types stand in parentheses", range(peek()),
                                           "`:`", found());
    }
    return as_name();
}

// decorated: ('@' named_expression NEWLINE)+ (class_def | function_def)
bool Reader::decorated() {
    const Offset begin = peek().begin;
    while (accept(Tok::At)) {
        if (!named_expression() || !expect(Tok::Newline, "the end of the line")) return false;
    }
    if (at(Tok::Class)) return class_statement();
    decorators_begin_ = begin;
    if (at(Tok::Async) && at(Tok::Def, 1)) return async_statement();
    if (at(Tok::Def)) return function();
    decorators_begin_ = none;
    return unexpected("`def` or `class`");
}

bool Reader::async_statement() {
    if (at(Tok::Def, 1)) return function();
    step();
    if (at(Tok::For)) return for_statement();
    if (at(Tok::With)) return with_statement();
    return unexpected("`def`, `for` or `with`");
}

// function_def: ['async'] 'def' NAME '(' [parameters] ')' ['->' expression] ':' block
bool Reader::function() {
    const Offset begin = decorators_begin_ == none ? peek().begin : decorators_begin_;
    decorators_begin_ = none;
    const Token header = peek();
    accept(Tok::Async);
    step();
    if (!expect_name("the name of a function") || !expect(Tok::LeftParen)) return false;
    if (!parameters(Tok::RightParen) || !expect(Tok::RightParen, "`)` or `,`")) return false;
    if (accept(Tok::Arrow) && !annotation_type()) return false;
    if (!block(header)) return false;
    std::size_t end = index_;
    while (tokens_[end - 1].kind == Tok::Dedent || tokens_[end - 1].kind == Tok::Newline) --end;
    outline_.functions[header.begin] = range(begin, tokens_[end - 1].end);
    return true;
}

// class_def: 'class' NAME ['(' [arguments] ')'] ':' block
bool Reader::class_statement() {
    const Token header = peek();
    step();
    if (!expect_name("the name of a class")) return false;
    int height = 0;
    if (accept(Tok::LeftParen) && !call_arguments(height, false)) return false;
    return block(header);
}

}  // namespace pycu::syntax
