// Which functions of a file are device code, and what their decorators say.
//
// A decorator is what its name is bound to: `cuda.jit`, `from numba.cuda import jit as j`,
// `import numba.cuda as c` are one thing.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "ir/origins.h"
#include "ir/ufunc.h"
#include "python/evaluator.h"
#include "types/signature.h"
#include "values/value.h"

namespace pycu::sema {

/// `fastmath=True` in a decorator.
struct JitOption {
    std::string name;
    Value value;
    Range range;
};

/// One signature of a function and the text that says so.
struct GivenSignature {
    enum class From : std::uint8_t {
        Decorator,
        Annotations,
        CommandLine,
        SigsToml,
        Pyproject,
        Launch,  ///< `k[grid, block](a, b)` in the same file
        Body,    ///< what the body says, and --default-dtype and its kin
    };
    Signature signature;
    Range range;
    From from = From::Decorator;
    /// Of each parameter, where they come from several places.
    std::vector<ir::ParameterOrigin> origins{};
    /// Of a launch: what says the types of its arguments, and where; empty where the launch does.
    std::vector<std::pair<std::string_view, Range>> said{};
};

/// Adds a signature; false, and nothing, where one has the same parameters.
bool add_signature(std::vector<GivenSignature>& signatures, GivenSignature given);
/// Whether one of them has these parameters.
bool has_parameters(const std::vector<GivenSignature>& signatures, const std::vector<Type>& params);

/// What `@vectorize` and `@guvectorize` say beside the signatures.
struct UfuncOptions {
    /// `identity=0`: what a reduction of nothing gives.
    std::optional<std::int64_t> identity;
    bool is_reorderable = false;
    ir::CoreLayout layout{};
    Range layout_range{};
};

/// A function that is device code, or that becomes so when device code calls it.
struct DeviceFunction {
    enum class Kind : std::uint8_t {
        CudaJit,    ///< @cuda.jit: a kernel unless only device code calls it
        Device,     ///< @cuda.jit(device=True)
        CpuJit,     ///< @njit, @jit: device code when called
        Plain,      ///< no decorator that says anything: device code when called, with a warning
        Ufunc,      ///< @vectorize for CUDA: one number from numbers
        Gufunc,     ///< @guvectorize for CUDA: arrays from arrays
        Reduction,  ///< @cuda.reduce: one number from two
        Other,      ///< @vectorize and @guvectorize for the CPU
    };
    syntax::StmtId def;
    /// What names of it hold; its `def` is the one above.
    FunctionRef ref;
    Kind kind = Kind::Plain;
    /// Python's qualname without `<locals>`.
    std::string qualname;
    /// The range of the name in `def name`.
    Range name_range;
    /// The decorator (or the call `cuda.jit(...)`) that makes it device code.
    Range decorator_range;
    /// The scope of its body; its free names start in the parent of it.
    ScopeId scope;
    std::vector<JitOption> options;
    /// Filled by read_decorators and completed by give_signatures.
    std::vector<GivenSignature> signatures;
    /// Of a kernel in error: types to look for errors in its body with, `error` for those that are
    /// not known. Nothing is made of it.
    std::vector<std::vector<Type>> tried{};
    /// Of a kernel whose types are not known: what is.
    std::optional<ir::AskedKernel> asked{};
    /// Of one that is compiled for other launches.
    std::vector<ir::UntypedLaunch> untyped{};
    /// Of a function of this file that another one makes: the name there.
    std::optional<Range> made_at{};
    /// Stands inside a function of the file.
    bool is_inner = false;
    /// Stands in another module: it is compiled where device code of this one calls it.
    bool is_imported = false;
    /// To be compiled as a kernel: a CudaJit that no later definition replaces, and that is not
    /// merely called by other device code.
    bool is_kernel = false;
    /// Of a ufunc or a generalised one.
    UfuncOptions ufunc{};
    /// Its decorator, annotations or signatures are in error, already reported.
    bool is_broken = false;
    /// The first error that made it so, where it stands outside the function.
    std::optional<diag::Code> broken_by{};

    /// Reports an error that makes it broken.
    template <diag::Code code, class... Arguments>
    diag::Diagnostic& refuse(diag::Sink& sink, Range range, const Arguments&... arguments) {
        is_broken = true;
        return sink.report<code>(range, arguments...);
    }
    /// Marks it as broken by the first error that a sink got after its first `before` ones.
    void blame(const diag::Sink& sink, std::size_t before);

    bool is_ufunc() const {
        return kind == Kind::Ufunc || kind == Kind::Gufunc || kind == Kind::Reduction;
    }
    /// Compiled for the device by its decorator, whoever calls it.
    bool is_device_code() const {
        return kind == Kind::CudaJit || kind == Kind::Device || is_ufunc();
    }
};

/// Every function of the program, in source order, those of the file first.
struct DeviceFunctions {
    static constexpr std::size_t none = ~std::size_t(0);

    std::vector<DeviceFunction> all;
    std::map<std::tuple<syntax::StmtId, ScopeId, syntax::ExprId>, std::size_t> by_ref;
    /// For each function those that its body calls.
    std::vector<std::vector<std::size_t>> callees;
    /// The `def`s of those that `@overload` replaces where Numba compiles.
    std::set<std::uint32_t> overloaded;

    std::size_t index_of(const FunctionRef& function) const;
    DeviceFunction* find(const FunctionRef& function);
    const DeviceFunction* find(const FunctionRef& function) const;
};

/// Finds the functions and reads their decorators; reports unknown options, wrong signatures,
/// replaced definitions.
DeviceFunctions read_decorators(Evaluator& evaluator, diag::Sink& sink);

}  // namespace pycu::sema
