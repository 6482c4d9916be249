// The syntax tree: the nodes of CPython's `ast` module as small structs, and the arenas they lie
// in.
//
// Structs and fields carry the names of `ast` (Python 3.11), so its documentation is the
// documentation of this file. Three things differ: there is no `ctx`, positions are byte ranges,
// and a string, number or name is kept as C++ wants it. An Id<Expr> that is not valid() means None.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "source/source_file.h"
#include "support/arena.h"

namespace pycu::syntax {

struct Expr;
struct Stmt;
struct Pattern;
using ExprId = Id<Expr>;
using StmtId = Id<Stmt>;
using PatternId = Id<Pattern>;
using Suite = std::vector<StmtId>;

enum class Operator {
    Add,
    Sub,
    Mult,
    MatMult,
    Div,
    Mod,
    Pow,
    LShift,
    RShift,
    BitOr,
    BitXor,
    BitAnd,
    FloorDiv
};
enum class UnaryOperator { Invert, Not, UAdd, USub };
enum class BoolOperator { And, Or };
enum class CompareOperator { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

/// A name and where it stands, for names that are no expression of their own.
struct Identifier {
    std::string text;
    Range range;
};

// ---- values of a Constant

struct None {};
struct Ellipsis {};
/// An integer as Python's int(text, 0) reads it: underscores dropped, lower case, any length.
struct Integer {
    std::string text;
    /// The value, or nothing when it needs more than 64 bits.
    std::optional<std::uint64_t> value() const;
};
/// `2.5j` is Imaginary{2.5}.
struct Imaginary {
    double value;
};
/// The bytes of a bytes literal. A str is UTF-8 in a std::string (lone surrogates as three bytes).
struct Bytes {
    std::string value;
};
using Value = std::variant<None, bool, Integer, double, Imaginary, std::string, Bytes, Ellipsis>;

// ---- parts that are neither expression nor statement

/// A parameter, `arg` in `ast`; range covers name and annotation.
struct Arg {
    std::string arg;
    ExprId annotation;
    Range name_range;
    Range range;
};
/// The parameters of a function; defaults belong to the last of posonlyargs and args together.
struct Arguments {
    std::vector<Arg> posonlyargs;
    std::vector<Arg> args;
    std::optional<Arg> vararg;
    std::vector<Arg> kwonlyargs;
    std::vector<ExprId> kw_defaults;  // one per kwonlyargs, not valid where there is none
    std::optional<Arg> kwarg;
    std::vector<ExprId> defaults;
};
/// `name=value` in a call; `**value` has no name.
struct Keyword {
    std::optional<std::string> arg;
    ExprId value;
    Range name_range;
    Range range;
};
/// `name as asname` in an import.
struct Alias {
    std::string name;
    std::optional<std::string> asname;
    Range range;
};
struct WithItem {
    ExprId context_expr;
    ExprId optional_vars;
};
struct Comprehension {
    ExprId target;
    ExprId iter;
    std::vector<ExprId> ifs;
    bool is_async = false;
};
struct ExceptHandler {
    ExprId type;
    std::optional<Identifier> name;
    Suite body;
    Range range;
};
struct MatchCase {
    PatternId pattern;
    ExprId guard;
    Suite body;
};

// ---- expressions

struct BoolOp {
    BoolOperator op;
    std::vector<ExprId> values;
};
struct NamedExpr {
    ExprId target, value;
};
struct BinOp {
    ExprId left;
    Operator op;
    ExprId right;
};
struct UnaryOp {
    UnaryOperator op;
    ExprId operand;
};
struct Lambda {
    Arguments args;
    ExprId body;
    StmtId def;  // the same as a function: `def` with one `return`; stands in no block
};
struct IfExp {
    ExprId test, body, orelse;
};
/// A key that is not valid() stands for `**value`.
struct Dict {
    std::vector<ExprId> keys, values;
};
struct Set {
    std::vector<ExprId> elts;
};
struct ListComp {
    ExprId elt;
    std::vector<Comprehension> generators;
};
struct SetComp {
    ExprId elt;
    std::vector<Comprehension> generators;
};
struct DictComp {
    ExprId key, value;
    std::vector<Comprehension> generators;
};
struct GeneratorExp {
    ExprId elt;
    std::vector<Comprehension> generators;
};
struct Await {
    ExprId value;
};
struct Yield {
    ExprId value;
};
struct YieldFrom {
    ExprId value;
};
struct Compare {
    ExprId left;
    std::vector<CompareOperator> ops;
    std::vector<ExprId> comparators;
};
struct Call {
    ExprId func;
    std::vector<ExprId> args;
    std::vector<Keyword> keywords;
};
/// `{value!r:format_spec}`; conversion is 0, 's', 'r' or 'a'.
struct FormattedValue {
    ExprId value;
    char conversion = 0;
    ExprId format_spec;
};
struct JoinedStr {
    std::vector<ExprId> values;
};
struct Constant {
    Value value;
    bool is_u = false;  // u"..."
};
struct Attribute {
    ExprId value;
    std::string attr;
    Range attr_range;
};
struct Subscript {
    ExprId value, slice;
};
struct Starred {
    ExprId value;
};
struct Name {
    std::string id;
};
struct List {
    std::vector<ExprId> elts;
};
struct Tuple {
    std::vector<ExprId> elts;
};
struct Slice {
    ExprId lower, upper, step;
};

/// An expression; range is that of the expression itself, without parentheses around it.
struct Expr {
    Range range;
    bool parenthesised = false;
    std::variant<BoolOp, NamedExpr, BinOp, UnaryOp, Lambda, IfExp, Dict, Set, ListComp, SetComp,
                 DictComp, GeneratorExp, Await, Yield, YieldFrom, Compare, Call, FormattedValue,
                 JoinedStr, Constant, Attribute, Subscript, Starred, Name, List, Tuple, Slice>
        as;
};

// ---- patterns of a case

struct MatchValue {
    ExprId value;
};
struct MatchSingleton {
    Value value;  // None or bool
};
struct MatchSequence {
    std::vector<PatternId> patterns;
};
struct MatchMapping {
    std::vector<ExprId> keys;
    std::vector<PatternId> patterns;
    std::optional<Identifier> rest;
};
struct MatchClass {
    ExprId cls;
    std::vector<PatternId> patterns;
    std::vector<Identifier> kwd_attrs;
    std::vector<PatternId> kwd_patterns;
};
struct MatchStar {
    std::optional<Identifier> name;
};
struct MatchAs {
    PatternId pattern;
    std::optional<Identifier> name;
};
struct MatchOr {
    std::vector<PatternId> patterns;
};

struct Pattern {
    Range range;
    std::variant<MatchValue, MatchSingleton, MatchSequence, MatchMapping, MatchClass, MatchStar,
                 MatchAs, MatchOr>
        as;
};

// ---- statements

/// `def` and, with is_async, `async def` (AsyncFunctionDef in `ast`); range starts at the `def`.
struct FunctionDef {
    std::string name;
    Arguments args;
    Suite body;
    std::vector<ExprId> decorator_list;
    ExprId returns;
    Range name_range;
    Range whole;  // the text of decorators, header and body, broken statements included
    bool is_async = false;
    bool is_lambda = false;
};
struct ClassDef {
    std::string name;
    std::vector<ExprId> bases;
    std::vector<Keyword> keywords;
    Suite body;
    std::vector<ExprId> decorator_list;
    Range name_range;
};
struct Return {
    ExprId value;
};
struct Delete {
    std::vector<ExprId> targets;
};
struct Assign {
    std::vector<ExprId> targets;
    ExprId value;
};
struct AugAssign {
    ExprId target;
    Operator op;
    ExprId value;
};
/// `target: annotation = value`; simple when the target is a bare name without parentheses.
struct AnnAssign {
    ExprId target, annotation, value;
    bool simple = false;
};
/// `for` and, with is_async, `async for`.
struct For {
    ExprId target, iter;
    Suite body, orelse;
    bool is_async = false;
};
struct While {
    ExprId test;
    Suite body, orelse;
};
/// An `elif` is an If alone in orelse whose range starts at the `elif`.
struct If {
    ExprId test;
    Suite body, orelse;
};
/// `with` and, with is_async, `async with`.
struct With {
    std::vector<WithItem> items;
    Suite body;
    bool is_async = false;
};
struct Match {
    ExprId subject;
    std::vector<MatchCase> cases;
};
struct Raise {
    ExprId exc, cause;
};
/// `try`; is_star for `except*` (TryStar in `ast`).
struct Try {
    Suite body;
    std::vector<ExceptHandler> handlers;
    Suite orelse, finalbody;
    bool is_star = false;
};
struct Assert {
    ExprId test, msg;
};
struct Import {
    std::vector<Alias> names;
};
/// `from ..module import names`: level counts the dots; module is empty for `from . import x`.
struct ImportFrom {
    std::string module;
    std::vector<Alias> names;
    int level = 0;
};
struct Global {
    std::vector<Identifier> names;
};
struct Nonlocal {
    std::vector<Identifier> names;
};
/// An expression as a statement, `Expr` in `ast`; a docstring is one that holds a str Constant.
struct ExprStmt {
    ExprId value;
};
struct Pass {};
struct Break {};
struct Continue {};

struct Stmt {
    Range range;
    std::variant<FunctionDef, ClassDef, Return, Delete, Assign, AugAssign, AnnAssign, For, While,
                 If, With, Match, Raise, Try, Assert, Import, ImportFrom, Global, Nonlocal,
                 ExprStmt, Pass, Break, Continue>
        as;
};

}  // namespace pycu::syntax
