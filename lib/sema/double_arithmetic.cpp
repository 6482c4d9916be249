// Messages about double precision that nobody asked for. See double_arithmetic.h.
#include "sema/double_arithmetic.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ir/visit.h"
#include "sema/double_widths.h"
#include "support/text.h"

namespace pycu::sema {

namespace {

/// What one statement's numbers do.
struct Finding {
    std::vector<ExprPlace> numbers;
    std::size_t count = 0;
    /// How many of them, and of those elsewhere, nvcc does in float32.
    std::size_t narrowed = 0;
    /// Operations of other statements, and through which variable or function; of an argument all
    /// of them, those that read it itself without a name.
    struct Elsewhere {
        Range range;
        std::string name;
        std::size_t count = 0;
    };
    std::vector<Elsewhere> elsewhere{};
};

/// A place that instances of one function share.
using PlaceKey = std::tuple<std::uint16_t, std::uint32_t, std::uint32_t>;

PlaceKey key_of(Range range) {
    return {range.file, range.begin, range.end};
}

/// How a module writes a name of NumPy's that Numba has as well: `np.float32`, `float32`; nothing
/// where it imports neither.
std::optional<std::string> spelling(const syntax::Tree& tree, const syntax::Module& module,
                                    const std::string& name) {
    std::string qualified;
    for (const syntax::StmtId id : module.body) {
        if (const auto* from = std::get_if<syntax::ImportFrom>(&tree.stmts[id].as)) {
            const bool is_numba = from->module == "numba" || from->module.starts_with("numba.");
            for (const syntax::Alias& alias : from->names) {
                if (alias.name == name && (is_numba || from->module == "numpy")) {
                    return alias.asname.value_or(name);
                }
            }
        } else if (const auto* whole = std::get_if<syntax::Import>(&tree.stmts[id].as)) {
            for (const syntax::Alias& alias : whole->names) {
                if (alias.name == "numpy" || (alias.name == "numba" && qualified.empty())) {
                    qualified = alias.asname.value_or(alias.name) + "." + name;
                }
            }
        }
    }
    return qualified.empty() ? std::nullopt : std::optional(qualified);
}

std::string counted(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " operation" : " operations");
}

class Teller {
  public:
    Teller(const ir::Module& module, const syntax::Tree& tree)
        : module_(module), tree_(tree), widths_(module) {}

    void tell(diag::Sink& sink) {
        widths_.for_each_operation([&](const Widths::Operation& one) { add(one); });
        for (auto& [function, findings] : by_function_) {
            for (auto& [place, finding] : findings) {
                // of several types of one function, those for which it is worst
                Finding& worst = worst_[place];
                if (total(finding) > total(worst)) {
                    worst = std::move(finding);
                }
            }
        }
        for (const auto& [place, finding] : worst_) {
            if (finding.narrowed < total(finding)) {
                report(finding, sink);
            }
        }
    }

  private:
    static std::size_t total(const Finding& finding) {
        std::size_t sum = finding.count;
        for (const Finding::Elsewhere& other : finding.elsewhere) {
            sum += other.count;
        }
        return sum;
    }

    const ir::Expr& expr(const ExprPlace& place) const {
        return module_.functions[place.function].exprs[place.expr];
    }

    /// The statement of the program that a number stands in: a value that is computed ahead of its
    /// statement has the range of another one.
    Range statement(const ExprPlace& number) const {
        const ir::Function& function = module_.functions[number.function];
        const Range at = expr(number).range;
        Range found = function.stmts[number.stmt].range;
        for (const ir::Stmt& stmt : function.stmts) {
            const bool is_inner = !found.contains(at) || found.contains(stmt.range);
            found = stmt.range.contains(at) && is_inner ? stmt.range : found;
        }
        return found;
    }

    /// The parameter that a number is read of; null where it is no argument.
    const ir::Local* parameter(const ExprPlace& number) const {
        const auto* read = expr(number).get<ir::Read>();
        return read != nullptr ? &module_.functions[number.function].locals[read->local] : nullptr;
    }

    /// What is known of the parameter, or of the statement in which a number stands.
    Finding& finding_of(const ExprPlace& number) {
        Finding*& known = by_number_[{number.function.index, number.expr.index}];
        if (known != nullptr) {
            return *known;
        }
        const ir::Local* param = parameter(number);
        const Range place = param != nullptr ? param->range : statement(number);
        Finding& found = by_function_[number.function.index][key_of(place)];
        const Range range = expr(number).range;
        const auto is_same = [&](const ExprPlace& one) {
            return param != nullptr || expr(one).range == range;
        };
        if (std::ranges::none_of(found.numbers, is_same)) {
            found.numbers.push_back(number);
        }
        known = &found;
        return found;
    }

    void add(const Widths::Operation& found_operation) {
        const ExprPlace& operation = found_operation.place;
        const std::size_t narrowed = found_operation.is_narrowed ? 1 : 0;
        std::vector<const Finding*> seen;
        for (const ir::ExprId at : widths_.numbers_in(operation.function, operation.expr)) {
            const ExprPlace number{operation.function, operation.stmt, at};
            Finding& found = finding_of(number);
            if (std::ranges::count(seen, &found) > 0) {
                continue;
            }
            seen.push_back(&found);
            found.narrowed += narrowed;
            if (parameter(number) != nullptr) {
                add_elsewhere(found, expr(operation).range, "");
            } else {
                ++found.count;
            }
        }
        for (const auto& source : widths_.sources_of(operation.function, operation.expr)) {
            Finding& found = finding_of(source.number);
            if (std::ranges::count(seen, &found) > 0) {
                continue;
            }
            seen.push_back(&found);
            found.narrowed += narrowed;
            add_elsewhere(found, expr(operation).range, source.name);
        }
    }

    static void add_elsewhere(Finding& found, Range range, const std::string& name) {
        const auto is_here = [&](const auto& one) { return one.range == range; };
        const auto there = std::ranges::find_if(found.elsewhere, is_here);
        if (there != found.elsewhere.end()) {
            ++there->count;
        } else {
            found.elsewhere.push_back({range, name, 1});
        }
    }

    /// Whether `2j` is in it: complex128 may as well be a float that is converted.
    bool is_complex(const ExprPlace& number) const {
        const ir::Expr& e = expr(number);
        return e.is<ir::MakeComplex>() || (e.is<ir::ReadConstant>() && e.type.is_complex()) ||
               ir::any_operand(e, [&](ir::ExprId part) {
                   return is_complex({number.function, number.stmt, part});
               });
    }

    /// Whether the text that a number stands for is that of a tuple that has it.
    bool is_of_tuple(const ExprPlace& number) const {
        const Range range = expr(number).range;
        const auto is_tuple = [&](const ir::Expr& e) {
            return e.is<ir::Tuple>() && e.range == range;
        };
        return std::ranges::any_of(module_.functions[number.function].exprs, is_tuple);
    }

    /// Whether it is the default of something that is called: `Step(x)` of a named tuple.
    bool is_default(const ExprPlace& number) const {
        const std::string_view text = module_.text(expr(number).range);
        return expr(number).is<ir::Literal>() && text.ends_with(')') &&
               std::isalpha(static_cast<unsigned char>(text.front())) != 0 &&
               !text.starts_with("float(");
    }

    /// What to write, and where the number gets its value.
    void advise(const ExprPlace& number, diag::Diagnostic& diagnostic) const {
        const ir::Expr& e = expr(number);
        const std::string text(module_.text(e.range));
        const ir::Local* param = parameter(number);
        const bool is_pair = param != nullptr ? e.type.is_complex() : is_complex(number);
        const std::string name = is_pair ? "complex64" : "float32";
        const auto imported = spelling(tree_, tree_.module_of(e.range), name);
        const std::string type = imported.value_or("np." + name);
        if (param != nullptr) {
            diagnostic.help("let it be a `" + name +
                            "` in the kernel's types or its launch, or begin with `" + param->name +
                            " = " + type + "(" + param->name + ")`");
            return;
        }
        const auto* read = e.get<ir::ReadConstant>();
        const std::string written = "write `" + type + "(" + text + ")`";
        const bool is_statement = e.range == statement(number);
        const std::string there = "use `" + type + "` where " +
                                  (is_statement ? "it" : "`" + text + "`") + " gets its value";
        if (read != nullptr) {
            diagnostic.label(module_.constants[read->constant].range, "its value");
        }
        const std::string help = read != nullptr      ? written + ", or " + there
                                 : is_default(number) ? "use `" + type + "` where it gets its value"
                                 : is_of_tuple(number) ? there
                                                       : written;
        if (std::ranges::count(diagnostic.helps, help) == 0) {
            diagnostic.help(help);
        }
        if (imported && !is_default(number) && !is_of_tuple(number) && !is_statement) {
            diagnostic.edit(e.range, type + "(" + text + ")", false);
        }
    }

    void report(const Finding& finding, diag::Sink& sink) const {
        constexpr std::size_t most_labels = 3;  // a reader looks at the first places
        const ir::Local* param = parameter(finding.numbers.front());
        const Range first = param != nullptr ? param->range : expr(finding.numbers.front()).range;
        auto& diagnostic = sink.report<diag::Code::DoubleArithmetic>(first, module_.text(first),
                                                                     counted(total(finding)));
        for (std::size_t i = 1; i < finding.numbers.size(); ++i) {
            diagnostic.label(expr(finding.numbers[i]).range, "and so does this");
        }
        std::vector<Range> shown;
        for (const Finding::Elsewhere& other : finding.elsewhere) {
            const auto holds = [&](Range one) { return one.contains(other.range); };
            if (shown.size() < most_labels && std::ranges::none_of(shown, holds)) {
                shown.push_back(other.range);
                const std::string what = other.name.empty() ? "this" : "`" + other.name + "`";
                diagnostic.label(other.range, what + " is double precision because of it");
            }
        }
        if (finding.narrowed > 0) {
            diagnostic.note("nvcc computes " + std::to_string(finding.narrowed) +
                            " of them in float32, where the result is the same");
        }
        for (const ExprPlace& number : finding.numbers) {
            advise(number, diagnostic);
        }
    }

    const ir::Module& module_;
    const syntax::Tree& tree_;
    Widths widths_;
    std::map<std::uint32_t, std::map<PlaceKey, Finding>> by_function_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, Finding*> by_number_;
    std::map<PlaceKey, Finding> worst_;
};

}  // namespace

void tell_double_arithmetic(const ir::Module& module, const syntax::Tree& tree, diag::Sink& sink) {
    Teller(module, tree).tell(sink);
}

}  // namespace pycu::sema
