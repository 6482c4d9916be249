// From a source to its typed module. See analysis.h.
#include "driver/analysis.h"

#include <algorithm>
#include <ostream>
#include <set>
#include <utility>

#include "driver/outputs.h"
#include "driver/written_signatures.h"
#include "passes/passes.h"
#include "performance/performance.h"
#include "sema/analyze.h"
#include "support/text.h"
#include "types/scalar.h"

namespace pycu::driver {

using diag::Code;

namespace {

sema::Options options_of(const Input& input, const Inputs& inputs, const Options& run) {
    const Options& given = *input.options;
    sema::Options options;
    options.module = input.module;
    options.sigs = input.sigs;
    // What the command line says comes later, and holds.
    options.consts = input.consts;
    options.bindings = inputs.bindings ? &*inputs.bindings : nullptr;
    options.sigs_toml = input.sigs_toml;
    options.pyproject = input.pyproject;
    options.docstrings = given.docstrings;
    options.default_dtype = numba_scalar(given.default_dtype);
    options.default_int = numba_scalar(given.default_int);
    options.default_float = numba_scalar(given.default_float);
    options.performance = given.performance;
    options.python_float = given.float32_literals ? float32 : float64;
    options.keep_going = run.keep_going;
    options.debug = run.debug;
    options.host = run.host;
    return options;
}

/// Of the text that small launches have, whose divisions are of ints where they fit.
void tell_performance(ir::Module module, const Options& options, diag::Sink& sink) {
    passes::run(module, {.keeps_dead = options.debug});
    performance::tell(passes::with_int_indices(module), sink);
}

/// Kernels of factories that other files call are compiled with those, and not with this one.
void tell_elsewhere(const ir::Module& module, const Options& options, const Streams& streams) {
    for (const ir::KernelElsewhere& one : module.elsewhere) {
        const SourceFile* here = module.file_of(one.range);
        const SourceFile* there = module.file_of(one.made_at);
        if (here == nullptr || there == nullptr) {
            continue;
        }
        const auto line = [](const SourceFile& file, Range range) {
            return file.path() + ":" + std::to_string(file.place(range.begin).line);
        };
        print_note(line(*here, one.range) + ": kernel `" + one.name + "` is made in " +
                       line(*there, one.made_at) + ", and compiled with that file",
                   options, streams);
    }
}

}  // namespace

std::optional<ir::Module> analyze_source(Input& input, const Inputs& inputs, const Options& options,
                                         Files& files, ReadModules& read, const Streams& streams,
                                         diag::Sink& sink) {
    Program program(input, *input.options, files, read);
    const bool has_users = !input.launches.empty() && program.add_users();
    sema::Options sema_options = options_of(input, inputs, options);
    sema_options.has_no_kernels = program.has_no_kernels() && input.sigs_toml == nullptr &&
                                  input.sigs.empty() && sema_options.consts.empty();
    const diag::Sink empty(input.options->warnings);
    diag::Sink alone = empty;
    ir::Module module = sema::analyze(program.tree(), sema_options, alone);
    if (module.asks_launches && !has_users && program.add_users()) {
        alone = empty;
        module = sema::analyze(program.tree(), sema_options, alone);
    }
    input.imported = program.read();
    const bool is_empty = module.functions.empty() && module.skipped.empty() && alone.count() == 0;
    if (is_empty && options.found.contains(input.source->path())) {
        return std::nullopt;
    }
    if (is_empty) {
        alone.report<Code::NoKernels>(input.source->path());
    }
    if (input.options->performance && !alone.has_errors() && !options.host) {
        tell_performance(module, options, alone);
    }
    sink.take(alone);
    if (options.verbose) {
        for (const std::string& user : program.users()) {
            streams.err << "launches of " << input.source->path() << ": " << user << '\n';
        }
    }
    return module;
}

void tell_of_module(const Input& input, const ir::Module& module, const Options& options,
                    const Streams& streams, diag::Sink& sink) {
    if (options.write_signatures) {
        const std::string told = write_signatures(input, module, sink);
        if (!told.empty()) {
            print_note(told, options, streams);
        }
    }
    tell_elsewhere(module, options, streams);
}

KernelCounts& KernelCounts::operator+=(const KernelCounts& other) {
    kernels += other.kernels;
    files += other.files;
    refused += other.refused;
    return *this;
}

KernelCounts counted_kernels(const ir::Module& module) {
    std::set<std::string_view> names, refused;
    for (const ir::Skipped& one : module.skipped) {
        if (one.is_kernel) {
            names.insert(one.name);
            refused.insert(one.name);
        }
    }
    for (const ir::Specialisation& one : module.specialisations) {
        if (one.is_kernel) {
            names.insert(one.name);
        }
    }
    return {names.size(), names.empty() ? std::size_t(0) : 1, refused.size()};
}

void print_summary(const KernelCounts& counts, const Options& options, const Streams& streams) {
    const bool is_of_nothing = !options.has_folders || options.sources.empty();
    if (is_of_nothing || options.quiet || options.format != DiagnosticFormat::Text) {
        return;
    }
    streams.err << counted(counts.kernels, "kernel") << " in " << counted(counts.files, "file");
    if (counts.refused > 0) {
        streams.err << ", " << counts.refused << " refused";
    }
    streams.err << '\n' << std::flush;
}

}  // namespace pycu::driver
