// Doubles three numbers.
#include <cstdio>
#include <vector>

#include "scale.h"

int main() {
    std::vector<float> values = {1, 2, 3};
    auto x = scale::make_buffer<float>(3);
    x.copy_from(values);
    scale::scale(pycu::forall(3), x.view(3));
    x.copy_to(values);
    for (const float value : values) {
        std::printf("%g ", double(value));
    }
}
