/* What an argument must be, and how it is written where the C ABI wants it. */
#include <string.h>

#include "native.h"

/* ------------------------------------------------------------- descriptions */

static int take_scalar(const char* code, Scalar* type) {
    *type = scalar_of(code);
    if (*type == SCALARS) {
        PyErr_Format(PyExc_ValueError, "no scalar type has the code %s", code);
        return -1;
    }
    return 0;
}

static int wrong(const char* kind) {
    PyErr_Format(PyExc_ValueError, "no description of an argument: %s", kind);
    return -1;
}

/* ("array", class, dtype, rank, mask, flags, item, written) and
 * ("import", ..., written, protocol, format, how) */
static int read_array(PyObject* description, Argument* to, Taken* taken) {
    const char* kind = NULL;
    int protocol = CONVERTED;
    if (!PyArg_ParseTuple(description, "sOOiiiip|isO", &kind, &to->type, &to->dtype, &to->rank,
                          &to->mask, &to->flags, &to->item, &to->written, &protocol, &to->format,
                          &to->how)) {
        return -1;
    }
    to->kind = strcmp(kind, "array") == 0 ? ARRAY : IMPORTED;
    to->protocol = (Protocol)protocol;
    const bool is_known = protocol >= 0 && protocol < PROTOCOLS &&
                          (protocol == CONVERTED || (to->format != NULL && to->how != NULL));
    if (to->rank < 0 || to->rank > 64 || !PyType_Check((PyObject*)to->type) || !is_known) {
        return wrong(kind);
    }
    to->place = place_array(taken, to->rank);
    return 0;
}

/* ("integer", class, target, low, high) */
static int read_integer(PyObject* description, Argument* to, Taken* taken) {
    const char *kind = NULL, *target = NULL;
    long long low = 0;
    PyObject* high = NULL;
    if (!PyArg_ParseTuple(description, "sOsLO", &kind, &to->type, &target, &low, &high) ||
        take_scalar(target, &to->target) != 0) {
        return -1;
    }
    to->kind = INTEGER;
    to->low = low;
    to->high = PyLong_AsUnsignedLongLongMask(high);
    to->below_zero = low < 0 && PyLong_AsDouble(high) < 0;
    to->place = place_scalar(taken, to->target);
    return PyErr_Occurred() ? -1 : 0;
}

/* ("number", class, target): a bool, a float or a complex number of Python */
static int read_number(PyObject* description, Argument* to, Taken* taken) {
    const char *kind = NULL, *target = NULL;
    if (!PyArg_ParseTuple(description, "sOs", &kind, &to->type, &target) ||
        take_scalar(target, &to->target) != 0) {
        return -1;
    }
    to->kind = NUMBER;
    to->place = place_scalar(taken, to->target);
    return 0;
}

/* ("scalar", class, target, source) */
static int read_scalar(PyObject* description, Argument* to, Taken* taken) {
    const char *kind = NULL, *target = NULL, *source = NULL;
    if (!PyArg_ParseTuple(description, "sOss", &kind, &to->type, &target, &source) ||
        take_scalar(target, &to->target) != 0 || take_scalar(source, &to->source) != 0) {
        return -1;
    }
    to->kind = SCALAR;
    to->place = place_scalar(taken, to->target);
    return 0;
}

/* ("tuple", class, (item, ...)); ("none", class, ()) */
static Py_ssize_t read_tuple(PyObject* description, Argument* to, Py_ssize_t most, Taken* taken) {
    const char* kind = NULL;
    PyObject* items = NULL;
    if (!PyArg_ParseTuple(description, "sOO!", &kind, &to->type, &PyTuple_Type, &items)) {
        return -1;
    }
    to->kind = strcmp(kind, "tuple") == 0 ? TUPLE : NONE;
    to->items = PyTuple_Size(items);
    Py_ssize_t count = 1;
    for (Py_ssize_t i = 0; i < to->items; ++i) {
        const Py_ssize_t more =
            read_argument(PyTuple_GetItem(items, i), to + count, most - count, taken);
        if (more < 0) {
            return -1;
        }
        count += more;
    }
    return count;
}

Py_ssize_t read_argument(PyObject* description, Argument* to, Py_ssize_t most, Taken* taken) {
    PyObject* const kind = PyTuple_Check(description) ? PyTuple_GetItem(description, 0) : NULL;
    if (kind == NULL || !PyUnicode_Check(kind) || most < 1) {
        return wrong("no tuple, or too many of them");
    }
    if (PyUnicode_CompareWithASCIIString(kind, "tuple") == 0 ||
        PyUnicode_CompareWithASCIIString(kind, "none") == 0) {
        return read_tuple(description, to, most, taken);
    }
    static const struct {
        const char* kind;
        int (*read)(PyObject*, Argument*, Taken*);
    } readers[] = {{"array", read_array},
                   {"import", read_array},
                   {"integer", read_integer},
                   {"number", read_number},
                   {"scalar", read_scalar}};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; ++i) {
        if (PyUnicode_CompareWithASCIIString(kind, readers[i].kind) == 0) {
            return readers[i].read(description, to, taken) == 0 ? 1 : -1;
        }
    }
    return wrong("its kind is not known");
}

/* ------------------------------------------------------------- values */

uint64_t* place_in(Frame* frame, Place place) {
    return place.on_stack ? frame->stack + place.at : (uint64_t*)(frame->registers + place.at);
}

bool match_array(const Argument* argument, PyObject* value, Frame* frame) {
    const Array* const array = (const Array*)value;
    if (array->dtype != argument->dtype || array->rank != argument->rank ||
        (array->flags & argument->mask) != argument->flags) {
        return false;
    }
    uint64_t* to = frame->stack + argument->place.at;
    *to++ = (uint64_t)(uintptr_t)array->data;
    for (int axis = 0; axis < argument->rank; ++axis) {
        to[axis] = (uint64_t)array->shape[axis];
        to[axis + argument->rank] = (uint64_t)array->strides[axis];
    }
    return true;
}

/* An array of NumPy, or one of the device that is known as one. */
static bool match_own_array(const Argument* argument, PyObject* value, Frame* frame) {
    if ((PyObject*)Py_TYPE(value) != argument->type) {
        return false;
    }
    if (Py_TYPE(value) != array_type) {
        value = ((Viewed*)value)->seen;
    }
    return value != NULL && Py_TYPE(value) == array_type && match_array(argument, value, frame);
}

static bool match_integer(const Argument* argument, PyObject* value, Frame* frame) {
    if ((PyObject*)Py_TYPE(value) != argument->type) {
        return false;
    }
    int overflow = 0;
    Number number = {.kind = SIGNED};
    number.integer = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow > 0 && argument->high > INT64_MAX) {
        const uint64_t bits = PyLong_AsUnsignedLongLong(value);
        if (bits == UINT64_MAX && PyErr_Occurred()) {
            PyErr_Clear();
            return false;
        }
        number = number_in(&bits, U8);
    } else if (overflow != 0) {
        return false;
    }
    const bool negative = number.kind == SIGNED && number.integer < 0;
    if (argument->below_zero && (!negative || number.integer > (int64_t)argument->high)) {
        return false;
    }
    if (negative ? number.integer < argument->low : (uint64_t)number.integer > argument->high) {
        return false;
    }
    if (!negative && argument->low > 0 && (uint64_t)number.integer < (uint64_t)argument->low) {
        return false;
    }
    if (number.kind == SIGNED) {
        number.re = (double)number.integer;
    }
    write_number(number, argument->target, place_in(frame, argument->place));
    return true;
}

static bool match_number(const Argument* argument, PyObject* value, Frame* frame) {
    PyTypeObject* const type = Py_TYPE(value);
    if ((PyObject*)type != argument->type) {
        return false;
    }
    Number number = {.kind = REAL};
    if (type == &PyFloat_Type) {
        number.re = PyFloat_AsDouble(value);
    } else if (type == &PyBool_Type) {
        number.integer = value == Py_True;
        number.re = (double)number.integer;
    } else {
        number.re = PyComplex_RealAsDouble(value);
        number.im = PyComplex_ImagAsDouble(value);
    }
    write_number(number, argument->target, place_in(frame, argument->place));
    return true;
}

static bool match_scalar(const Argument* argument, PyObject* value, Frame* frame) {
    if ((PyObject*)Py_TYPE(value) != argument->type) {
        return false;
    }
    write_number(number_in(scalar_bytes(value), argument->source), argument->target,
                 place_in(frame, argument->place));
    return true;
}

static int match_tuple(const Argument** next, PyObject* value, Imports* imports, Frame* frame) {
    const Argument* const tuple = (*next)++;
    if ((PyObject*)Py_TYPE(value) != tuple->type || PyTuple_Size(value) != tuple->items) {
        return 0;
    }
    int fits = 1;
    for (Py_ssize_t i = 0; fits == 1 && i < tuple->items; ++i) {
        fits = match_argument(next, PyTuple_GetItem(value, i), imports, frame);
    }
    return fits;
}

int match_argument(const Argument** next, PyObject* value, Imports* imports, Frame* frame) {
    const Argument* const argument = *next;
    if (argument->kind == TUPLE) {
        return match_tuple(next, value, imports, frame);
    }
    ++*next;
    switch (argument->kind) {
        case ARRAY:
            return match_own_array(argument, value, frame);
        case IMPORTED:
            return match_import(argument, value, imports, frame);
        case INTEGER:
            return match_integer(argument, value, frame);
        case NUMBER:
            return match_number(argument, value, frame);
        case SCALAR:
            return match_scalar(argument, value, frame);
        default:
            return value == Py_None;
    }
}
