/* Arrays of the host that share memory: a launch of a running program copies them one by one. */
#include "native.h"

typedef struct {
    uint64_t begin, end;
} Bytes;

/* What an array touches, from its words in the frame; nothing where it has no elements. */
static Bytes bytes_of(const Argument* array, const Frame* frame) {
    const uint64_t* const words = frame->stack + array->place.at;
    Bytes bytes = {words[0], words[0] + (uint64_t)array->item};
    for (int axis = 0; axis < array->rank; ++axis) {
        const uint64_t extent = words[1 + axis];
        const int64_t stride = (int64_t)words[1 + array->rank + axis];
        if (extent == 0) {
            return (Bytes){0, 0};
        }
        const uint64_t reach = (extent - 1) * (uint64_t)(stride < 0 ? -stride : stride);
        *(stride < 0 ? &bytes.begin : &bytes.end) += stride < 0 ? -reach : reach;
    }
    return bytes;
}

bool arrays_overlap(const Plan* plan, const Frame* frame) {
    for (Py_ssize_t i = 1; i < plan->count; ++i) {
        const Argument* const one = plan->arguments + i;
        const Bytes own = one->item > 0 ? bytes_of(one, frame) : (Bytes){0, 0};
        for (Py_ssize_t j = 0; own.begin < own.end && j < i; ++j) {
            const Argument* const other = plan->arguments + j;
            if (other->item == 0 || (!one->written && !other->written)) {
                continue;
            }
            const Bytes its = bytes_of(other, frame);
            if (own.begin < its.end && its.begin < own.end) {
                return true;
            }
        }
    }
    return false;
}
