/* Arrays and scalars of NumPy without its headers, which would tie this file to a version of it. */
#include "native.h"

PyTypeObject* array_type = NULL;

const void* scalar_bytes(PyObject* scalar) {
    return (const char*)scalar + sizeof(PyObject);
}

/* Whether an attribute is a pair of these integers. */
static bool is_pair(PyObject* object, const char* name, const Py_ssize_t* values) {
    PyObject* const pair = PyObject_GetAttrString(object, name);
    Py_ssize_t first = 0, second = 0;
    const bool same = pair != NULL && PyArg_ParseTuple(pair, "nn", &first, &second) != 0 &&
                      first == values[0] && second == values[1];
    Py_XDECREF(pair);
    return same;
}

static bool is_known_array(PyObject* object) {
    enum { owns_data = 0x4, aligned = 0x100 };
    const Array* const array = (const Array*)object;
    if (array->rank != 2 || array->flags != (ARRAY_F | owns_data | aligned | ARRAY_WRITEABLE)) {
        return false;
    }
    PyObject* const dtype = PyObject_GetAttrString(object, "dtype");
    const bool is_its_own = dtype == array->dtype;
    Py_XDECREF(dtype);
    return is_its_own && is_pair(object, "shape", array->shape) &&
           is_pair(object, "strides", array->strides) && number_in(array->data, I2).integer == -77;
}

/* Whether an array and a scalar lie in memory as they do since NumPy 1.7. */
static bool is_known(PyObject* numpy) {
    PyObject* const array = PyObject_CallMethod(numpy, "full", "(ii)iss", 3, 5, -77, "i2", "F");
    PyObject* const scalar = PyObject_CallMethod(numpy, "int16", "i", -78);
    const bool known = array != NULL && scalar != NULL && Py_TYPE(array) == array_type &&
                       is_known_array(array) && number_in(scalar_bytes(scalar), I2).integer == -78;
    Py_XDECREF(array);
    Py_XDECREF(scalar);
    return known;
}

int check_numpy(void) {
    PyObject* const numpy = PyImport_ImportModule("numpy");
    if (numpy == NULL) {
        return -1;
    }
    array_type = (PyTypeObject*)PyObject_GetAttrString(numpy, "ndarray");
    const bool known = array_type != NULL && is_known(numpy);
    Py_DECREF(numpy);
    if (!known) {
        PyErr_SetString(PyExc_ImportError, "the arrays of this NumPy are not known");
        return -1;
    }
    return 0;
}
