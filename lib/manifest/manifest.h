// The manifest: what a generated module holds, as the data that a loader needs to launch its
// kernels.
//
// emit fills a `Manifest`; `to_json` prints it as `x.json`. `pycu build` adds a `Build`, which is
// printed as `x.build.json` beside it. README.md in this folder is the schema.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pycu::manifest {

/// The version that both files state; it grows when a reader of the old shape would go wrong.
inline constexpr int schema_version = 1;

/// One Python argument: `x: float32[:, ::1]` is an array with dtype "float32", rank 2, layout 'C'.
struct Arg {
    enum class Kind { Scalar, Array, Tuple, Record };

    std::string name{};  // as in Python
    std::string type{};  // Numba's spelling: "float32[:, ::1]", "int32", "UniTuple(int64, 2)"
    Kind kind = Kind::Scalar;
    // of a scalar or of the array's elements: "bool", "int8" ... "float64", or a record's name
    std::string dtype{};
    int rank = 0;           // arrays
    char layout = 'A';      // arrays: 'A', 'C' or 'F'
    bool readonly = false;  // arrays: the type says that the kernel only reads
    // arrays, records: the kernel, or something that it calls, writes to it
    bool written = false;
    std::string c_type{};      // in the C ABI: "float", "pycu_array_f32_2d"; empty for a tuple
    std::vector<Arg> items{};  // tuples: the elements, which the C ABI takes one by one
};

/// One kernel for one list of argument types.
struct Specialisation {
    std::string signature{};  // "void(float32[:], int32)"
    std::string symbol{};     // of the launch wrapper: "heat_step__a2f4a_a2f4a"
    std::vector<Arg> args{};
    std::vector<std::string> entries{};  // what the wrapper picks from: "contiguous", "strided"
    std::string engine{};                // how the CPU target runs it: as in pycu_engine.h
    std::int64_t shared_bytes = 0;       // of static shared arrays, a block
    bool dynamic_shared = false;         // uses the launch's dynamic shared memory
};

/// A field of a record; `dtype` is a scalar's name or that of a record before this one.
struct RecordField {
    std::string name{};
    std::string dtype{};
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape{};  // of a sub-array
};

/// A record type of the arguments: np.dtype with these names, formats, offsets and this size.
struct Record {
    std::string name{};    // in `dtype` of arguments and fields: "particle"
    std::string c_type{};  // in the C ABI: "nbody_particle"
    std::int64_t size = 0;
    bool aligned = false;  // made with align=True
    std::vector<RecordField> fields{};
};

/// What a module-level name of the source holds, for callers: `BLOCK`, "int", "256".
struct Global {
    std::string name{};  // dotted for a name of a class; items of tuples have none
    // "int", "float", "complex", "bool", a dtype for a scalar of NumPy's, "tuple", "array", "dtype"
    std::string type{};
    std::string value{};          // numbers; the name of a dtype, which may be that of a record
    std::vector<Global> items{};  // tuples
    std::string dtype{};          // arrays: of their elements
    std::vector<std::int64_t> shape{};  // arrays
    std::string order{};                // arrays: of the values, "C" or "F"
    std::vector<std::string> values{};  // arrays: of the elements
};

/// A kernel under the name that Python code calls it by.
struct Kernel {
    std::string name{};      // module-level name, or "Class.kernel"
    std::string qualname{};  // of the `def`, without `<locals>`
    std::int64_t line = 0;
    std::string symbol{};  // plain symbol, which launches the first specialisation
    std::string doc{};     // the docstring; printed where there is one
    std::vector<Specialisation> specialisations{};
    std::int64_t cell = 0;         // of a notebook, where the line is; printed where it is not 0
    std::vector<Global> frozen{};  // of one that a function made; printed where there are any
};

/// One loop of a ufunc: `float64(float32, float32)`, and the dtype of each operand.
struct Loop {
    std::string signature{};
    std::string symbol{};  // of its wrapper: "heat_add__f4_f4"
    std::vector<std::string> inputs{};
    std::vector<std::string> outputs{};
};

/// A ufunc, a generalised ufunc or a reduction, under the name that Python code calls it by.
struct Ufunc {
    std::string name{};
    std::string qualname{};
    std::int64_t line = 0;
    std::string kind{};      // "ufunc", "gufunc", "reduction"
    std::string symbol{};    // plain symbol, of the first loop
    std::string layout{};    // "(n),()->(n)"; empty but for a generalised one
    std::string identity{};  // "0", "1", "-1", "none", "reorderable"
    std::string doc{};
    std::vector<Loop> loops{};
    std::int64_t cell = 0;
};

/// A function that the host calls, for one list of argument types; an argument that is None has no
/// place in it.
struct HostFunction {
    std::string name{};
    std::int64_t line = 0;
    std::string symbol{};
    std::vector<Arg> args{};
    Arg result{};  // behind the arguments the C ABI takes a pointer to each of its numbers
    std::int64_t cell = 0;
};

/// A device function and the types it was instantiated for: "float64(float32[:, :], int64)".
struct DeviceFunction {
    std::string name{};
    std::int64_t line = 0;
    std::vector<std::string> signatures{};
    std::int64_t cell = 0;
};

/// A global that was frozen into the text: `ALPHA`, "float64", "0.1".
struct Constant {
    std::string name{};
    std::string type{};
    std::string value{};
};

/// What `--keep-going` left out.
struct Skipped {
    std::string name{};
    std::int64_t line = 0;
    std::string code{};
    std::int64_t cell = 0;
};

/// All of `x.json`. Lists are printed in the order given here: that of the source.
struct Manifest {
    std::string module{};           // prefix of every symbol
    std::string source{};           // file name of the Python source, without folders
    std::string hash{};             // of the source, see `content_hash`
    std::vector<Record> records{};  // printed where there are some
    std::vector<Kernel> kernels{};
    std::vector<Ufunc> ufuncs{};            // left out of the text where there are none
    std::vector<HostFunction> functions{};  // likewise
    std::vector<DeviceFunction> device_functions{};
    std::vector<Constant> constants{};
    std::vector<Global> globals{};  // printed where there are some
    std::vector<Skipped> skipped{};
    /// What the decorators ask of nvcc: "-lineinfo". Printed only where there is something.
    std::vector<std::string> nvcc_options{};
};

/// What ptxas says of one entry on one architecture.
struct Entry {
    std::string entry{};         // "heat::step__contiguous"
    std::string symbol{};        // mangled, as in cuobjdump's and profilers' output
    std::string architecture{};  // "sm_90"
    std::int64_t registers = 0;  // a thread
    std::int64_t stack_bytes = 0;
    std::int64_t spill_store_bytes = 0;
    std::int64_t spill_load_bytes = 0;
    std::int64_t shared_bytes = 0;    // of static shared arrays, a block
    std::int64_t constant_bytes = 0;  // arguments and constant data
};

/// All of `x.build.json`.
struct Build {
    std::string module{};
    std::string target{};        // "cpu" or "cuda"
    std::string library{};       // file name, in the manifest's folder: "libx.so"
    std::string kind{};          // "shared" or "static"
    std::string library_hash{};  // SHA-256 of the library
    std::string hash{};          // of what the library was built from: texts, commands, compilers
    std::string compiler{};      // as the compiler names itself
    std::vector<std::string> architectures{};
    std::vector<Entry> entries{};  // CUDA only
    /// The code of others in it, as the program names it; printed where there is some.
    std::vector<std::string> linked{};
};

/// Prints `x.json`: two spaces, keys in the order of the structs, one line an argument.
std::string to_json(const Manifest& manifest);

/// Prints `x.build.json`.
std::string to_json(const Build& build);

/// Reads `x.json` back. On failure returns false and says why in `error`.
bool from_json(std::string_view text, Manifest& manifest, std::string& error);

/// Reads `x.build.json` back. On failure returns false and says why in `error`.
bool from_json(std::string_view text, Build& build, std::string& error);

/// 16 hexadecimal digits over the source with line ends normalised.
std::string content_hash(std::string_view source);

}  // namespace pycu::manifest
