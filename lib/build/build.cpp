// Runs the compiler in a temporary folder and moves the libraries into place when all went well.
#include "build/build.h"

#include <algorithm>

#include "build/apart.h"
#include "build/compiler_output.h"
#include "build/kept.h"
#include "build/linked.h"
#include "build/steps.h"
#include "build/temporary_folder.h"
#include "support/files.h"
#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

/// One build: its steps and what they came to.
class Builder {
  public:
    /// `whole`: nvcc compiles every text whole.
    Builder(const Request& request, bool whole, diag::Sink& sink)
        : request_(request),
          is_whole_(whole),
          sink_(sink),
          kept_(request.cache, request.toolchain),
          steps_(request, kept_, folder_.path(), sink) {}

    /// Whether some device code is compiled apart from what launches it.
    bool compiles_apart() const {
        return std::ranges::any_of(request_.libraries, [&](const Library& library) {
            return std::ranges::any_of(
                library.inputs, [&](const Input& input) { return is_apart(library, input); });
        });
    }

    Result run() {
        if (folder_.path().empty()) {
            sink_.report<diag::Code::CannotWrite>("the temporary folder",
                                                  std::string_view("it cannot be made"));
            return {Outcome::CannotWrite, {}};
        }
        plan_extracting();
        plan_preludes(worth_waiting);
        result_.outcome = steps_.run();
        if (result_.outcome == Outcome::Built) {
            keep_preludes();
            plan_compiling();
            plan_preludes(1);
            result_.outcome = steps_.run();
        }
        if (result_.outcome == Outcome::Built) {
            keep_preludes();
            kept_.keep_runtime(runtime_object());
            if (request_.toolchain.target == Target::Cuda) {
                read_reports();
            }
            plan_device_linking();
            plan_codes();
            result_.outcome = steps_.run();
        }
        if (result_.outcome == Outcome::Built) {
            plan_linking();
            result_.outcome = steps_.run();
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

    bool is_apart(const Library& library, const Input& input) const {
        return !is_whole_ && build::is_apart(request_.toolchain, library, input);
    }

    bool makes_libraries() const { return request_.toolchain.product == Product::Library; }

    void add_steps(const std::vector<LinkedStep>& steps) {
        for (const LinkedStep& one : steps) {
            steps_.add(one.command, {}, one.linked);
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
            if (is_apart(library, input)) {
                objects.push_back(beside(input.cuda, "-code.o"));
            }
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

    fs::path device_linked(const Library& library) const {
        return folder_.path() / (library.path.stem().string() + "-devices.o");
    }

    void plan_device_linking() {
        steps_.clear();
        for (const Library& library : request_.libraries) {
            if (is_device_linked(library)) {
                steps_.add(device_link_command(request_.toolchain, objects_of(library),
                                               device_linked(library)),
                           {});
            }
        }
    }

    fs::path object(const fs::path& source) const {
        return folder_.path() / (source.stem().string() + ".o");
    }

    /// Another file of a module; no module's object has a name with a dash.
    fs::path beside(const fs::path& source, const char* ending) const {
        return folder_.path() / (source.stem().string() + ending);
    }

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
                        Step& step = steps_.add(
                            precompile_command(request_.toolchain, prelude, compiled), {});
                        step.is_optional = true;
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
        return is_said ? 0 : std::min(steps_.at_once() / texts, toolchain.architectures.size());
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
        const bool is_alone = is_apart(library, input);
        if (is_alone) {
            toolchain.product = Product::Fatbin;
            add_launcher(input, include);
        }
        const fs::path to = is_alone            ? beside(input.cuda, "-code.fatbin")
                            : makes_libraries() ? object(input.cuda)
                                                : linked(library);
        const Command plain = compile_command(toolchain, input.cuda, to, include);
        const fs::path first = header_in_front(input.cuda);
        if (first.empty()) {
            steps_.add(plain, input.cuda);
            return;
        }
        Command quick = with_first(toolchain, plain, first);
        if (const std::size_t threads = threads_for(toolchain); threads > 1) {
            quick.insert(quick.begin() + 1, {"--threads", std::to_string(threads)});
        }
        Step& step = steps_.add(quick, input.cuda);
        step.first = first;
        step.plain = plain;
    }

    /// Compiles how the kernels of a text are launched, while nvcc compiles the kernels.
    void add_launcher(const Input& input, const fs::path& include) {
        const fs::path source = beside(input.cuda, "-launcher.cpp");
        (void)write_if_changed(source, input.launcher);  // a compiler that finds none says so
        steps_.add(launcher_command(request_.toolchain, source, object(input.cuda), include), {});
    }

    /// Puts device code that was compiled alone into objects, under the names that nvcc has given
    /// its kernels.
    void plan_codes() {
        for (const Library& library : request_.libraries) {
            for (const Input& input : library.inputs) {
                if (is_apart(library, input)) {
                    const fs::path source = beside(input.cuda, "-code.cpp");
                    const std::string text =
                        code_text(beside(input.cuda, "-code.fatbin"), result_.entries[input.cuda]);
                    (void)write_if_changed({{source, text}, code_header(folder_.path())});
                    steps_.add(
                        host_command(request_.toolchain, source, beside(input.cuda, "-code.o")),
                        {});
                }
            }
        }
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
                steps_.add(compile_command(request_.toolchain, source, runtime_object(), include),
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
            steps_.add(
                link_command(request_.toolchain, objects, linked(library), !library.linked.empty()),
                {});
        }
    }

    /// What ptxas printed about each text; one of several cubins was compiled several times.
    void read_reports() {
        std::map<fs::path, std::string> printed;
        for (const Step& step : steps_.all()) {
            printed[step.source] += read_file(step.output).text;
        }
        for (const auto& [source, text] : printed) {
            result_.entries[source] = read_ptxas(text);
        }
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
    const bool is_whole_;
    diag::Sink& sink_;
    const Kept kept_;
    TemporaryFolder folder_;
    Steps steps_;
    std::map<fs::path, fs::path> compiled_preludes_;  // and where this build compiles them
    Result result_;
};

}  // namespace

Result build(const Request& request, diag::Sink& sink) {
    diag::Sink apart;
    Builder builder(request, false, apart);
    const Result result = builder.run();
    const bool is_refused =
        result.outcome == Outcome::CompilerFailed || result.outcome == Outcome::TextRefused;
    if (is_refused && builder.compiles_apart()) {
        // nvcc alone says what is wrong with a text, and may take what another compiler does not
        return Builder(request, true, sink).run();
    }
    sink.take(apart);
    return result;
}

}  // namespace pycu::build
