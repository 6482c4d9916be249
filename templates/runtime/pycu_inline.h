// How functions are marked that generated text and its callers share.
#ifndef PYCU_INLINE_INCLUDED
#define PYCU_INLINE_INCLUDED

#if defined(__CUDACC__)
// for functions that both sides may call, and for those of the device
#define PYCU_INLINE __host__ __device__ __forceinline__
#define PYCU_DEVICE __device__ __forceinline__
#else
#define PYCU_INLINE inline __attribute__((always_inline))
#define PYCU_DEVICE PYCU_INLINE
#endif

#endif  // PYCU_INLINE_INCLUDED
