// numpy.fft: the dtypes that NumPy 2 gives spectra.
#include "types/scalar.h"
#include "values/arguments.h"
#include "values/functions.h"

namespace pycu::sema {

namespace {

bool is_half_size(const HostArray& array) {
    return array.dtype == Scalar::Float16 || array.dtype == Scalar::Float32 ||
           array.dtype == Scalar::Complex64;
}

/// An array in C order of as many dimensions; the transform of another order has an order that is
/// NumPy's own.
HostResult of_order(const HostArray& array, Scalar dtype,
                    std::optional<std::vector<Extent>> extents) {
    const bool has_order = array.rank() == 1 || array.layout() == Layout::C;
    if (array.is_device || array.dtype.record.is_record() || array.rank() == 0 || !has_order) {
        return std::nullopt;
    }
    return host_contiguous(dtype, extents ? *std::move(extents) : unknown_extents(array.rank()));
}

/// Of real numbers half as much is kept.
template <bool is_half>
HostResult spectrum(const HostArrayRef& array, const CallArguments& args) {
    const bool is_whole = args.get("n") == nullptr && args.get("s") == nullptr;
    std::optional<std::vector<Extent>> extents;
    if (is_whole && !is_half) {
        extents = array->memory.extents;
    } else if (is_whole && args.positional.size() == 1 && args.named.empty() && array->rank() > 0) {
        extents = array->memory.extents;
        extents->back() = derived(values::Rule::Quotient, {extents->back(), 2}) + 1;
    }
    return of_order(*array, is_half_size(*array) ? Scalar::Complex64 : Scalar::Complex128,
                    std::move(extents));
}

HostResult real_signal(const HostArrayRef& array, const CallArguments& /*args*/) {
    if (array->dtype == Scalar::Float16) {
        return std::nullopt;  // by the number of axes
    }
    return of_order(*array, is_half_size(*array) ? Scalar::Float32 : Scalar::Float64, {});
}

HostResult shifted(const HostArrayRef& array, const CallArguments& /*args*/) {
    return of_order(*array, array->dtype.scalar, array->memory.extents);
}

/// The frequencies of a transform: as many as nobody computes here.
HostResult frequencies(const CallArguments& args) {
    const auto d = number_of(args["d"]);
    const bool is_real = d && !d->type.is_complex();
    return is_real || args.get("d") == nullptr
               ? HostResult(host_contiguous(Scalar::Float64, {Extent::unknown()}))
               : std::nullopt;
}

constexpr Typed transforms[] = {
#define PYCU_SPECTRUM(name, parameters, ...) {name, __VA_ARGS__},
#include "api/rows.def"
};

}  // namespace

std::span<const Typed> spectrum_rows() {
    return transforms;
}

}  // namespace pycu::sema
