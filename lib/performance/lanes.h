// What an integer is in each of the 32 threads of a warp, as far as the thread's place says it.
//
// The one affine form of the notes: a number is a base that all lanes share, an offset for each
// lane, and for each lane a multiple of something that is not known while compiling (`i * n`).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "types/operators.h"

namespace pycu::performance {

inline constexpr int warp_size = 32;

/// Threads of a block along x, y and z; 0 where it is not known.
struct BlockShape {
    std::array<std::int64_t, 3> extents{};
    /// It follows from how the threads index shared memory, and from no launch.
    bool is_assumed = false;

    /// As many as there are, or a whole warp where nobody knows.
    std::int64_t x() const { return extents[0] > 0 ? extents[0] : warp_size; }
    friend bool operator==(const BlockShape&, const BlockShape&) = default;
};

class Lanes {
  public:
    using Numbers = std::array<std::int64_t, warp_size>;

    /// Nothing has been seen yet: what a variable is before it is set.
    Lanes() = default;
    static Lanes unknown();
    /// The same in all lanes.
    static Lanes uniform(std::int64_t multiple_of = 1);
    static Lanes constant(std::int64_t value);
    static Lanes lane();
    /// threadIdx.x, .y or .z, by its axis 0, 1 or 2.
    static Lanes thread(int axis, const BlockShape& block);

    bool is_set() const { return kind_ != Kind::Unset; }
    bool is_unknown() const { return kind_ == Kind::Unknown; }
    bool is_uniform() const;
    /// Whether it is proven that lanes differ.
    bool varies() const { return kind_ == Kind::Known && !is_uniform(); }
    /// The lanes differ by multiples of what is not known while compiling.
    bool has_rows() const;
    /// It holds of lanes that go through a loop together, and not of those that have left it.
    bool is_of_turn() const { return is_of_turn_; }
    void make_of_turn() { is_of_turn_ = true; }
    /// It counts the threads along y, and with them the rows or columns of something large.
    bool is_along_y() const { return is_along_y_; }
    void set(int lane, std::int64_t offset) { offsets_[std::size_t(lane)] = offset; }

    const Numbers& offsets() const { return offsets_; }
    const Numbers& rows() const { return rows_; }
    /// What each lane has, where all of it is known.
    std::optional<Numbers> values() const;
    /// The value of a constant.
    std::optional<std::int64_t> known() const;
    /// 1 in the lanes whose rest of a division by `by` is one number: `wanted`, or where that is
    /// not known any one. Where the base is not known, it is the one with which it is most lanes,
    /// and all bases have several runs of them; else unknown.
    Lanes has_rest(std::int64_t by, std::optional<std::int64_t> wanted) const;
    /// The largest number that all lanes' values are known to be multiples of; 0 of a zero.
    std::int64_t divisor() const;

    /// What both are; where they differ by the same in all lanes, still known.
    static Lanes joined(const Lanes& a, const Lanes& b);
    friend Lanes combined(BinaryOp op, const Lanes& a, const Lanes& b);
    friend bool operator==(const Lanes&, const Lanes&) = default;

  private:
    enum class Kind : std::uint8_t { Unset, Known, Unknown };

    Lanes based_at_first() const;
    static Lanes sum(const Lanes& a, const Lanes& b, std::int64_t sign);
    static Lanes product(const Lanes& a, const Lanes& b);
    static Lanes quotient(const Lanes& a, std::int64_t by, bool is_rest);

    Kind kind_ = Kind::Unset;
    bool is_of_turn_ = false;
    bool is_along_y_ = false;
    std::int64_t modulus_ = 0;  ///< the base is a multiple of it; 0: the base is 0
    Numbers offsets_{};
    Numbers rows_{};
};

/// What an operation makes of two numbers.
Lanes combined(BinaryOp op, const Lanes& a, const Lanes& b);

}  // namespace pycu::performance
