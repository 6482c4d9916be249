// Parsing compilers' messages.
#include "build/compiler_output.h"

#include <cxxabi.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <tuple>

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
    std::size_t file_end = head.find_first_of(":(");
    while (file_end != std::string_view::npos && file_end + 1 < head.size() &&
           std::isdigit(static_cast<unsigned char>(head[file_end + 1])) == 0) {
        file_end = head.find_first_of(":(", file_end + 1);  // `notes.ipynb:cell 3:12:5`
    }
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

// ---- Parsing what ptxas says of each kernel: four lines that follow each other.
//
//   ptxas info    : Compiling entry function '_ZN4heat...' for 'sm_90'
//   ptxas info    : Function properties for _ZN4heat...
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 24 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]

namespace {

/// The number that stands before the words, 0 where they are not in the line; `cmem` has several
/// banks, which are added.
std::int64_t number_before(std::string_view line, std::string_view words) {
    std::int64_t sum = 0;
    for (std::string_view part : split(line, ',')) {
        const std::size_t at = part.find(words);
        if (at == std::string_view::npos) {
            continue;
        }
        const std::string_view head = trim(part.substr(0, at));
        const std::string digits(head.substr(head.find_last_of(" :") + 1));
        sum += std::strtoll(digits.c_str(), nullptr, 10);
    }
    return sum;
}

/// The text between the n-th pair of single quotes.
std::string quoted(std::string_view line, int n) {
    const std::vector<std::string_view> parts = split(line, '\'');
    const auto index = static_cast<std::size_t>(2 * n + 1);
    return index < parts.size() ? std::string(parts[index]) : std::string();
}

/// The qualified name of a C++ function, without its parameters; of a template without what stands
/// around the name: `void heat::step__contiguous<...>(...)`. Where the kernel is a template itself,
/// the types that it has there are part of its text's name: `heat::scale<float>__contiguous`.
std::string function_name(const std::string& symbol) {
    int status = 0;
    char* demangled = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    const std::string whole = status == 0 && demangled != nullptr ? demangled : symbol;
    std::free(demangled);
    std::string name = whole.substr(0, whole.find_first_of("<("));
    name.erase(0, name.rfind(' ') + 1);
    const std::size_t variant = name.rfind("__");
    const std::size_t scope = name.rfind(':') == name.npos ? 0 : name.rfind(':') + 1;
    if (variant == name.npos || variant < scope) {
        return name;
    }
    const std::string text = "::" + name.substr(scope, variant - scope) + "_text<";
    const std::size_t types = whole.find(text);
    if (types != whole.npos) {
        const std::size_t begin = types + text.size() - 1;
        name.insert(variant, whole.substr(begin, whole.find('>', begin) + 1 - begin));
    }
    return name;
}

}  // namespace

std::vector<manifest::Entry> read_ptxas(std::string_view output) {
    std::vector<manifest::Entry> reports;
    bool in_entry = false;     // the lines belong to the last report
    bool in_function = false;  // the properties are those of the entry, not of a function it calls
    for (const std::string_view line : split(output, '\n')) {
        if (line.find("Compiling entry function '") != std::string_view::npos) {
            manifest::Entry& report = reports.emplace_back();
            report.symbol = quoted(line, 0);
            report.architecture = quoted(line, 1);
            report.entry = function_name(report.symbol);
            in_entry = true;
        } else if (line.find("Function properties for ") != std::string_view::npos) {
            in_function = in_entry && line.ends_with(' ' + reports.back().symbol);
        } else if (in_function && line.find("bytes stack frame") != std::string_view::npos) {
            reports.back().stack_bytes = number_before(line, "bytes stack frame");
            reports.back().spill_store_bytes = number_before(line, "bytes spill stores");
            reports.back().spill_load_bytes = number_before(line, "bytes spill loads");
        } else if (in_entry && line.find(": Used ") != std::string_view::npos) {
            reports.back().registers = number_before(line, "registers");
            reports.back().shared_bytes = number_before(line, "bytes smem");
            reports.back().constant_bytes = number_before(line, "bytes cmem");
            in_entry = false;
        }
    }
    std::ranges::sort(reports, {}, [](const manifest::Entry& one) {
        return std::tie(one.entry, one.symbol, one.architecture);
    });
    return reports;
}

}  // namespace pycu::build
