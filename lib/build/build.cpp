// Runs the compiler in a temporary folder and moves the libraries into place when all went well.
#include "build/build.h"

#include <algorithm>
#include <ostream>
#include <thread>
#include <utility>

#include "build/compiler_output.h"
#include "build/failure.h"
#include "build/kept.h"
#include "build/linked.h"
#include "build/process.h"
#include "build/temporary_folder.h"
#include "support/files.h"
#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

/// One run of the compiler.
struct Step {
    Command command;
    fs::path output;                 // what it printed
    fs::path source;                 // the text it compiles, if it does
    const Linked* linked = nullptr;  // the code of others that it is about
    fs::path first = {};             // a header that only makes it faster
    Command plain = {};              // the same without what makes it faster
    bool is_optional = false;        // nothing is lost where it fails
    Process process = {};
    int code = 0;
};

/// One build: its steps and what they came to.
class Builder {
  public:
    Builder(const Request& request, diag::Sink& sink)
        : request_(request), sink_(sink), kept_(request.cache, request.toolchain) {}

    Result run() {
        if (folder_.path().empty()) {
            sink_.report<diag::Code::CannotWrite>("the temporary folder",
                                                  std::string_view("it cannot be made"));
            return {Outcome::CannotWrite, {}};
        }
        plan_extracting();
        plan_preludes(worth_waiting);
        result_.outcome = run_steps();
        if (result_.outcome == Outcome::Built) {
            keep_preludes();
            plan_compiling();
            plan_preludes(1);
            result_.outcome = run_steps();
        }
        if (result_.outcome == Outcome::Built) {
            keep_preludes();
            kept_.keep_runtime(runtime_object());
            if (request_.toolchain.target == Target::Cuda) {
                read_reports();
            }
            plan_device_linking();
            result_.outcome = run_steps();
        }
        if (result_.outcome == Outcome::Built) {
            plan_linking();
            result_.outcome = run_steps();
        }
        for (const Library& library : request_.libraries) {
            if (result_.outcome == Outcome::Built) {
                result_.outcome = move_into_place(linked(library), library.path);
            }
        }
        return result_;
    }

  private:
    /// So many texts that begin alike are compiled sooner when the header of all is compiled first.
    static constexpr int worth_waiting = 3;
    static constexpr const char* clear_line = "\r\033[K";

    bool makes_libraries() const { return request_.toolchain.product == Product::Library; }

    void add_step(Command command, const fs::path& source, const Linked* linked = nullptr) {
        const std::string log = std::to_string(steps_.size()) + ".txt";
        steps_.push_back({std::move(command), folder_.path() / log, source, linked});
    }

    void add_steps(const std::vector<LinkedStep>& steps) {
        for (const LinkedStep& one : steps) {
            add_step(one.command, {}, one.linked);
        }
    }

    void plan_extracting() {
        for (const Library& library : request_.libraries) {
            add_steps(extract_linked(request_.toolchain, library, folder_.path()));
        }
    }

    std::vector<fs::path> objects_of(const Library& library) const {
        std::vector<fs::path> objects;
        for (const Input& input : library.inputs) {
            objects.push_back(object(input.cuda));
        }
        for (const Linked& one : library.linked) {
            objects.push_back(linked_object(library, one, folder_.path()));
        }
        return objects;
    }

    /// Who links a static library may know nothing of device code.
    bool is_device_linked(const Library& library) const {
        return makes_libraries() && request_.toolchain.target == Target::Cuda &&
               request_.toolchain.is_static && !library.linked.empty();
    }

    /// As with what is linked, no module's object has a name with a dash.
    fs::path device_linked(const Library& library) const {
        return folder_.path() / (library.path.stem().string() + "-devices.o");
    }

    void plan_device_linking() {
        steps_.clear();
        for (const Library& library : request_.libraries) {
            if (is_device_linked(library)) {
                add_step(device_link_command(request_.toolchain, objects_of(library),
                                             device_linked(library)),
                         {});
            }
        }
    }

    fs::path object(const fs::path& source) const {
        return folder_.path() / (source.stem().string() + ".o");
    }

    /// The name of the runtime's object has a dash, which no module's name has.
    fs::path runtime_object() const { return folder_.path() / "pycu-host.o"; }

    /// Compiles what at least so many texts begin with, where that has not been tried.
    void plan_preludes(int least) {
        std::map<fs::path, int> texts;
        for (const Library& library : request_.libraries) {
            for (const Input& input : library.inputs) {
                const fs::path prelude = kept_.prelude(input.cuda);
                if (!prelude.empty() && ++texts[prelude] == least && !kept_.is_compiled(prelude) &&
                    kept_.write(prelude, input.cuda)) {
                    const fs::path compiled = folder_.path() / prelude.filename();
                    if (compiled_preludes_.emplace(prelude, compiled).second) {
                        add_step(precompile_command(request_.toolchain, prelude, compiled), {});
                        steps_.back().is_optional = true;
                    }
                }
            }
        }
    }

    void keep_preludes() {
        for (const auto& [prelude, compiled] : compiled_preludes_) {
            kept_.keep_compiled(compiled, prelude);
        }
    }

    fs::path linked(const Library& library) const {
        return folder_.path() / library.path.filename();
    }

    /// The header that makes compiling a text faster; empty where there is none.
    fs::path header_in_front(const fs::path& source) const {
        if (request_.toolchain.target == Target::Cuda) {
            const fs::path first = folder_.path() / "pycu_first.h";
            const std::string_view text = embedded::text("runtime/pycu_first.h");
            return write_if_changed(first, text).ok() ? first : fs::path();
        }
        const fs::path prelude = kept_.prelude(source);
        return !prelude.empty() && kept_.is_compiled(prelude) ? prelude : fs::path();
    }

    std::size_t at_once() const {
        return request_.jobs != 0 ? request_.jobs
                                  : std::max(1U, std::thread::hardware_concurrency());
    }

    /// How many architectures of a text nvcc compiles at once: what other texts leave of the
    /// processors.
    std::size_t threads_for(const Toolchain& toolchain) const {
        std::size_t texts = 0;
        for (const Library& library : request_.libraries) {
            texts += library.inputs.size();
        }
        const bool is_said = std::ranges::any_of(toolchain.extra, [](const std::string& option) {
            return option.starts_with("-t") || option.starts_with("--threads");
        });
        return is_said ? 0 : std::min(at_once() / texts, toolchain.architectures.size());
    }

    /// Compiles a text to its object; where there is no library, to what is made of it.
    void add_compiling(const Library& library, const Input& input, const fs::path& include) {
        Toolchain toolchain = request_.toolchain;
        if (toolchain.target == Target::Cuda && !library.linked.empty()) {
            toolchain.extra.insert(toolchain.extra.begin(), relocatable);
        }
        if (!library.architecture.empty()) {
            toolchain.architectures = {library.architecture};
        }
        // -G leaves nothing to ask for
        if (toolchain.target == Target::Cuda && !toolchain.debug) {
            toolchain.extra.insert(toolchain.extra.begin(), input.nvcc_options.begin(),
                                   input.nvcc_options.end());
        }
        const fs::path to = makes_libraries() ? object(input.cuda) : linked(library);
        const Command plain = compile_command(toolchain, input.cuda, to, include);
        const fs::path first = header_in_front(input.cuda);
        if (first.empty()) {
            add_step(plain, input.cuda);
            return;
        }
        Command quick = with_first(toolchain, plain, first);
        if (const std::size_t threads = threads_for(toolchain); threads > 1) {
            quick.insert(quick.begin() + 1, {"--threads", std::to_string(threads)});
        }
        add_step(quick, input.cuda);
        steps_.back().first = first;
        steps_.back().plain = plain;
    }

    void plan_compiling() {
        steps_.clear();
        fs::path include;
        for (const Library& library : request_.libraries) {
            for (const Input& input : library.inputs) {
                include = input.cuda.has_parent_path() ? input.cuda.parent_path() : ".";
                add_compiling(library, input, include);
            }
            add_steps(compile_linked(request_.toolchain, library, folder_.path(), include));
        }
        if (request_.toolchain.target == Target::Cpu && !kept_.take_runtime(runtime_object())) {
            const fs::path source = folder_.path() / "pycu_host.cpp";
            if (write_if_changed(source, embedded::text("runtime/pycu_host.cpp")).ok()) {
                add_step(compile_command(request_.toolchain, source, runtime_object(), include),
                         source);
            }
        }
    }

    void plan_linking() {
        steps_.clear();
        for (const Library& library : request_.libraries) {
            if (!makes_libraries()) {
                break;
            }
            std::vector<fs::path> objects = objects_of(library);
            if (request_.toolchain.target == Target::Cpu) {
                objects.push_back(runtime_object());
            }
            if (is_device_linked(library)) {
                objects.push_back(device_linked(library));
            }
            add_step(
                link_command(request_.toolchain, objects, linked(library), !library.linked.empty()),
                {});
        }
    }

    /// What ptxas printed about each text; one of several cubins was compiled several times.
    void read_reports() {
        std::map<fs::path, std::string> printed;
        for (const Step& step : steps_) {
            printed[step.source] += read_file(step.output).text;
        }
        for (const auto& [source, text] : printed) {
            result_.entries[source] = read_ptxas(text);
        }
    }

    /// Runs the steps, as many at once as the request says, and reports the first that fails.
    Outcome run_steps() {
        std::size_t started = 0;
        Outcome outcome = Outcome::Built;
        begun_texts_ = 0;
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            while (started < steps_.size() && started < i + at_once() &&
                   outcome == Outcome::Built && !interrupted()) {
                begin(steps_[started++]);
            }
            if (i >= started) {
                break;
            }
            const Outcome one = finish(steps_[i]);
            outcome = outcome == Outcome::Built ? one : outcome;
        }
        if (begun_texts_ > 0 && request_.terminal != nullptr) {
            *request_.terminal << clear_line << std::flush;
        }
        return interrupted() ? Outcome::Interrupted : outcome;
    }

    /// Writes over the line on the terminal: `[3/12] heat.cu`.
    void show(const Step& step) {
        const auto is_text = [](const Step& one) { return !one.source.empty(); };
        if (request_.terminal != nullptr && is_text(step)) {
            const auto texts = std::ranges::count_if(steps_, is_text);
            begun_texts_ = std::min(begun_texts_ + 1, texts);  // one may begin a second time
            *request_.terminal << clear_line << '[' << begun_texts_ << '/' << texts << "] "
                               << step.source.filename().string() << std::flush;
        }
    }

    void begin(Step& step) {
        show(step);
        if (request_.log != nullptr) {
            *request_.log << to_text(step.command) << '\n' << std::flush;
        }
        step.process = start(step.command, step.output);
    }

    Outcome finish(Step& step) {
        if (step.process.id < 0 && step.is_optional) {
            return Outcome::Built;
        }
        if (step.process.id < 0) {
            sink_.report<diag::Code::CompilerFailed>(step.command[0]).note(step.process.error);
            return Outcome::CompilerFailed;
        }
        step.code = wait(step.process);
        if (step.code > 0 && !step.plain.empty()) {
            return finish_without_first(step);
        }
        if (step.code < 0) {
            return Outcome::Interrupted;
        }
        if (step.code == 0 || step.is_optional) {
            return Outcome::Built;
        }
        const std::string program = fs::path(step.command[0]).filename().string();
        return report({program, step.linked, read_file(step.output).text, step.code}, request_,
                      sink_);
    }

    /// A compiled header may be damaged, or another compiler's, and another library than libstdc++
    /// may be in use: the text is compiled as it stands.
    Outcome finish_without_first(Step& step) {
        step.command = std::exchange(step.plain, {});
        begin(step);
        const Outcome outcome = finish(step);
        if (outcome == Outcome::Built) {
            kept_.drop(step.first);
        }
        return outcome;
    }

    Outcome move_into_place(const fs::path& linked, const fs::path& library) {
        const ReadResult bytes = read_file(linked);
        const WriteResult written = bytes.ok() ? write_if_changed(library, bytes.text)
                                               : WriteResult{{}, linked, bytes.error};
        if (!written.ok()) {
            sink_.report<diag::Code::CannotWrite>(library.string(), written.error);
            return Outcome::CannotWrite;
        }
        if (makes_libraries() && !request_.toolchain.is_static) {
            std::error_code ignored;
            fs::permissions(library,
                            fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                            fs::perm_options::add, ignored);
        }
        return Outcome::Built;
    }

    const Request& request_;
    diag::Sink& sink_;
    const Kept kept_;
    TemporaryFolder folder_;
    std::vector<Step> steps_;
    std::map<fs::path, fs::path> compiled_preludes_;  // and where this build compiles them
    std::ptrdiff_t begun_texts_ = 0;                  // of these steps
    Result result_;
};

}  // namespace

Result build(const Request& request, diag::Sink& sink) {
    return Builder(request, sink).run();
}

}  // namespace pycu::build
