// Collecting record types.
#include "ir/records.h"

namespace pycu::ir {

namespace {

class Records {
  public:
    explicit Records(const TypeTable& types) : types_(types), is_used_(types.record_count()) {}

    void use(Type type) {
        if (type.is_array()) {
            use(type.element_type());
        } else if (type.is_tuple()) {
            for (const Type item : types_.items(type)) use(item);
        } else if (type.is_record()) {
            use_record(type);
        }
    }

    std::vector<Type> all() const {
        std::vector<Type> records;
        for (std::uint32_t i = 0; i < is_used_.size(); ++i) {
            if (is_used_[i] && types_.record_at(i) != Type::random_state()) {
                records.push_back(types_.record_at(i));
            }
        }
        return records;
    }

  private:
    void use_record(Type type) {
        for (std::uint32_t i = 0; i < is_used_.size(); ++i) {
            if (types_.record_at(i) == type) is_used_[i] = true;
        }
        for (const RecordField& field : types_.record(type).fields) use(field.type);
    }

    const TypeTable& types_;
    std::vector<bool> is_used_;
};

}  // namespace

std::vector<Type> records_of(const Module& module) {
    Records records(module.types);
    for (const Function& function : module.functions) {
        for (const Local& local : function.locals) records.use(local.type);
        for (const Expr& expr : function.exprs) records.use(expr.type);
    }
    for (const Constant& constant : module.constants) records.use(constant.type);
    return records.all();
}

}  // namespace pycu::ir
