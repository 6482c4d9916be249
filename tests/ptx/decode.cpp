// Slots for registers and constants, labels, and the layout of a function's bytes.
#include "decode.h"

#include <algorithm>

#include "ops.h"

namespace ptx {

namespace {

const std::map<std::string, Special>& special_registers() {
    static const std::map<std::string, Special> names = {
        {"%tid.x", TidX},
        {"%tid.y", TidY},
        {"%tid.z", TidZ},
        {"%ntid.x", NtidX},
        {"%ntid.y", NtidY},
        {"%ntid.z", NtidZ},
        {"%ctaid.x", CtaidX},
        {"%ctaid.y", CtaidY},
        {"%ctaid.z", CtaidZ},
        {"%nctaid.x", NctaidX},
        {"%nctaid.y", NctaidY},
        {"%nctaid.z", NctaidZ},
        {"%laneid", Laneid},
        {"%warpid", Warpid},
        {"%nwarpid", Nwarpid},
        {"%lanemask_eq", LanemaskEq},
        {"%lanemask_lt", LanemaskLt},
        {"%lanemask_le", LanemaskLe},
        {"%lanemask_gt", LanemaskGt},
        {"%lanemask_ge", LanemaskGe},
        {"%dynamic_smem_size", DynamicSmem},
        {"%total_smem_size", TotalSmem},
        {"WARP_SZ", WarpSize},
        {"%envreg1", EnvregHigh},
        {"%envreg2", EnvregLow},
        {"%smid", Zero},
        {"%gridid", Zero},
    };
    return names;
}

uint64_t mask_of_bytes(unsigned bytes) {
    return bytes >= 8 ? ~uint64_t(0) : (uint64_t(1) << (bytes * 8)) - 1;
}

}  // namespace

Decoder::Decoder(Program& program, const Function& function, Code& code)
    : program(program), code(code), function_(function) {
    code.name = function.name;
    code.frame.assign(SpecialCount, 0);
    for (const auto& [name, type] : function.registers) {
        registers_[name] = {temporary(), type};
    }
    layout();
}

void Decoder::layout() {
    uint32_t end = 0;
    const auto place = [&](const Variable& one) {
        end = (end + one.align - 1) / one.align * one.align;
        const uint32_t offset = end;
        offsets_[one.name] = offset;
        end += uint32_t(one.bytes);
        return Param{offset, uint32_t(one.bytes)};
    };
    for (const Variable& one : function_.params) {
        code.params.push_back(place(one));
    }
    for (const Variable& one : function_.results) {
        code.results.push_back(place(one));
    }
    for (const Variable& one : function_.variables) {
        if (one.space != "shared") {
            place(one);
        }
    }
    code.bytes = end;
}

void Decoder::run() {
    for (const Statement& one : function_.body) {
        statement = &one;
        starts_.push_back(code.instrs.size());
        if (!decode_control(*this) && !decode_data(*this) && !decode_arithmetic(*this)) {
            unknown();
        }
    }
    statement = nullptr;
    starts_.push_back(code.instrs.size());
    emit(control_op("ret"));
    patch();
}

void Decoder::patch() {
    const auto target = [&](const std::string& label) {
        const auto found = function_.labels.find(label);
        if (found == function_.labels.end()) {
            throw Error(code.name + ": no label `" + label + "`");
        }
        return starts_[found->second];
    };
    for (const Jump& jump : jumps_) {
        code.instrs[jump.instr].imm = int64_t(target(jump.label));
    }
    for (const Jump& jump : tables_) {
        const auto found = function_.tables.find(jump.label);
        if (found == function_.tables.end()) {
            throw Error(code.name + ": no table `" + jump.label + "`");
        }
        std::vector<uint32_t> targets;
        for (const std::string& label : found->second) {
            targets.push_back(uint32_t(target(label)));
        }
        code.instrs[jump.instr].more = uint32_t(code.tables.size());
        code.tables.push_back(targets);
    }
}

void Decoder::unknown() const {
    throw Error(function_.name + ", PTX line " + std::to_string(statement->line) +
                ": the instruction `" + statement->text() + "` is not known");
}

const Operand& Decoder::operand(std::size_t index) const {
    if (index >= statement->operands.size()) {
        unknown();
    }
    return statement->operands[index];
}

Type Decoder::type_at(std::size_t from_the_end) const {
    Type type;
    const std::vector<std::string>& op = statement->op;
    if (from_the_end + 1 >= op.size() || !parse_type(op[op.size() - 1 - from_the_end], type)) {
        unknown();
    }
    return type;
}

uint32_t Decoder::temporary() {
    code.frame.push_back(0);
    return uint32_t(code.frame.size() - 1);
}

uint32_t Decoder::constant(uint64_t value) {
    const auto [found, is_new] = constants_.try_emplace(value, 0);
    if (is_new) {
        found->second = temporary();
        code.frame[found->second] = value;
    }
    return found->second;
}

uint32_t Decoder::slot(const Operand& operand) {
    if (operand.form == Form::Number) {
        return constant(operand.number);
    }
    if (operand.form != Form::Name) {
        unknown();
    }
    uint32_t offset = 0;
    if (const auto found = registers_.find(operand.name); found != registers_.end()) {
        if (!operand.is_negated) {
            return found->second.slot;
        }
        Instr& invert = emit(predicate_op("not"));
        invert.guard = -1;
        invert.a = found->second.slot;
        return invert.d = temporary();
    }
    if (const auto special = special_registers().find(operand.name);
        special != special_registers().end()) {
        return special->second;
    }
    if (local_offset(operand.name, offset)) {
        Instr& local = emit(control_op("local_address"));
        local.guard = -1;
        local.imm = offset + operand.offset;
        return local.d = temporary();
    }
    if (const auto found = program.addresses.find(operand.name); found != program.addresses.end()) {
        return constant(found->second + uint64_t(operand.offset));
    }
    if (program.text.functions.contains(operand.name)) {
        return constant(reinterpret_cast<uint64_t>(&program.code(operand.name)));
    }
    throw Error(function_.name + ", PTX line " + std::to_string(statement->line) + ": `" +
                operand.name + "` is not known");
}

bool Decoder::local_offset(const std::string& name, uint32_t& offset) const {
    const auto found = offsets_.find(name);
    if (found != offsets_.end()) {
        offset = found->second;
    }
    return found != offsets_.end();
}

uint32_t Decoder::result(const Operand& operand) {
    if (operand.name == "_") {
        return temporary();
    }
    const auto found = registers_.find(operand.name);
    if (operand.form != Form::Name || found == registers_.end()) {
        unknown();
    }
    return found->second.slot;
}

uint64_t Decoder::mask_of(const Operand& operand) const {
    const auto found = registers_.find(operand.name);
    return found == registers_.end() ? ~uint64_t(0) : mask_of_bytes(found->second.type.bytes);
}

Instr& Decoder::emit(Handler handler) {
    if (handler == nullptr) {
        unknown();
    }
    Instr one;
    one.run = handler;
    if (statement != nullptr) {
        one.line = uint32_t(statement->line);
        if (!statement->guard.empty()) {
            one.guard = int32_t(registers_.at(statement->guard).slot);
            one.is_guard_negated = statement->is_guard_negated;
        }
    }
    code.instrs.push_back(one);
    return code.instrs.back();
}

Instr& Decoder::emit(Handler handler, const Operand& destination) {
    const uint32_t d = result(destination);
    Instr& one = emit(handler);
    one.d = d;
    one.mask = mask_of(destination);
    return one;
}

uint32_t Decoder::list(const std::vector<Operand>& operands, bool are_results) {
    std::vector<uint32_t> slots;
    for (const Operand& one : operands) {
        slots.push_back(are_results ? result(one) : slot(one));
    }
    const auto first = uint32_t(code.slots.size());
    code.slots.insert(code.slots.end(), slots.begin(), slots.end());
    return first;
}

void Decoder::jump(Handler handler, const std::string& label) {
    emit(handler);
    jumps_.push_back({code.instrs.size() - 1, label});
}

void Decoder::jump_by_table() {
    const uint32_t index = slot(operand(0));
    emit(control_op("brx")).a = index;
    tables_.push_back({code.instrs.size() - 1, operand(1).name});
}

void decode(Program& program, const Function& function, Code& code) {
    Decoder(program, function, code).run();
}

}  // namespace ptx
