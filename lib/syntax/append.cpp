// Trees that are added to others: the ids of their nodes are shifted.
#include <optional>
#include <vector>

#include "syntax/parse.h"

namespace pycu::syntax {

namespace {

/// Adds to each id how many nodes a tree had before.
class Shift {
  public:
    explicit Shift(const Tree& tree)
        : exprs_(size_of(tree.exprs)),
          stmts_(size_of(tree.stmts)),
          patterns_(size_of(tree.patterns)) {}

    template <class Node>
    void shift_fields(Node& node) const {
        for_each_field(node, [&](const char*, auto& field) { shift(field); });
    }
    void shift(ExprId& id) const { add(id, exprs_); }
    void shift(StmtId& id) const { add(id, stmts_); }
    void shift(PatternId& id) const { add(id, patterns_); }
    template <class Part>
    void shift(std::vector<Part>& parts) const {
        for (Part& one : parts) shift(one);
    }
    template <class Part>
    void shift(std::optional<Part>& part) const {
        if (part) shift(*part);
    }
    template <class Part>
    void shift(Boxed<Part>& part) const {
        shift(*part);
    }
    /// Others than parts of nodes have no ids.
    template <class Part>
    void shift(Part& part) const {
        if constexpr (part_name<Part> != nullptr) shift_fields(part);
    }

  private:
    template <class T>
    static std::uint32_t size_of(const Arena<T>& arena) {
        return static_cast<std::uint32_t>(arena.size());
    }
    template <class T>
    static void add(Id<T>& id, std::uint32_t count) {
        if (id) id.index += count;
    }

    std::uint32_t exprs_, stmts_, patterns_;
};

template <class T>
void append_nodes(const Arena<T>& from, const Shift& shift, Arena<T>& to) {
    for (const T& one : from) {
        const Id<T> id = to.add(one);
        std::visit([&](auto& node) { shift.shift_fields(node); }, to[id].as);
    }
}

}  // namespace

Module append(const Tree& parsed, Tree& tree) {
    const Shift shift(tree);
    append_nodes(parsed.exprs, shift, tree.exprs);
    append_nodes(parsed.stmts, shift, tree.stmts);
    append_nodes(parsed.patterns, shift, tree.patterns);
    Module module = parsed.main;
    shift.shift(module.body);
    return module;
}

}  // namespace pycu::syntax
