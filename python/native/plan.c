/* Plans: one list of argument types, and the function that takes them. */
#include <string.h>

#include "native.h"

PyTypeObject* plan_type = NULL;

/* How many arguments a description makes, with those of tuples. */
static Py_ssize_t count_arguments(PyObject* descriptions) {
    Py_ssize_t count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_Size(descriptions); ++i) {
        PyObject* const one = PyTuple_GetItem(descriptions, i);
        ++count;
        if (PyTuple_Check(one) && PyTuple_Size(one) == 3) {
            PyObject* const items = PyTuple_GetItem(one, 2);
            count += PyTuple_Check(items) ? count_arguments(items) : 0;
        }
    }
    return count;
}

static int read_descriptions(Plan* plan) {
    plan->parameters = PyTuple_Size(plan->descriptions);
    plan->count = count_arguments(plan->descriptions);
    // The limited API of 3.9 has no PyMem_Calloc.
    const size_t size = ((size_t)plan->count + 1) * sizeof(Argument);
    plan->arguments = PyMem_Malloc(size);
    if (plan->arguments == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    memset(plan->arguments, 0, size);
    Taken taken = {0, 0};
    Py_ssize_t at = 0;
    for (Py_ssize_t i = 0; i < plan->parameters; ++i) {
        const Py_ssize_t read = read_argument(PyTuple_GetItem(plan->descriptions, i),
                                              plan->arguments + at, plan->count - at, &taken);
        if (read < 0) {
            return -1;
        }
        at += read;
    }
    if (taken.words > MAX_WORDS) {
        PyErr_SetString(PyExc_ValueError, "more arguments than a frame holds");
        return -1;
    }
    plan->words = taken.words;
    return 0;
}

/* Plan(address, descriptions, failed, import, attributes, synchronize); the last two are addresses
 * of functions of CUDA's runtime, 0 where the host's memory is what kernels use */
static PyObject* new_plan(PyTypeObject* type, PyObject* args, PyObject* named) {
    Py_ssize_t address = 0, attributes = 0, synchronize = 0;
    PyObject *descriptions = NULL, *failed = NULL, *import = NULL;
    (void)named;
    if (!PyArg_ParseTuple(args, "nO!OOnn", &address, &PyTuple_Type, &descriptions, &failed, &import,
                          &attributes, &synchronize)) {
        return NULL;
    }
    Plan* const plan = (Plan*)PyType_GenericAlloc(type, 0);
    if (plan == NULL) {
        return NULL;
    }
    plan->address = (void*)address;
    plan->descriptions = new_ref(descriptions);
    plan->failed = new_ref(failed);
    plan->import = new_ref(import);
    memcpy(&plan->runtime.attributes, &attributes, sizeof attributes);
    memcpy(&plan->runtime.synchronize, &synchronize, sizeof synchronize);
    if (read_descriptions(plan) != 0) {
        Py_DECREF(plan);
        return NULL;
    }
    return (PyObject*)plan;
}

static int traverse_plan(Plan* plan, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(plan));
    Py_VISIT(plan->descriptions);
    Py_VISIT(plan->failed);
    Py_VISIT(plan->import);
    return 0;
}

/* Its descriptions are needed by who launches with it: they go with it. */
static int clear_plan(Plan* plan) {
    Py_CLEAR(plan->failed);
    Py_CLEAR(plan->import);
    return 0;
}

static void free_plan(Plan* plan) {
    PyObject_GC_UnTrack(plan);
    clear_plan(plan);
    Py_CLEAR(plan->descriptions);
    PyMem_Free(plan->arguments);
    free_object((PyObject*)plan);
}

int match_plan(const Plan* plan, PyObject* values, Imports* imports, Frame* frame) {
    if (PyTuple_Size(values) != plan->parameters) {
        return 0;
    }
    imports->convert = plan->import;
    imports->runtime = plan->runtime;
    const Argument* next = plan->arguments;
    int fits = 1;
    for (Py_ssize_t i = 0; fits == 1 && i < plan->parameters; ++i) {
        fits = match_argument(&next, PyTuple_GetItem(values, i), imports, frame);
    }
    return fits == 1 && arrays_overlap(plan, frame) ? 0 : fits;
}

static PyObject* fits(const Plan* self, PyObject* values) {
    if (!PyTuple_Check(values)) {
        PyErr_SetString(PyExc_TypeError, "not a tuple");
        return NULL;
    }
    Frame frame;
    Imports imports;
    imports.count = 0;
    imports.context = NULL;
    const int answer = match_plan(self, values, &imports, &frame);
    release_imports(&imports);
    return answer >= 0 ? PyBool_FromLong(answer) : NULL;
}

static PyMethodDef plan_methods[] = {
    {"fits", (PyCFunction)fits, METH_O, "Whether it takes a tuple of values."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot plan_slots[] = {
    {Py_tp_doc, "One list of argument types, and the function that takes them."},
    {Py_tp_new, new_plan},
    {Py_tp_traverse, traverse_plan},
    {Py_tp_clear, clear_plan},
    {Py_tp_dealloc, free_plan},
    {Py_tp_methods, plan_methods},
    {0, NULL}};

static PyType_Spec plan_spec = {"pycu._fast.Plan", sizeof(Plan), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC, plan_slots};

int add_plans(PyObject* module) {
    plan_type = add_type(module, &plan_spec);
    return plan_type != NULL ? 0 : -1;
}
