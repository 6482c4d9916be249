// Memory that functions of the host make: new arrays, and lists of numbers. It lives until the
// function has returned, so that none is made in a loop (sema/host_functions.cpp looks at that).
#include "lower/host_memory.h"

#include <algorithm>

#include "lower/arrays.h"
#include "lower/exprs.h"
#include "lower/stmts.h"
#include "symbols/walk.h"
#include "types/convert.h"

namespace pycu::sema {

namespace {

using api::Effect;

constexpr api::Intrinsic rows[] = {
    {"host.array", "", "pycu::new_array<$T>($*)", "", Effect::Writes},
    {"host.list", "", "pycu::new_list<$T>()", "", Effect::Writes},
    {"host.list.append", "", "$0.append($1)", "", Effect::Writes},
    {"host.list.get", "", "$0.get($1)", "", Effect::Reads},
    {"host.list.set", "", "$0.set($1, $2)", "", Effect::Writes},
    {"host.list.size", "", "$0.size()", "", Effect::Reads},
};

const api::Intrinsic& row(std::string_view name) {
    return *std::ranges::find(rows, name, &api::Intrinsic::name);
}

/// How a function of NumPy fills what it makes.
struct Creation {
    std::string_view name;
    bool is_like = false;
    /// The number of each element; nothing where a parameter says it.
    std::optional<int> fill;
};
constexpr Creation creations[] = {
    {"numpy.empty", false, 0},     {"numpy.zeros", false, 0},
    {"numpy.ones", false, 1},      {"numpy.full", false, std::nullopt},
    {"numpy.empty_like", true, 0}, {"numpy.zeros_like", true, 0},
    {"numpy.ones_like", true, 1},  {"numpy.full_like", true, std::nullopt},
};

/// The arguments of such a function, where they are given in a way that is known.
struct CreationCall {
    ExprId of;
    ExprId value;
    ExprId dtype;
};

std::optional<CreationCall> arguments_of(const Creation& creation, const syntax::Call& call) {
    std::vector<std::string_view> names = {creation.is_like ? "prototype" : "shape"};
    if (!creation.fill) {
        names.push_back("fill_value");
    }
    names.push_back("dtype");
    std::vector<ExprId> given(names.size());
    if (call.args.size() > names.size()) {
        return std::nullopt;
    }
    std::ranges::copy(call.args, given.begin());
    for (const syntax::Keyword& keyword : call.keywords) {
        const auto place = std::ranges::find(names, keyword.arg.value_or(""));
        if (place == names.end() || given[std::size_t(place - names.begin())].valid()) {
            return std::nullopt;
        }
        given[std::size_t(place - names.begin())] = keyword.value;
    }
    const bool has_value = !creation.fill;
    if (!given[0].valid() || (has_value && !given[1].valid())) {
        return std::nullopt;
    }
    return CreationCall{given[0], has_value ? given[1] : ExprId{}, given.back()};
}

}  // namespace

/// A new array of zeros with these extents.
static Operand new_array(Lowering& ctx, Type element, const std::vector<Operand>& extents,
                         Range range) {
    if (const Operand* poison = poison_of(extents)) {
        return *poison;
    }
    ir::Intrinsic node{&row("host.array"), element, {}};
    for (const Operand& extent : extents) {
        if (!extent.type.is_integer()) {
            return unsupported(ctx, range, "an array of this shape");
        }
        node.args.push_back(convert(ctx, extent.ir, int64));
    }
    if (extents.empty()) {
        return unsupported(ctx, range, "an array without axes");
    }
    const Type type = Type::array(element, int(extents.size()), Layout::C);
    Operand made = value(ctx, type, range, std::move(node));
    made.ir = hold(ctx, made.ir, "array");
    return made;
}

static std::vector<Operand> extents_of(Lowering& ctx, const Operand& array, Range range) {
    std::vector<Operand> extents;
    for (int axis = 0; axis < array.type.rank(); ++axis) {
        extents.push_back(as_operand(ctx, extent(ctx, array.ir, axis, range)));
    }
    return extents;
}

/// Whether a copy, or an array like it, has the layout that Numba gives it: that of C.
static bool has_rows(const Operand& array) {
    return array.type.is_array() && !array.type.is_record_array() && array.type.rank() > 0 &&
           (array.type.layout() == Layout::C || array.type.rank() == 1);
}

std::optional<Operand> create_array(Lowering& ctx, const std::string& path,
                                    const syntax::Call& call, Range range) {
    const auto* const found = std::ranges::find(creations, path, &Creation::name);
    if (!ctx.instances.module().is_for_host || found == std::end(creations)) {
        return std::nullopt;
    }
    const auto args = arguments_of(*found, call);
    if (!args) {
        return unsupported(ctx, range, "this call of `" + text(ctx, call.func) + "`");
    }
    const Operand of = lower_value(ctx, args->of);
    const Operand number =
        args->value.valid() ? lower_value(ctx, args->value) : literal_int(ctx, *found->fill, range);
    if (const Operand* poison = poison_of({&of, &number})) {
        return *poison;
    }
    std::optional<Type> element;
    if (args->dtype.valid()) {
        element = static_dtype(ctx, args->dtype);
    } else if (found->is_like) {
        element = of.type.is_array() ? std::optional(of.type.element_type()) : std::nullopt;
    } else {
        element = args->value.valid() ? number.type : float64;
    }
    if (!element || !element->is_scalar() || *element == float16 || !number.type.is_scalar() ||
        (found->is_like && !has_rows(of))) {
        return unsupported(ctx, range, "this call of `" + text(ctx, call.func) + "`");
    }
    const std::vector<Operand> extents =
        found->is_like ? extents_of(ctx, of, range) : items_or_itself(ctx, of, range);
    const Operand made = new_array(ctx, *element, extents, range);
    if (made.is_value() && found->fill != 0) {
        store_lanes(ctx, made, lanes_of(number, range), range);
    }
    return made;
}

std::optional<Operand> copy_array(Lowering& ctx, const Operand& array, Range range) {
    if (!ctx.instances.module().is_for_host || !has_rows(array)) {
        return std::nullopt;
    }
    const Operand from = as_operand(ctx, keep(ctx, array.ir, "from"));
    const Operand made =
        new_array(ctx, from.type.element_type(), extents_of(ctx, from, range), range);
    if (made.is_value()) {
        store_lanes(ctx, made, lanes_of(from, range), range);
    }
    return made;
}

// ---- Lists

/// The list that the statement `l = [...]` makes, or what is to come where nothing says yet what
/// its items are.
bool assign_list(Lowering& ctx, const syntax::Assign& s, Range range) {
    const auto* list = ctx.get<syntax::List>(s.value);
    const auto* name = s.targets.size() == 1 ? ctx.get<syntax::Name>(s.targets.front()) : nullptr;
    if (!ctx.instances.module().is_for_host || list == nullptr || name == nullptr) {
        return false;
    }
    std::vector<Operand> items;
    for (const ExprId item : list->elts) {
        items.push_back(lower_plain(ctx, item));
    }
    Type& type = ctx.list_items[name->id];
    for (const Operand& item : items) {
        note_item(ctx, name->id, item, range);
    }
    if (poison_of(items) != nullptr || type.is_error()) {
        assign(ctx, s.targets.front(),
               poison_of(items) != nullptr ? *poison_of(items) : pending(ctx), range);
        return true;
    }
    ir::Intrinsic node{&row("host.list"), type, {}};
    Operand made = value(ctx, Type::list(type), range, std::move(node));
    made.ir = hold(ctx, made.ir, name->id);
    for (const Operand& item : items) {
        append(ctx, made, item, range);
    }
    assign(ctx, s.targets.front(), made, range);
    return true;
}

void note_item(Lowering& ctx, const std::string& name, const Operand& item, Range range) {
    if (!item.is_value()) {
        return;
    }
    Type& known = ctx.list_items[name];
    if (!item.type.is_scalar() || item.type == float16) {
        unsupported(ctx, range, "a list of anything but numbers");
        return;
    }
    const auto both =
        known.is_error() ? std::optional(item.type) : unify(known, item.type, ctx.types);
    if (!both) {
        fail<Code::CannotUnify>(ctx, range, "an item of the list", known, item);
        return;
    }
    ctx.changed = ctx.changed || *both != known;
    known = *both;
}

void append(Lowering& ctx, const Operand& list, const Operand& item, Range range) {
    ir::Intrinsic node{&row("host.list.append"), list.type.element_type(), {}};
    node.args = {list.ir, convert(ctx, item.ir, list.type.element_type())};
    emit(ctx, range, ir::Evaluate{add(ctx, none, range, std::move(node))});
}

std::optional<Operand> append_to(Lowering& ctx, const syntax::Call& call, Range range) {
    const auto* attribute = ctx.get<syntax::Attribute>(call.func);
    const auto* name = attribute != nullptr ? ctx.get<syntax::Name>(attribute->value) : nullptr;
    if (!ctx.instances.module().is_for_host || name == nullptr || attribute->attr != "append" ||
        call.args.size() != 1 || !call.keywords.empty() || !flow_is_local(ctx, name->id)) {
        return std::nullopt;
    }
    const Operand list = lower(ctx, attribute->value);
    const Operand item = lower_plain(ctx, call.args.front());
    if (ctx.list_items.contains(name->id)) {
        note_item(ctx, name->id, item, range);
    }
    if (const Operand* poison = poison_of({&list, &item})) {
        return *poison;
    }
    const auto both = list.type.is_list() && item.type.is_scalar()
                          ? unify(list.type.element_type(), item.type, ctx.types)
                          : std::nullopt;
    if (!both || (*both != list.type.element_type() && !ctx.list_items.contains(name->id))) {
        return unsupported(ctx, range, "this call of `" + text(ctx, call.func) + "`");
    }
    append(ctx, list, item, range);
    return known(Value{NoneValue{}});
}

/// Whether something is appended to a list in there.
static bool appends(const Lowering& ctx, ExprId expr) {
    const auto* call = ctx.get<syntax::Call>(expr);
    const auto* attribute = call != nullptr ? ctx.get<syntax::Attribute>(call->func) : nullptr;
    bool found = attribute != nullptr && attribute->attr == "append";
    symbols::for_each_child(ctx.tree, expr,
                            [&](ExprId child) { found = found || appends(ctx, child); });
    return found;
}

Iteration iterate_list(Lowering& ctx, const Operand& list, Range range) {
    for (std::uint32_t i = 0; i < ctx.tree.exprs.size(); ++i) {
        const ExprId expr{i};
        const Range at = ctx.range(expr);
        const bool is_here = at.file == ctx.current_stmt.file &&
                             at.begin >= ctx.current_stmt.begin && at.end <= ctx.current_stmt.end;
        if (is_here && appends(ctx, expr)) {
            return unsupported(ctx, range, "a loop over a list in which something is appended");
        }
    }
    Iteration result;
    result.range = range;
    result.count = list_length(ctx, list, range).ir;
    result.item = [&ctx, list, range](const Iteration::Indices& at) {
        return list_item(ctx, list, as_operand(ctx, at.front()), range);
    };
    return result;
}

Operand list_length(Lowering& ctx, const Operand& list, Range range) {
    return value(ctx, int64, range,
                 ir::Intrinsic{&row("host.list.size"), list.type.element_type(), {list.ir}});
}

Operand list_item(Lowering& ctx, const Operand& list, const Operand& index, Range range) {
    if (!index.type.is_integer()) {
        return poison_of(index) != nullptr ? index : unsupported(ctx, range, "a part of a list");
    }
    return value(ctx, list.type.element_type(), range,
                 ir::Intrinsic{&row("host.list.get"),
                               list.type.element_type(),
                               {list.ir, convert(ctx, index.ir, int64)}});
}

bool store_list_item(Lowering& ctx, const syntax::Subscript& place, const Operand& item,
                     Range range) {
    const auto* name = ctx.get<syntax::Name>(place.value);
    if (name == nullptr || !ctx.list_items.contains(name->id)) {
        return false;
    }
    const Operand list = lower(ctx, place.value);
    const Operand index = lower(ctx, place.slice);
    const Operand given = runtime(ctx, item, range);
    if (poison_of({&list, &index, &given}) != nullptr || !list.type.is_list()) {
        return poison_of({&list, &index, &given}) != nullptr;
    }
    const Type type = list.type.element_type();
    if (!index.type.is_integer() || !given.type.is_scalar() || !can_store(type, given.type)) {
        unsupported(ctx, range, "this assignment to an item of a list");
        return true;
    }
    ir::Intrinsic node{&row("host.list.set"), type, {}};
    node.args = {list.ir, convert(ctx, index.ir, int64), convert(ctx, given.ir, type)};
    emit(ctx, range, ir::Evaluate{add(ctx, none, range, std::move(node))});
    return true;
}

}  // namespace pycu::sema
