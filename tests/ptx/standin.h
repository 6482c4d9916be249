// What a test asks the stand-in for the CUDA runtime.
#pragma once

extern "C" {

/// All calls since the last reset: a JSON list, alive until the next call from this thread.
const char* ptx_record();
/// Forgets calls, injected failures and the error of a kernel.
void ptx_reset();
/// Lets the next call of a function ("cudaMalloc", "launch" ...) return a code of the runtime.
void ptx_fail(const char* function, int code);
/// A kernel of a PTX text that no library holds; null when the text is wrong, as `ptx_fault` says.
const void* ptx_kernel(const char* text, const char* entry);
/// Launches such a kernel; `sizes` are the grid's three and the block's. A code of the runtime.
int ptx_launch(const void* kernel, const unsigned* sizes, unsigned shared_bytes, void** arguments);
/// What the last fault was.
const char* ptx_fault();
/// How many allocations there are.
int ptx_allocations();
}
