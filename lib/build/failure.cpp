// Lines of the texts that compilers complain about. See failure.h.
#include "build/failure.h"

#include <algorithm>

#include "build/compiler_output.h"
#include "support/text.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

/// One failure, and what is known of the texts.
class Report {
  public:
    Report(const Failure& failure, const Request& request, diag::Sink& sink)
        : failure_(failure), request_(request), sink_(sink) {}

    Outcome report() {
        const std::string& program = failure_.program;
        if (failure_.linked != nullptr) {
            diag::Diagnostic& refused = sink_.report<diag::Code::LinkedCodeRefused>(
                failure_.linked->range, program, failure_.linked->name);
            refused.note(first_lines());
            return Outcome::CompilerFailed;
        }
        bool ours = false;
        for (const Complaint& complaint : read_errors(failure_.output)) {
            const fs::path file = fs::path(complaint.file).filename();
            const auto is_text = [&](const Input& one) { return one.cuda.filename() == file; };
            if (const Input* input = find_input(is_text)) {
                report_line(input->lines, file, complaint);
                ours = true;
            } else if (const IncludedText* text = find_included(file.string())) {
                report_line(text->lines, file, complaint);
                ours = true;
            } else if (const NamedLines* named = find_lines(complaint.file)) {
                report_line(named->lines, named->name, complaint);
                ours = true;
            }
        }
        if (ours) {
            return Outcome::TextRefused;
        }
        if (sink_.has_errors()) {
            return Outcome::CompilerFailed;  // the first failure says it all
        }
        diag::Diagnostic& failed = sink_.report<diag::Code::CompilerFailed>(program);
        failed.note(first_lines());
        return Outcome::CompilerFailed;
    }

  private:
    /// The text of that name which another one includes.
    const IncludedText* find_included(const std::string& name) const {
        const IncludedText* found = nullptr;
        find_input([&](const Input& input) {
            const auto text = std::ranges::find(input.included, name, &IncludedText::name);
            found = text == input.included.end() ? found : &*text;
            return found != nullptr;
        });
        return found;
    }

    /// The first text for which something holds.
    const Input* find_input(const auto& holds) const {
        for (const Library& library : request_.libraries) {
            const auto found = std::ranges::find_if(library.inputs, holds);
            if (found != library.inputs.end()) {
                return &*found;
            }
        }
        return nullptr;
    }

    /// What line directives of the texts call by a name.
    const NamedLines* find_lines(const std::string& name) const {
        const NamedLines* found = nullptr;
        find_input([&](const Input& one) {
            const auto lines = std::ranges::find(one.sources, name, &NamedLines::name);
            found = lines != one.sources.end() ? &*lines : nullptr;
            return found != nullptr;
        });
        return found;
    }

    void report_line(const std::vector<Range>& lines, const fs::path& file,
                     const Complaint& complaint) {
        const std::size_t line = complaint.line - 1;
        const Range range = line < lines.size() ? lines[line] : Range{};
        diag::Diagnostic& refused =
            sink_.report<diag::Code::GeneratedText>(range, failure_.program);
        refused.placed = range.end > range.begin;
        refused.note(file.string() + ':' + std::to_string(complaint.line) + ": " +
                     complaint.message);
        refused.help("this is a mistake in pycu; please report it with the source");
    }

    /// The beginning of what a compiler printed.
    std::string first_lines() const {
        constexpr std::size_t limit = 2000;
        std::string text(trim(std::string_view(failure_.output).substr(0, limit)));
        return text.empty() ? "exit code " + std::to_string(failure_.code) + ", nothing printed"
                            : text;
    }

    const Failure& failure_;
    const Request& request_;
    diag::Sink& sink_;
};

}  // namespace

Outcome report(const Failure& failure, const Request& request, diag::Sink& sink) {
    return Report(failure, request, sink).report();
}

}  // namespace pycu::build
