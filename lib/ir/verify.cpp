// Checks of functions and statements.
#include "ir/verify.h"

#include <cstdio>

#include "ir/verify_exprs.h"
#include "support/check.h"

namespace pycu::ir {

namespace {

/// Whether each operator has its operands, one number is left, and the constants are among the
/// first `count` of the module.
bool is_whole(const Formula& formula, std::size_t count) {
    int depth = 0;
    bool has_all = true;
    for (const FormulaPart& part : formula) {
        if (const auto* constant = std::get_if<ConstantId>(&part)) {
            has_all = has_all && constant->index < count;
        }
        const bool is_binary = std::holds_alternative<BinaryOp>(part);
        const bool is_unary =
            std::holds_alternative<UnaryOp>(part) || std::holds_alternative<FormulaCast>(part);
        has_all = has_all && depth >= (is_binary ? 2 : is_unary ? 1 : 0);
        depth += is_binary ? -1 : is_unary ? 0 : 1;
    }
    return formula.empty() || (has_all && depth == 1);
}

class FunctionCheck : ExprCheck {
  public:
    FunctionCheck(const Module& module, FunctionId id)
        : ExprCheck(module, id), is_placed_(function_.stmts.size()) {}

    /// What is wrong first; empty when nothing is.
    std::string run() {
        head();
        block(function_.body);
        lost_effects();
        return problem_.empty() ? "" : function_.name + ": " + problem_;
    }

  private:
    void head() {
        for (const Local& local : function_.locals) {
            require(!local.type.is_error(), "a local has no type");
        }
        std::vector<bool> seen(function_.locals.size());
        for (const LocalId id : function_.params) {
            require(is_local(id), "a parameter is no local");
            if (is_local(id)) {
                require(!seen[id.index], "a parameter stands twice");
                require(function_.locals[id].kind == Local::Kind::Parameter,
                        "a parameter has another kind");
                seen[id.index] = true;
            }
        }
        require(!function_.result.is_error(), "a function has no result type");
        require(function_.kind == Function::Kind::Device || function_.result.is_none(),
                "a kernel returns something");
    }

    void block(const Block& block) {
        for (const StmtId id : block) {
            if (!require(function_.stmts.contains(id), "a statement is not in the arena")) {
                return;
            }
            require(!is_placed_[id.index], "a statement stands in two places");
            is_placed_[id.index] = true;
            std::visit([&](const auto& s) { check(s); }, function_.stmts[id].as);
        }
    }

    void loop_body(const Block& body) {
        ++loops_;
        block(body);
        --loops_;
    }

    void condition(ExprId id) {
        expr(id);
        require(type(id).is_bool(), "a condition is no bool", id);
    }

    void check(const Declare& s) { require(is_local(s.local), "a declared local is none"); }
    void check(const Evaluate& s) { expr(s.value); }
    void check(const Break&) { require(loops_ > 0, "break outside a loop"); }
    void check(const Continue&) { require(loops_ > 0, "continue outside a loop"); }
    void check(const Raise& s) { require(!s.exception.empty(), "a raise has no exception"); }
    void check(const MeetWarps&) { require(false, "a step of warps stands in a body"); }
    void check(const ForThreads&) { require(false, "a loop over threads stands in a body"); }
    void check(const Nothing&) {}

    void check(const If& s) {
        condition(s.condition);
        block(s.body);
        block(s.orelse);
    }

    void check(const While& s) {
        block(s.before);
        condition(s.condition);
        loop_body(s.body);
        block(s.orelse);
    }

    void check(const Assign& s) {
        expr(s.value);
        require(is_local(s.target), "an assignment has no target", s.value);
        if (is_local(s.target)) {
            require(fits(type(s.value), function_.locals[s.target].type),
                    "a value has not the type of its variable", s.value);
        }
    }

    void check(const Unpack& s) {
        expr(s.value);
        if (!require(type(s.value).is_tuple(), "what is unpacked is no tuple", s.value)) {
            return;
        }
        const auto items = module_.types.items(type(s.value));
        require(items.size() == s.targets.size(), "unpacking has other targets than items",
                s.value);
        for (std::size_t i = 0; i < s.targets.size() && i < items.size(); ++i) {
            if (s.targets[i].valid()) {
                require(is_local(s.targets[i]) && function_.locals[s.targets[i]].type == items[i],
                        "an item has not the type of its variable", s.value);
            }
        }
    }

    void check(const Store& s) {
        expr(s.value);
        expr(s.place);
        require(is_value(s.place) && is_place(function_.exprs[s.place]), "a store has no place",
                s.place);
        require(type(s.place) == type(s.value), "a value has not the type of its element", s.value);
        if (const auto* place = function_.get<Element>(s.place)) {
            require(!type(place->array).is_readonly(), "a store to a readonly array", s.place);
        }
    }

    void check(const ForRange& s) {
        if (!require(is_local(s.target), "a loop has no target", s.start)) {
            return;
        }
        const Type target = function_.locals[s.target].type;
        require(target.is_integer(), "a loop counts with something else than integers", s.start);
        for (const ExprId id : {s.start, s.stop, s.step}) {
            expr(id);
            require(type(id) == target, "a loop's bound has not the type of its target", id);
        }
        loop_body(s.body);
        block(s.orelse);
    }

    void check(const ForItems& s) {
        require(is_local(s.target), "a loop has no target");
        if (!require(!s.items.empty(), "a loop over items has none")) {
            return;
        }
        for (const ExprId id : s.items) {
            expr(id);
            require(fits(type(id), function_.locals[s.target].type),
                    "an item has not the type of the loop's target", id);
        }
        loop_body(s.body);
        block(s.orelse);
    }

    void check(const Print& s) {
        require(s.texts.size() == s.items.size() + 1, "a print has other texts than items");
        for (const ExprId id : s.items) {
            expr(id);
            require(type(id).is_scalar(), "what is printed is no scalar", id);
        }
    }

    void check(const Return& s) {
        if (!s.value) {
            require(function_.result.is_none(), "a return has no value");
            return;
        }
        expr(*s.value);
        require(fits(type(*s.value), function_.result), "a value has not the type of the result",
                *s.value);
    }

    void check(const DeclareArray& s) {
        if (!require(is_local(s.array), "a declared array is none")) {
            return;
        }
        const Local& local = function_.locals[s.array];
        require(local.type.is_array(), "a declared array has another type");
        require(local.kind == (s.space == DeclareArray::Space::Shared ? Local::Kind::SharedArray
                                                                      : Local::Kind::LocalArray),
                "a declared array has another kind");
        require(s.shape.size() == std::size_t(local.type.rank()),
                "a declared array has another rank");
        require(s.written_shape.empty() || s.written_shape.size() == s.shape.size(),
                "a declared array has other formulas than extents");
        for (const Formula& formula : s.written_shape) {
            require(is_whole(formula, module_.constants.size()),
                    "an extent's formula is not whole");
        }
    }

    std::vector<bool> is_placed_;
    int loops_ = 0;
};

std::string constant_problem(const Constant& constant, std::uint32_t index) {
    std::int64_t count = 1;
    for (const std::int64_t extent : constant.shape) {
        count *= extent;
    }
    if (!constant.type.is_tuple() && constant.type.element_type().is_complex()) {
        count *= 2;
    }
    const bool has_all = constant.address || constant.type.is_tuple() ||
                         constant.type.element_type().is_record() ||
                         std::int64_t(constant.values.size()) == count;
    return has_all && !constant.type.is_error() && is_whole(constant.formula, index)
               ? ""
               : constant.name + ": a constant is not whole";
}

}  // namespace

std::string find_problem(const Module& module) {
    for (std::uint32_t i = 0; i < module.constants.size(); ++i) {
        std::string problem = constant_problem(module.constants[ConstantId{i}], i);
        if (!problem.empty()) {
            return problem;
        }
    }
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        if (std::string problem = FunctionCheck(module, {i}).run(); !problem.empty()) {
            return problem;
        }
    }
    return "";
}

void verify(const Module& module, const char* after) {
    const std::string problem = find_problem(module);
    if (!problem.empty()) {
        std::fprintf(stderr, "pycu: the IR after %s is wrong: %s\n", after, problem.c_str());
        PYCU_CHECK(problem.empty());
    }
}

}  // namespace pycu::ir
