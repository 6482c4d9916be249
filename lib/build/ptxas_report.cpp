// Parsing what ptxas says of each kernel: four lines that follow each other.
//
//   ptxas info    : Compiling entry function '_ZN4heat...' for 'sm_90'
//   ptxas info    : Function properties for _ZN4heat...
//       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
//   ptxas info    : Used 24 registers, used 1 barriers, 1024 bytes smem, 400 bytes cmem[0]
#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "build/compiler_output.h"
#include "support/text.h"

namespace pycu::build {

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

/// The qualified name of a C++ function, without its parameters.
std::string function_name(const std::string& symbol) {
    int status = 0;
    char* demangled = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string name = status == 0 && demangled != nullptr ? demangled : symbol;
    std::free(demangled);
    return name.substr(0, name.find('('));
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
