/* Arrays by DLPack: as capsules, and by the function that a class offers in their place. */
#include "native.h"

/* DLPack's DLTensor. */
typedef struct {
    char* data;
    int32_t device, number;
    int32_t rank;
    uint8_t code, bits;
    uint16_t lanes;
    int64_t* shape;
    int64_t* strides; /* elements; null where there are no gaps */
    uint64_t offset;
} Tensor;

/* DLManagedTensor. */
typedef struct Managed {
    Tensor tensor;
    void* manager;
    void (*deleter)(struct Managed*);
} Managed;

/* DLManagedTensorVersioned. */
typedef struct Versioned {
    uint32_t major, minor;
    void* manager;
    void (*deleter)(struct Versioned*);
    uint64_t flags;
    Tensor tensor;
} Versioned;

/* DLPackExchangeAPI, as far as it is called. */
typedef struct {
    uint32_t major, minor;
    void *previous, *allocate;
    int (*export)(PyObject* object, Versioned** to);
} Exchange;

enum { MAJOR_VERSION = 1, FLAG_READ_ONLY = 1, ON_HOST = 1, ON_CUDA = 2 };

static PyObject* requires_grad;

int add_dlpack(void) {
    requires_grad = PyUnicode_InternFromString("requires_grad");
    return requires_grad != NULL ? 0 : -1;
}

static void release_managed(void* managed) {
    Managed* const one = managed;
    if (one->deleter != NULL) {
        one->deleter(one);
    }
}

static void release_versioned(void* managed) {
    Versioned* const one = managed;
    if (one->deleter != NULL) {
        one->deleter(one);
    }
}

/* NumPy's name of a dtype: `<f4`. */
static bool read_type(const Tensor* tensor, View* view) {
    static const char kinds[] = {'i', 'u', 'f', 0, 0, 'c', 'b'};
    const char kind = tensor->code < sizeof kinds ? kinds[tensor->code] : '\0';
    if (kind == '\0' || tensor->lanes != 1 || tensor->bits == 0 || tensor->bits % 8 != 0) {
        return false;
    }
    view->item = tensor->bits / 8;
    PyOS_snprintf(view->format, sizeof view->format, "%c%c%d", view->item == 1 ? '|' : '<', kind,
                  (int)view->item);
    return true;
}

static bool read_tensor(const Tensor* tensor, int device, View* view) {
    if (tensor->device != device || !read_type(tensor, view) || tensor->rank < 0 ||
        tensor->rank > MAX_IMPORTED_RANK) {
        return false;
    }
    view->data = (uint64_t)(uintptr_t)(tensor->data + tensor->offset);
    view->rank = tensor->rank;
    for (int axis = 0; axis < view->rank; ++axis) {
        view->shape[axis] = tensor->shape[axis];
        if (view->shape[axis] <= 0) {
            return false;
        }
        if (tensor->strides != NULL) {
            view->strides[axis] = tensor->strides[axis] * view->item;
        }
    }
    return tensor->strides != NULL || fill_strides(view);
}

/* Takes over what a producer has given. */
static int take_versioned(Versioned* versioned, int device, Import* to) {
    to->managed = versioned;
    to->release = release_versioned;
    to->view.is_readonly = (versioned->flags & FLAG_READ_ONLY) != 0;
    return versioned->major == MAJOR_VERSION && read_tensor(&versioned->tensor, device, &to->view);
}

/* Whether it may be written this version cannot say: NumPy's word holds. */
static int take_managed(Managed* managed, bool is_readonly, int device, Import* to) {
    to->managed = managed;
    to->release = release_managed;
    to->view.is_readonly = is_readonly;
    return read_tensor(&managed->tensor, device, &to->view);
}

int read_capsule(PyObject* value, PyObject* how, Import* to) {
    PyObject* const ask = PyTuple_GetItem(how, 0);
    PyObject* const is_readonly = PyTuple_GetItem(how, 1);
    if (ask == NULL || is_readonly == NULL) {
        return -1;
    }
    PyObject* const capsule = PyObject_CallFunctionObjArgs(ask, value, NULL);
    if (capsule == NULL) {
        return leave_to_python();
    }
    static const char plain[] = "dltensor", versioned[] = "dltensor_versioned";
    int status = 0;
    // A capsule of another name keeps what is in it. One whose content was taken is renamed.
    if (PyCapsule_IsValid(capsule, versioned)) {
        Versioned* const content = PyCapsule_GetPointer(capsule, versioned);
        PyCapsule_SetName(capsule, "used_dltensor_versioned");
        status = take_versioned(content, ON_HOST, to);
    } else if (PyCapsule_IsValid(capsule, plain)) {
        Managed* const content = PyCapsule_GetPointer(capsule, plain);
        PyCapsule_SetName(capsule, "used_dltensor");
        status = take_managed(content, is_readonly == Py_True, ON_HOST, to);
    }
    Py_DECREF(capsule);
    return status;
}

/* Whether what is done with an array is recorded: its library gives no such array away, but for
 * this function. */
static bool is_recorded(PyObject* value) {
    PyObject* const answer = PyObject_GetAttr(value, requires_grad);
    const bool recorded = answer != NULL && answer != Py_False;
    Py_XDECREF(answer);
    PyErr_Clear();
    return recorded;
}

int read_exchange(PyObject* value, PyObject* capsule, bool is_host, Import* to) {
    const Exchange* const exchange = PyCapsule_GetPointer(capsule, "dlpack_exchange_api");
    Versioned* versioned = NULL;
    if (exchange == NULL || exchange->major != MAJOR_VERSION || is_recorded(value) ||
        exchange->export(value, &versioned) != 0 || versioned == NULL) {
        return leave_to_python();
    }
    return take_versioned(versioned, is_host ? ON_HOST : ON_CUDA, to);
}
