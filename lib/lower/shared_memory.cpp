// The shared arrays of a kernel and of all that it calls, which lie in one block's memory together.
#include <algorithm>
#include <string>
#include <vector>

#include "lower/instances.h"
#include "types/operations.h"
#include "types/scalar.h"

namespace pycu::sema {

namespace {

/// CUDA's bounds: of static shared memory, and of all that a block can have.
constexpr std::int64_t static_bytes = 48 * 1024;
constexpr std::int64_t block_bytes = 227 * 1024;
/// What dynamic shared memory is aligned to.
constexpr std::int64_t dynamic_alignment = 16;

struct SharedArray {
    std::string name;
    Range range;
    std::int64_t size = 0;
    std::int64_t alignment = 1;
    ir::DeclareArray* declared = nullptr;
    bool is_own = false;  // of the kernel itself
};

void add_arrays(ir::Function& function, const TypeTable& types, bool is_own,
                std::vector<SharedArray>& arrays) {
    for (ir::Stmt& stmt : function.stmts) {
        auto* array = stmt.get<ir::DeclareArray>();
        if (array == nullptr || array->space != ir::DeclareArray::Space::Shared) {
            continue;
        }
        const ir::Local& local = function.locals[array->array];
        std::int64_t size = types.bytes(local.type);
        const std::int64_t alignment =
            std::max<std::int64_t>(types.alignment(local.type), array->alignment);
        for (const std::int64_t extent : array->shape) {
            size *= extent;
        }
        arrays.push_back({local.name, stmt.range, size, alignment, array, is_own});
    }
}

/// How many bytes the static ones take, one behind the other.
std::int64_t total(const std::vector<SharedArray>& arrays) {
    std::int64_t end = 0;
    for (const SharedArray& array : arrays) {
        if (array.declared->offset < 0) {
            end = rounded_up(end, array.alignment) + array.size;
        }
    }
    return end;
}

/// Makes the kernel's largest arrays dynamic until the others fit; returns the bytes of those.
std::int64_t make_dynamic(std::vector<SharedArray>& arrays) {
    std::int64_t end = 0;
    while (total(arrays) > static_bytes) {
        SharedArray* largest = nullptr;
        for (SharedArray& array : arrays) {
            const bool is_left = array.is_own && array.declared->offset < 0 && array.size > 0;
            if (is_left && (largest == nullptr || array.size > largest->size)) {
                largest = &array;
            }
        }
        if (largest == nullptr) {
            break;
        }
        largest->declared->offset =
            rounded_up(end, std::max(dynamic_alignment, largest->alignment));
        end = largest->declared->offset + largest->size;
    }
    return end;
}

void report_too_large(const std::vector<SharedArray>& arrays, std::int64_t limit,
                      const std::string& kernel, diag::Sink& sink) {
    std::int64_t end = 0;
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        end = rounded_up(end, arrays[i].alignment) + arrays[i].size;
        if (end <= limit) {
            continue;
        }
        auto& report =
            sink.report<diag::Code::SharedMemory>(arrays[i].range, kernel, end, limit / 1024);
        for (std::size_t k = 0; k < i; ++k) {
            report.label(arrays[k].range, "`" + arrays[k].name + "` has " +
                                              std::to_string(arrays[k].size) + " bytes");
        }
        return;
    }
}

}  // namespace

void Instances::check_shared_memory(InstanceId root) {
    // The kernel's own arrays come first: the one that crosses the limit is then a helper's.
    std::vector<SharedArray> arrays;
    const std::vector<InstanceId> order = reachable({root});
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
        add_arrays(instances_[id->index].function, evaluator_.types(), *id == root, arrays);
    }
    if (total(arrays) <= static_bytes) {
        return;
    }
    Instance& kernel = instances_[root.index];
    diag::Sink sink;
    const auto dynamic = std::ranges::find_if(
        arrays, [](const SharedArray& array) { return array.declared->is_dynamic(); });
    if (dynamic != arrays.end()) {
        sink.report<diag::Code::Later>(dynamic->range,
                                       "dynamic shared memory beside shared arrays above 48 KB");
    } else if (total(arrays) > block_bytes) {
        report_too_large(arrays, block_bytes, kernel.function.name, sink);
    } else {
        const std::int64_t moved = make_dynamic(arrays);
        if (total(arrays) > static_bytes) {
            report_too_large(arrays, static_bytes, kernel.function.name, sink);
        } else if (moved + total(arrays) > block_bytes) {
            report_too_large(arrays, block_bytes, kernel.function.name, sink);
        }
    }
    if (!sink.all().empty()) {
        kernel.diagnostics.push_back(sink.all().front());
        kernel.state = Instance::State::Failed;
    }
}

}  // namespace pycu::sema
