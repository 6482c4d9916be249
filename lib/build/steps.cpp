// Starts compilers and waits for them. See steps.h.
#include "build/steps.h"

#include <algorithm>
#include <ostream>
#include <string>
#include <thread>
#include <utility>

#include "build/failure.h"
#include "support/files.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

constexpr const char* clear_line = "\r\033[K";

}  // namespace

Steps::Steps(const Request& request, const Kept& kept, fs::path folder, diag::Sink& sink)
    : request_(request), kept_(kept), folder_(std::move(folder)), sink_(sink) {}

Step& Steps::add(Command command, const fs::path& source, const Linked* linked) {
    const std::string log = std::to_string(steps_.size()) + ".txt";
    return steps_.emplace_back(Step{std::move(command), folder_ / log, source, linked});
}

std::size_t Steps::at_once() const {
    return request_.jobs != 0 ? request_.jobs : std::max(1U, std::thread::hardware_concurrency());
}

Outcome Steps::run() {
    std::size_t started = 0;
    Outcome outcome = Outcome::Built;
    begun_texts_ = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
        while (started < steps_.size() && started < i + at_once() && outcome == Outcome::Built &&
               !interrupted()) {
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
void Steps::show(const Step& step) {
    const auto is_text = [](const Step& one) { return !one.source.empty(); };
    if (request_.terminal != nullptr && is_text(step)) {
        const auto texts = std::ranges::count_if(steps_, is_text);
        begun_texts_ = std::min(begun_texts_ + 1, texts);  // one may begin a second time
        *request_.terminal << clear_line << '[' << begun_texts_ << '/' << texts << "] "
                           << step.source.filename().string() << std::flush;
    }
}

void Steps::begin(Step& step) {
    show(step);
    if (request_.log != nullptr) {
        *request_.log << to_text(step.command) << '\n' << std::flush;
    }
    step.process = start(step.command, step.output);
}

Outcome Steps::finish(Step& step) {
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
    return report({program, step.linked, read_file(step.output).text, step.code}, request_, sink_);
}

/// A compiled header may be damaged, or another compiler's, and another library than libstdc++
/// may be in use: the text is compiled as it stands.
Outcome Steps::finish_without_first(Step& step) {
    step.command = std::exchange(step.plain, {});
    begin(step);
    const Outcome outcome = finish(step);
    if (outcome == Outcome::Built) {
        kept_.drop(step.first);
    }
    return outcome;
}

}  // namespace pycu::build
