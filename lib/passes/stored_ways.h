// What is stored on the ways through statements, and behind which no barrier stands. Private to
// passes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/module.h"

namespace pycu::passes {

class StoredWays {
  public:
    /// The variable that a place lies in, by number; nothing where that is not known.
    using RootOf = std::function<std::optional<std::uint32_t>(ir::ExprId)>;

    /// `stored`: what the statements have stored that no barrier stands behind; `is_free`: a way
    /// through them has no barrier at all.
    struct Way {
        std::vector<std::uint32_t> stored;
        bool is_free = true;
    };

    StoredWays(const ir::Function& function, RootOf root_of)
        : function_(function), root_of_(std::move(root_of)) {}

    /// Each statement is looked at once.
    const Way& of(ir::StmtId id);

  private:
    Way of_block(const ir::Block& block);
    Way all_of(const ir::Block& block) const;
    bool jumps(const ir::Block& block) const;

    const ir::Function& function_;
    RootOf root_of_;
    std::unordered_map<std::uint32_t, Way> ways_;
};

}  // namespace pycu::passes
