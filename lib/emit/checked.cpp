// The forms of a debug text, which look before they read, write or divide: `u.get("u", i, j)`,
// `out.set("out", i) = x`, `pycu::checked_div(a, b)`. Names are those of the Python text.
#include "emit/exprs.h"
#include "support/match.h"

namespace pycu::emit {

const char* verb_of(Access access) {
    static constexpr const char* verbs[] = {"get", "set", "update", "atomic", "exchange"};
    return verbs[int(access)];
}

/// An expression as it stands in Python, for messages; short, and fit for quotes.
std::string ExprPrinter::python_text(ir::ExprId id) const {
    const Range range = function_.exprs[id].range;
    std::string text;
    const SourceFile* file = module_.file_of(range);
    if (file != nullptr && range.end > range.begin) {
        text = file->text(range);
    }
    constexpr std::size_t longest = 60;
    const auto* read = get<ir::Read>(id);
    if (text.empty() || text.size() > longest || text.find_first_of("\"\\\r\n?") != text.npos) {
        text = read != nullptr ? function_.locals[read->local].name : "array";
    }
    return text;
}

/// `, i, j`: what a debug text looks at before it is an index.
std::string ExprPrinter::checked_indices(const ir::Element& e) const {
    std::string text;
    for (const ir::Subscript& index : e.indices) {
        text += ", " + settled(print(index.value)).text.as(Precedence::Assignment);
    }
    return text;
}

Printed ExprPrinter::checked_element(const ir::Element& e, Type type, Access access) const {
    const char* const verb = verb_of(access);
    if (e.is_flat) {
        const std::string site = '"' + python_text(e.array) + ".flat\"";
        return postfix(array_object(e.array) + ".flat(" + site + checked_indices(e) + ")." + verb +
                           "(" + site + ")",
                       type);
    }
    const std::string array = object(e.array);
    const ir::Constant* constant = constant_array(e.array);
    const std::string text = constant == nullptr                    ? array + "." + verb + "("
                             : constant->type.layout() == Layout::F ? "pycu::get_f(" + array + ", "
                                                                    : "pycu::get(" + array + ", ";
    return postfix(text + site(e.array) + checked_indices(e) + ")", type);
}

/// A record as a view of one: `particles.record("particles", i)`.
Printed ExprPrinter::checked_record(const ir::Element& e, Type type) const {
    const char* const verb = e.is_flat ? ".flat(" : ".record(";
    return postfix(array_object(e.array) + verb + site(e.array) + checked_indices(e) + ")", type);
}

/// A field of a record, or of all records of an array: `p.field(&particle::x)`.
Printed ExprPrinter::checked_field(ir::ExprId of, std::uint32_t index, Type type) const {
    const Type owner = this->type(of);
    const RecordType& record =
        module_.types.record(owner.is_array() ? owner.element_type() : owner);
    return called((owner.is_array() ? array_object(of) : object(of)) + ".field", type,
                  "&" + record.spelling + "::" + record.members[index]);
}

/// Whether a divisor may be zero: not a number that is written down, nor one proven to be none.
bool ExprPrinter::may_be_zero(ir::ExprId id) const {
    const Printed value = print(id);
    if (value.type.is_complex()) {
        return true;
    }
    std::optional<ir::Number> number = value.number;
    if (const auto* constant = get<ir::ReadConstant>(id); constant != nullptr && !number) {
        number = module_.constants[constant->constant].values.front();
    }
    if (number) {
        return std::visit([](auto n) { return n == decltype(n)(0); }, *number);
    }
    return !value.type.is_integer() || (value.range.low <= 0 && value.range.high >= 0);
}

}  // namespace pycu::emit
