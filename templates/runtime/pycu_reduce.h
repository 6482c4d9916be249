// Functions of all elements of an array, one after the other in row-major order:
// pycu::sum<float>(a).
#pragma once

#include "pycu_array.h"
#include "pycu_math.h"

namespace pycu {

/// T without const.
template <class T>
struct element_value {
    using type = T;
};
template <class T>
struct element_value<const T> {
    using type = T;
};

/// Calls visit(element) for each element until it gives false; whether it never did.
template <class T, int R, class I, class Visit>
PYCU_INLINE bool visit_while(const array<T, R, I>& a, const Visit& visit) {
    if constexpr (R == 0) {
        return visit(a());
    } else {
        for (I i = 0; i < a.shape[0]; ++i) {
            if constexpr (R == 1) {
                if (!visit(a[i])) {
                    return false;
                }
            } else {
                if (!visit_while(a[i], visit)) {
                    return false;
                }
            }
        }
        return true;
    }
}

template <class Sum, class T, int R, class I>
PYCU_INLINE Sum sum(const array<T, R, I>& a) {
    Sum total = 0;
    visit_while(a, [&](auto x) {
        total += x;
        return true;
    });
    return total;
}

template <class Product, class T, int R, class I>
PYCU_INLINE Product prod(const array<T, R, I>& a) {
    Product total = 1;
    visit_while(a, [&](auto x) {
        total *= x;
        return true;
    });
    return total;
}

template <class Sum, class T, int R, class I>
PYCU_INLINE Sum nansum(const array<T, R, I>& a) {
    Sum total = 0;
    visit_while(a, [&](auto x) {
        total += x == x ? x : 0;
        return true;
    });
    return total;
}

template <class Product, class T, int R, class I>
PYCU_INLINE Product nanprod(const array<T, R, I>& a) {
    Product total = 1;
    visit_while(a, [&](auto x) {
        total *= x == x ? x : 1;
        return true;
    });
    return total;
}

/// In what a mean adds up: a float's own type, float64 for integers.
template <class T>
struct mean_sum {
    using type = double;
};
template <>
struct mean_sum<float> {
    using type = float;
};

template <class Mean, class T, int R, class I>
PYCU_INLINE Mean mean(const array<T, R, I>& a) {
    return Mean(sum<typename mean_sum<typename element_value<T>::type>::type>(a)) / Mean(a.size());
}

/// The mean of the squared distances from the mean.
template <class Mean, class T, int R, class I>
PYCU_INLINE Mean var(const array<T, R, I>& a) {
    const Mean middle = mean<Mean>(a);
    Mean total = 0;
    visit_while(a, [&](auto x) {
        const Mean distance = Mean(x) - middle;
        total += distance * distance;
        return true;
    });
    return total / Mean(a.size());
}

template <class Mean, class T, int R, class I>
PYCU_INLINE Mean stddev(const array<T, R, I>& a) {
    return ::sqrt(var<Mean>(a));
}

/// The first of the largest elements, counted in row-major order, or the first NaN; 0 where there
/// is none.
template <class Index, class T, int R, class I>
PYCU_INLINE Index argmax(const array<T, R, I>& a) {
    Index best = 0;
    Index at = 0;
    typename element_value<T>::type largest{};
    visit_while(a, [&](auto x) {
        if (at == 0 || x > largest || x != x) {
            largest = x;
            best = at;
        }
        ++at;
        return x == x;
    });
    return best;
}

/// The same of the smallest.
template <class Index, class T, int R, class I>
PYCU_INLINE Index argmin(const array<T, R, I>& a) {
    Index best = 0;
    Index at = 0;
    typename element_value<T>::type smallest{};
    visit_while(a, [&](auto x) {
        if (at == 0 || x < smallest || x != x) {
            smallest = x;
            best = at;
        }
        ++at;
        return x == x;
    });
    return best;
}

template <class Index, class T, int R, class I>
PYCU_INLINE Index count_nonzero(const array<T, R, I>& a) {
    Index count = 0;
    visit_while(a, [&](auto x) {
        count += x != 0 ? 1 : 0;
        return true;
    });
    return count;
}

template <class T, int R, class I>
PYCU_INLINE bool all_of(const array<T, R, I>& a) {
    return visit_while(a, [](auto x) { return x != 0; });
}

template <class T, int R, class I>
PYCU_INLINE bool any_of(const array<T, R, I>& a) {
    return !visit_while(a, [](auto x) { return x == 0; });
}

}  // namespace pycu
