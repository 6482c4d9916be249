/* Arrays of other libraries, which are asked for their memory before a launch, each once. */
#include "native.h"

int leave_to_python(void) {
    if (PyErr_Occurred() != NULL && !PyErr_ExceptionMatches(PyExc_Exception)) {
        return -1;
    }
    PyErr_Clear();
    return 0;
}

bool fill_strides(View* view) {
    int64_t step = view->item;
    for (int axis = view->rank; axis-- > 0;) {
        view->strides[axis] = step;
        if (__builtin_mul_overflow(step, view->shape[axis], &step)) {
            return false;
        }
    }
    return true;
}

/* NumPy's flags of an array: axes of one element do not matter. */
static int flags_of(const View* view) {
    bool is_c = true, is_f = true;
    int64_t step = view->item;
    for (int axis = view->rank; is_c && axis-- > 0; step *= view->shape[axis]) {
        is_c = view->shape[axis] == 1 || view->strides[axis] == step;
    }
    step = view->item;
    for (int axis = 0; is_f && axis < view->rank; step *= view->shape[axis++]) {
        is_f = view->shape[axis] == 1 || view->strides[axis] == step;
    }
    return (is_c ? ARRAY_C : 0) | (is_f ? ARRAY_F : 0) | (view->is_readonly ? 0 : ARRAY_WRITEABLE);
}

static bool match_view(const Argument* argument, const View* view, Frame* frame) {
    if (view->rank != argument->rank || strcmp(view->format, argument->format) != 0 ||
        (flags_of(view) & argument->mask) != argument->flags) {
        return false;
    }
    uint64_t* to = frame->stack + argument->place.at;
    *to++ = view->data;
    memcpy(to, view->shape, (size_t)view->rank * sizeof *to);
    memcpy(to + view->rank, view->strides, (size_t)view->rank * sizeof *to);
    return true;
}

static int convert(PyObject* value, const Imports* imports, Import* to) {
    to->array = PyObject_CallFunctionObjArgs(imports->convert, value, NULL);
    to->kept = to->array;
    return to->array == NULL ? -1 : Py_TYPE(to->array) == array_type;
}

static int read_import(const Argument* argument, const Imports* imports, Import* to) {
    switch (argument->protocol) {
        case CUDA_INTERFACE:
            return read_cuda_interface(to->value, imports, to);
        case HOST_INTERFACE:
            return read_host_interface(to->value, to);
        case CAPSULE:
            return read_capsule(to->value, argument->how, to);
        case EXCHANGE:
            return read_exchange(to->value, argument->how, imports->runtime.attributes == NULL, to);
        case BUFFER:
            return read_buffer(to->value, to);
        default:
            return convert(to->value, imports, to);
    }
}

/* What an array told, which is asked only once in a launch; null where there are too many. */
static Import* find_import(const Argument* argument, PyObject* value, Imports* imports) {
    for (int i = 0; i < imports->count; ++i) {
        Import* const one = imports->items + i;
        if (one->value == value && one->protocol == argument->protocol) {
            return one;
        }
    }
    if (imports->count == MAX_IMPORTS) {
        return NULL;
    }
    Import* const made = imports->items + imports->count++;
    made->value = value;
    made->protocol = argument->protocol;
    made->array = made->kept = made->buffer.object = NULL;
    made->managed = NULL;
    made->status = read_import(argument, imports, made);
    return made;
}

int match_import(const Argument* argument, PyObject* value, Imports* imports, Frame* frame) {
    if ((PyObject*)Py_TYPE(value) != argument->type) {
        return 0;
    }
    const Import* const import = find_import(argument, value, imports);
    if (import == NULL || import->status != 1) {
        return import == NULL ? 0 : import->status;
    }
    return import->array != NULL ? match_array(argument, import->array, frame)
                                 : match_view(argument, &import->view, frame);
}

void release_imports(Imports* imports) {
    if (imports->count == 0) {
        return;
    }
    // What is let go may run Python code, which must not see the error of a launch.
    PyObject *type = NULL, *error = NULL, *trace = NULL;
    PyErr_Fetch(&type, &error, &trace);
    while (imports->count > 0) {
        Import* const one = imports->items + --imports->count;
        if (one->managed != NULL) {
            one->release(one->managed);
        }
        if (one->buffer.object != NULL) {
            release_buffer(&one->buffer);
        }
        Py_XDECREF(one->kept);
    }
    PyErr_Restore(type, error, trace);
}
