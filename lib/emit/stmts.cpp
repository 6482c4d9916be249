// Statements. The passes have made them C++'s: loops are plain, every variable has its declaration.
#include "emit/stmts.h"

#include <utility>

#include "emit/cpp_types.h"
#include "emit/records.h"
#include "ir/visit.h"
#include "support/match.h"
#include "support/text.h"

namespace pycu::emit {

void StmtPrinter::block(const ir::Block& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        const ir::Stmt& s = function_.stmts[block[i]];
        if (s.blank_before) {
            out_.blank();
        }
        out_.comes_from(s.range);
        out_.comments(s.comments);
        const std::size_t shapes = shapes_together(block, i);
        const std::size_t items = items_together(block, i);
        if (shapes > 1) {
            declare_together(block, i, shapes);
            i += shapes - 1;
        } else if (items > 1) {
            bind_items(block, i, items);
            i += items - 1;
        } else if (const ir::While* loop = ir::counted_while(function_, block, i)) {
            const ir::Stmt& of_loop = function_.stmts[block[++i]];
            if (of_loop.blank_before && !of_loop.comments.empty()) {
                out_.blank();
            }
            out_.comes_from(of_loop.range);
            out_.comments(of_loop.comments);
            out_.trail(of_loop.trailing_comment);
            print_counted(std::get<ir::Assign>(s.as), *loop);
        } else if (!is_gone_through(block, i)) {
            stmt(s);
        }
    }
}

/// How many statements from `first` on come from one `rows, cols = a.shape`.
std::size_t StmtPrinter::shapes_together(const ir::Block& block, std::size_t first) const {
    const Range range = function_.stmts[block[first]].range;
    std::size_t count = 0;
    for (std::size_t i = first; i < block.size(); ++i) {
        const ir::Stmt& stmt = function_.stmts[block[i]];
        const auto* assign = stmt.get<ir::Assign>();
        const bool is_shape = assign != nullptr && assign->declares &&
                              function_.locals[assign->target].is_const &&
                              function_.is<ir::Extent>(assign->value);
        const bool is_one = stmt.range == range && range.begin != range.end &&
                            (i == first || (stmt.comments.empty() && !stmt.blank_before));
        if (!is_shape || !is_one) {
            break;
        }
        ++count;
    }
    return count;
}

/// const int64_t rows = u.shape[0], cols = u.shape[1];
void StmtPrinter::declare_together(const ir::Block& block, std::size_t first, std::size_t count) {
    std::string text;
    for (std::size_t i = first; i < first + count; ++i) {
        const auto& assign = std::get<ir::Assign>(function_.stmts[block[i]].as);
        const ir::Local& target = function_.locals[assign.target];
        const std::string value = exprs_.implicit(assign.value).as(Precedence::Assignment);
        text += text.empty() ? declaration(target) : ", " + target.spelling;
        text += " = " + value;
    }
    out_.trail(function_.stmts[block[first]].trailing_comment);
    out_.line(text, ";");
}

/// How many statements from `first` on come from one `x, y = p` that reads each item of a tuple
/// once.
std::size_t StmtPrinter::items_together(const ir::Block& block, std::size_t first) const {
    const ir::Stmt& head = function_.stmts[block[first]];
    const ir::Local* tuple = nullptr;
    std::size_t count = 0;
    for (std::size_t i = first; i < block.size(); ++i, ++count) {
        const ir::Stmt& stmt = function_.stmts[block[i]];
        const auto* assign = stmt.get<ir::Assign>();
        const auto* item =
            assign != nullptr ? function_.get<ir::TupleItem>(assign->value) : nullptr;
        const auto* read = item != nullptr ? function_.get<ir::Read>(item->tuple) : nullptr;
        if (read == nullptr || !assign->declares || item->index != count ||
            stmt.range != head.range || head.range.begin == head.range.end) {
            break;
        }
        const ir::Local& target = function_.locals[assign->target];
        const bool is_bound = target.is_const && !target.is_int && target.type.is_scalar() &&
                              target.type == function_.exprs[assign->value].type;
        const bool is_alone = i > first && (stmt.blank_before || !stmt.comments.empty());
        if (!is_bound || is_alone ||
            (tuple != nullptr && tuple != &function_.locals[read->local])) {
            break;
        }
        tuple = &function_.locals[read->local];
    }
    return tuple != nullptr && count == module_.types.items(tuple->type).size() ? count : 0;
}

/// `x, y`: what some assignments one after the other set.
std::string StmtPrinter::names_bound(const ir::Block& block, std::size_t first,
                                     std::size_t count) const {
    std::string names;
    for (std::size_t i = first; i < first + count; ++i) {
        const auto& assign = std::get<ir::Assign>(function_.stmts[block[i]].as);
        names += (names.empty() ? "" : ", ") + function_.locals[assign.target].spelling;
    }
    return names;
}

/// const auto [x, y] = p;
void StmtPrinter::bind_items(const ir::Block& block, std::size_t first, std::size_t count) {
    const auto& assign = std::get<ir::Assign>(function_.stmts[block[first]].as);
    const ir::ExprId tuple = function_.get<ir::TupleItem>(assign.value)->tuple;
    out_.trail(function_.stmts[block[first]].trailing_comment);
    out_.line("const auto [", names_bound(block, first, count),
              "] = ", exprs_.print(tuple).text.as(Precedence::Assignment), ";");
}

/// What stands above `elif` and `else` begins their blocks.
void StmtPrinter::body(const ir::Block& body, const std::vector<std::string>& comments) {
    out_.indent([&] {
        out_.comments(comments);
        block(body);
    });
}

void StmtPrinter::stmt(const ir::Stmt& stmt) {
    if (stmt.is<ir::Nothing>()) {
        if (!stmt.trailing_comment.empty()) {
            out_.comments({stmt.trailing_comment});
        }
        return;
    }
    out_.trail(stmt.trailing_comment);
    std::visit(match{
                   [&](const ir::Assign& s) { assign(s); },
                   [&](const ir::Unpack& s) { unpack(s); },
                   [&](const ir::Declare& s) { declare(s); },
                   [&](const ir::Store& s) { store(s); },
                   [&](const ir::Evaluate& s) { evaluate(s, stmt); },
                   [&](const ir::If& s) { print_if(s, stmt, "if ("); },
                   [&](const ir::While& s) { print_while(s); },
                   [&](const ir::ForRange& s) { print_for(s); },
                   [&](const ir::ForItems& s) { print_for_items(s); },
                   [&](const ir::Break&) { out_.line("break;"); },
                   [&](const ir::Continue&) { out_.line("continue;"); },
                   [&](const ir::Return& s) { print_return(s); },
                   [&](const ir::Raise& s) { print_raise(s); },
                   [&](const ir::Print& s) { print_print(s); },
                   [&](const ir::DeclareArray& s) { declare_array(s); },
                   [&](const ir::ForThreads& s) { for_threads(s); },
                   [&](const ir::MeetWarps& s) { meet_warps(s); },
                   [](const ir::Nothing&) {},
               },
               stmt.as);
}

/// `const double x`; a view or a constant array takes the type of what it is bound to.
std::string StmtPrinter::declaration(const ir::Local& local) const {
    if (local.type.is_record()) {
        return record_declaration(local, module_.types, options_);
    }
    const bool has_short_name =
        is_float_vector(local.type, module_.types) || module_.types.is_named(local.type);
    const bool is_auto =
        (local.type.is_tuple() && module_.types.places(local.type) == 0 && !has_short_name) ||
        (local.type.is_array() && local.is_const);
    // a view that is set again may be set from one that may only read
    const std::string type =
        is_auto ? "auto" : type_text(variable_type(local), module_.types, options_, local.written);
    if (local.type.is_pointer()) {
        return type + (local.is_const ? " const " : " ") + local.spelling;
    }
    return (local.is_const ? "const " : "") + type + " " + local.spelling;
}

/// Whether `x += v` reads the variable that it sets: Python's one name may be two variables.
bool StmtPrinter::updates_itself(const ir::Assign& s) const {
    const auto through_casts = [&](ir::ExprId id) {
        while (const auto* cast = function_.get<ir::Cast>(id)) {
            id = cast->value;
        }
        return id;
    };
    const auto* binary = function_.get<ir::Binary>(through_casts(s.value));
    if (binary == nullptr) {
        return false;
    }
    const auto* read = function_.get<ir::Read>(through_casts(binary->left));
    return read != nullptr && read->local == s.target;
}

/// `x += v`, `++x`; nothing where the variable is not C++'s left operand.
std::optional<std::string> StmtPrinter::update(const ir::Assign& s) const {
    const ir::Local& target = function_.locals[s.target];
    if (!s.augmented || s.declares || !updates_itself(s)) {
        return std::nullopt;
    }
    const auto text = exprs_.augmented(s.value, variable_type(target), target.is_int);
    if (!text) {
        return std::nullopt;
    }
    const bool is_step = *text == "+= 1" || *text == "-= 1";
    return is_step && target.type.is_integer()
               ? text->substr(0, 1) + text->substr(0, 1) + target.spelling
               : target.spelling + " " + *text;
}

void StmtPrinter::assign(const ir::Assign& s) {
    const ir::Local& target = function_.locals[s.target];
    if (exprs_.named_constant(s.target) != nullptr) {
        return;
    }
    if (const auto text = update(s)) {
        out_.line(*text, ";");
        return;
    }
    const ir::Expr& value_of = function_.exprs[s.value];
    const std::string value = is_pointer(target, options_)
                                  ? exprs_.address(s.value).as(Precedence::Assignment)
                                  : exprs_.kept(s.value, target).as(Precedence::Assignment);
    if (!s.declares) {
        // braces are of the variable's type: `t = {n, x};`
        const bool has_type = target.type.is_tuple() && exprs_.is_written_tuple(s.value);
        out_.line(target.spelling, " = ", has_type ? without_type(value) : value, ";");
        return;
    }
    const bool is_c_array = target.type.is_array() && exprs_.c_array_shape(s.value) != nullptr;
    const bool is_place = value_of.is<ir::Read>() || value_of.is<ir::Field>();
    if (is_c_array && target.is_const && is_place) {
        out_.line(declaration(target), " = ", exprs_.array_object(s.value), ";");
        return;
    }
    if (is_c_array && target.is_const) {
        out_.line("const auto& ", target.spelling, " = ", value, ";");
        return;
    }
    const bool is_complex = value_of.is<ir::MakeComplex>() && value_of.type == target.type;
    if (is_complex || (target.type.is_tuple() && exprs_.is_written_tuple(s.value))) {
        // The type stands there already: `const pycu::tuple<int64_t, float> t{n, x};`
        const std::string type = type_text(target.type, module_.types, options_, target.written);
        const std::string constness = target.is_const ? "const " : "";
        out_.line(constness, type, " ", target.spelling, without_type(value), ";");
        return;
    }
    out_.line(declaration(target), " = ", value, ";");
}

/// `const auto [x, y]`
std::string StmtPrinter::binding(const ir::Unpack& s) const {
    const bool is_const = std::ranges::all_of(
        s.targets, [&](ir::LocalId id) { return function_.locals[id].is_const; });
    const std::string names =
        listed(s.targets, [&](ir::LocalId id) { return function_.locals[id].spelling; });
    return (is_const ? "const auto [" : "auto [") + names + "]";
}

void StmtPrinter::unpack(const ir::Unpack& s) {
    out_.line(binding(s), " = ", exprs_.print(s.value).text.as(Precedence::Assignment), ";");
}

void StmtPrinter::declare(const ir::Declare& s) {
    const ir::Local& local = function_.locals[s.local];
    if (local.type.is_record()) {
        const bool is_null = local.may_be_unset && is_pointer(local, options_);
        out_.line(record_declaration(local, module_.types, options_),
                  is_null ? " = nullptr;" : ";");
        return;
    }
    const std::string type =
        type_text(variable_type(local), module_.types, options_, local.written);
    if (!local.may_be_unset) {
        out_.line(type, " ", local.spelling, ";");
    } else if (local.type.is_scalar()) {
        const char* const zero = local.type.is_bool()    ? "false"
                                 : local.type == float32 ? "0.0f"
                                 : local.type.is_float() ? "0.0"
                                                         : "0";
        out_.line(type, " ", local.spelling, " = ", zero, ";");
    } else {
        out_.line(type, " ", local.spelling, "{};");
    }
}

void StmtPrinter::store(const ir::Store& s) {
    if (s.augmented) {
        const Type element = function_.exprs[s.place].type;
        if (const auto text = exprs_.augmented(s.value, element, !s.is_observed)) {
            out_.line(exprs_.place(s.place, Access::Update).as(Precedence::Unary), " ", *text, ";");
            return;
        }
    }
    if (function_.exprs[s.place].type.is_record()) {
        out_.line(exprs_.place(s.place, Access::Set).as(Precedence::Unary), " = ",
                  exprs_.record_value(s.value).as(Precedence::Assignment), ";");
        return;
    }
    out_.line(exprs_.place(s.place, Access::Set).as(Precedence::Unary), " = ",
              exprs_.implicit(s.value, !s.is_observed).as(Precedence::Assignment), ";");
}

void StmtPrinter::print_if(const ir::If& s, const ir::Stmt& stmt, const std::string& keyword,
                           const std::vector<std::string>& comments) {
    out_.trail(stmt.trailing_comment);
    out_.line(keyword, exprs_.condition(s.condition), ") {");
    body(s.body, comments);
    print_else(s.orelse, stmt);
}

void StmtPrinter::print_else(const ir::Block& orelse, const ir::Stmt& stmt) {
    if (orelse.empty()) {
        out_.line("}");
        return;
    }
    const ir::Stmt& first = function_.stmts[orelse.front()];
    const auto* elif = first.get<ir::If>();
    if (orelse.size() == 1 && elif != nullptr && elif->is_elif) {
        out_.comes_from(first.range);
        print_if(*elif, first, "} else if (", first.comments);
        return;
    }
    out_.line("} else {");
    body(orelse, stmt.else_comments);
    out_.line("}");
}

void StmtPrinter::print_return(const ir::Return& s) {
    if (!s.value) {
        end_thread();
        return;
    }
    const std::string value = exprs_.implicit(*s.value).as(Precedence::Assignment);
    // The function says which tuple it is: `return {x, y};`
    const bool is_tuple = exprs_.is_written_tuple(*s.value) && !value.ends_with("{}");
    out_.line("return ", is_tuple ? without_type(value) : value, ";");
}

void StmtPrinter::print_raise(const ir::Raise& s) {
    if (options_.raises()) {
        out_.line("pycu::raise(", string_literal(s.exception), ", ", string_literal(s.message),
                  ");");
    } else if (function_.kind == ir::Function::Kind::Kernel) {
        end_thread();
    } else {
        out_.line("pycu::stop_thread();");
    }
}

/// `__shared__ float tile[TPB][TPB];`; a checked one knows which elements were written:
/// `__shared__ pycu::block_array<float, TPB, TPB> tile;`
void StmtPrinter::declare_array(const ir::DeclareArray& s) {
    const ir::Local& array = function_.locals[s.array];
    const std::string element = cuda_name(array.type.element_type(), module_.types);
    const bool is_shared = s.space == ir::DeclareArray::Space::Shared;
    const bool is_checked = options_.debug;
    if (is_shared && s.is_dynamic()) {
        out_.line("const auto ", array.spelling, " = PYCU_", is_checked ? "CHECKED_" : "",
                  "DYNAMIC_SHARED(", element, options_.int_indices ? ", int);" : ");");
        return;
    }
    std::string type = is_checked ? is_shared ? "pycu::block_array<" : "pycu::local_array<" : "";
    type += element;
    std::string extents;
    for (std::size_t axis = 0; axis < s.shape.size(); ++axis) {
        const CppText extent = exprs_.extent_text(s, axis);
        // A shift would end the template's arguments.
        extents += is_checked ? ", " + extent.as(Precedence::Additive) : "[" + extent.text + "]";
    }
    if (is_checked) {
        type += std::exchange(extents, "") + ">";
    }
    if (s.offset >= 0) {
        out_.line("auto& ", array.spelling, " = pycu::large_shared<", type, extents, ", ",
                  std::to_string(s.offset), ">();");
        return;
    }
    const std::string alignment =
        s.alignment > 0 ? "alignas(" + std::to_string(s.alignment) + ") " : "";
    out_.line(alignment, is_shared ? "__shared__ " : "", type, " ", array.spelling, extents, ";");
}

}  // namespace pycu::emit
