// Numbers of eight bytes, and texts behind their lengths. See told.h.
#include "driver/told.h"

#include <cstdint>
#include <cstring>
#include <string_view>

namespace pycu::driver {

namespace {

void put(std::string& out, std::uint64_t number) {
    out.append(reinterpret_cast<const char*>(&number), sizeof number);
}

void put(std::string& out, const std::string& text) {
    put(out, text.size());
    out += text;
}

/// Takes bytes apart, of which all are there.
class FromBytes {
  public:
    explicit FromBytes(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_.remove_prefix(sizeof value);
        return value;
    }

    std::string text() {
        const std::size_t size = number();
        const std::string value(bytes_.substr(0, size));
        bytes_.remove_prefix(size);
        return value;
    }

  private:
    std::string_view bytes_;
};

std::pair<std::size_t, Told> from_bytes(std::string_view bytes) {
    FromBytes from(bytes);
    Told told;
    const std::size_t index = from.number();
    told.notes = from.text();
    told.messages.resize(from.number());
    for (Told::Message& one : told.messages) {
        one.is_error = from.number() != 0;
        one.text = from.text();
    }
    told.counts.kernels = from.number();
    told.counts.files = from.number();
    told.counts.refused = from.number();
    told.code = static_cast<int>(from.number());
    told.read.resize(from.number());
    for (std::string& path : told.read) {
        path = from.text();
    }
    return {index, std::move(told)};
}

}  // namespace

std::string to_bytes(std::size_t index, const Told& told) {
    std::string body;
    put(body, index);
    put(body, told.notes);
    put(body, told.messages.size());
    for (const Told::Message& one : told.messages) {
        put(body, one.is_error ? 1 : 0);
        put(body, one.text);
    }
    for (const std::size_t count : {told.counts.kernels, told.counts.files, told.counts.refused}) {
        put(body, count);
    }
    put(body, std::uint64_t(told.code));
    put(body, told.read.size());
    for (const std::string& path : told.read) {
        put(body, path);
    }
    std::string all;
    put(all, body);
    return all;
}

std::optional<std::pair<std::size_t, Told>> take_from_bytes(std::string& bytes) {
    const std::size_t head = sizeof(std::uint64_t);
    if (bytes.size() < head) {
        return std::nullopt;
    }
    const std::size_t size = FromBytes(bytes).number();
    if (bytes.size() < head + size) {
        return std::nullopt;
    }
    auto whole = from_bytes(std::string_view(bytes).substr(head, size));
    bytes.erase(0, head + size);
    return whole;
}

}  // namespace pycu::driver
