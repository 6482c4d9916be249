// Which compiler reads the text, nvcc or a host compiler.
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "pycu_abi.h"
#include "pycu_inline.h"

#if defined(__CUDACC__)
#define PYCU_HOST 0
#else
#define PYCU_HOST 1
#include "pycu_host.h"
#endif
