// What a wrapper tells its caller: a code, and the text of what went wrong.
#pragma once

#include <stdarg.h>
#include <stdio.h>

#include "pycu_abi.h"
#include "pycu_target.h"

namespace pycu {

/// What a module tells this thread about its last call.
struct Report {
    char text[640] = "";
    const char* entry = "";
    bool in_order = false;  // NumPy's loops: outputs may be inputs, element after element
};

#pragma GCC visibility push(hidden)

/// One call of a wrapper. It keeps the first thing that goes wrong.
class Call {
  public:
    Call(Report& report, const char* name, pycu_stream stream)
        : report_(report), name_(name), stream_(stream) {
        report_.text[0] = '\0';
    }

    __attribute__((format(printf, 3, 4))) int fail(int code, const char* format, ...) {
        if (status_ == PYCU_SUCCESS) {
            status_ = code;
            const int used = snprintf(report_.text, sizeof report_.text, "%s: ", name_);
            va_list rest;
            va_start(rest, format);
            if (used >= 0 && size_t(used) < sizeof report_.text) {
                vsnprintf(report_.text + used, sizeof report_.text - size_t(used), format, rest);
            }
            va_end(rest);
        }
        return status_;
    }

#if !PYCU_HOST
    int status_of(cudaError_t error) {
        return error == cudaSuccess
                   ? PYCU_SUCCESS
                   : fail(PYCU_ERROR_CUDA + int(error), "%s", cudaGetErrorString(error));
    }
#endif

  protected:
    Report& report_;
    const char* name_;
    [[maybe_unused]] pycu_stream stream_;
    int status_ = PYCU_SUCCESS;
};

#pragma GCC visibility pop

}  // namespace pycu
