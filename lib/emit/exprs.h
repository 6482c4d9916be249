// IR expressions as C++ text with the parentheses and casts that a person would write.
//
// Numba's type of an expression and the type that C++ gives its text may differ, as long as both
// are the same number: `threadIdx.x` is an int32 and prints as an unsigned int. What stands around
// the text decides whether that matters, and only then a cast is printed.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "emit/options.h"
#include "emit/sharing.h"
#include "ir/module.h"
#include "support/precedence.h"

namespace pycu::emit {

/// A printed expression.
struct Printed {
    CppText text;
    /// The type that C++ gives it.
    Type type;
    /// Of integers: what its value lies between.
    ir::Interval range = {};
    /// The conversion that Numba makes of the value and that is not printed, where there is one:
    /// C++ makes it by itself if what stands around computes in this type.
    std::optional<Type> pending = {};
    /// A number written down: it can be written in another type.
    std::optional<ir::Number> number = {};
    /// A module constant: compilers see its value.
    bool is_constant = false;
    /// Of lowest bits: C++ may compute in int what an int does not hold.
    bool may_overflow = false;
};

/// A value whose text holds together: a member, an element, a call.
inline Printed postfix(std::string text, Type type) {
    return {{std::move(text), Precedence::Postfix}, type};
}

/// `name(a, b)`
template <class... Args>
Printed called(std::string name, Type type, const std::string& first, const Args&... rest) {
    name.append("(").append(first);
    (name.append(", ").append(rest), ...);
    return postfix(name + ")", type);
}

/// Two operands as they can stand beside one operator, and the type in which C++ then computes.
struct Balanced {
    Printed left;
    Printed right;
    Type type;
};

/// What is done with an element: a debug text says so, since nobody may read what nobody wrote.
enum class Access { Get, Set, Update, Atomic, Exchange };

/// The function of pycu::checked that does it.
const char* verb_of(Access access);

/// `{n, x}` of `pycu::tuple<int, float>{n, x}`, where what stands around says the type.
inline std::string without_type(const std::string& tuple) {
    return tuple.substr(tuple.find('{'));
}

/// A formula as C++: `TILE + 1`, `float(2.0 * M_PI)` (formulas.cpp).
CppText formula_text(const ir::Module& module, const ir::Formula& formula);

class ExprPrinter {
  public:
    ExprPrinter(const ir::Module& module, const ir::Function& function,
                const Sharing& sharing = no_sharing, const Options& options = {});

    /// The expression in its plainest form.
    Printed print(ir::ExprId id) const;
    /// The expression where its own type must be C++'s too: an argument of an overloaded function.
    CppText exact(ir::ExprId id) const;
    /// The expression where C++ converts it to its own type: an initialiser, an assigned value.
    /// `stored` says that the value goes to memory where nobody looks at it again: an int may then
    /// be computed in 32 bits.
    CppText implicit(ir::ExprId id, bool stored = false) const;
    /// An index, or what is for nothing else: in an int where that is what it is computed from.
    Printed index_value(ir::ExprId id) const;
    const ir::Constant* named_constant(ir::LocalId local) const;
    /// What a variable is set to.
    CppText kept(ir::ExprId id, const ir::Local& target) const;
    /// The stop of a loop, which is compared with a counter of that type.
    CppText loop_bound(ir::ExprId id, Type counter) const;
    /// Whether a counter of the type can be one more than the value.
    bool is_below_end(ir::ExprId id, Type counter) const;
    /// The expression as the condition of a statement.
    std::string condition(ir::ExprId id) const;
    /// An element as something that can be assigned to.
    CppText place(ir::ExprId element, Access access) const;

    /// Where a record lies: `&particles[i]`.
    CppText address(ir::ExprId record) const;
    /// A record as a value to be stored.
    CppText record_value(ir::ExprId id) const;

    /// `+= b` for an assignment written `x += b` in Python to a place of the type, where C++ means
    /// the same by it.
    std::optional<std::string> augmented(ir::ExprId value, Type place, bool stored) const;
    std::string in_64_bits(Printed value, BinaryOp op) const;

    /// Whether it is a tuple that is written as one: `pycu::tuple<int, float>{n, x}`.
    bool is_written_tuple(ir::ExprId id) const { return get<ir::Tuple>(id) != nullptr; }

    /// The extents of a C array declared here or constant; nothing for a view.
    const std::vector<std::int64_t>* c_array_shape(ir::ExprId array) const;

    /// An array as an object with members: `pycu::view(tile)` where `tile` is a C array.
    std::string array_object(ir::ExprId array) const;

    /// `TPB`, `TPB + 1`, or `16` where the program has nothing that C++ computes so.
    CppText extent_text(const ir::DeclareArray& array, std::size_t axis) const;

  private:
    Printed literal(const ir::Literal& e, Type type, Range range = {}) const;
    Printed complex_part(const ir::ComplexPart& e, Type type_of) const;
    Printed constant(const ir::ReadConstant& e) const;
    Printed unary(const ir::Unary& e, ir::ExprId id) const;
    Printed binary(const ir::Binary& e, ir::ExprId id) const;
    Printed plain_binary(const ir::Binary& e, ir::ExprId id) const;
    Printed division(const ir::Binary& e, ir::ExprId id) const;
    std::optional<Printed> division_by_power(const ir::Binary& e, const Printed& left,
                                             const Printed& right) const;
    Printed shift(const ir::Binary& e, ir::ExprId id) const;
    Printed power(const ir::Binary& e, ir::ExprId id) const;
    Printed repeated_product(const Printed& base, std::int64_t times, Type type) const;
    bool is_checked_division(const ir::Binary& e) const;
    bool is_fast_division(ir::ExprId id) const;
    Printed helper(const char* name, const ir::Binary& e, ir::ExprId id) const;
    Printed compare(const ir::Compare& e) const;
    Printed logical(const ir::Logical& e) const;
    Printed select(const ir::Select& e, ir::ExprId id) const;
    Printed cast(const ir::Cast& e, ir::ExprId id) const;
    Printed int_cast(const ir::Cast& e, ir::ExprId id) const;
    Printed complex_cast(const ir::Cast& e, ir::ExprId id) const;
    Printed make_complex(const ir::MakeComplex& e, Type type) const;
    Printed element(const ir::Element& e, Type type) const;
    Printed checked_element(const ir::Element& e, Type type, Access access) const;
    Printed element(const ir::View& e, Type type) const;
    Printed element(const ir::Transpose& e, Type type) const;
    Printed element(const ir::Parts& e, Type type) const;
    Printed element(const ir::Reshape& e, Type type) const;
    Printed element(const ir::Reinterpret& e, Type type) const;
    Printed element(const ir::Reduce& e, Type type) const;
    std::string view_index(const ir::ViewIndex& index, const std::string& extent) const;
    std::string slice(const ir::ViewIndex& index) const;
    std::string argument(ir::ExprId id) const;
    /// The expression beside a dot or an index, or alone between commas.
    std::string object(ir::ExprId id) const { return print(id).text.as(Precedence::Postfix); }
    std::string listed_exact(ir::ExprId id) const { return exact(id).as(Precedence::Assignment); }
    std::string listed_plain(ir::ExprId id) const {
        return print(id).text.as(Precedence::Assignment);
    }
    std::string site(ir::ExprId array) const { return '"' + python_text(array) + '"'; }
    std::string checked_indices(const ir::Element& e) const;
    Printed known_number(CppText text, std::int64_t value) const;
    Printed checked_record(const ir::Element& e, Type type) const;
    Printed checked_field(ir::ExprId of, std::uint32_t index, Type type) const;
    std::string python_text(ir::ExprId id) const;
    bool may_be_zero(ir::ExprId id) const;
    Printed read(const ir::Read& e, Type type) const;
    Printed field(const ir::Field& e, ir::ExprId id) const;
    Printed column(const ir::Column& e, Type type) const;
    Printed counted(std::string text) const;
    Printed extent(const ir::Extent& e, Range range) const;
    Printed size(const ir::Size& e) const;
    Printed tuple(const ir::Tuple& e, ir::ExprId id) const;
    Printed tuple_item(const ir::TupleItem& e, Type type_of) const;
    Printed tuple_at(const ir::TupleAt& e, Type type_of) const;
    Printed unwrap(const ir::Unwrap& e, Type type) const;
    Printed call(const ir::Call& e, Type type) const;
    Printed intrinsic(const ir::Intrinsic& e, ir::ExprId id) const;
    std::vector<CppText> listed_arguments(const ir::Intrinsic& e, bool is_int, bool is_plain) const;
    const api::Intrinsic* row_of_low_half(const ir::Intrinsic& e) const;
    bool computes_in_int(const ir::Intrinsic& e, ir::ExprId id) const;
    CppText lane_argument(const ir::Intrinsic& e, std::size_t index) const;

    std::string index(const ir::Subscript& index, const std::string& extent) const;
    std::string element_of_view(const std::string& array, const ir::Element& e) const;
    std::string type_name(Type type) const;
    /// Of an expression: its arrays are const where nobody writes through them.
    std::string type_name(ir::ExprId id) const;
    Printed converted(Printed value, Type type) const;
    Printed settled(Printed value) const;
    Balanced balance(Printed left, Printed right, Type type,
                     std::optional<ir::Interval> result) const;
    std::optional<Printed> low_bits(ir::ExprId id, int bits) const;
    bool is_known_extent(ir::ExprId id) const;
    bool is_remainder_test(const ir::Compare& e) const;
    bool is_repeatable(ir::ExprId id) const;
    const ir::DeclareArray* declared_array(ir::ExprId array) const;
    static bool is_c_array(const ir::Constant& constant);
    Printed constant_view(const ir::Constant& constant) const;
    const ir::Constant* constant_array(ir::ExprId array) const;
    ir::Interval interval(ir::ExprId id, ir::Interval computed) const;
    void find_arrays(const ir::Block& block);

    template <class T>
    const T* get(ir::ExprId id) const {
        return function_.get<T>(id);
    }
    Type type(ir::ExprId id) const { return function_.exprs[id].type; }

    const ir::Module& module_;
    const ir::Function& function_;
    const Sharing& sharing_;
    Options options_;
    std::unordered_map<std::uint32_t, const ir::DeclareArray*> declared_arrays_;
    std::unordered_map<std::uint32_t, const ir::Constant*> constant_arrays_;
};

}  // namespace pycu::emit
