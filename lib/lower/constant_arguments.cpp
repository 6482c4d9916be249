// Parameters whose values are needed while compiling. See constant_arguments.h.
#include "lower/constant_arguments.h"

#include <algorithm>
#include <bit>
#include <set>
#include <utility>

#include "ir/print_exprs.h"
#include "ir/visit.h"
#include "lower/nodes.h"
#include "lower/versions.h"
#include "support/text.h"
#include "symbols/walk.h"
#include "syntax/parse.h"

namespace pycu::sema {

namespace {

/// The value of an assignment that sets a name at this place; not valid where there is none.
ExprId assigned_value(const Lowering& ctx, Range name) {
    ExprId value;
    for (const syntax::Stmt& stmt : ctx.tree.stmts) {
        const auto* assign = stmt.get<syntax::Assign>();
        const bool is_it = assign != nullptr && stmt.range.contains(name) &&
                           name.end <= ctx.range(assign->value).begin;
        value = is_it ? assign->value : value;
    }
    return value;
}

void want_version(Lowering& ctx, VersionId id, Range at);

/// `m = n`, `h, w = shape`: what an assignment reads.
void want_read(Lowering& ctx, ExprId expr, Range at) {
    const auto use = ctx.flow.uses.find(expr.index);
    if (use != ctx.flow.uses.end()) {
        want_version(ctx, use->second, at);
        return;
    }
    if (ctx.is<syntax::Tuple>(expr) || ctx.is<syntax::BinOp>(expr) ||
        ctx.is<syntax::UnaryOp>(expr) || ctx.is<syntax::Subscript>(expr)) {
        symbols::for_each_child(ctx.tree, expr, [&](ExprId part) { want_read(ctx, part, at); });
    }
}

void want_version(Lowering& ctx, VersionId id, Range at) {
    const Version& version = ctx.flow.versions[id];
    if (version.kind == Version::Kind::Definition) {
        const ExprId value = assigned_value(ctx, version.range);
        if (value.valid()) {
            want_read(ctx, value, at);
        }
        return;
    }
    const auto param = std::ranges::find(ctx.flow.params, id);
    if (param == ctx.flow.params.end() || ctx.versions[id.index].is_constant) {
        return;
    }
    const std::string& name = ctx.flow.variables[version.variable];
    const Instance::Want want{std::size_t(param - ctx.flow.params.begin()), name, at};
    std::vector<Instance::Want>& wants = ctx.instances[ctx.self].wants;
    if (std::ranges::find(wants, want) == wants.end()) {
        wants.push_back(want);
    }
}

}  // namespace

void want_constant(Lowering& ctx, ir::ExprId expr, Range at) {
    if (ctx.is_kernel || !ctx.decl.signatures.empty()) {
        return;
    }
    const ir::Expr& e = ctx.fn.exprs[expr];
    if (const auto* read = e.get<ir::Read>()) {
        for (std::uint32_t i = 0; i < ctx.versions.size(); ++i) {
            if (ctx.versions[i].local == read->local) {
                want_version(ctx, VersionId{i}, at);
            }
        }
    } else if (e.is<ir::Tuple>() || e.is<ir::TupleItem>() || e.is<ir::TupleAt>() ||
               e.is<ir::Binary>() || e.is<ir::Unary>() || e.is<ir::Cast>()) {
        ir::for_each_operand(e, [&](const ir::ExprId& part) { want_constant(ctx, part, at); });
    }
}

/// What a node of the IR is, where only literals and constants of the module are in it.
static std::optional<Value> constant_of(const Lowering& ctx, ir::ExprId expr) {
    const ir::Expr& e = ctx.fn.exprs[expr];
    if (const auto* literal = e.get<ir::Literal>()) {
        return Value{NumberValue{e.type, literal->value, !e.type.is_float() || literal->is_python}};
    }
    if (const auto* read = e.get<ir::ReadConstant>(); read != nullptr && e.type.is_scalar()) {
        const ir::Constant& constant = ctx.instances.all_constants()[read->constant];
        const bool is_number = constant.values.size() == 1 && !constant.enum_class;
        const bool is_python = !e.type.is_float() || constant.is_python;
        return is_number ? std::optional(Value{NumberValue{e.type, constant.values[0], is_python}})
                         : std::nullopt;
    }
    const auto* tuple = e.get<ir::Tuple>();
    if (tuple == nullptr) {
        return std::nullopt;
    }
    HostItems items;
    for (const ir::ExprId part : tuple->items) {
        std::optional<Value> item = constant_of(ctx, part);
        if (!item) {
            return std::nullopt;
        }
        items.items.push_back(std::move(*item));
    }
    if (ctx.types.is_named(e.type)) {
        items.class_name = ctx.types.tuple_type(e.type).name;
        items.fields = ctx.types.tuple_type(e.type).fields;
    }
    return Value{std::make_shared<HostItems>(std::move(items))};
}

std::optional<Value> constant_of(const Lowering& ctx, const Operand& operand) {
    if (!operand.is_value() || !operand.ir) {  // what is unpacked has no expression of its own
        return std::nullopt;
    }
    const auto* number = operand.get<NumberValue>();
    const bool is_known = number != nullptr ? number->type == operand.type
                                            : operand.type.is_tuple() && operand.get<HostItems>();
    return is_known ? operand.known : constant_of(ctx, operand.ir);
}

bool is_constant(const Value& value) {
    return value.is<NumberValue>() || value.get<HostItems>() != nullptr;
}

/// The numbers and tuples of a constant as one text.
static std::string written(const Value& value, const char* between, const char* open,
                           const char* close) {
    if (const auto* tuple = value.get<HostItems>()) {
        std::vector<std::string> parts;
        for (const Value& item : tuple->items) {
            parts.push_back(written(item, between, open, close));
        }
        const bool is_one = parts.size() == 1 && *open != '\0';
        return open + join(parts, between) + (is_one ? "," : "") + close;
    }
    return ir::number_text(value.get<NumberValue>()->value);
}

std::string constant_text(const Value& value) {
    return written(value, ", ", "(", ")");
}

std::string constant_suffix(const Value& value) {
    std::string name;
    for (const char c : written(value, "x", "", "")) {
        const bool is_plain =
            (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        name += c == '-' ? "minus" : std::string(1, is_plain ? c : '_');
    }
    return name;
}

std::string constant_key(const Value& value) {
    if (const auto* tuple = value.get<HostItems>()) {
        std::string key = "(" + tuple->class_name;
        for (const Value& item : tuple->items) {
            key += ' ' + constant_key(item);
        }
        return key + ')';
    }
    const auto& number = *value.get<NumberValue>();
    const auto* real = std::get_if<double>(&number.value);
    return "n" + std::to_string(number.type.bits()) + "." +
           (real != nullptr ? std::to_string(std::bit_cast<std::uint64_t>(*real))
                            : ir::number_text(number.value));
}

InstanceId instance_for(Lowering& ctx, std::size_t decl, const std::vector<Operand>& args,
                        std::vector<Argument>& types, Range range, const MayCall& may_call) {
    // Each turn makes one more parameter a constant.
    while (may_call(types)) {
        const InstanceId id = ctx.instances.get(decl, types, false);
        const Instance& instance = ctx.instances[id];
        if (instance.state != Instance::State::Failed || instance.wants.empty()) {
            return id;
        }
        std::vector<Argument> given = types;
        bool has_all = true;
        for (const Instance::Want& want : instance.wants) {
            given[want.param].known = constant_of(ctx, args[want.param]);
            if (!given[want.param].known) {
                has_all = false;
                ctx.instances[ctx.self].lacks.push_back({id, want.param, range});
                want_constant(ctx, args[want.param], range);
            }
        }
        if (!has_all) {
            return id;
        }
        types = std::move(given);
    }
    return {};
}

namespace {

/// Adds a call to what an instance says of a parameter, or what those say that it gives it to.
class CallLabel {
  public:
    CallLabel(Instances& instances, Range call) : instances_(instances), call_(call) {}

    void add(InstanceId id, std::size_t param) {
        if (!seen_.emplace(id.index, param).second) {
            return;
        }
        Instance& instance = instances_[id];
        for (const Instance::Want& want : instance.wants) {
            if (want.param != param) {
                continue;
            }
            name_ = name_.empty() ? want.name : name_;
            for (diag::Diagnostic& diagnostic : instance.diagnostics) {
                add_to(diagnostic, want.at);
            }
            for (const Instance::Lack& lack : instance.lacks) {
                if (lack.at == want.at) {
                    add(lack.of, lack.param);
                }
            }
        }
    }

  private:
    void add_to(diag::Diagnostic& diagnostic, Range at) const {
        constexpr std::size_t most = 3;  // a reader looks at the first calls
        const bool is_there = std::ranges::any_of(
            diagnostic.labels, [&](const diag::Label& label) { return label.range == call_; });
        if (diagnostic.severity == diag::Severity::Error && diagnostic.range.contains(at) &&
            diagnostic.labels.size() < most && !is_there) {
            diagnostic.label(call_, "this call gives `" + name_ + "` no constant");
        }
    }

    Instances& instances_;
    Range call_;
    std::string name_;
    std::set<std::pair<std::uint32_t, std::size_t>> seen_;
};

}  // namespace

void label_calls(Instances& instances, const std::vector<InstanceId>& callers) {
    for (const InstanceId caller : callers) {
        for (const Instance::Lack& lack : instances[caller].lacks) {
            CallLabel(instances, lack.at).add(lack.of, lack.param);
        }
    }
}

}  // namespace pycu::sema
