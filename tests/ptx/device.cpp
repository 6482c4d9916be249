// Modules, launches and memory of the stand-in's device.
#include "device.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "fatbin.h"
#include "pages.h"

namespace ptx {

namespace {

constexpr uint64_t max_block = 1024;
constexpr uint64_t max_grid_yz = 65535;
constexpr uint64_t max_shared = 227 * 1024;
constexpr int fresh_byte = 0xcd;  // device memory begins as this

std::string plain_name(const std::string& mangled) {
    int status = 0;
    char* const text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
    const std::string name = status == 0 ? text : mangled;
    std::free(text);
    // `void heat::step__contiguous<pycu::EntryOf<...>, ...>(...)`
    const std::size_t arguments = name.find("<pycu::EntryOf<");
    const std::string head = name.substr(0, arguments);
    return arguments == name.npos ? name.substr(0, name.find('('))
                                  : head.substr(head.rfind(' ') + 1);
}

std::string hex_bytes(const std::vector<uint8_t>& bytes) {
    static const char digits[] = "0123456789abcdef";
    std::string text;
    for (const uint8_t byte : bytes) {
        text += digits[byte >> 4];
        text += digits[byte & 15];
    }
    return text;
}

std::string list(const Dim3& d) {
    return "[" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z) +
           "]";
}

std::string described(const std::string& entry, const Launch& launch, uint64_t stream) {
    std::string args;
    for (const std::vector<uint8_t>& one : launch.args) {
        args += (args.empty() ? "\"" : ", \"") + hex_bytes(one) + "\"";
    }
    return "\"entry\": \"" + plain_name(entry) + "\", \"symbol\": \"" + entry +
           "\", \"grid\": " + list(launch.grid) + ", \"block\": " + list(launch.block) +
           ", \"shared\": " + std::to_string(launch.shared_bytes) +
           ", \"stream\": " + std::to_string(stream) + ", \"args\": [" + args + "]";
}

}  // namespace

Device& Device::get() {
    static Device& device = *new Device;  // libraries unregister after static objects are gone
    return device;
}

Image* Device::add(const void* fatbin) {
    images_.push_back(std::make_unique<Image>());
    images_.back()->fatbin = fatbin;
    return images_.back().get();
}

void Device::remove(Image* image) {
    streams.wait_for_all();
    std::erase_if(kernels_, [&](const auto& one) { return one.second.image == image; });
    std::erase_if(images_, [&](const auto& one) { return one.get() == image; });
}

void Device::add_kernel(Image* image, const void* host, const std::string& name) {
    kernels_[host] = {image, name};
}

Kernel* Device::kernel(const void* host) {
    const auto found = kernels_.find(host);
    return found == kernels_.end() ? nullptr : &found->second;
}

Program& Device::program(Kernel& kernel) {
    Image& image = *kernel.image;
    if (image.program == nullptr) {
        const std::string text = ptx_of(image.fatbin);
        if (text.empty()) {
            throw Fault(no_kernel_image, "the library holds no PTX");
        }
        image.program = std::make_unique<Program>(text);
    }
    return *image.program;
}

int Device::check(const Kernel& kernel, const Launch& launch) {
    const Dim3 &grid = launch.grid, &block = launch.block;
    const uint64_t threads = uint64_t(block.x) * block.y * block.z;
    const uint64_t blocks = uint64_t(grid.x) * grid.y * grid.z;
    if (threads == 0 || threads > max_block || block.z > 64 || blocks == 0 || grid.x > 0x7fffffff ||
        grid.y > max_grid_yz || grid.z > max_grid_yz) {
        return invalid_configuration;
    }
    if (launch.is_cooperative && blocks > processors * blocks_of_processor) {
        return too_many_blocks;
    }
    return launch.shared_bytes > kernel.allowed_shared ? invalid_value : success;
}

int Device::launch(const void* host, const Dim3& grid, const Dim3& block, uint64_t shared_bytes,
                   uint64_t stream, void** arguments, bool is_cooperative) {
    if (sticky != success) {
        return sticky;
    }
    Kernel* const kernel = this->kernel(host);
    if (kernel == nullptr) {
        return invalid_device_function;
    }
    Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.shared_bytes = uint32_t(shared_bytes);
    launch.is_cooperative = is_cooperative;
    try {
        Program& program = this->program(*kernel);
        launch.entry = &program.code(kernel->name);
        launch.program = &program;
        for (std::size_t k = 0; k < launch.entry->params.size(); ++k) {
            const auto* begin = static_cast<const uint8_t*>(arguments[k]);
            launch.args.emplace_back(begin, begin + launch.entry->params[k].bytes);
        }
    } catch (const Fault& fault) {
        last_fault = fault.what();
        return done("launch", "", fault.code);
    } catch (const Error& error) {
        last_fault = error.what();
        return done("launch", "", invalid_ptx);
    }
    const std::string details = described(kernel->name, launch, stream);
    int code = check(*kernel, launch);
    if (const int wanted = injected("launch"); wanted != success) {
        code = wanted;
    }
    if (code == success) {
        submit(stream, [this, launch, name = plain_name(kernel->name)]() mutable {
            try {
                run_now(launch);
            } catch (const Fault& fault) {
                last_fault = name + ": " + fault.what();
                sticky = fault.code;
            }
        });
    }
    return done("launch", details, code);
}

/// Runs a launch; blocks that run at once get a few words in which they meet.
void Device::run_now(Launch& launch) {
    const Open open;
    if (!launch.is_cooperative) {
        run(launch);
        return;
    }
    constexpr uint64_t workspace_bytes = 64;
    void* const workspace = allocate(workspace_bytes);
    std::memset(workspace, 0, workspace_bytes);
    launch.workspace = reinterpret_cast<uint64_t>(workspace);
    try {
        run(launch);
    } catch (const Fault&) {
        release(workspace);
        throw;
    }
    release(workspace);
}

int Device::set_shared_limit(const void* host, int bytes) {
    Kernel* const kernel = this->kernel(host);
    if (kernel == nullptr) {
        return invalid_device_function;
    }
    if (bytes < 0 || uint64_t(bytes) > max_shared) {
        return invalid_value;
    }
    kernel->allowed_shared = std::max(kernel->allowed_shared, uint32_t(bytes));
    return success;
}

uint64_t Device::shared_bytes(const void* host) {
    Kernel* const kernel = this->kernel(host);
    try {
        return kernel == nullptr ? 0 : program(*kernel).shared_bytes(kernel->name);
    } catch (const Error& error) {
        last_fault = error.what();
        return 0;
    }
}

void* Device::allocate(uint64_t bytes) {
    if (bytes > total_memory - std::min(total_memory, Memory::get().allocated())) {
        return nullptr;
    }
    const Open open;
    void* const pointer = device_memory().take(bytes);
    if (pointer != nullptr) {
        std::memset(pointer, fresh_byte, bytes);
        // whole words: atomics of one or two bytes exchange the word that holds them
        Memory::get().add(pointer, (bytes + 3) / 4 * 4);
    }
    return pointer;
}

int Device::release(void* pointer) {
    if (pointer == nullptr) {
        return success;
    }
    const Range range = Memory::get().at(pointer);
    if (range.begin != reinterpret_cast<uint64_t>(pointer) || range.home == Home::Host) {
        return invalid_value;
    }
    Memory::get().remove(pointer);
    device_memory().give_back(pointer, range.size);
    return success;
}

int Device::check_copy(const void* to, const void* from, uint64_t bytes) const {
    // An end that begins in an allocation must lie in it as a whole; the others are the host's.
    const Memory& memory = Memory::get();
    for (const void* one : {to, from}) {
        if (memory.at(one).home != Home::Nowhere && memory.at(one, bytes).home == Home::Nowhere) {
            return invalid_value;
        }
    }
    return success;
}

Point Device::submit(uint64_t stream, std::function<void()> work) {
    return streams.add(stream, [this, work = std::move(work)] {
        if (sticky == success) {
            work();
        }
    });
}

int Device::wait(const Point& point) {
    streams.wait(point);
    return sticky;
}

int Device::wait_for_all() {
    streams.wait_for_all();
    return sticky;
}

int Device::done(const std::string& function, const std::string& details, int code) {
    record.push_back({function, details, code});
    return code;
}

int Device::injected(const std::string& function) {
    const auto found = failures.find(function);
    if (found == failures.end()) {
        return success;
    }
    const int code = found->second;
    failures.erase(found);
    return code;
}

void Device::reset() {
    streams.wait_for_all();
    record.clear();
    failures.clear();
    last_fault.clear();
    sticky = success;
}

}  // namespace ptx
