// Reads the arguments of `cuda.jit(...)`.
#include "declare/jit_options.h"

#include <algorithm>
#include <string_view>

#include "declare/option_values.h"
#include "declare/signature_texts.h"
#include "python/constants/numbers.h"
#include "python/constants/type_values.h"
#include "support/nearest.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

// In the order in which cuda.jit takes them without a name; the first is the signature.
constexpr std::string_view options[] = {
    "func_or_sig", "device",        "inline",    "forceinline",   "link", "debug",
    "opt",         "lineinfo",      "cache",     "launch_bounds", "lto",  "shared_memory_carveout",
    "fastmath",    "max_registers", "extensions"};

/// What Numba says of options that it had once.
std::string_view removed_option(std::string_view name) {
    if (name == "argtypes" || name == "restype" || name == "bind") {
        return "the signature is the first argument: `@cuda.jit(\"void(float32[:])\")`";
    }
    return name == "boundscheck" ? "`pycu build --target cpu --debug` checks every index" : "";
}

class JitCall {
  public:
    JitCall(ScopeId scope, Evaluator& evaluator, DeviceFunction& function, diag::Sink& sink)
        : scope_(scope),
          evaluator_(evaluator),
          tree_(evaluator.tree()),
          function_(function),
          sink_(sink) {}

    void read(const syntax::Call& call) {
        std::vector<ExprId> args = call.args;
        // functools.partial(cuda.jit, ...): the arguments behind the first.
        if (!args.empty()) {
            const Value first = evaluator_.evaluate(args[0], scope_).value;
            if (first.is<Dotted>() || first.is<JitDecorator>()) {
                args.erase(args.begin());
            }
        }
        for (std::size_t i = 0; i < args.size() && i < std::size(options); ++i) {
            argument(options[i], tree_.exprs[args[i]].range, args[i], true);
        }
        if (args.size() > std::size(options)) {
            const ExprId stray = args[std::size(options)];
            sink_.report<diag::Code::ArgumentCount>(tree_.exprs[stray].range, "cuda.jit",
                                                    std::to_string(std::size(options)),
                                                    std::to_string(args.size()));
            function_.is_broken = true;
        }
        for (const syntax::Keyword& keyword : call.keywords) {
            if (!keyword.arg) {
                unpacked(keyword.value);
            } else {
                argument(*keyword.arg, keyword.name_range, keyword.value);
            }
        }
    }

    void read_signatures(const Value& value, ExprId expr) { signatures(value, expr); }

  private:
    /// `**options` of a dict that is written out in the file.
    void unpacked(ExprId dict) {
        const auto items = dict_items(evaluator_, dict, scope_);
        if (!items) {
            const Range range = tree_.exprs[dict].range;
            sink_
                .report<diag::Code::NotConstant>(range, tree_.file->text(range),
                                                 "it is no dict of this file")
                .help("write the options out in the decorator");
            function_.is_broken = true;
            return;
        }
        for (const auto& [name, value] : *items) {
            argument(name, tree_.exprs[dict].range, value);
        }
    }

    void argument(std::string_view name, Range name_range, ExprId expr, bool is_placed = false) {
        const Value value = evaluator_.evaluate(expr, scope_).value;
        if (name == "func_or_sig") {
            if (!value.is<FunctionRef>() && !value.is<NoneValue>()) {
                signatures(value, expr);
            }
            return;
        }
        if (std::ranges::find(options, name) == std::end(options)) {
            unknown_option(name, name_range, value);
            return;
        }
        // What functools.partial says of an option holds unless the decorator says it again.
        std::erase_if(function_.options, [&](const JitOption& one) { return one.name == name; });
        function_.options.push_back({std::string(name), value, tree_.exprs[expr].range});
        if (const auto* why = value.get<Unknown>(); why != nullptr && says_something(name)) {
            sink_.report<diag::Code::NotConstant>(
                tree_.exprs[expr].range, tree_.file->text(tree_.exprs[expr].range), why->why);
            function_.is_broken = true;
            return;
        }
        if (name == "device") {
            function_.kind =
                truth(value) == true ? DeviceFunction::Kind::Device : DeviceFunction::Kind::CudaJit;
        }
        if (name == "link" && !is_empty(value)) {
            sink_.report<diag::Code::LinkedCode>(name_range, function_.qualname)
                .help(
                    "pycu compiles what it generates and nothing else: link the other code into "
                    "the program that calls the kernels");
            function_.is_broken = true;
        }
        if (const std::string wanted = wanted_value(name, value); !wanted.empty()) {
            auto& report =
                sink_.report<diag::Code::OptionValue>(tree_.exprs[expr].range, name, wanted);
            if (is_placed) {
                report.help(
                    "the arguments behind the signature are `device`, `inline` and so on; "
                    "several signatures stand in a list");
            }
            function_.is_broken = true;
        }
    }

    static bool is_empty(const Value& value) {
        const auto* list = value.get<HostItems>();
        return (list != nullptr && list->items.empty()) || truth(value) == false;
    }

    void unknown_option(std::string_view name, Range range, const Value& value) {
        const std::string_view removed = removed_option(name);
        if (name == "boundscheck" && truth(value) == false) {
            return;
        }
        auto& report = sink_.report<diag::Code::UnknownOption>(range, name, "cuda.jit");
        std::vector<std::string> names(std::begin(options) + 1, std::end(options));
        if (!removed.empty()) {
            report.help(std::string(removed));
        } else if (const std::string near = nearest(name, names); !near.empty()) {
            report.help("there is `" + near + "`");
        } else {
            std::string list;
            for (const std::string& one : names) {
                list += (list.empty() ? "`" : ", `") + one + "`";
            }
            report.help("there are " + list);
        }
        function_.is_broken = true;
    }

    void add(Signature signature, Range range) {
        // A second signature with the same parameters changes nothing.
        for (const GivenSignature& one : function_.signatures) {
            if (one.signature.params == signature.params) {
                return;
            }
        }
        function_.signatures.push_back(
            {std::move(signature), range, GivenSignature::From::Decorator});
    }

    void fail(std::string why, Range range) {
        sink_.report<diag::Code::BadSignature>(range, why);
        function_.is_broken = true;
    }

    void signatures(const Value& value, ExprId expr) {
        const auto* list = value.get<HostItems>();
        if (list == nullptr || !list->is_list) {
            signature(value, expr);
            return;
        }
        const auto* written = std::get_if<syntax::List>(&tree_.exprs[expr].as);
        for (std::size_t i = 0; i < list->items.size(); ++i) {
            const bool is_direct = written != nullptr && written->elts.size() == list->items.size();
            signature(list->items[i], is_direct ? written->elts[i] : expr);
        }
    }

    void signature(const Value& value, ExprId expr) {
        const Range range = tree_.exprs[expr].range;
        if (const auto* text = value.get<StringValue>()) {
            auto read = read_signature(text->text, places_of_literal(tree_, expr), evaluator_,
                                       scope_, sink_);
            function_.is_broken = function_.is_broken || !read;
            if (read) {
                add(std::move(*read), range);
            }
        } else if (const auto* made = value.get<SignatureObject>()) {
            add(made->signature, range);
        } else if (const auto* tuple = value.get<HostItems>()) {
            types(*tuple, expr);
        } else if (const auto* why = value.get<Unknown>()) {
            report_unknown(*why, tree_.file->text(range), range, sink_);
            function_.is_broken = true;
        } else if (const auto* type = value.get<TypeObject>();
                   type != nullptr && type->kind == TypeObject::Kind::Numba) {
            const std::string name = python_name(type->type, evaluator_.types());
            fail("`" + name + "` is a type and no signature: write `void(" +
                     (type->type.is_none() ? "" : name) + ")`",
                 range);
        } else {
            fail(describe(value, evaluator_.types()) + " is no signature", range);
        }
    }

    /// (float32[:], int32): the types of the parameters.
    void types(const HostItems& tuple, ExprId expr) {
        const auto* written = std::get_if<syntax::Tuple>(&tree_.exprs[expr].as);
        const bool is_direct = written != nullptr && written->elts.size() == tuple.items.size();
        Signature signature;
        const Unknown* later = nullptr;
        for (std::size_t i = 0; i < tuple.items.size(); ++i) {
            const Value& item = tuple.items[i];
            const Range range = tree_.exprs[is_direct ? written->elts[i] : expr].range;
            const auto* type = item.get<TypeObject>();
            if (type != nullptr && type->kind == TypeObject::Kind::Numba) {
                signature.params.push_back(type->type);
                continue;
            }
            const auto* why = item.get<Unknown>();
            if (why == nullptr || !why->is_later) {
                fail(why_no_type(item, evaluator_.types()), range);
                return;
            }
            later = why;
        }
        if (later != nullptr) {
            report_unknown(*later, "", tree_.exprs[expr].range, sink_);
            function_.is_broken = true;
            return;
        }
        add(std::move(signature), tree_.exprs[expr].range);
    }

    ScopeId scope_;
    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    DeviceFunction& function_;
    diag::Sink& sink_;
};

}  // namespace

void read_jit_call(ExprId call, ScopeId scope, Evaluator& evaluator, DeviceFunction& function,
                   diag::Sink& sink) {
    const auto& node = std::get<syntax::Call>(evaluator.tree().exprs[call].as);
    JitCall(scope, evaluator, function, sink).read(node);
}

void read_signature_values(const Value& value, ExprId expr, ScopeId scope, Evaluator& evaluator,
                           DeviceFunction& function, diag::Sink& sink) {
    JitCall(scope, evaluator, function, sink).read_signatures(value, expr);
}

}  // namespace pycu::sema
