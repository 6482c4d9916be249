// Words of one bank of shared memory that the threads of a warp use at once.
#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

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

/// A tile that is written as one long row: the elements from one of its rows to the next.
struct FlatRows {
    std::int64_t length = 0;
    /// How an access would read, were they longer by one; empty where its text does not show it.
    std::string text;
};

/// The text with the one number in it that is `from` replaced; empty where there is not one.
std::string replaced(std::string_view text, std::int64_t from, std::int64_t to) {
    const std::string number = std::to_string(from);
    const auto is_of_word = [&](std::size_t at) {
        return at < text.size() && (std::isalnum(static_cast<unsigned char>(text[at])) != 0 ||
                                    text[at] == '_' || text[at] == '.');
    };
    std::size_t found = text.npos;
    for (auto at = text.find(number); at != text.npos; at = text.find(number, at + 1)) {
        if ((at > 0 && is_of_word(at - 1)) || is_of_word(at + number.size())) {
            continue;
        }
        if (found != text.npos) {
            return {};
        }
        found = at;
    }
    return found == text.npos ? std::string()
                              : std::string(text.substr(0, found)) + std::to_string(to) +
                                    std::string(text.substr(found + number.size()));
}

/// The rows of a flat tile whose columns are read, where one element more in each would help.
std::optional<FlatRows> flat_rows(const Access& access, const Lanes& place, std::int64_t size) {
    constexpr std::int64_t shortest = 8;  // what is less apart is no row
    const std::int64_t pitch = access.module.types.bytes(access.array_type().element_type());
    const std::int64_t step = place.offsets()[1] - place.offsets()[0];
    const std::int64_t length = step / pitch;
    if (access.array.declared->shape.size() != 1 || length < shortest || step % pitch != 0) {
        return std::nullopt;
    }
    Lanes padded = place;
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::int64_t bytes = place.offsets()[std::size_t(lane)] - place.offsets()[0];
        padded.set(lane, bytes + bytes / step * pitch);
    }
    if (ways(padded, size, warp_size) >= ways(place, size, warp_size)) {
        return std::nullopt;
    }
    const std::string text = quoted(access.module, access.range());
    return FlatRows{length, replaced(text, length, length + 1)};
}

/// What to write.
std::string advice(const Access& access, const Lanes& place, std::int64_t size) {
    const std::size_t found = ways(place, size, warp_size);
    const std::vector<std::int64_t>& shape = access.array.declared->shape;
    if (const auto flat = flat_rows(access, place, size)) {
        const bool is_whole = shape[0] > 0 && shape[0] % flat->length == 0;
        return "begin its rows " + std::to_string(flat->length + 1) + " elements apart, not " +
               std::to_string(flat->length) + ", wherever it is indexed" +
               (flat->text.empty() ? "" : " (`" + flat->text + "`)") + ", and make it " +
               (is_whole ? std::to_string(shape[0] + shape[0] / flat->length) + " elements long"
                         : "longer by one element for each row");
    }
    const std::optional<Lanes> padded = place_of(access, 1);
    if (shape.size() > 1 && padded && ways(*padded, size, warp_size) < found) {
        return "make its rows longer by one element: " + std::to_string(shape.back()) + " + 1";
    }
    return "let neighbouring threads use neighbouring elements: one thread takes elements that are "
           "a block apart";
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
    diagnostic.help(advice(access, *place, size));
}

}  // namespace pycu::performance
