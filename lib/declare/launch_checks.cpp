// Launches that Numba or CUDA refuses. See launch_checks.h.
#include "declare/launch_checks.h"

#include <functional>
#include <numeric>

#include "python/met.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// As many as a block of any GPU takes (CUDA C++ Programming Guide, compute capabilities).
constexpr std::int64_t max_block_threads = 1024;

/// Reports a launch of a function that is no kernel; whether it is one.
bool is_kernel(const MetLaunch& launch, const DeviceFunction& function, diag::Sink& sink) {
    using Kind = DeviceFunction::Kind;
    const bool is_for_cpu = function.kind == Kind::CpuJit || function.kind == Kind::Other;
    if (function.kind != Kind::Device && !is_for_cpu) {
        return true;
    }
    if (launch.brackets.count == 0) {
        return false;  // a call, and no launch
    }
    sink.report<diag::Code::NoKernelLaunched>(
            launch.range, function.qualname,
            is_for_cpu ? "compiled for the CPU" : "a device function")
        .label(function.name_range, "it is defined here")
        .help(is_for_cpu ? "a kernel has `@cuda.jit` above it"
                         : "take `device=True` from its decorator, or call it from a kernel");
    return false;
}

/// Of a block; 0 where it is not known.
std::int64_t threads_of(const LaunchBrackets& brackets) {
    const std::vector<std::int64_t>& block = brackets.block;
    return std::accumulate(block.begin(), block.end(), std::int64_t{block.empty() ? 0 : 1},
                           std::multiplies<>());
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
    const std::int64_t threads = threads_of(brackets);
    if (threads > max_block_threads) {
        sink.report<diag::Code::LaunchBlock>(launch.range, function.qualname, threads,
                                             max_block_threads)
            .help("take smaller blocks, and more of them");
    }
}

}  // namespace

void check_launches(Evaluator& evaluator, const DeviceFunctions& functions, diag::Sink& sink) {
    for (const auto& [function, launch] : evaluator.met_launches()) {
        const DeviceFunction* of = functions.find(function);
        if (of != nullptr && !of->is_ufunc() && is_kernel(*launch, *of, sink)) {
            check_brackets(*launch, *of, sink);
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
