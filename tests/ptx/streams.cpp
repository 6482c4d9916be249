// The order of work, and when it runs.
#include "streams.h"

#include <functional>
#include <thread>

namespace ptx {

namespace {

constexpr uint64_t most_pending = 256;  // a device does not wait for ever

}  // namespace

uint64_t Streams::key(uint64_t stream) {
    if (stream == thread_stream) {
        return std::hash<std::thread::id>{}(std::this_thread::get_id()) | 1;
    }
    return stream == 0 ? legacy_stream : stream;
}

Point Streams::last(uint64_t stream) {
    const auto found = last_.find(key(stream));
    return found == last_.end() || found->second->is_done ? nullptr : found->second;
}

Point Streams::add(uint64_t stream, std::function<void()> run) {
    auto point = std::make_shared<Work>();
    point->run = std::move(run);
    const bool is_legacy = key(stream) == legacy_stream;
    for (const auto& [other, work] : last_) {
        const bool counts = is_legacy || other == legacy_stream || other == key(stream);
        if (counts && !work->is_done) {
            point->after.push_back(work);
        }
    }
    last_[key(stream)] = point;
    if (++pending_ > most_pending) {
        wait_for_all();
    }
    return point;
}

void Streams::follow(uint64_t stream, const Point& point) {
    if (point != nullptr && !point->is_done) {
        add(stream, [] {})->after.push_back(point);
    }
}

void Streams::wait(const Point& point) {
    if (point == nullptr || point->is_done) {
        return;
    }
    std::vector<Point> stack = {point};
    while (!stack.empty()) {
        const Point top = stack.back();
        if (top->is_done) {
            stack.pop_back();
        } else if (!top->after.empty()) {
            stack.push_back(top->after.back());
            top->after.pop_back();
        } else {
            stack.pop_back();
            top->is_done = true;
            const std::function<void()> run = std::move(top->run);
            run();
        }
    }
}

void Streams::wait_for_all() {
    const auto all = last_;
    for (const auto& [stream, point] : all) {
        wait(point);
    }
    std::erase_if(last_, [](const auto& one) { return one.second->is_done; });
    pending_ = 0;
}

}  // namespace ptx
