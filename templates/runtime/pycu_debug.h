// What a .cu written under --debug includes: arrays that look before they read or write, divisions
// that raise, barriers that know where each thread stands.
//
//   u.get("u", i, j)   out.set("out", i) = x   counts.update("counts", k) += 1
//
// Names are those of the Python text, lines come from `#line`. Checks are the CPU target's; under
// nvcc the same text computes the same without them.
#pragma once

#include <type_traits>

#include "pycu.h"
#include "pycu_raises.h"

namespace pycu {

#if !PYCU_HOST
using Site = const char*;
enum class Touch { read, write, update, atomic };
enum class Space : unsigned char { global, shared, own };
#endif

/// The index as Python means it: a negative one counts from the end, none lies outside.
template <class I>
PYCU_INLINE int64_t checked_index(const Site& site, I index, int axis, int64_t size) {
    const int64_t i = int64_t(index);
    const bool is_negative = I(-1) < I(0) && i < 0;
    const int64_t place = is_negative ? i + size : i;
#if PYCU_HOST
    if (place < 0 || place >= size) {
        raise_index(site, i, !is_negative, axis, size);
    }
#else
    (void)site, (void)axis;
#endif
    return place;
}

/// An array whose indices are checked, and where `written` is, that somebody wrote what is read.
template <class T, int R>
struct checked {
    T* data = nullptr;
    int64_t shape[R == 0 ? 1 : R] = {};
    int64_t strides[R == 0 ? 1 : R] = {};
    unsigned char* written = nullptr;  // one for each byte of the data; null: not known
    Space space = Space::global;

    checked() = default;

    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE checked(const array<U, R>& other) : data(other.data) {
        if constexpr (R > 0) {
            take(other);
        }
    }

    template <class U, class = typename require<dimensions_of<U[1], T>::value == 1>::type>
    PYCU_INLINE checked(const checked<U, R>& other)
        : data(other.data), written(other.written), space(other.space) {
        take(other);
    }

    /// The memory of a C array.
    template <class A, class = typename require<dimensions_of<A, T>::value == R>::type>
    PYCU_INLINE checked(A& elements) : checked(array<T, R>(elements)) {
        space = Space::own;
    }

    /// An element that is read.
    template <class... I>
    PYCU_INLINE std::remove_const_t<T> get(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::read, index...);
        return *place(at);
    }

    /// An element that is about to be written.
    template <class... I>
    PYCU_INLINE T& set(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        if (written != nullptr) {
            memset(written + at, 1, sizeof(T));
        }
        note(site, at, Touch::write, index...);
        return *place(at);
    }

    /// An element that is read and written.
    template <class... I>
    PYCU_INLINE T& update(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::update, index...);
        return *place(at);
    }

    /// An element that an atomic operation reads and writes.
    template <class... I>
    PYCU_INLINE T& atomic(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        look(site, at, index...);
        note(site, at, Touch::atomic, index...);
        return *place(at);
    }

    /// An element that an atomic operation writes, whatever it held.
    template <class... I>
    PYCU_INLINE T& exchange(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        if (written != nullptr) {
            memset(written + at, 1, sizeof(T));
        }
        note(site, at, Touch::atomic, index...);
        return *place(at);
    }

    /// A record, some of whose fields are about to be read or written.
    template <class... I>
    PYCU_INLINE T& at(Site site, I... index) const {
        const int64_t at = offset(site, index...);
        if (written != nullptr) {
            memset(written + at, 1, sizeof(T));
        }
        return *place(at);
    }

    /// The number of elements.
    PYCU_INLINE int64_t size() const {
        int64_t n = 1;
        for (int k = 0; k < R; ++k) {
            n *= shape[k];
        }
        return n;
    }

  private:
    template <class Other>
    PYCU_INLINE void take(const Other& other) {
        for (int k = 0; k < R; ++k) {
            shape[k] = other.shape[k];
            strides[k] = other.strides[k];
        }
    }

    template <class... I>
    PYCU_INLINE int64_t offset(const Site& site, I... index) const {
        static_assert(sizeof...(I) == R, "one index for each dimension");
        int64_t at = 0;
        int k = 0;
        ((at += checked_index(site, index, k, shape[k]) * strides[k], ++k), ...);
        (void)site, (void)k;
        return at;
    }

    PYCU_INLINE T* place(int64_t at) const {
        return reinterpret_cast<T*>(
            reinterpret_cast<char*>(const_cast<std::remove_const_t<T>*>(data)) + at);
    }

    template <class... I>
    PYCU_INLINE void note(const Site& site, int64_t at, Touch how, I... index) const {
#if PYCU_HOST
        if (space != Space::own) {
            const int64_t indices[] = {int64_t(index)..., 0};
            touch(site, const_cast<std::remove_const_t<T>*>(place(at)), sizeof(T), how, space,
                  indices, R);
        }
#else
        (void)site, (void)at, (void)how;
        ((void)index, ...);
#endif
    }

    template <class... I>
    PYCU_INLINE void look(const Site& site, int64_t at, I... index) const {
#if PYCU_HOST
        if (written != nullptr && memchr(written + at, 0, sizeof(T)) != nullptr) {
            const int64_t indices[] = {int64_t(index)..., 0};
            raise_unset(site, indices, R);
        }
#else
        (void)site, (void)at;
        ((void)index, ...);
#endif
    }
};

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
    template <class... I>
    PYCU_INLINE T& at(Site site, I... index) const {
        return here().at(site, index...);
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
    template <class... I>
    PYCU_INLINE T& at(Site site, I... index) const {
        return this->all(Space::own).at(site, index...);
    }
};

}  // namespace pycu

#include "pycu_members.h"

namespace pycu {

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
    struct module##_module_ : pycu::DebugThread {
#else
PYCU_DEVICE void pycu_turn() {}
#endif
