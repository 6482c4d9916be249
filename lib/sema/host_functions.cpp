// Which functions the host calls, and what it can give them and get from them.
#include "sema/host_functions.h"

#include <algorithm>
#include <map>

#include "ir/visit.h"

namespace pycu::sema {

namespace {

/// Whether a value of the type goes between the host and a function.
bool can_pass(Type type, const TypeTable& types, bool is_result) {
    if (type.is_optional()) {
        return false;
    }
    if (type.is_tuple()) {
        return !types.tuple_type(type).is_range &&
               std::ranges::all_of(types.items(type), [&](Type item) {
                   return !item.is_none() && can_pass(item, types, is_result);
               });
    }
    if (type.is_array()) {
        return !type.is_record_array();
    }
    if (type.is_list()) {
        return is_result;
    }
    return type.is_none() || (type.is_scalar() && type != float16);
}

/// Whether functions make arrays or lists, and where they do it in a loop, or in a function that
/// calls itself: all that a call makes lives until its end.
class MemoryMakers {
  public:
    explicit MemoryMakers(const ir::Module& module) : module_(module) {}

    bool makes(ir::FunctionId id) {
        const auto [known, is_new] = makes_.try_emplace(id.index, false);
        if (is_new) {
            const ir::Function& function = module_.functions[id];
            bool found = false;
            for (const ir::Expr& expr : function.exprs) {
                found = found || makes(expr);
            }
            makes_[id.index] = found;
        }
        return makes_[id.index];
    }

    /// The place of the first that is made again and again, in the function or what it calls.
    std::optional<Range> repeated(ir::FunctionId from) {
        for (const ir::FunctionId id : ir::reached(module_, from)) {
            const ir::Function& function = module_.functions[id];
            if (function.is_recursive && makes(id)) {
                return function.range;
            }
            std::optional<Range> found;
            ir::for_each_stmt(function, function.body, [&](ir::StmtId stmt) {
                const auto& as = function.stmts[stmt];
                if (ir::is_loop(as)) {
                    look_into(function, as, found);
                }
            });
            if (found) {
                return found;
            }
        }
        return std::nullopt;
    }

  private:
    bool makes(const ir::Expr& expr) {
        const auto* row = expr.get<ir::Intrinsic>();
        const auto* call = expr.get<ir::Call>();
        return (row != nullptr &&
                (row->row->name == "host.array" || row->row->name == "host.list")) ||
               (call != nullptr && module_.functions.contains(call->function) &&
                makes(call->function));
    }

    void look_into(const ir::Function& function, const ir::Stmt& loop,
                   std::optional<Range>& found) {
        const auto look = [&](const ir::Stmt& stmt) {
            ir::for_each_expr_of(function, stmt, [&](ir::ExprId id) {
                if (!found && makes(function.exprs[id])) {
                    found = function.exprs[id].range;
                }
            });
        };
        if (loop.is<ir::While>()) {
            look(loop);
        }
        ir::for_each_block(loop, [&](const ir::Block& block) {
            ir::for_each_stmt(function, block, [&](ir::StmtId id) { look(function.stmts[id]); });
        });
    }

    const ir::Module& module_;
    std::map<std::uint32_t, bool> makes_;
};

/// A ufunc makes nothing that would have to be given back after each element.
void check_ufuncs(const ir::Module& module, diag::Sink& sink) {
    for (const ir::Ufunc& ufunc : module.ufuncs) {
        for (const ir::UfuncLoop& loop : ufunc.loops) {
            if (MemoryMakers(module).makes(loop.function)) {
                sink.report<diag::Code::HostMemory>(ufunc.range, ufunc.name);
                break;
            }
        }
    }
}

}  // namespace

void find_host_functions(const DeviceFunctions& functions, Instances& instances, diag::Sink& sink) {
    ir::Module& module = instances.module();
    check_ufuncs(module, sink);
    for (std::size_t i = 0; i < functions.all.size(); ++i) {
        const DeviceFunction& declared = functions.all[i];
        if (declared.is_broken || declared.is_imported || declared.is_kernel ||
            declared.is_ufunc()) {
            continue;
        }
        for (const GivenSignature& given : declared.signatures) {
            const Instance& instance = instances[instances.get(i, given.signature.params, false)];
            if (instance.state != Instance::State::Done || !instance.function_id.valid()) {
                continue;
            }
            const auto refuse = [&](Type type, bool is_result) {
                if (can_pass(type, module.types, is_result)) {
                    return false;
                }
                sink.report<diag::Code::HostValue>(declared.name_range, declared.qualname,
                                                   is_result ? "returns" : "takes",
                                                   python_name(type, module.types));
                return true;
            };
            bool is_refused = refuse(instance.result, true);
            for (const Type type : instance.args) {
                is_refused = is_refused || refuse(type, false);
            }
            if (const auto place = MemoryMakers(module).repeated(instance.function_id)) {
                sink.report<diag::Code::HostMemory>(*place, declared.qualname);
                is_refused = true;
            }
            if (!is_refused) {
                module.functions[instance.function_id].is_host_function = true;
                module.host_functions.push_back(
                    {declared.qualname, declared.name_range, instance.function_id});
            }
        }
    }
}

}  // namespace pycu::sema
