// Gives every kernel its signatures. See signatures.h.
#include "declare/signatures.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "declare/asking.h"
#include "declare/jit_options.h"
#include "declare/parameter_hints.h"
#include "declare/reductions.h"
#include "declare/signature_files.h"
#include "declare/tried.h"
#include "declare/type_texts.h"
#include "support/nearest.h"
#include "support/text.h"
#include "symbols/bindings.h"
#include "syntax/parse.h"

namespace pycu::sema {

namespace {

class Giver {
  public:
    Giver(DeviceFunctions& functions, Evaluator& evaluator, const Options& options,
          diag::Sink& sink)
        : functions_(functions),
          evaluator_(evaluator),
          tree_(evaluator.tree()),
          options_(options),
          sink_(sink) {}

    /// Whether launches were asked.
    bool run() {
        const SignatureFiles files = read_signature_files(options_, sink_);
        problem_ = files.problem;
        std::unordered_map<std::string_view, const NamedSignatures*> strongest;
        for (const NamedSignatures& one : files.named) {
            strongest.try_emplace(one.name, &one);
        }
        for (const DeviceFunction& function : functions_.all) {
            if (!function.is_imported) last_[function.qualname] = &function;
        }
        for (const NamedSignatures& one : files.named) {
            if (!last_.contains(one.name) && !evaluator_.is_broken_closure(one.name)) {
                unknown_name(one);
            }
        }
        for (DeviceFunction& function : functions_.all) {
            const auto said = strongest.find(function.qualname);
            const bool is_said = said != strongest.end() && last_[function.qualname] == &function;
            if (!function.is_broken && !function.is_imported) {
                const std::size_t before = sink_.all().size();
                give(function, is_said ? said->second : nullptr);
                function.blame(sink_, before);
            }
            if (function.is_broken && !function.is_imported && function.is_kernel &&
                function.tried.empty()) {
                try_with(function, evaluator_, {});
            }
        }
        return launches_.has_value();
    }

  private:
    void unknown_name(const NamedSignatures& named) {
        std::vector<std::string> names;
        for (const auto& [name, function] : last_) {
            names.emplace_back(name);
        }
        auto& report = sink_.report<diag::Code::NoSuchFunction>(named.name_range, named.name);
        if (const std::string near = nearest(named.name, names); !near.empty()) {
            if (named.name_range.end - named.name_range.begin == named.name.size()) {
                report.there_is(near, named.name_range, named.name);
            } else {
                report.help("there is `" + near + "`");  // the name is in quotes
            }
            misspelt_.insert(near);
        }
    }

    const syntax::FunctionDef& node_of(const DeviceFunction& function) const {
        return std::get<syntax::FunctionDef>(tree_.stmts[function.def].as);
    }

    void give(DeviceFunction& function, const NamedSignatures* said) {
        if (said != nullptr && said->problem) {
            function.is_broken = true;
            function.broken_by = said->problem;
            return;
        }
        const std::size_t from_decorator = function.signatures.size();
        std::vector<GivenSignature> others =
            said != nullptr ? read(*said, function) : std::vector<GivenSignature>{};
        if (function.is_broken) {
            return;
        }
        // What a call somewhere else has made device code of.
        if (function.kind == DeviceFunction::Kind::Plain && evaluator_.is_closure(function.ref)) {
            const bool is_kernel = !others.empty() && others[0].signature.returns == Type::none();
            function.kind =
                is_kernel ? DeviceFunction::Kind::CudaJit : DeviceFunction::Kind::Device;
        }
        // A function that seemed to be a helper is a kernel when it is said to return nothing.
        if (function.kind == DeviceFunction::Kind::CudaJit && !others.empty() &&
            others[0].signature.returns == Type::none() &&
            !evaluator_.scopes().all[function.scope].returns_value) {
            function.is_kernel = true;
        }
        std::vector<AnnotatedType> annotations;
        if (function.is_ufunc()) {
            check_kernel_parameters(function);
        }
        if (function.is_kernel) {
            check_kernel_parameters(function);
            annotations = annotations_of(function);
        }
        if (from_decorator > 0) {
            agree_with_decorator(function, others);
        } else if (!others.empty()) {
            agree_with_annotations(function, annotations, others);
            function.signatures = std::move(others);
        } else if (function.is_kernel && !function.is_broken) {
            from_annotations(function, annotations);
        }
        if (function.kind == DeviceFunction::Kind::Reduction && function.signatures.empty() &&
            !function.is_broken) {
            give_reduction_types(function, launches_of(function), evaluator_, sink_);
        }
        for (const GivenSignature& given : function.signatures) {
            check(function, given);
        }
        if (function.is_ufunc() && !function.is_broken) {
            check_ufunc(function, evaluator_, sink_);
        }
    }

    std::vector<GivenSignature> read(const NamedSignatures& named, DeviceFunction& function) {
        std::vector<GivenSignature> all;
        const ScopeId outer = evaluator_.scopes().all[function.scope].parent;
        for (const SignatureText& text : named.texts) {
            if (const std::size_t hole = text.text.find('?'); hole != std::string::npos) {
                function
                    .refuse<diag::Code::OpenEntry>(sink_, text.place(hole, 1), function.qualname)
                    .label(function.name_range, "`" + function.qualname + "` is defined here")
                    .help("write a type in place of each `?`, as in `float32`");
                break;
            }
            const auto read = read_signatures(text.text, text.place, evaluator_, outer, sink_);
            function.is_broken = function.is_broken || !read;
            for (const Signature& signature : read.value_or(std::vector<Signature>{})) {
                if (!add_signature(all, {signature, text.range, named.from})) {
                    sink_.report<diag::Code::RepeatedSignature>(text.range, function.qualname);
                }
            }
        }
        return all;
    }

    void check_kernel_parameters(DeviceFunction& function) {
        const syntax::Arguments& args = node_of(function).args;
        const auto refuse = [&](Range range, const std::string& what) {
            function.refuse<diag::Code::KernelParameter>(sink_, range, what)
                .help("a kernel has parameters that are given by position, all of them");
        };
        if (args.vararg) {
            refuse(args.vararg->name_range, "`*" + args.vararg->arg + "`");
        } else if (!args.kwonlyargs.empty()) {
            refuse(args.kwonlyargs[0].name_range,
                   "the keyword-only parameter `" + args.kwonlyargs[0].arg + "`");
        } else if (args.kwarg) {
            refuse(args.kwarg->name_range, "`**" + args.kwarg->arg + "`");
        }
    }

    std::vector<AnnotatedType> annotations_of(const DeviceFunction& function) {
        std::vector<AnnotatedType> all;
        const ScopeId outer = evaluator_.scopes().all[function.scope].parent;
        for (const syntax::Arg* arg : symbols::positional(node_of(function).args)) {
            all.push_back(arg->annotation ? read_annotation(arg->annotation, outer, evaluator_)
                                          : AnnotatedType{});
        }
        return all;
    }

    void agree_with_decorator(DeviceFunction& function, const std::vector<GivenSignature>& others) {
        for (const GivenSignature& other : others) {
            if (!has_parameters(function.signatures, other.signature.params)) {
                function
                    .refuse<diag::Code::SignatureConflict>(sink_, other.range, function.qualname,
                                                           "decorator")
                    .label(function.signatures[0].range, "the types of the decorator");
                return;
            }
        }
    }

    void agree_with_annotations(DeviceFunction& function,
                                const std::vector<AnnotatedType>& annotations,
                                const std::vector<GivenSignature>& others) {
        for (const GivenSignature& other : others) {
            const std::vector<Type>& params = other.signature.params;
            for (std::size_t i = 0; i < annotations.size() && i < params.size(); ++i) {
                if (annotations[i].type && *annotations[i].type != params[i]) {
                    const std::string name = python_name(*annotations[i].type, evaluator_.types());
                    function
                        .refuse<diag::Code::SignatureConflict>(sink_, other.range,
                                                               function.qualname, "annotations")
                        .label(annotations[i].range, "`" + name + "` here");
                    return;
                }
            }
        }
    }

    /// The types of the annotations, completed by the launches and what the body and --default-*
    /// say.
    void from_annotations(DeviceFunction& function, const std::vector<AnnotatedType>& annotations) {
        std::vector<std::optional<Type>> given;
        for (const AnnotatedType& annotation : annotations) {
            if (const auto& problem = annotation.problem) {
                annotation_problem(*problem, annotation.range);
                function.is_broken = true;
                return;
            }
            given.push_back(annotation.type);
        }
        LaunchTypes launched;
        if (!std::ranges::all_of(given, [](const auto& type) { return type.has_value(); })) {
            launched = launch_types(launches_of(function), function, given, hints_of(function),
                                    node_of(function), fill_in(evaluator_, options_), sink_);
        }
        if (function.is_broken) {
            return try_with_launches(function, evaluator_, launched);
        }
        if (!launched.signatures.empty()) {
            function.signatures = std::move(launched.signatures);
            function.untyped = untyped_launches(node_of(function), launched);
            add_origins(function, annotations);
            return;
        }
        from_hints(function, annotations, launched);
    }

    /// Some from annotations, launches and the body; asks for what none of them says.
    void from_hints(DeviceFunction& function, const std::vector<AnnotatedType>& annotations,
                    const LaunchTypes& launched) {
        OpenTypes types = find_types(evaluator_, node_of(function), annotations, hints_of(function),
                                     launched, options_);
        if (!types.are_known()) {
            function.is_broken = true;
            try_with(function, evaluator_, types.types);
            if (!is_reported(function)) {
                ask(function, std::move(types), launched, evaluator_.tree(), sink_);
            }
            return;
        }
        tell_filled(function, types, sink_);
        Range range = function.name_range;
        for (const AnnotatedType& one : annotations) {
            range = one.type ? one.range : range;
        }
        const bool is_annotated =
            annotations.empty() || std::ranges::any_of(annotations, [](const AnnotatedType& one) {
                return one.type || one.element;
            });
        const auto from =
            is_annotated ? GivenSignature::From::Annotations : GivenSignature::From::Body;
        function.signatures.push_back({types.signature(), range, from, std::move(types.origins)});
    }

    /// Where some of the types stand in annotations, and the launches say the others.
    void add_origins(DeviceFunction& function, const std::vector<AnnotatedType>& annotations) {
        const auto is_given = [](const AnnotatedType& one) { return one.type.has_value(); };
        const bool is_annotated = std::ranges::any_of(annotations, is_given);
        const auto args = symbols::positional(node_of(function).args);
        for (GivenSignature& given : function.signatures) {
            for (std::size_t i = 0; i < annotations.size() && (is_annotated || !given.said.empty());
                 ++i) {
                const bool is_written = is_given(annotations[i]);
                ir::ParameterOrigin origin{
                    args[i]->arg, signature_text(given.signature.params[i], evaluator_.types()),
                    is_written ? "an annotation" : "a launch",
                    is_written ? annotations[i].range : given.range};
                if (!is_written && i < given.said.size() && !given.said[i].first.empty()) {
                    std::tie(origin.source, origin.range) = given.said[i];
                }
                given.origins.push_back(std::move(origin));
            }
        }
    }

    std::vector<ParameterHint> hints_of(const DeviceFunction& function) {
        const auto called = [&](const std::string& name) -> const syntax::FunctionDef* {
            const auto found = evaluator_.lookup_at_end(name, function.scope);
            const auto* ref = found ? found->value.get<FunctionRef>() : nullptr;
            return ref != nullptr ? std::get_if<syntax::FunctionDef>(&tree_.stmts[ref->def].as)
                                  : nullptr;
        };
        Hints hints(tree_, called);
        const Hints::OfFunction& own = hints.of(node_of(function));
        std::vector<ParameterHint> made;
        for (const syntax::Arg* arg : symbols::positional(node_of(function).args)) {
            made.push_back(own.at(arg->arg));
        }
        return made;
    }

    /// And of others that its `def` has made.
    const std::vector<Launch>& launches_of(const DeviceFunction& function) {
        if (!launches_) {
            launches_.emplace();
            for (Launch& one : find_launches(evaluator_, functions_)) {
                (*launches_)[one.function.def.index].push_back(std::move(one));
            }
        }
        return (*launches_)[function.ref.def.index];
    }

    void annotation_problem(const TypeProblem& problem, Range range) {
        if (problem.is_later) {
            sink_.report<diag::Code::Later>(range, problem.message);
        } else {
            sink_.report<diag::Code::BadAnnotation>(range, problem.message);
        }
    }

    /// Whether another error says already why the types of a kernel are not known.
    bool is_reported(DeviceFunction& function) const {
        if (misspelt_.contains(function.qualname)) {
            function.broken_by = diag::Code::NoSuchFunction;
        } else if (function.is_inner && evaluator_.has_broken_closures()) {
            function.broken_by = diag::Code::BadClosure;
        } else if (problem_) {
            function.broken_by = problem_;
        }
        return function.broken_by ||
               syntax::is_doubtful(tree_, syntax::whole_range(tree_, function.def));
    }

    void check(DeviceFunction& function, const GivenSignature& given) {
        const syntax::FunctionDef& node = node_of(function);
        const std::size_t count = symbols::positional(node.args).size();
        const std::size_t types = given.signature.params.size();
        if (types != count && !(node.args.vararg && types > count) && !function.is_broken) {
            function
                .refuse<diag::Code::ParameterCount>(sink_, given.range, function.qualname,
                                                    counted(count, "parameter"),
                                                    counted(types, "type"))
                .label(function.name_range, "`" + function.qualname + "` is defined here");
        }
        const auto is_small = [&](Type type) { return evaluator_.types().is_small(type); };
        if (!std::ranges::all_of(given.signature.params, is_small) && !function.is_broken) {
            function.refuse<diag::Code::LargeTuple>(sink_, given.range, TypeTable::max_tuple_values,
                                                    TypeTable::max_tuple_depth);
        }
        const auto pointer = std::ranges::find_if(given.signature.params, &Type::is_pointer);
        const bool is_called = function.is_kernel || function.is_ufunc();
        if (is_called && pointer != given.signature.params.end() && !function.is_broken) {
            function
                .refuse<diag::Code::KernelParameter>(
                    sink_, given.range, "`" + python_name(*pointer, evaluator_.types()) + "`")
                .help("give it an array, and take `ffi.from_buffer` of that in the kernel");
        }
        const std::optional<Type>& returns = given.signature.returns;
        if (function.is_kernel && returns && !returns->is_none() && !function.is_broken) {
            function
                .refuse<diag::Code::KernelResult>(sink_, given.range, function.qualname,
                                                  python_name(*returns, evaluator_.types()))
                .label(function.name_range, "`" + function.qualname + "` is defined here")
                .help("a device function has `device=True` in its decorator");
        }
    }

    DeviceFunctions& functions_;
    Evaluator& evaluator_;
    const syntax::Tree& tree_;
    const Options& options_;
    diag::Sink& sink_;
    /// The functions of the file by their names.
    std::map<std::string_view, const DeviceFunction*> last_;
    /// An error in a file of signatures, and functions that an unknown name was meant to be.
    std::optional<diag::Code> problem_;
    std::unordered_set<std::string> misspelt_;
    /// Of the whole file by its `def`s, found when the first kernel needs them.
    std::optional<std::unordered_map<std::uint32_t, std::vector<Launch>>> launches_;
};

}  // namespace

bool give_signatures(DeviceFunctions& functions, Evaluator& evaluator, const Options& options,
                     diag::Sink& sink) {
    return Giver(functions, evaluator, options, sink).run();
}

}  // namespace pycu::sema
