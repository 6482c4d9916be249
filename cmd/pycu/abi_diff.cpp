// `pycu abi-diff OLD.json NEW.json`. See abi_diff.h.
#include "manifest/abi_diff.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "abi_diff.h"
#include "driver/driver.h"
#include "support/files.h"
#include "support/text.h"

namespace pycu {

namespace {

using manifest::Change;

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
    app.add_option("OLD", old_path, "The manifest x.json of what callers were built for")
        ->required()
        ->option_text("OLD.json");
    app.add_option("NEW", new_path, "That of what they will find")
        ->required()
        ->option_text("NEW.json");
    app.add_flag("--json", json, "As JSON");
    try {
        app.parse(argc - 1, argv + 1);
    } catch (const CLI::ParseError& error) {
        const int code = app.exit(error);
        return code == 0 ? code : int(driver::UsageError);
    }
    const auto old = read_manifest(old_path);
    const auto now = read_manifest(new_path);
    if (!old || !now) {
        return driver::UsageError;
    }
    const std::vector<Change> changes = manifest::abi_changes(*old, *now);
    const auto wrong =
        std::size_t(std::ranges::count(changes, Change::Kind::Incompatible, &Change::kind));
    std::cout << (json ? manifest::to_json(changes) : as_text(changes, wrong));
    return wrong > 0 ? driver::InputErrors : driver::Fine;
}

}  // namespace pycu
