// Edits of messages, round by round. See fix.h.
#include "driver/fix.h"

#include <algorithm>
#include <map>
#include <ostream>

#include "diag/apply_edits.h"
#include "driver/outputs.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::driver {

namespace {

/// An edit may show the next mistake; more rounds than this would be a mistake of ours.
constexpr int most_rounds = 10;

/// A text that is to be written, and how many messages it answers.
struct Fixed {
    std::string before;
    std::string text;
    std::size_t count = 0;
};

using AllFixed = std::map<std::string, Fixed>;

/// One round: the texts after the edits of a check. False when there are none.
bool apply(const Checked& checked, const Options& options, AllFixed& fixed) {
    const std::vector<diag::Diagnostic> shown = checked.sink.sorted();
    bool has_changed = false;
    for (std::size_t i = 0; i < checked.files.size(); ++i) {
        const SourceFile& file = checked.files[static_cast<std::uint16_t>(i)];
        if (std::ranges::count(checked.sources, file.path()) == 0 || !file.cells().empty()) {
            continue;
        }
        const auto known = fixed.find(file.path());
        const std::string now =
            known != fixed.end() ? known->second.text : read_file(file.path()).text;
        if (std::string_view(now).substr(std::min<std::size_t>(now.size(), file.skipped_bytes())) !=
            file.text()) {
            continue;  // another copy of it was analyzed, or it has changed meanwhile
        }
        diag::Edited edited = diag::apply_edits(shown, file, now, options.unsafe_fixes);
        if (edited.text == now) {
            continue;
        }
        Fixed& one = fixed.try_emplace(file.path(), Fixed{now, {}, 0}).first->second;
        one.text = std::move(edited.text);
        one.count += edited.count;
        has_changed = true;
    }
    return has_changed;
}

/// The edits of a check that are not safe.
std::size_t count_unsafe(const Checked& checked) {
    std::size_t count = 0;
    for (const diag::Diagnostic& one : checked.sink.sorted()) {
        count += std::size_t(std::ranges::count(one.edits, false, &diag::Edit::is_safe));
    }
    return count;
}

void show(const AllFixed& fixed, bool diff, std::ostream& out) {
    for (const auto& [path, one] : fixed) {
        if (diff) {
            out << unified_diff(one.before, one.text, path, path);
        } else {
            out << path << ": " << counted(one.count, "mistake") << " fixed\n";
        }
    }
}

}  // namespace

int fix(Options options, const Streams& streams) {
    options.command = Command::Check;
    options.write_signatures = false;
    AllFixed fixed;
    Checked checked = check(options, streams);
    for (int round = 0; apply(checked, options, fixed); ++round) {
        if (round == most_rounds) {
            print_note("edits that come to no end: nothing is written", options, streams);
            fixed.clear();
            options.texts.clear();
            checked = check(options, streams);
            break;
        }
        for (const auto& [path, one] : fixed) {
            options.texts[path] = one.text;
        }
        checked = check(options, streams);
    }
    std::vector<FileText> files;
    for (const auto& [path, one] : fixed) {
        files.push_back({path, one.text});
    }
    if (!options.diff) {
        const WriteResult written = write_if_changed(files);
        if (!written.ok()) {
            checked.sink.report<diag::Code::CannotWrite>(written.failed.string(), written.error);
            fixed.clear();
        }
    }
    show(fixed, options.diff, streams.out);
    if (const std::size_t more = count_unsafe(checked); more > 0 && !options.unsafe_fixes) {
        print_note("--unsafe writes " + counted(more, "edit") + " more, which may not be meant",
                   options, streams);
    }
    print_diagnostics(checked.sink, checked.files, options, streams);
    return exit_code(checked.sink, checked.files);
}

}  // namespace pycu::driver
