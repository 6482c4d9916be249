// The program around a source: the modules that it imports, read as Python finds them, and the
// programs that import it and launch its kernels.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/inputs.h"
#include "driver/options.h"
#include "driver/read_folder.h"
#include "syntax/tree.h"

namespace pycu::driver {

/// What a file says to whoever does not parse it.
struct Outline {
    /// Its text has the word `numba`, without which nothing makes kernels.
    bool names_numba = false;
    std::vector<syntax::Stmt> imports{};
};

/// A file that some program of a run has read.
struct ReadModule {
    /// Null where it cannot be read.
    const SourceFile* file = nullptr;
    std::optional<Outline> outline{};
    /// Of a run of several programs, as soon as one has parsed it.
    std::optional<syntax::Tree> parsed{};
};

/// What the programs of a run have read so far, each file once.
struct ReadModules {
    explicit ReadModules(const std::vector<Input>& sources);

    /// Adds a file to a program.
    syntax::Module parse(ReadModule& read, syntax::Tree& tree);
    /// A folder, looked through by the first program that asks for it.
    ReadFolder& look_through(const std::filesystem::path& folder, bool is_deep);

    /// By identity().
    std::map<std::string, ReadModule> files{};
    ReadFolders folders{};
    /// Several programs may have the same file: what is parsed is kept.
    bool are_shared = false;
    /// The files that were parsed, in their order.
    std::vector<const SourceFile*> parsed{};
    /// The paths of the files whose words were looked at, in their order.
    std::vector<std::filesystem::path> scanned{};
};

class Program {
  public:
    /// Parses a source and every module of its program that it imports, each once. A module is
    /// looked for in the folder of the source, in the folder of its outermost package, in those of
    /// -I, and in the root of the project (the nearest folder above with a pyproject.toml,
    /// pycu.toml, setup.py or .git) and its `src`. One that is in none of them, or that cannot be
    /// read, is not part of the program. With --bindings, which say all that imports could, none
    /// is; and none where neither the source nor a module that its decorators come from says what
    /// kernels are.
    Program(const Input& input, const Options& options, Files& files, ReadModules& modules);
    ~Program();

    /// Adds those that use the source, with all that they import: the files of --launches, or else
    /// the files of the project that use it by its names (symbols/users.h). Without a project that
    /// is its outermost package, and the folder around it or the source.
    /// False where there is none.
    bool add_users();

    /// Whether nothing in it can make kernels.
    bool has_no_kernels() const;

    const syntax::Tree& tree() const;
    /// The paths of what was read beside the source, if only to look for its names; without those
    /// of its project that an earlier program of the run has told of.
    const std::vector<std::string>& read() const;
    /// The paths of the programs that add_users() has added: their launches count.
    const std::vector<std::string>& users() const;

  private:
    class Reader;
    std::unique_ptr<Reader> reader_;
};

}  // namespace pycu::driver
