// Kernels of an installed static and an installed shared library, through the C++ forms.
#include <cstdio>

#include "scale.h"
#include "shift.h"

int main() {
    auto a = scale::make_buffer<float>(1);
    float value = 20;
    scale::copy(a.data(), &value, 1);
    scale::scale({1, 1}, a.view(1));
    shift::shift({1, 1}, a.view(1), 2.0f);
    scale::copy(&value, static_cast<const float*>(a.data()), 1);
    scale::sync();
    std::printf("%g\n", value);
}
