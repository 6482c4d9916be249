// The types of reductions. See reductions.h.
#include "declare/reductions.h"

#include "support/text.h"
#include "symbols/bindings.h"

namespace pycu::sema {

namespace {

constexpr const char* makes_one_of_two =
    "a reduction makes one number of two of its type: `float32(float32, float32)`";

}  // namespace

void give_reduction_types(DeviceFunction& function, const std::vector<Launch>& calls,
                          Evaluator& evaluator, diag::Sink& sink) {
    std::vector<std::pair<std::string, Range>> whys;
    for (const Launch& call : calls) {
        if (call.function != function.ref || call.args.empty()) {
            continue;
        }
        const LaunchArgument& array = call.args.front();
        const auto* type = std::get_if<Type>(&array.type);
        if (type == nullptr) {
            whys.emplace_back(std::get<Unknown>(array.type).why, array.range);
        } else if (!type->is_array() || type->rank() != 1) {
            function
                .refuse<diag::Code::ReductionRank>(sink, array.range, function.qualname,
                                                   python_name(*type, evaluator.types()))
                .label(function.name_range, "`" + function.qualname + "` is defined here")
                .help("a reduction takes a 1-D array; flatten one that has more dimensions");
            return;
        } else {
            const Type element = type->element_type();
            add_signature(
                function.signatures,
                {{element, {element, element}}, array.range, GivenSignature::From::Launch});
        }
    }
    if (!function.signatures.empty() || function.is_broken) {
        return;
    }
    const syntax::Tree& tree = evaluator.tree();
    const auto& def = std::get<syntax::FunctionDef>(tree.stmts[function.def].as);
    const std::size_t count = symbols::positional(def.args).size();
    if (count != 2) {
        function
            .refuse<diag::Code::ParameterCount>(sink, function.name_range, function.qualname,
                                                counted(count, "parameter"), "2 types")
            .help(makes_one_of_two);
        return;
    }
    auto& report = function.refuse<diag::Code::ReductionSignature>(sink, function.name_range,
                                                                   function.qualname);
    for (const auto& [why, range] : whys) {
        report.label(range, "not known: " + why);
    }
    report.help("give `--sig '" + function.qualname + "=float64(float64, float64)'`");
}

void check_reduction(DeviceFunction& function, Evaluator& evaluator, diag::Sink& sink) {
    for (const GivenSignature& given : function.signatures) {
        const std::vector<Type>& params = given.signature.params;
        const std::optional<Type>& returns = given.signature.returns;
        const bool is_sound = params.size() == 2 && params[0] == params[1] &&
                              params[0].is_scalar() && (!returns || *returns == params[0]);
        if (!is_sound) {
            function
                .refuse<diag::Code::ReductionType>(
                    sink, given.range, function.qualname,
                    signature_text(given.signature, evaluator.types()))
                .help(makes_one_of_two);
            return;
        }
    }
}

}  // namespace pycu::sema
