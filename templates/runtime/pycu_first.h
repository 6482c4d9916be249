// What nvcc's host compiler reads in front of cuda_runtime.h, which includes <cmath>: libstdc++'s
// has the special functions of C++17 in it, and with them a third of all that a kernel's text
// includes. Neither CUDA nor pycu calls one, and nvcc would parse them three times.
#ifndef PYCU_FIRST_INCLUDED
#define PYCU_FIRST_INCLUDED

#if defined(__CUDACC__) && __has_include(<bits/c++config.h>)
#include <bits/c++config.h>
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#endif

#endif  // PYCU_FIRST_INCLUDED
