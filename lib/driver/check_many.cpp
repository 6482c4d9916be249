// Checks sources in processes of their own. Not in threads: a process keeps its files and messages
// to itself, gives no memory back, and a signal ends it alone. See check_many.h.
#include "driver/check_many.h"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <istream>
#include <ostream>
#include <sstream>
#include <thread>
#include <unordered_set>

#include "build/process.h"
#include "diag/render.h"
#include "driver/analysis.h"
#include "driver/outputs.h"
#include "driver/told.h"

namespace pycu::driver {

using diag::Diagnostic;
using diag::Severity;

namespace {

// ---- The work of one process.

/// What a sink has collected of one source. Which other files were read, and when, is no matter.
Told told_of(const diag::Sink& sink, const std::string& source, const Files& files,
             const Options& options, bool has_color) {
    Told told;
    std::vector<Diagnostic> shown = sink.sorted();
    const auto key = [&](const Diagnostic& one) {
        const std::string path = one.placed ? files[one.range.file].path() : "";
        return std::tuple(one.placed, path != source, path);
    };
    std::ranges::stable_sort(shown, {}, key);
    for (const Diagnostic& one : shown) {
        const bool is_error = one.severity == Severity::Error;
        if (is_error || !options.quiet) {
            told.messages.push_back({is_error, rendered(one, files, options.format, has_color)});
        }
    }
    told.code = exit_code(sink, files);
    return told;
}

/// Checks those of the sources whose turn it is, and hands over what is told of each.
template <class HandOver>
void check_each(const Options& options, std::size_t first, std::size_t step, const Streams& streams,
                HandOver&& hand_over) {
    Options own = options;
    own.sources.clear();
    if (own.among.empty()) {
        own.among = options.sources;
    }
    for (std::size_t i = first; i < options.sources.size(); i += step) {
        own.sources.push_back(options.sources[i]);
    }
    Files files;
    diag::Sink reading(options.warnings);
    Inputs inputs = read_inputs(own, streams.in, files, reading);
    ReadModules read(inputs.sources);
    std::size_t at = 0, input = 0;
    for (std::size_t i = 0; i < own.sources.size() && !build::interrupted(); ++i) {
        diag::Sink sink(options.warnings);
        for (; at < inputs.told[i]; ++at) {
            sink.add(reading.all()[at]);
        }
        std::ostringstream notes;
        const Streams noted{streams.in, streams.out, notes, streams.err_is_terminal};
        KernelCounts counts;
        std::vector<std::string> paths;
        const std::string path = own.sources[i] == "-" ? "<stdin>" : own.sources[i];
        if (input < inputs.sources.size() && inputs.sources[input].source->path() == path) {
            Input& one = inputs.sources[input++];
            if (const auto module =
                    analyze_source(one, inputs, options, files, read, noted, sink)) {
                tell_of_module(one, *module, options, noted, sink);
                counts = counted_kernels(*module);
            }
            paths = one.dependencies();
        }
        Told told = told_of(sink, path, files, options, wants_color(options, streams));
        told.notes = notes.str();
        told.counts = counts;
        told.read = std::move(paths);
        hand_over(first + i * step, std::move(told));
    }
}

bool write_all_bytes(int to, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(to, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(written > 0 ? std::size_t(written) : 0);
    }
    return true;
}

// ---- All of them.

class SideBySide {
  public:
    SideBySide(const Options& options, const Streams& streams)
        : options_(options), streams_(streams), told_(options.sources.size()) {}

    int run(std::vector<std::string>& read) {
        const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
        const std::size_t most = options_.jobs != 0 ? options_.jobs : processors;
        const std::size_t count = std::min(most, options_.sources.size());
        bool is_sound = true;
        if (count == 1) {
            check_each(options_, 0, 1, streams_,
                       [&](std::size_t index, Told told) { take(index, std::move(told)); });
        } else {
            is_sound = start(count) && receive();
        }
        clear_progress();
        if (build::interrupted()) {
            streams_.err << "pycu: interrupted\n";
            return Interrupted;
        }
        for (const Told& told : told_) {
            read.insert(read.end(), told.read.begin(), told.read.end());
        }
        return is_sound ? print() : InternalError;
    }

  private:
    struct Worker {
        pid_t id = -1;
        int from = -1;
        std::string bytes;
    };

    bool start(std::size_t count) {
        streams_.out.flush();
        streams_.err.flush();
        for (std::size_t i = 0; i < count; ++i) {
            int ends[2];
            if (::pipe(ends) != 0) {
                return fail("no pipe could be made");
            }
            const pid_t id = ::fork();
            if (id < 0) {
                return fail("no process could be made");
            }
            if (id == 0) {
                ::close(ends[0]);
                check_each(options_, i, count, streams_, [&](std::size_t index, const Told& told) {
                    if (!write_all_bytes(ends[1], to_bytes(index, told))) {
                        ::_exit(InternalError);
                    }
                });
                ::_exit(Fine);
            }
            ::close(ends[1]);
            workers_.push_back({id, ends[0], {}});
        }
        return true;
    }

    bool fail(const std::string& why) {
        streams_.err << "pycu: " << why << ": " << std::strerror(errno) << '\n';
        end_all();
        return false;
    }

    void end_all() {
        for (Worker& one : workers_) {
            ::kill(one.id, SIGTERM);
            ::waitpid(one.id, nullptr, 0);
            ::close(one.from);
        }
        workers_.clear();
    }

    /// Takes what the processes send until all have ended.
    bool receive() {
        while (!workers_.empty()) {
            std::vector<pollfd> ends;
            for (const Worker& one : workers_) {
                ends.push_back({one.from, POLLIN, 0});
            }
            if (::poll(ends.data(), ends.size(), -1) < 0 && errno != EINTR) {
                return fail("poll");
            }
            if (build::interrupted()) {
                end_all();
                return true;
            }
            for (std::size_t i = ends.size(); i-- > 0;) {
                if (ends[i].revents != 0 && !read_some(workers_[i])) {
                    if (!finish(workers_[i])) {
                        return false;
                    }
                    workers_.erase(workers_.begin() + std::ptrdiff_t(i));
                }
            }
        }
        return true;
    }

    /// False at the end.
    bool read_some(Worker& worker) {
        char buffer[1 << 16];
        const ssize_t got = ::read(worker.from, buffer, sizeof buffer);
        if (got <= 0) {
            return got < 0 && errno == EINTR;
        }
        worker.bytes.append(buffer, std::size_t(got));
        while (auto whole = take_from_bytes(worker.bytes)) {
            take(whole->first, std::move(whole->second));
        }
        return true;
    }

    bool finish(Worker& worker) {
        int status = 0;
        ::close(worker.from);
        while (::waitpid(worker.id, &status, 0) < 0 && errno == EINTR) {
        }
        if (status == 0 || build::interrupted()) {
            return true;
        }
        clear_progress();
        streams_.err << "pycu: a check ended before its end, with "
                     << (WIFSIGNALED(status) ? "signal " : "exit code ")
                     << (WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status))
                     << "; -j 1 shows which\n";
        worker.id = -1;
        std::erase_if(workers_, [](const Worker& one) { return one.id < 0; });
        end_all();
        return false;
    }

    void take(std::size_t index, Told told) {
        told_[index] = std::move(told);
        ++done_;
        if (has_progress(options_, streams_)) {
            streams_.err << "\r\033[K[" << done_ << '/' << told_.size() << "] "
                         << options_.sources[index] << std::flush;
        }
    }

    void clear_progress() {
        if (done_ > 0 && has_progress(options_, streams_)) {
            streams_.err << "\r\033[K" << std::flush;
        }
    }

    int print() {
        std::unordered_set<std::string_view> known;
        std::vector<Diagnostic> counted;  // for their severities
        std::size_t errors = 0;
        KernelCounts counts;
        int code = Fine;
        bool is_full = false;
        for (const Told& told : told_) {
            streams_.err << told.notes;
            for (const Told::Message& one : told.messages) {
                if (!known.insert(one.text).second) {
                    continue;
                }
                errors += one.is_error ? 1 : 0;
                is_full |= options_.error_limit != 0 && errors > options_.error_limit;
                streams_.err << (is_full ? "" : one.text);
                Diagnostic& counting = counted.emplace_back();
                counting.severity = one.is_error ? Severity::Error : Severity::Warning;
            }
            counts += told.counts;
            code = std::max(code, told.code);
        }
        print_count(counted, is_full, options_, streams_);
        print_summary(counts, options_, streams_);
        return code;
    }

    const Options& options_;
    const Streams& streams_;
    std::vector<Told> told_;
    std::vector<Worker> workers_;
    std::size_t done_ = 0;
};

}  // namespace

bool are_side_by_side(const Options& options) {
    const bool is_document =
        options.format == DiagnosticFormat::Gitlab || options.format == DiagnosticFormat::Sarif;
    return options.command == Command::Check && options.sources.size() > 1 && !is_document;
}

int check_side_by_side(const Options& options, const Streams& streams,
                       std::vector<std::string>& read) {
    return SideBySide(options, streams).run(read);
}

}  // namespace pycu::driver
