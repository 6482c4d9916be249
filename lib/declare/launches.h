// Rule 4 of where types come from: the launches of a file, and the calls of its reductions, with
// the types of their arguments.
//
// The host code is followed from its first line on, as Python would run it, by the types of what it
// computes. Nothing is executed; what depends on a file, a parameter of a function that nobody here
// calls, or a condition, is not known.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "declare/decorators.h"
#include "declare/parameter_hints.h"
#include "python/evaluator.h"
#include "values/array_parts.h"
#include "values/value.h"

namespace pycu::sema {

/// One argument of a launch: its type, or why it is not known.
struct LaunchArgument {
    std::variant<Type, Unknown> type;
    Range range;
    /// What is known of one whose type is not.
    std::optional<HostPart> part{};
    /// What says its type beside the launch, and where: "an annotation", "a default"; or nothing.
    std::string_view said_by{};
    Range said_at{};
};

/// `k[grid, block](a, b)` in the host code.
struct Launch {
    FunctionRef function;
    std::vector<LaunchArgument> args;
    Range range;
    /// The first argument that is given by name; empty where there is none.
    Range keyword{};
    /// Arguments that nobody can count: `*args`.
    bool is_open = false;
};

/// The launches of a file in the order in which they first run; the same types only once.
std::vector<Launch> find_launches(Evaluator& evaluator, const DeviceFunctions& functions);

// ---- What the launches of one kernel say about its types.

/// An argument of a launch whose type is not known.
struct OpenArgument {
    std::optional<std::size_t> parameter;  ///< nothing: it is about the whole launch
    Unknown why;
    Range range;
    std::optional<HostPart> part{};
};

struct LaunchTypes {
    /// One for each list of types that is known for certain, in the order of the launches.
    std::vector<GivenSignature> signatures;
    /// By parameter: the one type that all launches give it, where they are known.
    std::vector<std::optional<Type>> known;
    /// By parameter: they give it different types.
    std::vector<bool> conflicts;
    /// By parameter: where it got that type, and what says it beside the launch.
    std::vector<Range> places;
    std::vector<std::pair<std::string_view, Range>> sources;
    std::vector<OpenArgument> open;
    /// The launches that are not known beside `signatures`, each with what is not.
    std::vector<std::pair<Range, std::vector<OpenArgument>>> uncertain{};
};

/// What --default-dtype and its kin make of an argument whose type no launch knows: nothing where
/// they do not say it.
struct FillIn {
    std::function<std::optional<Type>(const ParameterHint&, const HostPart*, std::string& option)>
        type;
    std::function<std::string(const Signature&)> text;
};

/// Reports arguments by name and of a wrong number, and launches whose types are neither known nor
/// filled in beside others that are; where one is in error, the function is, and no such launch is
/// told of. `given` holds the types that the annotations say; `hints` are those of the body, by
/// parameter.
LaunchTypes launch_types(const std::vector<Launch>& launches, DeviceFunction& function,
                         const std::vector<std::optional<Type>>& given,
                         const std::vector<ParameterHint>& hints, const syntax::FunctionDef& node,
                         const FillIn& fill, diag::Sink& sink);

/// The type of an array of which a launch says one part and the body another; nothing where they
/// leave something out.
std::optional<Type> closed_type(const HostPart& part, const ParameterHint& hint);

}  // namespace pycu::sema
