// The device behind the stand-in for the CUDA runtime: modules, kernels, launches and what has
// been asked of it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "machine.h"
#include "streams.h"

namespace ptx {

// Codes of the CUDA runtime.
constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int invalid_configuration = 9;
constexpr int insufficient_driver = 35;
constexpr int invalid_device_function = 98;
constexpr int no_device = 100;
constexpr int invalid_device = 101;
constexpr int no_kernel_image = 209;
constexpr int invalid_ptx = 218;
constexpr int invalid_handle = 400;
constexpr int not_ready = 600;
constexpr int peer_access_unsupported = 217;
constexpr int already_registered = 712;
constexpr int not_registered = 713;
constexpr int not_permitted = 800;

/// `cudaErrorIllegalAddress` and its text for a code.
const char* error_name(int code);
const char* error_text(int code);

/// A library's device code: the text, read when a kernel of it is first needed.
struct Image {
    const void* fatbin = nullptr;
    std::unique_ptr<Program> program{};
};

struct Kernel {
    Image* image = nullptr;
    std::string name{};
    uint32_t allowed_shared = 48 * 1024;
};

/// One call, as a line of JSON.
struct Recorded {
    std::string function{};
    std::string details{};  // further members
    int code = 0;
};

/// The bytes of the device.
constexpr uint64_t total_memory = uint64_t(8) << 30;

/// How many multiprocessors the device has, and how many blocks one runs at once.
constexpr int processors = 4;
constexpr int blocks_of_processor = 8;

class Device {
  public:
    static Device& get();

    /// All calls of the runtime hold it, and callbacks of streams may make such.
    std::recursive_mutex mutex{};

    Streams streams{};

    Image* add(const void* fatbin);
    void remove(Image* image);
    void add_kernel(Image* image, const void* host, const std::string& name);
    Kernel* kernel(const void* host);
    /// Submits a kernel; what it does wrong shows when somebody waits for it, as on a device.
    int launch(const void* host, const Dim3& grid, const Dim3& block, uint64_t shared_bytes,
               uint64_t stream, void** arguments, bool is_cooperative = false);
    int set_shared_limit(const void* host, int bytes);
    /// The static shared memory of a kernel.
    uint64_t shared_bytes(const void* host);

    void* allocate(uint64_t bytes);
    int release(void* pointer);
    /// Whether the ends of a copy are whole allocations' or the host's.
    int check_copy(const void* to, const void* from, uint64_t bytes) const;
    /// Work of a stream, which is passed over where a kernel has failed before.
    Point submit(uint64_t stream, std::function<void()> work);
    /// Waits for a point; the error of the kernel that has failed, if one has.
    int wait(const Point& point);
    int wait_for_all();

    /// Records a call and returns its code, which a test may have asked to be another.
    int done(const std::string& function, const std::string& details, int code);
    /// The code of a call that must not happen, or 0.
    int injected(const std::string& function);

    std::vector<Recorded> record{};
    std::map<std::string, int> failures{};
    std::string last_fault{};
    int sticky = success;  // an error of a kernel stays until `reset`
    void reset();

  private:
    Program& program(Kernel& kernel);
    int check(const Kernel& kernel, const Launch& launch);
    void run_now(Launch& launch);

    std::vector<std::unique_ptr<Image>> images_{};
    std::map<const void*, Kernel> kernels_{};
};

}  // namespace ptx
