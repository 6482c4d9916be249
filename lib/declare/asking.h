// The types of a kernel that neither a signature nor a launch says whole: what annotations,
// launches and the body know of them, and the question for the rest.
#pragma once

#include <optional>
#include <vector>

#include "declare/decorators.h"
#include "declare/launches.h"
#include "declare/options.h"
#include "declare/type_texts.h"

namespace pycu::sema {

/// The types of a kernel's parameters, as far as they are known.
struct OpenTypes {
    std::vector<std::optional<Type>> types;
    std::vector<ir::ParameterOrigin> origins;

    bool are_known() const;
    /// Of types that are all known.
    Signature signature() const;
};

/// Completes what the annotations and the launches say with the body and --default-*.
OpenTypes find_types(Evaluator& evaluator, const syntax::FunctionDef& function,
                     const std::vector<AnnotatedType>& annotations,
                     const std::vector<ParameterHint>& hints, const LaunchTypes& launched,
                     const Options& options);

/// What the options fill in where launches leave something open.
FillIn fill_in(Evaluator& evaluator, const Options& options);

/// Warns of types that --default-* have filled in, once for a kernel.
void tell_filled(const DeviceFunction& function, const OpenTypes& types, diag::Sink& sink);

/// Of a kernel that is compiled for other launches: those that are not known, and why.
std::vector<ir::UntypedLaunch> untyped_launches(const syntax::FunctionDef& function,
                                                const LaunchTypes& launched);

/// Reports what is not known: the signature with its holes, and for each the way from the launch
/// to what nobody knows.
void ask(DeviceFunction& function, OpenTypes types, const LaunchTypes& launched,
         const syntax::Tree& tree, diag::Sink& sink);

}  // namespace pycu::sema
