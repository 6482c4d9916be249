// Signatures from launches. See launches.h.
#include <algorithm>

#include "declare/launches.h"
#include "support/text.h"

namespace pycu::sema {

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
    }

    void add(const Launch& launch) {
        Signature signature{Type::none(), {}};
        std::vector<std::pair<std::string, Range>> whys;
        for (std::size_t i = 0; i < given_.size() && !launch.is_open; ++i) {
            const LaunchArgument& arg = launch.args[i];
            const auto* type = given_[i] ? &*given_[i] : std::get_if<Type>(&arg.type);
            if (type == nullptr) {
                whys.emplace_back(std::get<Unknown>(arg.type).why, arg.range);
                continue;
            }
            signature.params.push_back(*type);
            note(i, *type);
        }
        if (launch.is_open) {
            const bool is_somewhere = launch.range != Range{};
            whys.emplace_back(
                is_somewhere ? "the number of arguments" : "the host code is too long to follow",
                is_somewhere ? launch.range : function_.name_range);
        }
        if (!whys.empty()) {
            uncertain_.push_back({&launch, std::move(whys)});
            return;
        }
        add_signature(made_.signatures,
                      {std::move(signature), launch.range, GivenSignature::From::Launch});
    }

    LaunchTypes finish(diag::Sink& sink) {
        if (uncertain_.empty()) {
            return std::move(made_);
        }
        auto& [launch, whys] = uncertain_.front();
        if (made_.signatures.empty()) {
            made_.whys = std::move(whys);
            return std::move(made_);
        }
        const bool is_somewhere = launch->range != Range{};
        auto& report = sink.report<diag::Code::UncertainLaunch>(
            is_somewhere ? launch->range : function_.name_range, function_.qualname);
        for (const auto& [why, range] : whys) {
            report.label(range, "not known: " + why);
        }
        report.help("`" + function_.qualname + "` is compiled for the launches that are known");
        return std::move(made_);
    }

  private:
    void note(std::size_t parameter, Type type) {
        std::optional<Type>& known = made_.known[parameter];
        if (conflicts_[parameter]) {
            return;
        }
        if (known && *known != type) {
            conflicts_[parameter] = true;
            known = std::nullopt;
        } else {
            known = type;
        }
    }

    const DeviceFunction& function_;
    const std::vector<std::optional<Type>>& given_;
    std::vector<bool> conflicts_;
    LaunchTypes made_;
    std::vector<std::pair<const Launch*, std::vector<std::pair<std::string, Range>>>> uncertain_;
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

}  // namespace pycu::sema
