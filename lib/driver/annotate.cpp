// Pages of sources: gathering what they show, asking nvcc, writing.
#include "driver/annotate.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <ostream>

#include "annotate/page.h"
#include "build/assembled.h"
#include "build/process.h"
#include "driver/outputs.h"
#include "driver/texts.h"
#include "driver/toolchain.h"
#include "support/files.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using diag::Code;

namespace {

/// What nvcc is asked for: PTX of the oldest, and the figures of all.
const std::vector<std::string> architectures = {"sm_80", "sm_89", "sm_90"};

/// The text once more, with line directives, as nvcc compiles it.
std::optional<annotate::Compiled> compiled(const Options& options, const std::string& nvcc,
                                           const Analyzed& one,
                                           const std::optional<ir::Module>& with_int,
                                           const Streams& streams, diag::Sink& sink) {
    emit::Options text;
    text.line_directives = true;
    const emit::Unit unit = text_of(one.module, with_int, text);
    const build::Assembled made =
        build::assemble(nvcc, architectures, files_of(unit, one.input->module, {}),
                        !one.module.links.empty(), options.verbose ? &streams.err : nullptr);
    if (!made.error.empty()) {
        sink.report<Code::CompilerFailed>(nvcc).note(made.error);
        return std::nullopt;
    }
    return annotate::Compiled{annotate::read_ptx(made.ptx, unit.sources, *one.input->source),
                              made.entries};
}

fs::path path_of(const Options& options, const std::string& module) {
    const fs::path output = options.output;
    const bool is_in_folder = options.sources.size() > 1 || options.has_folders ||
                              !output.has_filename() || is_folder(output);
    return is_in_folder ? output / (module + ".html") : output;
}

}  // namespace

void annotate(const Options& options, const Inputs& inputs, std::deque<Analyzed>& analyzed,
              const Files& files, const Streams& streams, diag::Sink& sink) {
    std::optional<std::string> nvcc;
    if (options.annotate_ptx && !(nvcc = build::find_nvcc(options.nvcc))) {
        report_no_nvcc(options, sink)
            .help("--nvcc PATH names it; without --ptx no compiler is needed");
    }
    std::vector<FileText> pages;
    for (const Input& input : inputs.sources) {
        if (build::interrupted()) {
            return;
        }
        const auto found =
            std::ranges::find(analyzed, &input, [](const Analyzed& one) { return one.input; });
        if (found == analyzed.end()) {
            continue;  // a folder led to it, and it has no kernels
        }
        std::optional<emit::Unit> unit;
        std::optional<annotate::Compiled> told;
        if (!found->module.functions.empty()) {
            const std::optional<ir::Module> with_int = with_passes(found->module, options);
            unit = text_of(found->module, with_int, {});
            told = nvcc ? compiled(options, *nvcc, *found, with_int, streams, sink) : std::nullopt;
        }
        const std::vector<diag::Diagnostic> messages = sink.sorted();
        pages.push_back({path_of(options, input.module),
                         annotate::page({*input.source, files, &found->module,
                                         unit ? &*unit : nullptr, messages, std::move(told)})});
    }
    if (options.output == "-") {
        for (const FileText& page : pages) {
            streams.out << page.text;
        }
    } else if (!pages.empty()) {
        const fs::path folder = pages.front().path.parent_path();
        write_all(folder.empty() ? "." : folder.string(), pages, sink);
    }
}

}  // namespace pycu::driver
