// What is compiled apart, and the text that holds it. See apart.h.
#include "build/apart.h"

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string_view>

#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace {

constexpr std::string_view header_name = "pycu_code.h";

/// Options after which a fat binary is no code that a runtime can load, or the host's code is to
/// be looked at.
bool asks_for_more(std::string_view options) {
    constexpr std::string_view words[] = {
        "-rdc", "relocatable-device-code", "-dc", "lto", "-keep", "-dryrun", "-save-temps"};
    return std::ranges::any_of(
        words, [&](std::string_view one) { return options.find(one) != std::string_view::npos; });
}

}  // namespace

bool is_apart(const Toolchain& toolchain, const Library& library, const Input& input) {
    const bool is_plain = toolchain.target == Target::Cuda &&
                          toolchain.product == Product::Library && !toolchain.is_static &&
                          !toolchain.debug && !toolchain.line_directives && library.linked.empty();
    const auto is_asked = [](const char* variable) {
        const char* options = std::getenv(variable);
        return options != nullptr && asks_for_more(options);
    };
    return is_plain && !input.launcher.empty() &&
           std::ranges::none_of(toolchain.extra, asks_for_more) &&
           !is_asked("NVCC_PREPEND_FLAGS") && !is_asked("NVCC_APPEND_FLAGS");
}

std::string code_text(const std::filesystem::path& fatbin,
                      const std::vector<manifest::Entry>& entries) {
    std::set<std::string> symbols;  // one entry for each architecture
    for (const manifest::Entry& entry : entries) {
        symbols.insert(entry.symbol);
    }
    std::string defined, named;
    int number = 0;
    for (const std::string& symbol : symbols) {
        const std::string arguments = "(" + std::to_string(number++) + ", \"" + symbol + "\")";
        defined += "PYCU_ENTRY_NAMED" + arguments + "\n";
        named += "    PYCU_NAMED" + arguments + ",\n";
    }
    return "#include \"" + std::string(header_name) + "\"\nPYCU_CODE(\"" +
           replace_all(fatbin.string(), "\\", "\\\\") + "\")\n" + defined +
           "static const pycu_code::Entry entries[] = {\n" + named + "};\nPYCU_REGISTER(entries)\n";
}

FileText code_header(const std::filesystem::path& folder) {
    const std::string name(header_name);
    return {folder / name, std::string(embedded::text("runtime/" + name))};
}

}  // namespace pycu::build
