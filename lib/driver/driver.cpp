// The run: read, parse, analyze, rewrite, emit, write, build. Stops between stages.
#include "driver/driver.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <ostream>
#include <streambuf>
#include <utility>

#include "build/process.h"
#include "build/runtime.h"
#include "driver/analysis.h"
#include "driver/annotate.h"
#include "driver/check_many.h"
#include "driver/config.h"
#include "driver/fix.h"
#include "driver/inputs.h"
#include "driver/inspect.h"
#include "driver/library.h"
#include "driver/module_name.h"
#include "driver/outputs.h"
#include "driver/program.h"
#include "driver/source_files.h"
#include "driver/texts.h"
#include "driver/usage.h"
#include "driver/watch.h"
#include "emit/emit.h"

namespace pycu::driver {

namespace fs = std::filesystem;
using diag::Code;

namespace {

/// Takes what nobody wants to see.
class Nowhere : public std::streambuf {
  protected:
    int_type overflow(int_type c) override { return traits_type::not_eof(c); }
};

/// One run of one command.
class Run {
  public:
    Run(const Options& options, const Streams& streams)
        : options_(options), streams_(streams), sink_(options.warnings) {}

    Checked check() {
        configure();
        find();
        work();
        return {std::move(files_), std::move(sink_), options_.sources};
    }

    int run() {
        build::catch_interrupts();
        if (configure()) {
            return Fine;
        }
        find();
        if (!sink_.has_errors() && are_side_by_side(options_)) {
            return check_side_by_side(options_, streams_, read_);
        }
        work();
        if (build::interrupted()) {
            streams_.err << "pycu: interrupted\n";
            return Interrupted;
        }
        for (const Input& input : inputs_.sources) {
            const std::vector<std::string> paths = input.dependencies();
            read_.insert(read_.end(), paths.begin(), paths.end());
        }
        for (const LinkedInputs& linked : linked_) {
            read_.insert(read_.end(), linked.files.begin(), linked.files.end());
        }
        print_diagnostics(sink_, files_, options_, streams_);
        print_summary(counts_, options_, streams_);
        streams_.out.flush();
        if (!streams_.out) {
            streams_.err << "pycu: cannot write standard output\n";
            return EnvironmentError;
        }
        return std::max(code_, exit_code(sink_, files_));
    }

    /// The paths of what was read, of a run that is over.
    const std::vector<std::string>& read() const { return read_; }

  private:
    /// Takes what the file of configuration of the first source says of the run. True where that
    /// was to be printed, and has been.
    bool configure() {
        const std::string first = options_.sources.empty() ? "." : options_.sources.front();
        std::error_code error;
        const bool is_folder = first == "-" || fs::is_directory(first, error);
        const std::string source = first == "-" ? "stdin.py" : first;
        const std::string path = find_config(
            is_folder && first != "-" ? fs::path(first) : fs::path(source).parent_path(), options_);
        ReadResult read = path.empty() ? ReadResult{} : read_file(path);
        Config config;
        if (!path.empty()) {
            read_.push_back(path);
        }
        if (!path.empty() && read.ok()) {
            config = read_config(files_.add(path, std::move(read.text)), sink_);
        }
        if (!read.ok() && options_.command == Command::Config) {
            sink_.report<Code::Usage>("--config is `" + path + "`: " + read.error);
        }
        if (options_.command == Command::Config && first != "-" && !fs::exists(first, error)) {
            sink_.report<Code::CannotRead>(first, "No such file or directory");
        }
        if (options_.command == Command::Config && !sink_.has_errors()) {
            print_config(options_, config, first, streams_.out);
            return true;
        }
        options_ = for_run(options_, config, source);
        sink_.take(std::exchange(sink_, diag::Sink(options_.warnings)));
        return false;
    }

    void find() {
        if (!sink_.has_errors()) {
            find_sources(options_, sink_);
            check_usage(options_, sink_);
        }
    }

    void work() {
        if (options_.list_outputs && !sink_.has_errors()) {
            print_paths(options_, streams_.out);
        } else if (!sink_.has_errors()) {
            inputs_ = read_inputs(options_, streams_.in, files_, sink_);
            if (options_.bindings.empty() || inputs_.bindings) {
                analyze_all();
                check_module_names();
                act();
            }
        }
    }

    void check_module_names() {
        const auto with_files = {Command::Transpile, Command::Build, Command::Annotate};
        if (std::ranges::find(with_files, options_.command) == with_files.end()) {
            return;
        }
        std::map<std::string, const Input*> seen;
        for (const Analyzed& one : analyzed_) {
            const auto [known, added] = seen.emplace(one.input->module, one.input);
            if (!added) {
                sink_.report<Code::SameModule>(known->second->source->path(),
                                               one.input->source->path(), one.input->module);
                has_same_names_ = true;
            }
        }
    }

    void analyze_all() {
        ReadModules read(inputs_.sources);
        for (Input& input : inputs_.sources) {
            if (build::interrupted()) {
                return;
            }
            std::optional<ir::Module> module =
                analyze_source(input, inputs_, options_, files_, read, streams_, sink_);
            if (module) {
                counts_ += counted_kernels(*module);
                analyzed_.push_back({&input, std::move(*module)});
            }
        }
    }

    void act() {
        if (build::interrupted()) {
            return;
        }
        for (const Analyzed& one : analyzed_) {
            tell_of_module(*one.input, one.module, options_, streams_, sink_);
        }
        if (options_.command == Command::Inspect) {
            inspect();
        } else if (options_.command == Command::Annotate) {
            if (!has_same_names_) {
                annotate(options_, inputs_, analyzed_, files_, streams_, sink_);
            }
        } else if (options_.command != Command::Check &&
                   (options_.keep_going ? !has_same_names_ : !sink_.has_errors())) {
            generate();
        }
    }

    void inspect() {
        for (Analyzed& one : analyzed_) {
            if (options_.inspect_ir || !options_.inspect_after.empty()) {
                streams_.out << ir_text(one.module, options_.inspect_after, !sink_.has_errors());
            } else if (options_.inspect_signatures) {
                streams_.out << (options_.json ? signatures_json(one.module)
                                               : signatures_text(one.module));
            } else {
                streams_.out << (options_.json ? types_json(one.module) : types_text(one.module));
            }
        }
    }

    void generate() {
        std::optional<ChosenToolchain> chosen;
        if (options_.command == Command::Build) {
            chosen = choose_toolchain(options_, sink_);
            if (!chosen || !check_folder_target(options_.output, chosen->toolchain.target, sink_)) {
                return;
            }
            streams_.out << "target: " << build::target_name(chosen->toolchain.target) << " ("
                         << chosen->reason << ")\n"
                         << std::flush;
        }
        if (chosen && !read_all_linked(chosen->toolchain)) {
            return;
        }
        emit_all();
        if (build::interrupted()) {
            return;
        }
        if (options_.output == "-") {
            for (const emit::Unit& unit : units_) {
                streams_.out << printed_text(unit);
            }
            return;
        }
        if (has_clashing_files()) {
            return;
        }
        const std::vector<FileText> files = texts();
        if (options_.check || options_.diff) {
            compare(files);
        } else if (write_all(options_.output, files, sink_) && chosen) {
            build_all(*chosen);
        }
    }

    bool read_all_linked(const build::Toolchain& toolchain) {
        bool is_sound = true;
        for (const Analyzed& one : analyzed_) {
            is_sound =
                read_linked(one.module, toolchain, linked_.emplace_back(), sink_) && is_sound;
        }
        return is_sound;
    }

    void emit_all() {
        for (Analyzed& one : analyzed_) {
            if (build::interrupted()) {
                return;
            }
            const std::optional<ir::Module> with_int = with_passes(one.module, options_);
            emit::Options text;
            text.line_directives = options_.line_directives || options_.debug;
            text.debug = options_.debug;
            text.host = options_.host;
            text.numpy_errors = options_.numpy_errors;
            text.launcher = options_.command == Command::Build;
            units_.push_back(text_of(one.module, with_int, text));
        }
    }

    /// A file of reductions, x_reduce.cu, where a source x_reduce.py has its own.
    bool has_clashing_files() {
        bool has_clash = false;
        for (std::size_t i = 0; i < units_.size(); ++i) {
            const std::string taken = analyzed_[i].input->module + "_reduce";
            const auto other = std::ranges::find(inputs_.sources, taken, &Input::module);
            if (!units_[i].reductions.empty() && other != inputs_.sources.end()) {
                sink_.report<Code::SameModule>(analyzed_[i].input->source->path(),
                                               other->source->path(), taken);
                has_clash = true;
            }
        }
        return has_clash;
    }

    /// Everything that belongs into the folder, depfile included.
    std::vector<FileText> texts() {
        const fs::path folder = options_.output;
        std::vector<FileText> files;
        for (std::size_t i = 0; i < units_.size(); ++i) {
            std::ranges::move(files_of(units_[i], analyzed_[i].input->module, folder),
                              std::back_inserter(files));
        }
        if (!options_.no_runtime) {
            std::vector<std::string_view> all;
            for (const FileText& file : files) {
                all.push_back(file.text);
            }
            std::ranges::move(build::runtime_headers(all, folder), std::back_inserter(files));
        }
        if (options_.depfile && !files.empty() && !analyzed_.empty()) {
            const fs::path first = folder / analyzed_.front().input->module;
            std::vector<std::string> linked_files;
            for (const LinkedInputs& linked : linked_) {
                linked_files.insert(linked_files.end(), linked.files.begin(), linked.files.end());
            }
            depfile_ = depfile(options_, inputs_.sources, linked_files, first.string() + ".cu",
                               first.string() + ".d");
            files.push_back(*depfile_);
        }
        return files;
    }

    void compare(std::vector<FileText> files) {
        if (depfile_) {
            files.pop_back();
        }
        if (options_.diff) {
            print_diff(files, streams_.out);
        }
        if (options_.check && !print_stale(files, streams_.out)) {
            code_ = InputErrors;
        }
    }

    void build_all(const ChosenToolchain& chosen) {
        std::vector<WrittenModule> modules;
        for (std::size_t i = 0; i < units_.size(); ++i) {
            modules.push_back({analyzed_[i].input->module, &units_[i], &linked_[i]});
        }
        build_libraries(options_, chosen, modules, streams_, sink_);
    }

    Options options_;
    const Streams& streams_;
    Files files_;
    diag::Sink sink_;
    Inputs inputs_;
    std::deque<Analyzed> analyzed_;
    std::vector<emit::Unit> units_;
    /// Of a build: what each of them links.
    std::vector<LinkedInputs> linked_;
    std::optional<FileText> depfile_;
    KernelCounts counts_;
    std::vector<std::string> read_;
    /// Two sources would write the same files, of which neither is right.
    bool has_same_names_ = false;
    int code_ = Fine;
};

}  // namespace

Checked check(const Options& options, const Streams& streams) {
    return Run(options, streams).check();
}

int run(const Options& given, const Streams& streams) {
    const Options options = with_stdin(given, streams.in);
    if (options.command == Command::Fix) {
        build::catch_interrupts();
        return fix(options, streams);
    }
    // Of a build, only what is wrong is told then, and not what was built.
    Nowhere nowhere;
    std::ostream silent(&nowhere);
    const bool is_silent = options.quiet && options.command == Command::Build;
    const Streams own{streams.in, is_silent ? silent : streams.out, streams.err,
                      streams.err_is_terminal};
    const auto once = [&](std::vector<std::string>& read) {
        Run run(options, own);
        const int code = run.run();
        read.insert(read.end(), run.read().begin(), run.read().end());
        return code;
    };
    std::vector<std::string> read;
    return options.watch && can_be_repeated(options) ? watch(options, own, once) : once(read);
}

}  // namespace pycu::driver
