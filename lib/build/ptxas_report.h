// What `ptxas -v` prints: the registers and the memory that each kernel takes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::build {

/// One kernel's entry on one architecture.
struct EntryReport {
    std::string entry{};         // as C++ names it: "heat::step__contiguous"
    std::string symbol{};        // as the object file names it
    std::string architecture{};  // "sm_90"
    std::int64_t registers = 0;  // a thread
    std::int64_t stack_bytes = 0;
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::int64_t shared_bytes = 0;    // of static shared arrays, a block
    std::int64_t constant_bytes = 0;  // arguments and constant data
};

/// The entries that an output of nvcc tells about, in the order of their names.
std::vector<EntryReport> read_ptxas(std::string_view output);

}  // namespace pycu::build
