// The order of the work of sema. See analyze.h.
#include "sema/analyze.h"

#include <algorithm>
#include <map>
#include <string_view>

#include "declare/closure_files.h"
#include "declare/decorators.h"
#include "declare/launch_checks.h"
#include "declare/moments.h"
#include "declare/signatures.h"
#include "lower/instances.h"
#include "python/evaluator.h"
#include "sema/double_arithmetic.h"
#include "sema/globals.h"
#include "sema/host_functions.h"
#include "sema/skipped.h"
#include "sema/ufuncs.h"
#include "support/text.h"
#include "syntax/parse.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

/// `!/usr/bin/env python3`, `-*- coding: utf-8 -*-`: what says how Python reads the file.
bool is_for_python(const syntax::Comment& comment) {
    return comment.text.starts_with('!') ||
           comment.text.find("coding:") != std::string_view::npos ||
           comment.text.find("coding=") != std::string_view::npos;
}

/// The comments that a file begins with, a licence mostly; those of its first definition are that
/// one's.
std::vector<std::string> leading_comments(const syntax::Tree& tree) {
    const syntax::Stmt& first = tree.stmts[tree.main.body.front()];
    std::size_t own = 0;
    if (!first.is<syntax::ExprStmt>() && !first.is<syntax::Import>() &&
        !first.is<syntax::ImportFrom>()) {
        own = syntax::comments_before(tree, tree.main.body.front()).size();
    }
    std::vector<std::string> lines;
    for (const syntax::Comment& comment : tree.main.comments) {
        if (comment.range.end > first.range.begin || !comment.own_line) {
            break;
        }
        if (!is_for_python(comment)) {
            lines.emplace_back(comment.text.starts_with(' ') ? comment.text.substr(1)
                                                             : comment.text);
        }
    }
    lines.resize(lines.size() - std::min(own, lines.size()));
    return lines;
}

/// The comments and the docstring that the module begins with.
std::vector<std::string> module_docstring(const syntax::Tree& tree) {
    if (tree.main.body.empty()) {
        return {};
    }
    std::vector<std::string> comments = leading_comments(tree);
    const auto* stmt = std::get_if<syntax::ExprStmt>(&tree.stmts[tree.main.body.front()].as);
    const auto* constant =
        stmt != nullptr ? std::get_if<syntax::Constant>(&tree.exprs[stmt->value].as) : nullptr;
    const auto* text = constant != nullptr ? std::get_if<std::string>(&constant->value) : nullptr;
    std::vector<std::string> lines;
    if (text != nullptr) {
        for (std::string_view line : split(*text, '\n')) {
            lines.emplace_back(trim(line));
        }
        while (!lines.empty() && lines.back().empty()) {
            lines.pop_back();
        }
        while (!lines.empty() && lines.front().empty()) {
            lines.erase(lines.begin());
        }
    }
    if (!comments.empty() && !lines.empty()) {
        comments.emplace_back();
    }
    comments.insert(comments.end(), lines.begin(), lines.end());
    return comments;
}

/// The text of every function that is device code: where a syntax problem is an error.
std::vector<Range> device_ranges(const syntax::Tree& tree, const DeviceFunctions& functions,
                                 Instances& instances, const Evaluator& evaluator) {
    std::vector<Range> ranges = evaluator.used();
    for (const DeviceFunction& function : functions.all) {
        if (function.is_device_code() && !function.is_imported) {
            ranges.push_back(syntax::whole_range(tree, function.def));
        }
    }
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
        const std::size_t decl = instances[InstanceId{i}].decl;
        ranges.push_back(syntax::whole_range(tree, functions.all[decl].def));
    }
    return ranges;
}

std::string_view source_name(GivenSignature::From from) {
    switch (from) {
        case GivenSignature::From::Decorator:
            return "the decorator";
        case GivenSignature::From::Annotations:
            return "annotations";
        case GivenSignature::From::CommandLine:
            return "--sig";
        case GivenSignature::From::SigsToml:
            return "the .sigs.toml";
        case GivenSignature::From::Pyproject:
            return "pyproject.toml";
        case GivenSignature::From::Launch:
            return "a launch";
        case GivenSignature::From::Body:
            return "the body";
    }
    return "";
}

/// Of types that the body completes: who says them, "a docstring and --default-float".
std::string source_of(const GivenSignature& given) {
    std::vector<std::string> sources;
    for (const ir::ParameterOrigin& one : given.origins) {
        if (!one.source.empty() && std::ranges::count(sources, one.source) == 0) {
            sources.push_back(one.source);
        }
    }
    if (given.from != GivenSignature::From::Body || sources.empty()) {
        return std::string(source_name(given.from));
    }
    const std::string last = sources.back();
    sources.pop_back();
    return sources.empty() ? last : join(sources, ", ") + " and " + last;
}

ir::Specialisation describe(const Instance& instance, const DeviceFunction& function,
                            const TypeTable& types) {
    ir::Specialisation result;
    result.name = function.qualname;
    result.range = function.name_range;
    result.is_kernel = instance.is_kernel;
    result.args = instance.shown;
    result.returns = python_name(instance.result, types);
    std::vector<std::string> args = instance.shown;
    for (std::size_t i = 0; i < std::min(args.size(), instance.args.size()); ++i) {
        if (!instance.args[i].is_none()) {
            args[i] = signature_text(instance.args[i], types);
        }
    }
    result.signature = signature_text(instance.result, types) + '(' + join(args, ", ") + ')';
    const auto is_same = [&](const GivenSignature& one) {
        return one.signature.params == instance.args;
    };
    const auto given = std::ranges::find_if(function.signatures, is_same);
    result.source = "a call";
    if (given != function.signatures.end()) {
        result.source = source_of(*given);
        result.source_range = given->range;
        result.origins = given->origins;
    }
    result.variables = instance.variables;
    result.function = instance.function_id;
    return result;
}

/// A kernel's name in C symbols, if it is ASCII: what no C identifier has becomes `_`, once.
std::string symbol_name(const std::string& name) {
    std::string symbol;
    for (const char c : name) {
        const char letter = c == '.' ? '_' : c;
        if (letter != '_' || !symbol.ends_with('_')) {
            symbol += letter;
        }
    }
    return symbol;
}

/// Two kernels cannot have one symbol: a change to one would rename the other.
void check_symbols(const ir::Module& module, diag::Sink& sink) {
    std::map<std::string, const ir::Function*> known;
    for (const ir::Function& function : module.functions) {
        if (function.kind != ir::Function::Kind::Kernel) {
            continue;
        }
        const std::string symbol = symbol_name(function.name);
        const ir::Function& first = *known.try_emplace(symbol, &function).first->second;
        if (first.name != function.name) {
            sink.report<diag::Code::SameSymbol>(function.range, first.name, function.name,
                                                module.name + "_" + symbol)
                .label(first.range, "the other kernel")
                .help("give one of them another name");
        }
    }
}

/// Numba's `debug=True` asks for checks that are a matter of the whole text here.
void check_debug(const DeviceFunctions& functions, diag::Sink& sink) {
    for (const DeviceFunction& function : functions.all) {
        for (const JitOption& option : function.options) {
            if (option.name == "debug" && function.is_kernel && truth(option.value) == true) {
                sink.report<diag::Code::DebugKernel>(option.range, function.qualname)
                    .help("give `--debug`, or leave `debug=True` out");
            }
        }
    }
}

/// A kernel's registers are bounded in one way.
void check_bounds(const DeviceFunctions& functions, diag::Sink& sink) {
    for (const DeviceFunction& function : functions.all) {
        const auto find = [&](std::string_view name) {
            return std::ranges::find(function.options, name, &JitOption::name);
        };
        const auto registers = find("max_registers");
        const auto bounds = find("launch_bounds");
        const auto says = [&](const auto& option) {
            return option != function.options.end() && !option->value.template is<NoneValue>();
        };
        if (function.is_kernel && says(registers) && says(bounds)) {
            sink.report<diag::Code::BoundsAndRegisters>(registers->range, function.qualname);
        }
    }
}

/// What was compiled of which function, and what could not be for want of types.
/// Says of kernels that functions made what they were made with.
void find_frozen_values(const DeviceFunctions& functions, Instances& instances,
                        Evaluator& evaluator, ir::Module& module) {
    if (std::ranges::none_of(functions.all, &DeviceFunction::is_inner)) {
        return;
    }
    const Captures captures(evaluator.tree(), evaluator.scopes());
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
        const Instance& instance = instances[InstanceId{i}];
        const DeviceFunction& function = functions.all[instance.decl];
        if (function.is_inner && instance.is_kernel && instance.function_id.valid()) {
            module.functions[instance.function_id].frozen =
                find_frozen(evaluator, captures, function.scope, module.constants);
        }
    }
}

void describe_functions(const DeviceFunctions& functions, Instances& instances,
                        ir::Module& module) {
    for (const DeviceFunction& function : functions.all) {
        if (function.asked) {
            module.asked.push_back(*function.asked);
        }
        if (!function.untyped.empty() && !function.is_broken) {
            module.incomplete.push_back({function.qualname, function.name_range, function.untyped});
        }
        if (function.made_at && function.kind == DeviceFunction::Kind::CudaJit) {
            module.elsewhere.push_back({function.qualname, function.name_range, *function.made_at});
        }
    }
    for (std::uint32_t i = 0; i < instances.size(); ++i) {
        const Instance& instance = instances[InstanceId{i}];
        if (instance.state == Instance::State::Done && instance.function_id.valid()) {
            module.specialisations.push_back(
                describe(instance, functions.all[instance.decl], module.types));
        }
    }
}

/// A module that has no functions yet.
ir::Module start_module(const syntax::Tree& tree, const Options& options) {
    ir::Module module;
    module.name = options.module;
    module.source = tree.main.file;
    for (const syntax::Module& other : tree.others) {
        if (other.file != nullptr) {
            module.imported.push_back(other.file);
        }
    }
    module.docstring = module_docstring(tree);
    module.is_for_host = options.host;
    module.python_float = options.python_float;
    return module;
}

}  // namespace

ir::Module analyze(const syntax::Tree& tree, const Options& options, diag::Sink& sink) {
    ir::Module module = start_module(tree, options);
    Evaluator evaluator(tree, module.types, sink);
    if (options.bindings != nullptr && !evaluator.set_bindings(*options.bindings)) {
        return module;
    }
    evaluator.set_constants(options.consts);
    evaluator.set_docstrings(options.docstrings);
    std::vector<std::string> broken;
    if (options.sigs_toml != nullptr) {
        evaluator.set_closures(read_closures(*options.sigs_toml, broken, sink), broken);
    }
    if (options.has_no_kernels) {
        syntax::report_problems(tree, {}, sink);
        return module;
    }
    DeviceFunctions functions = read_decorators(evaluator, sink);
    if (!options.debug) {
        check_debug(functions, sink);
    }
    check_bounds(functions, sink);
    module.asks_launches = give_signatures(functions, evaluator, options, sink);
    freeze_globals(evaluator, functions);
    check_launches(evaluator, functions, sink);

    Instances instances(module, evaluator, functions);
    std::vector<InstanceId> roots, tried;
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        const DeviceFunction& function = functions.all[i];
        for (const std::vector<Type>& types : function.tried) {
            tried.push_back(instances.get(i, types, function.is_kernel));
        }
        if (function.is_broken || function.is_imported) {
            continue;
        }
        for (const GivenSignature& given : function.signatures) {
            roots.push_back(instances.get(i, given.signature.params, function.is_kernel));
        }
    }
    syntax::report_problems(tree, device_ranges(tree, functions, instances, evaluator), sink);
    instances.finish(roots, tried, options.keep_going, sink);
    module.ufuncs = find_ufuncs(functions, instances, sink);
    if (options.host) {
        find_host_functions(functions, instances, sink);
    }
    module.skipped = find_skipped(tree, functions, instances, roots, sink);
    if (options.bindings == nullptr) {
        module.globals = find_globals(evaluator, module.constants);
        find_frozen_values(functions, instances, evaluator, module);
    }
    check_symbols(module, sink);
    describe_functions(functions, instances, module);
    if (options.performance) {
        tell_double_arithmetic(module, tree, sink);
        module.launches = known_launches(evaluator, functions);
    }
    return module;
}

}  // namespace pycu::sema
