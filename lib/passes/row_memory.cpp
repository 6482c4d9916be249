// What the threads of a block do to memory: how their arrays lie, and whether they meet there.
#include <algorithm>
#include <cstdint>

#include "ir/visit.h"
#include "passes/row_parts.h"

namespace pycu::passes {
namespace {

constexpr char axes_in_order[] = {'x', 'y', 'z'};

void for_each_expr_of(const ir::Function& function, const ir::Block& body,
                      FunctionRef<void(ir::ExprId)> visit) {
    ir::for_each_stmt(function, body, [&](ir::StmtId id) {
        ir::for_each_expr_of(function, function.stmts[id], visit);
    });
}

/// The parameter whose element an expression is; invalid where it is none.
ir::LocalId array_of(const ir::Function& function, const ir::Element& element) {
    const auto* read = function.get<ir::Read>(element.array);
    const bool is_param =
        read != nullptr && function.locals[read->local].kind == ir::Local::Kind::Parameter;
    return is_param ? read->local : ir::LocalId{};
}

/// Whether the value goes up by one where the variable does: i, i - 1, n + i.
bool steps_with(const ir::Function& function, ir::ExprId id, ir::LocalId local) {
    if (const auto* cast = function.get<ir::Cast>(id)) {
        return steps_with(function, cast->value, local);
    }
    if (const auto* read = function.get<ir::Read>(id)) {
        return read->local == local;
    }
    const auto* binary = function.get<ir::Binary>(id);
    if (binary == nullptr || (binary->op != BinaryOp::Add && binary->op != BinaryOp::Sub)) {
        return false;
    }
    return steps_with(function, binary->left, local) ||
           (binary->op == BinaryOp::Add && steps_with(function, binary->right, local));
}

/// The axes whose place is the index at one position of all elements of each written array.
class Meetings {
  public:
    Meetings(const ir::Function& function, const Places& places)
        : function_(function),
          places_(places),
          positions_(function.locals.size(), all_positions),
          unknown_(function.locals.size()) {}

    /// Whether the elements of each written array differ where one of these places does.
    bool are_apart(const ir::Block& body, int axes) {
        for_each_expr_of(function_, body, [&](ir::ExprId id) { look_at(function_.exprs[id]); });
        for (std::uint32_t i = 0; i < positions_.size(); ++i) {
            // an array that is read in any other way than by its elements may meet itself
            const bool is_known = unknown_[i] == 0 && (axes_of(positions_[i]) & axes) != 0;
            if (is_written(ir::LocalId{i}) && !is_known) {
                return false;
            }
        }
        return true;
    }

  private:
    static constexpr std::uint32_t all_positions = (1U << 24) - 1;

    bool is_written(ir::LocalId id) const {
        const ir::Local& local = function_.locals[id];
        return local.kind == ir::Local::Kind::Parameter && local.written.any();
    }

    /// Each read of an array counts up, each element or extent of it down.
    void look_at(const ir::Expr& expr) {
        if (const auto* read = expr.get<ir::Read>()) {
            ++unknown_[read->local.index];
        } else if (const auto* extent = expr.get<ir::Extent>()) {
            know(extent->array);
        } else if (const auto* size = expr.get<ir::Size>()) {
            know(size->array);
        } else if (const auto* element = expr.get<ir::Element>()) {
            know(element->array);
            if (const ir::LocalId array = array_of(function_, *element); array.valid()) {
                positions_[array.index] &= element->is_flat ? 0 : positions_of(*element);
            }
        }
    }

    void know(ir::ExprId array) {
        if (const auto* read = function_.get<ir::Read>(array)) {
            --unknown_[read->local.index];
        }
    }

    /// Three bits a position: the axes whose place is the index there.
    std::uint32_t positions_of(const ir::Element& element) const {
        std::uint32_t found = 0;
        for (std::size_t at = 0; at < element.indices.size() && at < 8; ++at) {
            const auto* read = function_.get<ir::Read>(element.indices[at].value);
            for (const char axis : axes_in_order) {
                if (read != nullptr && read->local == places_.of(axis)) {
                    found |= 1U << (3 * at + std::size_t(Places::number(axis)));
                }
            }
        }
        return found;
    }

    static int axes_of(std::uint32_t positions) {
        std::uint32_t axes = 0;
        for (; positions != 0; positions >>= 3) {
            axes |= positions & 7;
        }
        return int(axes);
    }

    const ir::Function& function_;
    const Places& places_;
    std::vector<std::uint32_t> positions_;  ///< by local
    std::vector<int> unknown_;              ///< by local
};

}  // namespace

char axis_of_memory(const ir::Function& function, const ir::Block& body, const Places& places) {
    int uses[3] = {};
    for_each_expr_of(function, body, [&](ir::ExprId id) {
        const auto* element = function.get<ir::Element>(id);
        if (element == nullptr || element->indices.empty() ||
            !array_of(function, *element).valid()) {
            return;
        }
        const bool is_f = function.exprs[element->array].type.layout() == Layout::F;
        const ir::Subscript& near = is_f ? element->indices.front() : element->indices.back();
        for (const char axis : axes_in_order) {
            const ir::LocalId place = places.of(axis);
            uses[Places::number(axis)] +=
                place.valid() && steps_with(function, near.value, place) ? 1 : 0;
        }
    });
    return axes_in_order[std::ranges::max_element(uses) - uses];
}

bool is_independent(const ir::Function& function, const ir::Block& body, const Places& places,
                    const std::vector<char>& axes) {
    int wanted = 0;
    for (const char axis : axes) {
        wanted |= 1 << Places::number(axis);
    }
    return Meetings(function, places).are_apart(body, wanted);
}

}  // namespace pycu::passes
