// Views: parts of arrays that are arrays, `a[i]`, `a(pycu::all(), j)`, `a.transposed()`.
#include "emit/exprs.h"

namespace pycu::emit {

std::string ExprPrinter::array_object(ir::ExprId array) const {
    const std::string text = object(array);
    const ir::Constant* constant = constant_array(array);
    if (c_array_shape(array) == nullptr) {
        return text;
    }
    const bool is_reversed =
        constant != nullptr && constant->type.layout() == Layout::F && constant->type.rank() > 1;
    const bool is_checked = options_.debug && constant != nullptr;
    return (is_checked ? "pycu::checked_view(" : "pycu::view(") + text +
           (is_reversed ? ").transposed()" : ")");
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
    const Type result = e.value.valid() ? this->type(e.value) : type;
    std::string text = "pycu::" + std::string(e.function);
    text += result.is_bool() && !e.value.valid() ? "(" : "<" + type_name(result) + ">(";
    text += array_object(e.array) + (options_.debug ? ".plain()" : "");
    if (e.value.valid()) {
        text += ", " + listed_exact(e.value);
    }
    return postfix(text + ")", type);
}

}  // namespace pycu::emit
