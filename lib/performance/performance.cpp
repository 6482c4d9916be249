// The notes in their order, and the shape of block that a kernel is looked at with.
#include "performance/performance.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>

#include "performance/alike.h"
#include "performance/notes.h"

namespace pycu::performance {

namespace {

class Notes : public Observer {
  public:
    explicit Notes(diag::Sink& sink) : sink_(sink) {}

    /// Of the kernel that is walked through.
    BlockShape block{};

    void access(const Access& one) override {
        tell_uncoalesced(one, of_arrays_);
        tell_bank_conflict(one, of_arrays_);
        arrays_.resize(of_arrays_.all().size(), one.array.name);
        tell_local_memory(one, sink_);
    }
    void atomic(ir::ExprId call, const Access& place) override {
        tell_same_address(call, place, sink_);
    }
    void branch(const ir::Module& module, const ir::Function& function, const ir::Stmt& stmt,
                const Lanes& condition) override {
        tell_divergence(module, function, stmt, condition, block, sink_);
    }

    /// At the end of a kernel.
    void tell(const ir::Module& module) {
        tell_alike(module, of_arrays_, arrays_, sink_);
        of_arrays_ = diag::Sink();
        arrays_.clear();
    }

  private:
    diag::Sink& sink_;
    diag::Sink of_arrays_;
    std::vector<std::string_view> arrays_;  ///< of which each of those is
};

/// A kernel that nobody launches here says by its shared arrays how few threads lie along x: as
/// many as an axis has places that threadIdx.x counts.
class RowFinder : public Observer {
  public:
    void access(const Access& one) override {
        if (one.array.space != Array::Space::Shared || one.array.declared->is_dynamic()) {
            return;
        }
        const std::vector<std::int64_t>& shape = one.array.declared->shape;
        for (std::size_t axis = 0; axis < one.indices.size() && axis < shape.size(); ++axis) {
            const Lanes& at = one.indices[axis];
            const auto counts = combined(BinaryOp::Sub, at, Lanes::lane());
            if (at.varies() && counts.is_uniform() && shape[axis] < least_) {
                least_ = std::int64_t(std::bit_floor(std::uint64_t(shape[axis])));
            }
        }
    }

    std::optional<BlockShape> found() const {
        if (least_ >= warp_size || least_ <= 0) {
            return std::nullopt;
        }
        return BlockShape{{least_, warp_size / least_, 1}, true};
    }

  private:
    std::int64_t least_ = warp_size;
};

BlockShape block_of(const ir::Module& module, ir::FunctionId kernel) {
    std::optional<BlockShape> found;
    for (const ir::KnownLaunch& launch : module.launches) {
        const BlockShape block{launch.block};
        if (launch.kernel != module.functions[kernel].range) {
            continue;
        }
        if (found && *found != block) {
            return {};
        }
        found = block;
    }
    if (!found) {
        RowFinder rows;
        walk(module, kernel, {}, rows);
        found = rows.found();
    }
    return found.value_or(BlockShape{});
}

}  // namespace

std::string quoted(const ir::Module& module, Range range) {
    constexpr std::size_t most = 60;
    const std::string_view text = module.text(range);
    const bool is_short = !text.empty() && text.size() <= most && text.find('\n') == text.npos;
    return is_short ? std::string(text)
                    : std::string(text.substr(0, text.find_first_of("[(\n"))) + "[...]";
}

void tell(const ir::Module& module, diag::Sink& sink) {
    Notes notes(sink);
    for (std::uint32_t i = 0; i < module.functions.size(); ++i) {
        const ir::Function& function = module.functions[ir::FunctionId{i}];
        tell_wide_divisions(module, function, sink);
        tell_barriers(module, function, sink);
        if (function.kind == ir::Function::Kind::Kernel) {
            notes.block = block_of(module, ir::FunctionId{i});
            walk(module, ir::FunctionId{i}, notes.block, notes);
            notes.tell(module);
        }
    }
    tell_block_sizes(module, sink);
}

}  // namespace pycu::performance
