// Random programs, run before and after the passes: the same stores, every claim kept.
#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

#include "ir/print.h"
#include "ir/verify.h"
#include "ir_builder.h"
#include "ir_interpreter.h"
#include "passes/passes.h"

namespace pycu {
namespace {

using ir::ExprId;
using ir::LocalId;
using test::FunctionBuilder;
using test::longs;

/// Makes one random function.
class Generator {
  public:
    Generator(ir::Module& module, std::mt19937& random, ir::Function::Kind kind)
        : module_(module),
          random_(random),
          b(module, kind, kind == ir::Function::Kind::Kernel ? "k" : "f",
            kind == ir::Function::Kind::Kernel ? none : int64) {}

    ir::FunctionId make() {
        array_ = b.param("a", longs);
        for (const char* name : {"n", "m"}) {
            ints_.push_back(b.param(name, int64));
        }
        others_.push_back(b.param("t", int32));
        for (const char* name : {"x", "y", "z"}) {
            ints_.push_back(variable(name, int64));
        }
        others_.push_back(variable("s", int32));
        others_.push_back(variable("u", uint64));
        others_.push_back(variable("v", uint32));
        flag_ = variable("ok", boolean);
        block(0);
        if (!b.f.result.is_none()) {
            b.leave(integer(2));
        }
        return b.done();
    }

  private:
    int below(int n) { return int(random_() % unsigned(n)); }
    bool chance(int percent) { return below(100) < percent; }

    LocalId variable(const char* name, Type type) {
        const LocalId id = b.var(name, type);
        b.f.locals[id].may_be_unset = true;
        return id;
    }

    std::int64_t number() {
        constexpr std::int64_t odd[] = {INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN + 1,
                                        std::int64_t{1} << 40};
        return chance(4) ? odd[below(5)] : below(12) - 4;
    }

    /// An int64.
    ExprId integer(int depth) {
        const int kind = depth <= 0 ? below(30) : below(100);
        if (kind < 10) {
            return b.num(number());
        }
        if (kind < 24) {
            return b.read(ints_[std::size_t(below(int(ints_.size())))]);
        }
        if (kind < 27) {
            return b.cast(int64, other(depth - 1));
        }
        if (kind < 30) {
            constexpr const char* geometry[] = {"threadIdx.x", "blockIdx.x", "blockDim.x"};
            return chance(50) ? b.geometry(geometry[below(3)]) : b.extent(array_);
        }
        if (kind < 36) {
            return b.at(array_, {integer(depth - 1)});
        }
        if (kind < 42) {
            return b.expr(int64,
                          ir::Select{condition(depth - 1), integer(depth - 1), integer(depth - 1)});
        }
        if (kind < 47) {
            const char* const name = chance(40)   ? "builtins.abs"
                                     : chance(50) ? "builtins.min"
                                                  : "builtins.max";
            std::vector<ExprId> args{integer(depth - 1)};
            if (std::string(name) != "builtins.abs") {
                args.push_back(integer(depth - 1));
            }
            return b.row(name, int64, std::move(args));
        }
        if (kind < 50 && may_call_ && !module_.functions.empty()) {
            return b.call({0}, {b.read(array_), integer(depth - 1), integer(depth - 1),
                                b.cast(int32, integer(depth - 1))});
        }
        if (kind < 53) {
            return b.expr(
                int64, ir::Unary{chance(70) ? UnaryOp::USub : UnaryOp::Invert, integer(depth - 1)});
        }
        constexpr BinaryOp ops[] = {BinaryOp::Add,    BinaryOp::Sub,      BinaryOp::Add,
                                    BinaryOp::Sub,    BinaryOp::Sub,      BinaryOp::Mult,
                                    BinaryOp::Mod,    BinaryOp::FloorDiv, BinaryOp::BitAnd,
                                    BinaryOp::BitXor, BinaryOp::RShift,   BinaryOp::LShift,
                                    BinaryOp::BitOr};
        return b.binary(ops[below(13)], integer(depth - 1), integer(depth - 1));
    }

    /// An integer of another type.
    ExprId other(int depth) {
        const LocalId local = others_[std::size_t(below(int(others_.size())))];
        if (depth <= 0 || chance(50)) {
            return b.read(local);
        }
        const Type type = b.f.locals[local].type;
        if (type == uint64 && chance(60)) {
            constexpr BinaryOp ops[] = {BinaryOp::Add,    BinaryOp::Sub,      BinaryOp::Mult,
                                        BinaryOp::Mod,    BinaryOp::FloorDiv, BinaryOp::BitAnd,
                                        BinaryOp::RShift, BinaryOp::LShift,   BinaryOp::BitOr};
            return b.binary(ops[below(9)], unsigned_integer(depth - 1),
                            unsigned_integer(depth - 1));
        }
        return b.cast(type, integer(depth - 1));
    }

    ExprId unsigned_integer(int depth) {
        if (chance(30)) {
            return b.num(below(5) - (chance(10) ? 3 : 0), uint64);
        }
        return b.cast(uint64, chance(50) ? integer(depth) : other(depth));
    }

    ExprId condition(int depth) {
        const int kind = depth <= 0 ? below(70) : below(100);
        constexpr CompareOp ops[] = {CompareOp::Lt,  CompareOp::LtE, CompareOp::Gt,
                                     CompareOp::GtE, CompareOp::Eq,  CompareOp::NotEq};
        if (kind < 55) {
            return b.compare(ops[below(6)], integer(depth - 1), integer(depth - 1));
        }
        if (kind < 62) {
            return b.compare(ops[below(6)], unsigned_integer(depth - 1),
                             unsigned_integer(depth - 1));
        }
        if (kind < 67) {
            return b.read(flag_);
        }
        if (kind < 70) {
            return b.cast(boolean, integer(depth - 1));
        }
        if (kind < 80) {
            return b.negate(condition(depth - 1));
        }
        return kind < 92 ? b.both(condition(depth - 1), condition(depth - 1))
                         : b.any(condition(depth - 1), condition(depth - 1));
    }

    void block(int depth) {
        const int count = 1 + below(depth == 0 ? largest_ + 3 : largest_);
        for (int i = 0; i < count; ++i) {
            stmt(depth);
        }
    }

    void stmt(int depth) {
        const int kind = below(depth >= largest_ ? 55 : 100);
        const LocalId target = ints_[std::size_t(below(int(ints_.size())))];
        if (kind < 15) {
            b.set(target, integer(3));
        } else if (kind < 22) {
            b.augment(target, integer(1));
        } else if (kind < 28) {
            const LocalId other_target = others_[std::size_t(below(int(others_.size())))];
            b.set(other_target, b.cast(b.f.locals[other_target].type, integer(2)));
        } else if (kind < 31) {
            b.set(flag_, condition(2));
        } else if (kind < 42) {
            b.store(b.at(array_, {integer(3)}), integer(1));
        } else if (kind < 50) {
            b.evaluate(b.at(array_, {integer(3)}));
        } else if (kind < 53) {
            if (loops_ > 0) {
                chance(50) ? b.end_loop() : b.next();
            }
        } else if (kind < 55) {
            if (depth > 0) {
                b.f.result.is_none() ? b.leave() : b.leave(integer(1));
            }
        } else if (kind < 76) {
            b.branch(
                condition(2), [&] { block(depth + 1); },
                [&] { chance(40) ? block(depth + 1) : void(); });
        } else if (kind < 84) {
            ++loops_;
            b.loop(
                condition(2), [&] { block(depth + 1); }, otherwise(depth));
        } else {
            range(depth);
        }
    }

    FunctionBuilder::Body otherwise(int depth) {
        return [this, depth] {
            if (chance(15)) {
                const int loops = std::exchange(loops_, loops_ - 1);
                block(depth + 1);
                loops_ = loops;
            }
            --loops_;
        };
    }

    void range(int depth) {
        ++loops_;
        may_call_ = false;  // sema keeps the order of effects, by variables in front of the loop
        const bool is_narrow = chance(25);
        const auto bound = [&](int size) {
            const ExprId value = integer(size);
            return is_narrow ? b.cast(int32, value) : value;
        };
        const ExprId start = bound(1);
        const ExprId stop = bound(2);
        const ExprId literal = b.num(below(6) - 2, is_narrow ? int32 : int64);
        const ExprId step = chance(75) ? literal : bound(1);
        may_call_ = true;
        if (is_narrow) {
            const LocalId target = others_[std::size_t(below(2))];  // int32
            b.range(
                target, start, stop, step, [&] { block(depth + 1); }, otherwise(depth));
            return;
        }
        // One that is not read in front of or behind its loop; two of a name would be one in
        // Python.
        const bool is_local = chance(50);
        const LocalId target = is_local ? b.var("i" + std::to_string(b.f.locals.size()), int64)
                                        : ints_[std::size_t(below(int(ints_.size())))];
        b.range(
            target, start, stop, step,
            [&] {
                if (is_local) {
                    ints_.push_back(target);
                }
                block(depth + 1);
            },
            [&] {
                if (is_local) {
                    std::erase(ints_, target);
                }
                otherwise(depth)();
            });
    }

    ir::Module& module_;
    std::mt19937& random_;
    int largest_ = 1 + int(random_() % 4);  // how deep, and how many statements a block
    FunctionBuilder b;
    LocalId array_;
    LocalId flag_;
    std::vector<LocalId> ints_;
    std::vector<LocalId> others_;
    int loops_ = 0;
    bool may_call_ = true;
};

struct Outcome {
    std::vector<std::int64_t> trace;
    std::string wrong;
    bool is_aborted = false;
};

Outcome run(const ir::Module& module, bool is_lowered, const std::vector<std::int64_t>& args) {
    test::Interpreter interpreter(module, is_lowered);
    Outcome outcome;
    try {
        interpreter.run({std::uint32_t(module.functions.size() - 1)}, args);
    } catch (const test::Aborted&) {
        outcome.is_aborted = true;
    } catch (const test::Wrong& wrong) {
        outcome.wrong = wrong.what;
    }
    outcome.trace = std::move(interpreter.trace);
    return outcome;
}

/// What is wrong with a program made from this seed; empty when nothing is.
std::string problem_of(unsigned seed) {
    std::mt19937 random(seed);
    ir::Module module;
    if (random() % 2 == 0) {
        Generator(module, random, ir::Function::Kind::Device).make();
    }
    Generator(module, random, ir::Function::Kind::Kernel).make();
    if (const std::string problem = ir::find_problem(module); !problem.empty()) {
        return problem;
    }
    ir::Module lowered = module;
    passes::run(lowered);
    if (const std::string problem = ir::find_problem(lowered); !problem.empty()) {
        return "lowered: " + problem;
    }
    for (int i = 0; i < 5; ++i) {
        constexpr std::int64_t odd[] = {0, INT64_MAX, INT64_MIN, INT32_MAX, -1, INT64_MAX - 2};
        std::vector<std::int64_t> args{0};
        for (int k = 0; k < 3; ++k) {
            args.push_back(random() % 8 == 0 ? odd[random() % 6] : std::int64_t(random() % 20) - 6);
        }
        const Outcome before = run(module, false, args);
        const Outcome after = run(lowered, true, args);
        if (!before.wrong.empty() || !after.wrong.empty()) {
            return before.wrong + after.wrong + "\n" + ir::print(module) + "\n" +
                   ir::print(lowered);
        }
        const bool is_cut = before.is_aborted || after.is_aborted;
        const std::size_t length = std::min(before.trace.size(), after.trace.size());
        const bool is_same =
            std::equal(before.trace.begin(), before.trace.begin() + std::ptrdiff_t(length),
                       after.trace.begin());
        if (!is_same || (!is_cut && before.trace.size() != after.trace.size())) {
            return "other stores\n" + ir::print(module) + "\n" + ir::print(lowered);
        }
    }
    return "";
}

TEST_CASE("random programs do after the passes what they did before") {
    const char* const wanted = std::getenv("PYCU_FUZZ");  // how many, from which seed
    unsigned first = 1;
    unsigned count = 300;
    if (wanted != nullptr) {
        char* rest = nullptr;
        count = unsigned(std::strtoul(wanted, &rest, 10));
        first = *rest == ',' ? unsigned(std::strtoul(rest + 1, nullptr, 10)) : 1;
    }
    int failures = 0;
    std::string shortest;
    std::string all;
    for (unsigned seed = first; seed < first + count; ++seed) {
        std::string problem = problem_of(seed);
        all += problem.empty()
                   ? ""
                   : std::to_string(seed) + " " + problem.substr(0, problem.find('\n')) + "\n";
        if (!problem.empty() && (++failures == 1 || problem.size() < shortest.size())) {
            shortest = "seed " + std::to_string(seed) + ": " + std::move(problem);
        }
    }
    CHECK_MESSAGE(failures == 0, all << shortest);
}

}  // namespace
}  // namespace pycu
