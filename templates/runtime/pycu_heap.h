// The memory that functions of the host make: arrays, and lists of numbers. It is the thread's
// until the caller has taken what it wants of it.
#pragma once

#include <stdlib.h>
#include <string.h>

#include "pycu.h"

#pragma GCC visibility push(hidden)

namespace pycu {

/// What stands in front of memory that was made; as large as the strictest alignment.
struct alignas(64) HeapBlock {
    HeapBlock* next;
};

/// The blocks of this thread, the last one first.
struct Heap {
    HeapBlock* last = nullptr;

    Heap() = default;
    Heap(const Heap&) = delete;
    Heap& operator=(const Heap&) = delete;
    ~Heap() { release(); }

    void release() {
        while (last != nullptr) {
            HeapBlock* const block = last;
            last = block->next;
            free(block);
        }
    }
};

inline Heap& heap() {
    static thread_local Heap blocks;
    return blocks;
}

inline void release_heap() {
    heap().release();
}

/// Memory of zeros.
inline void* heap_memory(size_t bytes) {
    const size_t all = (sizeof(HeapBlock) + bytes + 63) / 64 * 64;
    HeapBlock* const block =
        all > bytes ? static_cast<HeapBlock*>(aligned_alloc(64, all)) : nullptr;
    if (block == nullptr) {
        stop_thread("MemoryError", "Allocation failed (probably too large).");
    }
    memset(static_cast<void*>(block), 0, all);
    block->next = heap().last;
    heap().last = block;
    return block + 1;
}

/// np.zeros: an array of zeros in C's order.
template <class T, class... N>
array<T, int(sizeof...(N))> new_array(N... given) {
    constexpr int rank = sizeof...(N);
    extents<rank> shape = {{int64_t(given)...}};
    int64_t bytes = sizeof(T);
    for (int k = 0; k < rank; ++k) {
        if (shape.values[k] < 0) {
            stop_thread("ValueError", "negative dimensions not allowed");
        }
        if (__builtin_mul_overflow(bytes, shape.values[k], &bytes)) {
            stop_thread("ValueError",
                        "array is too big; `arr.size * arr.dtype.itemsize` is larger than the "
                        "maximum possible size.");
        }
    }
    return view_c(static_cast<T*>(heap_memory(size_t(bytes))), shape);
}

/// Python's list of numbers of one type: a variable holds a reference to it.
template <class T>
struct list {
    struct Body {
        T* data;
        int64_t size;
        int64_t capacity;
    };
    Body* body = nullptr;

    void append(T item) const {
        if (body->size == body->capacity) {
            const int64_t capacity = body->capacity * 2 + 8;
            T* const data = static_cast<T*>(heap_memory(size_t(capacity) * sizeof(T)));
            if (body->size > 0) {
                memcpy(static_cast<void*>(data), body->data, size_t(body->size) * sizeof(T));
            }
            body->data = data;
            body->capacity = capacity;
        }
        body->data[body->size++] = item;
    }
    int64_t size() const { return body->size; }
    T get(int64_t index) const { return body->data[place(index, "getitem out of range")]; }
    void set(int64_t index, T item) const {
        body->data[place(index, "setitem out of range")] = item;
    }

  private:
    int64_t place(int64_t index, const char* message) const {
        const int64_t at = index < 0 ? index + body->size : index;
        if (at < 0 || at >= body->size) {
            stop_thread("IndexError", message);
        }
        return at;
    }
};

template <class T>
list<T> new_list() {
    return {static_cast<typename list<T>::Body*>(heap_memory(sizeof(typename list<T>::Body)))};
}

}  // namespace pycu

#pragma GCC visibility pop

/// Gives back what the last call on this thread has made.
#define PYCU_HOST_MEMORY(module)                     \
    extern "C" PYCU_API void module##_release(void); \
    void module##_release(void) {                    \
        pycu::release_heap();                        \
    }
