// A loaded module: variables get memory, functions are decoded when they are first called.
#include <algorithm>
#include <set>

#include "decode.h"
#include "machine.h"

namespace ptx {

namespace {

// Nobody's bytes between shared arrays, so that an index that is a little too large is found.
constexpr uint32_t gap = 64;

uint32_t aligned(uint64_t offset, uint64_t align) {
    return uint32_t((offset + align - 1) / align * align);
}

/// All names that a function's instructions mention.
void mentioned(const std::vector<Operand>& operands, std::set<std::string>& names) {
    for (const Operand& one : operands) {
        names.insert(one.name);
        mentioned(one.items, names);
    }
}

}  // namespace

Program::Program(const std::string& source) : text(parse(source)) {
    std::vector<const Variable*> shared, open;
    const auto place = [&](const Variable& one) {
        if (one.space == "shared") {
            (one.is_open ? open : shared).push_back(&one);
        }
    };
    std::for_each(text.variables.begin(), text.variables.end(), place);
    for (const auto& [name, function] : text.functions) {
        std::for_each(function.variables.begin(), function.variables.end(), place);
    }
    for (const Variable* one : shared) {
        shared_size = aligned(shared_size, one->align);
        addresses[one->name] = shared_size;
        in_array.resize(shared_size, false);
        shared_size += uint32_t(one->bytes);
        in_array.resize(shared_size, true);
        shared_size += gap;
    }
    in_array.resize(shared_size, false);
    dynamic_base = aligned(shared_size, 16);
    for (const Variable* one : open) {
        addresses[one->name] = dynamic_base;
    }
    for (const Variable& one : text.variables) {
        if (one.space != "shared") {
            // room to begin at an aligned address
            std::vector<uint8_t>& bytes = storage.emplace_back(one.bytes + one.align, uint8_t(0));
            const auto begin = reinterpret_cast<uint64_t>(bytes.data());
            addresses[one.name] = (begin + one.align - 1) / one.align * one.align;
            Memory::get().add(reinterpret_cast<void*>(addresses[one.name]), one.bytes);
        }
    }
    for (const Variable& one : text.variables) {
        auto* to = reinterpret_cast<uint8_t*>(addresses[one.name]);
        for (std::size_t k = 0; k < one.init.size(); ++k) {
            uint64_t value = one.init[k].number;
            if (!one.init[k].name.empty()) {
                const auto found = addresses.find(one.init[k].name);
                if (found == addresses.end()) {
                    throw Error("`" + one.init[k].name + "` in the value of `" + one.name + "`");
                }
                value = found->second + uint64_t(one.init[k].offset);
            }
            std::memcpy(to + k * one.type.bytes, &value, one.type.bytes);
        }
    }
}

Program::~Program() {
    for (const Variable& one : text.variables) {
        if (one.space != "shared") {
            Memory::get().remove(reinterpret_cast<void*>(addresses[one.name]));
        }
    }
}

const Code& Program::code(const std::string& name) {
    std::unique_ptr<Code>& known = codes[name];
    if (known != nullptr) {
        return *known;
    }
    const auto function = text.functions.find(name);
    if (function == text.functions.end() || !function->second.has_body) {
        codes.erase(name);
        throw Error("the function `" + name + "` has no text");
    }
    known = std::make_unique<Code>();
    Code& made = *known;  // a function that calls itself finds it
    try {
        decode(*this, function->second, made);
    } catch (const Error&) {
        codes.erase(name);
        throw;
    }
    return made;
}

uint64_t Program::shared_bytes(const std::string& entry) {
    std::set<std::string> seen, todo = {entry};
    uint64_t bytes = 0;
    const auto add = [&](const Variable& one) {
        if (one.space == "shared" && seen.contains(one.name)) {
            bytes += one.bytes;
        }
    };
    while (!todo.empty()) {
        const std::string name = *todo.begin();
        todo.erase(todo.begin());
        seen.insert(name);
        const auto function = text.functions.find(name);
        if (function == text.functions.end()) {
            continue;
        }
        for (const Statement& one : function->second.body) {
            std::set<std::string> names;
            mentioned(one.operands, names);
            std::set_difference(names.begin(), names.end(), seen.begin(), seen.end(),
                                std::inserter(todo, todo.end()));
        }
    }
    std::for_each(text.variables.begin(), text.variables.end(), add);
    for (const auto& [name, function] : text.functions) {
        std::for_each(function.variables.begin(), function.variables.end(), add);
    }
    return bytes;
}

}  // namespace ptx
