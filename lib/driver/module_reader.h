// The modules of a program: found as Python finds them, parsed when somebody asks for them.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "driver/program.h"

namespace pycu::driver {

/// Finding a module reads it; parsing it, and looking for what it imports, is done once it is
/// followed.
class ModuleReader {
  public:
    using Path = std::filesystem::path;

    /// Of the program of a source, whose modules are looked for in `folders`, too.
    ModuleReader(const Input& input, const std::vector<std::string>& folders, Files& files,
                 ReadModules& modules);

    /// Finds the place of the main module.
    void start_main();
    /// A module by the name under which the main module imports it.
    std::optional<std::size_t> find(const std::string& name);
    /// A file with which Python may be started; nothing for the source itself, and for what cannot
    /// be read.
    std::optional<std::size_t> add_program(const Path& path);
    /// The files conftest.py that pytest runs before a test, the nearest first; none for a file
    /// that it does not take for tests.
    std::vector<std::size_t> add_conftests(const Path& path);
    /// Parses a module, and finds the modules that it imports.
    void parse(std::size_t index);
    /// What the text of a module says, which need not be parsed.
    const Outline& outline(std::size_t index);
    /// The modules that the text of a module imports. Other than parse() this leaves no trace in
    /// the module.
    std::vector<std::size_t> imported_by_text(std::size_t index);
    /// Parses a module and all that it imports.
    void follow(std::size_t index);
    /// Looks through the files of the project; without a project through those beside the outermost
    /// package of the source, and in it. All of them count as read.
    std::vector<const ReadFolder*> look_around();

    syntax::Tree& tree() { return tree_; }
    syntax::Module& module(std::size_t index) {
        return index == syntax::Tree::is_main ? tree_.main : tree_.others[index];
    }
    /// The paths of the files that were read.
    const std::vector<std::string>& read() const { return read_; }

  private:
    /// The folders in which Python looks for modules, and what it has found there: a module's
    /// place, or nothing. The first `own` ones are those of sys.path, the others where people keep
    /// their modules.
    struct Search {
        Path start{};
        std::vector<Path> folders{};
        std::size_t own = 0;
        /// Nobody knows which of them is the first one: a name that two of them have is not known.
        bool is_unsure = false;
        std::unordered_map<std::string, std::optional<std::size_t>> found{};
    };

    /// What the reader knows of a module: where it, or the modules in it, were looked for; and the
    /// file, where it has one.
    struct Place {
        std::size_t search = 0;
        std::vector<Path> folders{};
        ReadModule* read = nullptr;
        bool is_parsed = false;
        bool is_followed = false;
    };

    Path name_program(syntax::Module& module, const Path& path) const;
    Place start(const Path& path, const Path& root);
    void add_project();
    void parse_body(std::size_t index);
    static bool changes_path(const syntax::Module& module);
    void change_path(std::size_t index);
    std::vector<Path> added(const Search& search, const std::vector<Path>& paths) const;
    std::optional<std::size_t> load(const std::string& name, std::size_t search);
    bool is_in_two_folders(const Search& search, const std::string& name) const;
    std::optional<std::size_t> load_from(const std::vector<Path>& folders, const std::string& stem,
                                         const std::string& name, std::size_t search);
    std::optional<std::size_t> add(const std::string& name, const Path& path, Place place);
    std::optional<std::size_t> add_library(const std::string& name, std::size_t search);
    ReadModule& read_module(const Path& path, const std::string& only);
    bool is_read(const std::string& only) const;
    void add_read(ReadFolder& folder);

    Files& files_;
    ReadModules& modules_;
    syntax::Tree tree_;
    /// The source; empty where it is no file.
    Path source_;
    /// The folder of the source, or of its outermost package; the root of the project.
    Path root_;
    std::optional<Path> project_;
    /// Looked through by all programs behind their own folders.
    std::vector<Path> shared_;
    std::deque<Search> searches_;
    std::unordered_map<std::size_t, Place> places_;
    std::map<std::string, std::size_t> by_path_;
    std::size_t bytes_ = 0;
    std::vector<std::string> read_;
    std::unordered_set<std::string> is_read_;
    std::vector<const ReadFolder*> read_folders_;
};

}  // namespace pycu::driver
