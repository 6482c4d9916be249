/* `configured(...)`: the launch of a kernel. */
#include "native.h"

PyTypeObject* launcher_type = NULL;

static bool is_empty(PyObject* list) {
    return list == NULL || list == Py_None ||
           (Py_TYPE(list) == &PyList_Type && PyList_Size(list) == 0);
}

/* Whether nothing is to be done but to launch. */
static bool is_plain_launch(const Launcher* self) {
    const Launchable* const kernel = self->kernel;
    const Context* const context = (const Context*)kernel->context;
    return is_empty(self->callbacks) && is_empty(kernel->extensions) &&
           (context == NULL ? Py_TYPE(self->stream_object) == &PyLong_Type
                            : is_plain(context, context->on_launch));
}

/* Launches what fits a plan, which the caller holds: 1, 0 where Python has to, -1: an exception. */
static int run_plan(Launcher* self, Plan* plan, const Frame* frame) {
    Context* const context = (Context*)self->kernel->context;
    if (!enter_context(context, self->stream)) {
        return 0;
    }
    int code = 0;
    Py_BEGIN_ALLOW_THREADS code = call_function(plan->address, self->grid, self->block,
                                                self->shared, self->stream, frame, plan->words);
    Py_END_ALLOW_THREADS leave_context(context);
    ++self->kernel->launches;
    if (code == 0) {
        return 1;
    }
    PyObject* const result = PyObject_CallFunction(plan->failed, "i", code);
    Py_XDECREF(result);
    return result != NULL ? 1 : -1;
}

/* As run_plan, for the newest of the plans that the values fit; says whether there is one. */
static int find_and_run(Launcher* self, PyObject* plans, PyObject* values, Imports* imports,
                        bool* fits) {
    Frame frame;
    int done = 0;
    for (Py_ssize_t i = PyList_Size(plans); done == 0 && !*fits && i-- > 0;) {
        Plan* const plan = (Plan*)PyList_GetItem(plans, i);
        if (plan == NULL) {  // the list was changed while another library's array was imported
            PyErr_Clear();
            break;
        }
        Py_INCREF(plan);
        done = match_plan(plan, values, imports, &frame);
        if (done == 1) {
            *fits = true;
            done = run_plan(self, plan, &frame);
        }
        Py_DECREF(plan);
    }
    return done;
}

static int launch(Launcher* self, PyObject* values) {
    if (self->kernel->plans == NULL) {
        self->kernel->wants_plan = 1;
        return 0;
    }
    Imports imports;
    imports.count = 0;
    imports.context = (const Context*)self->kernel->context;
    PyObject* const plans = new_ref(self->kernel->plans);
    bool fits = false;
    const int done = find_and_run(self, plans, values, &imports, &fits);
    release_imports(&imports);
    Py_DECREF(plans);
    self->kernel->wants_plan = !fits && done == 0;
    return done;
}

static PyObject* call_launcher(Launcher* self, PyObject* values, PyObject* named) {
    if (self->kernel != NULL && (named == NULL || PyDict_Size(named) == 0) &&
        is_plain_launch(self)) {
        const int done = launch(self, values);
        if (done != 0) {
            return done > 0 ? new_ref(Py_None) : NULL;
        }
    }
    PyObject* const by_python = PyObject_GetAttrString((PyObject*)self, "_called");
    if (by_python == NULL) {
        return NULL;
    }
    PyObject* const result = PyObject_Call(by_python, values, named);
    Py_DECREF(by_python);
    return result;
}

/* ------------------------------------------------------------- the type */

/* Launcher(kernel, griddim, blockdim, stream, stream_object, shared) */
static int init_launcher(Launcher* self, PyObject* args, PyObject* named) {
    PyObject *kernel = NULL, *grid = NULL, *block = NULL, *stream = NULL, *stream_object = NULL;
    unsigned int shared = 0;
    (void)named;
    if (!PyArg_ParseTuple(args, "O!OOOOI", launchable_type, &kernel, &grid, &block, &stream,
                          &stream_object, &shared)) {
        return -1;
    }
    if (!read_dimensions(grid, &self->grid) || !read_dimensions(block, &self->block)) {
        PyErr_SetString(PyExc_TypeError, "a grid and a block of integers");
        return -1;
    }
    self->stream = stream == Py_None ? NULL : PyLong_AsVoidPtr(stream);
    if (PyErr_Occurred()) {
        return -1;
    }
    self->shared = shared;
    Py_XDECREF(self->kernel);
    self->kernel = (Launchable*)new_ref(kernel);
    Py_XDECREF(self->stream_object);
    self->stream_object = new_ref(stream_object);
    return 0;
}

static int traverse_launcher(Launcher* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->kernel);
    Py_VISIT(self->stream_object);
    Py_VISIT(self->callbacks);
    return 0;
}

static int clear_launcher(Launcher* self) {
    Py_CLEAR(self->kernel);
    Py_CLEAR(self->stream_object);
    Py_CLEAR(self->callbacks);
    return 0;
}

static void free_launcher(Launcher* self) {
    PyObject_GC_UnTrack(self);
    clear_launcher(self);
    free_object((PyObject*)self);
}

static PyObject* as_tuple(const Dim3* dimensions) {
    return Py_BuildValue("(III)", dimensions->x, dimensions->y, dimensions->z);
}

static PyObject* get_grid(Launcher* self, void* nothing) {
    (void)nothing;
    return as_tuple(&self->grid);
}

static PyObject* get_block(Launcher* self, void* nothing) {
    (void)nothing;
    return as_tuple(&self->block);
}

static PyObject* get_stream(Launcher* self, void* nothing) {
    (void)nothing;
    return self->stream == NULL ? new_ref(Py_None) : PyLong_FromVoidPtr(self->stream);
}

static PyObject* get_callbacks(Launcher* self, void* nothing) {
    (void)nothing;
    if (self->callbacks == NULL && (self->callbacks = PyList_New(0)) == NULL) {
        return NULL;
    }
    return new_ref(self->callbacks);
}

static int set_callbacks(Launcher* self, PyObject* value, void* nothing) {
    (void)nothing;
    PyObject* const before = self->callbacks;
    self->callbacks = value != NULL ? new_ref(value) : NULL;
    Py_XDECREF(before);
    return 0;
}

static PyGetSetDef launcher_attributes[] = {
    {"griddim", (getter)get_grid, NULL, "The blocks of the grid along x, y, z.", NULL},
    {"blockdim", (getter)get_block, NULL, "The threads of a block along x, y, z.", NULL},
    {"stream", (getter)get_stream, NULL, "The stream's handle; None is the default stream.", NULL},
    {"pre_launch_callbacks", (getter)get_callbacks, (setter)set_callbacks,
     "Called with the kernel and this before each launch.", NULL},
    {NULL, NULL, NULL, NULL, NULL}};

static PyMemberDef launcher_members[] = {
    {"dispatcher", T_OBJECT_EX, offsetof(Launcher, kernel), READONLY, "The kernel."},
    {"stream_object", T_OBJECT, offsetof(Launcher, stream_object), READONLY,
     "The stream as it was given."},
    {"sharedmem", T_UINT, offsetof(Launcher, shared), READONLY,
     "The bytes of dynamic shared memory."},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot launcher_slots[] = {
    {Py_tp_doc, "A kernel with its launch configuration; see `pycu._launch.Launcher`."},
    {Py_tp_init, init_launcher},
    {Py_tp_call, call_launcher},
    {Py_tp_traverse, traverse_launcher},
    {Py_tp_clear, clear_launcher},
    {Py_tp_dealloc, free_launcher},
    {Py_tp_getset, launcher_attributes},
    {Py_tp_members, launcher_members},
    {0, NULL}};

static PyType_Spec launcher_spec = {"pycu._fast.Launcher", sizeof(Launcher), 0,
                                    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                                    launcher_slots};

int add_launcher(PyObject* module) {
    launcher_type = add_type(module, &launcher_spec);
    return launcher_type != NULL ? 0 : -1;
}
