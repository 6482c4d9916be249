// Which specialisations of a Python function have one text letter for letter, and the texts of
// templates.
#include "emit/sharing.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emit/marked_text.h"
#include "emit/merged_text.h"
#include "emit/texts.h"
#include "support/text.h"

namespace pycu::emit {

namespace {

/// The earlier specialisation of the same Python function whose text is this one's, too.
std::optional<std::uint32_t> same_text(const ir::Module& module, std::uint32_t index,
                                       const Sharing& sharing, const Options& options) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    for (std::uint32_t i = 0; i < index; ++i) {
        const ir::Function& other = module.functions[ir::FunctionId{i}];
        const bool is_sibling = other.name == function.name && other.range == function.range &&
                                other.kind == ir::Function::Kind::Device &&
                                function.kind == ir::Function::Kind::Device &&
                                !sharing.same.contains(i) && other.spelling != function.spelling;
        if (!is_sibling) {
            continue;
        }
        const auto text = [&](std::uint32_t of) {
            return definition(module, of, other.spelling, sharing, options, Body::Whole).text();
        };
        if (text(i) == text(index)) {
            return i;
        }
    }
    return std::nullopt;
}

/// Whether the text has the template, with the same arguments.
bool has_template(const ir::Module& module, const FunctionTemplate& made, const Sharing& sharing,
                  const Options& options, Body body) {
    const auto text = merged_definition(module, made, sharing, options, body);
    if (!text) {
        return false;
    }
    for (std::size_t i = 0; i < made.members.size(); ++i) {
        if (arguments_of(*text, i) != made.arguments[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::string arguments_of(const MergedText& text, std::size_t member) {
    return listed(text.parameters,
                  [&](const MergedText::Parameter& one) { return one.types[member]; });
}

std::string loops_of(const ir::Function& function) {
    if (function.rows) {
        return std::string(function.rows->is_long ? "long " : "") + function.rows->axis;
    }
    return function.regions ? "regions" : "";
}

void Sharing::set_templates(std::vector<FunctionTemplate> templates) {
    templates_.clear();
    places_.clear();
    for (FunctionTemplate& one : templates) {
        add(std::move(one));
    }
}

void Sharing::add(FunctionTemplate made) {
    for (std::size_t i = 0; i < made.members.size(); ++i) {
        places_[made.members[i]] = {templates_.size(), i};
    }
    templates_.push_back(std::move(made));
}

Sharing::Instance Sharing::instance(std::uint32_t function) const {
    const auto found = places_.find(function);
    if (found == places_.end()) {
        return {};
    }
    const FunctionTemplate& of = templates_[found->second.of];
    return {&of, &of.arguments[found->second.member]};
}

bool Sharing::stands_elsewhere(std::uint32_t function) const {
    const Instance of = instance(function);
    return same.contains(function) || (of && of.of->members.front() != function);
}

std::optional<std::string> marked_definition(const ir::Module& module, std::uint32_t index,
                                             const std::string& name, const Sharing& sharing,
                                             const Options& options, Body body) {
    Options marking = options;
    marking.marks_types = true;
    std::string text = definition(module, index, name, sharing, marking, body).text();
    const bool is_same =
        without_marks(text) == definition(module, index, name, sharing, options, body).text();
    return is_same ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<MergedText> merged_definition(const ir::Module& module, const FunctionTemplate& made,
                                            const Sharing& sharing, const Options& options,
                                            Body body) {
    const std::string& name = module.functions[ir::FunctionId{made.members.front()}].spelling;
    std::vector<std::string> texts;
    for (const std::uint32_t member : made.members) {
        auto text = marked_definition(module, member, name, sharing, options, body);
        if (!text) {
            return std::nullopt;
        }
        texts.push_back(std::move(*text));
    }
    return merged(texts);
}

std::string template_head(const MergedText& text) {
    return "template <" +
           listed(text.parameters,
                  [](const MergedText::Parameter& one) { return "typename " + one.name; }) +
           ">";
}

std::string declaration_of(const ir::Module& module, std::uint32_t index, const Sharing& sharing,
                           const Options& options) {
    const ir::Function& function = module.functions[ir::FunctionId{index}];
    if (const Sharing::Instance instance = sharing.instance(index)) {
        const auto text = merged_definition(module, *instance.of, sharing, options, Body::Whole);
        return template_head(*text) + " " + text->text.substr(0, text->text.find('\n'));
    }
    return function_head(module, function, function.spelling, options.of(function));
}

Sharing find_sharing(const ir::Module& module, const Options& options) {
    Sharing sharing;
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        if (module.functions[ir::FunctionId{i}].kind == ir::Function::Kind::Device) {
            if (const auto other = same_text(module, i, sharing, options)) {
                sharing.same[i] = *other;
            }
        }
    }
    return sharing;
}

void settle_templates(const ir::Module& module, const Options& options, Sharing& sharing) {
    const std::vector<bool> all(module.functions.size(), true);
    while (!keep_templates(module, options, all, sharing)) {
    }
}

bool keep_templates(const ir::Module& module, const Options& options,
                    const std::vector<bool>& printed, Sharing& sharing) {
    const auto is_lost = [&](const FunctionTemplate& made) {
        const std::uint32_t first = made.members.front();
        const bool is_shared = std::ranges::any_of(
            made.members, [&](std::uint32_t member) { return sharing.same.contains(member); });
        const bool has_loops = !loops_of(module.functions[ir::FunctionId{first}]).empty();
        return (printed[first] &&
                (is_shared || !has_template(module, made, sharing, options, Body::Whole))) ||
               (has_loops && !has_template(module, made, sharing, options, Body::Loops));
    };
    std::vector<FunctionTemplate> kept;
    for (const FunctionTemplate& made : sharing.templates()) {
        if (!is_lost(made)) {
            kept.push_back(made);
        }
    }
    if (kept.size() == sharing.templates().size()) {
        return true;
    }
    sharing.set_templates(std::move(kept));
    return false;
}

}  // namespace pycu::emit
