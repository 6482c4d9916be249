// The launches of a file. See launches.h.
#include "declare/launches.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "python/interpreter.h"
#include "support/text.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

bool same_launch(const Launch& a, const Launch& b) {
    const auto same_type = [](const LaunchArgument& x, const LaunchArgument& y) {
        const auto* left = std::get_if<Type>(&x.type);
        const auto* right = std::get_if<Type>(&y.type);
        return left != nullptr && right != nullptr && *left == *right;
    };
    const bool is_plain = !a.is_open && !b.is_open && a.keyword == Range{} && b.keyword == Range{};
    return a.function == b.function &&
           ((is_plain && std::ranges::equal(a.args, b.args, same_type)) ||
            (a.range == b.range && a.range != Range{} && !is_plain));
}

}  // namespace

std::vector<Launch> find_launches(Evaluator& evaluator, const DeviceFunctions& functions) {
    std::vector<Launch> once;
    std::map<std::uint32_t, std::vector<std::size_t>> by_def;
    const auto all = evaluator.met_launches();
    std::set<std::uint32_t> launched;  // by more than an object of which nothing is known
    for (const auto& [function, met] : all) {
        if (!met->is_of_any_object) {
            launched.insert(function.def.index);
        }
    }
    for (const auto& [function, met] : all) {
        if (met->is_of_any_object && launched.contains(function.def.index)) {
            continue;
        }
        Launch launch{function, {}, met->range, met->keyword, met->is_open};
        for (std::size_t i = 0; i < met->types.size(); ++i) {
            LaunchArgument argument{met->types[i], met->ranges[i]};
            if (i < met->parts.size()) {
                argument.part = met->parts[i];
                std::tie(argument.said_by, argument.said_at) = met->sources[i];
            }
            launch.args.push_back(std::move(argument));
        }
        std::vector<std::size_t>& known = by_def[function.def.index];
        if (std::ranges::none_of(known,
                                 [&](std::size_t i) { return same_launch(launch, once[i]); })) {
            known.push_back(once.size());
            once.push_back(std::move(launch));
        }
    }
    for (std::size_t i = 0; i < functions.all.size() && evaluator.is_too_long(); ++i) {
        Launch open;
        open.function = functions.all[i].ref;
        open.is_open = true;
        once.push_back(std::move(open));
    }
    return once;
}

// ---- Signatures from launches. See launches.h.

namespace {

/// The mistake of a launch that Numba does not take, which is reported; nothing where it does.
std::optional<diag::Code> mistake_of(const Launch& launch, const DeviceFunction& function,
                                     const syntax::FunctionDef& node, diag::Sink& sink) {
    const std::vector<const syntax::Arg*> parameters = symbols::positional(node.args);
    const std::size_t count = parameters.size();
    if (launch.keyword != Range{}) {
        sink.report<diag::Code::LaunchKeyword>(launch.keyword, function.qualname)
            .help("the arguments of a kernel are given by position");
        return diag::Code::LaunchKeyword;
    }
    if (!launch.is_open && launch.args.size() != count) {
        auto& report = sink.report<diag::Code::LaunchArguments>(
            launch.range, function.qualname, counted(count, "parameter"),
            counted(launch.args.size(), "argument"));
        report.label(function.name_range, "`" + function.qualname + "` is defined here");
        if (count > 0 && parameters[0]->arg == "self" && launch.args.size() + 1 == count) {
            report.help(
                "a kernel has no `self`: write `@staticmethod` above it, and take `self` out");
        }
        if (launch.args.size() < count && !node.args.defaults.empty()) {
            report.help("a launch gives all arguments: a kernel's defaults are not taken");
        }
        return diag::Code::LaunchArguments;
    }
    std::optional<diag::Code> mistake;
    for (const LaunchArgument& argument : launch.args) {
        const auto* unknown = std::get_if<Unknown>(&argument.type);
        if (unknown != nullptr && !unknown->instead.empty()) {
            mistake = diag::Code::LaunchValue;
            sink.report<diag::Code::LaunchValue>(argument.range, function.qualname, unknown->why)
                .help(std::string(unknown->instead));
        }
    }
    return mistake;
}

class Collector {
  public:
    Collector(const DeviceFunction& function, const std::vector<std::optional<Type>>& given,
              const std::vector<ParameterHint>& hints)
        : function_(function), given_(given), hints_(hints) {
        made_.known = given;
        made_.places.resize(given.size());
        made_.conflicts.resize(given.size());
        made_.sources.resize(given.size());
    }

    void add(const Launch& launch) {
        Signature signature{Type::none(), {}};
        std::vector<OpenArgument> open;
        for (std::size_t i = 0; i < given_.size() && !launch.is_open; ++i) {
            const LaunchArgument& arg = launch.args[i];
            std::optional<Type> type = type_of(arg, i);
            if (!type) {
                open.push_back({i, std::get<Unknown>(arg.type), arg.range, arg.part});
                continue;
            }
            signature.params.push_back(*type);
            note(i, *type, arg);
        }
        if (launch.is_open) {
            const bool is_somewhere = launch.range != Range{};
            const std::string why =
                is_somewhere ? "the number of arguments" : Evaluator::why_too_long();
            open.push_back(
                {{}, Unknown{why, {}}, is_somewhere ? launch.range : function_.name_range});
        }
        if (!open.empty()) {
            uncertain_.push_back({&launch, std::move(open)});
            return;
        }
        GivenSignature made{std::move(signature), launch.range, GivenSignature::From::Launch};
        made.said = sources_of(launch);
        add_signature(made_.signatures, std::move(made));
    }

    /// Of a launch in error, what it says of single arguments.
    void add_known(const Launch& launch) {
        for (std::size_t i = 0; i < launch.args.size() && launch.args.size() == given_.size();
             ++i) {
            const auto* type = std::get_if<Type>(&launch.args[i].type);
            if (given_[i] || type != nullptr) {
                note(i, given_[i] ? *given_[i] : *type, launch.args[i]);
            } else {
                made_.known[i] = std::nullopt;
                made_.conflicts[i] = true;
            }
        }
    }

    /// Where the launches are in error, which says enough.
    LaunchTypes finish() { return std::move(made_); }

    LaunchTypes finish(const FillIn& fill, diag::Sink& sink) {
        if (!made_.signatures.empty()) {
            std::erase_if(uncertain_,
                          [&](const auto& one) { return is_filled(*one.first, fill, sink); });
        }
        if (uncertain_.empty()) {
            return std::move(made_);
        }
        auto& [launch, open] = uncertain_.front();
        if (made_.signatures.empty()) {
            made_.open = common_parts(std::move(open));
            open_types_of_some();
            return std::move(made_);
        }
        const bool is_somewhere = launch->range != Range{};
        auto& report = sink.report<diag::Code::UncertainLaunch>(
            is_somewhere ? launch->range : function_.name_range, function_.qualname);
        for (const OpenArgument& one : open) {
            report.label(one.range, "not known: " + one.why.why);
        }
        report.help("`" + function_.qualname + "` is compiled for the launches that are known");
        for (auto& [one, arguments] : uncertain_) {
            made_.uncertain.emplace_back(one->range, std::move(arguments));
        }
        return std::move(made_);
    }

  private:
    std::optional<Type> type_of(const LaunchArgument& arg, std::size_t parameter) const {
        if (given_[parameter] || std::holds_alternative<Type>(arg.type)) {
            return given_[parameter] ? given_[parameter] : std::get<Type>(arg.type);
        }
        return arg.part ? closed_type(*arg.part, hints_[parameter]) : std::nullopt;
    }

    /// Completes a launch by the options and says so; whether that is possible.
    bool is_filled(const Launch& launch, const FillIn& fill, diag::Sink& sink) {
        Signature signature{Type::none(), {}};
        std::vector<std::string> options;
        for (std::size_t i = 0; i < given_.size() && !launch.is_open; ++i) {
            const LaunchArgument& arg = launch.args[i];
            std::optional<Type> type = type_of(arg, i);
            std::string option;
            type = type ? type : fill.type(hints_[i], arg.part ? &*arg.part : nullptr, option);
            if (!type) {
                return false;
            }
            signature.params.push_back(*type);
            if (!option.empty() && std::ranges::count(options, option) == 0) {
                options.push_back(option);
            }
        }
        if (launch.is_open) {
            return false;
        }
        const std::string text = fill.text(signature);
        if (add_signature(made_.signatures,
                          {std::move(signature), launch.range, GivenSignature::From::Launch})) {
            sink.report<diag::Code::FilledIn>(launch.range, function_.qualname, text,
                                              join(options, " and "));
        }
        return true;
    }

    /// What is known of an argument is what all launches say of it.
    std::vector<OpenArgument> common_parts(std::vector<OpenArgument> open) const {
        for (OpenArgument& one : open) {
            const bool has_type =
                one.parameter && (made_.known[*one.parameter] || made_.conflicts[*one.parameter]);
            one.part = has_type ? std::nullopt : one.part;
            for (const auto& [launch, others] : uncertain_) {
                for (const OpenArgument& other : others) {
                    const bool is_it = one.part && other.parameter == one.parameter;
                    if (is_it && other.part != one.part) {
                        one.part = other.part
                                       ? join_parts({std::make_shared<const HostPart>(*one.part)},
                                                    {std::make_shared<const HostPart>(*other.part)})
                                       : std::nullopt;
                    }
                }
            }
        }
        return open;
    }

    /// What an array of a type is, as a part; nothing for other types.
    static std::optional<HostPart> part_of(Type type) {
        if (!type.is_array() || type.element_type().is_record()) {
            return std::nullopt;
        }
        HostPart part{.kind = HostPart::Kind::Array,
                      .dtype = HostDtype(type.element()),
                      .rank = std::size_t(type.rank())};
        part.layout = type.layout() == Layout::A ? std::nullopt : std::optional(type.layout());
        return part;
    }

    /// A type that some launches have is none for those that are not known. One that gives a
    /// parameter of a function which nobody calls says nothing against it.
    void open_types_of_some() {
        std::map<std::size_t, OpenArgument> found;
        for (const auto& [launch, arguments] : uncertain_) {
            for (const OpenArgument& one : arguments) {
                const std::optional<Type> known = one.parameter && !given_[*one.parameter]
                                                      ? made_.known[*one.parameter]
                                                      : std::nullopt;
                if (!known || one.why.is_parameter) {
                    continue;
                }
                const OpenArgument first{one.parameter, one.why, one.range, part_of(*known)};
                std::optional<HostPart>& part =
                    found.try_emplace(*one.parameter, first).first->second.part;
                part = part && one.part ? join_parts({std::make_shared<const HostPart>(*part)},
                                                     {std::make_shared<const HostPart>(*one.part)})
                                        : std::nullopt;
            }
        }
        for (auto& [parameter, open] : found) {
            made_.known[parameter] = std::nullopt;
            made_.open.push_back(std::move(open));
        }
    }

    std::vector<std::pair<std::string_view, Range>> sources_of(const Launch& launch) const {
        std::vector<std::pair<std::string_view, Range>> made;
        for (const LaunchArgument& arg : launch.args) {
            made.emplace_back(arg.said_by, arg.said_at);
        }
        const auto is_said = [](const auto& one) { return !one.first.empty(); };
        return std::ranges::any_of(made, is_said) ? made : decltype(made){};
    }

    void note(std::size_t parameter, Type type, const LaunchArgument& arg) {
        std::optional<Type>& known = made_.known[parameter];
        if (made_.conflicts[parameter]) {
            return;
        }
        if (known && *known != type) {
            made_.conflicts[parameter] = true;
            known = std::nullopt;
        } else {
            known = type;
            made_.places[parameter] = arg.range;
            made_.sources[parameter] = {arg.said_by, arg.said_at};
        }
    }

    const DeviceFunction& function_;
    const std::vector<std::optional<Type>>& given_;
    const std::vector<ParameterHint>& hints_;
    LaunchTypes made_;
    std::vector<std::pair<const Launch*, std::vector<OpenArgument>>> uncertain_;
};

}  // namespace

std::optional<Type> closed_type(const HostPart& part, const ParameterHint& hint) {
    const bool is_array = part.kind == HostPart::Kind::Array ||
                          (part.kind == HostPart::Kind::Any && hint.is_array && !hint.may_be_none);
    const bool has_hint = hint.is_array && hint.is_rank_certain;
    const std::size_t rank = part.rank ? *part.rank : has_hint ? std::size_t(hint.rank) : 0;
    if (!is_array || !part.dtype || rank == 0) {
        return std::nullopt;
    }
    // One that may have any order is taken by a kernel that takes them all.
    Layout layout = part.layout.value_or(Layout::A);
    layout = rank == 1 && (part.is_row_dense || layout == Layout::F) ? Layout::C : layout;
    return Type::array(part.dtype->type(), int(rank), layout);
}

LaunchTypes launch_types(const std::vector<Launch>& launches, DeviceFunction& function,
                         const std::vector<std::optional<Type>>& given,
                         const std::vector<ParameterHint>& hints, const syntax::FunctionDef& node,
                         const FillIn& fill, diag::Sink& sink) {
    Collector collector(function, given, hints);
    bool are_sound = true;
    for (const Launch& launch : launches) {
        if (launch.function != function.ref) {
            continue;
        }
        if (const auto mistake = mistake_of(launch, function, node, sink)) {
            function.is_broken = true;
            function.broken_by = mistake;
            are_sound = false;
            collector.add_known(launch);
        } else {
            collector.add(launch);
        }
    }
    return are_sound ? collector.finish(fill, sink) : collector.finish();
}

}  // namespace pycu::sema
