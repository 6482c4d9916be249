// Runs of compilers, side by side. Private to the stage.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "build/build.h"
#include "build/kept.h"
#include "build/process.h"

namespace pycu::build {

/// One run of a compiler.
struct Step {
    Command command;
    std::filesystem::path output;      // what it printed
    std::filesystem::path source;      // the text it compiles, if it does
    const Linked* linked = nullptr;    // the code of others that it is about
    std::filesystem::path first = {};  // a header that only makes it faster
    Command plain = {};                // the same without what makes it faster
    bool is_optional = false;          // nothing is lost where it fails
    Process process = {};
    int code = 0;
};

/// Steps that do not wait for each other.
class Steps {
  public:
    /// What they print is written to files of the folder.
    Steps(const Request& request, const Kept& kept, std::filesystem::path folder, diag::Sink& sink);

    void clear() { steps_.clear(); }
    /// `source` is what a line on the terminal says, and what ptxas tells of; it may be empty.
    Step& add(Command command, const std::filesystem::path& source, const Linked* linked = nullptr);
    const std::vector<Step>& all() const { return steps_; }

    /// Runs them, as many at once as the request says, and reports the first that fails.
    Outcome run();
    std::size_t at_once() const;

  private:
    void show(const Step& step);
    void begin(Step& step);
    Outcome finish(Step& step);
    Outcome finish_without_first(Step& step);

    const Request& request_;
    const Kept& kept_;
    const std::filesystem::path folder_;
    diag::Sink& sink_;
    std::vector<Step> steps_;
    std::ptrdiff_t begun_texts_ = 0;
};

}  // namespace pycu::build
