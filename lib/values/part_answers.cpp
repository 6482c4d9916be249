// What functions make of arrays of which only a part is known. See array_parts.h.
#include <algorithm>
#include <array>
#include <map>

#include "values/array_parts.h"

namespace pycu::sema {

namespace {

/// All that arrays have: one is copied or not as its dtype is the one that is wanted.
constexpr std::array dtypes_asked = {
    Scalar::Float32, Scalar::Float64,   Scalar::Int32,      Scalar::Int64,   Scalar::UInt8,
    Scalar::Bool,    Scalar::Complex64, Scalar::Complex128, Scalar::Float16, Scalar::Int8,
    Scalar::Int16,   Scalar::UInt16,    Scalar::UInt32,     Scalar::UInt64};
constexpr std::array ranks_asked = {1, 2, 3};
/// So many that are not known are tried in all combinations.
constexpr std::size_t most_together = 2;

/// One whole array for each part.
struct Choice {
    std::map<std::uint64_t, Scalar> dtypes;
    std::map<std::uint64_t, int> ranks;
    std::map<std::size_t, char> orders;
};

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
    Asker(const std::vector<Value>& values, const OfWholes& function, PartArrays& arrays)
        : values_(values), function_(function), arrays_(arrays) {
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
        if (!part.dtype && part.kind != PartKind::Shape) {
            open_dtypes_[dtype_key(at)];
        }
        if (!part.rank && part.kind != PartKind::Dtype) {
            int& least = least_.try_emplace(rank_key(at), 0).first->second;
            least = std::max(least, -part.more_axes);
        }
        if (!part.layout && (part.kind == PartKind::Any || part.kind == PartKind::Array)) {
            open_orders_.push_back(at);
        }
        is_any_ = is_any_ || part.kind == PartKind::Any;
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

    /// Whether an array is copied, and so its order, may hang on whether it has the dtype that is
    /// wanted: one choice of dtypes stands for all of which the answer has the same ones.
    void for_orders() {
        constexpr std::array orders = {'C', 'F', HostPart::any_order, HostPart::with_gaps};
        std::map<std::vector<bool>, std::map<std::uint64_t, Scalar>> kinds;
        for (const Answer& one : answers_) {
            kinds.try_emplace(same_dtypes(one), one.choice.dtypes);
        }
        for (const auto& [same, dtypes] : kinds) {
            for (const bool is_row : {false, true}) {
                combine(open_orders_, orders.size(),
                        [&, chosen = &dtypes](Choice& made, std::size_t at, std::size_t i) {
                            made.orders[at] = orders[i];
                            made.dtypes = *chosen;
                            for (auto& [key, rank] : made.ranks) {
                                rank = is_row ? least_.at(key) + 1 : rank;
                            }
                        });
            }
        }
    }

    /// Which of the chosen dtypes the answer has, and whether they are one.
    std::vector<bool> same_dtypes(const Answer& answer) const {
        std::vector<bool> same;
        const bool has_dtype = is_array_or_number(answer.value);
        for (const auto& [key, dtype] : answer.choice.dtypes) {
            same.push_back(has_dtype && dtype_of_answer(answer.value) == HostDtype(dtype));
            same.push_back(dtype == answer.choice.dtypes.begin()->second);
        }
        return same;
    }

    Value whole(std::size_t at, const Choice& choice) const {
        const HostPart& one = part(at);
        const auto dtype = one.dtype ? *one.dtype
                           : one.kind == PartKind::Shape
                               ? HostDtype(Scalar::Float32)
                               : HostDtype(choice.dtypes.at(dtype_key(at)));
        if (one.kind == PartKind::Dtype) {
            return HostPart::dtype_of(dtype);
        }
        const int rank = one.rank ? int(*one.rank) : choice.ranks.at(rank_key(at)) + one.more_axes;
        if (one.kind == PartKind::Shape) {
            return HostPart::shape_of(std::size_t(rank));
        }
        const char order =
            one.layout ? (*one.layout == Layout::F ? 'F' : 'C') : choice.orders.at(at);
        if (dtype.record.is_record()) {
            return one.array_of(dtype, std::size_t(rank), order);
        }
        const auto [known, is_new] = arrays_.try_emplace(
            {at, dtype.scalar, std::size_t(rank), order, one.is_device, one.is_cupy});
        if (is_new) {
            known->second = one.array_of(dtype, std::size_t(rank), order);
        }
        return known->second;
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
            HostPart made{PartKind::Shape};
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
                wholes[at] = part(at).kind == PartKind::Any ? instead : whole(at, choice);
            }
            const HostResult other = function_(wholes);
            const bool is_array = other && other->array() != nullptr;
            const bool is_number = other && !is_array && number_of(*other);
            const bool has_dtype =
                (is_array || is_number) && made.dtype && dtype_of_answer(*other) == *made.dtype;
            const bool is_ordered =
                is_array && made.layout && has_layout(*other->array(), *made.layout);
            made.kind = is_array ? made.kind : PartKind::Any;
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
        HostPart made{PartKind::Array};
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
    PartArrays& arrays_;
    std::vector<std::size_t> parts_;
    std::map<std::uint64_t, bool> open_dtypes_;
    /// By rank: how many dimensions there are at least, so that no array has fewer than one.
    std::map<std::uint64_t, int> least_;
    std::vector<std::size_t> open_orders_;
    bool is_any_ = false;
    bool is_failed_ = false;
    std::vector<Answer> answers_;
};

}  // namespace

HostResult call_with_parts(const std::vector<Value>& values, const OfWholes& function,
                           const Unknown& why, PartArrays& arrays) {
    return Asker(values, function, arrays).result(why);
}

}  // namespace pycu::sema
