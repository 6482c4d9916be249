// What the free names of functions are in a running program, as a file of --bindings says it.
//
// ../README.md has the form of the file. Who reads it makes `Bindings`; `BoundNames` makes values.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "diag/diagnostics.h"
#include "symbols/scopes.h"
#include "syntax/tree.h"
#include "types/type.h"
#include "values/value.h"

namespace pycu::sema {

struct Bound;

/// "np.float32(2.5)": a Python expression.
struct BoundText {
    std::string text;
};

/// An array by its bytes: little-endian elements in the order of its memory.
struct BoundArray {
    std::string dtype;
    std::vector<std::int64_t> shape;
    bool is_fortran = false;
    /// What tells it from other arrays, and its content.
    std::string file;
    std::shared_ptr<const std::string> bytes;
};

/// Memory of the running program, which device code uses itself; strides are in bytes.
struct BoundMemory {
    std::uint64_t address = 0;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides;
    bool is_readonly = false;
};

/// What the module of the source has under that name.
struct BoundName {
    std::string name;
};

/// "numba.cuda.threadIdx": a name of a library.
struct BoundPath {
    std::string path;
};

/// `Color.RED`: what `of` has under a name.
struct BoundAttribute {
    /// One.
    std::vector<Bound> of;
    std::string name;
};

/// A tuple; with a class name, a named one. Or a dict, which has a key for each item.
struct BoundTuple {
    std::vector<Bound> items;
    std::string class_name{};
    std::vector<std::string> fields{};
    bool is_dict = false;
    std::vector<Bound> keys;
};

/// Something else: "it is an open file".
struct BoundUnknown {
    std::string why;
};

struct Bound {
    std::variant<Value, BoundText, BoundArray, BoundMemory, BoundName, BoundPath, BoundAttribute,
                 BoundTuple, BoundUnknown>
        as;
};

/// The names of one function or module, in the order of the file.
struct BoundNamespace {
    /// A qualname of the source, or the path that a BoundPath has.
    std::string name;
    std::vector<std::pair<std::string, Bound>> names;
};

struct Bindings {
    /// The path of the file, for messages.
    std::string file;
    std::vector<BoundNamespace> functions;
    /// Modules that are not pycu's to know: `params.N`.
    std::vector<BoundNamespace> modules{};
};

/// The free names of the functions that a file lists, and what its modules have.
class BoundNames {
  public:
    struct Entry {
        /// Its value, or what is to be asked of the module for it.
        Bound bound;
        /// The function by which a constant is told from others of its name: the first of those
        /// that have the same value.
        ScopeId scope{};
        Range range{};
    };
    using Table = std::unordered_map<std::string, Entry>;

    /// Reports what a file says wrongly.
    BoundNames(const Bindings& bindings, const syntax::Tree& tree, const symbols::Scopes& scopes,
               TypeTable& types, diag::Sink& sink);

    /// The table that says what a free name of a scope is: of the function that the scope is, or
    /// that is around it, inside `until`. Null where none is listed, or where something in between
    /// binds the name.
    const Table* table(std::string_view name, ScopeId scope, ScopeId until = ScopeId{}) const;

    /// What a module has under a name; null where the file does not say it.
    const Entry* member(const std::string& module, const std::string& name) const;

    /// The value of an entry. `look` says what a name of the module is, and `attribute` what a
    /// value has under a name.
    static Value value(const Bound& bound,
                       const std::function<Value(const std::string& name)>& look,
                       const std::function<Value(const Value&, const std::string&)>& attribute);

  private:
    const symbols::Scopes& scopes_;
    std::unordered_map<std::uint32_t, Table> tables_;
    std::unordered_map<std::string, Table> modules_;
};

}  // namespace pycu::sema
