// `print`: one call of printf for each, so that the texts of threads do not mix. See lowering.h.

#include "lower/exprs.h"
#include "lower/operations.h"
#include "lower/stmts.h"

namespace pycu::sema {

namespace {

/// What printf takes beside its format.
constexpr std::size_t most_items = 32;

/// Splits what has more items than printf takes.
std::vector<ir::Print> split_print(ir::Print rest) {
    std::vector<ir::Print> prints;
    while (rest.items.size() > most_items) {
        ir::Print first;
        first.items.assign(rest.items.begin(), rest.items.begin() + most_items);
        first.texts.assign(rest.texts.begin(), rest.texts.begin() + most_items);
        first.texts.emplace_back();
        rest.items.erase(rest.items.begin(), rest.items.begin() + most_items);
        rest.texts.erase(rest.texts.begin(), rest.texts.begin() + most_items);
        prints.push_back(std::move(first));
    }
    prints.push_back(std::move(rest));
    return prints;
}

}  // namespace

static std::vector<Operand> print_tuple(Lowering& ctx, const std::vector<Operand>& items,
                                        bool is_list, Range range);

/// `sep="..."` or `end="..."`: a text that is known, or None.
static std::optional<std::string> print_option(Lowering& ctx, const syntax::Keyword& keyword,
                                               const std::string& usual) {
    const Operand operand = lower(ctx, keyword.value);
    if (const auto* string = operand.get<StringValue>()) {
        return string->text;
    }
    if (operand.get<NoneValue>() != nullptr) {
        return usual;
    }
    if (operand.kind != Operand::Kind::Error) {
        fail<Code::NotPrintable>(ctx, ctx.range(keyword.value), describe_operand(ctx, operand))
            .note("`" + *keyword.arg + "` is a text that is known while compiling");
    }
    return std::nullopt;
}

static bool read_print_options(Lowering& ctx, const syntax::Call& call, std::string& separator,
                               std::string& end) {
    for (const syntax::Keyword& keyword : call.keywords) {
        const std::string name = keyword.arg.value_or("**");
        if (name == "flush") {
            continue;  // lower_print computes it behind the arguments
        }
        if (name != "sep" && name != "end") {
            auto diagnostic = fail<Code::UnknownKeyword>(ctx, keyword.range, "print", name);
            if (name == "file") {
                diagnostic.help("device code prints to the standard output alone");
            }
            return false;
        }
        std::string& option = name == "sep" ? separator : end;
        const auto text = print_option(ctx, keyword, option);
        if (!text) {
            return false;
        }
        option = *text;
    }
    return true;
}

/// What one argument of `print` is written as: texts, which are known, and scalars.
static std::vector<Operand> print_parts(Lowering& ctx, const Operand& operand, Range range) {
    const auto text_of = [&](const std::string& text) {
        return std::vector{known(Value{StringValue{text}})};
    };
    if (operand.is_known()) {
        if (operand.get<StringValue>() != nullptr) {
            return std::vector{operand};
        }
        if (operand.get<NoneValue>() != nullptr) {
            return text_of("None");
        }
        if (const auto* tuple = operand.get<HostItems>()) {
            std::vector<Operand> items;
            for (const Value& item : tuple->items) {
                items.push_back(operand_of(ctx, item, std::nullopt, range));
            }
            return print_tuple(ctx, items, tuple->is_list, range);
        }
        if (const auto* dotted = operand.get<Dotted>(); dotted && is_dim3(dotted->path)) {
            std::vector<Operand> axes;
            for (const char* const axis : {".x", ".y", ".z"}) {
                axes.push_back(intrinsic(ctx, dotted->path + axis, {}, range));
            }
            return print_tuple(ctx, axes, false, range);
        }
    }
    if (operand.is_value() && operand.type.is_tuple()) {
        return print_tuple(ctx, tuple_items(ctx, operand, range), false, range);
    }
    if (!operand.is_value() || !operand.type.is_scalar() || operand.type.is_complex()) {
        auto diagnostic = fail<Code::NotPrintable>(ctx, range, describe_operand(ctx, operand));
        if (operand.type.is_array()) {
            diagnostic.help("print its elements, `a[i]`, or its shape");
        } else if (operand.type.is_complex()) {
            diagnostic.help("print `z.real` and `z.imag`");
        }
        return {diagnostic};
    }
    if (const auto* literal = ctx.get<ir::Literal>(operand.ir)) {
        if (const auto* truth_value = std::get_if<bool>(&literal->value)) {
            return text_of(*truth_value ? "True" : "False");
        }
        if (const auto* integer = std::get_if<std::int64_t>(&literal->value)) {
            return text_of(std::to_string(*integer));
        }
    }
    return std::vector{operand};
}

/// `(a, b)`, `(a,)`, `[a, b]`.
static std::vector<Operand> print_tuple(Lowering& ctx, const std::vector<Operand>& items,
                                        bool is_list, Range range) {
    std::vector<Operand> parts;
    const auto text_part = [&](const std::string& text) {
        parts.push_back(known(Value{StringValue{text}}));
    };
    text_part(is_list ? "[" : "(");
    for (std::size_t i = 0; i < items.size(); ++i) {
        text_part(i == 0 ? "" : ", ");
        const std::vector<Operand> inner = print_parts(ctx, items[i], range);
        parts.insert(parts.end(), inner.begin(), inner.end());
    }
    text_part(is_list ? "]" : items.size() == 1 ? ",)" : ")");
    return parts;
}

Operand lower_print(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
    std::string separator = " ";
    std::string end = "\n";
    if (!read_print_options(ctx, call, separator, end)) {
        return error();
    }
    std::vector<Operand> operands;
    for (const ExprId arg : call.args) {
        operands.push_back(lower(ctx, arg));
    }
    for (const syntax::Keyword& keyword : call.keywords) {
        const Operand flush = keyword.arg == "flush" ? lower(ctx, keyword.value) : Operand{};
        if (keyword.arg == "flush" && !flush.is_value() && !flush.is_known()) {
            return flush;
        }
    }
    if (const Operand* poison = poison_of(operands)) {
        return *poison;
    }
    std::vector<Operand> parts;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        parts.push_back(known(Value{StringValue{i == 0 ? "" : separator}}));
        const auto one = print_parts(ctx, operands[i], ctx.range(call.args[i]));
        parts.insert(parts.end(), one.begin(), one.end());
    }
    if (const Operand* poison = poison_of(parts)) {
        return *poison;
    }
    ir::Print print{{""}, {}};
    for (const Operand& part : parts) {
        if (part.is_value()) {
            print.items.push_back(part.ir);
            print.texts.emplace_back();
        } else {
            print.texts.back() += part.get<StringValue>()->text;
        }
    }
    print.texts.back() += end;
    if (print.items.size() > most_items) {
        fail<Code::LongPrint>(ctx, range, print.items.size());
    }
    for (ir::Print& one : split_print(std::move(print))) {
        emit(ctx, ctx.current_stmt, std::move(one));
    }
    return known(Value{NoneValue{}});
}

}  // namespace pycu::sema
