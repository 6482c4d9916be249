// What others wrote and device code calls: functions that are declared and not defined here, and
// the code that is linked with the module's.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "api/intrinsics.h"
#include "source/source_file.h"
#include "types/signature.h"

namespace pycu::ir {

/// A file that is linked, or a text that the program holds.
struct LinkedCode {
    /// "cu", "ptx", "cubin", "fatbin", "o" or "a".
    std::string kind;
    /// As the program writes it: beside the source, or absolute; of a text what it is called.
    std::string path;
    std::optional<std::string> text{};
    /// Where the program says so.
    Range range{};
    friend bool operator==(const LinkedCode& a, const LinkedCode& b) {
        return a.kind == b.kind && a.path == b.path && a.text == b.text;
    }
};

/// cuda.declare_device("mul", "float32(float32, float32)")  ->
/// extern "C" __device__ int mul(float* result, float, float);      called by an Intrinsic
///
/// A call may read and write all memory. By Numba's convention the function returns through its
/// first parameter, and whether something was raised; by C's it returns its result.
struct ForeignFunction {
    /// In C.
    std::string name;
    /// With a result, perhaps none.
    Signature signature;
    bool is_c = false;
    std::vector<LinkedCode> links;
    Range range;
    /// What `row` looks at.
    std::string text;
    api::Intrinsic row{};
};

}  // namespace pycu::ir
