// See command_line.h.
#include "python/command_line.h"

#include <algorithm>

#include "values/numbers.h"

namespace pycu::sema {

namespace {

constexpr const char* parser_name = "argparse.ArgumentParser";
constexpr const char* namespace_name = "argparse.Namespace";

std::string text_of(const Value* value) {
    const auto* text = value != nullptr ? value->get<StringValue>() : nullptr;
    return text != nullptr ? text->text : "";
}

/// `--step-size` as `step_size`: the name of an option is its first long one.
std::string name_of_option(const CallArguments& args, const char* by_name) {
    if (const std::string given = text_of(args.named_only(by_name)); !given.empty()) {
        return given;
    }
    std::string made;
    for (const Value& one : args.positional) {
        const std::string flag = text_of(&one);
        const bool is_long = flag.starts_with("--");
        if (made.empty() || (is_long && made.starts_with("-") && !made.starts_with("--"))) {
            made = flag;
        }
    }
    const std::size_t start = made.find_first_not_of('-');
    made = start == made.npos ? "" : made.substr(start);
    std::ranges::replace(made, '-', '_');
    return made;
}

bool is_option(const CallArguments& args) {
    return !args.positional.empty() && text_of(&args.positional[0]).starts_with("-");
}

/// A default as any other value of its kind.
Value kind_of(const Value& value, const Unknown& otherwise) {
    if (const auto number = number_of(value)) {
        return with_why(host_number(number->type, number->is_python), otherwise);
    }
    const auto* list = value.get<HostItems>();
    if (list == nullptr || list->items.empty()) {
        return {otherwise};
    }
    Value item = kind_of(list->items[0], otherwise);
    for (const Value& one : list->items) {
        item = join_hosts(item, kind_of(one, otherwise), otherwise.range, false);
    }
    return item.is_unknown() ? item : with_why(host_many(item, true), otherwise);
}

}  // namespace

/// What a text of the command line becomes by `type=`; without one it stays a text.
Value Interpreter::CommandLine::converted(const Value* type, const Unknown& why) {
    const Value text{why};
    if (type == nullptr) {
        return text;
    }
    CallArguments args{{text}, {}, why.range};
    if (const auto* of = type->get<TypeObject>()) {
        if (of->kind == TypeObject::Kind::NumPy && of->type.is_scalar()) {
            return with_why(host_number(of->type, false), why);  // of a text it is no array
        }
        const auto made = call_host_type(*of, args);
        return made ? with_why(*made, why) : text;
    }
    const auto* function = type->get<FunctionRef>();
    const bool is_followed =
        function != nullptr && function->made != nullptr && !function->is_device();
    if (is_followed && !function->is_decorated()) {
        const Value made = run_.trace(*function, args, false, why.range);
        return made.is_unknown() ? text : with_why(made, why);
    }
    const auto* path = type->get<Dotted>();
    const std::string& name = path != nullptr ? path->path : "";
    const bool is_int = name == "click.INT" || name == "click.IntRange";
    const bool is_float = name == "click.FLOAT" || name == "click.FloatRange";
    return is_int                 ? with_why(host_integer(), why)
           : is_float             ? with_why(host_number(float64), why)
           : name == "click.BOOL" ? with_why(host_number(boolean), why)
                                  : text;
}

/// The value that `add_argument(...)` leads to, or nothing where there is none.
Value Interpreter::CommandLine::parsed(const CallArguments& args, Range range) {
    const Unknown why{"it is an argument of the command line", range};
    const Unknown none{"it is None where the command line does not give it", range};
    const std::string action = text_of(args.named_only("action"));
    const Value* otherwise = args.named_only("default");
    const bool is_optional = is_option(args);
    const bool may_be_left_out = is_optional && !is_true(args.named_only("required"));
    const bool has_default = otherwise != nullptr && !otherwise->is<NoneValue>();
    Value made{why};
    if (action == "store_true" || action == "store_false") {
        made = with_why(host_number(boolean), why);
        return has_default ? join_hosts(made, kind_of(*otherwise, why), range, false) : made;
    }
    if (action == "count") {
        made = with_why(host_integer(), why);
    } else if (action.empty() || action == "store") {
        const bool is_other = args.named_only("action") != nullptr && action.empty();
        made = is_other ? made : converted(args.named_only("type"), why);
    } else {
        return made;
    }
    const Value* nargs = args.named_only("nargs");
    const std::string many = text_of(nargs);
    const bool is_many = nargs != nullptr && many != "?";
    if (is_many && !made.is_unknown()) {
        made = with_why(host_many(made, true), why);
    }
    if (many == "?") {
        const Value* instead = args.named_only("const");
        const bool has_const = instead != nullptr && !instead->is<NoneValue>();
        made = is_optional && !has_const ? Value{none}
               : has_const               ? join_hosts(made, kind_of(*instead, why), range, false)
                                         : made;
    }
    const bool takes_default = may_be_left_out || many == "?" || many == "*";
    // A default that is a text is converted, and no other.
    if (!takes_default || (has_default && otherwise->is<StringValue>() && !is_many)) {
        return made;
    }
    return has_default ? join_hosts(made, kind_of(*otherwise, why), range, false) : Value{none};
}

/// Parsers, groups of theirs, and what they return; nothing for anything else.
HostResult Interpreter::CommandLine::call(const HostMethod& method, const CallArguments& args,
                                          Range range) {
    const auto* ref = method.object->get<HostItemsRef>();
    if (ref == nullptr || !is_of(*method.object, parser_name)) {
        return std::nullopt;
    }
    const Unknown why{"it is an argument of the command line", range};
    const auto put = [&](const std::string& name, const Value& value) {
        const Value* before = sema::item_of(**ref, name);
        run_.put_item(*ref, {StringValue{name}},
                      before != nullptr ? join_hosts(*before, value, range, false) : value, range);
    };
    if (method.name == "add_argument") {
        const std::string action = text_of(args.named_only("action"));
        const std::string name = name_of_option(args, "dest");
        if (!name.empty() && action != "version" && action != "help") {
            put(name, parsed(args, range));
        }
        return Value{why};
    }
    if (method.name == "set_defaults") {
        for (const auto& [name, value] : args.named) {
            put(name, number_of(value) ? kind_of(value, why) : value);
        }
        return Value{NoneValue{}};
    }
    // Groups and the parsers of commands add to what is parsed in the end.
    if (method.name == "add_argument_group" || method.name == "add_mutually_exclusive_group" ||
        method.name == "add_subparsers" || method.name == "add_parser") {
        if (const std::string name = text_of(args.named_only("dest")); !name.empty()) {
            put(name, {why});
        }
        return *method.object;
    }
    const bool is_pair = method.name == "parse_known_args";
    if (is_pair || method.name == "parse_args") {
        HostItems made = **ref;
        made.class_name = namespace_name;
        made.aliases = nullptr;
        // Another object may get the arguments.
        const bool is_own = args.named.empty() && args.positional.size() < 2;
        if (!is_own) {
            run_.escape(args, range);
        }
        const Value all = is_own ? host_items(std::move(made)) : Value{why};
        return is_pair ? host_tuple({all, {why}}) : all;
    }
    return Value{why};
}

/// `argparse.ArgumentParser(...)`, `vars(args)`; nothing for anything else.
HostResult Interpreter::CommandLine::make(const std::string& path, const CallArguments& args) {
    if (path == "builtins.vars" && args.positional.size() == 1 &&
        is_of(args.positional[0], namespace_name)) {
        return args.positional[0];
    }
    if (path != parser_name) {
        return std::nullopt;
    }
    HostItems made;
    made.is_dict = true;
    made.class_name = parser_name;
    return host_items(std::move(made));
}

/// `args.n`, and a method of a parser; nothing for anything else.
HostResult Interpreter::CommandLine::attribute(const Value& object, const std::string& name,
                                               Range range) {
    if (!is_of(object, namespace_name)) {
        return std::nullopt;
    }
    const Value* item = sema::item_of(*object.items(), name);
    return item != nullptr ? *item : unknown("no argument of the parser is called so", range);
}

/// `args.n = 3`; false for anything else.
bool Interpreter::CommandLine::set(const Value& object, const std::string& name, const Value& value,
                                   Range range) {
    if (!is_of(object, namespace_name)) {
        return false;
    }
    run_.put_item(std::get<HostItemsRef>(object.as), {StringValue{name}}, value, range);
    return true;
}

/// What `@click.option("--n", default=16)` gives to a parameter; nothing where none does.
std::optional<Value> Interpreter::CommandLine::clicked(const syntax::FunctionDef& function,
                                                       const std::string& parameter) {
    for (const ExprId decorator : function.decorator_list) {
        const auto* node = std::get_if<syntax::Call>(&run_.tree_->exprs[decorator].as);
        const Value callee = node != nullptr ? run_.eval(node->func) : Value{};
        const auto* path = callee.get<Dotted>();
        const bool is_argument = path != nullptr && path->path == "click.argument";
        if (path == nullptr || !(is_argument || path->path == "click.option")) {
            continue;
        }
        CallArguments args;
        args.range = run_.tree_->exprs[decorator].range;
        if (run_.arguments(*node, args)) {
            continue;
        }
        std::string name = name_of_option(args, "name");
        for (const Value& one : args.positional) {
            const std::string given = text_of(&one);
            name = !given.empty() && !given.starts_with("-") ? given : name;
        }
        if (name == parameter) {
            return clicked_value(args, is_argument);
        }
    }
    return std::nullopt;
}

/// click converts defaults, too, and takes a type from the default where it has none.
Value Interpreter::CommandLine::clicked_value(const CallArguments& args, bool is_argument) {
    const Unknown why{"it is an argument of the command line", args.range};
    const Value* otherwise = args.named_only("default");
    const bool has_default = otherwise != nullptr && !otherwise->is<NoneValue>();
    const bool is_changed = args.named_only("callback") != nullptr ||
                            args.named_only("flag_value") != nullptr ||
                            args.named_only("cls") != nullptr;
    if (is_changed || is_true(args.named_only("multiple")) || args.named_only("nargs") != nullptr) {
        return {why};
    }
    const bool is_flag =
        is_true(args.named_only("is_flag")) ||
        (!args.positional.empty() && text_of(&args.positional[0]).find('/') != std::string::npos);
    const Value* type = args.named_only("type");
    if (is_flag && type == nullptr) {
        return with_why(host_number(boolean), why);
    }
    const bool is_given = has_default || is_true(args.named_only("required")) ||
                          (is_argument && args.named_only("required") == nullptr);
    if (!is_given) {
        return {Unknown{"it is None where the command line does not give it", args.range}};
    }
    const auto number = type == nullptr && has_default ? number_of(*otherwise) : std::nullopt;
    return number && number->is_python ? kind_of(*otherwise, why) : converted(type, why);
}

}  // namespace pycu::sema
