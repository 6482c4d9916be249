// Expressions of constants as CPython's compiler folds them. See folding.h.
#include "values/folding.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "support/match.h"
#include "values/elements.h"
#include "values/numbers.h"
#include "values/strings.h"

namespace pycu::sema {

namespace {

// The limits of CPython's ast_opt.c.
constexpr std::size_t max_int_bits = 128;
constexpr std::int64_t max_collection = 256;
constexpr std::int64_t max_string = 4096;
constexpr std::int64_t max_total_items = 1024;

Value wide_literal(std::string_view digits, Range range) {
    unsigned base = 10;
    if (digits.size() > 2 && digits[0] == '0' && digits[1] > '9') {
        base = digits[1] == 'x' ? 16 : digits[1] == 'o' ? 8 : 2;
        digits.remove_prefix(2);
    }
    auto value = BigInt::parse(digits, base);
    return value ? python_int(*std::move(value)) : unknown("the int is too large", range);
}

/// check_complexity(): what is left of a number of items after those of a tuple and inside it.
std::int64_t items_left(const HostItems& tuple, std::int64_t limit) {
    limit -= static_cast<std::int64_t>(tuple.items.size());
    for (const Value& item : tuple.items) {
        const auto* inner = item.get<HostItems>();
        limit = inner != nullptr && limit >= 0 ? items_left(*inner, limit) : limit;
    }
    return limit;
}

bool is_sequence(const Value& value) {
    return value.is<StringValue>() || value.is<HostItems>();
}

/// len() of a text or a tuple.
std::ptrdiff_t size_of(const Value& sequence) {
    if (const auto* tuple = sequence.get<HostItems>()) {
        return std::ptrdiff_t(tuple->items.size());
    }
    const auto is_first = [](char c) { return (c & '\xc0') != '\x80'; };
    return std::ranges::count_if(std::get<StringValue>(sequence.as).text, is_first);
}

/// Whether `count * sequence` stays small.
bool may_repeat(const BigInt& count, const Value& sequence) {
    const auto* tuple = sequence.get<HostItems>();
    const std::ptrdiff_t size = size_of(sequence);
    if (size == 0) {
        return true;
    }
    const auto times = count.narrow();
    const std::int64_t most = (tuple == nullptr ? max_string : max_collection) / size;
    if (!times || *times < 0 || *times > most) {
        return false;
    }
    return tuple == nullptr || *times == 0 ||
           items_left(*tuple, max_total_items / static_cast<std::int64_t>(*times)) >= 0;
}

/// safe_multiply(), safe_power(), safe_lshift() and safe_mod().
bool is_small_enough(BinaryOp op, const Value& a, const Value& b) {
    using enum BinaryOp;
    const auto x = as_big_int(a);
    const auto y = as_big_int(b);
    if (op == Mod) {
        return !a.is<StringValue>();
    }
    if (op == Mult && x && is_sequence(b)) {
        return may_repeat(*x, b);
    }
    if (op == Mult && y && is_sequence(a)) {
        return may_repeat(*y, a);
    }
    if (!x || !y || x->is_zero() || y->is_zero()) {
        return true;
    }
    if (op == Mult) {
        return x->bits() + y->bits() <= max_int_bits;
    }
    const auto count = y->narrow();
    if (op == Pow && !y->is_negative()) {
        return count && *count <= Int128(max_int_bits) &&
               x->bits() <= max_int_bits / static_cast<std::size_t>(*count);
    }
    if (op == LShift) {
        return count && *count >= 0 && *count + Int128(x->bits()) <= Int128(max_int_bits);
    }
    return true;
}

/// `(1, 2, 3)[i]` and `"abc"[i]`.
Value item_of(const Value& sequence, const Value& index, Range range) {
    const auto at = as_index(index);
    if (!at || !is_sequence(sequence)) {
        return unknown("it is no index", range);
    }
    const auto* tuple = sequence.get<HostItems>();
    if (tuple == nullptr) {
        values::Index place;
        place.kind = values::Index::Kind::Integer;
        place.slice.start = values::Extent(*at);
        return index_string(std::get<StringValue>(sequence.as).text, place, range);
    }
    const auto size = static_cast<std::int64_t>(tuple->items.size());
    const std::int64_t place = *at < 0 ? *at + size : *at;
    return place >= 0 && place < size ? tuple->items[static_cast<std::size_t>(place)]
                                      : unknown("the index is out of range", range);
}

/// An int64 or a finite float64 of Python's.
bool is_plain(const Value& value) {
    const auto* number = value.get<NumberValue>();
    return number != nullptr && (number->type == int64 || number->type == float64) &&
           std::isfinite(to_double(number->value));
}

/// Whether C++ writes an operator as Python does, with the same result where nothing overflows.
bool is_same_operator(BinaryOp op, const Value& a, const Value& b) {
    using enum BinaryOp;
    // Python rounds the quotient of two ints once.
    const auto is_exact = [](const Value& value) {
        const auto integer = as_big_int(value);
        return !integer || integer->bits() <= 53;
    };
    return op == Div ? is_exact(a) && is_exact(b)
                     : op != Pow && op != FloorDiv && op != Mod && op != MatMult;
}

}  // namespace

Value literal(const syntax::Constant& constant, Range range) {
    return std::visit(match{
                          [](const syntax::None&) { return Value{NoneValue{}}; },
                          [](bool value) { return python_bool(value); },
                          [&](const syntax::Integer& integer) {
                              const auto small = integer.value();
                              return small ? python_int(static_cast<Int128>(*small))
                                           : wide_literal(integer.text, range);
                          },
                          [](double value) { return python_float(value); },
                          [](const syntax::Imaginary& i) {
                              return Value{ComplexValue{complex128, {0, i.value}}};
                          },
                          [](const std::string& text) { return Value{StringValue{text}}; },
                          [&](const auto&) { return unknown("it is no number", range); },
                      },
                      constant.value);
}

/// The arena has every operand before what it is an operand of.
FoldedConstants::FoldedConstants(const syntax::Tree& tree) : tree_(tree) {
    for (std::uint32_t i = 0; i < tree.exprs.size(); ++i) {
        fold({i});
    }
}

const Folded* FoldedConstants::find(syntax::ExprId expr) const {
    const auto at = folded_.find(expr.index);
    return at != folded_.end() ? &at->second : nullptr;
}

bool FoldedConstants::is_constant(syntax::ExprId expr) const {
    const auto& node = tree_.exprs[expr].as;
    if (const auto* tuple = std::get_if<syntax::Tuple>(&node)) {
        return std::ranges::all_of(tuple->elts, [&](auto item) { return is_constant(item); });
    }
    return std::holds_alternative<syntax::Constant>(node) || find(expr) != nullptr;
}

std::optional<Value> FoldedConstants::constant(syntax::ExprId expr) const {
    const syntax::Expr& e = tree_.exprs[expr];
    if (const auto* written = std::get_if<syntax::Constant>(&e.as)) {
        return literal(*written, e.range);
    }
    const auto* tuple = std::get_if<syntax::Tuple>(&e.as);
    if (tuple == nullptr) {
        const Folded* folded = find(expr);
        return folded != nullptr ? std::optional(folded->value) : std::nullopt;
    }
    HostItems made;
    for (const syntax::ExprId item : tuple->elts) {
        auto value = constant(item);
        if (!value) {
            return std::nullopt;
        }
        made.items.push_back(*std::move(value));
    }
    return host_items(std::move(made));
}

void FoldedConstants::keep(syntax::ExprId id, Value value, bool is_same_in_cpp) {
    budget_ -= is_sequence(value) ? size_of(value) : 0;
    if (is_known(value) && budget_ >= 0) {
        const bool is_same = is_same_in_cpp && is_plain(value);
        folded_.emplace(id.index, Folded{std::move(value), is_same});
    }
}

void FoldedConstants::drop_sequence(syntax::ExprId operand) {
    const Folded* folded = find(operand);
    if (folded != nullptr && is_sequence(folded->value)) {
        folded_.erase(operand.index);
    }
}

void FoldedConstants::fold(syntax::ExprId id) {
    const auto& node = tree_.exprs[id].as;
    if (const auto* binary_of = std::get_if<syntax::BinOp>(&node)) {
        if (is_constant(binary_of->left) && is_constant(binary_of->right)) {
            fold_binary(id, *binary_of);
        }
    } else if (const auto* unary_of = std::get_if<syntax::UnaryOp>(&node)) {
        if (is_constant(unary_of->operand)) {
            fold_unary(id, *unary_of);
        }
    } else if (const auto* item = std::get_if<syntax::Subscript>(&node)) {
        if (is_constant(item->value) && is_constant(item->slice)) {
            fold_subscript(id, *item);
        }
    } else if (const auto* name = std::get_if<syntax::Name>(&node)) {
        if (name->id == "__debug__") {
            folded_.emplace(id.index, Folded{python_bool(true)});
        }
    }
}

/// A literal that is such a number, or what C++ computes as one.
bool FoldedConstants::is_plain_number(syntax::ExprId expr) const {
    const Folded* folded = find(expr);
    return folded != nullptr ? folded->is_same_in_cpp : is_plain(constant(expr).value_or(Value{}));
}

void FoldedConstants::fold_binary(syntax::ExprId id, const syntax::BinOp& node) {
    const Value left = *constant(node.left);
    const Value right = *constant(node.right);
    if (is_small_enough(node.op, left, right)) {
        const bool is_same = is_same_operator(node.op, left, right) && is_plain_number(node.left) &&
                             is_plain_number(node.right);
        keep(id, binary(node.op, left, right, tree_.exprs[id].range), is_same);
        drop_sequence(node.left);
        drop_sequence(node.right);
    }
}

void FoldedConstants::fold_unary(syntax::ExprId id, const syntax::UnaryOp& node) {
    const bool is_sign = node.op == UnaryOp::USub || node.op == UnaryOp::Invert;
    keep(id, unary(node.op, *constant(node.operand), tree_.exprs[id].range),
         is_sign && is_plain_number(node.operand));
}

void FoldedConstants::fold_subscript(syntax::ExprId id, const syntax::Subscript& node) {
    keep(id, item_of(*constant(node.value), *constant(node.slice), tree_.exprs[id].range), false);
}

}  // namespace pycu::sema
