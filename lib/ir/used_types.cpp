// What is used, with all that is inside it. See used_types.h.
#include "ir/used_types.h"

#include <unordered_set>

namespace pycu::ir {

namespace {

class UsedTypes {
  public:
    explicit UsedTypes(const Module& module) : types_(module.types) {
        for (const Constant& constant : module.constants) {
            add(constant.type);
        }
        for (const Function& function : module.functions) {
            add(function.result);
            for (const Local& local : function.locals) {
                add(local.type);
            }
            for (const Expr& expr : function.exprs) {
                add(expr.type);
            }
        }
    }

    bool contains(Type type) const { return found_.contains(type); }

  private:
    void add(Type type) {
        type = types_.without_none(type);
        type = type.is_array() ? type.element_type() : type;
        if (!(type.is_tuple() || type.is_record()) || !found_.insert(type).second) {
            return;
        }
        if (type.is_tuple()) {
            for (const Type item : types_.items(type)) {
                add(item);
            }
            return;
        }
        for (const RecordField& field : types_.record(type).fields) {
            add(field.type);
        }
    }

    const TypeTable& types_;
    std::unordered_set<Type> found_;
};

}  // namespace

std::vector<Type> records_of(const Module& module) {
    const UsedTypes used(module);
    std::vector<Type> records;
    for (std::uint32_t i = 0; i < module.types.record_count(); ++i) {
        const Type type = module.types.record_at(i);
        if (used.contains(type) && type != Type::random_state()) {
            records.push_back(type);
        }
    }
    return records;
}

std::vector<Type> named_tuples(const Module& module) {
    const UsedTypes used(module);
    std::vector<Type> tuples;
    for (std::uint32_t i = 0; i < module.types.tuple_count(); ++i) {
        const Type type = module.types.tuple_at(i);
        if (module.types.is_named(type) && !module.types.tuple_type(type).is_range &&
            used.contains(type)) {
            tuples.push_back(type);
        }
    }
    return tuples;
}

}  // namespace pycu::ir
