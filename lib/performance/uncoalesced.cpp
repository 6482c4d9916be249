// Sectors of memory that a warp's request for elements of a global array takes.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "performance/notes.h"

namespace pycu::performance {

namespace {

constexpr std::int64_t sector = 32;  // bytes that memory gives at once

/// How the elements of one request lie.
struct Request {
    std::int64_t size = 0;   ///< bytes of what is read or written
    std::int64_t pitch = 0;  ///< bytes from one index of the inner axis to the next
    std::size_t inner = 0;   ///< the axis that is contiguous
    bool has_rows = false;   ///< lanes are in different rows, of a length that nobody knows
};

/// Sectors of the first `lanes` lanes. What lies in different rows lies in different sectors.
std::size_t sectors(const Access& access, const Request& request, int lanes) {
    std::set<std::vector<std::int64_t>> seen;
    // where the first of them lies is not known: at the begin of a sector
    const std::int64_t begin = *std::ranges::min_element(access.indices[request.inner].offsets());
    for (std::size_t lane = 0; lane < std::size_t(lanes); ++lane) {
        std::vector<std::int64_t> place;
        std::int64_t bytes = 0;
        for (std::size_t axis = 0; axis < access.indices.size(); ++axis) {
            const Lanes& at = access.indices[axis];
            place.push_back(at.rows()[lane]);
            if (axis == request.inner) {
                bytes = (at.offsets()[lane] - begin) * request.pitch;
            } else {
                place.push_back(at.offsets()[lane]);
            }
        }
        const std::int64_t first = bytes - bytes % sector;
        for (std::int64_t at = first; at < bytes + request.size; at += sector) {
            std::vector<std::int64_t> one = place;
            one.push_back(at);
            seen.insert(one);
        }
    }
    return seen.size();
}

std::size_t least(const Request& request, int lanes) {
    return std::size_t((request.size * lanes + sector - 1) / sector);
}

Request request_of(const Access& access) {
    const Type array = access.array_type();
    const auto& element = *access.function.get<ir::Element>(access.element);
    Request made;
    made.size = access.module.types.bytes(access.type());
    made.pitch = access.array.pitch > 0 ? access.array.pitch
                                        : access.module.types.bytes(array.element_type());
    const bool is_f =
        array.layout() == Layout::F || (array.layout() == Layout::A && access.array.is_transposed);
    made.inner = is_f && !element.is_flat ? 0 : access.indices.size() - 1;
    for (std::size_t axis = 0; axis < access.indices.size(); ++axis) {
        const Lanes& at = access.indices[axis];
        made.has_rows = made.has_rows || at.has_rows() || (axis != made.inner && at.varies());
    }
    return made;
}

/// Whether all threads' indices but one are the same, and those of neighbours lie one row behind
/// the other: `img[y, x, k]`, where x is a thread's.
bool are_rows_next(const Access& access, const Request& request) {
    const std::size_t count = access.indices.size();
    const std::size_t next = request.inner == 0 ? 1 : count - 2;
    for (std::size_t axis = 0; axis < count; ++axis) {
        if (axis != next && axis != request.inner && access.indices[axis].varies()) {
            return false;
        }
    }
    return true;
}

/// Whether rows may be shorter than a sector, so that neighbouring threads' rows share sectors: the
/// index within a row is one of few numbers, as of a point's coordinates, or an array of three or
/// more axes has an innermost one that may as well be of a pixel's colours.
bool has_short_rows(const Access& access, const Request& request) {
    constexpr std::int64_t most = 16;
    constexpr std::int64_t most_known = 1 << 16;  // the text of the program has no such bound
    const auto& element = *access.function.get<ir::Element>(access.element);
    if (!request.has_rows || element.is_flat || !are_rows_next(access, request)) {
        return false;
    }
    const auto& within = access.function.exprs[element.indices[request.inner].value].known;
    const Lanes& column = access.indices[request.inner];
    const bool may_be_colour =
        access.indices.size() > 2 && !column.varies() && !column.is_along_y();
    return within.high < most || (within.high > most_known && may_be_colour);
}

std::string advice(const Access& access, const Request& request) {
    if (access.place != access.element || access.array.pitch > request.size) {
        return "keep an array for each field: neighbouring threads then use neighbouring numbers";
    }
    if (!request.has_rows) {
        return "let neighbouring threads use neighbouring elements: one thread takes elements "
               "that are a block apart";
    }
    if (access.indices.size() == 1) {
        return "let the index be the thread's x and a sum: a factor of x moves neighbours apart";
    }
    return std::string("let x, the first of `cuda.grid`, count the ") +
           (request.inner == 0 ? "first" : "last") + " index, or pass the array transposed";
}

}  // namespace

void tell_uncoalesced(const Access& access, diag::Sink& sink) {
    if (access.array.space != Array::Space::Global || !access.type().is_scalar() ||
        access.indices.empty()) {
        return;
    }
    for (const Lanes& one : access.indices) {
        if (!one.is_set() || one.is_unknown()) {
            return;
        }
    }
    const Request request = request_of(access);
    if (has_short_rows(access, request)) {
        return;
    }
    const int row = int(std::min<std::int64_t>(access.block.x(), warp_size));
    const std::size_t taken = sectors(access, request, warp_size);
    const std::size_t needed = least(request, warp_size);
    if (taken < 2 * needed || sectors(access, request, row) < 2 * least(request, row)) {
        return;
    }
    auto& diagnostic = sink.report<diag::Code::UncoalescedAccess>(
        access.range(), quoted(access.module, access.range()),
        (request.has_rows ? "up to " : "") + std::to_string(taken), needed);
    diagnostic.note(
        request.has_rows
            ? "the threads of a warp, which differ in x, are in rows of their own"
            : "the threads of a warp, which differ in x, are " +
                  std::to_string(request.pitch * (access.indices[request.inner].offsets()[1] -
                                                  access.indices[request.inner].offsets()[0])) +
                  " bytes apart");
    diagnostic.help(advice(access, request));
}

}  // namespace pycu::performance
