// Finds the functions of a file and reads their decorators.
#include "declare/decorators.h"

#include <algorithm>
#include <deque>
#include <map>

#include "declare/call_graph.h"
#include "declare/jit_options.h"
#include "declare/moments.h"
#include "declare/no_decorators.h"
#include "declare/type_texts.h"
#include "python/decorator_paths.h"
#include "values/functions_made.h"

namespace pycu::sema {

namespace {

using syntax::ExprId;

/// What a decorator, or the callee of a decorator that is a call, is.
struct Decorator {
    enum class Kind { None, CudaJit, CpuJit, Other };
    Kind kind = Kind::None;
    /// The calls that hold the options, and where they stand: none for a bare `@cuda.jit`, several
    /// where functools.partial says the first of them.
    std::vector<JitCallSite> calls;
    /// The path of an Other: "numba.vectorize".
    std::string path;
};

class DecoratorReader {
  public:
    DecoratorReader(Evaluator& evaluator, diag::Sink& sink)
        : evaluator_(evaluator), tree_(evaluator.tree()), sink_(sink), made_(evaluator) {}

    DeviceFunctions run() {
        const std::vector<FunctionPlace> places = evaluator_.scopes().functions;
        for (const FunctionPlace& place : places) {
            add(place);
        }
        refuse_classes();
        read_calls();
        read_made_calls();
        find_replaced();
        find_kernels();
        return std::move(functions_);
    }

  private:
    void add(const FunctionPlace& place) {
        const Scopes& scopes = evaluator_.scopes();
        const auto& node = std::get<syntax::FunctionDef>(tree_.stmts[place.def].as);
        const bool is_copy = scopes.all[place.outer].original.valid();
        DeviceFunction function;
        function.def = place.def;
        function.ref = {place.def, is_copy ? place.outer : ScopeId{}, {}};
        function.is_inner = scopes.all[place.outer].kind == Scope::Kind::Function;
        function.qualname = made_.qualname(function.ref, place);
        function.name_range = node.name_range;
        function.scope = place.inner;
        function.is_imported = !is_in_main(made_.place(function.ref).value_or(node.name_range));
        if (function.is_imported && is_in_main(node.name_range)) {
            function.made_at = made_.place(function.ref);
        }
        diag::Sink& sink = sink_for(function);
        const std::size_t before = sink.all().size();
        if (made_.is_in_factory(place.outer)) {
            dropped_.push_back(functions_.all.size());
        } else {
            for (const ExprId expr : node.decorator_list) {
                const Decorator decorator = read(expr, place.outer);
                if (decorator.kind == Decorator::Kind::None) {
                    report_no_decorator({expr, place.outer, decorator.path}, evaluator_, function,
                                        sink);
                }
                apply(decorator, tree_.exprs[expr].range, function);
            }
            if (const auto made = evaluator_.applied(place);
                made && function.kind == DeviceFunction::Kind::Plain) {
                apply(read(*made), tree_.exprs[node.decorator_list.front()].range, function);
            }
        }
        blame(function, before);
        add(std::move(function), place);
    }

    bool is_in_main(Range range) const { return tree_.index_of(range) == syntax::Tree::is_main; }

    /// What is wrong in another module is said where it is called.
    diag::Sink& sink_for(const DeviceFunction& function) {
        return function.is_imported ? elsewhere_ : sink_;
    }

    void blame(DeviceFunction& function, std::size_t before) {
        const diag::Sink& sink = sink_for(function);
        function.blame(sink, before);
        if (function.is_imported && sink.all().size() > before) {
            faults_[functions_.all.size()] = {before, sink.all().size()};
        }
    }

    /// Reports what is wrong with functions of other modules that device code calls.
    void report_faults(const std::vector<bool>& called) {
        for (const auto& [index, faults] : faults_) {
            for (std::size_t i = faults.first; called[index] && i < faults.second; ++i) {
                sink_.add(elsewhere_.all()[i]);
            }
        }
    }

    void add(DeviceFunction function, const FunctionPlace& place) {
        const FunctionRef& ref = function.ref;
        functions_.by_ref[{ref.def, ref.outer, ref.jit}] = functions_.all.size();
        functions_.all.push_back(std::move(function));
        places_.push_back(place);
    }

    void refuse_classes() {
        for (const auto& [stmt, scope] : evaluator_.scopes().decorated_classes) {
            const auto& node = std::get<syntax::ClassDef>(tree_.stmts[stmt].as);
            if (!is_in_main(node.name_range)) {
                continue;
            }
            for (const ExprId expr : node.decorator_list) {
                if (read(expr, scope).kind == Decorator::Kind::CudaJit) {
                    sink_.report<diag::Code::DecoratedClass>(tree_.exprs[expr].range, node.name);
                }
            }
        }
    }

    Decorator read(const JitDecorator& made) {
        const bool is_in_function =
            evaluator_.scopes().all[made.scope].kind == Scope::Kind::Function;
        return read(made.call, made.scope, is_in_function ? made.given : nullptr);
    }

    /// What an expression is as a decorator; `given` is what a call of it was given where that is
    /// not what stands there.
    Decorator read(ExprId expr, ScopeId scope, std::shared_ptr<const JitArguments> given = {}) {
        const auto* call = std::get_if<syntax::Call>(&tree_.exprs[expr].as);
        Value value = evaluator_.evaluate(call != nullptr ? call->func : expr, scope).value;
        if (call != nullptr && value.is<FunctionRef>()) {  // one that returns a decorator
            const Value returned = evaluator_.evaluate(expr, scope).value;
            const auto* made = returned.get<JitDecorator>();
            return made != nullptr ? read(*made) : Decorator{};
        }
        const auto* callee = value.get<Dotted>();
        const bool is_partial = callee != nullptr && callee->path == "functools.partial";
        if (is_partial && call != nullptr && !call->args.empty()) {
            value = Value(evaluator_.evaluate(call->args[0], scope).value);
        }
        Decorator result;
        if (const auto* made = value.get<JitDecorator>()) {
            result = read(*made);
        } else if (const auto* name = value.get<Dotted>()) {
            result.path = name->path;
        }
        if (call != nullptr) {
            result.calls.push_back({expr, scope, std::move(given)});
        }
        result.kind = is_cuda_jit(result.path)      ? Decorator::Kind::CudaJit
                      : is_cpu_jit(result.path)     ? Decorator::Kind::CpuJit
                      : is_ufunc_maker(result.path) ? Decorator::Kind::Other
                                                    : Decorator::Kind::None;
        return result;
    }

    void apply(const Decorator& decorator, Range range, DeviceFunction& function) {
        switch (decorator.kind) {
            case Decorator::Kind::None:
                note_overload(decorator);
                return;
            case Decorator::Kind::CpuJit:
                if (function.kind == DeviceFunction::Kind::Plain) {
                    function.kind = DeviceFunction::Kind::CpuJit;
                    function.decorator_range = range;
                }
                return;
            case Decorator::Kind::Other:
                function.kind = DeviceFunction::Kind::Other;
                function.decorator_range = range;
                if (decorator.path.starts_with("numba.cuda.") || targets_cuda(decorator)) {
                    const JitCallSite site =
                        decorator.calls.empty() ? JitCallSite{} : decorator.calls.back();
                    read_ufunc_call(decorator.path, site.call, site.scope, evaluator_, function,
                                    sink_for(function));
                }
                return;
            case Decorator::Kind::CudaJit:
                break;
        }
        function.kind = DeviceFunction::Kind::CudaJit;
        function.decorator_range = range;
        // Types that only the factory has known are those of the run.
        const bool is_lenient = evaluator_.is_beside_closure(function.ref);
        diag::Sink unheard;
        for (const JitCallSite& site : decorator.calls) {
            read_jit_call(site, evaluator_, function, is_lenient ? unheard : sink_for(function));
        }
        if (is_lenient && function.is_broken) {
            function.is_broken = false;
            function.signatures.clear();
        }
    }

    /// `@overload(f)`: Numba calls what it makes instead of f.
    void note_overload(const Decorator& decorator) {
        const auto* call =
            decorator.path.ends_with("extending.overload") && !decorator.calls.empty()
                ? tree_.exprs[decorator.calls[0].call].get<syntax::Call>()
                : nullptr;
        if (call != nullptr && !call->args.empty()) {
            const Value of = evaluator_.evaluate(call->args[0], decorator.calls[0].scope).value;
            if (const auto* function = of.get<FunctionRef>()) {
                functions_.overloaded.insert(function->def.index);
            }
        }
    }

    bool targets_cuda(const Decorator& decorator) {
        for (const JitCallSite& site : decorator.calls) {
            for (const auto& keyword : std::get<syntax::Call>(tree_.exprs[site.call].as).keywords) {
                const Value value = evaluator_.evaluate(keyword.value, site.scope).value;
                const auto* text = value.get<StringValue>();
                if (keyword.arg == "target" && text != nullptr && text->text == "cuda") {
                    return true;
                }
            }
        }
        return false;
    }

    /// `k = cuda.jit(f)`, `k = cuda.jit("void(...)", fastmath=True)(f)`: `f` stays what it is.
    void read_calls() {
        for (std::size_t i = 0; i < evaluator_.scopes().calls.size(); ++i) {
            const Scopes::Site site = evaluator_.scopes().calls[i];
            const auto& call = std::get<syntax::Call>(tree_.exprs[site.call].as);
            if (call.args.empty() || !may_name_function(tree_, call.func) ||
                made_.is_in_factory(site.scope)) {
                continue;
            }
            const Value callee = evaluator_.evaluate(call.func, site.scope).value;
            const auto* path = callee.get<Dotted>();
            const auto* made = callee.get<JitDecorator>();
            const bool is_cpu = path != nullptr && is_cpu_jit(path->path);
            const bool is_ufunc = path != nullptr && is_ufunc_maker(path->path);
            if (made == nullptr &&
                (path == nullptr || !(is_cuda_jit(path->path) || is_cpu || is_ufunc))) {
                continue;
            }
            const Value first = evaluator_.evaluate(call.args[0], site.scope).value;
            const auto* function = first.get<FunctionRef>();
            if (function == nullptr) {
                continue;
            }
            // What another call has made is the same def.
            const std::size_t base = functions_.index_of({function->def, function->outer, {}});
            if (base == DeviceFunctions::none) {
                continue;
            }
            const auto kind = is_cpu     ? Decorator::Kind::CpuJit
                              : is_ufunc ? Decorator::Kind::Other
                                         : Decorator::Kind::CudaJit;
            const Decorator decorator =
                made != nullptr ? read(*made)
                                : Decorator{kind, {{site.call, site.scope, {}}}, path->path};
            add_jitted(decorator, site.call, base);
        }
    }

    /// Those of functions that only the run knows: `k = cuda.jit(f)` where `f` is a parameter.
    void read_made_calls() {
        for (const Evaluator::Made& made : evaluator_.made_functions()) {
            const FunctionRef& function = made.function;
            const std::size_t base = functions_.index_of({function.def, function.outer, {}});
            if (function.jit.valid() && made.applied && base != DeviceFunctions::none) {
                const JitDecorator& by = *made.applied;
                add_jitted(read(by.call, by.scope, by.given), function.jit, base);
            }
        }
    }

    /// The function that a call of a decorator makes of another one.
    void add_jitted(const Decorator& decorator, ExprId call, std::size_t base) {
        DeviceFunction function;
        function.def = functions_.all[base].def;
        function.ref = functions_.all[base].ref;
        function.ref.jit = call;
        const std::string* name = made_.name(function.ref);
        function.qualname = name != nullptr ? *name : functions_.all[base].qualname;
        function.name_range = functions_.all[base].name_range;
        function.scope = functions_.all[base].scope;
        function.is_inner = functions_.all[base].is_inner;
        function.is_imported = !is_in_main(tree_.exprs[call].range);
        if (function.is_imported && is_in_main(function.name_range)) {
            function.made_at = tree_.exprs[call].range;
        }
        if (functions_.by_ref.contains({function.ref.def, function.ref.outer, call})) {
            return;
        }
        const std::size_t before = sink_for(function).all().size();
        apply(decorator, tree_.exprs[call].range, function);
        blame(function, before);
        add(std::move(function), FunctionPlace(places_[base]));
    }

    /// A later definition of a name replaces an earlier one, as in Python.
    void find_replaced() {
        std::unordered_map<std::string, std::size_t> last;
        for (std::size_t i = 0; i < functions_.all.size(); ++i) {
            const FunctionPlace& place = places_[i];
            if (evaluator_.is_dropped(place) || made_.is_in_factory(place.outer)) {
                dropped_.push_back(i);
                continue;
            }
            const DeviceFunction& one = functions_.all[i];
            const bool is_named = made_.name(one.ref) != nullptr;
            const ScopeId around = is_named ? evaluator_.scopes().module() : place.outer;
            const std::string key = std::to_string(around.index) + ":" + one.qualname;
            const auto [at, is_new] = last.try_emplace(key, i);
            // Of what stands in a factory the module has what has a name.
            const bool is_lost = one.ref.outer && !is_named;
            if (is_new || is_lost || ("." + one.qualname).ends_with(".lambda")) {
                continue;
            }
            const DeviceFunction& before = functions_.all[at->second];
            if (before.is_device_code()) {
                sink_for(before)
                    .report<diag::Code::Replaced>(before.name_range, before.qualname)
                    .label(one.name_range, "the later definition");
                dropped_.push_back(at->second);
            }
            at->second = i;
        }
    }

    void find_kernels() {
        const auto [called, launched] = find_calls(evaluator_, functions_);
        report_faults(called);
        for (std::size_t i = 0; i < functions_.all.size(); ++i) {
            DeviceFunction& function = functions_.all[i];
            const bool is_dropped = std::ranges::find(dropped_, i) != dropped_.end();
            const bool is_helper = function.signatures.empty() && !launched[i] &&
                                   (called[i] || returns_value(function.def));
            // What a factory makes and gives to nobody is no kernel of the module.
            const bool is_lost = function.ref.outer && !launched[i] && !made_.name(function.ref);
            function.is_kernel = function.kind == DeviceFunction::Kind::CudaJit && !is_dropped &&
                                 !is_helper && !is_lost && !function.is_imported;
            // Of a `def` that has closures they are all that is launched.
            const bool is_other =
                evaluator_.has_closures(function.def) && !evaluator_.is_closure(function.ref);
            function.is_kernel = function.is_kernel && !is_other;
            function.is_broken = function.is_broken && !is_dropped;
            const bool is_unwanted = is_lost || (is_other && function.is_inner);
            if (is_dropped || (is_unwanted && function.kind == DeviceFunction::Kind::CudaJit)) {
                function.signatures.clear();
            }
        }
    }

    /// Whether a function returns something, so that it can be no kernel.
    bool returns_value(syntax::StmtId def) const {
        const ScopeId scope = evaluator_.scopes().inside_of(def);
        return evaluator_.scopes().all[scope].returns_value;
    }

    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    diag::Sink& sink_;
    MadeNames made_;
    DeviceFunctions functions_;
    /// The place of each function.
    std::vector<FunctionPlace> places_;
    /// Replaced, or in a branch that is not taken.
    std::vector<std::size_t> dropped_;
    /// What is wrong with functions of other modules, and which of it belongs to which.
    diag::Sink elsewhere_;
    std::map<std::size_t, std::pair<std::size_t, std::size_t>> faults_;
};

}  // namespace

DeviceFunctions read_decorators(Evaluator& evaluator, diag::Sink& sink) {
    return DecoratorReader(evaluator, sink).run();
}

}  // namespace pycu::sema
