// Reads the arguments of `cuda.jit(...)`.
#include "declare/jit_options.h"

#include <algorithm>
#include <string_view>

#include "declare/type_texts.h"
#include "python/constants/numbers.h"
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
            const Value first = evaluate(args[0]);
            if (first.is<Dotted>() || first.is<JitDecorator>()) {
                args.erase(args.begin());
            }
        }
        for (std::size_t i = 0; i < args.size() && i < std::size(options); ++i) {
            argument(options[i], tree_.exprs[args[i]].range, evaluate(args[i]), args[i], true);
        }
        if (args.size() > std::size(options)) {
            const ExprId stray = args[std::size(options)];
            function_.refuse<diag::Code::ArgumentCount>(sink_, tree_.exprs[stray].range, "cuda.jit",
                                                        std::to_string(std::size(options)),
                                                        std::to_string(args.size()));
        }
        for (const syntax::Keyword& keyword : call.keywords) {
            if (!keyword.arg) {
                unpacked(keyword.value);
            } else {
                argument(*keyword.arg, keyword.name_range, evaluate(keyword.value), keyword.value);
            }
        }
    }

    void read_signatures(const Value& value, ExprId expr) { signatures(value, expr); }

  private:
    /// `**options` of a dict that is written out in the file.
    void unpacked(ExprId dict) {
        const Range range = tree_.exprs[dict].range;
        const Value value = evaluate(dict);
        const HostItems* items = value.items();
        const auto is_text = [](const Value& key) { return key.is<StringValue>(); };
        if (items == nullptr || !items->is_dict || items->more != nullptr || items->unknown ||
            !std::ranges::all_of(items->keys, is_text)) {
            function_
                .refuse<diag::Code::NotConstant>(sink_, range, tree_.file->text(range),
                                                 "it is no dict of this file")
                .help("write the options out in the decorator");
            return;
        }
        for (std::size_t i = 0; i < items->keys.size(); ++i) {
            argument(items->keys[i].get<StringValue>()->text, range, items->items[i], dict);
        }
    }

    Value evaluate(ExprId expr) { return evaluator_.evaluate(expr, scope_).value; }

    void argument(std::string_view name, Range name_range, const Value& value, ExprId expr,
                  bool is_placed = false) {
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
            function_.refuse<diag::Code::NotConstant>(sink_, tree_.exprs[expr].range,
                                                      tree_.file->text(tree_.exprs[expr].range),
                                                      why->why);
            return;
        }
        if (name == "device") {
            function_.kind =
                truth(value) == true ? DeviceFunction::Kind::Device : DeviceFunction::Kind::CudaJit;
        }
        if (name == "link" && !is_empty(value)) {
            function_.refuse<diag::Code::LinkedCode>(sink_, name_range, function_.qualname)
                .help(
                    "pycu compiles what it generates and nothing else: link the other code into "
                    "the program that calls the kernels");
        }
        if (const std::string wanted = wanted_value(name, value); !wanted.empty()) {
            auto& report = function_.refuse<diag::Code::OptionValue>(sink_, tree_.exprs[expr].range,
                                                                     name, wanted);
            if (is_placed) {
                report.help(
                    "the arguments behind the signature are `device`, `inline` and so on; "
                    "several signatures stand in a list");
            }
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
        auto& report = function_.refuse<diag::Code::UnknownOption>(sink_, range, name, "cuda.jit");
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
    }

    void add(Signature signature, Range range) {
        add_signature(function_.signatures,
                      {std::move(signature), range, GivenSignature::From::Decorator});
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
            return;
        }
        auto made = signature_of(value, evaluator_.types());
        if (auto* signature = std::get_if<Signature>(&made)) {
            add(std::move(*signature), range);
            return;
        }
        const auto& [why, item] = std::get<NoSignature>(made);
        const auto* written = std::get_if<syntax::Tuple>(&tree_.exprs[expr].as);
        const bool has_place = item && written != nullptr && *item < written->elts.size();
        const ExprId place = has_place ? written->elts[*item] : expr;
        report_unknown(why, tree_.file->text(range), tree_.exprs[place].range, sink_);
        function_.is_broken = true;
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
