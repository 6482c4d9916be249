// Diagnostics on the error stream.
#include <algorithm>
#include <cstdlib>
#include <ostream>

#include "diag/render.h"
#include "driver/outputs.h"

namespace pycu::driver {

using diag::Code;
using diag::Diagnostic;
using diag::Severity;

static bool wants_color(const Options& options, const Streams& streams) {
    if (options.color != Color::Auto) {
        return options.color == Color::Always;
    }
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    const bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
    return streams.err_is_terminal && (no_color == nullptr || *no_color == '\0') && !dumb;
}

void print_diagnostics(const diag::Sink& sink, const Files& files, const Options& options,
                       const Streams& streams) {
    const std::vector<Diagnostic> shown = sink.sorted();
    const bool json = options.format == DiagnosticFormat::Json;
    const bool color = wants_color(options, streams);
    unsigned errors = 0;
    for (const Diagnostic& one : shown) {
        errors += one.severity == Severity::Error ? 1 : 0;
        if (options.error_limit != 0 && errors > options.error_limit) {
            break;
        }
        streams.err << (json ? diag::render_json(one, files)
                             : diag::render_text(one, files, color));
    }
    if (json || shown.empty()) {
        return;
    }
    streams.err << diag::summary(shown);
    if (options.error_limit != 0 && errors > options.error_limit) {
        streams.err << "; the first " << options.error_limit << " are shown (--error-limit)";
    }
    streams.err << '\n' << std::flush;
}

/// Whether a diagnostic is about the command line or a configuration file.
static bool is_about_configuration(const Diagnostic& one, const Files& files) {
    if (one.code == Code::Usage || one.code == Code::WrongTarget) {
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
