// Every name in the text: Python's, unless C++ has taken it or two things would share it.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "ir/visit.h"
#include "passes/passes.h"
#include "passes/reserved_names.h"
#include "passes/rewrite.h"
#include "support/reserved_words.h"
#include "support/text.h"

namespace pycu::passes {
namespace {

/// The name, or the name with `_`, `_2`, `_3` ... behind it: the first that `is_free`.
template <class IsFree>
std::string free_name(const std::string& name, const IsFree& is_free) {
    if (is_free(name) && !has_reserved_prefix(name)) {
        return name;
    }
    const std::string stem = name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
    for (int n = 1;; ++n) {
        const std::string candidate = stem + (n == 1 ? "_" : "_" + std::to_string(n));
        if (candidate != name && is_free(candidate)) {
            return candidate;
        }
    }
}

/// Names that stand at the module's own scope.
class ModuleNames {
  public:
    explicit ModuleNames(ir::Module& module) : module_(module) {}

    void run() {
        for (const auto& foreign : module_.foreign) {
            taken_.insert(foreign->name);
        }
        for (const Type record : ir::records_of(module_)) {
            spell_record(record);
        }
        name_tuples();
        name_enums();
        for (ir::Constant& constant : module_.constants) {
            if (constant.enum_class) {
                const ir::EnumClass& of = module_.enums[*constant.enum_class];
                constant.spelling = of.spelling + "::" + of.members[constant.member].spelling;
                continue;
            }
            constant.spelling = take(constant.name);
        }
        for (ir::Function& function : module_.functions) {
            const std::string params = parameters(function);
            const std::string variant = function.variant.empty() ? "" : "_" + function.variant;
            function.spelling =
                free_name(ascii(function.name + variant), [&](const std::string& candidate) {
                    return is_free_for(function, candidate, params);
                });
            overloads_[function.spelling].push_back({function.name, params});
        }
    }

  private:
    void spell_record(Type type) {
        const RecordType& record = module_.types.record(type);
        const std::string name = record.name.empty() ? "record" : ascii(record.name);
        const std::string spelling = free_name(name, [&](const std::string& candidate) {
            return !is_reserved(candidate) && !is_reserved_for_functions(candidate) &&
                   !is_exported(candidate) && !taken_.contains(candidate);
        });
        taken_.insert(spelling);
        std::vector<std::string> names;
        for (const RecordField& field : record.fields) {
            names.push_back(identifier(field.name));
        }
        module_.types.spell_record(type, spelling, members(names, spelling));
    }

    /// A field may have any text as its name.
    static std::string identifier(const std::string& name) {
        std::string result = ascii(name);
        for (char& c : result) {
            const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
            c = is_letter || (c >= '0' && c <= '9') ? c : '_';
        }
        const bool is_digit = result.empty() || (result[0] >= '0' && result[0] <= '9');
        return without_reserved_form(is_digit ? "f" + result : result);
    }

    /// Whether a C header has a function of the name, or members of an enum of the name would.
    static bool is_exported(const std::string& name) {
        return std::ranges::any_of(exported_names, [&](std::string_view exported) {
            return exported == name || exported.starts_with(name + "_");
        });
    }

    struct Overload {
        std::string name;
        std::string params;
    };

    std::string take(const std::string& wanted) {
        const std::string name = free_name(ascii(wanted), [&](const std::string& candidate) {
            return !is_reserved(candidate) && !taken_.contains(candidate);
        });
        taken_.insert(name);
        return name;
    }

    /// Names of the items inside one struct, none of which is its own.
    static std::vector<std::string> members(const std::vector<std::string>& names,
                                            const std::string& of) {
        std::vector<std::string> result;
        for (const std::string& name : names) {
            result.push_back(free_name(name, [&](const std::string& candidate) {
                return !is_reserved(candidate) && candidate != of &&
                       std::ranges::find(result, candidate) == result.end();
            }));
        }
        return result;
    }

    void name_tuples() {
        for (const Type type : ir::named_tuples(module_)) {
            const TupleType named = module_.types.tuple_type(type);
            const std::string spelling = take(named.name);
            std::vector<std::string> names;
            std::ranges::transform(named.fields, std::back_inserter(names), ascii);
            module_.types.spell_tuple(type, spelling, members(names, spelling));
        }
    }

    void name_enums() {
        for (ir::EnumClass& one : module_.enums) {
            std::vector<std::string> names;
            for (const ir::EnumClass::Member& member : one.members) {
                names.push_back(ascii(member.name));
            }
            one.spelling = take(is_exported(one.name) ? one.name + "_" : one.name);
            const std::vector<std::string> spelled = members(names, one.spelling);
            for (std::size_t i = 0; i < spelled.size(); ++i) {
                one.members[i].spelling = spelled[i];
            }
        }
    }

    static std::string ascii(const std::string& name) {
        return without_reserved_form(transliterated(replace_all(name, ".", "_")));
    }

    /// Specialisations of one Python function share a name when their C++ types differ.
    bool is_free_for(const ir::Function& function, const std::string& candidate,
                     const std::string& params) const {
        if (is_reserved_for_functions(candidate) || taken_.contains(candidate)) {
            return false;
        }
        const auto found = overloads_.find(candidate);
        if (found == overloads_.end()) {
            return true;
        }
        for (const Overload& other : found->second) {
            if (other.name != function.name || other.params == params ||
                function.kind == ir::Function::Kind::Kernel) {
                return false;
            }
        }
        return true;
    }

    std::string parameters(const ir::Function& function) const {
        std::string text;
        for (const ir::LocalId id : function.params) {
            const ir::Local& param = function.locals[id];
            // A view that may write also serves where one that only reads is wanted.
            const Type type = param.type.is_array() ? param.type.with_readonly(false) : param.type;
            text += cuda_name(type, module_.types, Written()) + ";";
        }
        return text;
    }

    ir::Module& module_;
    std::set<std::string> taken_;
    std::map<std::string, std::vector<Overload>> overloads_;
};

/// Names in one function, scope by scope as in C++.
class LocalNames {
  public:
    LocalNames(const ir::Module& module, ir::Function& function)
        : module_(module), function_(function) {}

    void run() {
        ir::for_each_stmt(function_, function_.body, [&](ir::StmtId id) {
            ir::for_each_expr_of(function_, function_.stmts[id],
                                 [&](ir::ExprId expr) { find_globals(function_.exprs[expr]); });
            const auto* array = function_.get<ir::DeclareArray>(id);
            if (array != nullptr) {
                for (const ir::Formula& extent : array->written_shape) {
                    ir::for_each_constant(extent, [&](ir::ConstantId id) {
                        visible_.insert(module_.constants[id].spelling);
                    });
                }
            }
        });
        for (const ir::LocalId param : function_.params) {
            declare(param);
        }
        block(function_.body);
        // Whatever has no declaration is not printed; a name all the same, for dumps.
        for (ir::Local& local : function_.locals) {
            if (local.spelling.empty()) {
                local.spelling = local.name;
            }
        }
    }

  private:
    void find_globals(const ir::Expr& expr) {
        for (const auto& foreign : module_.foreign) {
            if (expr.is<ir::Intrinsic>() && expr.get<ir::Intrinsic>()->row == &foreign->row) {
                visible_.insert(foreign->name);
            }
        }
        if (const auto* call = expr.get<ir::Call>()) {
            visible_.insert(module_.functions[call->function].spelling);
        } else if (const auto* constant = expr.get<ir::ReadConstant>()) {
            // of `Color::RED` it is Color that a variable must not hide
            const std::string& spelling = module_.constants[constant->constant].spelling;
            visible_.insert(spelling.substr(0, spelling.find("::")));
        }
        const TypeTable& types = module_.types;
        if (types.is_named(expr.type)) {
            visible_.insert(types.tuple_type(expr.type).spelling);
        }
        const Type element = expr.type.is_array() ? expr.type.element_type() : expr.type;
        if (element.is_record()) {
            visible_.insert(module_.types.record(element).spelling);
        }
    }

    void declare(ir::LocalId id, bool is_loops = false) {
        ir::Local& local = function_.locals[id];
        const bool is_array =
            local.kind == ir::Local::Kind::SharedArray || local.kind == ir::Local::Kind::LocalArray;
        const std::string name =
            without_reserved_form(is_array ? transliterated(local.name) : local.name);
        const auto is_free = [&](const std::string& candidate) {
            return !is_reserved(candidate) && !visible_.contains(candidate);
        };
        const bool is_counter = local.kind == ir::Local::Kind::Temporary && name.size() == 1 &&
                                counters.find(name) != counters.npos;
        // for _ in range(n): the source has no name for it
        const bool is_unnamed = is_loops && name.find_first_not_of('_') == name.npos;
        local.spelling = is_counter   ? counter_name(name, is_free)
                         : is_unnamed ? counter_name("i", is_free)
                                      : free_name(name, is_free);
        visible_.insert(local.spelling);
        scope_.push_back(local.spelling);
    }

    static constexpr std::string_view counters = "ijkmn";

    /// A counter that the source has no name for: what it is called, or the next letter that the
    /// source's own names leave.
    template <class IsFree>
    std::string counter_name(const std::string& wanted, const IsFree& is_free) const {
        const auto is_of_source = [&](const std::string& name) {
            return std::ranges::any_of(function_.locals, [&](const ir::Local& other) {
                return other.kind != ir::Local::Kind::Temporary && other.name == name;
            });
        };
        for (const char letter : counters.substr(counters.find(wanted))) {
            const std::string name(1, letter);
            if (is_free(name) && !is_of_source(name)) {
                return name;
            }
        }
        return free_name(wanted, is_free);
    }

    void block(const ir::Block& block) {
        const std::size_t outer = scope_.size();
        for (std::size_t i = 0; i < block.size(); ++i) {
            const std::size_t before = scope_.size();
            stmt(function_.stmts[block[i]]);
            if (ir::counted_while(function_, block, i) != nullptr) {
                stmt(function_.stmts[block[++i]]);
                leave(before);
            }
        }
        leave(outer);
    }

    void leave(std::size_t outer) {
        while (scope_.size() > outer) {
            visible_.erase(scope_.back());
            scope_.pop_back();
        }
    }

    void stmt(const ir::Stmt& stmt) {
        const std::size_t outer = scope_.size();
        const auto* assign = stmt.get<ir::Assign>();
        const auto* unpack = stmt.get<ir::Unpack>();
        if ((assign == nullptr || assign->declares) && (unpack == nullptr || unpack->declares)) {
            const bool is_loops = ir::loop_target(stmt).valid();
            ir::for_each_target(stmt, [&](ir::LocalId target) { declare(target, is_loops); });
        }
        if (const auto* declaration = stmt.get<ir::Declare>()) {
            declare(declaration->local);
        } else if (const auto* array = stmt.get<ir::DeclareArray>()) {
            declare(array->array);
        }
        ir::for_each_block(stmt, [&](const ir::Block& inner) { block(inner); });
        if (ir::loop_target(stmt).valid()) {
            leave(outer);
        }
    }

    const ir::Module& module_;
    ir::Function& function_;
    std::set<std::string> visible_;
    std::vector<std::string> scope_;
};

}  // namespace

void spell_names(ir::Module& module) {
    ModuleNames(module).run();
    for (ir::Function& function : module.functions) {
        LocalNames(module, function).run();
    }
}

}  // namespace pycu::passes
