// Loops. The passes have given them counters of their own and plain headers. See stmts.h.
#include "emit/cpp_types.h"
#include "emit/stmts.h"

namespace pycu::emit {

void StmtPrinter::print_while(const ir::While& s) {
    out_.line("while (", exprs_.condition(s.condition), ") {");
    if (options_.debug) {
        out_.indent([&] { out_.line("pycu_turn();"); });
    }
    body(s.body);
    out_.line("}");
}

/// `++i`, `i -= 2`, `i += stride`
std::string StmtPrinter::step_text(const ir::ForRange& s, const std::string& counter) const {
    const auto* literal = function_.get<ir::Literal>(s.step);
    const auto* step = literal == nullptr ? nullptr : std::get_if<std::int64_t>(&literal->value);
    if (literal != nullptr && literal->value == ir::Number{std::uint64_t{1}}) {
        return "++" + counter;
    }
    if (step != nullptr && (*step == 1 || *step == -1)) {
        return (*step == 1 ? "++" : "--") + counter;
    }
    if (step != nullptr && *step < 0 && *step != INT64_MIN) {
        return counter + " -= " + std::to_string(-*step);
    }
    return counter + " += " + exprs_.implicit(s.step).as(Precedence::Assignment);
}

/// The range in a variable that the loop goes over: its start, stop and step are the loop's.
ir::ExprId StmtPrinter::range_of(const ir::ForRange& s) const {
    ir::ExprId range;
    ir::LocalId variable;
    for (std::uint32_t i = 0; i < 3; ++i) {
        const ir::ExprId part = i == 0 ? s.start : i == 1 ? s.stop : s.step;
        const auto* item = function_.get<ir::TupleItem>(part);
        const auto* read =
            item != nullptr && item->index == i ? function_.get<ir::Read>(item->tuple) : nullptr;
        if (read == nullptr || (i > 0 && read->local != variable)) {
            return {};
        }
        range = item->tuple;
        variable = read->local;
    }
    return module_.types.tuple_type(function_.exprs[range].type).is_range ? range : ir::ExprId{};
}

void StmtPrinter::print_for(const ir::ForRange& s) {
    const ir::Local& counter = function_.locals[s.target];
    const std::string type = cuda_name(variable_type(counter), module_.types);
    if (const auto range = range_of(s); s.step_sign == 0 && range.valid() && !options_.raises()) {
        out_.line("for (const ", type, " ", counter.spelling, " : ",
                  exprs_.print(range).text.as(Precedence::Assignment), ") {");
    } else if (s.step_sign == 0) {
        const std::string start = exprs_.implicit(s.start).as(Precedence::Assignment);
        const std::string stop = exprs_.implicit(s.stop).as(Precedence::Assignment);
        const std::string step = exprs_.implicit(s.step).as(Precedence::Assignment);
        out_.line("for (const ", type, " ", counter.spelling,
                  options_.raises() ? " : pycu::checked_range<" : " : pycu::range<", type, ">(",
                  start, ", ", stop, ", ", step, ")) {");
    } else {
        const std::string start = exprs_.implicit(s.start).as(Precedence::Assignment);
        const std::string stop =
            exprs_.loop_bound(s.stop, variable_type(counter)).as(Precedence::Shift);
        const char* const order = s.step_sign > 0 ? " < " : " > ";
        out_.line("for (", type, " ", counter.spelling, " = ", start, "; ", counter.spelling, order,
                  stop, "; ", step_text(s, counter.spelling), ") {");
    }
    body(s.body);
    out_.line("}");
}

/// `{-1, 0, 1}`: as C++ takes them for one type, or each with the type that Numba gives it.
std::string StmtPrinter::item_list(const ir::ForItems& s) const {
    const Type wanted = function_.locals[s.target].type;
    const Type first = exprs_.print(s.items.front()).type;
    bool is_plain = true;
    std::string plain;
    std::string exact;
    for (const ir::ExprId item : s.items) {
        const Printed printed = exprs_.print(item);
        is_plain = is_plain && printed.type == first && !printed.pending &&
                   (!wanted.is_scalar() || preserves(first, wanted));
        plain += (plain.empty() ? "" : ", ") + printed.text.as(Precedence::Assignment);
        exact += (exact.empty() ? "" : ", ") + exprs_.exact(item).as(Precedence::Assignment);
    }
    // arrays that may write and arrays that only read meet in a list of one type
    const std::string type =
        module_.types.places(wanted) == 0
            ? ""
            : "std::initializer_list<" +
                  type_text(wanted, module_.types, options_, function_.locals[s.target].written) +
                  ">";
    return type + "{" + (is_plain ? plain : exact) + "}";
}

/// for (const int64_t di : {-1, 0, 1}) {
void StmtPrinter::print_for_items(const ir::ForItems& s) {
    const ir::Local& target = function_.locals[s.target];
    const std::string type =
        target.type.is_scalar() ? cuda_name(variable_type(target), module_.types) : "auto";
    out_.line("for (const ", type, " ", target.spelling, " : ", item_list(s), ") {");
    body(s.body);
    out_.line("}");
}

}  // namespace pycu::emit
