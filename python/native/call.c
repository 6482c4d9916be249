/* Calls of functions whose types are known only when the program runs.
 *
 * The wrappers of kernels take structs by value. libffi does the same in 130 ns and for all
 * machines; here the types of a wrapper are a list of places, found once, and a call takes 3 ns. */
#include <string.h>

#include "native.h"

#if !defined(__x86_64__) || defined(__ILP32__) || defined(_WIN32)
#error "this is the System V ABI of x86-64; without this module, pycu launches with ctypes"
#endif

static Place on_stack(Taken* taken, int words) {
    const Place place = {true, taken->words};
    taken->words += words;
    return place;
}

Place place_scalar(Taken* taken, Scalar type) {
    const int registers = type == C16 ? 2 : type >= F4 ? 1 : 0;
    if (registers == 0 || taken->registers + registers > FLOAT_REGISTERS) {
        return on_stack(taken, type == C16 ? 2 : 1);
    }
    const Place place = {false, taken->registers};
    taken->registers += registers;
    return place;
}

/* A struct of a pointer, extents and strides. */
Place place_array(Taken* taken, int rank) {
    return on_stack(taken, 1 + 2 * rank);
}

#define REGISTERS double, double, double, double, double, double, double, double

/* Defines a call with up to so many words on the stack: a struct that lies there is copied whole,
 * and the wrapper's parameters are its first words. */
#define DEFINE_CALL(words)                                                                       \
    typedef struct {                                                                             \
        uint64_t word[words];                                                                    \
    } Stack##words;                                                                              \
    static int call_##words(void* address, Dim3 grid, Dim3 block, uint32_t shared, void* stream, \
                            const Frame* frame) {                                                \
        typedef int (*Function)(Dim3, Dim3, uint32_t, void*, REGISTERS, Stack##words);           \
        Function function;                                                                       \
        Stack##words stack;                                                                      \
        memcpy(&function, &address, sizeof function);                                            \
        memcpy(&stack, frame->stack, sizeof stack);                                              \
        const double* const r = frame->registers;                                                \
        return function(grid, block, shared, stream, r[0], r[1], r[2], r[3], r[4], r[5], r[6],   \
                        r[7], stack);                                                            \
    }

DEFINE_CALL(16)
DEFINE_CALL(64)
DEFINE_CALL(512)

int call_function(void* address, Dim3 grid, Dim3 block, uint32_t shared, void* stream,
                  const Frame* frame, int words) {
    if (words <= 16) {
        return call_16(address, grid, block, shared, stream, frame);
    }
    if (words <= 64) {
        return call_64(address, grid, block, shared, stream, frame);
    }
    return call_512(address, grid, block, shared, stream, frame);
}
