// Where device memory lies. With PTX_HIDDEN_MEMORY=1 in the environment the host cannot touch it
// but in calls of the runtime, so that a program that reads it as its own crashes as with a device.
#pragma once

#include <cstdint>

namespace ptx {

/// The pages of device memory.
class Pages {
  public:
    /// Bytes of their own, aligned as a device's are; null where there are none left.
    void* take(uint64_t bytes);
    void give_back(void* pointer, uint64_t bytes);
    /// Lets the host touch all of it until as many calls of `close`.
    void open();
    void close();

  private:
    bool reserve();
    void protect(bool is_open);

    bool is_hidden_ = false;
    bool is_asked_ = false;
    char* begin_ = nullptr;
    uint64_t used_ = 0;
    int opened_ = 0;
};

Pages& device_memory();

/// While it lives the host may touch device memory.
class Open {
  public:
    Open() { device_memory().open(); }
    ~Open() { device_memory().close(); }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;
};

}  // namespace ptx
