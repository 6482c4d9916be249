// Expressions of the IR as text. Private to print.
#pragma once

#include <algorithm>
#include <charconv>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "ir/visit.h"
#include "support/match.h"
#include "support/text.h"

namespace pycu::ir {

/// A number as Python writes it.
inline std::string number_text(const Number& number) {
    return std::visit(match{
                          [](bool value) { return std::string(value ? "True" : "False"); },
                          [](double value) {
                              char text[40];
                              const auto end = std::to_chars(text, text + sizeof text, value).ptr;
                              std::string result(text, end);
                              const bool is_plain =
                                  result.find_first_of(".einf") == std::string::npos;
                              return is_plain ? result + ".0" : result;
                          },
                          [](auto value) { return std::to_string(value); },
                      },
                      number);
}

/// The name of a function or a constant: C++'s once there is one.
template <class Named>
const std::string& spelled(const Named& one) {
    return one.spelling.empty() ? one.name : one.spelling;
}

/// Calls `visit` for the variables of a block as they appear in it.
class LocalsInText {
  public:
    LocalsInText(const Function& function, const std::function<void(LocalId)>& visit)
        : function_(function), visit_(visit) {}

    void block(const Block& block) const {
        for (const StmtId id : block) {
            if (function_.stmts.contains(id)) {
                stmt(function_.stmts[id]);
            }
        }
    }

  private:
    void stmt(const Stmt& stmt) const {
        for_each_target(stmt, visit_);
        if (const auto* array = stmt.get<DeclareArray>()) {
            visit_(array->array);
        }
        for_each_expr(stmt, [&](ExprId id) { expr(id); });
        for_each_block(stmt, [&](const Block& inner) { block(inner); });
    }

    void expr(ExprId id) const {
        if (!function_.exprs.contains(id)) {
            return;
        }
        if (const auto* read = function_.get<Read>(id)) {
            visit_(read->local);
        }
        for_each_operand(function_.exprs[id], [&](ExprId operand) { expr(operand); });
    }

    const Function& function_;
    const std::function<void(LocalId)>& visit_;
};

/// The expressions of one function.
class ExprText {
  public:
    ExprText(const Module& module, const Function& function)
        : module_(module), function_(function), is_shared_name_(function.locals.size()) {
        std::unordered_map<std::string, LocalId> first;
        const std::function<void(LocalId)> meet = [&](LocalId id) {
            if (!function.locals.contains(id)) {
                return;
            }
            const auto [entry, is_new] = first.emplace(function.locals[id].name, id);
            if (!is_new && entry->second != id) {
                is_shared_name_[entry->second.index] = true;
                is_shared_name_[id.index] = true;
            }
        };
        std::ranges::for_each(function.params, meet);
        LocalsInText(function, meet).block(function.body);
    }

    std::string local(LocalId id) const {
        if (!function_.locals.contains(id)) {
            return id.valid() ? "?" : "_";
        }
        const Local& local = function_.locals[id];
        if (!local.spelling.empty()) {
            return local.spelling;
        }
        return is_shared_name_[id.index] ? local.name + "." + std::to_string(id.index) : local.name;
    }

    std::string typed_local(LocalId id) const {
        return id.valid() ? local(id) + ": " + type(function_.locals[id].type) : "_";
    }

    std::string constant(ConstantId id) const {
        return module_.constants.contains(id) ? spelled(module_.constants[id]) : "?";
    }

    std::string type(Type type) const { return python_name(type, module_.types); }

    std::string list(const std::vector<ExprId>& ids) const {
        return listed(ids, [&](ExprId id) { return expr(id); });
    }

    std::string index(const Subscript& index) const {
        return (index.wraps ? "wrap " : "") + expr(index.value);
    }

    std::string element(const Element& e, Type) const {
        return operand(e.array) + (e.is_flat ? ".flat[" : "[") +
               listed(e.indices, [&](const Subscript& one) { return index(one); }) + "]";
    }

    std::string element(const View& e, Type) const {
        std::string text;
        const auto bound = [&](ExprId id) { return id.valid() ? expr(id) : ""; };
        for (const ViewIndex& one : e.indices) {
            text += text.empty() ? "" : ", ";
            if (one.kind == ViewIndex::Kind::NewAxis) {
                text += "None";
            } else if (one.kind == ViewIndex::Kind::Index) {
                text += index(one.index);
            } else {
                text += bound(one.start) + ":" + bound(one.stop);
                text += one.step.valid() ? ":" + expr(one.step) : "";
            }
        }
        return "view " + operand(e.array) + "[" + text + "]";
    }

    std::string element(const Transpose& e, Type) const { return operand(e.array) + ".T"; }

    std::string element(const Parts& e, Type) const {
        return operand(e.array) + (e.is_imag ? ".imag" : ".real");
    }

    std::string element(const Reshape& e, Type) const {
        return operand(e.array) + ".reshape(" + list(e.extents) + ")";
    }

    std::string element(const Reinterpret& e, Type type) const {
        return operand(e.array) + ".view(" + this->type(type.element_type()) + ")";
    }

    std::string element(const Reduce& e, Type) const {
        return std::string(e.function) + "(" + expr(e.array) + ")";
    }

    std::string intrinsic(const Intrinsic& e) const {
        const std::string name(e.row == nullptr ? "?" : e.row->name);
        const bool is_bare = e.row != nullptr && e.row->is_attribute();
        return is_bare ? name : name + "(" + list(e.args) + ")";
    }

    std::string element(const Field& e, Type) const {
        return operand(e.record) + "." + field(e.record, e.index);
    }

    std::string element(const Column& e, Type) const {
        return operand(e.array) + "." + field(e.array, e.index);
    }

    std::string field(ExprId of, std::uint32_t index) const {
        const Type type = function_.exprs[of].type;
        return module_.types.record(type.is_array() ? type.element_type() : type)
            .fields[index]
            .name;
    }

    /// An operand: in parentheses unless it holds together by itself.
    std::string operand(ExprId id) const {
        const std::string text = expr(id);
        const Expr& e = function_.exprs[id];
        const bool is_loose = e.is<Unary>() || e.is<Binary>() || e.is<Compare>() ||
                              e.is<Logical>() || e.is<Select>() || e.is<View>() ||
                              (e.is<Literal>() && text.starts_with('-'));
        return is_loose ? "(" + text + ")" : text;
    }

    /// An expression where anything may stand; operands of operators are in parentheses.
    std::string expr(ExprId id) const {
        if (!function_.exprs.contains(id)) {
            return "?";
        }
        const Expr& e = function_.exprs[id];
        const auto infix = [&](ExprId left, std::string_view op, ExprId right) {
            return operand(left) + " " + std::string(op) + " " + operand(right);
        };
        return std::visit(
            match{
                [&](const Literal& x) { return number_text(x.value); },
                [&](const ReadConstant& x) { return constant(x.constant); },
                [&](const Read& x) { return local(x.local); },
                [&](const Unary& x) {
                    const std::string op(python_text(x.op));
                    return op + (x.op == UnaryOp::Not ? " " : "") + operand(x.operand);
                },
                [&](const Binary& x) { return infix(x.left, python_text(x.op), x.right); },
                [&](const Compare& x) { return infix(x.left, python_text(x.op), x.right); },
                [&](const Logical& x) {
                    return operand(x.left) + (x.is_and ? " and " : " or ") + operand(x.right);
                },
                [&](const Select& x) {
                    return operand(x.if_true) + " if " + operand(x.condition) + " else " +
                           operand(x.if_false);
                },
                [&](const Cast& x) { return type(e.type) + "(" + expr(x.value) + ")"; },
                [&](const MakeComplex& x) {
                    return type(e.type) + "(" + expr(x.real) + ", " + expr(x.imag) + ")";
                },
                [&](const ComplexPart& x) {
                    return operand(x.value) + (x.is_imag ? ".imag" : ".real");
                },
                [&](const auto& x) { return element(x, e.type); },
                [&](const Extent& x) {
                    return operand(x.array) + ".shape[" + std::to_string(x.axis) + "]";
                },
                [&](const Stride& x) {
                    return operand(x.array) + ".strides[" + std::to_string(x.axis) + "]";
                },
                [&](const Size& x) { return operand(x.array) + ".size"; },
                [&](const Tuple& x) {
                    return "(" + list(x.items) + (x.items.size() == 1 ? ",)" : ")");
                },
                [&](const TupleItem& x) {
                    return operand(x.tuple) + "[" + std::to_string(x.index) + "]";
                },
                [&](const TupleAt& x) { return operand(x.tuple) + "[at " + index(x.index) + "]"; },
                [&](const NoValue&) { return std::string("None"); },
                [&](const HasValue& x) { return operand(x.value) + " is not None"; },
                [&](const Unwrap& x) { return operand(x.value) + ".value"; },
                [&](const Call& x) {
                    const bool is_known = module_.functions.contains(x.function);
                    return (is_known ? spelled(module_.functions[x.function]) : "?") + "(" +
                           list(x.args) + ")";
                },
                [&](const Intrinsic& x) { return intrinsic(x); },
            },
            e.as);
    }

  protected:
    const Module& module_;
    const Function& function_;

  private:
    /// Whether another local in the function's text has the same name.
    std::vector<bool> is_shared_name_;
};

}  // namespace pycu::ir
