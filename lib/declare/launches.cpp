// The launches of a file. See launches.h.
#include "declare/launches.h"

#include <algorithm>
#include <map>

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
    for (const auto& [function, met] : evaluator.met_launches()) {
        Launch launch{function, {}, met->range, met->keyword, met->is_open};
        for (std::size_t i = 0; i < met->types.size(); ++i) {
            launch.args.push_back({met->types[i], met->ranges[i]});
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

/// Whether a launch is one that Numba takes; reports it where it is not.
bool is_sound_launch(const Launch& launch, const DeviceFunction& function, std::size_t count,
                     diag::Sink& sink) {
    if (launch.keyword != Range{}) {
        sink.report<diag::Code::LaunchKeyword>(launch.keyword, function.qualname)
            .help("the arguments of a kernel are given by position");
        return false;
    }
    if (!launch.is_open && launch.args.size() != count) {
        sink.report<diag::Code::LaunchArguments>(launch.range, function.qualname,
                                                 counted(count, "parameter"),
                                                 counted(launch.args.size(), "argument"))
            .label(function.name_range, "`" + function.qualname + "` is defined here");
        return false;
    }
    return true;
}

class Collector {
  public:
    Collector(const DeviceFunction& function, const std::vector<std::optional<Type>>& given)
        : function_(function), given_(given), conflicts_(given.size()) {
        made_.known = given;
        made_.places.resize(given.size());
    }

    void add(const Launch& launch) {
        Signature signature{Type::none(), {}};
        std::vector<OpenArgument> open;
        for (std::size_t i = 0; i < given_.size() && !launch.is_open; ++i) {
            const LaunchArgument& arg = launch.args[i];
            const auto* type = given_[i] ? &*given_[i] : std::get_if<Type>(&arg.type);
            if (type == nullptr) {
                open.push_back({i, std::get<Unknown>(arg.type), arg.range});
                continue;
            }
            signature.params.push_back(*type);
            note(i, *type, arg.range);
        }
        if (launch.is_open) {
            const bool is_somewhere = launch.range != Range{};
            const char* why =
                is_somewhere ? "the number of arguments" : "the host code is too long to follow";
            open.push_back(
                {{}, Unknown{why, {}}, is_somewhere ? launch.range : function_.name_range});
        }
        if (!open.empty()) {
            uncertain_.push_back({&launch, std::move(open)});
            return;
        }
        add_signature(made_.signatures,
                      {std::move(signature), launch.range, GivenSignature::From::Launch});
    }

    LaunchTypes finish(diag::Sink& sink) {
        if (uncertain_.empty()) {
            return std::move(made_);
        }
        auto& [launch, open] = uncertain_.front();
        if (made_.signatures.empty()) {
            made_.open = std::move(open);
            return std::move(made_);
        }
        const bool is_somewhere = launch->range != Range{};
        auto& report = sink.report<diag::Code::UncertainLaunch>(
            is_somewhere ? launch->range : function_.name_range, function_.qualname);
        for (const OpenArgument& one : open) {
            report.label(one.range, "not known: " + one.why.why);
        }
        report.help("`" + function_.qualname + "` is compiled for the launches that are known");
        return std::move(made_);
    }

  private:
    void note(std::size_t parameter, Type type, Range range) {
        std::optional<Type>& known = made_.known[parameter];
        if (conflicts_[parameter]) {
            return;
        }
        if (known && *known != type) {
            conflicts_[parameter] = true;
            known = std::nullopt;
        } else {
            known = type;
            made_.places[parameter] = range;
        }
    }

    const DeviceFunction& function_;
    const std::vector<std::optional<Type>>& given_;
    std::vector<bool> conflicts_;
    LaunchTypes made_;
    std::vector<std::pair<const Launch*, std::vector<OpenArgument>>> uncertain_;
};

}  // namespace

LaunchTypes launch_types(const std::vector<Launch>& launches, DeviceFunction& function,
                         const std::vector<std::optional<Type>>& given, diag::Sink& sink) {
    Collector collector(function, given);
    bool are_sound = true;
    for (const Launch& launch : launches) {
        if (launch.function != function.ref) {
            continue;
        }
        if (!is_sound_launch(launch, function, given.size(), sink)) {
            function.is_broken = true;
            function.broken_by =
                launch.keyword != Range{} ? diag::Code::LaunchKeyword : diag::Code::LaunchArguments;
            are_sound = false;
        } else if (are_sound) {
            collector.add(launch);
        }
    }
    return are_sound ? collector.finish(sink) : LaunchTypes{};
}

// ---- Finds the types of reductions. See launches.h.

namespace {

constexpr const char* makes_one_of_two =
    "a reduction makes one number of two of its type: `float32(float32, float32)`";

}  // namespace

void give_reduction_types(DeviceFunction& function, const std::vector<Launch>& calls,
                          Evaluator& evaluator, diag::Sink& sink) {
    std::vector<std::pair<std::string, Range>> whys;
    for (const Launch& call : calls) {
        if (call.function != function.ref || call.args.empty()) {
            continue;
        }
        const LaunchArgument& array = call.args.front();
        const auto* type = std::get_if<Type>(&array.type);
        if (type == nullptr) {
            whys.emplace_back(std::get<Unknown>(array.type).why, array.range);
        } else if (!type->is_array() || type->rank() != 1) {
            function
                .refuse<diag::Code::ReductionRank>(sink, array.range, function.qualname,
                                                   python_name(*type, evaluator.types()))
                .label(function.name_range, "`" + function.qualname + "` is defined here")
                .help("a reduction takes a 1-D array; flatten one that has more dimensions");
            return;
        } else {
            const Type element = type->element_type();
            add_signature(
                function.signatures,
                {{element, {element, element}}, array.range, GivenSignature::From::Launch});
        }
    }
    if (!function.signatures.empty() || function.is_broken) {
        return;
    }
    const syntax::Tree& tree = evaluator.tree();
    const auto& def = std::get<syntax::FunctionDef>(tree.stmts[function.def].as);
    const std::size_t count = symbols::positional(def.args).size();
    if (count != 2) {
        function
            .refuse<diag::Code::ParameterCount>(sink, function.name_range, function.qualname,
                                                counted(count, "parameter"), "2 types")
            .help(makes_one_of_two);
        return;
    }
    auto& report = function.refuse<diag::Code::ReductionSignature>(sink, function.name_range,
                                                                   function.qualname);
    for (const auto& [why, range] : whys) {
        report.label(range, "not known: " + why);
    }
    report.help("give `--sig '" + function.qualname + "=float64(float64, float64)'`");
}

void check_reduction(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink) {
    for (const GivenSignature& given : function.signatures) {
        const std::vector<Type>& params = given.signature.params;
        const std::optional<Type>& returns = given.signature.returns;
        const bool is_sound = params.size() == 2 && params[0] == params[1] &&
                              params[0].is_scalar() && (!returns || *returns == params[0]);
        if (!is_sound) {
            function
                .refuse<diag::Code::ReductionType>(
                    sink, given.range, function.qualname,
                    signature_text(given.signature, evaluator.types()))
                .help(makes_one_of_two);
            return;
        }
    }
}

}  // namespace pycu::sema
