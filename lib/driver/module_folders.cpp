// Where the modules of a program are looked for. See module_reader.h.
#include <algorithm>

#include "driver/folders.h"
#include "driver/module_reader.h"
#include "driver/project_files.h"
#include "driver/search_path.h"

namespace pycu::driver {

namespace fs = std::filesystem;

/// Names a program as others import it. The result is the folder of its outermost package.
fs::path ModuleReader::name_program(syntax::Module& module, const fs::path& path) const {
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
ModuleReader::Place ModuleReader::start(const fs::path& path, const fs::path& root) {
    Search search;
    search.start = path.parent_path().empty() ? "." : path.parent_path();
    add_once(search.folders, search.start);
    add_once(search.folders, root);
    search.own = search.folders.size();
    for (const fs::path& folder : shared_) {
        add_once(search.folders, folder);
    }
    searches_.push_back(std::move(search));
    const bool is_package = path.filename() == "__init__.py";
    return {searches_.size() - 1,
            is_package ? std::vector{path.parent_path()} : std::vector<fs::path>{}};
}

/// The root of the project and its `src`, and what lies between it and the source: programs are
/// started there as well.
void ModuleReader::add_project() {
    fs::path at = root_;
    std::vector<fs::path> between;
    for (int depth = 0; depth < most_folders; ++depth, at = above(at)) {
        const auto has = [&](const char* name) { return is_there(at / name); };
        if (has("pyproject.toml") || has("pycu.toml") || has("setup.py") || has(".git")) {
            project_ = at;
            add_once(shared_, at);
            add_once(shared_, (at / "src").lexically_normal());
            for (const fs::path& folder : between) {
                add_once(shared_, folder);
            }
            return;
        }
        between.push_back(at);
        if (!fs::path(identity(at)).has_relative_path()) {
            return;
        }
    }
}

bool ModuleReader::changes_path(const syntax::Module& module) {
    return module.file != nullptr && !module.is_library &&
           module.file->text().find("sys.path") != std::string_view::npos;
}

/// Looks through the folders that a module adds to sys.path, too. Programs are started in their own
/// folders, or in the root of their project.
void ModuleReader::change_path(std::size_t index) {
    const syntax::Module& one = module(index);
    if (!changes_path(one)) {
        return;
    }
    Search& search = searches_[places_[index].search];
    const PathChanges changes = path_changes(tree_, one, identity(one.file->path()));
    const std::vector<fs::path> before = added(search, changes.before);
    const std::vector<fs::path> behind = added(search, changes.behind);
    search.is_unsure |=
        changes.is_unsure || std::ranges::any_of(changes.before, [](const fs::path& path) {
            return path.is_relative();
        });
    std::vector<fs::path> own = before;
    for (std::size_t k = 0; k < search.own; ++k) {
        add_once(own, search.folders[k]);
    }
    for (const fs::path& folder : behind) {
        add_once(own, folder);
    }
    search.own = own.size();
    for (const fs::path& folder : search.folders) {
        add_once(own, folder);
    }
    search.folders = std::move(own);
    std::erase_if(search.found, [](const auto& one) { return !one.second; });
}

/// The folders of a search that paths in its program mean, as the search names them. Relative ones
/// are looked for where the program lies, and in the root of the project.
std::vector<fs::path> ModuleReader::added(const Search& search,
                                          const std::vector<fs::path>& paths) const {
    std::vector<fs::path> made;
    for (const fs::path& path : paths) {
        std::vector<fs::path> starts{search.start};
        if (project_ && path.is_relative()) {
            starts.push_back(*project_);
        }
        for (const fs::path& start : starts) {
            const fs::path whole = identity(start / path);
            const auto known = std::ranges::find_if(
                search.folders, [&](const fs::path& one) { return identity(one) == whole; });
            if (is_folder(whole)) {
                add_once(made, known != search.folders.end()
                                   ? *known
                                   : whole.lexically_proximate(identity(".")));
            }
        }
    }
    return made;
}

/// Whether it is not known which file a name means.
bool ModuleReader::is_in_two_folders(const Search& search, const std::string& name) const {
    return search.is_unsure && std::ranges::count_if(search.folders, [&](const fs::path& folder) {
                                   return is_there(folder / name / "__init__.py") ||
                                          is_there(folder / (name + ".py"));
                               }) > 1;
}

}  // namespace pycu::driver
