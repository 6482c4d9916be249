/* Arrays by `__cuda_array_interface__` and `__array_interface__`, dictionaries that tell of them.
 */
#include "native.h"

static struct {
    PyObject *cuda, *host;
    PyObject *data, *mask, *offset, *shape, *stream, *strides, *typestr;
} names;

int add_interfaces(void) {
    const struct {
        PyObject** to;
        const char* text;
    } all[] = {{&names.cuda, "__cuda_array_interface__"},
               {&names.host, "__array_interface__"},
               {&names.data, "data"},
               {&names.mask, "mask"},
               {&names.offset, "offset"},
               {&names.shape, "shape"},
               {&names.stream, "stream"},
               {&names.strides, "strides"},
               {&names.typestr, "typestr"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
        if ((*all[i].to = PyUnicode_InternFromString(all[i].text)) == NULL) {
            return -1;
        }
    }
    return 0;
}

/* An item of an interface; null for None and where there is none. */
static PyObject* item_of(PyObject* interface, PyObject* name) {
    PyObject* const item = PyDict_GetItemWithError(interface, name);
    return item == Py_None ? NULL : item;
}

/* `<f4`: the order of bytes, a kind and the bytes of an element. */
static bool read_typestr(PyObject* typestr, View* view) {
    const Py_ssize_t length =
        typestr != NULL && PyUnicode_Check(typestr) ? PyUnicode_GetLength(typestr) : 0;
    if (length < 3 || length >= FORMAT_BYTES) {
        return false;
    }
    view->item = 0;
    for (Py_ssize_t i = 0; i < length; ++i) {
        const Py_UCS4 one = PyUnicode_ReadChar(typestr, i);
        if (one >= 128 || (i > 1 && (one < '0' || one > '9'))) {
            return false;
        }
        view->format[i] = (char)one;
        view->item = i > 1 ? 10 * view->item + (int64_t)(one - '0') : 0;
    }
    view->format[length] = '\0';
    return strchr("biufc", view->format[1]) != NULL && view->item > 0 && view->item <= 32;
}

/* Integers of a tuple; false where Python has to look at them. */
static bool read_integers(PyObject* tuple, int64_t* to) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(tuple); ++i) {
        PyObject* const one = PyTuple_GetItem(tuple, i);
        int overflow = 1;
        if (PyLong_Check(one)) {
            to[i] = PyLong_AsLongLongAndOverflow(one, &overflow);
        }
        if (overflow != 0) {
            return false;
        }
    }
    return true;
}

static bool read_shape(PyObject* interface, View* view) {
    PyObject* const shape = item_of(interface, names.shape);
    PyObject* const strides = item_of(interface, names.strides);
    if (shape == NULL || !PyTuple_Check(shape) || PyTuple_Size(shape) > MAX_IMPORTED_RANK ||
        !read_integers(shape, view->shape)) {
        return false;
    }
    view->rank = (int)PyTuple_Size(shape);
    for (int axis = 0; axis < view->rank; ++axis) {
        if (view->shape[axis] <= 0) {
            return false;
        }
    }
    if (strides == NULL) {
        return fill_strides(view);
    }
    return PyTuple_Check(strides) && PyTuple_Size(strides) == view->rank &&
           read_integers(strides, view->strides);
}

/* (address, whether it is read-only) */
static bool read_data(PyObject* data, View* view) {
    if (data == NULL || !PyTuple_Check(data) || PyTuple_Size(data) != 2) {
        return false;
    }
    PyObject* const address = PyTuple_GetItem(data, 0);
    PyObject* const readonly = PyTuple_GetItem(data, 1);
    if (!PyLong_Check(address) || (readonly != Py_True && readonly != Py_False)) {
        return false;
    }
    view->data = (uint64_t)(uintptr_t)PyLong_AsVoidPtr(address);
    view->is_readonly = readonly == Py_True;
    return PyErr_Occurred() == NULL;
}

static bool read_dictionary(PyObject* interface, View* view) {
    return Py_TYPE(interface) == &PyDict_Type && item_of(interface, names.mask) == NULL &&
           item_of(interface, names.offset) == NULL &&
           read_typestr(item_of(interface, names.typestr), view) && read_shape(interface, view) &&
           read_data(item_of(interface, names.data), view) && PyErr_Occurred() == NULL;
}

/* 1: the stream has been awaited. The launch itself is behind all others of the host's. */
static int await_stream(PyObject* stream, const Imports* imports) {
    if (stream == NULL || (PyLong_Check(stream) && imports->runtime.synchronize == NULL)) {
        return 1;
    }
    if (!PyLong_Check(stream)) {
        return 0;
    }
    void* const handle = PyLong_AsVoidPtr(stream);
    if (PyErr_Occurred() != NULL) {
        return leave_to_python();
    }
    int code = 0;
    if (imports->context != NULL && !is_plain(imports->context, imports->context->on_import)) {
        Py_BEGIN_ALLOW_THREADS code = imports->runtime.synchronize(handle);
        Py_END_ALLOW_THREADS
    }
    return code == 0;
}

int read_cuda_interface(PyObject* value, const Imports* imports, Import* to) {
    to->kept = PyObject_GetAttr(value, names.cuda);
    if (to->kept == NULL || !read_dictionary(to->kept, &to->view)) {
        return leave_to_python();
    }
    return is_usable(&to->view, &imports->runtime)
               ? await_stream(item_of(to->kept, names.stream), imports)
               : 0;
}

int read_host_interface(PyObject* value, Import* to) {
    to->kept = PyObject_GetAttr(value, names.host);
    if (to->kept == NULL || !read_dictionary(to->kept, &to->view)) {
        return leave_to_python();
    }
    return 1;
}
