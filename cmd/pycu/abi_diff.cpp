// `pycu abi-diff OLD NEW`. See abi_diff.h.
#include "manifest/abi_diff.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "abi_diff.h"
#include "driver/driver.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu {

namespace {

namespace fs = std::filesystem;

using manifest::Change;
using Manifests = std::map<std::string, manifest::Manifest>;

std::optional<manifest::Manifest> read_manifest(const std::string& path) {
    const ReadResult read = read_file(path);
    manifest::Manifest made;
    std::string error = read.error;
    if (read.ok() && manifest::from_json(read.text, made, error)) {
        return made;
    }
    // the library's own words begin with a name of its class
    const std::size_t behind = error.starts_with("[json.") ? error.find("] ") : error.npos;
    std::cerr << "pycu: `" << path
              << "` is no manifest: " << (behind == error.npos ? error : error.substr(behind + 2))
              << '\n';
    return std::nullopt;
}

/// The manifests of a folder and those in it, x.json, by their paths from it; of a file itself
/// alone.
std::optional<Manifests> read_manifests(const std::string& given) {
    Manifests all;
    const auto add = [&](const std::string& name, const std::string& path) {
        std::optional<manifest::Manifest> one = read_manifest(path);
        const bool is_read = one.has_value();
        if (is_read) {
            all.emplace(name, *std::move(one));
        }
        return is_read;
    };
    if (!is_folder(given)) {
        return add("", given) ? std::optional(all) : std::nullopt;
    }
    std::error_code unseen;
    for (fs::recursive_directory_iterator at(given, unseen);
         !unseen && at != fs::recursive_directory_iterator(); at.increment(unseen)) {
        const fs::path& path = at->path();
        // beside it, x.build.json says how its library is loaded
        const bool is_of_module =
            path.extension() == ".json" && path.stem().extension() != ".build";
        std::error_code ignored;
        if (is_of_module && at->is_regular_file(ignored) &&
            !add(path.lexically_relative(given).generic_string(), path.string())) {
            return std::nullopt;
        }
    }
    if (unseen) {
        std::cerr << "pycu: " << given << ": " << unseen.message() << '\n';
        return std::nullopt;
    }
    if (all.empty()) {
        std::cerr << "pycu: there is no manifest in `" << given << "`\n";
        return std::nullopt;
    }
    return all;
}

std::string as_text(const std::vector<Change>& changes, std::size_t wrong) {
    std::string text;
    for (const Change& one : changes) {
        std::string kind(manifest::name(one.kind));
        kind.resize(14, ' ');
        text += kind + one.of + ": " + one.what + '\n';
    }
    return text +
           (changes.empty() ? "no changes"
                            : counted(changes.size(), "change") + ", " + std::to_string(wrong) +
                                  " incompatible") +
           '\n';
}

}  // namespace

int abi_diff(int argc, char** argv) {
    CLI::App app("What changed for the callers of a module", "pycu abi-diff");
    std::string old_path, new_path;
    bool json = false;
    app.add_option("OLD", old_path,
                   "The manifest x.json of what callers were built for, or a folder of manifests")
        ->required()
        ->option_text("OLD.json|DIR");
    app.add_option("NEW", new_path, "That of what they will find")
        ->required()
        ->option_text("NEW.json|DIR");
    app.add_flag("--json", json, "As JSON");
    try {
        app.parse(argc - 1, argv + 1);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? code : int(driver::UsageError);
    }
    const bool are_folders = is_folder(old_path);
    std::error_code error;
    if (are_folders != is_folder(new_path) &&
        fs::exists(are_folders ? new_path : old_path, error)) {
        std::cerr << "pycu: abi-diff takes two manifests or two folders of them\n";
        return driver::UsageError;
    }
    const auto old = read_manifests(old_path);
    const auto now = read_manifests(new_path);
    if (!old || !now) {
        return driver::UsageError;
    }
    const std::vector<Change> changes =
        are_folders ? manifest::abi_changes(*old, *now)
                    : manifest::abi_changes(old->begin()->second, now->begin()->second);
    const auto wrong =
        std::size_t(std::ranges::count(changes, Change::Kind::Incompatible, &Change::kind));
    std::cout << (json ? manifest::to_json(changes) : as_text(changes, wrong));
    return wrong > 0 ? driver::InputErrors : driver::Fine;
}

}  // namespace pycu
