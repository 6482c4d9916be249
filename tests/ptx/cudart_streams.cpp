// Streams, events and callbacks of the stand-in for libcudart.so.13. A stream that it has not made
// counts as one: a test may give any number.
#include <chrono>
#include <set>
#include <thread>

#include "cudart.h"

using ptx::call;
using ptx::Device;
using ptx::member;
using ptx::number;

namespace {

using Clock = std::chrono::steady_clock;

struct Event {
    bool has_timing = true;
    bool is_recorded = false;
    ptx::Point point{};
    Clock::time_point time{};
};

constexpr unsigned disable_timing = 2;
// How soon a stream goes on by itself when somebody wants to be called.
constexpr std::chrono::milliseconds soon(1);

/// All that are there; they go by their addresses.
std::set<void*>& known_streams() {
    static std::set<void*>& all = *new std::set<void*>;
    return all;
}
std::set<const Event*>& known_events() {
    static std::set<const Event*>& all = *new std::set<const Event*>;
    return all;
}
std::set<void*>& gone_streams() {
    static std::set<void*>& all = *new std::set<void*>;
    return all;
}

/// A call about a stream, which must not be one that was destroyed.
template <class Function>
int of_stream(const char* function, void* stream, Function work) {
    return call(function, member("stream", number(stream)), [&](Device& device) {
        return gone_streams().contains(stream) ? ptx::invalid_handle : work(device);
    });
}

template <class Function>
int of_event(const char* function, const Event* event, Function work) {
    return call(function, "", [&](Device& device) {
        return known_events().contains(event) ? work(device) : ptx::invalid_handle;
    });
}

/// Not ready the first time that it is asked, after which it runs.
int asked(Device& device, const ptx::Point& point) {
    if (point == nullptr || point->is_done) {
        return ptx::success;
    }
    const int code = device.wait(point);
    return code == ptx::success ? ptx::not_ready : code;
}

}  // namespace

extern "C" {

int cudaStreamCreateWithFlags(void** stream, unsigned) {
    return call("cudaStreamCreate", "", [&](Device&) {
        *stream = new char;
        known_streams().insert(*stream);
        return ptx::success;
    });
}
int cudaStreamCreate(void** stream) {
    return cudaStreamCreateWithFlags(stream, 0);
}
int cudaStreamDestroy(void* stream) {
    return of_stream("cudaStreamDestroy", stream, [&](Device&) {
        if (known_streams().erase(stream) == 0) {
            return ptx::invalid_handle;
        }
        gone_streams().insert(stream);  // its memory stays, so that no other gets its address
        return ptx::success;
    });
}
int cudaStreamSynchronize(void* stream) {
    return of_stream("cudaStreamSynchronize", stream, [&](Device& device) {
        return device.wait(device.streams.last(number(stream)));
    });
}
int cudaStreamQuery(void* stream) {
    return of_stream("cudaStreamQuery", stream, [&](Device& device) {
        return asked(device, device.streams.last(number(stream)));
    });
}
int cudaStreamWaitEvent(void* stream, const Event* event, unsigned) {
    return of_event("cudaStreamWaitEvent", event, [&](Device& device) {
        device.streams.follow(number(stream), event->point);
        return ptx::success;
    });
}
int cudaStreamAddCallback(void* stream, void (*callback)(void*, int, void*), void* data, unsigned) {
    return of_stream("cudaStreamAddCallback", stream, [&](Device& device) {
        const ptx::Point point = device.streams.add(
            number(stream), [=, &device] { callback(stream, device.sticky, data); });
        std::thread([point] {
            std::this_thread::sleep_for(soon);
            Device& device = Device::get();
            const std::lock_guard lock(device.mutex);
            device.streams.wait(point);
        }).detach();
        return ptx::success;
    });
}

int cudaEventCreateWithFlags(Event** event, unsigned flags) {
    return call("cudaEventCreate", "", [&](Device&) {
        *event = new Event;
        (*event)->has_timing = (flags & disable_timing) == 0;
        known_events().insert(*event);
        return ptx::success;
    });
}
int cudaEventDestroy(Event* event) {
    return of_event("cudaEventDestroy", event, [&](Device& device) {
        device.streams.wait(event->point);
        known_events().erase(event);
        delete event;
        return ptx::success;
    });
}
int cudaEventRecord(Event* event, void* stream) {
    return of_event("cudaEventRecord", event, [&](Device& device) {
        device.streams.wait(event->point);  // the one before has a time of its own
        event->is_recorded = true;
        event->point = device.streams.add(number(stream), [=] { event->time = Clock::now(); });
        return ptx::success;
    });
}
int cudaEventQuery(const Event* event) {
    return of_event("cudaEventQuery", event,
                    [&](Device& device) { return asked(device, event->point); });
}
int cudaEventSynchronize(const Event* event) {
    return of_event("cudaEventSynchronize", event,
                    [&](Device& device) { return device.wait(event->point); });
}
int cudaEventElapsedTime(float* milliseconds, const Event* start, const Event* end) {
    return of_event("cudaEventElapsedTime", start, [&](Device&) {
        for (const Event* one : {start, end}) {
            if (!known_events().contains(one) || !one->is_recorded || !one->has_timing) {
                return ptx::invalid_handle;
            }
        }
        if (!start->point->is_done || !end->point->is_done) {
            return ptx::not_ready;
        }
        const std::chrono::duration<float, std::milli> time = end->time - start->time;
        *milliseconds = time.count();
        return ptx::success;
    });
}

}  // extern "C"
