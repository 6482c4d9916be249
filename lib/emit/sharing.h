// Functions that have one text together: specialisations of one Python function.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace pycu::emit {

/// Specialisations that differ in types alone: a template in the text.
struct FunctionTemplate {
    /// Their indices; the first says where the template stands, and its name.
    std::vector<std::uint32_t> members;
    /// What stands in brackets for each of them: "float", "float, int".
    std::vector<std::string> arguments;
    /// A call need not say them: each is the type of a scalar parameter.
    bool is_deduced = false;
};

/// Which functions of a module have their text from others.
class Sharing {
  public:
    /// By the index of a function that differs in nothing that C++ sees from another one: that one.
    std::unordered_map<std::uint32_t, std::uint32_t> same;

    const std::vector<FunctionTemplate>& templates() const { return templates_; }
    void set_templates(std::vector<FunctionTemplate> templates);
    void add(FunctionTemplate made);

    /// The template that the function is an instance of, and what stands in brackets for it.
    struct Instance {
        const FunctionTemplate* of = nullptr;
        const std::string* arguments = nullptr;

        explicit operator bool() const { return of != nullptr; }
    };
    Instance instance(std::uint32_t function) const;

    /// Whether the function's text stands with another function.
    bool stands_elsewhere(std::uint32_t function) const;

  private:
    /// Which template a function is an instance of, and which of its members.
    struct Place {
        std::size_t of = 0;
        std::size_t member = 0;
    };
    std::vector<FunctionTemplate> templates_;
    std::unordered_map<std::uint32_t, Place> places_;
};
inline const Sharing no_sharing;

/// The function, or the one that has its text letter for letter.
inline ir::FunctionId called_id(const Sharing& sharing, ir::FunctionId function) {
    const auto other = sharing.same.find(function.index);
    return other == sharing.same.end() ? function : ir::FunctionId{other->second};
}
inline const ir::Function& called_function(const ir::Module& module, const Sharing& sharing,
                                           ir::FunctionId function) {
    return module.functions[called_id(sharing, function)];
}

}  // namespace pycu::emit
