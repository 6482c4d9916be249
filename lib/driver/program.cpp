// Reads a program: what a source imports, and what uses it. See program.h.
#include "driver/program.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <unordered_set>
#include <utility>

#include "driver/kernel_makers.h"
#include "driver/module_reader.h"
#include "driver/project_files.h"
#include "support/files.h"
#include "symbols/users.h"
#include "syntax/parse.h"

namespace pycu::driver {

namespace fs = std::filesystem;

ReadModules::ReadModules(const std::vector<Input>& sources) : are_shared(sources.size() > 1) {
    for (const Input& input : sources) {
        files.try_emplace(identity(input.source->path()), ReadModule{input.source});
    }
}

syntax::Module ReadModules::parse(ReadModule& read, syntax::Tree& tree) {
    if (!read.parsed) {
        parsed.push_back(read.file);
        if (!are_shared) {
            return syntax::parse_module(*read.file, tree);
        }
        read.parsed = syntax::parse(*read.file);
    }
    return syntax::append(*read.parsed, tree);
}

ReadFolder& ReadModules::look_through(const fs::path& folder, bool is_deep) {
    const auto [known, is_new] = folders.try_emplace({folder.string(), is_deep});
    ReadFolder& found = known->second;
    if (!is_new) {
        return found;
    }
    Identities identities;
    for (const fs::path& path : python_files(folder, is_deep)) {
        std::string only = identities.of(path);
        const auto module = files.find(only);
        const SourceFile* file = module != files.end() ? module->second.file : nullptr;
        const auto read = file == nullptr ? read_python(path) : std::nullopt;
        if (file == nullptr && !read) {
            continue;
        }
        scanned.push_back(path);
        found.words.add(file != nullptr ? file->text() : read->text);
        if (found.identities.insert(only).second) {
            found.untold.push_back(static_cast<std::uint32_t>(found.files.size()));
        }
        found.files.push_back({path, std::move(only)});
    }
    return found;
}

class Program::Reader {
  public:
    Reader(const Input& input, const Options& options, Files& files, ReadModules& modules)
        : input_(input),
          modules_(input, options.include_folders, files, modules),
          is_alone_(!options.bindings.empty()) {
        if (!is_alone_) {
            modules_.start_main();
            is_alone_ = has_no_kernels_ = !may_have_kernels(modules_);
        }
        if (!is_alone_) {
            modules_.follow(syntax::Tree::is_main);
            add_conftests(syntax::Tree::is_main, input_.source->path());
            find_importers_of_main();
        }
    }

    bool add_users() {
        if (is_alone_) {
            return false;
        }
        if (input_.launches.empty()) {
            find_users();
        }
        for (const std::string& given : input_.launches) {
            for (const fs::path& path :
                 is_folder(given) ? python_files(given, true) : std::vector<fs::path>{given}) {
                if (const auto program = modules_.add_program(path)) {
                    add_user(*program);
                }
            }
        }
        find_importers_of_main();
        return !users_.empty();
    }

    bool has_no_kernels() const { return has_no_kernels_; }
    const syntax::Tree& tree() { return modules_.tree(); }
    const std::vector<std::string>& read() const { return modules_.read(); }
    const std::vector<std::string>& users() const { return users_; }

  private:
    void add_user(std::size_t index) {
        syntax::Module& module = modules_.module(index);
        if (!std::exchange(module.is_program, true)) {
            users_.push_back(module.file->path());
            modules_.follow(index);
            add_conftests(index, users_.back());
        }
    }

    void add_conftests(std::size_t test, const std::string& path) {
        const std::vector<std::size_t> found = modules_.add_conftests(path);
        for (const std::size_t index : found) {
            modules_.module(index).is_program = true;
            modules_.follow(index);
        }
        modules_.module(test).conftests = found;
    }

    /// The files of the project that use the source, by its names or by those of other users. Only
    /// files that have one of these names are parsed.
    void find_users() {
        const std::vector<const ReadFolder*> folders = modules_.look_around();
        symbols::Users& users = by_name_.emplace(modules_.tree());
        users.find();
        std::unordered_set<const ReadFolder::One*> tried;
        std::vector<std::size_t> candidates;
        for (bool is_new = true; is_new;) {
            const std::size_t before = candidates.size();
            for (const ReadFolder* folder : folders) {
                for (const std::uint32_t number : users.may_be_in(folder->words)) {
                    const ReadFolder::One& one = folder->files[number];
                    if (!tried.insert(&one).second) {
                        continue;
                    }
                    if (const auto program = modules_.add_program(one.path)) {
                        modules_.parse(*program);
                        candidates.push_back(*program);
                    }
                }
            }
            users.find();
            is_new = candidates.size() > before;
        }
        for (const std::size_t candidate : candidates) {
            if (users.contains(candidate)) {
                add_user(candidate);
            }
        }
    }

    /// Those that may launch kernels of the source: their imports lead to it, and their names where
    /// those were looked at.
    void find_importers_of_main() {
        syntax::Tree& tree = modules_.tree();
        for (syntax::Module& one : tree.others) {
            one.uses_main = false;
        }
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (std::size_t i = 0; i < tree.others.size(); ++i) {
                syntax::Module& one = tree.others[i];
                const bool may_use = !by_name_ || by_name_->contains(i);
                const auto leads = [&](const auto& import) {
                    return import.second == syntax::Tree::is_main ||
                           tree.others[import.second].uses_main;
                };
                if (!one.uses_main && may_use && std::ranges::any_of(one.imports, leads)) {
                    one.uses_main = is_changed = true;
                }
            }
        }
    }

    const Input& input_;
    ModuleReader modules_;
    /// Other modules are no matter.
    bool is_alone_;
    bool has_no_kernels_ = false;
    /// The paths of the programs whose launches count.
    std::vector<std::string> users_;
    /// Who uses the source, by the names in the files of its project.
    std::optional<symbols::Users> by_name_;
};

Program::Program(const Input& input, const Options& options, Files& files, ReadModules& modules)
    : reader_(std::make_unique<Reader>(input, options, files, modules)) {}

Program::~Program() = default;

bool Program::add_users() {
    return reader_->add_users();
}

bool Program::has_no_kernels() const {
    return reader_->has_no_kernels();
}

const syntax::Tree& Program::tree() const {
    return reader_->tree();
}

const std::vector<std::string>& Program::read() const {
    return reader_->read();
}

const std::vector<std::string>& Program::users() const {
    return reader_->users();
}

}  // namespace pycu::driver
