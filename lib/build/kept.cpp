// Folders of the cache. See kept.h.
#include "build/kept.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "build/build.h"
#include "build/runtime.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu::build {

namespace fs = std::filesystem;

namespace {

constexpr const char* runtime_object_name = "pycu-host.o";
constexpr const char* runtime_hash_name = "pycu-host.sha256";  // a linker would take half of it
constexpr std::uintmax_t bytes_kept = 256 << 20;               // g++ makes 14 MB of the headers

/// The lines with which a text begins: what it includes of the runtime. Empty where it includes
/// more of it further on.
std::string first_includes(std::string_view text) {
    std::string includes;
    bool is_over = false;
    for (const std::string_view line : split(text, '\n')) {
        const bool is_include = line.starts_with("#include \"pycu");
        if (is_include && is_over) {
            return {};
        }
        if (is_include) {
            includes += std::string(line) + '\n';
        } else if (!line.empty() && !line.starts_with("//")) {
            is_over = true;
        }
    }
    return includes;
}

fs::path compiled_path(const fs::path& prelude) {
    return prelude.string() + ".gch";  // where g++ and clang++ look
}

std::uintmax_t size_of(const fs::path& folder) {
    std::uintmax_t size = 0;
    std::error_code error;
    for (const fs::directory_entry& file : fs::directory_iterator(folder, error)) {
        const std::uintmax_t bytes = file.file_size(error);
        size += error ? 0 : bytes;
    }
    return size;
}

/// Removes the entries that were used longest ago, where all are more than the bound.
void prune(const fs::path& cache) {
    std::vector<std::pair<fs::file_time_type, fs::path>> entries;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(cache, error)) {
        if (entry.path().filename().string().starts_with("pycu-") && entry.is_directory(error)) {
            entries.emplace_back(fs::last_write_time(entry.path(), error), entry.path());
        }
    }
    std::ranges::sort(entries, std::ranges::greater());
    std::uintmax_t total = 0;
    for (const auto& [used, folder] : entries) {
        total += size_of(folder);
        if (total > bytes_kept) {
            fs::remove_all(folder, error);
        }
    }
}

}  // namespace

Kept::Kept(const fs::path& cache, const Toolchain& toolchain) : cache_(cache) {
    if (cache.empty() || toolchain.target != Target::Cpu) {
        return;
    }
    std::error_code ignored;
    const fs::path absolute = fs::absolute(cache, ignored);
    folder_ = absolute / ("pycu-" + fingerprint(toolchain, {}).substr(0, 32));
    fs::last_write_time(folder_, fs::file_time_type::clock::now(), ignored);
    // what the user includes stands first, and may be meant for the runtime
    has_preludes_ = std::ranges::none_of(toolchain.extra, [](const std::string& option) {
        return option.find("-include") != option.npos || option.find("-imacros") != option.npos;
    });
}

bool Kept::make_folder() const {
    std::error_code error;
    if (!folder_.empty() && fs::create_directories(folder_, error)) {
        prune(cache_);
    }
    return !folder_.empty() && !error;
}

bool Kept::take_runtime(const fs::path& object) const {
    if (folder_.empty()) {
        return false;
    }
    const ReadResult bytes = read_file(folder_ / runtime_object_name);
    const ReadResult hash = read_file(folder_ / runtime_hash_name);
    return bytes.ok() && hash.text == sha256(bytes.text) &&
           write_if_changed(object, bytes.text).ok();
}

void Kept::keep_runtime(const fs::path& object) const {
    const ReadResult bytes = read_file(object);
    if (bytes.ok() && make_folder()) {
        write_if_changed({{folder_ / runtime_object_name, bytes.text},
                          {folder_ / runtime_hash_name, sha256(bytes.text)}});
    }
}

fs::path Kept::prelude(const fs::path& source) const {
    const std::string includes = has_preludes_ ? first_includes(read_file(source).text) : "";
    return includes.empty() ? fs::path()
                            : folder_ / ("prelude-" + sha256(includes).substr(0, 16) + ".h");
}

bool Kept::write(const fs::path& prelude, const fs::path& source) const {
    const std::string includes = first_includes(read_file(source).text);
    std::vector<FileText> files = runtime_headers({includes}, folder_);
    files.push_back({prelude, includes});
    return make_folder() && write_if_changed(files).ok();
}

bool Kept::is_compiled(const fs::path& prelude) const {
    std::error_code error;
    return fs::exists(compiled_path(prelude), error);
}

void Kept::keep_compiled(const fs::path& compiled, const fs::path& prelude) const {
    std::error_code error;
    if (!is_compiled(prelude) && fs::exists(compiled, error)) {
        const ReadResult bytes = read_file(compiled);
        if (bytes.ok()) {
            write_if_changed(compiled_path(prelude), bytes.text);
        }
    }
}

void Kept::drop(const fs::path& prelude) const {
    std::error_code ignored;
    fs::remove(compiled_path(prelude), ignored);  // of what is not kept there is none
}

fs::path default_cache() {
    const auto variable = [](const char* name) -> fs::path {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    if (const fs::path own = variable("PYCU_CACHE_DIR"); !own.empty()) {
        return own / "runtime";
    }
    if (const fs::path caches = variable("XDG_CACHE_HOME"); !caches.empty()) {
        return caches / "pycu" / "runtime";
    }
    const fs::path home = variable("HOME");
    return home.empty() ? home : home / ".cache" / "pycu" / "runtime";
}

}  // namespace pycu::build
