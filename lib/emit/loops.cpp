// Loops. The passes have given them counters of their own and plain headers. See stmts.h.
#include <algorithm>
#include <cstddef>

#include "emit/cpp_types.h"
#include "emit/stmts.h"
#include "ir/visit.h"
#include "support/text.h"

namespace pycu::emit {

void StmtPrinter::print_while(const ir::While& s) {
    out_.line("while (", exprs_.condition(s.condition), ") {");
    while_body(s.body);
}

/// for (int half = n; half > 0; half /= 2) {
void StmtPrinter::print_counted(const ir::Assign& start, const ir::While& s) {
    const ir::Local& counter = function_.locals[s.counter];
    const std::string set = start.declares ? declaration(counter) : counter.spelling;
    const std::size_t place = *ir::step_of(function_, s.body, s.counter);
    const auto& step = std::get<ir::Assign>(function_.stmts[s.body[place]].as);
    const auto value = [&](ir::ExprId id) {
        return exprs_.implicit(id).as(Precedence::Assignment);
    };
    out_.line("for (", set, " = ", value(start.value), "; ", exprs_.condition(s.condition), "; ",
              update(step).value_or(counter.spelling + " = " + value(step.value)), ") {");
    ir::Block turn = s.body;
    turn.erase(turn.begin() + std::ptrdiff_t(place));
    while_body(turn);
}

void StmtPrinter::while_body(const ir::Block& turn) {
    if (options_.debug) {
        out_.indent([&] { out_.line("pycu_turn();"); });
    }
    body(turn);
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

/// ` < n`; ` <= n` of `range(n + 1)`, and ` >= 0` of a range down to -1.
std::string StmtPrinter::goes_on(const ir::ForRange& s) const {
    const Type counter = variable_type(function_.locals[s.target]);
    const auto is_one = [&](ir::ExprId id) {
        const auto* literal = function_.get<ir::Literal>(id);
        return literal != nullptr && literal->value == ir::Number{std::int64_t{1}};
    };
    const auto* literal = function_.get<ir::Literal>(s.stop);
    if (s.step_sign < 0 && counter.is_signed() && literal != nullptr &&
        literal->value == ir::Number{std::int64_t{-1}}) {
        return " >= 0";
    }
    const auto* sum = function_.get<ir::Binary>(s.stop);
    if (s.step_sign > 0 && sum != nullptr && sum->op == BinaryOp::Add && is_one(sum->right) &&
        exprs_.is_below_end(sum->left, counter)) {
        return " <= " + exprs_.loop_bound(sum->left, counter).as(Precedence::Shift);
    }
    return (s.step_sign > 0 ? " < " : " > ") +
           exprs_.loop_bound(s.stop, counter).as(Precedence::Shift);
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

/// `for x in a`: the assignment that the body begins with, where the counter is for nothing else.
const ir::Assign* StmtPrinter::sets_element(const ir::ForRange& s) const {
    const auto is_number = [&](ir::ExprId id, std::int64_t number) {
        const auto* literal = function_.get<ir::Literal>(id);
        return literal != nullptr && literal->value == ir::Number{number};
    };
    const auto* extent = function_.get<ir::Extent>(s.stop);
    if (options_.debug || extent == nullptr || extent->axis != 0 || s.step_sign != 1 ||
        !is_number(s.start, 0) || !is_number(s.step, 1) || s.body.empty() ||
        function_.locals[s.target].kind != ir::Local::Kind::Temporary) {
        return nullptr;
    }
    const ir::Stmt& first = function_.stmts[s.body.front()];
    const auto* assign = first.get<ir::Assign>();
    if (assign == nullptr || !assign->declares || !first.comments.empty() ||
        !first.trailing_comment.empty() || !is_item(assign->value, extent->array, s.target)) {
        return nullptr;
    }
    const ir::Local& element = function_.locals[assign->target];
    return uses_of(s.target).reads == 1 && element.type == function_.exprs[assign->value].type &&
                   (element.type.is_scalar() || (element.type.is_array() && element.is_const))
               ? assign
               : nullptr;
}

/// Whether a statement sets a variable that the source has no name for to the array that the next
/// one goes through: `for (const float v : a(pycu::to(n)))`.
bool StmtPrinter::is_gone_through(const ir::Block& block, std::size_t place) const {
    const ir::Stmt& stmt = function_.stmts[block[place]];
    const auto* assign = stmt.get<ir::Assign>();
    const auto* loop =
        place + 1 < block.size() ? function_.get<ir::ForRange>(block[place + 1]) : nullptr;
    if (assign == nullptr || loop == nullptr || !stmt.comments.empty() ||
        stmt.range != function_.stmts[block[place + 1]].range) {
        return false;
    }
    return sets_element(*loop) != nullptr && array_gone_through(*loop) == assign->value;
}

/// The array of a loop over elements: what its variable is set to, where it is for nothing else.
ir::ExprId StmtPrinter::array_gone_through(const ir::ForRange& s) const {
    const ir::ExprId array = function_.get<ir::Extent>(s.stop)->array;
    const auto* read = function_.get<ir::Read>(array);
    if (read == nullptr || function_.locals[read->local].kind != ir::Local::Kind::Temporary) {
        return array;
    }
    // the loop's end and its element
    const Uses& uses = uses_of(read->local);
    return uses.reads == 2 && uses.sets == 1 && uses.value.valid() ? uses.value : array;
}

const StmtPrinter::Uses& StmtPrinter::uses_of(ir::LocalId local) const {
    if (uses_.empty()) {
        count_uses();
    }
    return uses_[local.index];
}

void StmtPrinter::count_uses() const {
    uses_.resize(function_.locals.size());
    ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
        const ir::Stmt& stmt = function_.stmts[id];
        ir::for_each_expr_of(function_, stmt, [&](ir::ExprId expr) {
            if (const auto* read = function_.get<ir::Read>(expr)) {
                ++uses_[read->local.index].reads;
            }
        });
        ir::for_each_target(stmt, [&](const ir::LocalId& target) { ++uses_[target.index].sets; });
        if (const auto* assign = stmt.get<ir::Assign>(); assign != nullptr && assign->declares) {
            uses_[assign->target.index].value = assign->value;
        }
    });
}

/// Whether it is `array[counter]`, an element or a row.
bool StmtPrinter::is_item(ir::ExprId item, ir::ExprId array, ir::LocalId counter) const {
    const auto is_array = [&](ir::ExprId id) {
        const auto* read = function_.get<ir::Read>(id);
        const auto* of = function_.get<ir::Read>(array);
        const auto* constant = function_.get<ir::ReadConstant>(id);
        const auto* of_constant = function_.get<ir::ReadConstant>(array);
        return (read != nullptr && of != nullptr && read->local == of->local) ||
               (constant != nullptr && of_constant != nullptr &&
                constant->constant == of_constant->constant);
    };
    const auto is_counter = [&](ir::ExprId id) {
        const auto* read = function_.get<ir::Read>(id);
        return read != nullptr && read->local == counter;
    };
    if (const auto* element = function_.get<ir::Element>(item)) {
        return is_array(element->array) && element->indices.size() == 1 && !element->is_flat &&
               is_counter(element->indices[0].value);
    }
    const auto* view = function_.get<ir::View>(item);
    return view != nullptr && is_array(view->array) && exprs_.c_array_shape(array) == nullptr &&
           view->indices.size() == 1 && view->indices[0].kind == ir::ViewIndex::Kind::Index &&
           is_counter(view->indices[0].index.value);
}

void StmtPrinter::print_for(const ir::ForRange& s) {
    if (const ir::Assign* element = sets_element(s)) {
        out_.line("for (", declaration(function_.locals[element->target]), " : ",
                  exprs_.print(array_gone_through(s)).text.as(Precedence::Assignment), ") {");
        body({s.body.begin() + 1, s.body.end()});
        out_.line("}");
        return;
    }
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
        out_.line("for (", type, " ", counter.spelling, " = ", start, "; ", counter.spelling,
                  goes_on(s), "; ", step_text(s, counter.spelling), ") {");
    }
    body(s.body);
    out_.line("}");
}

std::string StmtPrinter::list_type(const ir::ForItems& s) const {
    const ir::Local& target = function_.locals[s.target];
    return "std::initializer_list<" +
           type_text(target.type, module_.types, options_, target.written) + ">";
}

/// `{-1, 0, 1}`: as C++ takes them for one type, or each with the type that Numba gives it.
std::string StmtPrinter::item_list(const ir::ForItems& s) const {
    const Type wanted = function_.locals[s.target].type;
    const Type first = exprs_.print(s.items.front()).type;
    if (wanted.is_tuple() && std::ranges::all_of(s.items, [&](ir::ExprId item) {
            return exprs_.is_written_tuple(item);
        })) {
        const std::string items = listed(s.items, [&](ir::ExprId item) {
            const std::string text = exprs_.print(item).text.text;
            return without_type(text);
        });
        return list_type(s) + "{" + items + "}";
    }
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
    const std::string type = module_.types.places(wanted) == 0 ? "" : list_type(s);
    return type + "{" + (is_plain ? plain : exact) + "}";
}

/// `for x, y in ...`: `const auto [x, y]` where the body begins with statements that bind the items
/// of the turn's tuple, which is for nothing else; `count` is how many they are.
std::optional<std::string> StmtPrinter::bound_in_turn(const ir::ForItems& s,
                                                      std::size_t& count) const {
    if (s.body.empty() || !function_.locals[s.target].type.is_tuple()) {
        return std::nullopt;
    }
    const ir::Stmt& first = function_.stmts[s.body.front()];
    const auto is_target = [&](ir::ExprId tuple) {
        const auto* read = function_.get<ir::Read>(tuple);
        return read != nullptr && read->local == s.target;
    };
    const auto* unpack = first.get<ir::Unpack>();
    const auto* assign = first.get<ir::Assign>();
    const auto* item = assign != nullptr ? function_.get<ir::TupleItem>(assign->value) : nullptr;
    const bool is_unpack = unpack != nullptr && unpack->declares && is_target(unpack->value);
    count = is_unpack                                   ? 1
            : item != nullptr && is_target(item->tuple) ? items_together(s.body, 0)
                                                        : 0;
    if (count == 0 || uses_of(s.target).reads != count || !first.comments.empty() ||
        !first.trailing_comment.empty()) {
        return std::nullopt;
    }
    return is_unpack ? binding(*unpack) : "const auto [" + names_bound(s.body, 0, count) + "]";
}

/// for (const int64_t di : {-1, 0, 1}) {
void StmtPrinter::print_for_items(const ir::ForItems& s) {
    const ir::Local& target = function_.locals[s.target];
    std::size_t count = 0;
    if (const auto names = bound_in_turn(s, count)) {
        out_.line("for (", *names, " : ", item_list(s), ") {");
        body({s.body.begin() + std::ptrdiff_t(count), s.body.end()});
        out_.line("}");
        return;
    }
    const std::string type =
        target.type.is_scalar() ? cuda_name(variable_type(target), module_.types) : "auto";
    out_.line("for (const ", type, " ", target.spelling, " : ", item_list(s), ") {");
    body(s.body);
    out_.line("}");
}

}  // namespace pycu::emit
