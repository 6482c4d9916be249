// What a kernel's threads compute of their places, followed through its statements and calls.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "performance/lanes.h"

namespace pycu::performance {

/// An array as far as its memory matters.
struct Array {
    enum class Space : std::uint8_t { Elsewhere, Global, Shared, Local };
    Space space = Space::Elsewhere;
    /// Of an array that the kernel declares.
    const ir::DeclareArray* declared = nullptr;
    Range declared_at{};
    std::string_view name{};
    /// Bytes from one element to the next along the innermost axis, where that is not an element's
    /// own size: of a field of all records.
    std::int64_t pitch = 0;
    bool is_transposed = false;
    friend bool operator==(const Array&, const Array&) = default;
};

/// One use of an array's element, or of a field of it, with the lanes of its indices.
struct Access {
    const ir::Module& module;
    const ir::Function& function;
    const BlockShape& block;
    /// The field, or else the element.
    ir::ExprId place;
    /// An Element.
    ir::ExprId element;
    Array array;
    std::vector<Lanes> indices{};
    /// All indices are numbers once loops are unrolled.
    bool is_static = true;
    /// It is in a loop that nvcc does not unroll.
    bool is_rolled = false;
    /// All threads do it, but those outside of an array's bounds.
    bool is_by_all = true;

    Type type() const { return function.exprs[place].type; }
    Type array_type() const;
    Range range() const { return function.exprs[place].range; }
};

/// Who is told of what the kernel does, each expression once for each call that leads there.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    virtual void access(const Access& /*one*/) {}
    virtual void atomic(ir::ExprId /*call*/, const Access& /*place*/) {}
    virtual void branch(const ir::Module& /*module*/, const ir::Function& /*function*/,
                        const ir::Stmt& /*stmt*/, const Lanes& /*condition*/) {}
};

/// Follows one kernel for blocks of a shape and tells of it.
void walk(const ir::Module& module, ir::FunctionId kernel, const BlockShape& block,
          Observer& observer);

}  // namespace pycu::performance
