// What is learnt and made of parts while host code runs. See parts.h.
#include "python/parts.h"

#include <algorithm>

#include "api/functions.h"
#include "api/parameters.h"
#include "values/numbers.h"
#include "values/or_none.h"

namespace pycu::sema {

namespace {

/// What it costs to ask for one array in the place of a part, of which there may be hundreds.
constexpr long steps_of_a_whole = 3;

/// What was learnt of a dtype or a rank stands in the module's frame, under no name of Python's.
std::string fact_name(std::uint64_t id) {
    return "#" + std::to_string(id);
}

bool is_part(const Value& value) {
    return value.part() != nullptr;
}

const Unknown& why_of(const Value& part) {
    static const Unknown otherwise{"it is computed while the program runs", {}};
    return part.why != nullptr ? *part.why : otherwise;
}

/// A list of which nobody knows all items, where it is made an array: a new one in C order.
Value part_of_items(const Value& list, Range range) {
    const HostItems& items = *list.items();
    const Value array = items.is_dict ? list : as_host_array(list, range);
    const auto* why = array.get<Unknown>();
    return why != nullptr && !why->is_later
               ? new_part({.kind = PartKind::Array, .layout = Layout::C, .is_row_dense = true},
                          *why)
               : list;
}

Value changed(const Value& value, HostPart part) {
    return {std::make_shared<const HostPart>(std::move(part)), value.why};
}

/// Which part an argument of that name is where nobody knows it.
std::optional<HostPart> part_for(std::string_view parameter) {
    if (parameter == "shape" || parameter == "size") {
        return HostPart{PartKind::Shape};
    }
    if (parameter == "dtype") {
        return HostPart{PartKind::Dtype};
    }
    const bool is_array = parameter == "a" || parameter == "object" || parameter == "obj" ||
                          parameter == "ary" || parameter == "prototype";
    return is_array ? std::optional(HostPart{PartKind::Any}) : std::nullopt;
}

}  // namespace

// ---- What is learnt of them.

/// The place where something is learnt of a dtype or a rank, on this path and on those to come.
Cell* Interpreter::Parts::fact(std::uint64_t id) {
    if (id == 0) {
        return nullptr;
    }
    const std::string name = fact_name(id);
    if (Cell* known = store_.find(0, name); known != nullptr && known->now.value) {
        return known;
    }
    Cell& made = store_.cell(0, name);
    made.serial = Identity().serial;  // it is as new as what it speaks of
    store_.set(made, Slot{unknown("nothing says it", {}), {}, {}});
    return &made;
}

/// A part with all that the run has learnt of it; the whole where nothing is missing.
Value Interpreter::Parts::resolved(const Value& value) {
    if (!is_part(value) || run_.view_ != at_end) {
        return value;
    }
    if (value.or_none) {
        Value made = resolved(but_none(value));
        made.or_none = true;
        return made;
    }
    HostPart part = *value.part();
    const Cell* rank = part.rank ? nullptr : fact(part.rank_id);
    const Cell* dtype = part.dtype ? nullptr : fact(part.dtype_id);
    const bool had_both = part.rank && part.dtype;
    const auto axes = rank != nullptr ? as_index(*rank->now.value) : std::nullopt;
    if (axes && *axes + part.more_axes >= 0) {
        part.rank = std::size_t(*axes + part.more_axes);
        part.rank_id = 0;
        part.more_axes = 0;
    }
    if (dtype != nullptr && !dtype->now.value->is_unknown()) {
        part.dtype = host_dtype(*dtype->now.value);
        part.dtype_id = part.dtype ? 0 : part.dtype_id;
    }
    if (part.kind == PartKind::Any && !had_both && (part.rank || part.dtype)) {
        part.kind = PartKind::Array;  // a line has asked it for that
    }
    if (part.kind != PartKind::Any && part.dtype && part.rank) {
        // One object for all who ask: its extents are the same for them.
        const auto& ref = std::get<HostPartRef>(value.as);
        auto& known = run_.wholes_[{ref, *part.rank, part.dtype->scalar}];
        if (!known) {
            known = whole_of(part);
        }
        return known ? with_why(*known, why_of(value)) : changed(value, part);
    }
    const auto whole = whole_of(part);
    return whole                   ? with_why(*whole, why_of(value))
           : part == *value.part() ? value
                                   : changed(value, part);
}

void Interpreter::Parts::learn_rank(const Value& value, std::int64_t rank) {
    const HostPart* part = value.part();
    Cell* cell = part != nullptr && !part->rank ? fact(part->rank_id) : nullptr;
    if (cell != nullptr && rank >= part->more_axes) {
        store_.set(*cell, Slot{python_int(rank - part->more_axes), {}, {}});
    }
}

void Interpreter::Parts::learn_dtype(const Value& value, const Value& dtype) {
    const HostPart* part = value.part();
    const auto scalar = host_dtype(dtype);
    Cell* cell = part != nullptr && !part->dtype ? fact(part->dtype_id) : nullptr;
    if (cell != nullptr && scalar) {
        store_.set(*cell, Slot{dtype, {}, {}});
    }
}

// ---- What is made of them.

/// What an operation makes of values; those that are parts are nothing more than unknown where that
/// is not certain.
std::optional<Value> Interpreter::Parts::made_of(const std::vector<Value>& values,
                                                 const OfWholes& function) {
    const auto first = std::ranges::find_if(values, is_part);
    if (first == values.end()) {
        return std::nullopt;
    }
    std::vector<Value> all;
    std::ranges::transform(values, std::back_inserter(all),
                           [&](const Value& one) { return resolved(one); });
    const OfWholes counted = [&](const std::vector<Value>& wholes) {
        run_.steps_ += steps_of_a_whole;
        return function(wholes);
    };
    auto made = call_with_parts(all, counted, why_of(*first), run_.part_arrays_);
    return made ? std::optional(resolved(*made)) : std::nullopt;
}

/// `x.shape`, `x.dtype`, `x.T`, and methods of what has them.
Value Interpreter::Parts::attribute(const Value& object, const std::string& name, Range range) {
    const HostPart& part = *object.part();
    const auto of_kind = [&](PartKind kind) {
        HostPart made = part;
        made.kind = kind;
        made.layout = std::nullopt;
        made.may_be_none = made.is_none_by_default = false;
        return made;
    };
    if (part.kind == PartKind::Shape || part.kind == PartKind::Dtype) {
        return without_part(object);
    }
    if (name == "shape") {
        return resolved(changed(object, of_kind(PartKind::Shape)));
    }
    if (name == "dtype") {
        return resolved(changed(object, of_kind(PartKind::Dtype)));
    }
    HostPart array = of_kind(PartKind::Array);
    array.layout = part.layout;
    const Value owner = changed(object, array);
    const auto ask = [&](const std::vector<Value>& v) {
        return host_array_attribute(std::get<HostArrayRef>(v[0].as), name, range);
    };
    if (auto made = made_of({owner}, ask)) {
        return *std::move(made);
    }
    const bool is_method = api::find_function("numpy.ndarray." + name) != nullptr ||
                           api::find_function("numpy." + name) != nullptr;
    return is_method ? Value{HostMethod{std::make_shared<Value>(owner), name}, object.why}
                     : without_part(object);
}

Value Interpreter::Parts::call_method(const Value& object, const std::string& name,
                                      const CallArguments& args, Range range) {
    std::vector<Value> values{object};
    values.insert(values.end(), args.positional.begin(), args.positional.end());
    for (const auto& [key, one] : args.named) {
        values.push_back(one);
    }
    const auto ask = [&](const std::vector<Value>& v) {
        CallArguments all = args;
        const std::size_t count = args.positional.size();
        std::copy_n(v.begin() + 1, count, all.positional.begin());
        for (std::size_t i = 0; i < all.named.size(); ++i) {
            all.named[i].second = v[1 + count + i];
        }
        return call_host_array_method(std::get<HostArrayRef>(v[0].as), name, all);
    };
    for (const bool is_device : {false, true}) {
        HostPart part = *object.part();
        part.is_device = part.is_device || is_device;
        values[0] = changed(object, part);
        if (auto made = made_of(values, ask)) {
            return *std::move(made);
        }
    }
    run_.escape(args, range);
    return without_part(object);
}

/// A call of a function that has a row, with parts among its arguments; arguments that nobody knows
/// are parts where the row says of what.
std::optional<Value> Interpreter::Parts::call_path(const std::string& path,
                                                   const CallArguments& args) {
    std::vector<Value> values = args.positional;
    std::vector<std::string_view> names;
    for (const auto& [name, one] : args.named) {
        values.push_back(one);
        names.push_back(name);
    }
    const api::Function* row = api::find_function(path);
    if (row == nullptr || row->name.starts_with("math.")) {
        return std::nullopt;
    }
    const auto parameters = api::read_parameters(row->parameters);
    const auto takers = api::bind(parameters, args.positional.size(), names);
    for (std::size_t i = 0; takers && i < parameters.size(); ++i) {
        const auto at = (*takers)[i];
        const auto part = at ? part_for(parameters[i].name) : std::nullopt;
        const bool is_rest = parameters[i].kind == api::Parameter::Kind::Rest;
        if (!part || is_rest) {
            continue;
        }
        Value& value = values[*at];
        const auto* why = value.get<Unknown>();
        if (part->kind == PartKind::Any && value.items() != nullptr &&
            !row->name.starts_with("builtins.")) {
            value = part_of_items(value, args.range);
        }
        const bool is_any = value.part() != nullptr && value.part()->kind == PartKind::Any;
        if (why != nullptr && !why->is_later) {
            value = new_part(*part, *why);
        } else if (is_any && part->kind != PartKind::Any) {
            value = new_part(*part, why_of(value));
        }
    }
    const auto ask = [&](const std::vector<Value>& v) {
        CallArguments all = args;
        const std::size_t count = args.positional.size();
        std::copy_n(v.begin(), count, all.positional.begin());
        for (std::size_t i = 0; i < all.named.size(); ++i) {
            all.named[i].second = v[count + i];
        }
        return call_host_function(path, all);
    };
    return made_of(values, ask);
}

/// The same arguments, where parts are nothing more than unknown.
CallArguments Interpreter::Parts::without(CallArguments args) {
    std::ranges::transform(args.positional, args.positional.begin(), without_part);
    for (auto& [name, one] : args.named) {
        one = without_part(one);
    }
    return args;
}

}  // namespace pycu::sema
