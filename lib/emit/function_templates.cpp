// Which specialisations of a Python function a template can be, since their texts differ in types
// alone.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "emit/cpp_types.h"
#include "emit/merged_text.h"
#include "emit/sharing.h"
#include "emit/texts.h"
#include "ir/visit.h"
#include "layout/layout.h"

namespace pycu::emit {

namespace {

/// Of so many specialisations at most a template is looked for.
constexpr std::size_t most_members = 16;

/// What stands between the commas of a function's head.
std::vector<std::string> parameters_in(const std::string& head) {
    std::vector<std::string> found(1);
    int depth = 0;
    for (const char c : head.substr(head.find('(') + 1)) {
        depth += c == '<' || c == '(' ? 1 : c == '>' || c == ')' ? -1 : 0;
        if (c == ',' && depth == 0) {
            found.emplace_back();
        } else {
            found.back() += c;
        }
    }
    return found;
}

bool has_word(std::string_view text, std::string_view word) {
    const auto is_word = [&](std::size_t at) {
        return at < text.size() && layout::is_word_character(text[at]);
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if ((at == 0 || !is_word(at - 1)) && !is_word(at + word.size())) {
            return true;
        }
    }
    return false;
}

/// Looks for the templates of a module.
class TemplateFinder {
  public:
    TemplateFinder(const ir::Module& module, const Options& options, Sharing& sharing)
        : module_(module),
          options_(options),
          sharing_(sharing),
          called_by_ufuncs_(module.functions.size()) {
        for (const ir::Ufunc& ufunc : module.ufuncs) {
            for (const ir::UfuncLoop& loop : ufunc.loops) {
                for (const ir::FunctionId id : ir::reached(module, loop.function)) {
                    called_by_ufuncs_[id.index] = true;
                }
            }
        }
        for (const ir::Function& caller : module.functions) {
            for (const ir::Expr& expr : caller.exprs) {
                if (const auto* call = expr.get<ir::Call>()) {
                    const ir::FunctionId callee = called_id(sharing, call->function);
                    calls_[module.functions[callee].spelling].push_back({caller, *call, callee});
                }
            }
        }
    }

    /// Callees come before callers, whose text hangs on theirs. Of two templates of one name C++
    /// would not know which is called.
    void find() {
        std::set<std::string> names;
        for (const std::vector<std::uint32_t>& siblings : families()) {
            const ir::Function& first = module_.functions[ir::FunctionId{siblings.front()}];
            const bool is_device = first.kind == ir::Function::Kind::Device;
            if (is_device && names.contains(first.spelling)) {
                continue;
            }
            if (auto made = template_of(siblings)) {
                sharing_.add(std::move(*made));
                names.insert(first.spelling);
            }
        }
    }

  private:
    /// The specialisations of each Python function that may share a template.
    std::vector<std::vector<std::uint32_t>> families() const {
        const Part of_reductions = reduction_part(module_);
        using Key = std::tuple<ir::Function::Kind, std::string, std::uint32_t, std::uint32_t,
                               std::string, bool, std::string>;
        std::map<Key, std::vector<std::uint32_t>> found;
        for (std::uint32_t i = 0; i < module_.functions.size(); ++i) {
            const ir::Function& function = module_.functions[ir::FunctionId{i}];
            const bool is_kernel = function.kind == ir::Function::Kind::Kernel;
            const bool is_bounded =
                !function.options.launch_bounds.empty() || function.options.max_registers > 0;
            if (!sharing_.same.contains(i) && !of_reductions.functions[i] && !is_bounded) {
                found[{function.kind, function.name, function.range.begin, function.range.file,
                       is_kernel ? "" : function.spelling, function.has_int_indices,
                       loops_of(function)}]
                    .push_back(i);
            }
        }
        std::vector<std::vector<std::uint32_t>> families;
        for (auto& [key, members] : found) {
            if (members.size() > 1 && members.size() <= most_members) {
                families.push_back(std::move(members));
            }
        }
        std::ranges::sort(families, {}, [](const auto& members) { return members.front(); });
        return families;
    }

    /// The largest set of them that is one template, of several the first.
    std::optional<FunctionTemplate> template_of(const std::vector<std::uint32_t>& siblings) const {
        const std::string& name = module_.functions[ir::FunctionId{siblings.front()}].spelling;
        std::vector<std::optional<std::string>> texts;
        for (const std::uint32_t one : siblings) {
            texts.push_back(marked_definition(module_, one, name, sharing_, options_, Body::Whole));
        }
        std::optional<FunctionTemplate> largest;
        for (std::size_t first = 0; first + 1 < siblings.size(); ++first) {
            const std::size_t wanted = largest ? largest->members.size() + 1 : 2;
            if (siblings.size() - first >= wanted) {
                FunctionTemplate made = begun_with(siblings, texts, first);
                if (made.members.size() >= wanted) {
                    largest = std::move(made);
                }
            }
        }
        return largest;
    }

    /// One of the siblings with all behind it that are one template with it.
    FunctionTemplate begun_with(const std::vector<std::uint32_t>& siblings,
                                const std::vector<std::optional<std::string>>& texts,
                                std::size_t first) const {
        FunctionTemplate made{{siblings[first]}, {}, false};
        std::vector<std::string> taken;
        if (texts[first]) {
            taken.push_back(*texts[first]);
        }
        MergedText text;
        for (std::size_t i = first + 1; i < siblings.size() && texts[first]; ++i) {
            if (!texts[i]) {
                continue;
            }
            made.members.push_back(siblings[i]);
            taken.push_back(*texts[i]);
            if (auto longer = merged(taken); longer && is_usable(made, *longer)) {
                text = std::move(*longer);
            } else {
                made.members.pop_back();
                taken.pop_back();
            }
        }
        for (std::size_t i = 0; i < made.members.size(); ++i) {
            made.arguments.push_back(arguments_of(text, i));
        }
        made.is_deduced = is_deduced(made, text);
        return made;
    }

    /// Whether a reader would have written the template: its parameters are types of the
    /// function's. The members must be different instances, and whoever does not say types can do
    /// without.
    bool is_usable(const FunctionTemplate& made, const MergedText& text) const {
        std::set<std::string> instances;
        for (std::size_t i = 0; i < made.members.size(); ++i) {
            instances.insert(arguments_of(text, i));
        }
        const std::string head = text.text.substr(0, text.text.find('\n'));
        const std::string params = head.substr(head.find('('));
        const bool is_in_head = std::ranges::all_of(
            text.parameters, [&](const auto& one) { return has_word(params, one.name); });
        const auto is_called = [&](std::uint32_t member) { return called_by_ufuncs_[member]; };
        const bool is_of_ufunc = std::ranges::any_of(made.members, is_called);
        // of a function of its name that is no instance a template would take calls away whose
        // arguments C++ converts
        return is_in_head && instances.size() == made.members.size() &&
               takes_its_arrays(made, false) &&
               // glibc has vectors of `expf`, and not of what C++ makes of `exp`
               (!is_of_ufunc || (is_deduced(made, text) && !text.has_overloads));
    }

    /// Whether calls need not say the types: each is that of a scalar parameter, or of the elements
    /// of one that every caller gives an array of the very type.
    bool is_deduced(const FunctionTemplate& made, const MergedText& text) const {
        std::set<std::string> deduced;
        const ir::Function& first = module_.functions[ir::FunctionId{made.members.front()}];
        const std::string head = text.text.substr(0, text.text.find('\n'));
        const std::vector<std::string> declared = parameters_in(head);
        for (std::size_t i = 0; i < first.params.size(); ++i) {
            for (const MergedText::Parameter& one : text.parameters) {
                if (!has_word(declared[i], one.name)) {
                    continue;
                }
                const Type type = first.locals[first.params[i]].type;
                const bool is_passed = type.is_array() && takes_its_arrays(made, true);
                if (!type.is_scalar() && !is_passed) {
                    return false;
                }
                deduced.insert(one.name);
            }
        }
        return deduced.size() == text.parameters.size();
    }

    /// Whether the members are called with arrays of the very types of their parameters, or the
    /// other functions of that name are.
    bool takes_its_arrays(const FunctionTemplate& made, bool of_members) const {
        const ir::Function& first = module_.functions[ir::FunctionId{made.members.front()}];
        const auto calls = calls_.find(first.spelling);
        return calls == calls_.end() || std::ranges::all_of(calls->second, [&](const Call& one) {
                   const bool is_member = std::ranges::count(made.members, one.callee.index) > 0;
                   return is_member != of_members ||
                          takes_its_arrays(one.caller, one.call, module_.functions[one.callee]);
               });
    }

    bool takes_its_arrays(const ir::Function& caller, const ir::Call& call,
                          const ir::Function& callee) const {
        const auto text = [&](const ir::Function& function, ir::LocalId id) {
            const ir::Local& local = function.locals[id];
            return type_text(local.type, module_.types, options_.of(function), local.written);
        };
        for (std::size_t i = 0; i < callee.params.size(); ++i) {
            if (callee.locals[callee.params[i]].type.is_scalar()) {
                continue;
            }
            const auto* passed = caller.get<ir::Read>(call.args[i]);
            const bool is_parameter = passed != nullptr && caller.locals[passed->local].kind ==
                                                               ir::Local::Kind::Parameter;
            if (!is_parameter || text(caller, passed->local) != text(callee, callee.params[i])) {
                return false;
            }
        }
        return true;
    }

    struct Call {
        const ir::Function& caller;
        const ir::Call& call;
        ir::FunctionId callee;
    };

    const ir::Module& module_;
    const Options& options_;
    Sharing& sharing_;
    /// By function: a ufunc calls it, itself or through others.
    std::vector<bool> called_by_ufuncs_;
    /// By the name of what is called.
    std::map<std::string, std::vector<Call>> calls_;
};

}  // namespace

void find_templates(const ir::Module& module, const Options& options, Sharing& sharing) {
    TemplateFinder(module, options, sharing).find();
    // functions that call each other were read before all was known
    settle_templates(module, options, sharing);
}

}  // namespace pycu::emit
