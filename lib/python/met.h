// What the run has met that others ask for: launches, classes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "python/store.h"
#include "values/array_parts.h"
#include "values/elements.h"
#include "values/value.h"

namespace pycu::sema {

struct LaterCall;

/// `k[grid, block](a, b)` as it was met, and the call of a reduction.
struct MetLaunch {
    FunctionRef function;
    std::vector<std::variant<Type, Unknown>> types;
    /// What is known of arguments whose types are not.
    std::vector<std::optional<HostPart>> parts{};
    /// What says the types of those that are parameters which nobody gives.
    std::vector<std::pair<std::string_view, Range>> sources{};
    std::vector<Range> ranges;
    Range range;
    Range keyword{};
    LaunchBrackets brackets{};
    /// Arguments that nobody can count: `*args`.
    bool is_open = false;
    /// By a method that nobody calls, of an object of which nothing is known: it counts where
    /// nothing else launches the kernel.
    bool is_of_any_object = false;
    /// No launch: a call of a function that a library makes later.
    std::shared_ptr<const LaterCall> later{};
    Moment moment = at_end;
};

/// A function that a library calls later, when the program may have changed what it sees: what the
/// library was given, and what the calls launch as things are now.
struct LaterCall {
    std::string path;
    CallArguments args;
    std::vector<MetLaunch> launches;
    Range range;
};

/// A class of the file as its statement has made it.
struct MadeClass {
    std::size_t frame = 0;
    /// The path of the first base that Python's library has: "enum.IntEnum".
    std::string library_base;
    std::vector<syntax::StmtId> bases;
    /// The class and its bases as names are looked up in them; not valid: one that nobody knows.
    std::vector<syntax::StmtId> order{};
    std::optional<NamedTupleClass> tuples{};
    /// Of a dataclass: its fields and their defaults.
    std::optional<NamedTupleClass> fields{};
    /// Its marks for pytest.
    std::vector<Value> marks{};
    /// It has a base that nobody knows.
    bool is_open = false;
    /// Of a dataclass: its attributes cannot be assigned; it has no others than its fields.
    bool is_frozen = false, has_slots = false;
    /// Something that is not known has made something else of it: a decorator, a metaclass.
    bool is_decorated = false;
    /// Its bases, or the class of an object of it, are assigned: nobody knows what names are then.
    bool is_turned = false;
    /// Of a library as pycu carries it, where objects of other classes are none of it.
    bool is_of_library = false;
};

/// Those of an object that has none yet.
HostItemsRef no_attributes();

}  // namespace pycu::sema
