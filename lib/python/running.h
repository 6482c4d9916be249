// What runs while host code is followed: loops, calls, generators.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "python/evaluator.h"
#include "python/store.h"

namespace pycu::sema {

/// What paths leave early: a call by `return`, a loop by `break`, a turn of it by `continue`.
struct Exit {
    std::size_t mark = 0;
    /// How many paths had parted where it began.
    int forks = 0;
    /// What had changed on the paths that left it; what follows may not be reached.
    std::vector<Changes> paths{};
    int left = 0;
    /// Left for certain.
    bool is_certain = false;
};
struct Loop {
    Exit whole;
    Exit turn{};
    bool has_continue = false;
};
/// The loop or `with` that takes what a generator yields, while that is suspended.
struct Taker {
    std::function<void(const Value&)> take;
    std::size_t frame = 0;
    const syntax::Tree* tree = nullptr;
    const LocalValues* locals = nullptr;
    std::vector<Loop> loops;
};
struct Running {
    syntax::StmtId def;
    Exit exit;
    std::optional<Value> result{};
    bool is_generator = false;
    Taker* taker = nullptr;
};

}  // namespace pycu::sema
