// The instances of a module's device functions. See instances.h.
#include "lower/instances.h"

#include <algorithm>
#include <functional>
#include <unordered_set>

#include "api/resolve.h"
#include "lower/constant_arguments.h"
#include "lower/lowering.h"
#include "lower/versions.h"
#include "symbols/bindings.h"
#include "syntax/parse.h"
#include "values/elements.h"
#include "values/host_values.h"

namespace pycu::sema {

namespace {

/// A text that differs for what differs; values that no argument can be have none.
std::string value_key(const Value& value) {
    std::string key;
    if (const auto* function = value.get<FunctionRef>()) {
        key = "f" + std::to_string(function->def.index) + "." +
              std::to_string(function->outer.index) + "." + std::to_string(function->jit.index);
    } else if (const auto* type = value.get<TypeObject>()) {
        key = "t" + std::to_string(type->type.bits()) + "." + std::to_string(int(type->kind));
    } else if (const auto* path = value.get<Dotted>()) {
        key = "d" + path->path;
    } else if (const auto* text = value.get<StringValue>()) {
        key = "s" + std::to_string(text->text.size()) + "." + text->text;
    } else if (const auto* object = value.get<ClassRef>()) {
        key = "c" + std::to_string(object->def.index);
    } else if (is_constant(value)) {
        key = constant_key(value);
    }
    return key;
}

std::string instance_key(std::size_t decl, const std::vector<Argument>& args, bool is_kernel) {
    std::string key = std::to_string(decl) + (is_kernel ? "k" : "d");
    for (const Argument& arg : args) {
        key += ',' + (arg.known ? value_key(*arg.known) : std::to_string(arg.type.bits()));
    }
    return key;
}

/// An argument as a user writes its type, or it where it is known.
std::string shown(const Argument& arg, const TypeTable& types) {
    return !arg.known                ? python_name(arg.type, types)
           : is_constant(*arg.known) ? constant_text(*arg.known)
                                     : describe(*arg.known, types);
}

}  // namespace

InstanceId Instances::get(std::size_t decl, const std::vector<Type>& args, bool is_kernel) {
    std::vector<Argument> all;
    for (const Type type : args) {
        all.push_back({type});
    }
    return get(decl, all, is_kernel);
}

InstanceId Instances::get(std::size_t decl, const std::vector<Argument>& args, bool is_kernel) {
    const std::string key = instance_key(decl, args, is_kernel);
    const auto found = by_key_.find(key);
    if (found != by_key_.end()) {
        return found->second;
    }
    const InstanceId id{std::uint32_t(instances_.size())};
    Instance& made = instances_.emplace_back();
    made.decl = decl;
    for (const Argument& arg : args) {
        made.args.push_back(arg.known ? Type::none() : arg.type);
    }
    const auto& node =
        std::get<syntax::FunctionDef>(evaluator_.tree().stmts[functions_.all[decl].def].as);
    symbols::for_each_parameter(node.args, [&](const syntax::Arg&) {
        const std::size_t i = made.shown.size();
        made.shown.push_back(i >= args.size() ? "none" : shown(args[i], evaluator_.types()));
    });
    made.is_kernel = is_kernel;
    made.has_effects = true;  // until it is known: a recursive call
    made.key = key;
    by_key_.emplace(key, id);

    const syntax::Tree& tree = evaluator_.tree();
    if (syntax::is_doubtful(tree, syntax::whole_range(tree, functions_.all[decl].def))) {
        made.state = Instance::State::Failed;  // reported with the syntax problems
        return id;
    }
    diag::Sink sink;
    Lowering lowering(*this, functions_.all[decl], id);
    ++depth_;
    ++counts_[decl].running;
    ++counts_[decl].made;
    const bool is_sound = run(lowering, args, is_kernel, sink);
    --counts_[decl].running;
    --depth_;
    Instance& instance = instances_[id.index];
    instance.diagnostics.assign(sink.all().begin(), sink.all().end());
    instance.variables = sema::variables(lowering);
    instance.calls = std::move(lowering.called);
    instance.result = lowering.result;
    instance.has_result = true;
    instance.function = std::move(lowering.fn);
    instance.has_effects = has_effects_of(instance.function);
    instance.state = is_sound ? Instance::State::Done : Instance::State::Failed;
    return id;
}

Instances::Room Instances::room_for(std::size_t decl, const std::vector<Argument>& args) const {
    constexpr std::uint32_t max_running = 16;
    constexpr std::uint32_t max_made = 1000;
    const auto count = counts_.find(decl);
    if (by_key_.contains(instance_key(decl, args, false))) {
        return Room::Enough;
    }
    if (count != counts_.end() &&
        (count->second.running >= max_running || count->second.made >= max_made)) {
        return Room::EndlessTypes;
    }
    return depth_ < max_depth ? Room::Enough : Room::TooDeep;
}

bool Instances::waits(InstanceId id) const {
    const Instance& instance = instances_[id.index];
    const bool has_other_errors =
        std::ranges::any_of(instance.diagnostics, [](const diag::Diagnostic& one) {
            return one.severity == diag::Severity::Error && one.code != diag::Code::NoType;
        });
    return instance.state == Instance::State::Failed && !has_other_errors &&
           std::ranges::any_of(instance.reads, [&](const Instance::ResultRead& read) {
               return !read.type && instances_[read.of.index].state == Instance::State::Running;
           });
}

bool Instances::forget_outdated(InstanceId running) {
    const Instance& instance = instances_[running.index];
    if (!instance.has_result) {
        return false;
    }
    bool found = false;
    // What read the result was made after its function.
    for (std::uint32_t i = running.index + 1; i < instances_.size(); ++i) {
        const bool is_outdated =
            std::ranges::any_of(instances_[i].reads, [&](const Instance::ResultRead& read) {
                return read.of == running && read.type != instance.result;
            });
        const auto kept = by_key_.find(instances_[i].key);
        if (is_outdated && kept != by_key_.end() && kept->second.index == i) {
            by_key_.erase(kept);
            found = true;
        }
    }
    return found;
}

bool Instances::has_effect(const ir::Expr& expr) const {
    if (const auto* call = expr.get<ir::Call>()) {
        return instances_[call->function.index].has_effects;
    }
    const auto* row = expr.get<ir::Intrinsic>();
    return row != nullptr && row->row->effect >= api::Effect::Writes;
}

/// Whether a function changes memory or waits for others, itself or through what it calls.
bool Instances::has_effects_of(const ir::Function& function) const {
    return std::ranges::any_of(function.stmts,
                               [](const ir::Stmt& stmt) {
                                   return stmt.is<ir::Store>() || stmt.is<ir::Print>() ||
                                          stmt.is<ir::Raise>();
                               }) ||
           std::ranges::any_of(function.exprs,
                               [&](const ir::Expr& expr) { return has_effect(expr); });
}

namespace {

/// Functions that reach themselves through others; nobody does where all callees stand first.
void find_recursion(ir::Module& module) {
    const auto size = std::uint32_t(module.functions.size());
    bool is_ordered = true;
    for (std::uint32_t i = 0; i < size; ++i) {
        for (const ir::FunctionId callee : module.functions[ir::FunctionId{i}].callees) {
            is_ordered = is_ordered && (callee.index <= i || !callee.valid());
        }
    }
    for (std::uint32_t i = 0; i < size && !is_ordered; ++i) {
        std::vector<bool> seen(size);
        std::vector<ir::FunctionId> waiting = {ir::FunctionId{i}};
        while (!waiting.empty() && !seen[i]) {
            const ir::FunctionId at = waiting.back();
            waiting.pop_back();
            for (const ir::FunctionId callee : module.functions[at].callees) {
                if (callee.valid() && !seen[callee.index]) {
                    seen[callee.index] = true;
                    waiting.push_back(callee);
                }
            }
        }
        ir::Function& function = module.functions[ir::FunctionId{i}];
        function.is_recursive = function.is_recursive || seen[i];
    }
}

}  // namespace

/// Callees first, otherwise in the order of the source; instances of one function as first called.
std::vector<InstanceId> Instances::reachable(const std::vector<InstanceId>& roots) const {
    std::vector<InstanceId> order;
    std::unordered_set<std::uint32_t> seen;
    const std::function<void(InstanceId)> visit = [&](InstanceId id) {
        if (!seen.insert(id.index).second) {
            return;
        }
        std::vector<InstanceId> calls = instances_[id.index].calls;
        std::ranges::stable_sort(calls, {},
                                 [&](InstanceId callee) { return instances_[callee.index].decl; });
        for (InstanceId callee : calls) {
            visit(callee);
        }
        order.push_back(id);
    };
    for (InstanceId root : roots) {
        visit(root);
    }
    return order;
}

bool Instances::is_sound(InstanceId root, const std::vector<InstanceId>& roots) const {
    return std::ranges::all_of(roots, [&](InstanceId other) {
        return instances_[other.index].decl != instances_[root.index].decl ||
               instances_[other.index].state == Instance::State::Done;
    });
}

void Instances::finish(const std::vector<InstanceId>& roots, const std::vector<InstanceId>& tried,
                       bool only_sound, diag::Sink& sink) {
    std::vector<InstanceId> all = roots;
    all.insert(all.end(), tried.begin(), tried.end());
    const std::vector<InstanceId> order = reachable(all);
    label_calls(*this, order);
    std::vector<InstanceId> wanted;
    for (const InstanceId root : roots) {
        if (instances_[root.index].is_kernel &&
            instances_[root.index].state == Instance::State::Done) {
            check_shared_memory(root);
        }
    }
    for (const InstanceId root : roots) {
        if (!only_sound || is_sound(root, roots)) {
            wanted.push_back(root);
        }
    }
    const std::vector<InstanceId> kept_list = reachable(wanted);
    std::unordered_set<std::uint32_t> kept;
    for (const InstanceId id : kept_list) {
        kept.insert(id.index);
    }
    std::unordered_map<std::uint32_t, std::uint32_t> function_ids;
    for (InstanceId id : order) {
        Instance& instance = instances_[id.index];
        for (diag::Diagnostic& diagnostic : instance.diagnostics) {
            sink.add(std::move(diagnostic));
        }
        const auto place = std::uint32_t(module_.functions.size());
        if (instance.state == Instance::State::Done && kept.contains(id.index)) {
            function_ids[id.index] = place;
            instance.function_id = module_.functions.add(std::move(instance.function));
        }
    }
    for (ir::Function& function : module_.functions) {
        const auto own = ir::FunctionId{std::uint32_t(&function - &*module_.functions.begin())};
        for (ir::Expr& expr : function.exprs) {
            if (auto* call = expr.get<ir::Call>()) {
                const auto callee = function_ids.find(call->function.index);
                call->function = callee == function_ids.end() ? ir::FunctionId{}
                                                              : ir::FunctionId{callee->second};
                function.is_recursive = function.is_recursive || call->function == own;
                if (std::ranges::count(function.callees, call->function) == 0) {
                    function.callees.push_back(call->function);
                }
            }
        }
    }
    find_recursion(module_);
    add_constants();
    add_foreign();
}

}  // namespace pycu::sema
