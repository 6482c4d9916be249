// Reads the calls of vectorize, guvectorize and reduce. See jit_options.h.
#include <algorithm>

#include "declare/jit_options.h"
#include "declare/reductions.h"
#include "declare/type_texts.h"
#include "support/text.h"
#include "symbols/bindings.h"
#include "values/numbers.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

class UfuncCall {
  public:
    UfuncCall(std::string_view name, ScopeId scope, Evaluator& evaluator, DeviceFunction& function,
              diag::Sink& sink)
        : name_(name),
          scope_(scope),
          evaluator_(evaluator),
          tree_(evaluator.tree()),
          function_(function),
          sink_(sink) {}

    void read(const syntax::Call& call) {
        const bool has_layout = function_.kind == DeviceFunction::Kind::Gufunc;
        for (std::size_t i = 0; i < call.args.size(); ++i) {
            const Value value = evaluator_.evaluate(call.args[i], scope_).value;
            if (value.is<FunctionRef>()) {
                continue;  // reduce(f)
            }
            argument(i == 0                 ? "ftylist_or_function"
                     : has_layout && i == 1 ? "signature"
                                            : tree_.text(tree_.exprs[call.args[i]].range),
                     tree_.exprs[call.args[i]].range, call.args[i]);
        }
        for (const syntax::Keyword& keyword : call.keywords) {
            argument(keyword.arg ? *keyword.arg : "**", keyword.name_range, keyword.value);
        }
    }

  private:
    void argument(std::string_view name, Range name_range, ExprId expr) {
        const Value value = evaluator_.evaluate(expr, scope_).value;
        if (name == "ftylist_or_function" || name == "ftylist") {
            read_signature_values(value, expr, scope_, evaluator_, function_, sink_);
        } else if (name == "signature" && function_.kind == DeviceFunction::Kind::Gufunc) {
            layout(value, expr);
        } else if (name == "identity" && function_.kind != DeviceFunction::Kind::Reduction) {
            identity(value, expr);
        } else if (name != "target" && name != "nopython") {
            function_.refuse<diag::Code::UnknownOption>(sink_, name_range, name, name_)
                .help("there are `target`, `identity` and `nopython`");
        }
    }

    void identity(const Value& value, ExprId expr) {
        const auto* number = value.get<NumberValue>();
        const auto* text = value.get<StringValue>();
        const auto* whole = number != nullptr ? std::get_if<std::int64_t>(&number->value) : nullptr;
        if (whole != nullptr && (*whole == 0 || *whole == 1 || *whole == -1)) {
            function_.ufunc.identity = *whole;
        } else if (text != nullptr && text->text == "reorderable") {
            function_.ufunc.is_reorderable = true;
        } else if (!value.is<NoneValue>()) {
            const Range range = tree_.exprs[expr].range;
            function_
                .refuse<diag::Code::UfuncIdentity>(sink_, range,
                                                   "`" + std::string(tree_.text(range)) + "`")
                .help("NumPy has 0, 1, -1, None and \"reorderable\"");
        }
    }

    void layout(const Value& value, ExprId expr) {
        const Range range = tree_.exprs[expr].range;
        const auto* text = value.get<StringValue>();
        function_.ufunc.layout_range = range;
        if (text == nullptr) {
            function_.refuse<diag::Code::LayoutSyntax>(sink_, range,
                                                       "it is no string that is known here");
            return;
        }
        auto read = parse_layout(text->text);
        if (const auto* problem = std::get_if<TypeProblem>(&read)) {
            const PlaceOf place = places_of_literal(tree_, expr);
            function_
                .refuse<diag::Code::LayoutSyntax>(sink_, place(problem->offset, problem->length),
                                                  problem->message)
                .help("a layout is `(m,n),(n)->(m)`: inputs, `->`, outputs");
            return;
        }
        function_.ufunc.layout = std::get<ir::CoreLayout>(std::move(read));
    }

    std::string_view name_;
    ScopeId scope_;
    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    DeviceFunction& function_;
    diag::Sink& sink_;
};

/// Checks one signature of a generalised ufunc against the layout.
class LayoutCheck {
  public:
    LayoutCheck(DeviceFunction& function, const GivenSignature& given, Evaluator& evaluator,
                diag::Sink& sink)
        : function_(function),
          layout_(function.ufunc.layout),
          given_(given),
          evaluator_(evaluator),
          sink_(sink) {}

    void run() {
        const std::vector<Type>& params = given_.signature.params;
        const std::size_t operands = layout_.inputs.size() + layout_.outputs.size();
        if (params.size() != operands) {
            function_
                .refuse<diag::Code::LayoutCount>(sink_, function_.ufunc.layout_range,
                                                 counted(operands, "operand"), function_.qualname,
                                                 counted(params.size(), "parameter"))
                .label(given_.range, "its types are given here");
            return;
        }
        const std::optional<Type>& returns = given_.signature.returns;
        if (returns && !returns->is_none()) {
            function_
                .refuse<diag::Code::GufuncReturns>(sink_, given_.range, function_.qualname,
                                                   python_name(*returns, evaluator_.types()))
                .help("it writes its results to the arrays of its outputs");
        }
        for (std::size_t i = 0; i < operands && !function_.is_broken; ++i) {
            operand(i, params[i]);
        }
    }

  private:
    std::string parameter(std::size_t i) const {
        const syntax::Tree& tree = evaluator_.tree();
        const auto& node = std::get<syntax::FunctionDef>(tree.stmts[function_.def].as);
        const auto all = symbols::positional(node.args);
        return i < all.size() ? all[i]->arg : function_.qualname;
    }

    void operand(std::size_t i, Type type) {
        const bool is_output = i >= layout_.inputs.size();
        const std::size_t rank = layout_.operand(i).size();
        const std::string name = python_name(type, evaluator_.types());
        if (is_output && !type.is_array()) {
            function_
                .refuse<diag::Code::LayoutOutput>(sink_, given_.range, parameter(i),
                                                  "`" + name + "`")
                .help("an output is an array: `" + name +
                      "[:]` for a single number, written as `out[0]`");
            return;
        }
        const std::size_t has = type.is_array() ? std::size_t(type.rank()) : 0;
        // a single number comes as a scalar or as an array of one element
        const bool fits = has == rank || (rank == 0 && has == 1);
        if (!fits || !(type.is_array() || type.is_scalar())) {
            function_
                .refuse<diag::Code::LayoutRank>(sink_, given_.range, parameter(i), name,
                                                counted(rank, "dimension"))
                .label(function_.ufunc.layout_range, "the layout");
        }
    }

    DeviceFunction& function_;
    const ir::CoreLayout& layout_;
    const GivenSignature& given_;
    Evaluator& evaluator_;
    diag::Sink& sink_;
};

void check_ufunc_types(DeviceFunction& function, const GivenSignature& given, Evaluator& evaluator,
                       diag::Sink& sink) {
    std::vector<Type> types = given.signature.params;
    if (types.empty()) {
        function
            .refuse<diag::Code::UfuncType>(sink, given.range, function.qualname,
                                           signature_text(given.signature, evaluator.types()))
            .help("a ufunc has at least one input");
    }
    if (given.signature.returns) {
        types.push_back(*given.signature.returns);
    }
    for (const Type type : types) {
        if (!type.is_scalar() && !function.is_broken) {
            function
                .refuse<diag::Code::UfuncType>(sink, given.range, function.qualname,
                                               python_name(type, evaluator.types()))
                .help(
                    "a ufunc takes numbers, one of each array, and returns one; "
                    "`guvectorize` takes arrays");
        }
    }
}

}  // namespace

void read_ufunc_call(std::string_view path, ExprId call, ScopeId scope, Evaluator& evaluator,
                     DeviceFunction& function, diag::Sink& sink) {
    const std::string_view name = path.substr(path.rfind('.') + 1);
    function.kind = name == "vectorize"     ? DeviceFunction::Kind::Ufunc
                    : name == "guvectorize" ? DeviceFunction::Kind::Gufunc
                                            : DeviceFunction::Kind::Reduction;
    if (call) {
        const auto& node = std::get<syntax::Call>(evaluator.tree().exprs[call].as);
        UfuncCall(name, scope, evaluator, function, sink).read(node);
    }
    if (function.kind == DeviceFunction::Kind::Gufunc && function.ufunc.layout.outputs.empty() &&
        !function.is_broken) {
        function.refuse<diag::Code::LayoutSyntax>(sink, function.decorator_range, "there is none")
            .help("`guvectorize([signatures], \"(n),()->(n)\")`");
    }
}

void check_ufunc(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink) {
    if (function.kind == DeviceFunction::Kind::Reduction) {
        check_reduction(function, evaluator, sink);
        return;
    }
    if (function.signatures.empty() && !function.is_broken) {
        function
            .refuse<diag::Code::UfuncSignature>(sink, function.decorator_range, function.qualname)
            .label(function.name_range, "`" + function.qualname + "` is defined here")
            .help("write `[\"float32(float32)\"]` with the types of its parameters and its result");
    }
    for (const GivenSignature& given : function.signatures) {
        if (function.is_broken) {
            return;
        }
        if (function.kind == DeviceFunction::Kind::Ufunc) {
            check_ufunc_types(function, given, evaluator, sink);
        } else {
            LayoutCheck(function, given, evaluator, sink).run();
        }
    }
}

}  // namespace pycu::sema
