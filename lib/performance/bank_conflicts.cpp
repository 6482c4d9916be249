// Words of one bank of shared memory that the threads of a warp use at once.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "performance/notes.h"

namespace pycu::performance {

namespace {

constexpr std::int64_t banks = 32;
constexpr std::int64_t word = 4;

/// Bytes from the array's begin to each lane's element, were its rows longer by `pad` elements;
/// nothing where that is not known.
std::optional<Lanes> place_of(const Access& access, std::int64_t pad) {
    std::vector<std::int64_t> shape = access.array.declared->shape;
    shape.back() += pad;
    const auto& element = *access.function.get<ir::Element>(access.element);
    if (access.indices.size() != shape.size() || (element.is_flat && shape.size() > 1)) {
        return std::nullopt;
    }
    Lanes sum = Lanes::constant(0);
    std::int64_t apart = 1;
    for (std::size_t i = shape.size(); i-- > 0;) {
        const std::size_t axis = access.array.is_transposed ? shape.size() - 1 - i : i;
        const Lanes step = combined(BinaryOp::Mult, access.indices[axis], Lanes::constant(apart));
        sum = combined(BinaryOp::Add, sum, step);
        apart *= shape[i];
    }
    const std::int64_t pitch = access.array.pitch > 0
                                   ? access.array.pitch
                                   : access.module.types.bytes(access.array_type().element_type());
    const Lanes bytes = combined(BinaryOp::Mult, sum, Lanes::constant(pitch));
    return bytes.varies() && !bytes.has_rows() ? std::optional(bytes) : std::nullopt;
}

/// The most words of one bank that a request has to give after each other. Elements of 8 bytes are
/// given to half a warp at a time, those of 16 to a quarter.
std::size_t ways(const Lanes& place, std::int64_t size, std::int64_t lanes) {
    const std::int64_t words = std::max<std::int64_t>(size / word, 1);
    const std::int64_t at_once = warp_size / words;
    std::size_t most = 0;
    for (std::int64_t first = 0; first < lanes; first += at_once) {
        std::map<std::int64_t, std::set<std::int64_t>> of_bank;
        for (std::int64_t lane = first; lane < std::min(first + at_once, lanes); ++lane) {
            const std::int64_t bytes = place.offsets()[std::size_t(lane)];
            const std::int64_t at = (bytes - (bytes % word + word) % word) / word;
            std::set<std::int64_t>& used = of_bank[(at % banks + banks) % banks];
            used.insert(at);
            most = std::max(most, used.size());
        }
    }
    return most;
}

}  // namespace

void tell_bank_conflict(const Access& access, diag::Sink& sink) {
    const Type type = access.type();
    if (access.array.space != Array::Space::Shared || !type.is_scalar()) {
        return;
    }
    const std::optional<Lanes> place = place_of(access, 0);
    const std::int64_t size = access.module.types.bytes(type);
    // what rows of a block do to each other, no row of the array is the reason of
    const std::int64_t row = std::min<std::int64_t>(access.block.x(), warp_size);
    if (!place || size > 16 || ways(*place, size, row) < 2) {
        return;
    }
    const std::size_t found = ways(*place, size, warp_size);
    auto& diagnostic = sink.report<diag::Code::BankConflict>(
        access.range(), quoted(access.module, access.range()), found);
    diagnostic.label(access.array.declared_at, "its memory");
    const std::int64_t step = place->offsets()[1] - place->offsets()[0];
    if (step != 0) {
        diagnostic.note("the threads of a warp, which differ in x, are " + std::to_string(step) +
                        " bytes apart; a bank has every 32nd word of 4 bytes");
    }
    const std::optional<Lanes> padded = place_of(access, 1);
    if (padded && ways(*padded, size, warp_size) < found) {
        diagnostic.help("make its rows longer by one element: " +
                        std::to_string(access.array.declared->shape.back()) + " + 1");
    } else {
        diagnostic.help("let neighbouring threads use neighbouring elements");
    }
}

}  // namespace pycu::performance
