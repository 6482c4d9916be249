// Reads the arguments of `cuda.jit(...)`.
#include "declare/jit_options.h"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "declare/type_texts.h"
#include "support/nearest.h"
#include "values/functions_made.h"
#include "values/linked_code.h"
#include "values/numbers.h"

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
                                                        counted(std::size(options), "argument"),
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

    /// The same of what the run has given to a call, which may unpack it.
    void read_given(const syntax::Call& call, const JitArguments& given) {
        const auto is_star = [&](ExprId one) {
            return std::holds_alternative<syntax::Starred>(tree_.exprs[one].as);
        };
        const auto star = std::ranges::find_if(call.args, is_star);
        const auto unpacked = std::ranges::find_if(
            call.keywords, [](const syntax::Keyword& one) { return !one.arg.has_value(); });
        if (given.is_open) {
            const bool is_dict = unpacked != call.keywords.end();
            const Range range = tree_.exprs[is_dict ? unpacked->value : *star].range;
            function_
                .refuse<diag::Code::NotConstant>(sink_, range, tree_.text(range),
                                                 "it is known while the program runs only")
                .help("write the options out in the decorator");
            return;
        }
        std::size_t skipped = 0;
        if (!given.positional.empty()) {
            const Value& first = given.positional[0];
            skipped = first.is<Dotted>() || first.is<JitDecorator>() ? 1 : 0;
        }
        for (std::size_t i = skipped; i < given.positional.size(); ++i) {
            const bool is_written = i < std::size_t(star - call.args.begin());
            const ExprId at = is_written ? call.args[i] : *star;
            if (i - skipped < std::size(options)) {
                argument(options[i - skipped], tree_.exprs[at].range, given.positional[i], at,
                         true);
            }
        }
        for (const auto& named : given.named) {
            const auto is_it = [&](const syntax::Keyword& one) { return one.arg == named.first; };
            const auto written = std::ranges::find_if(call.keywords, is_it);
            const syntax::Keyword& at = written != call.keywords.end() ? *written : *unpacked;
            argument(named.first, at.arg ? at.name_range : tree_.exprs[at.value].range,
                     named.second, at.value);
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
                .refuse<diag::Code::NotConstant>(sink_, range, tree_.text(range),
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
            const std::string_view text = tree_.text(tree_.exprs[expr].range);
            auto& report = function_.refuse<diag::Code::NotConstant>(sink_, tree_.exprs[expr].range,
                                                                     text, why->why);
            if (text == "true" || text == "false") {
                report.help(text == "true" ? "Python writes `True`" : "Python writes `False`");
            }
            return;
        }
        if (name == "device") {
            function_.kind =
                truth(value) == true ? DeviceFunction::Kind::Device : DeviceFunction::Kind::CudaJit;
        }
        if (name == "link") {
            const auto code = linked_code(value, tree_.exprs[expr].range);
            if (const auto* problem = std::get_if<std::string>(&code)) {
                function_.refuse<diag::Code::LinkedCode>(sink_, tree_.exprs[expr].range, *problem);
            }
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
            report.there_is(near, range, name);
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
        report_unknown(why, tree_.text(range), tree_.exprs[place].range, sink_);
        function_.is_broken = true;
    }

    ScopeId scope_;
    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    DeviceFunction& function_;
    diag::Sink& sink_;
};

}  // namespace

void read_jit_call(const JitCallSite& site, Evaluator& evaluator, DeviceFunction& function,
                   diag::Sink& sink) {
    const auto& node = std::get<syntax::Call>(evaluator.tree().exprs[site.call].as);
    JitCall call(site.scope, evaluator, function, sink);
    if (site.given != nullptr) {
        call.read_given(node, *site.given);
    } else {
        call.read(node);
    }
}

void read_signature_values(const Value& value, ExprId expr, ScopeId scope, Evaluator& evaluator,
                           DeviceFunction& function, diag::Sink& sink) {
    JitCall(scope, evaluator, function, sink).read_signatures(value, expr);
}

// ---- Checks the values of options and says what they mean. See jit_options.h.

namespace {

/// More threads than a block may have on any device.
constexpr std::int64_t most_threads = 1024;
constexpr std::int64_t most_registers = 255;

std::optional<std::int64_t> integer(const Value& value) {
    const auto* number = value.get<NumberValue>();
    if (number == nullptr || !number->type.is_integer()) {
        return std::nullopt;
    }
    return std::visit([](auto one) { return std::int64_t(one); }, number->value);
}

/// One int, or up to three in a tuple; empty for anything else.
std::vector<std::int64_t> bounds(const Value& value) {
    std::vector<std::int64_t> result;
    const auto* tuple = value.get<HostItems>();
    const std::vector<Value> items = tuple != nullptr ? tuple->items : std::vector<Value>{value};
    for (const Value& item : items) {
        const auto one = integer(item);
        if (!one || *one < 1 || result.size() == 3) {
            return {};
        }
        result.push_back(*one);
    }
    return !result.empty() && result[0] <= most_threads ? result : std::vector<std::int64_t>{};
}

/// CUDA's numbers for the names: -1 leaves it to the driver.
std::optional<std::int64_t> carveout(const Value& value) {
    if (const auto* text = value.get<StringValue>()) {
        std::string name = text->text;
        std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
        if (name == "default") {
            return -1;
        }
        return name == "maxl1"       ? std::optional<std::int64_t>(0)
               : name == "maxshared" ? std::optional<std::int64_t>(100)
                                     : std::nullopt;
    }
    const auto number = integer(value);
    return number && *number >= -1 && *number <= 100 ? number : std::nullopt;
}

bool is_switch(std::string_view option) {
    constexpr std::string_view switches[] = {"device",   "forceinline", "debug",    "opt",
                                             "lineinfo", "cache",       "fastmath", "lto"};
    return std::ranges::find(switches, option) != std::end(switches);
}

}  // namespace

bool says_something(std::string_view option) {
    constexpr std::string_view silent[] = {"cache", "lto", "extensions", "link"};
    return std::ranges::find(silent, option) == std::end(silent);
}

std::string wanted_value(std::string_view option, const Value& value) {
    if (value.is<NoneValue>() || value.is_unknown()) {
        return "";
    }
    if (is_switch(option)) {
        const auto number = integer(value);
        const bool is_bool = value.is<NumberValue>() && value.get<NumberValue>()->type.is_bool();
        return is_bool || number == 0 || number == 1 ? "" : "True or False";
    }
    if (option == "launch_bounds") {
        return bounds(value).empty() ? "1 to 1024 threads, or a tuple of up to three positive ints"
                                     : "";
    }
    if (option == "max_registers") {
        const auto count = integer(value);
        return count && *count >= 1 && *count <= most_registers ? "" : "1 to 255 registers";
    }
    if (option == "shared_memory_carveout") {
        return carveout(value) ? "" : "-1 to 100, \"MaxL1\", \"MaxShared\" or \"default\"";
    }
    if (option == "inline") {
        const auto* text = value.get<StringValue>();
        const bool is_bool = value.is<NumberValue>() && value.get<NumberValue>()->type.is_bool();
        const bool is_name = text != nullptr && (text->text == "always" || text->text == "never");
        return is_name || is_bool || value.is<FunctionRef>() ? "" : "\"always\" or \"never\"";
    }
    return "";
}

ir::FunctionOptions function_options(const DeviceFunction& function) {
    ir::FunctionOptions made;
    for (const JitOption& option : function.options) {
        const bool is_on = truth(option.value) == true;
        if (option.name == "fastmath") {
            made.fastmath = is_on;
        } else if (option.name == "forceinline") {
            made.forceinline = made.forceinline || is_on;
        } else if (option.name == "inline") {
            const auto* text = option.value.get<StringValue>();
            const bool is_always = text != nullptr ? text->text == "always" : is_on;
            made.is_inlined = is_always;
            made.forceinline = made.forceinline || is_always;
        } else if (option.name == "launch_bounds") {
            made.launch_bounds = bounds(option.value);
        } else if (option.name == "max_registers") {
            made.max_registers = integer(option.value).value_or(0);
        } else if (option.name == "shared_memory_carveout") {
            made.carveout = carveout(option.value);
        } else if (option.name == "link") {
            auto code = linked_code(option.value, option.range);
            if (auto* links = std::get_if<std::vector<ir::LinkedCode>>(&code)) {
                made.links = std::move(*links);
            }
        } else if (option.name == "lineinfo") {
            made.lineinfo = is_on;
        } else if (option.name == "opt") {
            made.unoptimised = truth(option.value) == false && !option.value.is<NoneValue>();
        }
    }
    return made;
}

}  // namespace pycu::sema
