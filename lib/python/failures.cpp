// What may raise, and what catches it.
#include <algorithm>

#include "api/functions.h"
#include "python/interpreter.h"
#include "python/parts.h"
#include "support/match.h"
#include "values/certain_imports.h"
#include "values/cupy.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

bool divides(BinaryOp op) {
    return op == BinaryOp::Div || op == BinaryOp::FloorDiv || op == BinaryOp::Mod ||
           op == BinaryOp::Pow || op == BinaryOp::LShift || op == BinaryOp::RShift;
}

/// Whether something may have raised that makes a value: a number that is not computed here, or
/// what is not known. Constants are computed, and arrays are made of what is there; that memory
/// comes to an end is passed over.
bool is_doubtful(const Value& value) {
    return value.is_unknown() || value.is<HostNumber>() || value.part() != nullptr;
}

bool has_all_items(const Value& value) {
    return value.items() != nullptr && value.items()->more == nullptr;
}

/// Of lists, dicts, tuples or arrays.
bool is_method(const std::string& name) {
    constexpr std::string_view of_items[] = {"append",   "clear", "copy",    "count",      "extend",
                                             "fromkeys", "get",   "index",   "insert",     "items",
                                             "keys",     "pop",   "popitem", "setdefault", "remove",
                                             "reverse",  "sort",  "update",  "values"};
    return std::ranges::count(of_items, name) > 0 ||
           api::find_function("numpy.ndarray." + name) != nullptr;
}

bool ends_program(const Value& callee) {
    constexpr std::string_view paths[] = {"builtins.exit", "builtins.quit", "os._exit", "os.abort",
                                          "sys.exit"};
    const auto* path = callee.get<Dotted>();
    return path != nullptr && std::ranges::count(paths, path->path) > 0;
}

/// `np.seterr(all="raise")`, `warnings.simplefilter("error")`: arithmetic may raise from here on.
bool raises_warnings(const Value& callee, const CallArguments& args) {
    constexpr std::string_view paths[] = {"numpy.errstate", "numpy.seterr", "numpy.seterrcall",
                                          "warnings.filterwarnings", "warnings.simplefilter"};
    const auto* path = callee.get<Dotted>();
    if (path == nullptr || std::ranges::count(paths, path->path) == 0) {
        return false;
    }
    const auto leaves = [](const Value& one) {
        constexpr std::string_view raising[] = {"call", "error", "raise"};
        const auto* text = one.get<StringValue>();
        return text != nullptr && std::ranges::count(raising, text->text) == 0;
    };
    const bool is_filter = path->path.starts_with("warnings.") && !args.positional.empty();
    return is_filter ? !leaves(args.positional[0])
                     : !std::ranges::all_of(args.positional, leaves) ||
                           !std::ranges::all_of(args.named, leaves,
                                                [](const auto& one) { return one.second; });
}

/// Whether a call of what is not the program's ends well whatever its numbers are: it was computed
/// here, or it makes an array of what is there. Others may meet shapes that do not fit, a matrix
/// that is singular, a file that is missing.
bool is_safe_call(const Value& callee, const CallArguments& args, const Value& made) {
    constexpr std::string_view makers[] = {"arange",
                                           "array",
                                           "asarray",
                                           "ascontiguousarray",
                                           "astype",
                                           "copy",
                                           "copy_to_host",
                                           "device_array",
                                           "device_array_like",
                                           "empty",
                                           "empty_like",
                                           "eye",
                                           "flatten",
                                           "full",
                                           "full_like",
                                           "identity",
                                           "ones",
                                           "ones_like",
                                           "print",
                                           "ravel",
                                           "to_device",
                                           "zeros",
                                           "zeros_like"};
    if (made.is_constant() && !made.is<NoneValue>()) {
        return true;
    }
    const auto* path = callee.get<Dotted>();
    const auto* method = callee.get<HostMethod>();
    const std::string name = path != nullptr     ? path->path.substr(path->path.rfind('.') + 1)
                             : method != nullptr ? method->name
                                                 : "";
    if (path != nullptr && path->path == "builtins.range") {
        return std::ranges::all_of(args.positional, [](const Value& one) {
            const auto number = number_of(one);
            return number && number->type.is_integer();
        });
    }
    const bool is_of_items =
        method != nullptr && method->object->items() != nullptr && !is_doubtful(made);
    const bool is_copied = name == "copy_to_host" && args.size() > 0;
    const HostArray* array = made.array();
    const HostArray* given = args.positional.empty() ? nullptr : args.positional[0].array();
    const bool is_scattered =
        name == "to_device" && (given == nullptr || given->layout() == Layout::A);
    const bool is_negative =
        array != nullptr && std::ranges::any_of(array->memory.extents, [](const auto& extent) {
            return extent.known().value_or(0) < 0;
        });
    // Lists of lists of several lengths are no array.
    const bool is_ragged = path != nullptr && array == nullptr && !args.positional.empty() &&
                           args.positional[0].items() != nullptr;
    if (is_scattered || is_negative || is_ragged || (array != nullptr && array->spoiled)) {
        return false;
    }
    return callee.is<HostLauncher>() || is_of_items ||
           (std::ranges::count(makers, name) > 0 && !is_copied);
}

/// Whether an int that a program writes is more than the dtype of what is computed with it holds.
bool is_too_large(const syntax::Expr& expr, const HostArray& made) {
    const auto* constant = expr.get<syntax::Constant>();
    const auto* number =
        constant != nullptr ? std::get_if<syntax::Integer>(&constant->value) : nullptr;
    if (number == nullptr || !is_integer(made.dtype.scalar)) {
        return false;
    }
    const auto bits =
        8 * bytes(made.dtype.scalar) - (Type::scalar(made.dtype.scalar).is_unsigned() ? 0 : 1);
    const auto value = number->value();
    return !value || (bits < 64 && *value >> bits != 0);
}

/// The last names of `ValueError` and `(IndexError, errors.Missing)`; empty ones for what is none.
std::vector<std::string> exception_names(const syntax::Tree& tree, syntax::ExprId type) {
    const auto& as = tree.exprs[type].as;
    if (const auto* name = std::get_if<syntax::Name>(&as)) {
        return {name->id};
    }
    if (const auto* attribute = std::get_if<syntax::Attribute>(&as)) {
        return {attribute->attr};
    }
    std::vector<std::string> names;
    if (const auto* tuple = std::get_if<syntax::Tuple>(&as)) {
        for (const syntax::ExprId one : tuple->elts) {
            const std::vector<std::string> inner = exception_names(tree, one);
            names.insert(names.end(), inner.begin(), inner.end());
        }
        return names;
    }
    return {""};
}

bool is_of_imports(const std::string& exception) {
    return exception == "ImportError" || exception == "ModuleNotFoundError";
}

/// Whether it may be an ImportError's: one of its bases, or no class of errors by its name.
bool may_be_of_imports(const std::string& exception) {
    return is_of_imports(exception) || !exception.ends_with("Error");
}

}  // namespace

/// Counts what an expression that has been computed may have raised.
void Interpreter::note_failures(ExprId id, const Value& value) {
    const bool may_fail = std::visit(
        match{
            [&](const syntax::Attribute& n) {
                if (value.is<HostMethod>()) {
                    return !is_method(n.attr);
                }
                const auto* path = value.get<Dotted>();
                if (path == nullptr) {
                    return value.is_unknown();
                }
                const std::size_t dot = path->path.rfind('.');
                const bool is_there =
                    dot != std::string::npos &&
                    is_always_there(path->path.substr(0, dot), path->path.substr(dot + 1));
                return !is_there && !ends_program(value);
            },
            [&](const syntax::Subscript& n) {
                return is_doubtful(value) ||
                       (value.array() != nullptr &&
                        tree_->exprs[n.slice].get<syntax::Slice>() == nullptr);
            },
            [&](const syntax::BinOp& n) {
                const bool has_number = tree_->exprs[n.left].get<syntax::Constant>() != nullptr ||
                                        tree_->exprs[n.right].get<syntax::Constant>() != nullptr;
                return value.is_unknown() || (divides(n.op) && is_doubtful(value)) ||
                       (value.array() != nullptr &&
                        (!has_number || is_too_large(tree_->exprs[n.left], *value.array()) ||
                         is_too_large(tree_->exprs[n.right], *value.array())));
            },
            [&](const syntax::Dict& n) {
                return !std::ranges::all_of(n.keys, [&](ExprId key) {
                    return key && tree_->exprs[key].get<syntax::Constant>() != nullptr;
                });
            },
            [&](const syntax::JoinedStr& n) {
                return std::ranges::any_of(n.values, [&](ExprId one) {
                    const auto* hole = tree_->exprs[one].get<syntax::FormattedValue>();
                    return hole != nullptr && hole->format_spec;
                });
            },
            [&](const syntax::UnaryOp&) { return is_doubtful(value); },
            [&](const syntax::ListComp&) { return !has_all_items(value); },
            [&](const syntax::GeneratorExp&) { return !has_all_items(value); },
            [](const syntax::DictComp&) { return true; },
            [](const syntax::Call&) { return false; },
            [](const syntax::Constant&) { return false; },
            [](const syntax::Lambda&) { return false; },
            [](const syntax::Name&) { return false; },
            [&](const auto&) { return value.is_unknown(); },
        },
        tree_->exprs[id].as);
    const auto number = number_of(value);
    const bool is_numpys = value.array() != nullptr || (number && !number->is_python);
    failures_.operations += may_fail || (are_warnings_raised_ && is_numpys) ? 1 : 0;
}

/// Numbers and arrays have an order, and what is neither may have none.
void Interpreter::note_comparison(CompareOp op, const Value& left, const Value& right) {
    if (tries_ == 0) {
        return;
    }
    const auto has_order = [](const Value& one) {
        return number_of(one).has_value() || one.array() != nullptr;
    };
    const bool is_search = op == CompareOp::In || op == CompareOp::NotIn;
    const bool may_search =
        right.items() != nullptr || right.array() != nullptr || right.is<StringValue>();
    const bool may_fail =
        (is_ordering(op) && !(has_order(left) && has_order(right))) || (is_search && !may_search);
    failures_.operations += may_fail ? 1 : 0;
}

/// What a call of something that is not the program's may have raised, or does for certain.
void Interpreter::note_call(const Value& callee, const CallArguments& args, const Value& made) {
    are_warnings_raised_ = are_warnings_raised_ || raises_warnings(callee, args);
    if (ends_program(callee)) {
        ++failures_.exits;
        is_dead_ = true;
    } else if (tries_ == 0) {
        return;
    } else if (made.is_unknown()) {
        ++failures_.anything;
    } else if (!callee.is<FunctionRef>() && !callee.is<ClassRef>()) {
        failures_.operations += is_safe_call(callee, args, made) && !are_warnings_raised_ ? 0 : 1;
    }
}

std::size_t parameters_named(const syntax::Arguments& params, const CallArguments& args) {
    return std::size_t(std::ranges::count_if(args.named, [&](const auto& given) {
        const auto is_it = [&](const syntax::Arg& one) { return one.arg == given.first; };
        return std::ranges::any_of(params.args, is_it) ||
               std::ranges::any_of(params.kwonlyargs, is_it);
    }));
}

bool takes(const syntax::Arguments& params, const CallArguments& args) {
    const std::size_t count = params.posonlyargs.size() + params.args.size();
    return (params.vararg || args.positional.size() <= count) &&
           (params.kwarg || parameters_named(params, args) == args.named.size());
}

/// Arguments that the parameters of a function are not made for.
void Interpreter::note_arguments(const FunctionRef& function, const CallArguments& args) {
    if (tries_ == 0) {
        return;
    }
    const syntax::Arguments& params = def_of(function).args;
    const std::size_t count = params.posonlyargs.size() + params.args.size();
    const std::size_t named = parameters_named(params, args);
    const std::size_t defaults = params.defaults.size() + function.made->named_defaults.size();
    const bool are_too_few =
        args.positional.size() + named + defaults < count + params.kwonlyargs.size();
    failures_.operations += are_too_few || !takes(params, args) ? 1 : 0;
}

/// An import of a module, or of a member of one, that may not be there.
void Interpreter::note_import(const std::string& module, const std::string& member) {
    const std::string name = member.empty() ? module : module + "." + member;
    if (member.empty() ? is_always_there(module) : is_always_there(module, member)) {
        return;
    }
    if (!imported_.contains(name)) {
        ++(is_of_cupy(module) ? failures_.libraries : failures_.imports);
    }
    if (forks_ == 0 && tries_ == 0) {
        imported_.insert(name);
    }
}

/// Whether an `except` may catch what has been met since; `type` is none where it has none.
bool Interpreter::may_catch(ExprId type, const Failures& before) const {
    if (failures_.anything != before.anything) {
        return true;
    }
    const std::vector<std::string> names =
        type ? exception_names(*tree_, type) : std::vector<std::string>{""};
    const auto is_of_exits = [](const std::string& one) {
        return one.empty() || one == "BaseException" || one == "SystemExit";
    };
    if (failures_.exits != before.exits && std::ranges::any_of(names, is_of_exits)) {
        return true;
    }
    // Whether a name is bound on every path is not known here.
    const auto is_of_names = [](const std::string& one) {
        return one == "NameError" || one == "UnboundLocalError";
    };
    return std::ranges::any_of(names, is_of_names) ||
           ((failures_.imports != before.imports || failures_.libraries != before.libraries) &&
            std::ranges::any_of(names, may_be_of_imports)) ||
           (failures_.operations != before.operations &&
            !std::ranges::all_of(names, is_of_imports));
}

void Interpreter::visit(const syntax::Raise& node, StmtId /*id*/, Range /*range*/) {
    if (node.exc) {
        eval(node.exc);
    }
    ++failures_.anything;
    is_dead_ = true;
}

void Interpreter::visit(const syntax::Assert& node, StmtId /*id*/, Range /*range*/) {
    const auto is_true = test(node.test);
    failures_.operations += is_true == true ? 0 : 1;
    is_dead_ = is_dead_ || is_true == false;
    parts().assume(node.test, true);
}

}  // namespace pycu::sema
