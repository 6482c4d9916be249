// A C++ program without exceptions: calls that return codes; with an argument, one that fails
// otherwise.
#include <cstdio>
#include <cstring>
#include <limits>
#include <new>
#include <vector>

#include "plate.h"

namespace {

int failures = 0;

void expect(bool holds, const char* what) {
    if (!holds) {
        std::printf("failed: %s\n", what);
        ++failures;
    }
}

void test_codes() {
    int code = 1;
    auto a = plate::make_buffer<double>(100, code);
    expect(code == PYCU_SUCCESS && a.size() == 100, "a buffer");
    auto sum = plate::make_buffer<double>(100, code);
    a.copy_from(std::vector<double>(100, 1.5));
    code = plate::add(std::nothrow, {1, 128}, a, a, sum);
    std::vector<double> result(100);
    sum.copy_to(result);
    expect(code == PYCU_SUCCESS && result[99] == 3, "a launch");

    const auto none = plate::make_buffer<double>(std::numeric_limits<size_t>::max(), code);
    expect(code == PYCU_ERROR_MEMORY && none.size() == 0 && none.data() == nullptr, "no buffer");
    expect(std::strstr(plate_last_error(), "no memory left") != nullptr, plate_last_error());
    code = plate::add(std::nothrow, {0, 128}, a, a, sum);
    expect(code == PYCU_ERROR_GRID, "a grid of zero");
    expect(std::strstr(plate_last_error(), "add: a grid") != nullptr, plate_last_error());
}

void fail(const char* call) {
    std::vector<double> a(8);
    if (std::strcmp(call, "launch") == 0) {
        plate::add({0, 8}, a, a, a);
    } else if (std::strcmp(call, "allocate") == 0) {
        (void)plate::malloc<double>(std::numeric_limits<size_t>::max());
    } else {
        plate::make_buffer<double>(3).copy_from(a);
    }
}

}  // namespace

int main(int count, char** arguments) {
    if (count > 1) {
        fail(arguments[1]);
        return 0;
    }
    test_codes();
    std::printf("%d failures\n", failures);
    return failures != 0;
}
