// What is said about a program beside its text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "python/bindings.h"
#include "source/source_file.h"
#include "types/type.h"

namespace pycu::sema {

/// What the command line and the files around the source say about its types and constants.
struct Options {
    /// The module's name: what precedes a qualname in pyproject.toml.
    std::string module;
    /// One text an option: `NAME=SIGNATURE`.
    std::vector<const SourceFile*> sigs;
    /// One text an option: `NAME=VALUE`, the value a Python expression.
    std::vector<const SourceFile*> consts;
    /// What free names of functions are in a running program.
    const Bindings* bindings = nullptr;
    /// x.sigs.toml beside the source, and the nearest pyproject.toml (or --config), where present.
    const SourceFile* sigs_toml = nullptr;
    const SourceFile* pyproject = nullptr;
    /// --default-dtype, --default-int, --default-float: the element of arrays, and what an integer
    /// or a float parameter is, where nothing else says it.
    std::optional<Scalar> default_dtype;
    std::optional<Scalar> default_int;
    std::optional<Scalar> default_float;
    /// Docstrings say types where no annotation does (--docstrings).
    bool docstrings = false;
    /// Only functions that sound kernels need come into the module (--keep-going).
    bool keep_going = false;
    /// The text is made with checks (--debug), as `debug=True` in a decorator asks.
    bool debug = false;
    /// Tell where numbers of Python's make float32 arithmetic double precision, and keep the
    /// launches (--performance).
    bool performance = false;
    /// What a float of Python's is in device code (--float-literals).
    Type python_float = float64;
    /// Device functions that have a signature are called by the host (--host).
    bool host = false;
    /// Nothing in the program can make kernels: it needs not run.
    bool has_no_kernels = false;
};

}  // namespace pycu::sema
