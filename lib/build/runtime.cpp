// Which headers go with a text. See runtime.h.
#include "build/runtime.h"

#include <algorithm>
#include <string>

#include "support/text.h"
#include "templates/embedded.h"

namespace pycu::build {

namespace {

constexpr std::string_view runtime_folder = "runtime/";

/// Adds what the text includes of the runtime to the names.
void add_included(std::string_view text, std::vector<std::string>& names) {
    constexpr std::string_view include = "#include \"";
    for (const std::string_view line : split(text, '\n')) {
        const std::string_view begin = trim(line);
        if (!begin.starts_with(include)) {
            continue;
        }
        const std::string_view rest = begin.substr(include.size());
        const std::string name(rest.substr(0, rest.find('"')));
        const std::string_view header = embedded::text(std::string(runtime_folder) + name);
        if (!header.empty() && std::ranges::count(names, name) == 0) {
            names.push_back(name);
            add_included(header, names);
        }
    }
}

}  // namespace

std::vector<FileText> runtime_headers(const std::vector<std::string_view>& texts,
                                      const std::filesystem::path& folder) {
    std::vector<std::string> names;
    for (const std::string_view text : texts) {
        add_included(text, names);
    }
    std::ranges::sort(names);
    std::vector<FileText> files;
    for (const std::string& name : names) {
        const std::string_view text = embedded::text(std::string(runtime_folder) + name);
        files.push_back({folder / name, std::string(text)});
    }
    return files;
}

}  // namespace pycu::build
