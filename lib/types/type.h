// Types: four bytes, passed by value, equal when the types are the same.
//
// Scalars and arrays of scalars fit in the four bytes. A tuple and a record keep an index into the
// TypeTable that interned them, so a Type with one of them in it means something only beside its
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "types/written.h"

namespace pycu {

/// A scalar type; the lines of scalars.def.
enum class Scalar : std::uint8_t {
#define PYCU_SCALAR(scalar, python, cuda, c, abi, code, letter, ctype, bytes) scalar,
#include "types/scalars.def"
};

/// What is known of an array's strides: anything, row-major, or column-major.
enum class Layout : std::uint8_t { A, C, F };

/// The type of a value, or `none` (a function that returns nothing), or `error` (already reported).
class Type {
  public:
    enum class Kind : std::uint8_t {
        Error,
        None,
        Scalar,
        Array,
        Tuple,
        Record,
        Optional,
        Enum,
        Range,
        List,
        Pointer
    };
    static constexpr int max_rank = 63;
    /// How many record types one TypeTable can hold: an array's type has room for no more.
    static constexpr std::uint32_t max_records = 1U << 11U;

    constexpr Type() = default;
    static constexpr Type error() { return Type{}; }
    static constexpr Type none() { return Type{Kind::None, 0}; }
    static constexpr Type scalar(Scalar s) { return Type{Kind::Scalar, std::uint32_t(s)}; }
    static constexpr Type array(Scalar element, int rank, Layout layout, bool readonly = false) {
        return Type{Kind::Array, std::uint32_t(element) | std::uint32_t(rank) << 8U |
                                     std::uint32_t(layout) << 14U | std::uint32_t(readonly) << 16U};
    }
    /// An array of scalars or of records.
    static constexpr Type array(Type element, int rank, Layout layout, bool readonly = false) {
        if (!element.is_record()) return array(element.element(), rank, layout, readonly);
        const Type shape = array(no_scalar, rank, layout, readonly);
        return Type{Kind::Array, shape.payload() | element.payload() << 17U};
    }

    /// A range of int32, int64 or uint64.
    static constexpr Type range(Type item) {
        return Type{Kind::Range, std::uint32_t(item.element())};
    }

    /// A list of numbers of one type, which functions of the host make.
    static constexpr Type list(Type item) {
        return Type{Kind::List, std::uint32_t(item.element())};
    }

    /// Where numbers of one type lie: what functions of C take.
    static constexpr Type pointer(Type item) {
        return Type{Kind::Pointer, std::uint32_t(item.element())};
    }

    /// The state of a random generator: the first record of every TypeTable.
    static constexpr Type random_state() { return Type{Kind::Record, 0}; }

    constexpr Kind kind() const { return Kind(bits_ & 15U); }
    constexpr bool is_error() const { return kind() == Kind::Error; }
    constexpr bool is_none() const { return kind() == Kind::None; }
    constexpr bool is_scalar() const { return kind() == Kind::Scalar; }
    constexpr bool is_array() const { return kind() == Kind::Array; }
    /// A plain tuple, or one whose items have names.
    constexpr bool is_tuple() const { return kind() == Kind::Tuple; }
    constexpr bool is_record() const { return kind() == Kind::Record; }
    constexpr bool is_record_array() const {
        return is_array() && Scalar(payload() & 0xffU) == no_scalar;
    }
    /// A value or None.
    constexpr bool is_optional() const { return kind() == Kind::Optional; }
    /// A member of an Enum class. sema alone knows it; in the IR it is a value of its dtype.
    constexpr bool is_enum() const { return kind() == Kind::Enum; }
    /// What `range(...)` is. sema alone knows it; in the IR it is a tuple of start, stop and step.
    constexpr bool is_range() const { return kind() == Kind::Range; }

    constexpr bool is_list() const { return kind() == Kind::List; }
    constexpr bool is_pointer() const { return kind() == Kind::Pointer; }

    /// The scalar itself, or the element of an array of scalars.
    constexpr Scalar element() const { return Scalar(payload() & 0xffU); }
    constexpr int rank() const { return int(payload() >> 8U & 63U); }
    constexpr Layout layout() const { return Layout(payload() >> 14U & 3U); }
    constexpr bool is_readonly() const { return is_array() && (payload() >> 16U & 1U) != 0; }
    /// The element as a type: what `a[i]` is, or an item of a range.
    constexpr Type element_type() const {
        return is_record_array() ? Type{Kind::Record, payload() >> 17U} : scalar(element());
    }
    constexpr Type with_layout(Layout l) const {
        return array(element_type(), rank(), l, is_readonly());
    }
    constexpr Type with_readonly(bool on) const {
        return array(element_type(), rank(), layout(), on);
    }

    constexpr bool is_bool() const { return is_scalar() && element() == Scalar::Bool; }
    constexpr bool is_signed() const { return is_between(Scalar::Int8, Scalar::Int64); }
    constexpr bool is_unsigned() const { return is_between(Scalar::UInt8, Scalar::UInt64); }
    /// A signed or unsigned integer; bool is not one.
    constexpr bool is_integer() const { return is_between(Scalar::Int8, Scalar::UInt64); }
    constexpr bool is_float() const { return is_between(Scalar::Float16, Scalar::Float64); }
    constexpr bool is_complex() const { return is_between(Scalar::Complex64, Scalar::Complex128); }

    /// The four bytes, for hashing and as a key.
    constexpr std::uint32_t bits() const { return bits_; }
    friend constexpr bool operator==(Type, Type) = default;

  private:
    friend class TypeTable;
    /// Stands for the scalar in an array of records.
    static constexpr Scalar no_scalar = Scalar(0xff);
    constexpr Type(Kind kind, std::uint32_t payload) : bits_(std::uint32_t(kind) | payload << 4U) {}
    constexpr std::uint32_t payload() const { return bits_ >> 4U; }
    constexpr bool is_between(Scalar low, Scalar high) const {
        return is_scalar() && low <= element() && element() <= high;
    }

    std::uint32_t bits_ = 0;
};

inline constexpr Type none = Type::none();
inline constexpr Type boolean = Type::scalar(Scalar::Bool);
inline constexpr Type int8 = Type::scalar(Scalar::Int8);
inline constexpr Type int16 = Type::scalar(Scalar::Int16);
inline constexpr Type int32 = Type::scalar(Scalar::Int32);
inline constexpr Type int64 = Type::scalar(Scalar::Int64);
inline constexpr Type uint8 = Type::scalar(Scalar::UInt8);
inline constexpr Type uint16 = Type::scalar(Scalar::UInt16);
inline constexpr Type uint32 = Type::scalar(Scalar::UInt32);
inline constexpr Type uint64 = Type::scalar(Scalar::UInt64);
inline constexpr Type float16 = Type::scalar(Scalar::Float16);
inline constexpr Type float32 = Type::scalar(Scalar::Float32);
inline constexpr Type float64 = Type::scalar(Scalar::Float64);
inline constexpr Type complex64 = Type::scalar(Scalar::Complex64);
inline constexpr Type complex128 = Type::scalar(Scalar::Complex128);

/// A field of a record: a scalar, a record, or an array of one of them inside the record.
struct RecordField {
    std::string name;
    /// Of a sub-array: Array of layout C, and `shape` has its extents.
    Type type;
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape{};
    friend bool operator==(const RecordField&, const RecordField&) = default;
};

/// What np.dtype([...]) says: the fields in its order, and where the next record begins.
struct RecordType {
    std::vector<RecordField> fields;
    std::int64_t size = 0;
    /// Made with align=True; part of the type, as in Numba.
    bool is_aligned = false;
    /// The first name that the program bound to it; empty for one without a name.
    std::string name{};
    /// The names of its struct and of the struct's members in a .cu (the pass spell_names).
    std::string spelling{};
    std::vector<std::string> members{};
};

/// A tuple: its items and, of a named one, the class and the names of its fields.
struct TupleType {
    std::vector<Type> items;
    std::string name;
    std::vector<std::string> fields;
    /// The C++ identifiers of a named one's struct and its members (the pass spell_names).
    std::string spelling;
    std::vector<std::string> members;
    /// Python's range, whose struct the runtime has.
    bool is_range = false;
    /// Of a named one, whose struct has one text: through which items anybody writes.
    Written written{};
    /// How many values it holds, those of the tuples inside it with them, and how deep it nests.
    std::uint32_t values = 0;
    std::uint32_t depth = 0;
};

/// An Enum class whose members have values of one type. Classes are told apart by `id`.
struct EnumType {
    std::string name;
    Type dtype;
    /// IntEnum: its members are ints in arithmetic, too.
    bool is_int = false;
    std::uint32_t id = 0;
};

/// Owns the parts of tuples, records, optionals and enums; one such type has one Type.
class TypeTable {
  public:
    TypeTable();

    Type tuple(std::span<const Type> items);
    Type named_tuple(std::string_view name, std::span<const std::string> fields,
                     std::span<const Type> items);
    /// The items of a tuple; the span stays valid as long as the table.
    std::span<const Type> items(Type tuple) const { return tuple_type(tuple).items; }
    /// Calls `visit(item, first, count)`: an item has `count` places, from `first` on.
    template <class Visit>
    void for_each_item(Type tuple, Visit&& visit) const {
        std::uint32_t first = 0;
        for (const Type item : items(tuple)) {
            const std::uint32_t count = places(item);
            visit(item, first, count);
            first += count;
        }
    }
    /// Whether a type has a text that people read and compilers take: a program that makes larger
    /// tuples goes on making them (`t = t + t`).
    bool is_small(Type type) const;
    static constexpr std::uint32_t max_tuple_values = 1000;
    static constexpr std::uint32_t max_tuple_depth = 64;
    const TupleType& tuple_type(Type tuple) const;
    bool is_named(Type type) const { return type.is_tuple() && !tuple_type(type).name.empty(); }
    /// A tuple of the same class and fields with other items.
    Type with_items(Type tuple, std::span<const Type> items);
    void spell_tuple(Type tuple, std::string spelling, std::vector<std::string> members);
    void write_through(Type tuple, Written places);
    /// How many tuple types there are, and one of them: it stands behind those inside it.
    std::uint32_t tuple_count() const { return std::uint32_t(tuples_.size()); }
    Type tuple_at(std::uint32_t index) const { return Type{Type::Kind::Tuple, index}; }

    /// `Optional(item)`; of None and of an Optional itself.
    Type optional(Type item);
    /// What an Optional holds; any other type itself.
    Type without_none(Type type) const;

    Type enumeration(const EnumType& type);
    const EnumType& enum_type(Type type) const;

    /// The type of a value in the IR: where members of enums are values of their dtype, and ranges
    /// are tuples.
    Type stored(Type type);

    /// A record by its fields and size: the name is no part of the type. At most max_records.
    Type record(RecordType record);
    const RecordType& record(Type type) const;
    /// How many there are, and one of them by its index; a record stands behind those inside it.
    std::uint32_t record_count() const { return std::uint32_t(records_.size()); }
    Type record_at(std::uint32_t index) const { return Type{Type::Kind::Record, index}; }
    /// The field of a name; nothing when the record has none.
    std::optional<std::uint32_t> field(Type record, std::string_view name) const;
    /// Names a record that has no name yet.
    void name_record(Type record, std::string_view name);
    void spell_record(Type record, std::string spelling, std::vector<std::string> members);

    /// How many arrays and records a value has, those in the items of tuples with it.
    std::uint32_t places(Type type) const;
    /// The size in bytes of a scalar, a record, or an array's element.
    std::int64_t bytes(Type type) const;
    /// With all elements of a sub-array.
    std::int64_t bytes(const RecordField& field) const;
    /// Where a value of the type may lie: its address is a multiple of this, as NumPy has it.
    std::int64_t alignment(Type type) const;
    std::int64_t alignment(const RecordField& field) const { return alignment(field.type); }
    /// Whether the field lies where its type may lie; device code can only reach those.
    bool is_in_place(const RecordField& field) const {
        return field.offset % alignment(field) == 0;
    }

  private:
    Type stored_range(Type item);
    Type intern(TupleType tuple);

    std::deque<TupleType> tuples_;
    std::deque<Type> optionals_;
    std::deque<EnumType> enums_;
    std::deque<RecordType> records_;
};

/// The type as a user writes it: `float32[:, ::1]`, `UniTuple(int64, 2)`, `none`.
std::string python_name(Type type, const TypeTable& table);

/// The type as it stands in a .cu: `float`, `pycu::array<const float, 2>`; `void` for none.
/// The elements of arrays are const where nobody writes, and those of a readonly array always.
std::string cuda_name(Type type, const TypeTable& table, Written written = Written(true));

/// Whether it is a tuple of two to four floats of one type, `pycu::double3`: its items have names.
bool is_float_vector(Type type, const TypeTable& table);

}  // namespace pycu

template <>
struct std::hash<pycu::Type> {
    std::size_t operator()(pycu::Type type) const noexcept {
        return std::hash<std::uint32_t>{}(type.bits());
    }
};
