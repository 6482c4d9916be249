// Finds and parses the modules of a program. See program.h.
#include "driver/program.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "driver/project_files.h"
#include "support/files.h"
#include "support/text.h"
#include "symbols/modules.h"
#include "syntax/parse.h"

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

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(path, error);
}

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

/// One path for each file.
std::string identity(const fs::path& path) {
    std::error_code error;
    const fs::path whole = fs::weakly_canonical(path, error);
    return (error ? path : whole).string();
}

fs::path above(const fs::path& folder) {
    return (folder / "..").lexically_normal();
}

void add_once(std::vector<fs::path>& folders, const fs::path& folder) {
    if (std::ranges::find(folders, folder) == folders.end()) {
        folders.push_back(folder);
    }
}

}  // namespace

class Program::Reader {
  public:
    Reader(const Input& input, const Options& options, Files& files, ReadModules& modules)
        : options_(options),
          files_(files),
          modules_(modules),
          tree_(syntax::parse(*input.source)),
          is_alone_(!options.bindings.empty() || !may_have_kernels(tree_)) {
        if (is_alone_) {
            return;
        }
        const bool is_file = input.source->path() != "<stdin>";
        const fs::path path = is_file ? input.source->path() : "stdin_.py";
        root_ = name_program(tree_.main, path);
        for (const std::string& folder : options.include_folders) {
            add_once(shared_, folder);
        }
        add_project();
        places_[syntax::Tree::is_main] = start(path, root_);
        if (is_file) {
            by_path_[identity(path)] = syntax::Tree::is_main;
        }
        load_imports(syntax::Tree::is_main);
        load_all();
    }

    bool add_users() {
        if (is_alone_) {
            return false;
        }
        if (options_.launches.empty()) {
            return find_users();
        }
        for (const std::string& given : options_.launches) {
            const std::vector<fs::path> paths =
                is_folder(given) ? python_files(given, true) : std::vector<fs::path>{given};
            for (const fs::path& path : paths) {
                if (const auto program = add_program(path)) {
                    module(*program).is_program = true;
                }
            }
        }
        load_all();
        return true;
    }

    const syntax::Tree& tree() const { return tree_; }
    const std::vector<std::string>& read() const { return read_; }

  private:
    /// The folders in which Python looks for modules, and what it has found there: a module's
    /// place, or nothing.
    struct Search {
        std::vector<fs::path> folders{};
        std::unordered_map<std::string, std::optional<std::size_t>> found{};
    };

    /// What the reader knows of a module: where it, or the modules in it, were looked for.
    struct Place {
        std::size_t search = 0;
        std::vector<fs::path> folders{};
    };

    void load_all() {
        for (; loaded_ < tree_.others.size(); ++loaded_) {
            load_imports(loaded_);
        }
        find_importers_of_main();
    }

    /// The files of the project; without one those of its outermost package and beside that.
    std::vector<fs::path> files_around() const {
        std::vector<fs::path> files = python_files(project_ ? *project_ : root_, bool(project_));
        const std::size_t dot = tree_.main.name.find('.');
        if (!project_ && dot != std::string::npos) {
            const fs::path package = (root_ / tree_.main.name.substr(0, dot)).lexically_normal();
            const std::vector<fs::path> inside = python_files(package, true);
            files.insert(files.end(), inside.begin(), inside.end());
        }
        return files;
    }

    /// The files of the project whose imports lead to the source, through others of them or not.
    bool find_users() {
        std::vector<std::string> words{last_word(tree_.main.name)};
        std::vector<fs::path> files = files_around();
        std::erase_if(files, [&](const fs::path& path) {
            const auto known_as = by_path_.find(identity(path));
            return known_as != by_path_.end() && known_as->second == syntax::Tree::is_main;
        });
        std::vector<std::size_t> candidates;
        for (bool is_new = true; is_new;) {
            is_new = false;
            std::erase_if(files, [&](const fs::path& path) {
                const bool is_one = may_import(read_file(path).text, words);
                const auto program = is_one ? add_program(path) : std::nullopt;
                if (program) {
                    candidates.push_back(*program);
                }
                return is_one;
            });
            load_all();
            for (const std::size_t candidate : candidates) {
                syntax::Module& one = module(candidate);
                if (one.uses_main && !one.is_program) {
                    one.is_program = is_new = true;
                    words.push_back(last_word(one.name));
                }
            }
        }
        return std::ranges::any_of(tree_.others, &syntax::Module::is_program);
    }

    void find_importers_of_main() {
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (syntax::Module& one : tree_.others) {
                const auto leads = [&](const auto& import) {
                    return import.second == syntax::Tree::is_main ||
                           tree_.others[import.second].uses_main;
                };
                if (!one.uses_main && std::ranges::any_of(one.imports, leads)) {
                    one.uses_main = is_changed = true;
                }
            }
        }
    }

    static std::string last_word(const std::string& name) {
        return name.substr(name.rfind('.') + 1);
    }

    /// A file with which Python may be started.
    std::optional<std::size_t> add_program(const fs::path& path) {
        syntax::Module named;
        const fs::path root = name_program(named, path);
        const auto index = add(named.name, path, start(path, root));
        if (index && *index == tree_.others.size() - 1) {
            tree_.others.back().is_package = named.is_package;
        }
        return index && *index != syntax::Tree::is_main ? index : std::nullopt;
    }

    /// Names a program as others import it. The result is the folder of its outermost package.
    static fs::path name_program(syntax::Module& module, const fs::path& path) {
        module.is_package = path.filename() == "__init__.py";
        module.name = module.is_package ? "" : path.stem().string();
        fs::path folder = path.parent_path().empty() ? "." : path.parent_path();
        for (; is_there(folder / "__init__.py"); folder = above(folder)) {
            const std::string name = fs::path(identity(folder)).filename().string();
            if (name.empty()) {
                break;
            }
            module.name = module.name.empty() ? name : name + "." + module.name;
        }
        return folder;
    }

    /// What Python looks through that is started with a file.
    Place start(const fs::path& path, const fs::path& root) {
        Search search;
        add_once(search.folders, path.parent_path().empty() ? "." : path.parent_path());
        add_once(search.folders, root);
        for (const fs::path& folder : shared_) {
            add_once(search.folders, folder);
        }
        searches_.push_back(std::move(search));
        const bool is_package = path.filename() == "__init__.py";
        return {searches_.size() - 1,
                is_package ? std::vector{path.parent_path()} : std::vector<fs::path>{}};
    }

    /// The root of the project and its `src`.
    void add_project() {
        fs::path at = root_;
        for (int depth = 0; depth < 64; ++depth, at = above(at)) {
            if (is_there(at / "pyproject.toml") || is_there(at / "setup.py") ||
                is_there(at / ".git")) {
                project_ = at;
                add_once(shared_, at);
                add_once(shared_, (at / "src").lexically_normal());
                return;
            }
            if (!fs::path(identity(at)).has_relative_path()) {
                return;
            }
        }
    }

    void load_imports(std::size_t importer) {
        for (const std::string& name : symbols::modules_named_by(tree_, tree_.module(importer))) {
            if (const auto found = load(name, places_[importer].search)) {
                module(importer).imports.emplace(name, *found);
            }
        }
    }

    syntax::Module& module(std::size_t index) {
        return index == syntax::Tree::is_main ? tree_.main : tree_.others[index];
    }

    /// Loads a module, whose package has been tried before it.
    std::optional<std::size_t> load(const std::string& name, std::size_t search) {
        auto& found = searches_[search].found;
        if (const auto known_as = found.find(name); known_as != found.end()) {
            return known_as->second;
        }
        std::optional<std::size_t> made;
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
        } else if (std::ranges::find(known, name) == std::end(known)) {
            const std::vector<fs::path> folders = searches_[search].folders;
            made = load_from(folders, name, name, search);
        }
        searches_[search].found[name] = made;
        return made;
    }

    std::optional<std::size_t> load_from(const std::vector<fs::path>& folders,
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
            return std::nullopt;
        }
        syntax::Module made;
        made.name = name;
        made.is_package = true;
        const std::size_t index = tree_.add(std::move(made));
        places_[index] = {search, std::move(parts)};
        return index;
    }

    std::optional<std::size_t> add(const std::string& name, const fs::path& path, Place place) {
        const std::string only = identity(path);
        if (const auto known_as = by_path_.find(only); known_as != by_path_.end()) {
            return known_as->second;
        }
        if (tree_.others.size() >= most_files) {
            return std::nullopt;
        }
        const SourceFile* file = read_module(path, only);
        bytes_ += file != nullptr ? file->text().size() : 0;
        if (file == nullptr || bytes_ > most_bytes) {
            return std::nullopt;
        }
        read_.push_back(path.string());
        syntax::Module made = syntax::parse_module(*file, tree_);
        made.name = name;
        made.is_package = !place.folders.empty();
        const std::size_t index = tree_.add(std::move(made));
        by_path_[only] = index;
        places_[index] = std::move(place);
        return index;
    }

    /// Reads a file that no program of the run has read yet.
    const SourceFile* read_module(const fs::path& path, const std::string& only) {
        const auto [known_as, is_new] = modules_.try_emplace(only, nullptr);
        if (is_new && files_.size() < most_numbers) {
            ReadResult text = read_file(path);
            const bool is_text = text.ok() && text.text.find('\0') == text.text.npos &&
                                 !find_invalid_utf8(text.text);
            known_as->second = is_text ? &files_.add(path.string(), std::move(text.text)) : nullptr;
        }
        return known_as->second;
    }

    const Options& options_;
    Files& files_;
    ReadModules& modules_;
    std::vector<std::string> read_;
    syntax::Tree tree_;
    /// Other modules are no matter.
    bool is_alone_;
    /// The folder of the source, or of its outermost package; the root of the project.
    fs::path root_;
    std::optional<fs::path> project_;
    /// Looked through by all programs behind their own folders.
    std::vector<fs::path> shared_;
    std::deque<Search> searches_;
    std::unordered_map<std::size_t, Place> places_;
    std::map<std::string, std::size_t> by_path_;
    /// Of so many of `others` the imports have been followed.
    std::size_t loaded_ = 0;
    std::size_t bytes_ = 0;
};

Program::Program(const Input& input, const Options& options, Files& files, ReadModules& modules)
    : reader_(std::make_unique<Reader>(input, options, files, modules)) {}

Program::~Program() = default;

bool Program::add_users() {
    return reader_->add_users();
}

const syntax::Tree& Program::tree() const {
    return reader_->tree();
}

const std::vector<std::string>& Program::read() const {
    return reader_->read();
}

}  // namespace pycu::driver
