// Scopes of a program and the bindings in them, found in one walk over the tree.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "support/arena.h"
#include "syntax/tree.h"

namespace pycu::symbols {

struct Scope;
using ScopeId = Id<Scope>;

/// A condition under which a binding is made.
struct Guard {
    enum class Kind : std::uint8_t {
        If,       ///< in the body of `if test`
        Else,     ///< in its else part
        Loop,     ///< in a loop: how often is not known
        Handler,  ///< in an except clause
        Case,     ///< in a case of a match
    };
    Kind kind = Kind::If;
    /// The test of an If or Else.
    syntax::ExprId test{};
    Range range{};
    /// The guard around this one, an index into Scopes::guards; none for the outermost.
    std::uint32_t outer = Id<Guard>::none;
};

/// One thing that gives a name a value, or takes or changes it.
struct Binding {
    enum class Kind : std::uint8_t {
        Assign,     ///< x = expr; with `path`, the item of an unpacked value
        AugAssign,  ///< x += expr
        Import,     ///< import a.b, import a.b as x
        From,       ///< from a import b as x
        Function,
        Class,
        Parameter,
        Change,   ///< x[i] = expr, x[i] += expr, x.sort(): the object changes
        Target,   ///< for x in ..., with ... as x
        Delete,   ///< del x
        Foreign,  ///< `global x` in a function that assigns it
    };
    Kind kind = Kind::Assign;
    syntax::StmtId stmt{};
    /// The value of an Assign or AugAssign; the call of a Change.
    syntax::ExprId value{};
    /// The target of a Change.
    syntax::ExprId target{};
    /// Where in an unpacked value: `(a, (b, c)) = v` gives c the path 1, 1. -1: not to be followed.
    std::vector<std::int32_t> path{};
    /// "a.b" for `import a.b`, "a" and "b" for `from a import b`; level counts the dots before.
    std::string module{};
    std::string member{};
    int level = 0;
    /// The name where it is bound.
    Range range{};
    /// From here on the binding holds.
    std::uint32_t position = 0;
    std::uint32_t guard = Id<Guard>::none;
};

/// `from m import *`.
struct StarImport {
    std::string module;
    int level = 0;
    Range range{};
    std::uint32_t position = 0;
};

/// A `return` with a value.
struct ReturnSite {
    syntax::ExprId value;
    std::uint32_t guard = Id<Guard>::none;
};

/// A module, class or function.
struct Scope {
    enum class Kind : std::uint8_t { Module, Class, Function };
    Kind kind = Kind::Module;
    ScopeId parent{};
    /// The def or class; not valid for the module.
    syntax::StmtId def{};
    /// Python's qualname of what stands in it, without `<locals>`: empty for the module.
    std::string qualname{};
    /// The module it stands in: empty for the file that is translated.
    std::string module{};
    /// In source order.
    std::unordered_map<std::string, std::vector<Binding>> bindings{};
    std::vector<StarImport> stars{};
    /// Of a function: it has a `return` with a value other than None.
    bool returns_value = false;
    std::vector<ReturnSite> returns{};
    /// Of a copy that a call of a factory made: the scope that was copied.
    ScopeId original{};
    /// Names declared global or nonlocal here.
    std::unordered_set<std::string> globals{};
    std::unordered_set<std::string> nonlocals{};
};

/// A `def` and the scopes around and inside it.
struct FunctionPlace {
    syntax::StmtId def{};
    ScopeId outer;
    ScopeId inner;
    std::uint32_t guard = Id<Guard>::none;
};

/// Scopes in the order in which they were made. Calls of factories add some while others are
/// looked at, so that references last.
class ScopeList {
  public:
    ScopeId add(Scope scope) {
        scopes_.push_back(std::move(scope));
        return {static_cast<std::uint32_t>(scopes_.size() - 1)};
    }
    Scope& operator[](ScopeId id) { return scopes_[id.index]; }
    const Scope& operator[](ScopeId id) const { return scopes_[id.index]; }
    std::size_t size() const { return scopes_.size(); }
    auto begin() { return scopes_.begin(); }
    auto end() { return scopes_.end(); }
    auto begin() const { return scopes_.begin(); }
    auto end() const { return scopes_.end(); }

  private:
    std::deque<Scope> scopes_;
};

/// All scopes of a program: those of its modules come first.
struct Scopes {
    ScopeList all;
    std::vector<Guard> guards;
    /// Every function, in source order, those of the file that is translated first.
    std::vector<FunctionPlace> functions;
    /// Every class with decorators, with the scope it stands in.
    std::vector<std::pair<syntax::StmtId, ScopeId>> decorated_classes;
    /// The scope inside a def or a class, by the index of its statement.
    std::unordered_map<std::uint32_t, ScopeId> inside;
    /// Every call with the scope it stands in, in source order.
    struct Site {
        syntax::ExprId call;
        ScopeId scope;
    };
    std::vector<Site> calls;
    /// Every name that is read, with the scope it is read in.
    struct Use {
        syntax::ExprId name;
        ScopeId scope;
    };
    std::vector<Use> uses;

    /// The scope of the file that is translated.
    ScopeId module() const { return ScopeId{0}; }
    /// The scope of a module, as Tree::module counts, and back.
    ScopeId module(std::size_t index) const { return ScopeId{std::uint32_t(index + 1)}; }
    std::size_t module_index(ScopeId scope) const {
        return std::size_t(module_of(scope).index) - 1;
    }
    /// The scope of the module that a scope stands in.
    ScopeId module_of(ScopeId scope) const {
        while (all[scope].parent) {
            scope = all[scope].parent;
        }
        return scope;
    }
    /// How --const calls a name of a scope: "N", "Config.N", "lab.params.N" in another module.
    std::string qualified(ScopeId scope, std::string_view name) const;
    ScopeId inside_of(syntax::StmtId def) const;
    /// The same for a def in a copy of the scope around it.
    ScopeId inside_of(syntax::StmtId def, ScopeId outer) const;
    /// Copies a function's scope with all that stand in it; says which scope became which.
    std::map<ScopeId, ScopeId> copy(ScopeId function);
    /// The bindings of a name in one scope; null when it is not local there.
    const std::vector<Binding>* bindings(std::string_view name, ScopeId scope) const;
    /// Whether a name of the function is its own: a parameter or assigned in it.
    bool is_local(std::string_view name, ScopeId function) const {
        return bindings(name, function) != nullptr;
    }
};

/// Walks the tree once.
Scopes find_scopes(const syntax::Tree& tree);

}  // namespace pycu::symbols
