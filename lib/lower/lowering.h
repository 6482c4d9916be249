// Typing and lowering one function for one list of argument types.
//
// Numba types by propagation until nothing changes. Here the body is lowered to IR in rounds, with
// the version types of the round before; a round in which no version changed its type after it
// was read is the result, its IR and its diagnostics together. Each version of a variable is a
// local of its own until merge_webs() makes C++ variables of them.
//
// What is known while that goes on is one struct, Lowering; what is done is free functions over it,
// in files by topic: nodes.h makes IR, operations.h and arrays.h work on typed operands, versions.h
// keeps the types of variables, and exprs.h, calls.h, iteration.h and stmts.h read the syntax tree.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "declare/decorators.h"
#include "diag/diagnostics.h"
#include "flow/flow.h"
#include "ir/module.h"
#include "lower/instances.h"
#include "lower/operand.h"
#include "lower/webs.h"
#include "python/evaluator.h"

namespace pycu::sema {

using diag::Code;
using flow::Flow;
using flow::Sharing;
using flow::Version;
using flow::VersionId;
using syntax::ExprId;
using syntax::StmtId;

/// The comments above an assignment of which nothing is left, and its variable.
struct LeftOut {
    std::string name;
    std::vector<syntax::Comment> comments;
};

/// One function that is being typed and lowered for one list of arguments.
struct Lowering {
    Lowering(Instances& instances, const DeviceFunction& decl, InstanceId self);
    Lowering(const Lowering&) = delete;
    Lowering& operator=(const Lowering&) = delete;

    /// The node of an expression of the program, or of the IR, where it is of that kind.
    template <class Node>
    const Node* get(ExprId expr) const {
        return tree.exprs[expr].get<Node>();
    }
    template <class Node>
    const Node* get(ir::ExprId expr) const {
        return fn.exprs[expr].get<Node>();
    }
    template <class Node, class Id>
    bool is(Id expr) const {
        return get<Node>(expr) != nullptr;
    }
    Range range(ExprId expr) const { return tree.exprs[expr].range; }

    /// What an expression reads, and whether a statement has it.
    struct Waiting {
        bool reads = false;
        bool reads_variable = false;
        bool is_placed = false;
        bool is_open = false;
        /// Where it was made, and is computed if it must be.
        ir::Block* block = nullptr;
    };
    /// What is known of a version of a variable.
    struct VersionState {
        Type type;
        bool has_type = false;
        bool has_failed = false;
        std::optional<Value> known;
        bool is_literal = false;
        /// A parameter that the function has an instance for each value of.
        bool is_constant = false;
        bool was_read = false;
        ir::LocalId local;
    };
    /// A captured variable of a function that this one gets as an argument.
    struct Lent {
        FunctionRef function;
        std::string name;
        VersionId version;
    };

    Instances& instances;
    Evaluator& evaluator;
    TypeTable& types;
    const syntax::Tree& tree;
    const DeviceFunction& decl;
    const syntax::FunctionDef& def;
    /// Where the body leaves the function under a condition, once somebody has asked (pruning.cpp).
    std::optional<std::uint32_t> first_way_out{};
    InstanceId self;
    bool is_kernel = false;
    Sharing sharing;
    std::vector<Type> args;
    Flow flow;

    // ---- kept from round to round
    std::vector<VersionState> versions;
    /// The versions of each turn of each unrolled loop, made when it is lowered for the first time.
    std::map<std::pair<std::uint32_t, std::size_t>, std::unordered_map<std::uint32_t, VersionId>>
        turns;
    /// The types of operators and calls so far, by expression and by how often it was lowered
    /// before in a round.
    std::map<std::pair<std::uint32_t, std::uint32_t>, Type> grown_types;
    /// The types of what `sum` and its kin keep, by expression.
    std::unordered_map<std::uint32_t, Type> fold_types;
    /// The types of the items of lists, by the variables that hold them; error: not known yet.
    std::unordered_map<std::string, Type> list_items;
    Type result;
    std::optional<Type> declared_result;
    bool has_result = false;
    /// A captured variable that has the name of one of its own.
    std::string shadowed;
    std::vector<Lent> lent;

    // ---- one round's
    ir::Function fn;
    std::unordered_map<std::uint32_t, std::uint32_t> visits;
    /// Where emit() puts statements.
    ir::Block* out = nullptr;
    /// By the index of an expression's id in fn.
    std::vector<Waiting> waiting;
    /// The expressions that no other one and no statement has yet, in Python's order.
    std::vector<ir::ExprId> open;
    /// Statements before the body: None arguments, for paths where they meet values.
    ir::Block entry;
    LeftOut left_out;
    /// The statement of the program that is being lowered, for those that stand in front of it.
    Range current_stmt;
    diag::Sink sink;
    /// Something had no type in this round.
    bool has_pending = false;
    /// A version has another type, or another value, than this round has read.
    bool changed = false;
    bool result_was_read = false;
    bool returns_value = false;
    /// A function that this one calls is in error; its own diagnostics say so.
    bool calls_failed = false;
    /// The variables that this round has reported as perhaps unset, by number.
    std::unordered_set<std::uint32_t> warned;
    /// In an unrolled loop: the versions that this turn's assignments make, by those of the text.
    std::unordered_map<std::uint32_t, VersionId> turn_versions;
    int unroll_depth = 0;
    /// How many loops are around the current statement whose counters Python does not name.
    int loop_depth = 0;
    /// What the variables that refer to records were set to, by the local's index.
    std::unordered_map<std::uint32_t, ir::ExprId> references;
    /// The variables of the comprehensions around the current expression.
    std::vector<std::pair<std::string, Operand>> inner_names;
    /// What peek() has found in this statement, by expression, with the inner names as they are.
    std::unordered_map<std::uint32_t, Operand> peeked;
    /// The instances that this round called.
    std::vector<InstanceId> called;
};

/// Lowers the body for these arguments; `is_kernel` functions must return nothing. Reports to
/// `sink`. False when the function is in error.
bool run(Lowering& ctx, const std::vector<Argument>& args, bool is_kernel, diag::Sink& sink);

}  // namespace pycu::sema
