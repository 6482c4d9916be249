/* Numbers: read from scalars of NumPy, written as parameters. */
#include <string.h>

#include "native.h"

static const char* const codes[SCALARS] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2",
                                           "u4", "u8", "f4", "f8", "c8", "c16"};

Scalar scalar_of(const char* code) {
    int type = 0;
    while (type < SCALARS && strcmp(codes[type], code) != 0) {
        ++type;
    }
    return (Scalar)type;
}

#define READ(type, name) \
    type name;           \
    memcpy(&name, bytes, sizeof name)

static Number signed_number(int64_t value) {
    return (Number){.kind = SIGNED, .integer = value, .re = (double)value};
}

static Number unsigned_number(uint64_t value) {
    return (Number){.kind = UNSIGNED, .integer = (int64_t)value, .re = (double)value};
}

static Number integer_in(const void* bytes, Scalar type) {
    switch (type) {
        case I1: {
            READ(int8_t, value);
            return signed_number(value);
        }
        case I2: {
            READ(int16_t, value);
            return signed_number(value);
        }
        case I4: {
            READ(int32_t, value);
            return signed_number(value);
        }
        case I8: {
            READ(int64_t, value);
            return signed_number(value);
        }
        case U2: {
            READ(uint16_t, value);
            return unsigned_number(value);
        }
        case U4: {
            READ(uint32_t, value);
            return unsigned_number(value);
        }
        case U8: {
            READ(uint64_t, value);
            return unsigned_number(value);
        }
        default: {
            READ(uint8_t, value);
            return unsigned_number(value);
        }
    }
}

Number number_in(const void* bytes, Scalar type) {
    switch (type) {
        case F4: {
            READ(float, value);
            return (Number){.kind = REAL, .re = (double)value};
        }
        case F8: {
            READ(double, value);
            return (Number){.kind = REAL, .re = value};
        }
        case C8: {
            float value[2];
            memcpy(value, bytes, sizeof value);
            return (Number){.kind = COMPLEX, .re = (double)value[0], .im = (double)value[1]};
        }
        case C16: {
            double value[2];
            memcpy(value, bytes, sizeof value);
            return (Number){.kind = COMPLEX, .re = value[0], .im = value[1]};
        }
        default:
            return integer_in(bytes, type);
    }
}

void write_number(Number number, Scalar type, uint64_t* to) {
    const float narrow[2] = {(float)number.re, (float)number.im};
    const double wide[2] = {number.re, number.im};
    switch (type) {
        case F4:
            *to = 0;
            memcpy(to, narrow, sizeof narrow[0]);
            return;
        case C8:
            memcpy(to, narrow, sizeof narrow);
            return;
        case F8:
            memcpy(to, wide, sizeof wide[0]);
            return;
        case C16:
            memcpy(to, wide, sizeof wide);
            return;
        default:
            *to = (uint64_t)number.integer;
    }
}
