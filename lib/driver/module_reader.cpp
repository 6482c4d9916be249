// Finds modules as Python does. See module_reader.h.
#include "driver/module_reader.h"

#include <algorithm>
#include <utility>

#include "driver/folders.h"
#include "driver/import_scan.h"
#include "driver/project_files.h"
#include "support/text.h"
#include "symbols/modules.h"
#include "symbols/users.h"
#include "templates/embedded.h"

namespace pycu::driver {

namespace fs = std::filesystem;

namespace {

/// A program of more files or bytes is not read to its end.
constexpr std::size_t most_files = 4000;
constexpr std::size_t most_bytes = 64'000'000;
/// Ranges number files with 16 bits.
constexpr std::size_t most_numbers = 60'000;

/// Known by their names, wherever they lie; or built into Python, so that no file takes their
/// place.
constexpr std::string_view known[] = {"__future__", "builtins", "cmath", "cupy",
                                      "itertools",  "math",     "numba", "numpy",
                                      "pycu",       "sys",      "time"};

}  // namespace

ModuleReader::ModuleReader(const Input& input, const std::vector<std::string>& folders,
                           Files& files, ReadModules& modules)
    : files_(files), modules_(modules) {
    const std::string& path = input.source->path();
    const bool is_file = path != "<stdin>";
    source_ = is_file ? fs::path(path) : fs::path();
    tree_.main = modules_.parse(modules_.files.at(identity(path)), tree_);
    root_ = name_program(tree_.main, is_file ? source_ : "stdin_.py");
    const std::string package = tree_.main.name.substr(0, tree_.main.name.rfind('.') + 1);
    std::vector<std::string> names = input.options->imported_as;
    names.push_back(input.options->module);
    for (const std::string& name : names) {
        if (is_file && !name.empty()) {
            tree_.main.other_names.push_back(package + name);
        }
    }
    for (const std::string& folder : folders) {
        add_once(shared_, folder);
    }
}

void ModuleReader::start_main() {
    add_project();
    Place place = start(source_.empty() ? "stdin_.py" : source_, root_);
    place.is_parsed = true;
    places_[syntax::Tree::is_main] = std::move(place);
    if (!source_.empty()) {
        by_path_[identity(source_)] = syntax::Tree::is_main;
    }
    change_path(syntax::Tree::is_main);
}

std::optional<std::size_t> ModuleReader::find(const std::string& name) {
    return name.empty() ? std::nullopt : load(name, places_[syntax::Tree::is_main].search);
}

std::vector<const ReadFolder*> ModuleReader::look_around() {
    add_read(modules_.look_through(project_ ? *project_ : root_, bool(project_)));
    const std::size_t dot = tree_.main.name.find('.');
    if (!project_ && dot != std::string::npos) {
        const fs::path package = (root_ / tree_.main.name.substr(0, dot)).lexically_normal();
        add_read(modules_.look_through(package, true));
    }
    return read_folders_;
}

std::optional<std::size_t> ModuleReader::add_program(const fs::path& path) {
    syntax::Module named;
    const fs::path root = name_program(named, path);
    const auto index = add(named.name, path, start(path, root));
    if (!index || *index == syntax::Tree::is_main) {
        return std::nullopt;
    }
    if (*index == tree_.others.size() - 1) {
        tree_.others.back().is_package = named.is_package;
    }
    return index;
}

std::vector<std::size_t> ModuleReader::add_conftests(const fs::path& path) {
    std::vector<std::size_t> found;
    const std::string stem = path.stem().string();
    if (!stem.starts_with("test_") && !stem.ends_with("_test")) {
        return found;
    }
    const std::string root = identity(project_ ? *project_ : root_);
    fs::path folder = path.parent_path().empty() ? "." : path.parent_path();
    for (int depth = 0; depth < most_folders; ++depth, folder = above(folder)) {
        const fs::path conftest = folder / "conftest.py";
        if (const auto added = is_there(conftest) ? add_program(conftest) : std::nullopt) {
            found.push_back(*added);
        }
        if (identity(folder) == root || !fs::path(identity(folder)).has_relative_path()) {
            break;
        }
    }
    return found;
}

bool ModuleReader::is_read(const std::string& only) const {
    return is_read_.contains(only) ||
           std::ranges::any_of(read_folders_, [&](const ReadFolder* folder) {
               return folder->identities.contains(only);
           });
}

void ModuleReader::add_read(ReadFolder& folder) {
    const std::string source = source_.empty() ? "" : identity(source_);
    std::vector<std::uint32_t> untold;
    for (const std::uint32_t number : folder.untold) {
        const ReadFolder::One& one = folder.files[number];
        if (one.identity == source || is_read(one.identity)) {
            untold.push_back(number);
        } else {
            read_.push_back(one.path.string());
        }
    }
    folder.untold = std::move(untold);
    read_folders_.push_back(&folder);
}

void ModuleReader::parse_body(std::size_t index) {
    Place& place = places_[index];
    syntax::Module& one = module(index);
    if (index != syntax::Tree::is_main && !std::exchange(place.is_parsed, true) &&
        one.file != nullptr) {
        syntax::Module parsed = modules_.parse(*place.read, tree_);
        one.body = std::move(parsed.body);
        one.comments = std::move(parsed.comments);
        one.broken = std::move(parsed.broken);
        one.problems = std::move(parsed.problems);
        change_path(index);
    }
}

void ModuleReader::parse(std::size_t index) {
    parse_body(index);
    for (const std::string& name : symbols::modules_named_by(tree_, module(index))) {
        if (const auto found = load(name, places_[index].search)) {
            module(index).imports.emplace(name, *found);
        }
    }
}

const Outline& ModuleReader::outline(std::size_t index) {
    static const Outline of_folder;
    ReadModule* read = places_[index].read;
    if (read == nullptr || read->file == nullptr) {
        return of_folder;
    }
    if (!read->outline) {
        const std::string_view text = read->file->text();
        read->outline = {symbols::has_word(text, "numba"), scan_imports(text)};
    }
    return *read->outline;
}

std::vector<std::size_t> ModuleReader::imported_by_text(std::size_t index) {
    std::vector<std::size_t> imported;
    for (const syntax::Stmt& stmt : outline(index).imports) {
        for (const std::string& name : symbols::modules_named_by(module(index), stmt)) {
            if (const auto found = load(name, places_[index].search)) {
                imported.push_back(*found);
            }
        }
    }
    return imported;
}

void ModuleReader::follow(std::size_t index) {
    std::vector<std::size_t> waiting{index};
    while (!waiting.empty()) {
        const std::size_t one = waiting.back();
        waiting.pop_back();
        if (!std::exchange(places_[one].is_followed, true)) {
            parse(one);
            for (const auto& import : module(one).imports) {
                waiting.push_back(import.second);
            }
        }
    }
}

/// Loads a module, whose package has been tried before it.
std::optional<std::size_t> ModuleReader::load(const std::string& name, std::size_t search) {
    auto& found = searches_[search].found;
    if (const auto known_as = found.find(name); known_as != found.end()) {
        return known_as->second;
    }
    std::optional<std::size_t> made;
    bool is_unknown = std::ranges::find(known, name) != std::end(known);
    const std::size_t dot = name.rfind('.');
    if (dot != name.npos) {
        const auto package = load(name.substr(0, dot), search);
        if (package && tree_.module(*package).is_package) {
            const std::vector<fs::path> folders = places_[*package].folders;
            made = load_from(folders, name.substr(dot + 1), name, search);
            if (made) {
                module(*package).imports.emplace(name, *made);
            }
        }
    } else if (!is_unknown) {
        const std::vector<fs::path> folders = searches_[search].folders;
        is_unknown = is_in_two_folders(searches_[search], name);
        made = is_unknown ? std::nullopt : load_from(folders, name, name, search);
    }
    if (!made && !is_unknown) {
        made = add_library(name, search);
    }
    searches_[search].found[name] = made;
    return made;
}

std::optional<std::size_t> ModuleReader::load_from(const std::vector<fs::path>& folders,
                                                   const std::string& stem, const std::string& name,
                                                   std::size_t search) {
    std::vector<fs::path> parts;
    for (const fs::path& folder : folders) {
        const fs::path at = (folder / stem).lexically_normal();
        if (is_there(at / "__init__.py")) {
            return add(name, at / "__init__.py", {search, {at}});
        }
        if (is_there(at.string() + ".py")) {
            return add(name, at.string() + ".py", {search, {}});
        }
        if (is_folder(at)) {
            parts.push_back(at);
        }
    }
    if (parts.empty()) {
        const bool is_main = std::ranges::count(tree_.main.other_names, name) != 0;
        return is_main ? std::optional(syntax::Tree::is_main) : std::nullopt;
    }
    syntax::Module made;
    made.name = name;
    made.is_package = true;
    const std::size_t index = tree_.add(std::move(made));
    places_[index] = {search, std::move(parts)};
    return index;
}

std::optional<std::size_t> ModuleReader::add(const std::string& name, const fs::path& path,
                                             Place place) {
    const std::string only = identity(path);
    if (const auto known_as = by_path_.find(only); known_as != by_path_.end()) {
        return known_as->second;
    }
    if (tree_.others.size() >= most_files) {
        return std::nullopt;
    }
    ReadModule& read = read_module(path, only);
    const SourceFile* file = read.file;
    bytes_ += file != nullptr ? file->text().size() : 0;
    if (file == nullptr || bytes_ > most_bytes) {
        return std::nullopt;
    }
    if (!is_read(only)) {
        is_read_.insert(only);
        read_.push_back(path.string());
    }
    syntax::Module made;
    made.file = file;
    made.name = name;
    made.is_package = !place.folders.empty();
    const std::size_t index = tree_.add(std::move(made));
    by_path_[only] = index;
    place.read = &read;
    places_[index] = std::move(place);
    if (changes_path(tree_.others[index])) {
        parse_body(index);  // before other modules are looked for
    }
    return index;
}

/// What pycu carries of a library, once for all programs: its classes are the same ones to each.
std::optional<std::size_t> ModuleReader::add_library(const std::string& name, std::size_t search) {
    const std::string path = "libraries/" + name + ".py";
    const std::string_view text = embedded::text(path);
    if (text.empty() || files_.size() >= most_numbers) {
        return std::nullopt;
    }
    const std::string shown = "<pycu>/" + path;
    if (const auto there = by_path_.find(shown); there != by_path_.end()) {
        return there->second;
    }
    const auto [read, is_new] = modules_.files.try_emplace(shown);
    if (is_new) {
        read->second.file = &files_.add(shown, std::string(text), {});
    }
    syntax::Module made;
    made.file = read->second.file;
    made.name = name;
    made.is_library = true;
    const std::size_t index = tree_.add(std::move(made));
    by_path_[shown] = index;
    places_[index] = {search, {}, &read->second};
    return index;
}

/// Reads a file that no program of the run has read yet.
ReadModule& ModuleReader::read_module(const fs::path& path, const std::string& only) {
    const auto [known_as, is_new] = modules_.files.try_emplace(only);
    if (is_new && files_.size() < most_numbers) {
        if (auto text = read_python(path)) {
            known_as->second.file =
                &files_.add(path.string(), std::move(text->text), std::move(text->cells));
        }
    }
    return known_as->second;
}

}  // namespace pycu::driver
