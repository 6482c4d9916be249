// Parsing compilers' messages.
#include "build/compiler_output.h"

#include <cctype>
#include <optional>

#include "support/text.h"

namespace pycu::build {

/// Reads digits from the offset and moves it behind them.
static std::uint32_t read_number(std::string_view text, std::size_t& at) {
    std::uint32_t number = 0;
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
        number = number * 10 + static_cast<std::uint32_t>(text[at++] - '0');
    }
    return number;
}

/// The complaint in one line of output, when it is one.
static std::optional<Complaint> read_error(std::string_view line) {
    std::size_t word = line.find("error");
    if (const std::size_t fatal = line.find("fatal error"); fatal < word) {
        word = fatal;
    }
    if (word == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view head = line.substr(0, word);
    const std::size_t file_end = head.find_first_of(":(");
    if (file_end == std::string_view::npos || file_end == 0) {
        return std::nullopt;
    }
    std::size_t at = file_end + 1;
    Complaint complaint;
    complaint.file = head.substr(0, file_end);
    complaint.line = read_number(head, at);
    complaint.message = line.substr(word);
    return complaint.line == 0 ? std::nullopt : std::optional(complaint);
}

std::vector<Complaint> read_errors(std::string_view output) {
    std::vector<Complaint> complaints;
    for (const std::string_view line : split(output, '\n')) {
        if (auto complaint = read_error(line)) {
            complaints.push_back(std::move(*complaint));
        }
    }
    return complaints;
}

}  // namespace pycu::build
