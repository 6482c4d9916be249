// Comprehensions: item by item where what they go over is known.
#include <algorithm>

#include "python/interpreter.h"
#include "values/numbers.h"

namespace pycu::sema {

/// How often one turn runs that stands for all, where a turn sets names of the next.
constexpr int max_turns = 3;

/// As many items may be of different types, and without values: one turn stands for more of them.
constexpr std::size_t few_items = 64;

struct Interpreter::Comprehending {
    const std::vector<ExprId>& elts;
    const std::vector<syntax::Comprehension>& parts;
    /// The first iterable, which is made before the comprehension runs.
    const Value& first;
    std::vector<Value> items{};
    std::vector<Value> keys{};
    /// Items of the longest of what it goes over.
    std::size_t longest = 0;
};

/// `target := value`: a name of the function around comprehensions. A generator expression sets it
/// when somebody asks for an item, or never.
void Interpreter::assign_around(ExprId target, const Value& value, Range range) {
    const std::size_t inner = frame_;
    while (store_.frame(frame_).is_comprehension) {
        frame_ = store_.frame(frame_).parent;
    }
    const bool is_lazy = lazy_ > 0 && frame_ != inner;
    walruses_ += frame_ != inner ? 1 : 0;
    assign(target, is_lazy ? unknown("a generator sets it", range) : value);
    frame_ = inner;
}

/// The items of the parts from one on; false where not all is known.
bool Interpreter::generate(Comprehending& made, std::size_t depth) {
    if (depth == made.parts.size()) {
        if (++computed_ > max_generated) {
            return false;
        }
        if (made.elts.size() == 2) {
            const Value key = eval(made.elts[0]);
            if (!key.is_constant() || !is_known(key)) {
                return false;
            }
            made.keys.push_back(key);
        }
        made.items.push_back(eval(made.elts.back()));
        return is_known(made.items.back()) ||
               std::max(made.longest, made.items.size()) <= few_items;
    }
    const syntax::Comprehension& part = made.parts[depth];
    const Value iterable = depth == 0 ? made.first : asked(eval(part.iter), failures_);
    const HostItems* items = iterable.items();
    const HostArray* array = iterable.array();
    std::size_t count = items != nullptr ? items->items.size() : 0;
    if (array != nullptr && array->known != nullptr && may_compute({iterable})) {
        const Value known = value_of(iterable);
        if (known.elements() == nullptr || array->rank() == 0) {
            return false;
        }
        count = std::size_t(*array->memory.extents[0].known());
    } else if (items == nullptr || items->more != nullptr || items->is_slice) {
        return false;
    }
    made.longest = std::max(made.longest, count);
    for (std::size_t i = 0; i < count; ++i) {
        const Value item =
            array != nullptr
                ? subscript(iterable, {Value{NumberValue{int64, std::int64_t(i), true}}},
                            tree_->exprs[part.iter].range)
            : items->is_dict ? Value{items->keys[i]}
                             : items->items[i];
        assign(part.target, item);
        bool is_wanted = true;
        for (const ExprId one : part.ifs) {
            const auto is_true = test(one);
            if (!is_true) {
                return false;
            }
            is_wanted = is_wanted && *is_true;
        }
        if (is_wanted && !generate(made, depth + 1)) {
            return false;
        }
    }
    return true;
}

Value Interpreter::comprehension(const std::vector<ExprId>& elts,
                                 const std::vector<syntax::Comprehension>& parts, bool is_dict,
                                 Range range) {
    // Its names are seen by nobody else.
    const std::size_t outer = frame_;
    const Value first = asked(eval(parts[0].iter), failures_);
    // Names of a class are seen by the first iterable alone.
    const std::size_t around = store_.frame(outer).is_class ? store_.frame(outer).parent : outer;
    frame_ = store_.add_frame(around, store_.frame(around).scope);
    store_.frame(frame_).is_comprehension = true;
    const std::size_t launched = launches_.size();
    const std::size_t mark = store_.open();
    Comprehending made{elts, parts, first};
    const bool is_whole = generate(made, 0);
    if (is_whole) {
        store_.close(mark);
        frame_ = outer;
        HostItems items;
        items.items = std::move(made.items);
        items.is_list = !is_dict;
        items.is_dict = is_dict;
        items.keys = std::move(made.keys);
        return host_items(std::move(items));
    }
    store_.leave(mark);
    launches_.resize(launched);
    // One turn stands for all.
    std::optional<Value> item;
    std::optional<Unknown> why;
    bool may_be_empty = false;
    const long walruses = walruses_;
    const auto note = [&](const Value& value) {
        if (const Value known = value_of(value); known.is_unknown() && !why) {
            why = *known.get<Unknown>();
        }
    };
    const auto turn = [&] {
        for (const auto& part : parts) {
            const Value iterable =
                &part == parts.data() ? first : asked(eval(part.iter), failures_);
            const HostItems* items = iterable.items();
            const bool is_filled =
                items != nullptr && (!items->items.empty() || !items->may_be_empty);
            may_be_empty = may_be_empty || !is_filled || !part.ifs.empty();
            if (!is_known(iterable)) {
                note(iterable);
            }
            assign(part.target, host_element(iterable, range));
            for (const ExprId one : part.ifs) {
                note(eval(one));
            }
        }
        if (elts.size() == 2) {
            eval(elts.front());
        }
        item = eval(elts.back());
        note(*item);
    };
    // What a turn sets is there in the next.
    for (int turns = 0; turns == 0 || (turns < max_turns && walruses_ != walruses); ++turns) {
        if (const auto changes = path(turn)) {
            store_.join({*changes}, true, range, ++loops_made_);
        }
    }
    frame_ = outer;
    const Unknown reason = why.value_or(Unknown{"it is computed while the program runs", range});
    if (is_dict || !item) {
        return with_why(unknown("it is a dict", range), reason);
    }
    return with_why(host_many(std::move(*item), true, may_be_empty), reason);
}

}  // namespace pycu::sema
