// The syntax tree: the nodes of CPython's `ast` module as small structs, and the arenas they lie
// in.
//
// nodes.def has the kinds and their fields, by the names of `ast` (Python 3.11). Three things
// differ: there is no `ctx`, positions are byte ranges, and a string, number or name is kept as C++
// wants it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "source/source_file.h"
#include "support/arena.h"
#include "support/boxed.h"
#include "support/match.h"
#include "types/operators.h"

namespace pycu::syntax {

struct Expr;
struct Stmt;
struct Pattern;
using ExprId = Id<Expr>;
using StmtId = Id<Stmt>;
using PatternId = Id<Pattern>;
using Suite = std::vector<StmtId>;

enum class BoolOperator { And, Or };

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

#define PYCU_NODE(kind, fields) \
    struct kind {               \
        fields                  \
    };
#define F(type, name) type name{};
#include "syntax/nodes.def"

/// Calls visit(name, field) with each field of a node.
#define PYCU_NODE(kind, fields)                                                              \
    template <class Visit>                                                                   \
    void for_each_field([[maybe_unused]] const kind& node, [[maybe_unused]] Visit&& visit) { \
        fields                                                                               \
    }                                                                                        \
    template <class Visit>                                                                   \
    void for_each_field([[maybe_unused]] kind& node, [[maybe_unused]] Visit&& visit) {       \
        fields                                                                               \
    }
#define F(type, name) visit(#name, node.name);
#include "syntax/nodes.def"

/// What `ast` calls a part of nodes; null for other types.
template <class Part>
constexpr const char* part_name = nullptr;
#define PYCU_PART(kind, name, fields) \
    template <>                       \
    inline constexpr const char* part_name<kind> = name;
#include "syntax/nodes.def"

/// A variant of all but the first.
template <class, class... Kinds>
using AnyOf = std::variant<Kinds...>;

/// An expression; range is that of the expression itself, without parentheses around it.
struct Expr {
    Range range;
    bool parenthesised = false;
    AnyOf<void
#define PYCU_EXPR(kind, what, fields) , kind
#include "syntax/nodes.def"
          >
        as;

    PYCU_ALTERNATIVES
};

/// A pattern of a case.
struct Pattern {
    Range range;
    AnyOf<void
#define PYCU_PATTERN(kind, fields) , kind
#include "syntax/nodes.def"
          >
        as;

    PYCU_ALTERNATIVES
};

/// What an expression is called in messages: "a function call".
const char* noun(const Expr& expr);

/// The elements of a tuple or a list; null for other expressions.
const std::vector<ExprId>* elements(const Expr& expr);

/// The name that a pattern binds itself; null where there is none.
const Identifier* bound_name(const Pattern& pattern);

struct Stmt {
    Range range;
    AnyOf<void
#define PYCU_STMT(kind, fields) , kind
#include "syntax/nodes.def"
          >
        as;

    PYCU_ALTERNATIVES
};

}  // namespace pycu::syntax
