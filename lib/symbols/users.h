// Which modules of a program may launch kernels of the file that is translated, told by the names
// through which kernels go from module to module.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "symbols/word_index.h"
#include "syntax/tree.h"

namespace pycu::symbols {

using Words = std::unordered_set<std::string_view>;

/// The words of a text that may be names, each once.
Words words_of(std::string_view text);

/// Whether a word stands in a text, not as a part of another.
bool has_word(std::string_view text, std::string_view word);

/// A module uses the file when it imports it; or when it imports a module that does and has one of
/// the names that this one makes of it: functions and classes that mention it, or those that do in
/// turn. `import lab` alone makes no user where `lab/__init__.py` has `from .fields import Field`;
/// one that says `lab.Field` is. Where a module hands such a name to others, as with
/// `register(Field)`, all that import it are users.
class Users {
  public:
    explicit Users(const syntax::Tree& tree) : tree_(tree) {}

    /// Looks through all modules that are parsed and whose imports are known.
    void find();
    bool contains(std::size_t module) const { return used_.contains(module); }
    /// The texts that may be users' by their words, of those that need not be parsed.
    std::set<std::uint32_t> may_be_in(const WordIndex& texts) const;

  private:
    /// A statement of the module, wherever it stands outside functions and classes.
    struct Part {
        std::vector<std::string> binds{};
        Words words{};
        /// Of what may put its operands where other modules find them.
        Words handed{};
    };
    struct Imported {
        std::string module;
        /// Empty where it is the module itself; `*`.
        std::string member{};
        std::string as{};
    };
    struct Facts {
        std::vector<Part> parts{};
        std::vector<Imported> imports{};
        Words words{};
    };
    /// What others get of a user.
    struct Used {
        std::set<std::string> names{};
        bool is_handed_on = false;
        bool operator==(const Used&) const = default;
    };

    const Facts& facts(std::size_t index);
    void add_part(const syntax::Module& module, syntax::StmtId id, Facts& facts) const;
    void add_import(const syntax::Module& module, const syntax::Stmt& stmt, Facts& facts) const;
    bool look_at(std::size_t index);
    bool is_of_project(const syntax::Module& module, const Imported& one) const;

    const syntax::Tree& tree_;
    std::map<std::size_t, Facts> facts_;
    std::map<std::size_t, Used> used_;
};

}  // namespace pycu::symbols
