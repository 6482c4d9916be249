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
#define PYCU_NATIVE_PROTOCOL 1

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

/* What one argument must be, exactly, and where it goes. */
typedef struct {
    Kind kind;
    PyObject* type;   /* the class; this and the next are the description's */
    PyObject* dtype;  /* of an array: the very object */
    int rank;         /* of an array */
    int mask, flags;  /* of an array: the flags that count, and what they are */
    int item;         /* of an array that must not share memory: the bytes of an element; or 0 */
    int written;      /* of such an array: whether the kernel writes to it */
    int64_t low;      /* of an integer: the smallest ... */
    uint64_t high;    /* ... and the largest that is taken, ... */
    bool below_zero;  /* ... which is an int64 where both are negative */
    Scalar source;    /* of a scalar of NumPy: what its bytes are */
    Scalar target;    /* the parameter */
    Place place;      /* of the parameter */
    Py_ssize_t items; /* of a tuple, whose items follow it */
} Argument;

enum { MAX_KEPT = 16 };

/* What is kept alive until a kernel has run. */
typedef struct {
    PyObject* objects[MAX_KEPT];
    int count;
} Kept;

/* Reads the description of an argument, a tuple (see pycu/_plans.py), and of its items. Returns how
 * many arguments were written to `to`, at most `most`; -1 and an exception where it is wrong. */
Py_ssize_t read_argument(PyObject* description, Argument* to, Py_ssize_t most, Taken* taken);
/* Writes a value that fits; moves on to the argument after it and its items.
 * 1: it fits, 0: it does not, -1: an exception. */
int match_argument(const Argument** next, PyObject* value, PyObject* import, Frame* frame,
                   Kept* kept);

/* ------------------------------------------------------------- plans (plan.c) */

typedef struct {
    PyObject_HEAD void* address;
    PyObject* descriptions; /* a tuple, one for each value */
    PyObject* failed;       /* called with the code of a launch that failed */
    PyObject* import;       /* called with an array of another library; gives one of NumPy */
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
int match_plan(const Plan* plan, PyObject* values, Frame* frame, Kept* kept);

/* ------------------------------------------------------------- contexts (context.c) */

/* A lock that its owner may take again. */
typedef struct {
    PyObject_HEAD PyThread_type_lock lock;
    unsigned long owner;
    unsigned long depth;
} Lock;

/* Where kernels of a running program are launched. */
typedef struct {
    PyObject_HEAD Lock* lock; /* held while a kernel runs; null where launches are only queued */
    PyObject* busy;           /* a set that is empty while the default stream may run at once */
    PyObject* settings;       /* a dict; what is true there under ... */
    PyObject* on_configure;   /* ... this name is looked at when a kernel is configured, ... */
    PyObject* on_launch;      /* ... and under this one when it is launched */
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
