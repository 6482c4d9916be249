// The constants of a module: what named values are there, and how the program writes them.
#include <algorithm>
#include <functional>
#include <unordered_set>

#include "ir/visit.h"
#include "lower/constant_arguments.h"
#include "lower/formulas.h"
#include "lower/instances.h"
#include "syntax/parse.h"
#include "values/elements.h"
#include "values/host_values.h"

namespace pycu::sema {

/// The name of a constant; that of a variable of a factory begins with that of what it makes.
std::string Instances::constant_name(const Origin& origin) const {
    if (!origin.scope || !evaluator_.scopes().all[origin.scope].original) {
        return origin.name;
    }
    const auto made = std::ranges::find_if(functions_.all, [&](const DeviceFunction& one) {
        return one.is_kernel && one.ref.outer == origin.scope;
    });
    return made != functions_.all.end() ? made->qualname + "." + origin.name : origin.name;
}

/// How the assignment that `origin` is of writes the number.
ir::Formula Instances::formula_at(const Origin& origin, const NumberValue& number) {
    const syntax::ExprId written =
        origin.stmt.valid() ? assigned_to(evaluator_.tree(), origin) : syntax::ExprId{};
    if (!written.valid() || being_written_.size() == max_formula_depth) {
        return {};
    }
    being_written_.push_back(origin.range);
    ir::Formula formula = formula_of(*this, written, origin.scope, number);
    being_written_.pop_back();
    return formula;
}

ir::ConstantId Instances::constant(const Value& value, const Origin& origin, Type type,
                                   std::size_t columns) {
    // Kernels that are launched at different times may see different values of one name, which one
    // assignment may have set: `global N; N = n`.
    const HostArray* array = value.array();
    const bool is_item = array != nullptr && !array->title.empty();
    const std::string key = std::to_string(origin.scope.index) + ':' + origin.name + ':' +
                            std::to_string(is_item ? array->identity.serial : origin.range.begin) +
                            ':' + std::to_string(origin.range.file) + ':' +
                            (is_constant(value) ? constant_key(value) : "");
    if (const auto made = constants_.find(key); made != constants_.end()) {
        return made->second;
    }
    ir::Constant constant;
    constant.name = constant_name(origin);
    constant.type = type;
    constant.range = origin.range;
    if (const auto* number = value.get<NumberValue>()) {
        constant.values = {number->value};
        constant.is_python = number->is_python;
        constant.formula = formula_at(origin, *number);
    } else if (const auto* pair = value.get<ComplexValue>()) {
        constant.values = {pair->value.real(), pair->value.imag()};
        constant.is_python = pair->is_python;
    } else if (const auto* tuple = value.get<HostItems>()) {
        constant.shape = {std::int64_t(tuple->items.size())};
        if (columns > 0) {
            constant.shape = {constant.shape[0] / std::int64_t(columns), std::int64_t(columns)};
        }
        constant.is_python = true;
        for (const Value& item : tuple->items) {
            const auto& number = *item.get<NumberValue>();
            constant.values.push_back(number.value);
            constant.is_python = constant.is_python && number.is_python;
        }
    } else if (array != nullptr) {
        constant.shape = *values::known_numbers(array->memory.extents);
        if (array->address) {
            constant.address = array->address;
            constant.strides = *values::known_numbers(array->memory.strides);
        } else {
            constant.values =
                array->stored != nullptr ? *array->stored : in_memory(*array, *value.elements());
        }
    }
    const syntax::Tree& tree = evaluator_.tree();
    if (origin.stmt.valid()) {
        constant.assignment = tree.stmts[origin.stmt].range;
        for (const syntax::Comment& comment : syntax::comments_before(tree, origin.stmt)) {
            constant.comments.emplace_back(comment.text);
        }
        if (const syntax::Comment* trailing = syntax::trailing_comment(tree, origin.stmt)) {
            constant.trailing_comment = std::string(trailing->text);
        }
    }
    return constants_[key] = all_constants_.add(std::move(constant));
}

/// The constants in use, in the order of the source.
void Instances::add_constants() {
    std::unordered_map<std::uint32_t, std::uint32_t> places;
    std::vector<ir::ConstantId> used;
    const auto use = [&](ir::ConstantId id) {
        if (places.try_emplace(id.index, 0).second) {
            used.push_back(id);
        }
    };
    for (ir::Function& function : module_.functions) {
        ir::for_each_constant_of(function, use);
    }
    for (std::size_t i = 0; i < used.size(); ++i) {
        ir::for_each_constant(all_constants_[used[i]].formula, use);
    }
    const syntax::Tree& tree = evaluator_.tree();
    std::ranges::stable_sort(
        used, {}, [&](ir::ConstantId id) { return tree.place_of(all_constants_[id].range); });
    const auto move = [&](ir::ConstantId& id) { id.index = places.at(id.index); };
    std::unordered_set<std::uint32_t> added;
    // Behind those that it is set by means of: other modules' come last otherwise.
    const std::function<void(ir::ConstantId)> add = [&](ir::ConstantId id) {
        if (!added.insert(id.index).second) {
            return;
        }
        ir::Constant constant = all_constants_[id];
        ir::for_each_constant(constant.formula, add);
        ir::for_each_constant(constant.formula, move);
        places[id.index] = module_.constants.add(std::move(constant)).index;
    };
    std::ranges::for_each(used, add);
    for (ir::Function& function : module_.functions) {
        ir::for_each_constant_of(function, move);
    }
}

}  // namespace pycu::sema
