// What a test asks the stand-in for the CUDA runtime.
#pragma once

extern "C" {

/// All calls since the last reset: a JSON list, alive until the next call from this thread.
const char* ptx_record();
/// Forgets calls, injected failures and the error of a kernel.
void ptx_reset();
/// Lets the next call of a function ("cudaMalloc", "launch" ...) return a code of the runtime.
void ptx_fail(const char* function, int code);
/// How many allocations there are.
int ptx_allocations();
}
