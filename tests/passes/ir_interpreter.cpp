// What each statement and expression of the IR does to integers.
#include "ir_interpreter.h"

#include <algorithm>

#include "support/match.h"
#include "types/scalar.h"

namespace pycu::test {
namespace {

constexpr std::int64_t array_extent = 40;

/// The low bits, as a value of the type.
std::int64_t narrowed(std::int64_t value, Type type) {
    if (type.is_bool()) {
        return value != 0 ? 1 : 0;
    }
    const int unused = 64 - 8 * bytes(type);
    const auto shifted = std::uint64_t(value) << unused;
    return type.is_unsigned() ? std::int64_t(shifted >> unused) : std::int64_t(shifted) >> unused;
}
bool is_less(std::int64_t a, std::int64_t b, Type type) {
    return type.is_unsigned() ? std::uint64_t(a) < std::uint64_t(b) : a < b;
}

}  // namespace

std::int64_t Interpreter::run(ir::FunctionId id, const std::vector<std::int64_t>& args, int depth) {
    if (depth > 4) {
        throw Aborted{};
    }
    const ir::Function& function = module_.functions[id];
    Frame frame{function, std::vector<std::int64_t>(function.locals.size()),
                std::vector<bool>(function.locals.size()), depth};
    for (std::size_t i = 0; i < args.size(); ++i) {
        frame.values[function.params[i].index] =
            narrowed(args[i], function.locals[function.params[i]].type);
        frame.is_set[function.params[i].index] = true;
    }
    block(frame, function.body);
    return frame.result;
}

Interpreter::Flow Interpreter::block(Frame& frame, const ir::Block& block) {
    for (const ir::StmtId id : block) {
        const Flow flow = stmt(frame, frame.function.stmts[id]);
        if (flow != Flow::Next) {
            return flow;
        }
    }
    return Flow::Next;
}

Interpreter::Flow Interpreter::stmt(Frame& frame, const ir::Stmt& stmt) {
    step();
    const auto set = [&](ir::LocalId local, std::int64_t value) {
        frame.values[local.index] = value;
        frame.is_set[local.index] = true;
    };
    return std::visit(
        match{
            [&](const ir::Assign& s) {
                set(s.target, eval(frame, s.value));
                return Flow::Next;
            },
            [&](const ir::Declare& s) {
                const bool is_zero = frame.function.locals[s.local].may_be_unset;
                frame.is_set[s.local.index] = is_zero;
                frame.values[s.local.index] = 0;
                return Flow::Next;
            },
            [&](const ir::Store& s) {
                const auto& element = std::get<ir::Element>(frame.function.exprs[s.place].as);
                const std::int64_t value = eval(frame, s.value);
                const std::int64_t at = index(frame, element.indices[0]);
                memory_[at] = value;
                trace.insert(trace.end(), {at, value});
                return Flow::Next;
            },
            [&](const ir::Evaluate& s) {
                const std::int64_t value = eval(frame, s.value);
                const auto& as = frame.function.exprs[s.value].as;
                if (std::holds_alternative<ir::Element>(as) && frame.depth == 0) {
                    trace.push_back(value);  // a call may be here or gone, when it has no effects
                }
                return Flow::Next;
            },
            [&](const ir::If& s) {
                return block(frame, eval(frame, s.condition) != 0 ? s.body : s.orelse);
            },
            [&](const ir::While& s) { return loop_while(frame, s); },
            [&](const ir::ForRange& s) {
                return is_lowered_ ? lowered_for(frame, s) : loop_for(frame, s);
            },
            [](const ir::Break&) { return Flow::Break; },
            [](const ir::Continue&) { return Flow::Continue; },
            [&](const ir::Return& s) {
                frame.result = s.value ? eval(frame, *s.value) : 0;
                return Flow::Return;
            },
            [](const ir::Nothing&) { return Flow::Next; },
            [](const auto&) -> Flow { throw Wrong{"a statement that tests do not make"}; },
        },
        stmt.as);
}

Interpreter::Flow Interpreter::loop_while(Frame& frame, const ir::While& s) {
    while (eval(frame, s.condition) != 0) {
        step();
        const Flow flow = block(frame, s.body);
        if (flow == Flow::Return) {
            return flow;
        }
        if (flow == Flow::Break) {
            return Flow::Next;
        }
    }
    return block(frame, s.orelse);
}

/// range(start, stop, step) as Numba counts.
Interpreter::Flow Interpreter::loop_for(Frame& frame, const ir::ForRange& s) {
    const Type type = frame.function.locals[s.target].type;
    const std::int64_t start = eval(frame, s.start);
    const std::int64_t stop = eval(frame, s.stop);
    const std::int64_t by = eval(frame, s.step);
    const bool goes_up = by > 0;  // also of unsigned numbers
    if (by == 0) {
        return block(frame, s.orelse);
    }
    // as pycu::range counts
    std::uint64_t count = 0;
    if (goes_up && is_less(start, stop, type)) {
        count = (std::uint64_t(stop) - std::uint64_t(start) - 1) / std::uint64_t(by) + 1;
    } else if (!goes_up && is_less(stop, start, type)) {
        count = (std::uint64_t(start) - std::uint64_t(stop) - 1) / -std::uint64_t(by) + 1;
    }
    for (std::uint64_t i = 0; i < count; ++i) {
        step();
        frame.values[s.target.index] =
            narrowed(std::int64_t(std::uint64_t(start) + i * std::uint64_t(by)), type);
        frame.is_set[s.target.index] = true;
        const Flow flow = block(frame, s.body);
        if (flow == Flow::Return) {
            return flow;
        }
        if (flow == Flow::Break) {
            return Flow::Next;
        }
    }
    return block(frame, s.orelse);
}

/// for (T i = start; i < stop; i += step)
Interpreter::Flow Interpreter::lowered_for(Frame& frame, const ir::ForRange& s) {
    if (s.step_sign == 0) {
        return loop_for(frame, s);
    }
    const Type type = frame.function.locals[s.target].type;
    std::int64_t& counter = frame.values[s.target.index];
    counter = eval(frame, s.start);
    frame.is_set[s.target.index] = true;
    for (;;) {
        const std::int64_t stop = eval(frame, s.stop);
        if (!(s.step_sign > 0 ? is_less(counter, stop, type) : is_less(stop, counter, type))) {
            break;
        }
        step();
        const std::int64_t now = counter;
        const Flow flow = block(frame, s.body);
        if (flow == Flow::Return) {
            return flow;
        }
        if (flow == Flow::Break) {
            return Flow::Next;
        }
        if (counter != now) {
            throw Wrong{"the body changes the counter"};
        }
        const std::int64_t by = eval(frame, s.step);
        std::int64_t next = 0;
        const bool is_over = type == uint64
                                 ? std::uint64_t(counter) + std::uint64_t(by) < std::uint64_t(by)
                                 : __builtin_add_overflow(counter, by, &next);
        next = std::int64_t(std::uint64_t(counter) + std::uint64_t(by));
        if (is_over || narrowed(next, type) != next) {
            throw Wrong{"a counter overflows"};
        }
        counter = next;
    }
    frame.is_set[s.target.index] = false;
    return Flow::Next;
}

std::int64_t Interpreter::eval(Frame& frame, ir::ExprId id) {
    step();
    const ir::Expr& e = frame.function.exprs[id];
    const std::int64_t value = evaluate(frame, e);
    if (e.type.is_integer() && is_lowered_) {
        const bool is_beyond = e.type == uint64 && value < 0;
        const std::int64_t held = is_beyond ? INT64_MAX : value;
        if (held < e.known.low || held > e.known.high) {
            throw Wrong{std::to_string(value) + " is not between " + std::to_string(e.known.low) +
                        " and " + std::to_string(e.known.high)};
        }
    }
    return value;
}

std::int64_t Interpreter::index(Frame& frame, const ir::Subscript& index) {
    const std::int64_t value = eval(frame, index.value);
    const bool is_negative = value < 0 && !frame.function.exprs[index.value].type.is_unsigned();
    if (is_negative && !index.wraps) {
        throw Wrong{"a negative index does not wrap"};
    }
    return is_negative ? std::int64_t(std::uint64_t(value) + std::uint64_t(array_extent)) : value;
}

std::int64_t Interpreter::evaluate(Frame& frame, const ir::Expr& e) {
    return std::visit(
        match{
            [](const ir::Literal& x) {
                return std::visit(match{[](double) -> std::int64_t { throw Aborted{}; },
                                        [](auto v) { return std::int64_t(v); }},
                                  x.value);
            },
            [&](const ir::Read& x) {
                if (!frame.is_set[x.local.index]) {
                    if (!frame.function.locals[x.local].may_be_unset) {
                        throw Wrong{frame.function.locals[x.local].name + " is read unset"};
                    }
                    return std::int64_t{0};
                }
                return frame.values[x.local.index];
            },
            [&](const ir::Unary& x) -> std::int64_t {
                const std::int64_t value = eval(frame, x.operand);
                if (x.op == UnaryOp::Not) {
                    return value == 0 ? 1 : 0;
                }
                if (x.op == UnaryOp::USub && value == INT64_MIN) {
                    throw Aborted{};
                }
                return narrowed(x.op == UnaryOp::USub ? -value : ~value, e.type);
            },
            [&](const ir::Binary& x) { return binary(frame, x, e.type); },
            [&](const ir::Compare& x) { return compare(frame, x); },
            [&](const ir::Logical& x) {
                const bool left = eval(frame, x.left) != 0;
                return left != x.is_and ? std::int64_t(left) : eval(frame, x.right);
            },
            [&](const ir::Select& x) {
                return eval(frame, eval(frame, x.condition) != 0 ? x.if_true : x.if_false);
            },
            [&](const ir::Cast& x) { return narrowed(eval(frame, x.value), e.type); },
            [&](const ir::Element& x) {
                const std::int64_t at = index(frame, x.indices[0]);
                const auto found = memory_.find(at);
                return found != memory_.end() ? found->second : (at % 23) * 7 % 23 - 11;
            },
            [](const ir::Extent&) { return array_extent; },
            [&](const ir::Call& x) {
                std::vector<std::int64_t> args;
                for (const ir::ExprId arg : x.args) {
                    args.push_back(eval(frame, arg));
                }
                return run(x.function, args, frame.depth + 1);
            },
            [&](const ir::Intrinsic& x) { return intrinsic(frame, x); },
            [](const auto&) -> std::int64_t { throw Wrong{"an expression tests do not make"}; },
        },
        e.as);
}

std::int64_t Interpreter::intrinsic(Frame& frame, const ir::Intrinsic& e) {
    if (e.row->is_attribute()) {
        return e.row->name.ends_with("Dim.x") ? 33 : 5;
    }
    const std::int64_t a = eval(frame, e.args[0]);
    if (e.row->name == "builtins.abs") {
        if (a == INT64_MIN) {
            throw Aborted{};
        }
        return a < 0 ? -a : a;
    }
    const std::int64_t b = eval(frame, e.args[1]);
    return e.row->name == "builtins.min" ? std::min(a, b) : std::max(a, b);
}

std::int64_t Interpreter::compare(Frame& frame, const ir::Compare& e) {
    const Type type = frame.function.exprs[e.left].type;
    const std::int64_t a = eval(frame, e.left);
    const std::int64_t b = eval(frame, e.right);
    switch (e.op) {
        case CompareOp::Lt:
            return is_less(a, b, type) ? 1 : 0;
        case CompareOp::LtE:
            return is_less(b, a, type) ? 0 : 1;
        case CompareOp::Gt:
            return is_less(b, a, type) ? 1 : 0;
        case CompareOp::GtE:
            return is_less(a, b, type) ? 0 : 1;
        case CompareOp::NotEq:
            return a != b ? 1 : 0;
        default:
            return a == b ? 1 : 0;
    }
}

std::int64_t Interpreter::binary(Frame& frame, const ir::Binary& e, Type type) {
    const std::int64_t a = eval(frame, e.left);
    const std::int64_t b = eval(frame, e.right);
    const auto ua = std::uint64_t(a);
    const auto ub = std::uint64_t(b);
    const bool is_unsigned = type.is_unsigned();
    std::int64_t result = 0;
    switch (e.op) {
        case BinaryOp::Add:
        case BinaryOp::Sub: {
            const bool is_add = e.op == BinaryOp::Add;
            const bool is_over = is_add ? __builtin_add_overflow(a, b, &result)
                                        : __builtin_sub_overflow(a, b, &result);
            if (is_over && !is_unsigned) {
                throw Aborted{};  // Numba and nvcc take it that this does not happen
            }
            return narrowed(std::int64_t(is_add ? ua + ub : ua - ub), type);
        }
        case BinaryOp::Mult:
            return narrowed(std::int64_t(ua * ub), type);
        case BinaryOp::FloorDiv:
        case BinaryOp::Mod: {
            const bool is_mod = e.op == BinaryOp::Mod;
            if (b == 0 || (b == -1 && !is_unsigned)) {
                throw Aborted{};
            }
            if (is_unsigned) {
                return std::int64_t(is_mod ? ua % ub : ua / ub);
            }
            const bool is_uneven = a % b != 0 && (a % b < 0) != (b < 0);
            return is_mod ? a % b + (is_uneven ? b : 0) : a / b - (is_uneven ? 1 : 0);
        }
        case BinaryOp::LShift:
            return ub > 63 ? 0 : narrowed(std::int64_t(ua << ub), type);
        case BinaryOp::RShift:
            if (is_unsigned) {
                return ub > 63 ? 0 : std::int64_t(ua >> ub);
            }
            return a >> (ub > 63 ? 63 : ub);
        case BinaryOp::BitAnd:
            return a & b;
        case BinaryOp::BitOr:
            return a | b;
        default:
            return a ^ b;
    }
}

}  // namespace pycu::test
