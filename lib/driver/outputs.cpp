// Comparing and writing.
#include "driver/outputs.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <set>
#include <vector>

#include "build/runtime.h"
#include "diag/render.h"
#include "driver/cmake_words.h"
#include "driver/module_name.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

bool print_stale(const std::vector<FileText>& files, std::ostream& out) {
    bool fresh = true;
    for (const FileText& file : files) {
        const ReadResult old = read_file(file.path);
        if (!old.ok() || old.text != file.text) {
            out << (old.ok() ? "stale: " : "missing: ") << file.path.string() << '\n';
            fresh = false;
        }
    }
    return fresh;
}

void print_diff(const std::vector<FileText>& files, std::ostream& out) {
    for (const FileText& file : files) {
        const ReadResult old = read_file(file.path);
        const std::string name = file.path.string();
        out << unified_diff(old.text, file.text, old.ok() ? name : "/dev/null", name);
    }
}

bool write_all(const std::string& folder, const std::vector<FileText>& files, diag::Sink& sink) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error && !is_folder(folder)) {
        sink.report<diag::Code::CannotWrite>(folder, error.message());
        return false;
    }
    const WriteResult written = write_if_changed(files);
    if (!written.ok()) {
        sink.report<diag::Code::CannotWrite>(written.failed.string(), written.error);
    }
    return written.ok();
}

/// A path as make reads it.
static std::string escape(const std::string& path) {
    std::string text;
    for (const char c : path) {
        text += c == ' ' || c == '#' || c == '\\' ? "\\" : c == '$' ? "$" : "";
        text += c;
    }
    return text;
}

FileText depfile(const Options& options, const std::vector<Input>& inputs,
                 const std::vector<std::string>& linked, const std::string& default_target,
                 const std::string& default_path) {
    std::string text =
        options.depfile_target.empty() ? escape(default_target) : escape(options.depfile_target);
    text += ':';
    std::set<std::string> seen;
    const auto add = [&](const std::vector<std::string>& paths) {
        for (const std::string& path : paths) {
            if (seen.insert(path).second) {
                text += " \\\n  " + escape(path);
            }
        }
    };
    for (const Input& input : inputs) {
        add(input.dependencies());
    }
    add(linked);
    text += '\n';
    return {options.depfile_path.empty() ? default_path : options.depfile_path, text};
}

std::string printed_text(const emit::Unit& unit) {
    const auto include = [&](const char* ending) {
        return "#include \"" + unit.manifest.module + ending + "\"\n";
    };
    std::string launch = replace_all(unit.launch, include(".h"), unit.header);
    launch = replace_all(launch, include("_reduce.cu"), unit.reductions);
    launch = replace_all(launch, include("_cpu.cuh"), unit.cpu);
    return replace_all(unit.cuda, include("_launch.cuh"), launch);
}

// ---- The longest list of lines that two texts share, and hunks with three lines of context.

namespace {

/// Of a table with a cell for each pair of lines: beyond that the middle is replaced as a whole.
constexpr std::size_t most_cells = std::size_t{1} << 24U;
constexpr std::size_t context = 3;

/// One line of a diff: ' ' both, '-' before, '+' after.
struct Edit {
    char sign;
    std::string_view line;  // with its line end, if it has one
};

std::vector<std::string_view> lines_of(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1);
        lines.push_back(text.substr(0, end + 1));
        text.remove_prefix(end + 1);
    }
    return lines;
}

using Lines = std::vector<std::string_view>;

/// The edits between two lists of lines that share neither beginning nor end.
std::vector<Edit> middle_edits(const Lines& a, const Lines& b) {
    // shared[x, y]: how many lines a and b can share from a[x] and b[y] on
    const std::size_t width = b.size() + 1;
    const bool is_small = (a.size() + 1) * width <= most_cells;
    std::vector<std::uint32_t> shared(is_small ? (a.size() + 1) * width : 0);
    for (std::size_t x = a.size(); is_small && x-- > 0;) {
        for (std::size_t y = b.size(); y-- > 0;) {
            const std::size_t at = x * width + y;
            shared[at] = a[x] == b[y] ? shared[at + width + 1] + 1
                                      : std::max(shared[at + width], shared[at + 1]);
        }
    }
    std::vector<Edit> edits;
    std::size_t x = 0;
    std::size_t y = 0;
    while (x < a.size() || y < b.size()) {
        const std::size_t at = x * width + y;
        const bool has_both = x < a.size() && y < b.size();
        if (is_small && has_both && a[x] == b[y]) {
            edits.push_back({' ', a[x++]});
            ++y;
        } else if (x < a.size() &&
                   (!has_both || !is_small || shared[at + width] >= shared[at + 1])) {
            edits.push_back({'-', a[x++]});
        } else {
            edits.push_back({'+', b[y++]});
        }
    }
    return edits;
}

std::vector<Edit> edits_between(const Lines& a, const Lines& b) {
    const auto [first_a, first_b] = std::ranges::mismatch(a, b);
    std::size_t same_end = 0;
    while (a.end() - first_a > static_cast<std::ptrdiff_t>(same_end) &&
           b.end() - first_b > static_cast<std::ptrdiff_t>(same_end) &&
           a[a.size() - 1 - same_end] == b[b.size() - 1 - same_end]) {
        ++same_end;
    }
    const auto tail = static_cast<std::ptrdiff_t>(same_end);
    std::vector<Edit> edits;
    for (auto line = a.begin(); line != first_a; ++line) {
        edits.push_back({' ', *line});
    }
    const auto middle =
        middle_edits(Lines(first_a, a.end() - tail), Lines(first_b, b.end() - tail));
    edits.insert(edits.end(), middle.begin(), middle.end());
    for (auto line = a.end() - tail; line != a.end(); ++line) {
        edits.push_back({' ', *line});
    }
    return edits;
}

/// `12,3` as the head of a hunk counts lines.
std::string span_text(std::size_t before, std::size_t count) {
    const std::size_t first = count == 0 ? before : before + 1;
    return std::to_string(first) + (count == 1 ? "" : "," + std::to_string(count));
}

/// Prints the edits from `begin` to `end` as one hunk.
std::string hunk(const std::vector<Edit>& edits, std::size_t begin, std::size_t end) {
    std::size_t a_before = 0, b_before = 0, a_count = 0, b_count = 0;
    for (std::size_t i = 0; i < end; ++i) {
        (i < begin ? a_before : a_count) += edits[i].sign != '+' ? 1 : 0;
        (i < begin ? b_before : b_count) += edits[i].sign != '-' ? 1 : 0;
    }
    std::string text =
        "@@ -" + span_text(a_before, a_count) + " +" + span_text(b_before, b_count) + " @@\n";
    for (std::size_t i = begin; i < end; ++i) {
        text += edits[i].sign;
        text += edits[i].line;
        if (!edits[i].line.ends_with('\n')) {
            text += "\n\\ No newline at end of file\n";
        }
    }
    return text;
}

}  // namespace

std::string unified_diff(std::string_view before, std::string_view after,
                         std::string_view before_name, std::string_view after_name) {
    if (before == after) {
        return {};
    }
    const std::vector<Edit> edits = edits_between(lines_of(before), lines_of(after));
    std::string text =
        "--- " + std::string(before_name) + "\n+++ " + std::string(after_name) + '\n';
    std::size_t i = 0;
    while (true) {
        while (i < edits.size() && edits[i].sign == ' ') {
            ++i;
        }
        if (i == edits.size()) {
            return text;
        }
        const std::size_t begin = i - std::min(i, context);
        std::size_t end = i;  // behind the last change of this hunk
        while (i < edits.size() && i < end + 2 * context + 1) {
            end = edits[i].sign == ' ' ? end : i + 1;
            ++i;
        }
        end = std::min(end + context, edits.size());
        text += hunk(edits, begin, end);
        i = end;
    }
}

// ---- Diagnostics on the error stream.

using diag::Code;
using diag::Diagnostic;
using diag::Severity;

void print_paths(const Options& options, std::ostream& out) {
    const std::filesystem::path folder = options.output;
    for (const std::string& source : options.sources) {
        const std::string module = source == "-" ? "stdin_" : module_name(source);
        const std::string stem = options.module.empty() ? module : options.module;
        for (const char* extension : {".cu", ".h", ".json", "_launch.cuh"}) {
            out << (folder / (stem + extension)).string() << '\n';
        }
    }
    if (!options.no_runtime) {
        std::string includes = "#include \"pycu.h\"\n#include \"pycu_call.h\"\n";
        includes += options.debug ? "#include \"pycu_debug.h\"\n" : "";
        includes += options.host ? "#include \"pycu_function.h\"\n" : "";
        for (const FileText& file : build::runtime_headers({includes}, folder)) {
            out << file.path.string() << '\n';
        }
    }
}

/// Whether the error stream is a terminal that knows how to move.
static bool is_screen(const Streams& streams) {
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return streams.err_is_terminal && !dumb;
}

bool has_progress(const Options& options, const Streams& streams) {
    return is_screen(streams) && !options.verbose && !options.quiet &&
           options.format == DiagnosticFormat::Text;
}

bool wants_color(const Options& options, const Streams& streams) {
    if (options.color != Color::Auto) {
        return options.color == Color::Always;
    }
    const auto is_given = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return !is_given("NO_COLOR") && (is_given("FORCE_COLOR") || is_screen(streams));
}

/// The diagnostics that are shown: those up to the error limit.
static std::vector<Diagnostic> within_limit(std::vector<Diagnostic> shown, unsigned limit) {
    unsigned errors = 0;
    const auto is_over = [&](const Diagnostic& one) {
        errors += one.severity == Severity::Error ? 1 : 0;
        return limit != 0 && errors > limit;
    };
    shown.erase(std::ranges::find_if(shown, is_over), shown.end());
    return shown;
}

std::string rendered(const Diagnostic& one, const Files& files, DiagnosticFormat format,
                     bool color) {
    switch (format) {
        case DiagnosticFormat::Text:
            return diag::render_text(one, files, color);
        case DiagnosticFormat::Json:
            return diag::render_json(one, files);
        case DiagnosticFormat::Gcc:
            return diag::render_gcc(one, files);
        case DiagnosticFormat::Github:
            return diag::render_github(one, files);
        case DiagnosticFormat::Gitlab:
        case DiagnosticFormat::Sarif:
            break;
    }
    return {};
}

void print_count(const std::vector<Diagnostic>& all, bool is_cut, const Options& options,
                 const Streams& streams) {
    if (options.format != DiagnosticFormat::Text || all.empty()) {
        return;
    }
    streams.err << diag::summary(all);
    if (is_cut) {
        streams.err << "; the first " << options.error_limit << " are shown (--error-limit)";
    }
    streams.err << '\n';
}

void print_diagnostics(const diag::Sink& sink, const Files& files, const Options& options,
                       const Streams& streams) {
    std::vector<Diagnostic> all = sink.sorted();
    if (options.quiet) {
        std::erase_if(all, [](const Diagnostic& one) { return one.severity != Severity::Error; });
    }
    std::vector<Diagnostic> shown = within_limit(all, options.error_limit);
    if (options.for_cmake) {
        say_for_cmake(shown, files);
    }
    const bool color = wants_color(options, streams);
    for (const Diagnostic& one : shown) {
        streams.err << rendered(one, files, options.format, color);
    }
    std::error_code gone;  // the folder may be
    const fs::path here = fs::current_path(gone);
    if (options.format == DiagnosticFormat::Sarif) {
        streams.err << diag::render_sarif(shown, files, here);
    } else if (options.format == DiagnosticFormat::Gitlab) {
        streams.err << diag::render_gitlab(shown, files, here);
    }
    print_count(all, shown.size() < all.size(), options, streams);
    if (options.format == DiagnosticFormat::Text && !all.empty() && streams.err_is_terminal) {
        const auto first = std::ranges::find(all, Severity::Error, &Diagnostic::severity);
        const Diagnostic& one = first != all.end() ? *first : all.front();
        streams.err << "`pycu explain " << diag::code_name(one.code) << "` tells more\n";
    }
    streams.err << std::flush;
}

void print_note(const std::string& text, const Options& options, const Streams& streams) {
    const bool are_lines =
        options.format == DiagnosticFormat::Text || options.format == DiagnosticFormat::Gcc;
    if (are_lines && !options.quiet) {
        streams.err << "pycu: note: " << text << '\n';
    }
}

/// Whether a diagnostic is about the command line or a configuration file.
static bool is_about_configuration(const Diagnostic& one, const Files& files) {
    if (one.code == Code::Usage || one.code == Code::WrongTarget || one.code == Code::BadBindings) {
        return true;
    }
    const std::string& path = files.size() > 0 ? files[one.range.file].path() : std::string();
    return one.placed && (path == "--sig" || path == "--const" || path.ends_with(".toml"));
}

int exit_code(const diag::Sink& sink, const Files& files) {
    int code = Fine;
    for (const Diagnostic& one : sink.all()) {
        if (one.severity != Severity::Error) {
            continue;
        }
        if (one.code == Code::CannotWrite || one.code == Code::NoCompiler ||
            one.code == Code::CompilerFailed) {
            code = std::max<int>(code, EnvironmentError);
        } else if (one.code == Code::GeneratedText) {
            code = std::max<int>(code, InternalError);
        } else {
            code =
                std::max<int>(code, is_about_configuration(one, files) ? UsageError : InputErrors);
        }
    }
    return code;
}

}  // namespace pycu::driver
