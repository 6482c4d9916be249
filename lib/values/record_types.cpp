// np.dtype: scalars, and records with their fields where NumPy puts them.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "types/scalar.h"
#include "values/arguments.h"
#include "values/elements.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// The most fields of a record, with those of the records in it: its type has a text.
constexpr std::size_t max_fields = 4096;

std::size_t count_fields(const RecordType& record, const TypeTable& table) {
    std::size_t count = 0;
    for (const RecordField& field : record.fields) {
        const Type item = field.type.is_array() ? field.type.element_type() : field.type;
        count += item.is_record() ? count_fields(table.record(item), table) : 1;
    }
    return count;
}

/// Builds one record; `why` says what is wrong when there is none.
class RecordMaker {
  public:
    RecordMaker(TypeTable& table, bool is_aligned, Range range)
        : table_(table), range_(range), is_aligned_(is_aligned) {
        made_.is_aligned = is_aligned;
    }

    /// [("x", np.float32), ("v", np.float32, (3,))]
    bool fields(const HostItems& list) {
        return std::ranges::all_of(list.items, [&](const Value& item) {
            const auto* field = item.get<HostItems>();
            if (field == nullptr || field->items.size() < 2 || field->items.size() > 3) {
                return refuse("a field is a tuple of a name, a dtype and a shape");
            }
            const auto* name = field->items[0].get<StringValue>();
            const Value* shape = field->items.size() == 3 ? &field->items[2] : nullptr;
            return name == nullptr ? refuse("the name of a field is not known")
                                   : add(name->text, field->items[1], shape, nullptr);
        });
    }

    /// {"names": [...], "formats": [...], "offsets": [...], "itemsize": 16}
    bool fields_of_dict(const HostItems& dict) {
        const auto list = [&](const char* key) {
            const Value* value = item_of(dict, key);
            return value == nullptr ? nullptr : value->get<HostItems>();
        };
        const HostItems* names = list("names");
        const HostItems* formats = list("formats");
        const HostItems* offsets = list("offsets");
        if (names == nullptr || formats == nullptr ||
            names->items.size() != formats->items.size() ||
            (offsets != nullptr && offsets->items.size() != names->items.size())) {
            return refuse("it has no list of `names` and one of `formats`");
        }
        for (std::size_t i = 0; i < names->items.size(); ++i) {
            const auto* name = names->items[i].get<StringValue>();
            if (name == nullptr) {
                return refuse("the name of a field is not known");
            }
            const Value* at = offsets != nullptr ? &offsets->items[i] : nullptr;
            if (!add(name->text, formats->items[i], nullptr, at)) {
                return false;
            }
        }
        const Value* size = item_of(dict, "itemsize");
        size_ = size != nullptr ? as_index(*size) : std::nullopt;
        return size == nullptr || (size_ && *size_ >= made_.size) ||
               refuse("its `itemsize` does not hold the fields");
    }

    Value value() {
        const std::int64_t end = is_aligned_ ? rounded_up(made_.size, alignment_) : made_.size;
        made_.size = size_.value_or(end);
        if (made_.fields.empty()) {
            return unknown("it is a record without fields", range_);
        }
        if (table_.record_count() == Type::max_records) {
            return unknown("there are too many record types", range_);
        }
        if (count_fields(made_, table_) > max_fields) {
            return unknown("it is a record with too many fields", range_);
        }
        std::ranges::stable_sort(made_.fields, {}, &RecordField::offset);  // as Numba has them
        const std::int64_t size = made_.size;
        return Value{TypeObject{table_.record(std::move(made_)), TypeObject::Kind::Dtype, size}};
    }
    const Value& why() const { return why_; }

  private:
    bool refuse(std::string why) {
        why_ = unknown(std::move(why), range_);
        return false;
    }

    bool add(const std::string& name, const Value& format, const Value* shape, const Value* at) {
        const Value* written = &format;
        if (const auto* pair = format.get<HostItems>();
            pair != nullptr && !pair->is_list && pair->items.size() == 2 && shape == nullptr) {
            written = &pair->items[0];  // (np.float32, (3,))
            shape = &pair->items[1];
        }
        Value dtype = *written;
        if (written->items() != nullptr) {
            const Value align{NumberValue{boolean, is_aligned_}};
            dtype = call_dtype({{*written, align}, {}}, table_, range_);
        }
        const auto element = element_type_of(dtype);
        if (!element && dtype.is_unknown()) {
            why_ = dtype;
            return false;
        }
        RecordField field{name, element.value_or(Type::error()), 0, {}};
        if (!element) {
            return refuse("the dtype of its field `" + name + "` is not known");
        }
        if (shape != nullptr && !add_shape(field, *shape)) {
            return refuse("the shape of its field `" + name + "` is not known");
        }
        const auto is_same = [&](const RecordField& other) { return other.name == name; };
        if (name.empty() || std::ranges::any_of(made_.fields, is_same)) {
            return refuse("it has two fields `" + name + "`");
        }
        return place(std::move(field), at);
    }

    bool add_shape(RecordField& field, const Value& shape) const {
        const auto* extents = shape.get<HostItems>();
        const std::vector<Value> items = extents != nullptr ? extents->items : std::vector{shape};
        std::int64_t count = 1;
        for (const Value& item : items) {
            const auto extent = as_index(item);
            if (!extent || *extent < 1 || count > max_elements / *extent) {
                return false;
            }
            count *= *extent;
            field.shape.push_back(*extent);
        }
        if (field.shape.size() > std::size_t(Type::max_rank)) {
            return false;
        }
        if (!field.shape.empty()) {
            field.type = Type::array(field.type, int(field.shape.size()), Layout::C);
        }
        return true;
    }

    /// What NumPy takes for the alignment: 1 for a record that was not asked to be aligned.
    std::int64_t alignment_of(const RecordField& field) const {
        const Type element = field.type.is_array() ? field.type.element_type() : field.type;
        const bool is_packed = element.is_record() && !table_.record(element).is_aligned;
        return is_packed ? 1 : table_.alignment(field);
    }

    bool place(RecordField field, const Value* at) {
        const std::int64_t alignment = alignment_of(field);
        const auto given = at != nullptr ? as_index(*at) : std::nullopt;
        if (at != nullptr && (!given || *given < 0 || *given > max_elements)) {
            return refuse("the offset of its field `" + field.name + "` is not known");
        }
        if (given && is_aligned_ && *given % alignment != 0) {
            return refuse("the offset of its field `" + field.name +
                          "` is no multiple of its alignment");
        }
        field.offset = given.value_or(is_aligned_ ? rounded_up(end_, alignment) : end_);
        end_ = field.offset + table_.bytes(field);
        made_.size = std::max(made_.size, end_);
        alignment_ = std::max(alignment_, alignment);
        made_.fields.push_back(std::move(field));
        return true;
    }

    TypeTable& table_;
    Range range_;
    bool is_aligned_;
    RecordType made_;
    std::optional<std::int64_t> size_;
    std::int64_t end_ = 0;
    std::int64_t alignment_ = 1;
    Value why_;
};

}  // namespace

std::optional<Type> element_type_of(const Value& value) {
    if (const auto* type = value.get<TypeObject>(); type != nullptr && type->type.is_record()) {
        return type->type;
    }
    const auto scalar = dtype_of(value);
    return scalar ? std::optional(Type::scalar(*scalar)) : std::nullopt;
}

Value call_dtype(const CallArguments& args, TypeTable& table, Range range) {
    const auto given = bound(*api::find_function("numpy.dtype"), args);
    if (!given) {
        return unknown("`np.dtype` takes a dtype and `align`", range);
    }
    const Value* of = given->named_only("dtype");
    if (const auto known = element_type_of(*of)) {
        return Value{TypeObject{*known, TypeObject::Kind::Dtype, table.bytes(*known)}};
    }
    const auto is_aligned = truth(*given->named_only("align"));
    if (!is_aligned) {
        return unknown("whether it is aligned is not known", range);
    }
    RecordMaker maker(table, *is_aligned, range);
    if (const auto* list = of->get<HostItems>(); list != nullptr && list->is_list) {
        return maker.fields(*list) ? maker.value() : maker.why();
    }
    if (const auto* dict = of->items(); dict != nullptr && dict->is_dict) {
        return maker.fields_of_dict(*dict) ? maker.value() : maker.why();
    }
    if (of->is<StringValue>()) {
        return Value{Unknown{"this dtype", range, true}};
    }
    return of->is_unknown() ? *of : unknown("it is no dtype", range);
}

}  // namespace pycu::sema
