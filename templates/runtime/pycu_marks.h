// The marks of a kernel in a generated x_launch.cuh: what its entries are made of, and what starts
// one of them. It may be a template:
//
//   PYCU_INT_ENTRIES(heat, step)               PYCU_LAUNCH(heat, step, loops, (u, out))
//   PYCU_INT_TEMPLATE_ENTRIES(heat, scale)     PYCU_LAUNCH_TEMPLATE(heat, scale, loops, (x), float)
#pragma once

#include "pycu_kernel.h"

#if PYCU_HOST

/// The text of a kernel, a member of its module; `head` and `types` are those of a template.
#define PYCU_KERNEL_TEXT(module_struct, kernel, head, types)                   \
    head struct kernel##_text {                                                \
        using Module = module_struct;                                          \
        using Body = decltype(&module_struct::kernel types);                   \
        Module& module;                                                        \
        template <class... Args>                                               \
        __attribute__((always_inline)) void operator()(Args&&... args) const { \
            module.kernel types(static_cast<Args&&>(args)...);                 \
        }                                                                      \
    };
/// What a launch takes the kernel for: the text in x.cu, and the one for everything else.
#define PYCU_ENTRIES_OF(module, kernel, head, types, wide_texts) \
    namespace module##_kernels__ {                               \
        head struct kernel##_entries {                           \
            using Text = module##_texts__::kernel##_text types;  \
            using Wide = wide_texts::kernel##_text types;        \
        };                                                       \
    }
#define PYCU_PLAIN_ENTRIES_OF(module, kernel, bounds, head, types)                               \
    namespace {                                                                                  \
    namespace module##_texts__{PYCU_KERNEL_TEXT(module##_module__, kernel, head,                 \
                                                types)} PYCU_ENTRIES_OF(module, kernel, head,    \
                                                                        types, module##_texts__) \
    }
#define PYCU_INT_ENTRIES_OF(module, kernel, bounds, head, types)              \
    namespace {                                                               \
    namespace module##_texts__ {                                              \
        PYCU_KERNEL_TEXT(module##_module__, kernel, head, types)              \
    }                                                                         \
    namespace module##_wide_texts__{                                          \
        PYCU_KERNEL_TEXT(module##_wide__, kernel, head,                       \
                         types)} PYCU_ENTRIES_OF(module, kernel, head, types, \
                                                 module##_wide_texts__)       \
    }
#define PYCU_KERNEL_OF(module, kernel) module##_kernels__::kernel##_entries

#else

/// An entry of a kernel. A launcher finds its address under the name that nvcc has given it:
/// pycu_code.h.
#ifdef PYCU_LAUNCHER
#define PYCU_ENTRY_FUNCTION(bounds, name) \
    template <class How, class... Values> \
    __attribute__((visibility("hidden"))) void name(Values... values);
#else
#define PYCU_ENTRY_FUNCTION(bounds, name)                \
    template <class How, class... Values>                \
    __global__ void bounds name(Values... values) {      \
        How::run(typename How::Kernel(), {{values}...}); \
    }
#endif
#define PYCU_KERNEL_TEXT(text, kernel, head, types)           \
    head struct kernel##_text {                               \
        using Body = decltype(&text::kernel types);           \
        template <class... Args>                              \
        PYCU_DEVICE void operator()(Args&&... args) const {   \
            text::kernel types(static_cast<Args&&>(args)...); \
        }                                                     \
    };
#define PYCU_ENTRIES_OF(module, kernel, bounds, head, types, wide_texts)                           \
    PYCU_ENTRY_FUNCTION(bounds, kernel##__contiguous)                                              \
    PYCU_ENTRY_FUNCTION(bounds, kernel##__strided)                                                 \
    namespace pycu_kernels {                                                                       \
    head struct kernel##_entries {                                                                 \
        using Text = pycu_texts::kernel##_text types;                                              \
        using Wide = wide_texts::kernel##_text types;                                              \
        template <class How, class... Values>                                                      \
        static const void* contiguous() {                                                          \
            return reinterpret_cast<const void*>(&::module::kernel##__contiguous<How, Values...>); \
        }                                                                                          \
        template <class How, class... Values>                                                      \
        static const void* strided() {                                                             \
            return reinterpret_cast<const void*>(&::module::kernel##__strided<How, Values...>);    \
        }                                                                                          \
    };                                                                                             \
    }
#define PYCU_PLAIN_ENTRIES_OF(module, kernel, bounds, head, types)   \
    namespace module {                                               \
    namespace pycu_texts {                                           \
    PYCU_KERNEL_TEXT(::module, kernel, head, types)                  \
    }                                                                \
    PYCU_ENTRIES_OF(module, kernel, bounds, head, types, pycu_texts) \
    }
#define PYCU_INT_ENTRIES_OF(module, kernel, bounds, head, types)          \
    namespace module {                                                    \
    namespace pycu_texts {                                                \
    PYCU_KERNEL_TEXT(::module, kernel, head, types)                       \
    }                                                                     \
    namespace pycu_wide_texts {                                           \
    PYCU_KERNEL_TEXT(::module::pycu_wide, kernel, head, types)            \
    }                                                                     \
    PYCU_ENTRIES_OF(module, kernel, bounds, head, types, pycu_wide_texts) \
    }
#define PYCU_KERNEL_OF(module, kernel) ::module::pycu_kernels::kernel##_entries

#endif

/// The entries of a kernel, with bounds that its decorator has, or of one that is a template.
#define PYCU_PLAIN_ENTRIES(module, kernel) PYCU_PLAIN_ENTRIES_OF(module, kernel, , , )
#define PYCU_INT_ENTRIES(module, kernel) PYCU_INT_ENTRIES_OF(module, kernel, , , )
#define PYCU_BOUNDED_PLAIN_ENTRIES(module, kernel, bounds) \
    PYCU_PLAIN_ENTRIES_OF(module, kernel, bounds, , )
#define PYCU_BOUNDED_INT_ENTRIES(module, kernel, bounds) \
    PYCU_INT_ENTRIES_OF(module, kernel, bounds, , )
#define PYCU_PLAIN_TEMPLATE_ENTRIES(module, kernel) \
    PYCU_PLAIN_ENTRIES_OF(module, kernel, , template <class... T>, <T...>)
#define PYCU_INT_TEMPLATE_ENTRIES(module, kernel) \
    PYCU_INT_ENTRIES_OF(module, kernel, , template <class... T>, <T...>)

/// Starts a kernel from a wrapper with these arguments and all that `how`, one of pycu::needs,
/// says.
#define PYCU_LAUNCH(module, kernel, how, arguments)                                               \
    pycu::KernelLaunch<PYCU_KERNEL_OF(module, kernel)> PYCU_LAUNCH_ARGUMENTS(module, kernel, how, \
                                                                             arguments) arguments
/// The same of a template, for these types.
#define PYCU_LAUNCH_TEMPLATE(module, kernel, how, arguments, ...)        \
    pycu::KernelLaunch < PYCU_KERNEL_OF(module, kernel) < __VA_ARGS__ >> \
        PYCU_LAUNCH_ARGUMENTS(module, kernel, how, arguments) arguments
#define PYCU_LAUNCH_ARGUMENTS(module, kernel, how, arguments) \
    (module##_report__, grid, block, shared_bytes, stream, #kernel, pycu::needs::how, #arguments)
