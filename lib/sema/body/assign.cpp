// Assignments: names, elements, several targets, unpacking. See body.h.
#include <algorithm>

#include "ir/visit.h"
#include "sema/body/body.h"
#include "support/match.h"
#include "symbols/bindings.h"
#include "types/convert.h"

namespace pycu::sema {

namespace {

/// `a.flat[i]`
bool is_flat(const syntax::Tree& tree, const syntax::Subscript& subscript) {
    const auto* attribute = std::get_if<syntax::Attribute>(&tree.exprs[subscript.value].as);
    return attribute != nullptr && attribute->attr == "flat";
}

}  // namespace

void Body::lower_assign(const syntax::Assign& s, Range range) {
    if (const auto* item = std::get_if<syntax::Subscript>(&tree_.exprs[s.targets.front()].as);
        item != nullptr && s.targets.size() == 1 && is_view_place(*item)) {
        store_slice(s.targets.front(), s.value, range);
        return;
    }
    Operand operand = lower(s.value);
    if (s.targets.size() > 1 && operand.is_value()) {
        operand.ir = keep(operand.ir, "value");
    }
    for (ExprId target : s.targets) {
        assign(target, operand, range);
    }
}

void Body::lower_ann_assign(const syntax::AnnAssign& s, Range range) {
    if (s.value.valid()) {
        assign(s.target, lower(s.value), range);
    }
}

void Body::assign(ExprId target, Operand operand, Range range) {
    const syntax::Expr& e = tree_.exprs[target];
    std::visit(
        match{
            [&](const syntax::Name&) { assign_name(target, operand, range); },
            [&](const syntax::Subscript&) { assign_item(target, runtime(operand, range), range); },
            [&](const syntax::Tuple& t) { unpack(t.elts, operand, range); },
            [&](const syntax::List& t) { unpack(t.elts, operand, range); },
            [&](const syntax::Starred&) { unsupported(e.range, "`*` in an assignment"); },
            [&](const syntax::Attribute&) { assign_field(target, runtime(operand, range), range); },
            [&](const auto&) { refused(e.range, "this target"); },
        },
        e.as);
}

void Body::assign_name(ExprId target, const Operand& operand, Range range, bool augmented) {
    const auto def = flow_.defs.find(target.index);
    if (def == flow_.defs.end()) {
        const auto* name = std::get_if<syntax::Name>(&tree_.exprs[target].as);
        if (name != nullptr && evaluator_.scopes().all[decl_.scope].globals.contains(name->id)) {
            return;  // `global` itself is refused
        }
        refused(tree_.exprs[target].range, "assigning to a global");
        return;
    }
    const VersionId version = current(def->second);
    set_version(version, operand.is_known() && operand.get<TupleValue>() != nullptr
                             ? runtime(operand, range)
                             : operand);
    if (operand.is_known() && operand.get<TupleValue>() != nullptr) {
        assign_value(version, runtime(operand, range), range, augmented);
        return;
    }
    if (is_none(operand)) {
        assign_value(version, none_value(range), range, augmented);
        return;
    }
    if (operand.is_value()) {
        assign_value(version, operand, range, augmented);
    }
}

/// What `a[i]` names, where it can be set.
Operand Body::item_place(const syntax::Subscript& subscript, Range range) {
    const Range of = tree_.exprs[subscript.value].range;
    Operand object = lower_value(subscript.value);
    if (!object.is_value()) {
        return object;
    }
    if (object.type.is_optional()) {
        object = plain(object, of);
    }
    if (object.type.is_record() ||
        (object.type.is_record_array() && is_field_name(subscript.slice))) {
        return record_item(object, subscript.slice, range);
    }
    if (!object.type.is_array()) {
        report<diag::Code::CannotStoreItem>(of, text(subscript.value), type_name(object.type));
        return error();
    }
    return element(object, subscript.slice, range);
}

void Body::assign_item(ExprId target, const Operand& operand, Range range) {
    const auto& subscript = std::get<syntax::Subscript>(tree_.exprs[target].as);
    const Operand place = is_flat(tree_, subscript)
                              ? lower_subscript(subscript, target)
                              : item_place(subscript, tree_.exprs[target].range);
    if (!place.is_value() || !operand.is_value()) {
        return;
    }
    if (place.type.is_array()) {
        store_array(place, operand, range);
        return;
    }
    store(place, operand, range);
}

void Body::lower_aug_assign(const syntax::AugAssign& s, Range range) {
    const BinaryOp op = s.op;
    const syntax::Expr& target = tree_.exprs[s.target];
    if (std::holds_alternative<syntax::Name>(target.as)) {
        const Operand left = lower_value(s.target);
        const Operand right = lower_value(s.value);
        assign_name(s.target, binary(op, left, right, range), range, true);
        return;
    }
    Operand place;
    const auto* subscript = std::get_if<syntax::Subscript>(&target.as);
    if (subscript == nullptr) {
        place = field_place(std::get<syntax::Attribute>(target.as), target.range);
    } else if (is_view_place(*subscript)) {
        store_slice(s.target, s.value, range, op);
        return;
    } else if (is_flat(tree_, *subscript)) {
        place = lower_subscript(*subscript, s.target);
    } else {
        place = item_place(*subscript, target.range);
    }
    if (!place.is_value()) {
        return;
    }
    const Operand left = read_place(place);
    const Operand right = lower_value(s.value);
    const bool is_read_here = ir::is_place(fn_.exprs[left.ir]);
    const Operand result = binary(op, left, right, range);
    if (result.is_value()) {
        store(place, result, range, is_read_here);
    }
}

void Body::unpack(const std::vector<ExprId>& targets, const Operand& written, Range range) {
    Operand operand = runtime(written, range);
    if (operand.is_value() && operand.type.is_optional()) {
        operand = plain(operand, range);
    }
    if (!operand.is_value()) {
        for (ExprId target : targets) {
            symbols::for_each_target_name(tree_, target, [&](ExprId name, const std::string&) {
                const auto def = flow_.defs.find(name.index);
                if (def != flow_.defs.end()) {
                    set_version(current(def->second), operand);
                }
            });
        }
        return;
    }
    if (operand.type.is_array()) {
        unpack_array(targets, operand, range);
        return;
    }
    if (operand.type.is_tuple() && unpack_starred(targets, operand, range)) {
        return;
    }
    const std::size_t count =
        operand.type.is_tuple() ? evaluator_.types().items(operand.type).size() : 0;
    if (!operand.type.is_tuple() || count != targets.size()) {
        report<diag::Code::UnpackCount>(range, type_name(operand.type),
                                        std::to_string(targets.size()));
        return;
    }
    const bool all_names = std::ranges::all_of(targets, [&](ExprId target) {
        return std::holds_alternative<syntax::Name>(tree_.exprs[target].as);
    });
    const bool is_written = std::holds_alternative<ir::Tuple>(fn_.exprs[operand.ir].as);
    const auto* read = std::get_if<ir::Read>(&fn_.exprs[operand.ir].as);
    const bool is_made_here = read != nullptr
                                  ? fn_.locals[read->local].kind == ir::Local::Kind::Temporary
                                  : !is_written && !is_simple(operand.ir);
    if (is_made_here && all_names) {
        unpack_value(targets, operand, range);
        return;
    }
    Operand tuple = operand;
    if (!is_written) {
        tuple.ir = keep(tuple.ir, "items");
    }
    std::vector<Operand> items;
    for (std::size_t i = 0; i < count; ++i) {
        items.push_back(tuple_item(tuple, i, range));
    }
    unpack_items(targets, std::move(items), range);
}

/// x, y = f(a): one Unpack.
void Body::unpack_value(const std::vector<ExprId>& targets, const Operand& tuple, Range range) {
    const auto types = evaluator_.types().items(tuple.type);
    ir::Unpack node;
    node.value = tuple.ir;
    std::vector<std::pair<VersionId, ir::LocalId>> wider;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const VersionId version = current(flow_.defs.at(targets[i].index));
        Operand item;
        item.kind = Operand::Kind::Value;
        item.type = types[i];
        set_version(version, item);
        node.targets.push_back(flow_.versions[version].is_read
                                   ? local_of(version, versions_[version.index].type)
                                   : ir::LocalId{});
    }
    emit(range, std::move(node));
}

/// a, b = b, a: items that a target before them would change are kept first.
void Body::unpack_items(const std::vector<ExprId>& targets, std::vector<Operand> items,
                        Range range) {
    std::vector<std::string> names;
    bool has_store = false;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].type.is_array() && items.size() > 1 &&
            std::holds_alternative<syntax::Subscript>(tree_.exprs[targets[i]].as)) {
            // the rows would have to be copied first
            report<diag::Code::SliceOverlap>(
                range, text(targets[i]),
                std::string(tree_.file->text(fn_.exprs[items[i].ir].range)))
                .help("swap the elements in a loop");
            return;
        }
        const ir::ExprId expr = items[i].ir;
        const bool is_changed = reads_any(expr, names) || (has_store && reads_memory(expr));
        if (is_changed) {
            const auto* name = std::get_if<syntax::Name>(&tree_.exprs[targets[i]].as);
            const ir::LocalId local =
                temporary(name != nullptr ? "next_" + name->id : "saved", items[i].type, range);
            emit(range, ir::Assign{.target = local, .value = expr});
            items[i].ir = add(items[i].type, range, ir::Read{local});
        }
        symbols::for_each_target_name(
            tree_, targets[i], [&](ExprId, const std::string& name) { names.push_back(name); });
        has_store = has_store || names.size() <= i;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        assign(targets[i], items[i], range);
    }
}

/// `first, *rest = t`; false when no target has a star.
bool Body::unpack_starred(const std::vector<ExprId>& targets, const Operand& tuple, Range range) {
    const auto star = std::ranges::find_if(targets, [&](ExprId target) {
        return std::holds_alternative<syntax::Starred>(tree_.exprs[target].as);
    });
    if (star == targets.end()) {
        return false;
    }
    const std::vector<Operand> items = tuple_items(tuple, range);
    const auto before = std::size_t(star - targets.begin());
    const std::size_t behind = targets.size() - before - 1;
    if (items.size() < before + behind) {
        report<diag::Code::UnpackCount>(range, type_name(tuple.type),
                                        std::to_string(before + behind) + " or more");
        return true;
    }
    const auto middle = items.begin() + std::ptrdiff_t(before);
    const auto end = items.end() - std::ptrdiff_t(behind);
    std::vector<Operand> parts(items.begin(), middle);
    parts.push_back(tuple_of({middle, end}, range));
    parts.insert(parts.end(), end, items.end());
    std::vector<ExprId> plain_targets = targets;
    plain_targets[before] = std::get<syntax::Starred>(tree_.exprs[*star].as).value;
    unpack_items(plain_targets, std::move(parts), range);
    return true;
}

/// `r.x = v`
void Body::assign_field(ExprId target, const Operand& operand, Range range) {
    const auto& attribute = std::get<syntax::Attribute>(tree_.exprs[target].as);
    const Operand place = field_place(attribute, tree_.exprs[target].range);
    if (!place.is_value() || !operand.is_value()) {
        return;
    }
    if (place.type.is_array()) {
        store_array(place, operand, range);
        return;
    }
    store(place, operand, range);
}

/// The field that an attribute names, where it can be set.
Operand Body::field_place(const syntax::Attribute& attribute, Range range) {
    const Operand object = lower_value(attribute.value);
    if (!object.is_value()) {
        return object;
    }
    if (!object.type.is_record()) {
        return unsupported(range, "assigning to an attribute");
    }
    return field(object, attribute.attr, range, attribute.attr_range);
}

}  // namespace pycu::sema
