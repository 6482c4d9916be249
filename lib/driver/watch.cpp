// Asks for the times of files, five times a second. See watch.h.
#include "driver/watch.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <ostream>
#include <thread>

#include "build/process.h"
#include "driver/source_files.h"
#include "support/text.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds pause{200};
/// Folders are looked through for new files once in so many pauses.
constexpr int pauses_between_walks = 5;

using Times = std::map<std::string, fs::file_time_type>;

/// When each file was written; one that is not there has the least time.
Times times_of(const std::vector<std::string>& paths) {
    Times times;
    for (const std::string& path : paths) {
        std::error_code error;
        const fs::file_time_type time = fs::last_write_time(path, error);
        times[path] = error ? fs::file_time_type::min() : time;
    }
    return times;
}

/// The sources that folders and patterns have now.
std::vector<std::string> sources_of(Options options) {
    diag::Sink told_elsewhere;
    find_sources(options, told_elsewhere);
    return options.sources;
}

/// What has changed since a round began; empty where that was interrupted.
std::string wait_for_change(const Options& options, const std::vector<std::string>& read,
                            const std::vector<std::string>& sources, fs::file_time_type began) {
    const Times before = times_of(read);
    const auto late =
        std::ranges::find_if(before, [&](const auto& one) { return one.second > began; });
    if (late != before.end()) {
        return late->first;
    }
    for (int pauses = 1; !build::interrupted(); ++pauses) {
        std::this_thread::sleep_for(pause);
        for (const auto& [path, time] : times_of(read)) {
            if (time != before.at(path)) {
                return path;
            }
        }
        if (pauses % pauses_between_walks == 0 && sources_of(options) != sources) {
            return "the list of sources";
        }
    }
    return "";
}

}  // namespace

int watch(const Options& options, const Streams& streams, const Round& round) {
    build::catch_interrupts();
    const bool tells = !options.quiet && options.format == DiagnosticFormat::Text;
    while (!build::interrupted()) {
        const fs::file_time_type began = fs::file_time_type::clock::now();
        const std::vector<std::string> sources = sources_of(options);
        std::vector<std::string> read = sources;
        const int code = round(read);
        if (code == Interrupted) {
            return Interrupted;  // which is told
        }
        std::ranges::sort(read);
        read.erase(std::unique(read.begin(), read.end()), read.end());
        if (tells) {
            streams.err << "pycu: exit code " << code << ", " << counted(read.size(), "file")
                        << " watched\n"
                        << std::flush;
        }
        streams.out << std::flush;
        const std::string changed = wait_for_change(options, read, sources, began);
        if (tells && !changed.empty()) {
            streams.err << "pycu: " << changed << " changed\n" << std::flush;
        }
    }
    streams.err << "pycu: interrupted\n";
    return Interrupted;
}

}  // namespace pycu::driver
