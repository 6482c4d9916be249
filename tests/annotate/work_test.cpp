// Counting operations and bytes, and what a roof allows: the numbers of a roofline by hand.
#include "annotate/work.h"

#include <doctest/doctest.h>

using namespace pycu::annotate;

TEST_CASE("the roof is the lower one of computing and moving") {
    const Roof roof{"a GPU", 1000, 500, 100};
    Work work;
    CHECK(attainable(work, roof) == doctest::Approx(0));
    work.single = 10;
    work.loaded = 4;
    // ten operations take 0.01, four bytes 0.04
    CHECK(attainable(work, roof) == doctest::Approx(250));
    work.single = 1000;
    CHECK(attainable(work, roof) == doctest::Approx(1000));
    // an operation of float64 takes as long as two of float32
    work.single = 500;
    work.doubles = 500;
    CHECK(attainable(work, roof) == doctest::Approx(1000 / 1.5));
}

TEST_CASE("the roof that is shown has a ridge in each precision") {
    const Roof& roof = shown_roof();
    CHECK(roof.single > roof.doubles);
    CHECK(roof.doubles > roof.bandwidth);
}
