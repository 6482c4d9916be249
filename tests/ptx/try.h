// Runs small pieces of PTX: what the interpreter's own tests are written in.
#pragma once

#include <bit>
#include <string>
#include <vector>

#include "ptx/machine.h"

namespace ptx {

inline const std::string ptx_head = ".version 9.0\n.target sm_90\n.address_size 64\n";

template <class T>
std::vector<uint8_t> bytes_of(const T& value) {
    std::vector<uint8_t> bytes(sizeof value);
    std::memcpy(bytes.data(), &value, sizeof value);
    return bytes;
}

/// An array that a kernel may reach.
template <class T>
class Array {
  public:
    explicit Array(std::vector<T> from) : values(std::move(from)) {
        Memory::get().add(values.data(), values.size() * sizeof(T));
    }
    ~Array() { Memory::get().remove(values.data()); }
    Array(const Array&) = delete;
    Array& operator=(const Array&) = delete;

    std::vector<uint8_t> argument() const { return bytes_of(values.data()); }

    std::vector<T> values;
};

/// Launches the entry `k` of a text without its head.
inline void launch(const std::string& text, Dim3 grid, Dim3 block,
                   std::vector<std::vector<uint8_t>> args, uint32_t shared_bytes = 0,
                   uint64_t fuel = 100'000'000) {
    Program program(ptx_head + text);
    Launch one;
    one.entry = &program.code("k");
    one.grid = grid;
    one.block = block;
    one.program = &program;
    one.shared_bytes = shared_bytes;
    one.args = std::move(args);
    one.fuel = fuel;
    run(one);
}

/// One thread with registers %h (16 bits), %r (32), %d (64), %f, %e (floats) and %p, each 0 to 9.
/// Numbers 1 to 3 of each kind begin as the inputs; gives `result` as bits.
inline uint64_t value_of(const std::string& code, const std::string& result,
                         std::vector<uint64_t> inputs = {}) {
    inputs.resize(3);
    Array<uint64_t> in(inputs), out({~uint64_t(0)});
    std::string text = R"(.visible .entry k(.param .u64 in, .param .u64 out) {
        .reg .pred %p<10>; .reg .b16 %h<10>; .reg .b32 %r<10>; .reg .b64 %d<10>;
        .reg .f32 %f<10>; .reg .f64 %e<10>; .reg .b64 %in, %out;
        .local .align 16 .b8 local[64];
        ld.param.u64 %in, [in]; ld.param.u64 %out, [out];
    )";
    const std::string kinds[] = {"u16 %h", "u32 %r", "u64 %d", "f32 %f", "f64 %e"};
    for (int k = 1; k <= 3; ++k) {
        for (const std::string& kind : kinds) {
            text += "ld.global." + kind + std::to_string(k) + ", [%in+" +
                    std::to_string(8 * (k - 1)) + "];\n";
        }
    }
    text += code + "\nst.global.u64 [%out], 0;\n";
    const std::string type = result[1] == 'h'   ? "u16"
                             : result[1] == 'r' ? "u32"
                             : result[1] == 'd' ? "u64"
                             : result[1] == 'f' ? "f32"
                             : result[1] == 'e' ? "f64"
                                                : "";
    text += type.empty() ? "selp.b32 %r9, 1, 0, " + result + "; st.global.u32 [%out], %r9;"
                         : "st.global." + type + " [%out], " + result + ";";
    launch(text + " ret; }", {}, {}, {in.argument(), out.argument()});
    return out.values[0];
}

inline uint64_t bits(float x) {
    return std::bit_cast<uint32_t>(x);
}
inline uint64_t bits(double x) {
    return std::bit_cast<uint64_t>(x);
}

}  // namespace ptx
