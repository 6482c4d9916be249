/* The extension module pycu._fast: launches that were made once in Python, made again without it.
 *
 * A `Plan` is one list of argument types with the function that takes them. A launch looks for the
 * plan that its arguments fit, writes them where the C ABI wants them and calls the function. What
 * fits no plan is left to Python, which launches it, says what is wrong, or adds a plan.
 *
 * The module keeps to the limited API of Python 3.9, so that one file serves all versions. */
#ifndef PYCU_NATIVE_INCLUDED
#define PYCU_NATIVE_INCLUDED

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <structmember.h>

static inline PyObject* new_ref(void* object) {
    Py_INCREF((PyObject*)object);
    return (PyObject*)object;
}

/* What Python and this file agree on; pycu/_native.py has the same number. */
#define PYCU_NATIVE_PROTOCOL 2

typedef struct {
    uint32_t x, y, z;
} Dim3;

/* ------------------------------------------------------------- values (values.c) */

/* The scalar types of the C ABI, by their codes in symbols. */
typedef enum { B1, I1, I2, I4, I8, U1, U2, U4, U8, F4, F8, C8, C16, SCALARS } Scalar;

/* A number on its way from Python to a parameter. */
typedef struct {
    enum { SIGNED, UNSIGNED, REAL, COMPLEX } kind;
    int64_t integer; /* of UNSIGNED the bits */
    double re, im;
} Number;

/* The type with that code, SCALARS where there is none. */
Scalar scalar_of(const char* code);
/* What `bytes`, a scalar of NumPy, hold. */
Number number_in(const void* bytes, Scalar type);
/* Writes a number as a parameter of a type: eight bytes, and sixteen of C16. */
void write_number(Number number, Scalar type, uint64_t* to);

/* ------------------------------------------------------------- NumPy's objects (numpy_layout.c) */

/* The part of NumPy's array object that has been the same since NumPy 1.7. */
typedef struct {
    PyObject_HEAD char* data;
    int rank;
    Py_ssize_t* shape;
    Py_ssize_t* strides;
    PyObject* base;
    PyObject* dtype;
    int flags;
} Array;

enum { ARRAY_C = 1, ARRAY_F = 2, ARRAY_WRITEABLE = 0x400 };

/* numpy.ndarray. */
extern PyTypeObject* array_type;

/* The bytes of a scalar of NumPy. */
const void* scalar_bytes(PyObject* scalar);
/* Looks at objects of the NumPy that is there; ImportError where they are laid out otherwise. */
int check_numpy(void);

/* ------------------------------------------------------------- functions (call.c) */

enum { FLOAT_REGISTERS = 8, MAX_WORDS = 512 };

/* Arguments as the System V ABI of x86-64 passes them: the launch configuration takes all integer
 * registers, so that floating point goes to its registers and all else to the stack. */
typedef struct {
    double registers[FLOAT_REGISTERS];
    uint64_t stack[MAX_WORDS];
} Frame;

/* How much of a frame is taken. */
typedef struct {
    int registers;
    int words;
} Taken;

/* Where a parameter lies: in the registers from `at` on, or in the stack. */
typedef struct {
    bool on_stack;
    int at;
} Place;

Place place_scalar(Taken* taken, Scalar type);
Place place_array(Taken* taken, int rank);

/* Calls the function at an address; the words on the stack are as many as a plan takes. */
int call_function(void* address, Dim3 grid, Dim3 block, uint32_t shared, void* stream,
                  const Frame* frame, int words);

/* ------------------------------------------------------------- arguments (arguments.c) */

typedef enum { ARRAY, IMPORTED, INTEGER, NUMBER, SCALAR, NONE, TUPLE } Kind;

/* How an array of another library is asked for its memory. */
typedef enum {
    CONVERTED,      /* Python makes an array of NumPy of it */
    CUDA_INTERFACE, /* __cuda_array_interface__ */
    HOST_INTERFACE, /* __array_interface__ */
    CAPSULE,        /* __dlpack__() */
    EXCHANGE,       /* the function in __dlpack_c_exchange_api__ of its class */
    BUFFER,         /* the buffer protocol */
    PROTOCOLS
} Protocol;

/* What one argument must be, exactly, and where it goes. */
typedef struct {
    Kind kind;
    PyObject* type;     /* the class; this, the next and `how` are the description's */
    PyObject* dtype;    /* of an array: the very object */
    int rank;           /* of an array */
    int mask, flags;    /* of an array: the flags that count, and what they are */
    int item;           /* of an array that must not share memory: the bytes of an element; or 0 */
    int written;        /* of such an array: whether the kernel writes to it */
    Protocol protocol;  /* of an imported array */
    const char* format; /* of one: what the protocol calls its dtype */
    PyObject* how;      /* of CAPSULE and EXCHANGE: see pycu/_plans.py */
    int64_t low;        /* of an integer: the smallest ... */
    uint64_t high;      /* ... and the largest that is taken, ... */
    bool below_zero;    /* ... which is an int64 where both are negative */
    Scalar source;      /* of a scalar of NumPy: what its bytes are */
    Scalar target;      /* the parameter */
    Place place;        /* of the parameter */
    Py_ssize_t items;   /* of a tuple, whose items follow it */
} Argument;

struct Imports;

/* Reads the description of an argument, a tuple (see pycu/_plans.py), and of its items. Returns how
 * many arguments were written to `to`, at most `most`; -1 and an exception where it is wrong. */
Py_ssize_t read_argument(PyObject* description, Argument* to, Py_ssize_t most, Taken* taken);
/* Writes a value that fits; moves on to the argument after it and its items.
 * 1: it fits, 0: it does not, -1: an exception. */
int match_argument(const Argument** next, PyObject* value, struct Imports* imports, Frame* frame);
/* Writes an array of NumPy that fits. */
bool match_array(const Argument* argument, PyObject* value, Frame* frame);
/* Where a parameter is written. */
uint64_t* place_in(Frame* frame, Place place);

/* ------------------------------------------------------------- arrays of other libraries
 * (imports.c, interface.c, dlpack.c, buffer.c, memory.c) */

enum { MAX_IMPORTS = 16, MAX_IMPORTED_RANK = 16, FORMAT_BYTES = 16 };

/* An array as its library tells of it; it has elements. */
typedef struct {
    char format[FORMAT_BYTES]; /* of a buffer its own, else NumPy's: `<f4` */
    int64_t item;              /* bytes */
    uint64_t data;
    int rank;
    bool is_readonly;
    int64_t shape[MAX_IMPORTED_RANK], strides[MAX_IMPORTED_RANK]; /* strides are bytes */
} View;

/* Py_buffer, which the limited API has since Python 3.11; it is the same in all versions. */
typedef struct {
    void* data;
    PyObject* object;
    Py_ssize_t size, item;
    int is_readonly, rank;
    char* format;
    Py_ssize_t *shape, *strides, *suboffsets;
    void* internal;
} Buffer;

/* An array of another library that was asked for its memory, and what holds that until a kernel has
 * run. */
typedef struct Import {
    PyObject* value;
    Protocol protocol;
    int status;      /* 1: it is known, 0: Python has to look at it */
    PyObject* array; /* of CONVERTED: an array of NumPy */
    View view;       /* of all others */
    PyObject* kept;
    void* managed; /* a tensor of DLPack, and ... */
    void (*release)(void* managed);
    Buffer buffer; /* whose object is null where there is none */
} Import;

/* The functions of CUDA's runtime that decide about memory of others; null on the host. */
typedef struct {
    int (*attributes)(void* to, const void* address); /* cudaPointerGetAttributes */
    int (*synchronize)(void* stream);                 /* cudaStreamSynchronize */
} Runtime;

/* What the arrays of one launch told, which all plans are compared with. */
typedef struct Imports {
    PyObject* convert; /* called with an array of another library; gives one of NumPy */
    Runtime runtime;
    const struct Context* context; /* null: streams of arrays are not awaited */
    int count;
    Import items[MAX_IMPORTS];
} Imports;

/* As match_argument, for an array of another library. */
int match_import(const Argument* argument, PyObject* value, Imports* imports, Frame* frame);
/* Lets go of what was held. */
void release_imports(Imports* imports);

/* Asks an array for its memory by a protocol. 1: the view is filled, 0: Python has to look at it,
 * -1: an exception. What was held is in `to` in all cases. */
int read_cuda_interface(PyObject* value, const Imports* imports, Import* to);
int read_host_interface(PyObject* value, Import* to);
int read_capsule(PyObject* value, PyObject* how, Import* to);
int read_exchange(PyObject* value, PyObject* capsule, bool is_host, Import* to);
int read_buffer(PyObject* value, Import* to);
void release_buffer(Buffer* buffer);
/* After an error: 0 where Python gets the same one again, -1 where it is none of Exception's. */
int leave_to_python(void);
/* Fills the strides of an array without gaps, in C order; false where they are too large. */
bool fill_strides(View* view);
/* Whether kernels can use the memory of an array: the host's where there is no runtime. */
bool is_usable(const View* view, const Runtime* runtime);

int add_interfaces(void);
int add_dlpack(void);

/* ------------------------------------------------------------- plans (plan.c) */

typedef struct {
    PyObject_HEAD void* address;
    PyObject* descriptions; /* a tuple, one for each value */
    PyObject* failed;       /* called with the code of a launch that failed */
    PyObject* import;       /* called with an array of another library; gives one of NumPy */
    Runtime runtime;        /* for memory of others */
    Py_ssize_t parameters;
    Py_ssize_t count; /* of arguments, with the items of tuples */
    Argument* arguments;
    int words;
} Plan;

extern PyTypeObject* plan_type;

/* Whether two of the arrays that must not share memory do, and one of them is written (overlap.c).
 */
bool arrays_overlap(const Plan* plan, const Frame* frame);
/* As match_argument, for a tuple of values. */
int match_plan(const Plan* plan, PyObject* values, Imports* imports, Frame* frame);

/* ------------------------------------------------------------- contexts (context.c) */

/* A lock that its owner may take again. */
typedef struct {
    PyObject_HEAD PyThread_type_lock lock;
    unsigned long owner;
    unsigned long depth;
} Lock;

/* Where kernels of a running program are launched. */
typedef struct Context {
    PyObject_HEAD Lock* lock; /* held while a kernel runs; null where launches are only queued */
    PyObject* busy;           /* a set that is empty while the default stream may run at once */
    PyObject* settings;       /* a dict; what is true there under ... */
    PyObject* on_configure;   /* ... this name is looked at when a kernel is configured, ... */
    PyObject* on_launch;      /* ... and under this one when it is launched; under ... */
    PyObject* on_import;      /* ... this one: whether streams of imported arrays are awaited */
} Context;

extern PyTypeObject *lock_type, *context_type;

/* Whether nothing is set that Python has to look at. */
bool is_plain(const Context* context, PyObject* name);
/* Begins a launch in a stream (null: the default one); false where it has to wait. */
bool enter_context(Context* context, void* stream);
void leave_context(Context* context);

/* ------------------------------------------------------------- launches (configure.c, launch.c,
 * views.c) */

/* What is indexed with a configuration: the base of `pycu._launch.Launchable`. */
typedef struct {
    PyObject_HEAD PyObject* plans; /* a list */
    PyObject* context;             /* a Context, or null: nothing has to be asked */
    PyObject* extensions;          /* a list, or null */
    char asks;                     /* whether each configuration goes to Python */
    char wants_plan;               /* whether a launch goes to Python for want of a plan */
    unsigned long long launches;   /* that were made here */
} Launchable;

/* A configured kernel: the base of `pycu._launch.Launcher`. */
typedef struct {
    PyObject_HEAD Launchable* kernel;
    Dim3 grid, block;
    uint32_t shared;
    void* stream;            /* null: the default one */
    PyObject* stream_object; /* what was given for it */
    PyObject* callbacks;     /* a list, or null: nobody asked for it */
} Launcher;

/* What an array of the device is to kernels: the base of `pycu.cuda._device_base`. */
typedef struct {
    PyObject_HEAD PyObject* seen; /* an array of NumPy over its memory; null: not known yet */
} Viewed;

extern PyTypeObject *launchable_type, *launcher_type, *viewed_type;
/* The class of what `configured` makes: `pycu._launch.Launcher`; null before it is there. */
extern PyTypeObject* launcher_class;

/* Reads a grid or a block: an int, or a tuple of one to three; 0 where Python has to look at it. */
int read_dimensions(PyObject* value, Dim3* dimensions);

/* The end of a tp_dealloc: gives the memory back, and the type. */
void free_object(PyObject* object);
/* Makes a type and puts it into the module under its name. */
PyTypeObject* add_type(PyObject* module, PyType_Spec* spec);
int add_plans(PyObject* module);
int add_contexts(PyObject* module);
int add_launchable(PyObject* module);
int add_launcher(PyObject* module);
int add_views(PyObject* module);

#endif
