// Arrays: elements, indices and extents. What is declared in a kernel or constant is a C array and
// has an index a dimension, `tile[y][x]`; what comes as an argument is a view, `a(i, j)`.
#include <functional>
#include <numeric>

#include "emit/cpp_types.h"
#include "emit/exprs.h"
#include "emit/records.h"
#include "ir/interval.h"
#include "ir/visit.h"
#include "support/text.h"

namespace pycu::emit {

namespace {

/// Whether an index that is printed as the value may count from the end.
bool may_be_negative(const ir::Subscript& index, const Printed& value) {
    return index.wraps && value.range.low < 0;
}

std::string wrapped(const Printed& value, const std::string& extent) {
    return "pycu::wrap(" + value.text.text + ", " + extent + ")";
}

}  // namespace

/// Remembers which locals are C arrays: those declared here, and names for constant arrays.
void ExprPrinter::find_arrays(const ir::Block& block) {
    for (const ir::StmtId id : block) {
        const ir::Stmt& stmt = function_.stmts[id];
        if (const auto* array = stmt.get<ir::DeclareArray>()) {
            declared_arrays_[array->array.index] = array;
        } else if (const auto* assign = stmt.get<ir::Assign>()) {
            const auto* constant = get<ir::ReadConstant>(assign->value);
            const bool is_only = function_.locals[assign->target].is_const;
            if (constant != nullptr && is_only &&
                is_c_array(module_.constants[constant->constant])) {
                constant_arrays_[assign->target.index] = &module_.constants[constant->constant];
            }
        }
        ir::for_each_block(stmt, [&](const ir::Block& inner) { find_arrays(inner); });
    }
}

const ir::DeclareArray* ExprPrinter::declared_array(ir::ExprId array) const {
    const auto* read = get<ir::Read>(array);
    if (read == nullptr) {
        return nullptr;
    }
    const auto found = declared_arrays_.find(read->local.index);
    return found == declared_arrays_.end() ? nullptr : found->second;
}

bool ExprPrinter::is_c_array(const ir::Constant& constant) {
    const auto& shape = constant.shape;
    return constant.type.is_array() && !constant.address && !shape.empty() &&
           std::ranges::count(shape, 0) == 0;
}

/// `pycu::array(&Z)`, `pycu::array(&TABLE[0][0], 2, 0)`: C++ has no arrays of no axes, and none of
/// no elements. `weights()` is memory of the running program.
Printed ExprPrinter::constant_view(const ir::Constant& constant) const {
    std::string first = "&" + constant.spelling;
    std::string extents;
    for (const std::int64_t extent : constant.shape) {
        first += "[0]";
        extents += ", " + std::to_string(extent);
    }
    const std::string view =
        constant.address ? constant.spelling + "()" : "pycu::array(" + first + extents + ")";
    const Written written(constant.address && !constant.type.is_readonly());
    const std::string checked = type_text(constant.type, module_.types, options_, written);
    return postfix(options_.debug ? checked + "(" + view + ")" : view, constant.type);
}

const ir::Constant* ExprPrinter::constant_array(ir::ExprId array) const {
    if (const auto* read = get<ir::ReadConstant>(array)) {
        const ir::Constant& constant = module_.constants[read->constant];
        return is_c_array(constant) ? &constant : nullptr;
    }
    const auto* read = get<ir::Read>(array);
    if (read == nullptr) {
        return nullptr;
    }
    const auto found = constant_arrays_.find(read->local.index);
    return found == constant_arrays_.end() ? nullptr : found->second;
}

const std::vector<std::int64_t>* ExprPrinter::c_array_shape(ir::ExprId array) const {
    if (const auto* field = get<ir::Field>(array); field != nullptr && !options_.debug) {
        return &module_.types.record(type(field->record)).fields[field->index].shape;
    }
    if (const auto* declared = declared_array(array)) {
        // Dynamic shared memory has its length from the launch.
        return declared->is_dynamic() ? nullptr : &declared->shape;
    }
    const ir::Constant* constant = constant_array(array);
    return constant == nullptr ? nullptr : &constant->shape;
}

CppText ExprPrinter::extent_text(const ir::DeclareArray& array, std::size_t axis) const {
    const bool is_written = axis < array.written_shape.size() && !array.written_shape[axis].empty();
    return is_written ? formula_text(module_, array.written_shape[axis])
                      : CppText{std::to_string(array.shape[axis])};
}

std::string ExprPrinter::index(const ir::Subscript& index, const std::string& extent) const {
    const Printed value = index_value(index.value);
    return may_be_negative(index, value) ? wrapped(value, extent) : value.text.text;
}

/// `a[i]`, `a(i, pycu::wrap(j, a.shape[1]))`; `a.wrapped(i, j)` where each index may count from the
/// end, but for numbers that do not.
std::string ExprPrinter::element_of_view(const std::string& array, const ir::Element& e) const {
    std::vector<Printed> values;
    bool is_any_negative = false;
    bool are_all = true;
    for (const ir::Subscript& index : e.indices) {
        const Printed& value = values.emplace_back(index_value(index.value));
        const bool is_negative = may_be_negative(index, value);
        is_any_negative = is_any_negative || is_negative;
        are_all = are_all && (is_negative || value.number);
    }
    if (is_any_negative && are_all) {
        return array + ".wrapped(" +
               listed(values,
                      [](const Printed& value) { return value.text.as(Precedence::Assignment); }) +
               ")";
    }
    std::string indices;
    for (std::size_t axis = 0; axis < values.size(); ++axis) {
        const std::string extent = array + ".shape[" + std::to_string(axis) + "]";
        indices += (axis == 0 ? "" : ", ") + (may_be_negative(e.indices[axis], values[axis])
                                                  ? wrapped(values[axis], extent)
                                                  : values[axis].text.text);
    }
    return array + (values.size() == 1 ? "[" + indices + "]" : "(" + indices + ")");
}

Printed ExprPrinter::element(const ir::Element& e, Type type) const {
    if (options_.debug) {
        return type.is_record() ? checked_record(e, type) : checked_element(e, type, Access::Get);
    }
    if (const auto* parts = get<ir::Parts>(e.array)) {
        ir::Element whole = e;
        whole.array = parts->array;
        const Printed number = element(whole, this->type(parts->array).element_type());
        const std::string part = parts->is_imag ? ".imag" : ".real";
        return postfix(number.text.as(Precedence::Postfix) + part, type);
    }
    if (e.is_flat) {
        const std::string array = array_object(e.array);
        return postfix(array + ".flat(" + index(e.indices[0], array + ".size()") + ")", type);
    }
    const auto* constant = get<ir::ReadConstant>(e.array);
    if (constant != nullptr && e.indices.empty() &&
        !module_.constants[constant->constant].address) {
        return {{module_.constants[constant->constant].spelling, Precedence::Primary}, type};
    }
    std::string text = object(e.array);
    if (const std::vector<std::int64_t>* shape = c_array_shape(e.array)) {
        const ir::DeclareArray* declared = declared_array(e.array);
        const ir::Constant* constant = constant_array(e.array);
        const bool is_reversed = constant != nullptr && constant->type.layout() == Layout::F;
        for (std::size_t i = 0; i < e.indices.size(); ++i) {
            const std::size_t axis = is_reversed ? e.indices.size() - 1 - i : i;
            const std::string extent = declared != nullptr ? extent_text(*declared, axis).text
                                                           : std::to_string((*shape)[axis]);
            text += "[" + index(e.indices[axis], extent) + "]";
        }
        return postfix(std::move(text), type);
    }
    return postfix(element_of_view(text, e), type);
}

CppText ExprPrinter::place(ir::ExprId id, Access access) const {
    if (!options_.debug) {
        return print(id).text;
    }
    if (const auto* element = get<ir::Element>(id)) {
        return checked_element(*element, type(id), access).text;
    }
    const auto* field = get<ir::Field>(id);
    const std::string place = checked_field(field->record, field->index, type(id)).text.text;
    return {place + "." + verb_of(access) + "(" + site(id) + ")", Precedence::Postfix};
}

/// A record as a value to be stored.
CppText ExprPrinter::record_value(ir::ExprId id) const {
    const CppText text = print(id).text;
    if (!options_.debug) {
        return text;
    }
    return {text.as(Precedence::Postfix) + ".copy(" + site(id) + ")", Precedence::Postfix};
}

/// The constant array that a variable is another name for: `mask = cuda.const.array_like(MASK)`.
const ir::Constant* ExprPrinter::named_constant(ir::LocalId local) const {
    const auto found = constant_arrays_.find(local.index);
    return found == constant_arrays_.end() || options_.debug ? nullptr : found->second;
}

Printed ExprPrinter::read(const ir::Read& e, Type type) const {
    const ir::Local& local = function_.locals[e.local];
    if (const ir::Constant* constant = named_constant(e.local)) {
        return {{constant->spelling, Precedence::Primary}, type};
    }
    if (is_pointer(local, options_)) {
        return {{"*" + local.spelling, Precedence::Unary}, type};
    }
    return {{local.spelling, Precedence::Primary}, local.is_int ? int32 : type};
}

CppText ExprPrinter::address(ir::ExprId record) const {
    const auto* read = get<ir::Read>(record);
    if (options_.debug) {
        return print(record).text;
    }
    if (read != nullptr && is_pointer(function_.locals[read->local], options_)) {
        return {function_.locals[read->local].spelling, Precedence::Primary};
    }
    return {"&" + print(record).text.as(Precedence::Unary), Precedence::Unary};
}

/// `particles[i].x`, `p->x`
Printed ExprPrinter::field(const ir::Field& e, ir::ExprId id) const {
    const Type type = this->type(id);
    if (options_.debug) {
        const bool is_view = type.is_array() || type.is_record();
        return is_view ? checked_field(e.record, e.index, type)
                       : Printed{place(id, Access::Get), type};
    }
    const std::string& member = module_.types.record(this->type(e.record)).members[e.index];
    const auto* read = get<ir::Read>(e.record);
    if (read != nullptr && is_pointer(function_.locals[read->local], options_)) {
        return postfix(function_.locals[read->local].spelling + "->" + member, type);
    }
    return postfix(object(e.record) + "." + member, type);
}

/// `pycu::column(particles, &particle::x)`
Printed ExprPrinter::column(const ir::Column& e, Type type) const {
    if (options_.debug) {
        return checked_field(e.array, e.index, type);
    }
    const Type array = this->type(e.array);
    const RecordType& record = module_.types.record(array.element_type());
    std::string text = listed_plain(e.array);
    if (c_array_shape(e.array) != nullptr) {
        text = type_name(array) + "(" + text + ")";
    }
    return called("pycu::column", type, text,
                  "&" + record.spelling + "::" + record.members[e.index]);
}

/// A number that the text shows or a compiler sees, of a C array.
Printed ExprPrinter::known_number(CppText text, std::int64_t value) const {
    Printed printed{std::move(text), int32, ir::exactly(value)};
    printed.is_constant = true;
    printed.number = ir::Number{value};
    return printed;
}

/// A number of elements that an array knows.
Printed ExprPrinter::counted(std::string text) const {
    Printed printed = postfix(std::move(text), options_.int_indices ? int32 : int64);
    printed.range = {0, options_.int_indices ? ir::max_int_extent : ir::max_extent};
    return printed;
}

Printed ExprPrinter::extent(const ir::Extent& e, Range range) const {
    const auto axis = std::size_t(e.axis);
    if (const std::vector<std::int64_t>* shape = c_array_shape(e.array)) {
        const ir::DeclareArray* declared = declared_array(e.array);
        const std::int64_t extent = (*shape)[axis];
        return known_number(
            declared != nullptr ? extent_text(*declared, axis) : CppText{std::to_string(extent)},
            extent);
    }
    const bool is_length = type(e.array).rank() == 1 && module_.text(range).starts_with("len(");
    return counted(object(e.array) +
                   (is_length ? ".size()" : ".shape[" + std::to_string(axis) + "]"));
}

Printed ExprPrinter::size(const ir::Size& e) const {
    if (const std::vector<std::int64_t>* shape = c_array_shape(e.array)) {
        const ir::DeclareArray* declared = declared_array(e.array);
        if (declared != nullptr && shape->size() == 1) {
            return known_number(extent_text(*declared, 0), shape->front());
        }
        const std::int64_t size =
            std::accumulate(shape->begin(), shape->end(), std::int64_t{1}, std::multiplies<>());
        return known_number({std::to_string(size)}, size);
    }
    return counted(object(e.array) + ".size()");
}

// ---- Views: parts of arrays that are arrays, `a[i]`, `a(pycu::all(), j)`, `a.transposed()`.

std::string ExprPrinter::array_object(ir::ExprId array) const {
    const std::string text = object(array);
    const ir::Constant* constant = constant_array(array);
    if (c_array_shape(array) == nullptr) {
        return text;
    }
    const bool is_reversed =
        constant != nullptr && constant->type.layout() == Layout::F && constant->type.rank() > 1;
    const bool is_checked = options_.debug && constant != nullptr;
    const char* const view = is_checked             ? "pycu::checked_view("
                             : options_.int_indices ? "pycu::view<int>("
                                                    : "pycu::view(";
    return view + text + (is_reversed ? ").transposed()" : ")");
}

/// An int64 that C++ converts by itself: the argument of a function that takes one.
std::string ExprPrinter::argument(ir::ExprId id) const {
    return implicit(id).as(Precedence::Assignment);
}

/// `pycu::slice(1, n)`, `pycu::from(2).by(3)`, `pycu::all()`
std::string ExprPrinter::slice(const ir::ViewIndex& index) const {
    std::string text = "pycu::all()";
    if (index.start.valid() && index.stop.valid()) {
        text = "pycu::slice(" + argument(index.start) + ", " + argument(index.stop) + ")";
    } else if (index.start.valid()) {
        text = "pycu::from(" + argument(index.start) + ")";
    } else if (index.stop.valid()) {
        text = "pycu::to(" + argument(index.stop) + ")";
    }
    return index.step.valid() ? text + ".by(" + argument(index.step) + ")" : text;
}

std::string ExprPrinter::view_index(const ir::ViewIndex& one, const std::string& extent) const {
    switch (one.kind) {
        case ir::ViewIndex::Kind::NewAxis:
            return "pycu::newaxis()";
        case ir::ViewIndex::Kind::Slice:
            return slice(one);
        case ir::ViewIndex::Kind::Index:
            break;
    }
    // Looked at, and wrapped, where a debug text takes it.
    return options_.debug ? settled(print(one.index.value)).text.as(Precedence::Assignment)
                          : index(one.index, extent);
}

Printed ExprPrinter::element(const ir::View& e, Type type) const {
    const std::string array = array_object(e.array);
    const bool is_row =
        e.indices.size() == 1 && !options_.debug && e.indices[0].kind == ir::ViewIndex::Kind::Index;
    std::string text = options_.debug ? array + ".part(" + site(e.array)
                       : is_row       ? array + "["
                                      : array + "(";
    int axis = 0;
    for (const ir::ViewIndex& one : e.indices) {
        const bool is_first = &one == &e.indices.front() && !options_.debug;
        const std::string extent = array + ".shape[" + std::to_string(axis) + "]";
        text += (is_first ? "" : ", ") + view_index(one, extent);
        axis += one.kind == ir::ViewIndex::Kind::NewAxis ? 0 : 1;
    }
    return postfix(text + (is_row ? "]" : ")"), type);
}

Printed ExprPrinter::element(const ir::Parts& e, Type type) const {
    const std::string member =
        "&" + type_name(this->type(e.array).element_type()) + (e.is_imag ? "::imag" : "::real");
    const std::string array = array_object(e.array);
    return options_.debug ? called(array + ".field", type, member)
                          : called("pycu::column", type, array, member);
}

Printed ExprPrinter::element(const ir::Reshape& e, Type type) const {
    std::string extents = options_.debug ? site(e.array) : "";
    for (const ir::ExprId extent : e.extents) {
        extents += (extents.empty() ? "" : ", ") + argument(extent);
    }
    const char* const name = type.layout() == Layout::F ? ".reshape_f" : ".reshape";
    return called(array_object(e.array) + name, type, extents);
}

Printed ExprPrinter::element(const ir::Transpose& e, Type type) const {
    return postfix(array_object(e.array) + ".transposed()", type);
}

Printed ExprPrinter::element(const ir::Reinterpret& e, Type type) const {
    const std::string name = type_name(type.element_type());
    return postfix(array_object(e.array) + ".as<" + name + ">()", type);
}

/// `pycu::sum<float>(a)`
Printed ExprPrinter::element(const ir::Reduce& e, Type type) const {
    std::string text = "pycu::" + std::string(e.function);
    text += type.is_bool() ? "(" : "<" + type_name(type) + ">(";
    text += array_object(e.array) + (options_.debug ? ".plain()" : "");
    return postfix(text + ")", type);
}

}  // namespace pycu::emit
