// What is told of one source of a check, and how that goes from process to process.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "driver/analysis.h"
#include "driver/driver.h"

namespace pycu::driver {

/// What is told of one source.
struct Told {
    struct Message {
        bool is_error = false;
        std::string text;
    };
    /// Notes, which stand in front.
    std::string notes;
    std::vector<Message> messages;
    KernelCounts counts;
    int code = Fine;
    /// Paths.
    std::vector<std::string> read;
};

/// The number of a source and what is told of it, as bytes of a pipe.
std::string to_bytes(std::size_t index, const Told& told);

/// Takes the first of those off what has come so far; nothing where its end is still to come.
std::optional<std::pair<std::size_t, Told>> take_from_bytes(std::string& bytes);

}  // namespace pycu::driver
