// IR by hand: a function is built statement by statement, blocks by lambdas.
#pragma once

#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/intrinsics.h"
#include "ir/module.h"

namespace pycu::test {

/// An int64 array of any layout.
inline constexpr Type longs = Type::array(Scalar::Int64, 1, Layout::A);

class FunctionBuilder {
  public:
    using Body = std::function<void()>;

    FunctionBuilder(ir::Module& module, ir::Function::Kind kind, std::string name,
                    Type result = none)
        : module_(module) {
        f.kind = kind;
        f.name = std::move(name);
        f.result = result;
        blocks_.emplace_back();
    }

    ir::Function f;

    // ---- locals
    ir::LocalId param(const std::string& name, Type type) {
        const ir::LocalId id = var(name, type, ir::Local::Kind::Parameter);
        f.params.push_back(id);
        return id;
    }
    ir::LocalId var(const std::string& name, Type type,
                    ir::Local::Kind kind = ir::Local::Kind::Variable) {
        ir::Local local;
        local.name = name;
        local.type = type;
        local.kind = kind;
        return f.locals.add(std::move(local));
    }

    // ---- expressions
    ir::ExprId expr(Type type, decltype(ir::Expr::as) as) {
        ir::Expr e;
        e.type = type;
        e.as = std::move(as);
        return f.exprs.add(std::move(e));
    }
    Type type(ir::ExprId id) const { return f.exprs[id].type; }
    ir::ExprId num(std::int64_t value, Type as = int64) {
        if (as.is_unsigned()) {
            return expr(as, ir::Literal{std::uint64_t(value)});
        }
        return expr(as, ir::Literal{value});
    }
    ir::ExprId truth(bool value) { return expr(boolean, ir::Literal{value}); }
    ir::ExprId read(ir::LocalId local) { return expr(f.locals[local].type, ir::Read{local}); }
    ir::ExprId cast(Type to, ir::ExprId value) { return expr(to, ir::Cast{value}); }
    ir::ExprId binary(BinaryOp op, ir::ExprId a, ir::ExprId b) {
        return expr(type(a), ir::Binary{op, a, b});
    }
    ir::ExprId add(ir::ExprId a, ir::ExprId b) { return binary(BinaryOp::Add, a, b); }
    ir::ExprId sub(ir::ExprId a, ir::ExprId b) { return binary(BinaryOp::Sub, a, b); }
    ir::ExprId compare(CompareOp op, ir::ExprId a, ir::ExprId b) {
        return expr(boolean, ir::Compare{op, a, b});
    }
    ir::ExprId less(ir::ExprId a, ir::ExprId b) { return compare(CompareOp::Lt, a, b); }
    ir::ExprId both(ir::ExprId a, ir::ExprId b) {
        return expr(boolean, ir::Logical{.is_and = true, .left = a, .right = b});
    }
    ir::ExprId any(ir::ExprId a, ir::ExprId b) {
        return expr(boolean, ir::Logical{.is_and = false, .left = a, .right = b});
    }
    ir::ExprId negate(ir::ExprId a) { return expr(boolean, ir::Unary{UnaryOp::Not, a}); }
    /// An element whose signed indices may wrap, as sema makes it.
    ir::ExprId at(ir::LocalId array, const std::vector<ir::ExprId>& indices) {
        ir::Element element;
        element.array = read(array);
        for (const ir::ExprId index : indices) {
            element.indices.push_back({index, type(index).is_signed()});
        }
        return expr(f.locals[array].type.element_type(), std::move(element));
    }
    ir::ExprId extent(ir::LocalId array, int axis = 0) {
        return expr(int64, ir::Extent{read(array), axis});
    }
    /// The first row of that name that returns the type.
    ir::ExprId row(const std::string& name, Type result, std::vector<ir::ExprId> args = {},
                   Type bound = {}) {
        const auto rows = api::overloads(name);
        REQUIRE_MESSAGE(!rows.empty(), name);
        return expr(result, ir::Intrinsic{&rows.front(), bound, std::move(args)});
    }
    /// int64(cuda.threadIdx.x)
    ir::ExprId geometry(const std::string& name) {
        return cast(int64, row("numba.cuda." + name, int32));
    }
    /// cuda.grid(1)
    ir::ExprId grid() {
        const ir::ExprId base =
            binary(BinaryOp::Mult, geometry("blockIdx.x"), geometry("blockDim.x"));
        return add(base, geometry("threadIdx.x"));
    }
    ir::ExprId call(ir::FunctionId callee, std::vector<ir::ExprId> args) {
        return expr(module_.functions[callee].result, ir::Call{callee, std::move(args)});
    }

    // ---- statements, behind those that stand there already
    ir::StmtId stmt(decltype(ir::Stmt::as) as) {
        ir::Stmt s;
        s.as = std::move(as);
        const ir::StmtId id = f.stmts.add(std::move(s));
        blocks_.back().push_back(id);
        return id;
    }
    void set(ir::LocalId local, ir::ExprId value) {
        stmt(ir::Assign{.target = local, .value = value});
    }
    /// x += value, as sema makes it
    void augment(ir::LocalId local, ir::ExprId value) {
        stmt(ir::Assign{.target = local, .value = add(read(local), value), .augmented = true});
    }
    void store(ir::ExprId place, ir::ExprId value) { stmt(ir::Store{place, value}); }
    void evaluate(ir::ExprId value) { stmt(ir::Evaluate{value}); }
    void branch(ir::ExprId condition, const Body& body, const Body& orelse = {}) {
        ir::Block then = block(body);
        ir::Block other = block(orelse);
        stmt(ir::If{.condition = condition, .body = std::move(then), .orelse = std::move(other)});
    }
    void loop(ir::ExprId condition, const Body& body, const Body& orelse = {}) {
        ir::Block inner = block(body);
        ir::Block other = block(orelse);
        stmt(ir::While{
            .condition = condition, .body = std::move(inner), .orelse = std::move(other)});
    }
    void range(ir::LocalId target, ir::ExprId start, ir::ExprId stop, ir::ExprId step,
               const Body& body, const Body& orelse = {}) {
        ir::ForRange loop;
        loop.target = target;
        loop.start = start;
        loop.stop = stop;
        loop.step = step;
        loop.body = block(body);
        loop.orelse = block(orelse);
        stmt(std::move(loop));
    }
    void leave() { stmt(ir::Return{}); }
    void leave(ir::ExprId value) { stmt(ir::Return{value}); }
    void end_loop() { stmt(ir::Break{}); }
    void next() { stmt(ir::Continue{}); }

    /// Puts the function into the module.
    ir::FunctionId done() {
        f.body = std::move(blocks_.back());
        return module_.functions.add(std::move(f));
    }

  private:
    ir::Block block(const Body& body) {
        blocks_.emplace_back();
        if (body) {
            body();
        }
        ir::Block result = std::move(blocks_.back());
        blocks_.pop_back();
        return result;
    }

    ir::Module& module_;
    std::vector<ir::Block> blocks_;
};

/// Whether some index of an element may still wrap.
inline bool wraps(const ir::Function& function, ir::ExprId element) {
    for (const ir::Subscript& index : std::get<ir::Element>(function.exprs[element].as).indices) {
        if (index.wraps) {
            return true;
        }
    }
    return false;
}

}  // namespace pycu::test
