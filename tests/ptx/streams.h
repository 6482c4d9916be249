// Work that waits for its turn. A device runs work at some time after it was submitted; this one as
// late as it may: when somebody waits for it, or for what comes after it. So a missing wait shows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ptx {

/// Handles of the streams that nobody makes.
constexpr uint64_t legacy_stream = 1;
constexpr uint64_t thread_stream = 2;

/// One piece of work, and what has to run before it.
struct Work {
    std::function<void()> run{};
    std::vector<std::shared_ptr<Work>> after{};
    bool is_done = false;
};
using Point = std::shared_ptr<Work>;

/// The streams of a process. All of them but the default one run beside each other; the default
/// stream (0 or 1) waits for all others, and they for it.
class Streams {
  public:
    /// Work in the order of a stream.
    Point add(uint64_t stream, std::function<void()> run);
    /// The last work of a stream; null where there is none left.
    Point last(uint64_t stream);
    /// The later work of a stream waits for a point.
    void follow(uint64_t stream, const Point& point);
    /// Runs a point and what it waits for.
    void wait(const Point& point);
    void wait_for_all();

  private:
    static uint64_t key(uint64_t stream);

    std::map<uint64_t, Point> last_{};
    uint64_t pending_ = 0;
};

}  // namespace ptx
