// What a .cu written under --debug includes: arrays that look before they read or write, divisions
// that raise, barriers that know where each thread stands.
//
//   u.get("u", i, j)   out.set("out", i) = x   counts.update("counts", k) += 1
//
// Names are those of the Python text, lines come from `#line`. Checks are the CPU target's; under
// nvcc the same text computes the same without them.
#ifndef PYCU_DEBUG_INCLUDED
#define PYCU_DEBUG_INCLUDED

#include "pycu.h"
#include "pycu_checked.h"
#include "pycu_raises.h"

namespace pycu {

/// The extents of an array that a kernel declares, and its elements in a row.
template <class T, int64_t... Extents>
struct declared_array {
    static constexpr int rank = sizeof...(Extents);
    T data[(Extents * ...)];
#if PYCU_HOST
    unsigned char written[sizeof(T) * (Extents * ...)];

    void clear() {
        memset(static_cast<void*>(data), 0xCD, sizeof data);
        memset(written, 0, sizeof written);
    }
#endif

    PYCU_INLINE checked<T, rank> all(Space space) const {
        declared_array& self = const_cast<declared_array&>(*this);
        checked<T, rank> view = array<T, rank>(self.data, Extents...);
#if PYCU_HOST
        view.written = self.written;
#endif
        view.space = space;
        return view;
    }
};

/// A shared array; each block finds it as if nobody had been there before.
template <class T, int64_t... Extents>
struct block_array : declared_array<T, Extents...> {
    using view = checked<T, sizeof...(Extents)>;

    PYCU_INLINE operator view() const { return here(); }
    PYCU_INLINE operator checked<const T, sizeof...(Extents)>() const { return here(); }

    template <class... I>
    PYCU_INLINE T get(Site site, I... index) const {
        return here().get(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& set(Site site, I... index) const {
        return here().set(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& update(Site site, I... index) const {
        return here().update(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& atomic(Site site, I... index) const {
        return here().atomic(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& exchange(Site site, I... index) const {
        return here().exchange(site, index...);
    }

  private:
#if PYCU_HOST
    view here() const {
        block_array& self = const_cast<block_array&>(*this);
        if (stamp != block_stamp) {
            self.clear();
            self.stamp = block_stamp;
        }
        return this->all(Space::shared);
    }

    uint64_t stamp;
#else
    PYCU_INLINE view here() const {
        return this->all(Space::shared);
    }
#endif
};

/// An array of one thread's own.
template <class T, int64_t... Extents>
struct local_array : declared_array<T, Extents...> {
    using view = checked<T, sizeof...(Extents)>;

#if PYCU_HOST
    local_array() {
        this->clear();
    }
#endif

    PYCU_INLINE operator view() const {
        return this->all(Space::own);
    }
    PYCU_INLINE operator checked<const T, sizeof...(Extents)>() const {
        return this->all(Space::own);
    }

    template <class... I>
    PYCU_INLINE T get(Site site, I... index) const {
        return this->all(Space::own).get(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& set(Site site, I... index) const {
        return this->all(Space::own).set(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& update(Site site, I... index) const {
        return this->all(Space::own).update(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& atomic(Site site, I... index) const {
        return this->all(Space::own).atomic(site, index...);
    }
    template <class... I>
    PYCU_INLINE T& exchange(Site site, I... index) const {
        return this->all(Space::own).exchange(site, index...);
    }
};

/// An array that a kernel declares, as one that has views.
template <class T, int64_t... Extents>
PYCU_INLINE checked<T, sizeof...(Extents)> view(const block_array<T, Extents...>& elements) {
    return elements;
}
template <class T, int64_t... Extents>
PYCU_INLINE checked<T, sizeof...(Extents)> view(const local_array<T, Extents...>& elements) {
    return elements;
}

/// The same of a constant array.
template <class A, size_t N>
PYCU_INLINE auto checked_view(const A (&elements)[N]) {
    using T = typename element_of<A>::type;
    return checked<const T, 1 + element_of<A>::dimensions>(elements);
}

/// An element of a constant array.
template <class A, size_t N, class... I>
PYCU_INLINE auto get(const A (&elements)[N], Site site, I... index) {
    using T = std::remove_all_extents_t<A>;
    return checked<const T, sizeof...(I)>(elements).get(site, index...);
}

/// An element of a constant array in Fortran order, whose C array has its extents the other way
/// round.
template <class A, size_t N, class... I>
PYCU_INLINE auto get_f(const A (&elements)[N], Site site, I... index) {
    constexpr int rank = sizeof...(I);
    const checked<const std::remove_all_extents_t<A>, rank> stored(elements);
    auto view = stored;
    for (int k = 0; k < rank; ++k) {
        view.shape[k] = stored.shape[rank - 1 - k];
        view.strides[k] = stored.strides[rank - 1 - k];
    }
    return view.get(site, index...);
}

/// The item of a tuple whose items have one type.
template <class... T, class I>
PYCU_INLINE auto get(const tuple<T...>& items, Site site, I index) {
    return at(items, checked_index(site, index, 0, sizeof...(T)));
}

#if PYCU_HOST

#pragma GCC visibility push(hidden)

/// The module's base under --debug: its barriers say where they stand.
struct DebugThread : Thread {
    static constexpr bool pycu_debug = true;

    void __syncthreads(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
        unsigned threads;
        checked_barrier(pycu_block, false, &threads, file, line);
    }
    int __syncthreads_count(int predicate, const char* file = __builtin_FILE(),
                            int line = __builtin_LINE()) const {
        unsigned threads;
        return int(checked_barrier(pycu_block, predicate != 0, &threads, file, line));
    }
    int __syncthreads_or(int predicate, const char* file = __builtin_FILE(),
                         int line = __builtin_LINE()) const {
        return __syncthreads_count(predicate, file, line) > 0;
    }
    int __syncthreads_and(int predicate, const char* file = __builtin_FILE(),
                          int line = __builtin_LINE()) const {
        unsigned threads;
        return checked_barrier(pycu_block, predicate != 0, &threads, file, line) == threads;
    }

    void __threadfence_block() const { fenced(pycu_block); }
    void __threadfence() const { fenced(pycu_block); }
    void __threadfence_system() const { fenced(pycu_block); }

    /// Stands in every `while` loop, which may wait for another thread.
    void pycu_turn(const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
        turn(pycu_block, file, line);
    }
};

#pragma GCC visibility pop

#endif

/// The block's dynamic shared memory as elements of T.
template <class T>
PYCU_DEVICE checked<T, 1> checked_dynamic_shared() {
    checked<T, 1> view = dynamic_shared<T>();
#if PYCU_HOST
    view.written = dynamic_shared_written();
#endif
    view.space = Space::shared;
    return view;
}

}  // namespace pycu

#define PYCU_CHECKED_DYNAMIC_SHARED(T) pycu::checked_dynamic_shared<T>()

#if PYCU_HOST
// entries and kernels stay functions, which a debugger can stop in
#undef __global__
#define __global__ inline
#undef PYCU_MODULE
#define PYCU_MODULE(module) \
    PYCU_WARNINGS_OFF       \
    namespace {             \
    struct module##_module__ : pycu::DebugThread {
#else
PYCU_DEVICE void pycu_turn() {}
#endif

#endif  // PYCU_DEBUG_INCLUDED
