/* `kernel[grid, block, stream, shared]`: kernels, and what they are indexed with. */
#include "native.h"

PyTypeObject *launchable_type = NULL, *launcher_class = NULL;

/* ------------------------------------------------------------- configurations */

/* 1: an extent, 0: Python has to look at it. */
static int read_extent(PyObject* value, uint32_t* extent) {
    if (Py_TYPE(value) != &PyLong_Type) {
        return 0;
    }
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
    if (overflow != 0 || number < 0 || number > UINT32_MAX) {
        return 0;
    }
    *extent = (uint32_t)number;
    return 1;
}

int read_dimensions(PyObject* value, Dim3* dimensions) {
    dimensions->y = dimensions->z = 1;
    if (Py_TYPE(value) != &PyTuple_Type) {
        return read_extent(value, &dimensions->x);
    }
    const Py_ssize_t count = PyTuple_Size(value);
    return count >= 1 && count <= 3 && read_extent(PyTuple_GetItem(value, 0), &dimensions->x) &&
           (count < 2 || read_extent(PyTuple_GetItem(value, 1), &dimensions->y)) &&
           (count < 3 || read_extent(PyTuple_GetItem(value, 2), &dimensions->z));
}

/* The handle of a stream: an int, or an attribute of that name. */
static int read_stream(PyObject* value, void** stream) {
    PyObject* handle =
        Py_TYPE(value) == &PyLong_Type ? new_ref(value) : PyObject_GetAttrString(value, "handle");
    if (handle == NULL) {
        PyErr_Clear();
        return 0;
    }
    int overflow = 1;
    long long number = 0;
    if (Py_TYPE(handle) == &PyLong_Type) {
        number = PyLong_AsLongLongAndOverflow(handle, &overflow);
    }
    Py_DECREF(handle);
    *stream = (void*)(intptr_t)number;
    return overflow == 0 && number >= 0;
}

/* Fills a launcher with a configuration; 0 where Python has to look at it. */
static int read_configuration(PyObject* key, Launcher* to) {
    const Py_ssize_t count = Py_TYPE(key) == &PyTuple_Type ? PyTuple_Size(key) : 0;
    if (count < 2 || count > 4 || !read_dimensions(PyTuple_GetItem(key, 0), &to->grid) ||
        !read_dimensions(PyTuple_GetItem(key, 1), &to->block) ||
        (count == 4 && !read_extent(PyTuple_GetItem(key, 3), &to->shared))) {
        return 0;
    }
    if (count > 2 && !read_stream(PyTuple_GetItem(key, 2), &to->stream)) {
        return 0;
    }
    to->stream_object = count > 2 ? new_ref(PyTuple_GetItem(key, 2)) : PyLong_FromLong(0);
    return 1;
}

static PyObject* configured(Launchable* self, PyObject* key) {
    static PyObject* by_python = NULL;
    const Context* const context = (const Context*)self->context;
    if (!self->asks && launcher_class != NULL &&
        (context == NULL || is_plain(context, context->on_configure))) {
        Launcher* const launcher = (Launcher*)PyType_GenericAlloc(launcher_class, 0);
        if (launcher == NULL) {
            return NULL;
        }
        if (read_configuration(key, launcher)) {
            launcher->kernel = (Launchable*)new_ref(self);
            return (PyObject*)launcher;
        }
        Py_DECREF(launcher);
    }
    if (by_python == NULL && (by_python = PyUnicode_InternFromString("_configured")) == NULL) {
        return NULL;
    }
    return PyObject_CallMethodObjArgs((PyObject*)self, by_python, key, NULL);
}

/* ------------------------------------------------------------- the type */

static int traverse_launchable(Launchable* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->plans);
    Py_VISIT(self->context);
    Py_VISIT(self->extensions);
    return 0;
}

static int clear_launchable(Launchable* self) {
    Py_CLEAR(self->plans);
    Py_CLEAR(self->context);
    Py_CLEAR(self->extensions);
    return 0;
}

static void free_launchable(Launchable* self) {
    PyObject_GC_UnTrack(self);
    clear_launchable(self);
    free_object((PyObject*)self);
}

/* At most so many, so that a launch does not search long; a new one takes the oldest one's place.
 */
enum { MAX_PLANS = 32 };

static PyObject* remember(Launchable* self, PyObject* plan) {
    if (Py_TYPE(plan) != plan_type) {
        PyErr_SetString(PyExc_TypeError, "not a Plan");
        return NULL;
    }
    if (self->plans == NULL && (self->plans = PyList_New(0)) == NULL) {
        return NULL;
    }
    if (PyList_Size(self->plans) >= MAX_PLANS && PyList_SetSlice(self->plans, 0, 1, NULL) != 0) {
        return NULL;
    }
    if (PyList_Append(self->plans, plan) != 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject* forget(Launchable* self, PyObject* nothing) {
    (void)nothing;
    Py_CLEAR(self->plans);
    Py_RETURN_NONE;
}

static PyObject* get_context(Launchable* self, void* nothing) {
    (void)nothing;
    return new_ref(self->context != NULL ? self->context : Py_None);
}

static int set_context(Launchable* self, PyObject* context, void* nothing) {
    (void)nothing;
    if (context == NULL || Py_TYPE(context) != context_type) {
        PyErr_SetString(PyExc_TypeError, "not a Context");
        return -1;
    }
    PyObject* const before = self->context;
    self->context = new_ref(context);
    Py_XDECREF(before);
    return 0;
}

static PyMethodDef launchable_methods[] = {
    {"_remember", (PyCFunction)remember, METH_O, "Launches with a plan what fits it."},
    {"_forget", (PyCFunction)forget, METH_NOARGS, "Lets all plans go."},
    {NULL, NULL, 0, NULL}};

static PyMemberDef launchable_members[] = {
    {"extensions", T_OBJECT, offsetof(Launchable, extensions), 0, NULL},
    {"_asks", T_BOOL, offsetof(Launchable, asks), 0,
     "Whether each configuration goes to `_configured`."},
    {"_wants_plan", T_BOOL, offsetof(Launchable, wants_plan), 0,
     "Whether a launch goes to Python for want of a plan."},
    {"_fast_launches", T_ULONGLONG, offsetof(Launchable, launches), READONLY,
     "How many launches went without Python."},
    {NULL, 0, 0, 0, NULL}};

static PyGetSetDef launchable_attributes[] = {
    {"_context", (getter)get_context, (setter)set_context, "What is asked before a launch.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot launchable_slots[] = {
    {Py_tp_doc, "What is indexed with a launch configuration; see `pycu._launch.Launchable`."},
    {Py_mp_subscript, configured},
    {Py_tp_traverse, traverse_launchable},
    {Py_tp_clear, clear_launchable},
    {Py_tp_dealloc, free_launchable},
    {Py_tp_methods, launchable_methods},
    {Py_tp_members, launchable_members},
    {Py_tp_getset, launchable_attributes},
    {0, NULL}};

static PyType_Spec launchable_spec = {"pycu._fast.Launchable", sizeof(Launchable), 0,
                                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                                      launchable_slots};

int add_launchable(PyObject* module) {
    launchable_type = add_type(module, &launchable_spec);
    return launchable_type != NULL ? 0 : -1;
}
