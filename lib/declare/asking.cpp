// Asks for the types of a kernel. See asking.h.
#include "declare/asking.h"

#include <algorithm>
#include <filesystem>

#include "declare/parameter_hints.h"
#include "python/docstrings.h"
#include "support/text.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

/// The places from a launch to the source of what is not known, both counted; and all of a message.
constexpr std::size_t max_places = 4;

class Finder {
  public:
    Finder(Evaluator& evaluator, const Options& options)
        : evaluator_(evaluator), options_(options) {}

    /// The type of one parameter of which an annotation or a docstring says no more than the
    /// element, if that, from the body and --default-*.
    std::optional<Type> guess(const ParameterHint& hint, std::optional<Scalar> element,
                              ir::ParameterOrigin& origin) const {
        if (!element) {
            origin.source = hint.is_array ? "the body" : "";
        }
        if (hint.is_random_states) {
            return Type::array(Type::random_state(), 1, Layout::A);
        }
        if (hint.is_array || element) {
            if (!element && options_.default_dtype) {
                element = options_.default_dtype;
                origin.source = "--default-dtype";
            }
            return element && hint.rank > 0
                       ? std::optional(Type::array(*element, hint.rank, Layout::A))
                       : std::nullopt;
        }
        const auto scalar = hint.is_integer ? options_.default_int : options_.default_float;
        if (!scalar) {
            return std::nullopt;
        }
        origin.source = hint.is_integer ? "--default-int" : "--default-float";
        return Type::scalar(*scalar);
    }

    /// The same of one of which the docstring speaks, and the launches say a part or nothing.
    std::optional<Type> guess(const Documented& documented, const HostPart* part,
                              const ParameterHint& hint, ir::ParameterOrigin& origin) const {
        const bool is_array = hint.is_array || (part != nullptr && says_something(*part));
        origin.source = "a docstring";
        origin.range = documented.range;
        if (!documented.is_array) {
            return is_array ? std::nullopt : std::optional(Type::scalar(*documented.scalar));
        }
        return closed_type(completed(part, documented), hint);
    }

    /// What the launches say of an array, and for the rest what the docstring does.
    static HostPart completed(const HostPart* part, const Documented& documented) {
        HostPart made = part != nullptr ? *part : HostPart{};
        const bool is_other =
            made.kind != HostPart::Kind::Any && made.kind != HostPart::Kind::Array;
        const bool has_other =
            made.dtype && documented.scalar && *made.dtype != HostDtype(*documented.scalar);
        const bool is_wrong = made.rank && documented.rank && *made.rank != *documented.rank;
        if (!documented.is_array || is_other || has_other || is_wrong) {
            return made;
        }
        made.kind = HostPart::Kind::Array;
        if (!made.dtype && documented.scalar) {
            made.dtype = HostDtype(*documented.scalar);
        }
        made.rank = made.rank ? made.rank : documented.rank;
        made.layout = made.layout ? made.layout : documented.layout;
        return made;
    }

    /// The same of one of which the launches say a part.
    std::optional<Type> guess(HostPart part, const ParameterHint& hint,
                              ir::ParameterOrigin& origin) const {
        if (!part.dtype && options_.default_dtype) {
            part.dtype = HostDtype(*options_.default_dtype);
            part.kind = HostPart::Kind::Array;
        }
        ParameterHint body = hint;
        body.is_rank_certain = options_.default_dtype.has_value();
        const auto type = closed_type(part, body);
        if (type) {
            origin.source = "--default-dtype";
        }
        return type;
    }

    /// Whether it is more than a parameter that may be anything.
    static bool says_something(const HostPart& part) {
        return part.kind != HostPart::Kind::Any || part.dtype || part.rank;
    }

    std::string open_text(const HostPart& part, const ParameterHint& hint) const {
        const bool has_hint = hint.is_rank_certain || !part.dtype;
        const auto rank = part.rank ? *part.rank : has_hint ? std::size_t(hint.rank) : 0;
        const bool is_array = part.kind == HostPart::Kind::Array || part.rank || hint.is_array;
        if (!is_array) {
            return "?";
        }
        const std::string name =
            part.dtype ? python_name(part.dtype->type(), evaluator_.types()) : "?";
        if (rank == 0) {
            return name == "?" ? name : name + "[?]";
        }
        std::vector<std::string> axes(rank, ":");
        if (part.layout) {
            (*part.layout == Layout::F && rank > 1 ? axes.front() : axes.back()) = "::1";
        }
        return name + "[" + join(axes, ", ") + "]";
    }

    /// As much of it as a signature can show: `?[:, :]`, `float32[?]`, `?`.
    std::string open_text(const ParameterHint& hint, std::optional<Scalar> element) const {
        const std::string name =
            element ? python_name(Type::scalar(*element), evaluator_.types()) : "?";
        if (hint.rank == 0) {
            return element ? name + "[?]" : "?";
        }
        return name + "[" + join(std::vector<std::string>(std::size_t(hint.rank), ":"), ", ") + "]";
    }

  private:
    Evaluator& evaluator_;
    const Options& options_;
};

/// From the argument of a launch to the source of what is not known.
std::vector<ir::OriginPlace> chain_of(const OpenArgument& argument) {
    const Unknown& why = argument.why;
    std::vector<ir::OriginPlace> places{{argument.range, "not known: " + why.why}};
    for (const Passage* at = why.passed.get(); at != nullptr && places.size() + 1 < max_places;
         at = at->before.get()) {
        places.push_back({at->range, "given to `" + at->function + "` here"});
    }
    const bool is_elsewhere = why.range.end > why.range.begin && why.range != places.back().range &&
                              !argument.range.contains(why.range);
    if (is_elsewhere) {
        places.push_back({why.range, why.is_parameter ? "no call in sight gives it" : "here"});
    }
    return places;
}

std::string file_name(const SourceFile* file) {
    return file != nullptr ? std::filesystem::path(file->path()).filename().string() : "";
}

}  // namespace

bool OpenTypes::are_known() const {
    return std::ranges::all_of(types, [](const auto& type) { return type.has_value(); });
}

Signature OpenTypes::signature() const {
    Signature made{Type::none(), {}};
    for (const std::optional<Type>& type : types) {
        made.params.push_back(*type);
    }
    return made;
}

/// What the launches say of a parameter whose type they do not.
static const HostPart* part_of(const LaunchTypes& launched, std::size_t parameter) {
    const auto open =
        std::ranges::find(launched.open, std::optional(parameter), &OpenArgument::parameter);
    return open != launched.open.end() && open->part ? &*open->part : nullptr;
}

OpenTypes find_types(Evaluator& evaluator, const syntax::FunctionDef& function,
                     const std::vector<AnnotatedType>& annotations,
                     const std::vector<ParameterHint>& hints, const LaunchTypes& launched,
                     const Options& options) {
    const std::vector<const syntax::Arg*> args = symbols::positional(function.args);
    const Finder finder(evaluator, options);
    OpenTypes made;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const ParameterHint& hint = hints[i];
        const AnnotatedType& annotation = annotations[i];
        const HostPart* part = part_of(launched, i);
        const bool has_conflict = i < launched.conflicts.size() && launched.conflicts[i];
        const std::optional<Scalar> element = annotation.element;
        auto documented = options.docstrings && !has_conflict
                              ? sema::documented(evaluator.tree(), function, args[i]->arg)
                              : std::nullopt;
        if (documented && element) {
            documented->is_array = true;
            documented->scalar = element;  // an annotation comes first
        }
        ir::ParameterOrigin origin{args[i]->arg, "", "", args[i]->name_range};
        std::optional<Type> type = annotation.type;
        if (type) {
            origin.source = "an annotation";
            origin.range = annotation.range;
        } else if (i < launched.known.size() && launched.known[i]) {
            type = launched.known[i];
            origin.source = "a launch";
            origin.range = launched.places[i];
            if (const auto& [said_by, said_at] = launched.sources[i]; !said_by.empty()) {
                origin.source = said_by;
                origin.range = said_at;
            }
        } else if (documented) {
            type = finder.guess(*documented, part, hint, origin);
        }
        if (!type && element) {
            origin.source = "an annotation";
            origin.range = annotation.range;
        }
        std::optional<HostPart> known = part != nullptr ? std::optional(*part) : std::nullopt;
        if (documented && documented->is_array) {
            known = Finder::completed(part, *documented);
        }
        if (!type && !element && known && Finder::says_something(*known)) {
            type = finder.guess(*known, hint, origin);
        } else if (!type) {
            type = finder.guess(hint, element, origin);
        }
        origin.type = type    ? signature_text(*type, evaluator.types())
                      : known ? finder.open_text(*known, hint)
                              : finder.open_text(hint, element);
        made.types.push_back(type);
        made.origins.push_back(std::move(origin));
    }
    for (const OpenArgument& open : launched.open) {
        ir::ParameterOrigin* origin = open.parameter ? &made.origins[*open.parameter] : nullptr;
        if (origin != nullptr && origin->is_open()) {
            origin->why = open.why.why;
            origin->chain = chain_of(open);
        }
    }
    return made;
}

FillIn fill_in(Evaluator& evaluator, const Options& options) {
    const auto type = [&](const ParameterHint& hint, const HostPart* part, std::string& option) {
        const Finder finder(evaluator, options);
        ir::ParameterOrigin origin;
        const bool is_said = part != nullptr && Finder::says_something(*part);
        const auto found =
            is_said ? finder.guess(*part, hint, origin) : finder.guess(hint, std::nullopt, origin);
        option = origin.source.starts_with("--") ? origin.source : "";
        return found;
    };
    return {type, [&](const Signature& one) { return signature_text(one, evaluator.types()); }};
}

void tell_filled(const DeviceFunction& function, const OpenTypes& types, diag::Sink& sink) {
    std::vector<std::string> texts, options;
    std::vector<const ir::ParameterOrigin*> filled;
    for (const ir::ParameterOrigin& origin : types.origins) {
        texts.push_back(origin.type);
        if (!origin.source.starts_with("--default-")) {
            continue;
        }
        filled.push_back(&origin);
        if (std::ranges::find(options, origin.source) == options.end()) {
            options.push_back(origin.source);
        }
    }
    if (filled.empty()) {
        return;
    }
    auto& report =
        sink.report<diag::Code::FilledIn>(function.name_range, function.qualname,
                                          "void(" + join(texts, ", ") + ")", join(options, " or "));
    for (const ir::ParameterOrigin* origin : filled) {
        report.label(origin->range, "`" + origin->type + "` by " + origin->source);
    }
}

std::vector<ir::UntypedLaunch> untyped_launches(const syntax::FunctionDef& function,
                                                const LaunchTypes& launched) {
    const std::vector<const syntax::Arg*> args = symbols::positional(function.args);
    std::vector<ir::UntypedLaunch> all;
    for (const auto& [range, open] : launched.uncertain) {
        ir::UntypedLaunch& one = all.emplace_back(ir::UntypedLaunch{range, {}});
        for (const OpenArgument& argument : open) {
            const std::string name =
                argument.parameter ? "`" + args[*argument.parameter]->arg + "`: " : "";
            one.why.push_back({argument.range, name + argument.why.why});
        }
    }
    return all;
}

/// The program to run that launches a kernel; empty where nobody knows it.
static std::string launcher(const LaunchTypes& launched, const syntax::Tree& tree) {
    if (!launched.open.empty()) {
        return file_name(tree.module_of(launched.open[0].range).file);
    }
    for (const syntax::Module& one : tree.others) {
        if (one.uses_main && one.file != nullptr) {
            return file_name(one.file);
        }
    }
    return "";
}

void ask(DeviceFunction& function, OpenTypes types, const LaunchTypes& launched,
         const syntax::Tree& tree, diag::Sink& sink) {
    std::vector<std::string> texts;
    for (const ir::ParameterOrigin& origin : types.origins) {
        texts.push_back(origin.type);
    }
    const std::string signature = "void(" + join(texts, ", ") + ")";
    auto& report = sink.report<diag::Code::MissingSignature>(function.name_range, function.qualname,
                                                             signature);
    const bool is_launched = !launched.open.empty();
    const bool is_partly_known = std::ranges::any_of(
        types.origins, [](const ir::ParameterOrigin& one) { return !one.is_open(); });
    std::vector<Range> labelled;
    const auto label = [&](Range range, const std::string& text) {
        if (labelled.size() < max_places && std::ranges::find(labelled, range) == labelled.end()) {
            labelled.push_back(range);
            report.label(range, text);
        }
    };
    for (const ir::ParameterOrigin& origin : types.origins) {
        for (const ir::OriginPlace& place : origin.chain) {
            label(place.range, place.text);
        }
        if (origin.is_open() && !is_launched && is_partly_known) {
            label(origin.range, "no type");
        }
    }
    for (const OpenArgument& open : launched.open) {
        if (!open.parameter) {
            label(open.range, "not known: " + open.why.why);
        }
    }
    const SourceFile* file = tree.main.file;
    const std::string stem = std::filesystem::path(file_name(file)).stem().string();
    report.help("write `@cuda.jit(\"" + signature + "\")` with a type for each `?`");
    report.help("or give `--sig '" + function.qualname + "=" + signature + "'`");
    if (stem != "<stdin>") {
        report.help("or let `--write-signatures` write " + stem + ".sigs.toml, and fill it in");
        const std::string program = launcher(launched, tree);
        report.help((program.empty() ? "or run what launches it: `pycu run --record PROGRAM"
                                     : "or run it once: `pycu run --record " + program) +
                    "`");
    }
    function.asked = ir::AskedKernel{function.qualname, function.name_range, signature,
                                     std::move(types.origins)};
}

}  // namespace pycu::sema
