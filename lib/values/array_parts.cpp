// Arrays of which only a part is known. See array_parts.h.
#include "values/array_parts.h"

#include <algorithm>
#include <array>
#include <map>

namespace pycu::sema {

namespace {

using Kind = HostPart::Kind;

constexpr std::array dtypes_asked = {Scalar::Float32,  Scalar::Float64, Scalar::Int32,
                                     Scalar::Int64,    Scalar::UInt8,   Scalar::Bool,
                                     Scalar::Complex64};
constexpr std::array ranks_asked = {1, 2, 3};
/// So many that are not known are tried in all combinations.
constexpr std::size_t most_together = 2;
/// What stands for the order of an array that may have any.
constexpr char any_order = 'A';
/// And of every other element of one.
constexpr char with_gaps = 'S';

/// One whole array for each part.
struct Choice {
    std::map<std::uint64_t, Scalar> dtypes;
    std::map<std::uint64_t, int> ranks;
    std::map<std::size_t, char> orders;
};

std::vector<Extent> unknown_extents(std::size_t rank) {
    std::vector<Extent> made;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        made.push_back(Extent::unknown());
    }
    return made;
}

Value array_of(const HostDtype& dtype, std::size_t rank, char order, const HostPart& owner) {
    std::vector<Extent> extents = unknown_extents(rank);
    const std::int64_t item = bytes(dtype);
    Strides memory = order == any_order
                         ? values::unordered(std::move(extents), item)
                         : values::contiguous(std::move(extents), item, order == 'F');
    if (order == with_gaps) {
        values::Index every_other;
        every_other.slice.step = 2;
        memory = *values::sliced(memory, std::vector(rank, every_other));
    }
    Value made = host_array(dtype, std::move(memory), owner.is_device);
    std::get<HostArrayRef>(made.as)->is_cupy = owner.is_cupy;
    return made;
}

Value shape_of(std::size_t rank) {
    std::vector<Value> items;
    for (std::size_t axis = 0; axis < rank; ++axis) {
        items.push_back(host_integer());
    }
    return host_tuple(std::move(items));
}

Value dtype_value(const HostDtype& dtype) {
    return {TypeObject{dtype.type(), TypeObject::Kind::Dtype, dtype.record_size}};
}

/// Whether a layout is one that all arrays of the kind have: rows have both.
bool has_layout(const HostArray& array, Layout layout) {
    return array.layout() == layout || (array.rank() <= 1 && array.layout() == Layout::C);
}

/// A number is an array without dimensions.
bool is_array_or_number(const Value& value) {
    return value.array() != nullptr || (number_of(value));
}

HostDtype dtype_of_answer(const Value& value) {
    return value.array() != nullptr ? value.array()->dtype
                                    : HostDtype(number_of(value)->type.element());
}

class Asker {
  public:
    Asker(const std::vector<Value>& values, const OfWholes& function)
        : values_(values), function_(function) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (const HostPart* part = values[i].part()) {
                note(i, *part);
            }
        }
    }

    HostResult result(const Unknown& why) {
        if (!is_possible()) {
            return std::nullopt;
        }
        for_dtypes(), for_ranks(), for_orders();
        if (is_failed_ || answers_.empty()) {
            return std::nullopt;
        }
        HostResult made = common(why);
        return made && is_any_ ? of_anything(*made) : made;
    }

  private:
    struct Answer {
        Value value;
        Choice choice;
    };

    void note(std::size_t at, const HostPart& part) {
        parts_.push_back(at);
        // Numbers of their own for what has none: nobody else has the same.
        if (!part.dtype && part.kind != Kind::Shape) {
            open_dtypes_[dtype_key(at)];
        }
        if (!part.rank && part.kind != Kind::Dtype) {
            int& least = least_.try_emplace(rank_key(at), 0).first->second;
            least = std::max(least, -part.more_axes);
        }
        if (!part.layout && (part.kind == Kind::Any || part.kind == Kind::Array)) {
            open_orders_.push_back(at);
        }
        is_any_ = is_any_ || part.kind == Kind::Any;
    }

    bool is_possible() const {
        return !parts_.empty() && open_dtypes_.size() <= most_together &&
               least_.size() <= most_together && open_orders_.size() <= most_together;
    }

    static constexpr std::uint64_t own = std::uint64_t{1} << 63;
    const HostPart& part(std::size_t at) const { return *values_[at].part(); }
    std::uint64_t dtype_key(std::size_t at) const {
        return part(at).dtype_id != 0 ? part(at).dtype_id : own + at;
    }
    std::uint64_t rank_key(std::size_t at) const {
        return part(at).rank_id != 0 ? part(at).rank_id : own + at;
    }

    Choice usual(int rank = 2) const {
        Choice made;
        for (const auto& [key, unused] : open_dtypes_) {
            made.dtypes[key] = Scalar::Float32;
        }
        for (const auto& [key, least] : least_) {
            made.ranks[key] = rank + least;
        }
        for (const std::size_t at : open_orders_) {
            made.orders[at] = 'C';
        }
        return made;
    }

    template <typename Keys, typename Set>
    void combine(const Keys& keys, std::size_t count, const Set& set) {
        std::size_t all = 1;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            all *= count;
        }
        for (std::size_t number = 0; number < all && !is_failed_; ++number) {
            Choice choice = usual();
            std::size_t rest = number;
            for (const auto& key : keys) {
                set(choice, key, rest % count);
                rest /= count;
            }
            ask(choice);
        }
    }

    void for_dtypes() {
        combine(open_dtypes_, dtypes_asked.size(),
                [](Choice& made, const auto& key, std::size_t i) {
                    made.dtypes[key.first] = dtypes_asked[i];
                });
    }

    void for_ranks() {
        combine(least_, ranks_asked.size(), [](Choice& made, const auto& key, std::size_t i) {
            made.ranks[key.first] = ranks_asked[i] + key.second;
        });
    }

    /// Whether an array is copied, and so its order, may hang on its dtype.
    void for_orders() {
        constexpr std::array orders = {'C', 'F', any_order, with_gaps};
        const std::size_t dtypes = open_dtypes_.empty() ? 1 : dtypes_asked.size();
        for (std::size_t number = 0; number < 2 * dtypes; ++number) {
            const bool is_row = number % 2 == 1;
            combine(open_orders_, orders.size(), [&](Choice& made, std::size_t at, std::size_t i) {
                made.orders[at] = orders[i];
                for (auto& [key, dtype] : made.dtypes) {
                    dtype = dtypes_asked[number / 2];
                }
                for (auto& [key, rank] : made.ranks) {
                    rank = is_row ? least_.at(key) + 1 : rank;
                }
            });
        }
    }

    Value whole(std::size_t at, const Choice& choice) const {
        const HostPart& one = part(at);
        const auto dtype = one.dtype                 ? *one.dtype
                           : one.kind == Kind::Shape ? HostDtype(Scalar::Float32)
                                                     : HostDtype(choice.dtypes.at(dtype_key(at)));
        if (one.kind == Kind::Dtype) {
            return dtype_value(dtype);
        }
        const int rank = one.rank ? int(*one.rank) : choice.ranks.at(rank_key(at)) + one.more_axes;
        if (one.kind == Kind::Shape) {
            return shape_of(std::size_t(rank));
        }
        const char order =
            one.layout ? (*one.layout == Layout::F ? 'F' : 'C') : choice.orders.at(at);
        return array_of(dtype, std::size_t(rank), order, one);
    }

    void ask(const Choice& choice) {
        std::vector<Value> wholes = values_;
        for (const std::size_t at : parts_) {
            wholes[at] = whole(at, choice);
        }
        HostResult made = function_(wholes);
        is_failed_ = is_failed_ || !made || made->is_unknown();
        if (made) {
            answers_.push_back({*std::move(made), choice});
        }
    }

    HostResult common(const Unknown& why) const {
        const auto all = [&](const auto& is) {
            return std::ranges::all_of(answers_, [&](const Answer& one) { return is(one.value); });
        };
        const Value& first = answers_[0].value;
        if (all([](const Value& one) { return one.is<NoneValue>(); })) {
            return first;
        }
        const auto number = number_of(first);
        if (number && all([&](const Value& one) {
                const auto other = number_of(one);
                return other && other->type == number->type &&
                       other->is_python == number->is_python;
            })) {
            return with_why(host_number(number->type, number->is_python), why);
        }
        if (all(is_array_or_number)) {
            return with_why(common_array(), why);
        }
        if (all([](const Value& one) { return is_shape(one); })) {
            HostPart made{Kind::Shape};
            set_rank(made);
            return with_why({std::make_shared<const HostPart>(made)}, why);
        }
        return std::nullopt;
    }

    /// What may be anything may be a number or a list, too.
    HostResult of_anything(const Value& value) {
        const HostPart* of = value.part();
        if (of == nullptr) {
            return std::nullopt;
        }
        HostPart made = *of;
        for (const Value& instead : {host_number(float64), host_many(host_number(float64), true)}) {
            std::vector<Value> wholes = values_;
            const Choice choice = usual();
            for (const std::size_t at : parts_) {
                wholes[at] = part(at).kind == Kind::Any ? instead : whole(at, choice);
            }
            const HostResult other = function_(wholes);
            const bool is_array = other && other->array() != nullptr;
            const bool is_number = other && !is_array && number_of(*other);
            const bool has_dtype =
                (is_array || is_number) && made.dtype && dtype_of_answer(*other) == *made.dtype;
            const bool is_ordered =
                is_array && made.layout && has_layout(*other->array(), *made.layout);
            made.kind = is_array ? made.kind : Kind::Any;
            made.dtype = has_dtype ? made.dtype : std::nullopt;
            made.layout = is_ordered ? made.layout : std::nullopt;
        }
        return Value{std::make_shared<const HostPart>(made), value.why};
    }

    static bool is_shape(const Value& value) {
        const auto* tuple = value.get<HostItems>();
        return tuple != nullptr && !tuple->is_list &&
               std::ranges::all_of(tuple->items,
                                   [](const Value& one) { return extent_of(one).has_value(); });
    }

    static std::size_t rank_of(const Value& value) {
        return value.array() != nullptr ? value.array()->rank()
               : is_shape(value)        ? value.get<HostItems>()->items.size()
                                        : 0;
    }

    /// The rank that all have, or how it follows from one that is not known.
    void set_rank(HostPart& made) const {
        const auto all_are = [&](const auto& rank) {
            return std::ranges::all_of(answers_, [&](const Answer& one) {
                return int(rank_of(one.value)) == rank(one.choice);
            });
        };
        const auto first = int(rank_of(answers_[0].value));
        if (all_are([&](const Choice&) { return first; })) {
            made.rank = std::size_t(first);
            return;
        }
        for (const auto& [key, unused] : least_) {
            const int more = first - answers_[0].choice.ranks.at(key);
            if (key < own &&
                all_are([&, k = key](const Choice& c) { return c.ranks.at(k) + more; })) {
                made.rank_id = key;
                made.more_axes = more;
                return;
            }
        }
        made.rank_id = Identity().serial;
    }

    Value common_array() const {
        HostPart made{Kind::Array};
        set_rank(made);
        const auto all = [&](const auto& is) { return std::ranges::all_of(answers_, is); };
        const HostDtype first = dtype_of_answer(answers_[0].value);
        made.is_device = all([&](const Answer& one) {
            return one.value.array() == nullptr || one.value.array()->is_device;
        });
        made.is_cupy = all([&](const Answer& one) {
            return one.value.array() == nullptr || one.value.array()->is_cupy;
        });
        if (all([&](const Answer& one) { return dtype_of_answer(one.value) == first; })) {
            made.dtype = first;
        }
        for (const auto& [key, unused] : open_dtypes_) {
            const bool is_same = all([&, k = key](const Answer& one) {
                return dtype_of_answer(one.value) == one.choice.dtypes.at(k);
            });
            made.dtype_id = is_same && key < own && !made.dtype ? key : made.dtype_id;
        }
        if (!made.dtype && made.dtype_id == 0) {
            made.dtype_id = Identity().serial;
        }
        const auto is_in_order = [&](const Answer& one, Layout layout) {
            return one.value.array() == nullptr || has_layout(*one.value.array(), layout);
        };
        for (const Layout layout : {Layout::F, Layout::C}) {
            if (all([&](const Answer& one) { return is_in_order(one, layout); })) {
                made.layout = layout;
            }
        }
        made.is_row_dense = all([&](const Answer& one) {
            return rank_of(one.value) != 1 || is_in_order(one, Layout::C);
        });
        return {std::make_shared<const HostPart>(made)};
    }

    const std::vector<Value>& values_;
    const OfWholes& function_;
    std::vector<std::size_t> parts_;
    std::map<std::uint64_t, bool> open_dtypes_;
    /// By rank: how many dimensions there are at least, so that no array has fewer than one.
    std::map<std::uint64_t, int> least_;
    std::vector<std::size_t> open_orders_;
    bool is_any_ = false;
    bool is_failed_ = false;
    std::vector<Answer> answers_;
};

HostPart part_of(const Value& value) {
    if (const HostPart* part = value.part()) {
        return *part;
    }
    const HostArray& array = *value.array();
    HostPart made{Kind::Array, array.dtype, array.rank()};
    if (array.layout() != Layout::A) {
        made.layout = array.layout();
    }
    made.is_row_dense = array.rank() != 1 || made.layout;
    made.is_device = array.is_device;
    made.is_cupy = array.is_cupy;
    return made;
}

}  // namespace

Value new_part(HostPart part, const Unknown& why) {
    part.dtype_id = part.dtype ? 0 : Identity().serial;
    part.rank_id = part.rank ? 0 : Identity().serial;
    return with_why({std::make_shared<const HostPart>(std::move(part))}, why);
}

Value without_part(const Value& value) {
    if (value.part() == nullptr) {
        return value;
    }
    return {value.why != nullptr ? *value.why
                                 : Unknown{"it is computed while the program runs", {}}};
}

std::optional<Value> whole_of(const HostPart& part) {
    if (part.kind == Kind::Shape) {
        return part.rank ? std::optional(shape_of(*part.rank)) : std::nullopt;
    }
    if (part.kind == Kind::Dtype) {
        return part.dtype ? std::optional(dtype_value(*part.dtype)) : std::nullopt;
    }
    const bool is_row = part.is_row_dense && part.rank == std::size_t{1};
    if (part.kind == Kind::Any || !part.dtype || !part.rank || *part.rank == 0 ||
        (!part.layout && !is_row)) {
        return std::nullopt;
    }
    const char order = !is_row && *part.layout == Layout::F ? 'F' : 'C';
    return array_of(*part.dtype, *part.rank, order, part);
}

HostResult call_with_parts(const std::vector<Value>& values, const OfWholes& function,
                           const Unknown& why) {
    return Asker(values, function).result(why);
}

std::optional<HostPart> join_parts(const Value& a, const Value& b) {
    const auto is_one = [](const Value& value) {
        return value.part() != nullptr || value.array() != nullptr;
    };
    if (!is_one(a) || !is_one(b)) {
        return std::nullopt;
    }
    const HostPart left = part_of(a);
    const HostPart right = part_of(b);
    const bool are_arrays = left.kind != Kind::Shape && left.kind != Kind::Dtype &&
                            right.kind != Kind::Shape && right.kind != Kind::Dtype;
    if (left.kind != right.kind && !are_arrays) {
        return std::nullopt;
    }
    HostPart made{left.kind == right.kind ? left.kind : Kind::Any};
    made.is_device = left.is_device && right.is_device;
    made.is_cupy = left.is_cupy && right.is_cupy;
    if (left.dtype == right.dtype && left.dtype_id == right.dtype_id) {
        made.dtype = left.dtype;
        made.dtype_id = left.dtype_id;
    }
    const bool have_one_rank = left.rank == right.rank && left.rank_id == right.rank_id &&
                               left.more_axes == right.more_axes;
    if (have_one_rank) {
        made.rank = left.rank;
        made.rank_id = left.rank_id;
        made.more_axes = left.more_axes;
    }
    made.layout = left.layout == right.layout ? left.layout : std::nullopt;
    made.is_row_dense = left.is_row_dense && right.is_row_dense;
    made.may_be_none = left.may_be_none || right.may_be_none;
    return made;
}

}  // namespace pycu::sema
