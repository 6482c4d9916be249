// The device behind the stand-in for the CUDA runtime: modules, kernels, launches and what has
// been asked of it.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "machine.h"

namespace ptx {

// Codes of the CUDA runtime.
constexpr int success = 0;
constexpr int invalid_value = 1;
constexpr int out_of_memory = 2;
constexpr int invalid_configuration = 9;
constexpr int invalid_device_function = 98;
constexpr int invalid_device = 101;
constexpr int no_kernel_image = 209;
constexpr int invalid_ptx = 218;

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

/// How many multiprocessors the device has, and how many blocks one runs at once.
constexpr int processors = 4;
constexpr int blocks_of_processor = 8;

class Device {
  public:
    static Device& get();

    /// All calls of the runtime hold it.
    std::mutex mutex{};

    Image* add(const void* fatbin);
    void remove(Image* image);
    void add_kernel(Image* image, const void* host, const std::string& name);
    Kernel* kernel(const void* host);
    /// Runs a kernel; what it does wrong shows at the next call, as on a device.
    int launch(const void* host, const Dim3& grid, const Dim3& block, uint64_t shared_bytes,
               uint64_t stream, void** arguments, bool is_cooperative = false);
    int set_shared_limit(const void* host, int bytes);
    /// The static shared memory of a kernel.
    uint64_t shared_bytes(const void* host);

    void* allocate(uint64_t bytes);
    int release(void* pointer);
    int copy(void* to, const void* from, uint64_t bytes);

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
