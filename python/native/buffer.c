/* Arrays by the buffer protocol: memoryviews, array.array, arrays of ctypes. */
#include "native.h"

extern int PyObject_GetBuffer(PyObject* object, Buffer* buffer, int flags);
extern void PyBuffer_Release(Buffer* buffer);

/* PyBUF_FULL_RO: shape, strides and format, and it may be read-only. */
enum { EVERYTHING = 0x11c };

int read_buffer(PyObject* value, Import* to) {
    Buffer* const buffer = &to->buffer;
    if (PyObject_GetBuffer(value, buffer, EVERYTHING) != 0) {
        buffer->object = NULL;
        return leave_to_python();
    }
    View* const view = &to->view;
    const char* const format = buffer->format != NULL ? buffer->format : "B";
    if (strlen(format) >= FORMAT_BYTES || buffer->rank > MAX_IMPORTED_RANK ||
        buffer->suboffsets != NULL || buffer->shape == NULL || buffer->strides == NULL ||
        buffer->size == 0) {
        return 0;
    }
    strcpy(view->format, format);
    view->item = buffer->item;
    view->data = (uint64_t)(uintptr_t)buffer->data;
    view->rank = buffer->rank;
    view->is_readonly = buffer->is_readonly != 0;
    for (int axis = 0; axis < view->rank; ++axis) {
        view->shape[axis] = buffer->shape[axis];
        view->strides[axis] = buffer->strides[axis];
    }
    return 1;
}

void release_buffer(Buffer* buffer) {
    PyBuffer_Release(buffer);
}
