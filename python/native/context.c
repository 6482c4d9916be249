/* Where kernels are launched: what has to be asked before, and the lock of the default stream. */
#include "native.h"

PyTypeObject *lock_type = NULL, *context_type = NULL;

/* ------------------------------------------------------------- the lock */

static bool try_lock(Lock* self) {
    const unsigned long caller = PyThread_get_thread_ident();
    if (self->depth > 0 && self->owner == caller) {
        ++self->depth;
        return true;
    }
    if (PyThread_acquire_lock_timed(self->lock, 0, 0) != PY_LOCK_ACQUIRED) {
        return false;
    }
    self->owner = caller;
    self->depth = 1;
    return true;
}

static void unlock(Lock* self) {
    if (--self->depth == 0) {
        PyThread_release_lock(self->lock);
    }
}

/* Waits for the lock; a signal's handler may raise meanwhile. */
static int wait_for_lock(Lock* self) {
    while (!try_lock(self)) {
        PyLockStatus status = PY_LOCK_FAILURE;
        Py_BEGIN_ALLOW_THREADS status = PyThread_acquire_lock_timed(self->lock, -1, 1);
        Py_END_ALLOW_THREADS if (status == PY_LOCK_ACQUIRED) {
            self->owner = PyThread_get_thread_ident();
            self->depth = 1;
            return 0;
        }
        if (PyErr_CheckSignals() != 0) {
            return -1;
        }
    }
    return 0;
}

static PyObject* new_lock(PyTypeObject* type, PyObject* args, PyObject* named) {
    (void)args, (void)named;
    Lock* const self = (Lock*)PyType_GenericAlloc(type, 0);
    if (self != NULL && (self->lock = PyThread_allocate_lock()) == NULL) {
        Py_DECREF(self);
        return PyErr_NoMemory();
    }
    return (PyObject*)self;
}

static void free_lock(Lock* self) {
    if (self->lock != NULL) {
        PyThread_free_lock(self->lock);
    }
    free_object((PyObject*)self);
}

static PyObject* enter_lock(Lock* self, PyObject* nothing) {
    (void)nothing;
    return wait_for_lock(self) == 0 ? new_ref(Py_True) : NULL;
}

static PyObject* exit_lock(Lock* self, PyObject* error) {
    (void)error;
    if (self->depth == 0 || self->owner != PyThread_get_thread_ident()) {
        PyErr_SetString(PyExc_RuntimeError, "cannot release a lock of another thread");
        return NULL;
    }
    unlock(self);
    Py_RETURN_NONE;
}

/* In the child of a fork the owner may not be there; the old lock is left as it is. */
static PyObject* reset_lock(Lock* self, PyObject* nothing) {
    (void)nothing;
    PyThread_type_lock made = PyThread_allocate_lock();
    if (made == NULL) {
        return PyErr_NoMemory();
    }
    self->lock = made;
    self->depth = 0;
    Py_RETURN_NONE;
}

static PyMethodDef lock_methods[] = {{"__enter__", (PyCFunction)enter_lock, METH_NOARGS, NULL},
                                     {"__exit__", (PyCFunction)exit_lock, METH_VARARGS, NULL},
                                     {"_at_fork_reinit", (PyCFunction)reset_lock, METH_NOARGS,
                                      "Makes it nobody's, in the child of a fork."},
                                     {NULL, NULL, 0, NULL}};

static PyType_Slot lock_slots[] = {
    {Py_tp_doc, "A lock that its owner may take again: a `with` statement takes it."},
    {Py_tp_new, new_lock},
    {Py_tp_dealloc, free_lock},
    {Py_tp_methods, lock_methods},
    {0, NULL}};

static PyType_Spec lock_spec = {"pycu._fast.Lock", sizeof(Lock), 0, Py_TPFLAGS_DEFAULT, lock_slots};

/* ------------------------------------------------------------- the context */

bool is_plain(const Context* context, PyObject* name) {
    if (context == NULL) {
        return true;
    }
    PyObject* const setting = PyDict_GetItemWithError(context->settings, name);
    const bool plain = setting != NULL && PyObject_IsTrue(setting) == 0;
    PyErr_Clear();
    return plain;
}

bool enter_context(Context* context, void* stream) {
    if (context == NULL || context->lock == NULL) {
        return true;
    }
    return stream == NULL && PySet_Size(context->busy) == 0 && try_lock(context->lock);
}

void leave_context(Context* context) {
    if (context != NULL && context->lock != NULL) {
        unlock(context->lock);
    }
}

/* Context(lock, busy, settings, on_configure, on_launch, on_import); lock and busy None where
 * launches are only queued */
static PyObject* new_context(PyTypeObject* type, PyObject* args, PyObject* named) {
    PyObject *lock = NULL, *busy = NULL, *settings = NULL;
    PyObject *on_configure = NULL, *on_launch = NULL, *on_import = NULL;
    (void)named;
    if (!PyArg_ParseTuple(args, "OOO!UUU", &lock, &busy, &PyDict_Type, &settings, &on_configure,
                          &on_launch, &on_import)) {
        return NULL;
    }
    if (lock != Py_None && (Py_TYPE(lock) != lock_type || !PyAnySet_Check(busy))) {
        PyErr_SetString(PyExc_TypeError, "a Lock and a set, or None and None");
        return NULL;
    }
    Context* const self = (Context*)PyType_GenericAlloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    self->lock = lock == Py_None ? NULL : (Lock*)new_ref(lock);
    self->busy = lock == Py_None ? NULL : new_ref(busy);
    self->settings = new_ref(settings);
    self->on_configure = new_ref(on_configure);
    self->on_launch = new_ref(on_launch);
    self->on_import = new_ref(on_import);
    PyUnicode_InternInPlace(&self->on_configure);
    PyUnicode_InternInPlace(&self->on_launch);
    PyUnicode_InternInPlace(&self->on_import);
    return (PyObject*)self;
}

/* No traversal: a context lives as long as the program. */
static void free_context(Context* self) {
    Py_XDECREF(self->lock);
    Py_XDECREF(self->busy);
    Py_XDECREF(self->settings);
    Py_XDECREF(self->on_configure);
    Py_XDECREF(self->on_launch);
    Py_XDECREF(self->on_import);
    free_object((PyObject*)self);
}

static PyType_Slot context_slots[] = {
    {Py_tp_doc, "What has to be asked before a kernel of a running program is launched."},
    {Py_tp_new, new_context},
    {Py_tp_dealloc, free_context},
    {0, NULL}};

static PyType_Spec context_spec = {"pycu._fast.Context", sizeof(Context), 0, Py_TPFLAGS_DEFAULT,
                                   context_slots};

int add_contexts(PyObject* module) {
    lock_type = add_type(module, &lock_spec);
    context_type = lock_type != NULL ? add_type(module, &context_spec) : NULL;
    return context_type != NULL ? 0 : -1;
}
