/* The module pycu._fast. */
#include "native.h"

PyTypeObject* add_type(PyObject* module, PyType_Spec* spec) {
    PyObject* const type = PyType_FromSpec(spec);
    const char* const name = strrchr(spec->name, '.') + 1;
    if (type == NULL || PyModule_AddObject(module, name, new_ref(type)) != 0) {
        return NULL;
    }
    return (PyTypeObject*)type;
}

void free_object(PyObject* object) {
    PyTypeObject* const type = Py_TYPE(object);
    const freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(object);
    Py_DECREF(type);
}

/* Says which class `kernel[...]` makes, a class on top of Launcher. */
static PyObject* make_launchers_of(PyObject* module, PyObject* type) {
    (void)module;
    if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject*)type, launcher_type)) {
        PyErr_SetString(PyExc_TypeError, "not a class on top of Launcher");
        return NULL;
    }
    PyTypeObject* const before = launcher_class;
    launcher_class = (PyTypeObject*)new_ref(type);
    Py_XDECREF(before);
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"make_launchers_of", make_launchers_of, METH_O, "Says which class `kernel[...]` makes."},
    {NULL, NULL, 0, NULL}};

static int fill(PyObject* module) {
    const int failed = check_numpy() != 0 || add_plans(module) != 0 || add_contexts(module) != 0 ||
                       add_launchable(module) != 0 || add_launcher(module) != 0 ||
                       add_views(module) != 0 || add_interfaces() != 0 || add_dlpack() != 0 ||
                       PyModule_AddIntConstant(module, "PROTOCOL", PYCU_NATIVE_PROTOCOL) != 0;
    return failed ? -1 : 0;
}

static struct PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "_fast",
    .m_doc = "Launches that were made once in Python, made again without it.",
    .m_size = -1,
    .m_methods = functions,
};

/* Of the process, not of an interpreter: its types are static variables. */
PyMODINIT_FUNC PyInit__fast(void) {
    PyObject* const module = PyModule_Create(&definition);
    if (module != NULL && fill(module) != 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
