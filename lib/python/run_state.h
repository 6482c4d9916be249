// What a run of host code has found out so far, and where it stands. See interpreter.h.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "python/docstrings.h"
#include "python/evaluator.h"
#include "python/met.h"
#include "python/running.h"
#include "python/store.h"
#include "values/array_parts.h"

namespace pycu::sema {

struct RunState {
    RunState(const syntax::Tree& tree, const Scopes& scopes, TypeTable& types)
        : file_(tree),
          tree_(&tree),
          scopes_(scopes),
          types_(types),
          module_frames_(tree.others.size()) {}

    const syntax::Tree& file_;
    const syntax::Tree* tree_;
    const Scopes& scopes_;
    TypeTable& types_;
    Store store_;
    std::map<std::string, Value> given_;
    /// Names of libraries that the program sets, anywhere.
    std::set<std::string> patched_;
    const BoundNames* bound_ = nullptr;
    std::size_t frame_ = 0;
    bool is_dead_ = false;
    int forks_ = 0;
    std::vector<Loop> loops_;
    std::vector<Running> running_;
    std::vector<MetLaunch> launches_;
    std::vector<MadeName> made_;
    /// Functions of the file in the order of their definitions.
    std::vector<FunctionRef> functions_;
    std::map<std::uint32_t, std::vector<std::pair<std::size_t, Moment>>> met_;
    std::set<std::uint32_t> run_;
    std::map<std::uint32_t, std::size_t> guesses_;
    std::map<std::uint32_t, MadeClass> classes_;
    /// What decorators of the program have applied to a `def`, by that and the frame it ran in.
    std::map<std::pair<std::uint32_t, std::size_t>, std::shared_ptr<const JitDecorator>> applied_;
    /// By functions with `@functools.cache`.
    std::map<std::shared_ptr<const MadeFunction>, std::vector<CachedCall>> cached_;
    /// The arrays that parts have turned out to be, by the part and what was learnt of it.
    std::map<std::tuple<HostPartRef, std::size_t, Scalar>, std::optional<Value>> wholes_;
    PartArrays part_arrays_;
    /// The generators by their definitions, once somebody has asked; false for `yield from`.
    std::optional<std::map<std::uint32_t, bool>> yields_;
    /// Of the generator that is called next.
    Taker* taker_ = nullptr;
    /// Generators whose takers run, and what runs where they are left.
    std::vector<const Running*> suspended_;
    /// The iterator that its caller uses up as soon as it is made.
    Range used_up_{};
    /// The frames of `file_.others`; 0 for those that nothing has imported yet.
    std::vector<std::size_t> module_frames_;
    /// Frames for scopes that never run: device code's.
    std::map<std::pair<ScopeId, std::size_t>, std::size_t> opaque_;
    std::vector<syntax::StmtId> open_classes_;
    /// Objects that the program makes, by their classes: those of methods that nobody calls.
    std::map<std::uint32_t, std::vector<Value>> objects_;
    /// Their attributes that functions assign which nobody calls, once somebody has asked.
    std::optional<std::set<std::string>> changed_elsewhere_;
    /// Classes of which others make objects, too.
    std::set<std::string> classes_elsewhere_;
    std::function<ScopeId(std::size_t)> scope_of_;
    /// While somebody looks back: at which moment, and since when names are new.
    Moment view_ = at_end;
    Moment view_since_ = at_end;
    const LocalValues* locals_ = nullptr;
    const LocalValues* names_ = nullptr;
    int depth_ = 0;
    /// Generator expressions around what runs, and assignments inside comprehensions so far.
    int lazy_ = 0;
    long walruses_ = 0;
    std::uint32_t loops_made_ = 0;
    /// Libraries that pycu carries, and when each has run.
    std::map<std::size_t, Moment> library_moments_;
    /// Behind as many steps, functions are not followed and loops are not run until they settle.
    long limit_ = Evaluator::program_steps;
    long steps_ = 0;
    long unrolled_ = 0;
    long computed_ = 0;
    Failures failures_;
    /// Modules that are not always there and were imported on every path that leads here.
    std::set<std::string> imported_;
    int tries_ = 0;
    bool are_warnings_raised_ = false;
    bool is_too_long_ = false;
    /// What runs once more for each path it stands on has run so often that nothing else will.
    bool has_given_up_ = false;
    bool is_main_run_ = false;
    bool is_main_too_long_ = false;
    bool is_finding_changes_ = false;
    bool is_guess_ = false;
    /// What runs now is a function that nobody calls, or what it calls.
    bool is_guessing_ = false;
    /// The next function is called nowhere in the program; the next guess is named nowhere.
    bool is_uncalled_ = false, is_unnamed_ = false;
    bool reads_docstrings_ = false;
};

}  // namespace pycu::sema
