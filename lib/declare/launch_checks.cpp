// Launches that Numba or CUDA refuses. See launch_checks.h.
#include "declare/launch_checks.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "python/met.h"
#include "support/text.h"
#include "symbols/bindings.h"
#include "types/convert.h"
#include "types/signature.h"

namespace pycu::sema {

namespace {

/// As many as a block of any GPU takes (CUDA C++ Programming Guide, compute capabilities).
constexpr std::int64_t max_block_threads = 1024;
/// As many as a message shows of a kernel.
constexpr std::size_t max_signatures = 3;

/// Reports a launch of a function that is no kernel; whether it is one.
bool is_kernel(const MetLaunch& launch, const DeviceFunction& function, diag::Sink& sink) {
    using Kind = DeviceFunction::Kind;
    // a call in the body of what may be device code, and no launch
    const bool is_call = launch.brackets.count == 0;
    if (function.kind == Kind::CudaJit) {
        return function.is_kernel || !is_call;
    }
    // what a factory makes is known by another name
    const bool is_decorated = launch.function.is_device() || launch.function.is_decorated();
    if (is_call || (function.kind == Kind::Plain && is_decorated)) {
        return false;
    }
    const std::string_view what = function.kind == Kind::Device  ? "a device function"
                                  : function.kind == Kind::Plain ? "a function without a decorator"
                                                                 : "compiled for the CPU";
    auto& report = sink.report<diag::Code::NoKernelLaunched>(launch.range, function.qualname, what);
    report.label(function.name_range, "it is defined here");
    report.help(function.kind == Kind::Device
                    ? "take `device=True` from its decorator, or call it from a kernel"
                    : "a kernel has `@cuda.jit` above it");
    return false;
}

/// Of a block; 0 where it is not known.
std::int64_t threads_of(const LaunchBrackets& brackets) {
    const std::vector<std::int64_t>& block = brackets.block;
    return std::accumulate(block.begin(), block.end(), std::int64_t{block.empty() ? 0 : 1},
                           std::multiplies<>());
}

/// Reports a grid or a block that no launch takes.
void check_extents(const MetLaunch& launch, const std::string& kernel,
                   std::optional<BadExtents> problem, bool is_grid, diag::Sink& sink) {
    const std::string name = is_grid ? "grid" : "block";
    if (problem == BadExtents::Float) {
        sink.report<diag::Code::LaunchBrackets>(launch.range, kernel, "a float for the " + name)
            .help("write integers: `(n + threads - 1) // threads` blocks cover `n` elements");
    } else if (problem == BadExtents::Many) {
        sink.report<diag::Code::LaunchBrackets>(launch.range, kernel,
                                                "more than three extents for the " + name)
            .help("a " + name + " has an extent along x, y and z");
    } else if (problem == BadExtents::Empty) {
        sink.report<diag::Code::LaunchBrackets>(launch.range, kernel, "an empty " + name)
            .help("CUDA refuses a launch of no threads: leave it out where there is no work");
    }
}

void check_brackets(const MetLaunch& launch, const DeviceFunction& function, diag::Sink& sink) {
    const LaunchBrackets& brackets = launch.brackets;
    if (brackets.count && (*brackets.count < 2 || *brackets.count > 4)) {
        sink.report<diag::Code::LaunchBrackets>(
                launch.range, function.qualname,
                *brackets.count == 0 ? "nothing" : counted(*brackets.count, "item"))
            .help("write `" + function.qualname +
                  "[blocks, threads](...)`; a stream and bytes of "
                  "shared memory may follow");
    }
    check_extents(launch, function.qualname, brackets.bad_grid, true, sink);
    check_extents(launch, function.qualname, brackets.bad_block, false, sink);
    const std::int64_t threads = threads_of(brackets);
    if (threads > max_block_threads) {
        sink.report<diag::Code::LaunchBlock>(launch.range, function.qualname, threads,
                                             max_block_threads)
            .help("take smaller blocks, and more of them");
    }
}

/// Whether a kernel of these types takes what a launch gives for one parameter, as far as that is
/// known.
bool takes(const GivenSignature& given, const MetLaunch& launch, std::size_t i,
           const TypeTable& table) {
    const auto* type = std::get_if<Type>(&launch.types[i]);
    // Numba copies an array that nobody may write to, and says nothing where a kernel only reads it
    const Type passed = type == nullptr    ? Type{}
                        : type->is_array() ? type->with_readonly(false)
                                           : *type;
    return type == nullptr || can_convert(passed, given.signature.params[i], table).has_value();
}

/// Whether a place stands in a loop, whose turns may give one decorator many types.
bool is_in_loop(Range place, const syntax::Tree& tree) {
    const auto is_around = [&](const auto& nodes, auto is_loop) {
        return std::ranges::any_of(
            nodes, [&](const auto& node) { return node.range.contains(place) && is_loop(node); });
    };
    return is_around(tree.stmts,
                     [](const syntax::Stmt& stmt) {
                         return std::holds_alternative<syntax::For>(stmt.as) ||
                                std::holds_alternative<syntax::While>(stmt.as);
                     }) ||
           is_around(tree.exprs, [](const syntax::Expr& expr) {
               return std::holds_alternative<syntax::ListComp>(expr.as) ||
                      std::holds_alternative<syntax::DictComp>(expr.as) ||
                      std::holds_alternative<syntax::GeneratorExp>(expr.as);
           });
}

/// Warns of a launch that gives a kernel what no signature of it takes.
void check_types(const MetLaunch& launch, const DeviceFunction& function,
                 const std::vector<const syntax::Arg*>& parameters, Evaluator& evaluator,
                 diag::Sink& sink) {
    const TypeTable& table = evaluator.types();
    const std::vector<GivenSignature>& all = function.signatures;
    const auto takes_all = [&](const GivenSignature& given) {
        bool takes_it = true;
        for (std::size_t i = 0; i < launch.types.size(); ++i) {
            takes_it = takes_it && takes(given, launch, i, table);
        }
        return takes_it;
    };
    if (std::ranges::any_of(all, takes_all) ||
        is_in_loop(function.decorator_range, evaluator.tree())) {
        return;
    }
    const auto tell = [&](Range range, const std::string& what) {
        auto& report = sink.report<diag::Code::LaunchTypes>(range, function.qualname, what);
        for (std::size_t i = 0; i < all.size() && i < max_signatures; ++i) {
            report.label(all[i].range, "`" + signature_text(all[i].signature, table) + "`");
        }
        report.help("pass what it takes, or give `" + function.qualname +
                    "` a signature of these types, too");
    };
    bool is_told = false;
    for (std::size_t i = 0; i < launch.types.size(); ++i) {
        const bool is_taken = std::ranges::any_of(
            all, [&](const GivenSignature& given) { return takes(given, launch, i, table); });
        if (!is_taken) {
            const Type type = std::get<Type>(launch.types[i]);
            tell(launch.ranges[i],
                 "`" + signature_text(type, table) + "` for `" + parameters[i]->arg + "`");
            is_told = true;
        }
    }
    if (!is_told) {
        tell(launch.range, "these arguments together");
    }
}

/// Warns of arguments that no kernel of these parameters takes.
void check_arguments(const MetLaunch& launch, const DeviceFunction& function, Evaluator& evaluator,
                     diag::Sink& sink) {
    const auto& node = std::get<syntax::FunctionDef>(evaluator.tree().stmts[function.def].as);
    const std::vector<const syntax::Arg*> parameters = symbols::positional(node.args);
    const auto refuse = [&](Range range, const std::string& what) -> diag::Diagnostic& {
        return sink.report<diag::Code::LaunchRefused>(range, function.qualname, what);
    };
    if (launch.keyword != Range{}) {
        refuse(launch.keyword, "an argument by name")
            .help("the arguments of a kernel are given by position");
    } else if (!launch.is_open && launch.types.size() != parameters.size()) {
        refuse(launch.range, counted(launch.types.size(), "argument") + ", where it has " +
                                 counted(parameters.size(), "parameter"))
            .label(function.name_range, "`" + function.qualname + "` is defined here");
    } else if (!launch.is_open) {
        for (std::size_t i = 0; i < launch.types.size(); ++i) {
            const auto* unknown = std::get_if<Unknown>(&launch.types[i]);
            if (unknown != nullptr && !unknown->instead.empty()) {
                refuse(launch.ranges[i], "what no kernel takes: " + unknown->why)
                    .help(std::string(unknown->instead));
            }
        }
        check_types(launch, function, parameters, evaluator, sink);
    }
}

/// Whether the types of a kernel are said elsewhere than by its launches.
bool is_typed(const DeviceFunction& function) {
    return !function.is_broken && !function.signatures.empty() &&
           std::ranges::none_of(function.signatures, [](const GivenSignature& given) {
               return given.from == GivenSignature::From::Launch;
           });
}

/// The blocks of tests that expect an error: `with pytest.raises(TypeError):`.
std::vector<Range> failing_blocks(const syntax::Tree& tree) {
    std::vector<Range> found;
    for (const syntax::Stmt& stmt : tree.stmts) {
        const auto* with = std::get_if<syntax::With>(&stmt.as);
        const auto expects = [&](const syntax::WithItem& item) {
            const std::string_view text = tree.text(tree.exprs[item.context_expr].range);
            return text.find("raises(") != text.npos || text.find(".assertRaises") != text.npos;
        };
        if (with != nullptr && std::ranges::any_of(with->items, expects)) {
            found.push_back(stmt.range);
        }
    }
    return found;
}

}  // namespace

void check_launches(Evaluator& evaluator, const DeviceFunctions& functions, diag::Sink& sink) {
    const std::vector<Range> failing = failing_blocks(evaluator.tree());
    for (const auto& [function, launch] : evaluator.met_launches()) {
        const DeviceFunction* of = functions.find(function);
        if (any_contains(failing, launch->range) || of == nullptr || of->is_ufunc() ||
            !is_kernel(*launch, *of, sink)) {
            continue;
        }
        check_brackets(*launch, *of, sink);
        if (is_typed(*of)) {
            check_arguments(*launch, *of, evaluator, sink);
        }
    }
}

std::vector<ir::KnownLaunch> known_launches(Evaluator& evaluator,
                                            const DeviceFunctions& functions) {
    std::vector<ir::KnownLaunch> found;
    for (const auto& [function, launch] : evaluator.met_launches()) {
        const DeviceFunction* of = functions.find(function);
        if (of != nullptr && of->is_kernel && !launch->brackets.block.empty()) {
            const std::vector<std::int64_t>& block = launch->brackets.block;
            found.push_back(
                {of->name_range, launch->range, of->qualname, {block[0], block[1], block[2]}});
        }
    }
    return found;
}

}  // namespace pycu::sema
