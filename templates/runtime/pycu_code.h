// A module's device code and the names of its kernels, as CUDA's runtime is told of them when the
// library is loaded: what nvcc and clang write behind a text that they compile as one.
//
//   PYCU_CODE("heat.fatbin")
//   PYCU_ENTRY_NAMED(0, "_ZN4heat16step__contiguous...")
//   static const pycu_code::Entry entries[] = {PYCU_NAMED(0, "_ZN4heat16step__contiguous...")};
//   PYCU_REGISTER(entries)
#ifndef PYCU_CODE_INCLUDED
#define PYCU_CODE_INCLUDED

extern "C" {
void** __cudaRegisterFatBinary(const void* binary);
void __cudaRegisterFatBinaryEnd(void** handle);
void __cudaUnregisterFatBinary(void** handle);
void __cudaRegisterFunction(void** handle, const char* function, char* device_function,
                            const char* name, int thread_limit, void* thread, void* block,
                            void* block_size, void* grid_size, int* warp_size);
}

namespace pycu_code {

/// A kernel by what the host launches it with, an address that only tells it from others.
struct Entry {
    const char* function;
    const char* name;
};

constexpr int magic = 0x466243b1;

/// What CUDA's runtime finds a fat binary by.
struct Binary {
    int magic, version;
    const void* code;
    const void* nothing;
};

/// As long as the library is loaded.
class Registered {
  public:
    template <int count>
    Registered(const void* code, const Entry (&entries)[count]) : binary_{magic, 1, code, nullptr} {
        handle_ = __cudaRegisterFatBinary(&binary_);
        for (const Entry& entry : entries) {
            __cudaRegisterFunction(handle_, entry.function, const_cast<char*>(entry.name),
                                   entry.name, -1, nullptr, nullptr, nullptr, nullptr, nullptr);
        }
        __cudaRegisterFatBinaryEnd(handle_);
    }
    ~Registered() { __cudaUnregisterFatBinary(handle_); }
    Registered(const Registered&) = delete;
    Registered& operator=(const Registered&) = delete;

  private:
    Binary binary_;
    void** handle_;
};

}  // namespace pycu_code

/// Where tools look for device code.
#define PYCU_CODE(file)                                                 \
    asm(".pushsection .nv_fatbin, \"a\"\n.balign 8\npycu_code_bytes:\n" \
        ".incbin \"" file "\"\n.popsection");                           \
    extern "C" const char pycu_code_bytes[];
/// Under the name that nvcc has given the kernel a launcher finds the address.
#define PYCU_ENTRY_NAMED(number, name)                                                     \
    extern const char pycu_entry_##number asm(name) __attribute__((visibility("hidden"))); \
    const char pycu_entry_##number = 0;
#define PYCU_NAMED(number, name) \
    { &pycu_entry_##number, name }
#define PYCU_REGISTER(entries) \
    static const pycu_code::Registered pycu_registered(pycu_code_bytes, entries);

#endif  // PYCU_CODE_INCLUDED
