// The named tuples that a module's text needs structs for. See named_tuples.h.
#include "ir/named_tuples.h"

#include <unordered_set>

namespace pycu::ir {

namespace {

class UsedTuples {
  public:
    explicit UsedTuples(const TypeTable& types) : types_(types) {}

    void add(Type type) {
        type = types_.without_none(type);
        if (!type.is_tuple() || !found_.insert(type).second) {
            return;
        }
        for (const Type item : types_.items(type)) {
            add(item);
        }
    }
    bool contains(Type type) const { return found_.contains(type); }

  private:
    const TypeTable& types_;
    std::unordered_set<Type> found_;
};

}  // namespace

std::vector<Type> named_tuples(const Module& module) {
    UsedTuples used(module.types);
    for (const Constant& constant : module.constants) {
        used.add(constant.type);
    }
    for (const Function& function : module.functions) {
        used.add(function.result);
        for (const Local& local : function.locals) {
            used.add(local.type);
        }
        for (const Expr& expr : function.exprs) {
            used.add(expr.type);
        }
    }
    std::vector<Type> types;
    for (std::uint32_t i = 0; i < module.types.tuple_count(); ++i) {
        const Type type = module.types.tuple_at(i);
        if (module.types.is_named(type) && !module.types.tuple_type(type).is_range &&
            used.contains(type)) {
            types.push_back(type);
        }
    }
    return types;
}

}  // namespace pycu::ir
