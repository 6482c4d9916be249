// Calls of functions that `cuda.declare_device` declares, and the pointers that they take.
#include <algorithm>
#include <unordered_set>

#include "declare/type_texts.h"
#include "lower/calls.h"
#include "lower/exprs.h"
#include "lower/nodes.h"
#include "support/text.h"
#include "types/convert.h"

namespace pycu::sema {

namespace {

void add_once(std::vector<ir::LinkedCode>& all, ir::LinkedCode code) {
    if (std::ranges::find(all, code) == all.end()) {
        all.push_back(std::move(code));
    }
}

/// Whether C has the type in Numba's convention as in pycu's text: complex numbers and tuples fall
/// into their parts there, arrays into seven and more.
bool is_of_c(Type type) {
    return type.is_pointer() || (type.is_scalar() && !type.is_complex());
}

/// The signature of a declaration, or what is wrong with it.
std::variant<Signature, std::string> signature_of(Lowering& ctx, const DeclaredFunction& declared) {
    const Value& given = *declared.signature;
    Signature found;
    if (const auto* text = given.get<StringValue>()) {
        const auto names = types_in_scope(ctx.evaluator, ctx.evaluator.scopes().module());
        const auto read = parse_signature(text->text, ctx.evaluator, names);
        if (const auto* problem = std::get_if<TypeProblem>(&read)) {
            return "no signature: " + problem->message +
                   (problem->is_later ? " is not supported yet" : "");
        }
        found = std::get<Signature>(read);
    } else {
        const auto made = sema::signature_of(given, ctx.types);
        if (const auto* problem = std::get_if<NoSignature>(&made)) {
            return "no signature: " + problem->why.why +
                   (problem->why.is_later ? " is not supported yet" : "");
        }
        found = std::get<Signature>(made);
    }
    if (!found.returns) {
        return std::string("a signature that does not say what it returns");
    }
    std::vector<Type> all = found.params;
    if (!found.returns->is_none()) {
        all.push_back(*found.returns);
    }
    const auto foreign = std::ranges::find_if(all, [](Type type) { return !is_of_c(type); });
    if (foreign != all.end()) {
        return "`" + type_name(ctx, *foreign) + "`, which no foreign function takes yet";
    }
    return found;
}

/// The function as the module has it; null, and reported, where it cannot be called.
const ir::ForeignFunction* foreign_function(Lowering& ctx, const DeclaredFunction& declared,
                                            Range range) {
    auto signature = signature_of(ctx, declared);
    if (const auto* problem = std::get_if<std::string>(&signature)) {
        auto said = fail<Code::DeclaredSignature>(ctx, range, declared.name, *problem);
        said.label(declared.range, "it is declared here");
        if (problem->find('[') != problem->npos) {
            said.help("a parameter `CPointer(float32)` takes `ffi.from_buffer(a)`");
        }
        return nullptr;
    }
    ir::ForeignFunction made{declared.name,  std::get<Signature>(std::move(signature)),
                             declared.is_c,  declared.links,
                             declared.range, {}};
    const std::string args = made.signature.params.empty() ? "" : made.is_c ? "$*" : ", $*";
    made.text =
        made.is_c ? made.name + "(" + args + ")" : "pycu::call_foreign(" + made.name + args + ")";
    made.row.effect = declared.is_cooperative ? api::Effect::Grid : api::Effect::Writes;
    const ir::ForeignFunction* known = ctx.instances.foreign(std::move(made));
    if (known == nullptr) {
        fail<Code::DeclaredTwice>(ctx, range, declared.name)
            .label(declared.range, "it is declared here");
    }
    return known;
}

}  // namespace

const ir::ForeignFunction* Instances::foreign(ir::ForeignFunction function) {
    const auto known =
        std::ranges::find(foreign_, function.name, [](const auto& one) { return one->name; });
    if (known != foreign_.end()) {
        const bool is_same = (*known)->signature == function.signature &&
                             (*known)->is_c == function.is_c &&
                             (*known)->row.effect == function.row.effect;
        for (ir::LinkedCode& code : function.links) {
            add_once((*known)->links, std::move(code));
        }
        return is_same ? known->get() : nullptr;
    }
    foreign_.push_back(std::make_shared<ir::ForeignFunction>(std::move(function)));
    ir::ForeignFunction& made = *foreign_.back();
    made.row.name = made.name;
    made.row.text = made.text;
    return &made;
}

/// The foreign functions in use, and what is linked with them and with kernels.
void Instances::add_foreign() {
    std::unordered_set<const api::Intrinsic*> called;
    for (const ir::Function& function : module_.functions) {
        for (const ir::Expr& expr : function.exprs) {
            if (const auto* node = expr.get<ir::Intrinsic>()) {
                called.insert(node->row);
            }
        }
        for (const ir::LinkedCode& code : function.options.links) {
            add_once(module_.links, code);
        }
    }
    for (const auto& one : foreign_) {
        if (called.contains(&one->row)) {
            module_.foreign.push_back(one);
            for (const ir::LinkedCode& code : one->links) {
                add_once(module_.links, code);
            }
        }
    }
}

/// `mul(x, y)` where `mul = cuda.declare_device("mul", "float32(float32, float32)")`
Operand call_declared(Lowering& ctx, const DeclaredFunction& declared, const syntax::Call& call,
                      Range range) {
    const ir::ForeignFunction* function = foreign_function(ctx, declared, range);
    if (function == nullptr) {
        return error();
    }
    const std::vector<Type>& params = function->signature.params;
    const std::vector<Operand> args =
        arguments(ctx, call, range, {params.size(), params.size()}, declared.name);
    if (const Operand* poison = poison_of(args)) {
        return *poison;
    }
    std::vector<Type> types;
    std::ranges::transform(args, std::back_inserter(types), &Operand::type);
    const std::vector<Type> wanted[] = {params};
    if (!best_overload(types, wanted, ctx.types)) {
        auto said = fail<Code::NoOverload>(ctx, range, declared.name, type_names(ctx, types));
        said.label(declared.range,
                   "it is declared with `" + signature_text(function->signature, ctx.types) + "`");
        if (std::ranges::any_of(types, &Type::is_array)) {
            said.help("`ffi.from_buffer(a)` of `ffi = cffi.FFI()` is the pointer of an array");
        }
        return error();
    }
    ir::Intrinsic node{&function->row, Type::error(), {}};
    for (std::size_t i = 0; i < args.size(); ++i) {
        node.args.push_back(convert(ctx, args[i].ir, params[i]));
    }
    const Type result = *function->signature.returns;
    if (result.is_none()) {
        emit(ctx, ctx.current_stmt, ir::Evaluate{add(ctx, result, range, std::move(node))});
        return known(Value{NoneValue{}});
    }
    return value(ctx, result, range, std::move(node));
}

/// `ffi.from_buffer(a)`: a pointer to the first element, through which anybody may write.
Operand from_buffer(Lowering& ctx, const std::string&, const syntax::Call& call, Range range) {
    static constexpr api::Intrinsic row = {"cffi.FFI.from_buffer", "", "pycu::pointer_to($0)", "",
                                           api::Effect::Pure};
    const Operand array = arguments(ctx, call, range, {1, 1}).front();
    if (!array.is_value()) {
        return array;
    }
    const Type type = array.type;
    const bool is_contiguous =
        type.is_array() &&
        (type.layout() == Layout::C || (type.rank() == 1 && type.layout() == Layout::F));
    if (!is_contiguous || type.is_readonly() || type.is_record_array()) {
        return fail<Code::NoPointer>(ctx, ctx.range(call.args[0]), call.args[0], array);
    }
    return value(ctx, Type::pointer(type.element_type()), range,
                 ir::Intrinsic{&row, Type::error(), {array.ir}});
}

}  // namespace pycu::sema
