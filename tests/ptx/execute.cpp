// Runs the threads of a launch: each until it has to wait, then the next.
#include <algorithm>
#include <memory>

#include "machine.h"

namespace ptx {

namespace {

constexpr uint64_t quantum = 50'000;  // instructions before the next thread's turn
// Blocks get shared memory in units. nvcc counts on it: it loads three aligned words as four.
constexpr uint32_t shared_unit = 16;
constexpr uint8_t unwritten = 0xff;  // shared and local memory begin as this
constexpr std::size_t max_depth = 10'000;

std::string place(const Thread& t) {
    const Dim3& b = t.block->index;
    const auto list = [](uint64_t x, uint64_t y, uint64_t z) {
        return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
    };
    return t.block->launch->entry->name + ", block " + list(b.x, b.y, b.z) + " thread " +
           list(t.special[TidX], t.special[TidY], t.special[TidZ]);
}

uint64_t spend(Thread& t) {
    uint64_t left = quantum;
    while (left > 0 && t.state == State::Running) {
        const Instr& i = *t.pc++;
        --left;
        if (i.guard >= 0 && (t.r[i.guard] != 0) == i.is_guard_negated) {
            continue;
        }
        i.run(t, i);
    }
    return quantum - left;
}

/// The threads of one block.
class Runner {
  public:
    Runner(const Launch& launch, Block& block, std::vector<Thread>& threads)
        : launch_(launch), block_(block), threads_(threads) {}

    void run() {
        prepare();
        while (round()) {
        }
    }

    /// Lets every thread that can run for a while; false when all have come to their end.
    bool round() {
        bool is_moving = false;
        for (Thread& t : threads_) {
            if (t.state == State::Running) {
                is_moving = true;
                step(t);
            }
        }
        const auto is_alive = [](const Thread& t) { return t.state != State::Done; };
        if (std::none_of(threads_.begin(), threads_.end(), is_alive)) {
            return false;
        }
        is_moving |= warps();
        is_moving |= barriers();
        if (!is_moving && !converge()) {
            deadlock();
        }
        return true;
    }

    void prepare() {
        const Dim3& n = launch_.block;
        threads_.resize(std::size_t(n.x) * n.y * n.z);
        uint32_t number = 0;
        for (uint32_t z = 0; z < n.z; ++z) {
            for (uint32_t y = 0; y < n.y; ++y) {
                for (uint32_t x = 0; x < n.x; ++x) {
                    prepare(threads_[number], number, {x, y, z});
                    ++number;
                }
            }
        }
    }

  private:
    void prepare(Thread& t, uint32_t number, const Dim3& tid) {
        const Dim3 &n = launch_.block, &g = launch_.grid, &b = block_.index;
        const uint64_t lane = number % 32, bit = uint64_t(1) << lane, all = 0xffffffff;
        const uint64_t special[SpecialCount] = {tid.x,
                                                tid.y,
                                                tid.z,
                                                n.x,
                                                n.y,
                                                n.z,
                                                b.x,
                                                b.y,
                                                b.z,
                                                g.x,
                                                g.y,
                                                g.z,
                                                lane,
                                                number / 32,
                                                32,
                                                bit,
                                                bit - 1,
                                                bit * 2 - 1,
                                                all & ~(bit * 2 - 1),
                                                all & ~(bit - 1),
                                                launch_.shared_bytes,
                                                block_.shared.size(),
                                                32,
                                                launch_.workspace >> 32,
                                                launch_.workspace & all,
                                                0,
                                                0};
        std::copy(std::begin(special), std::end(special), t.special);
        t.number = number;
        t.block = &block_;
        t.state = State::Running;
        t.frames.clear();
        t.slot_stack.clear();
        t.byte_stack.clear();
        t.known = {};
        t.r = nullptr;
        t.bytes = nullptr;
        t.code = nullptr;
        t.enter(*launch_.entry);
        for (std::size_t i = 0; i < launch_.args.size(); ++i) {
            const Param& param = launch_.entry->params[i];
            std::memcpy(t.bytes + param.offset, launch_.args[i].data(), param.bytes);
        }
    }

    void step(Thread& t) {
        try {
            const uint64_t spent = spend(t);
            if (block_.fuel < spent) {
                throw Fault(launch_timeout, "runs for ever");
            }
            block_.fuel -= spent;
        } catch (const Fault& fault) {
            const uint32_t line = t.code == nullptr ? 0 : (t.pc - 1)->line;
            throw Fault(fault.code,
                        place(t) + ", PTX line " + std::to_string(line) + ": " + fault.what());
        }
    }

    bool warps() {
        bool is_moving = false;
        for (std::size_t first = 0; first < threads_.size(); first += 32) {
            const std::size_t end = std::min(first + 32, threads_.size());
            for (std::size_t i = first; i < end; ++i) {
                is_moving |= threads_[i].state == State::AtWarp && warp(first, end, threads_[i]);
            }
        }
        return is_moving;
    }

    /// Lets the lanes go that `t` waits for, once all that live are there.
    bool warp(std::size_t first, std::size_t end, const Thread& t) {
        if (t.mask == 0) {
            return false;  // activemask waits for the others to come to rest
        }
        std::vector<Thread*> lanes;
        for (std::size_t i = first; i < end; ++i) {
            Thread& other = threads_[i];
            if ((t.mask >> (i - first) & 1) == 0 || other.state == State::Done) {
                continue;
            }
            if (other.state != State::AtWarp || other.mask != t.mask ||
                other.wait->count != t.wait->count) {
                return false;
            }
            lanes.push_back(&other);
        }
        go(lanes, t.mask);
        return true;
    }

    void go(const std::vector<Thread*>& lanes, uint32_t mask) {
        try {
            resolve_warp(lanes, mask);
        } catch (const Fault& fault) {
            throw Fault(fault.code, place(*lanes[0]) + ": " + fault.what());
        }
        for (Thread* lane : lanes) {
            lane->state = State::Running;
        }
    }

    /// All that can run has run: lanes at one activemask are the active ones.
    bool converge() {
        for (std::size_t i = 0; i < threads_.size(); ++i) {
            const Thread& t = threads_[i];
            if (t.state != State::AtWarp || t.mask != 0) {
                continue;
            }
            std::vector<Thread*> lanes;
            uint32_t mask = 0;
            for (std::size_t j = i; j < std::min(i / 32 * 32 + 32, threads_.size()); ++j) {
                if (threads_[j].state == State::AtWarp && threads_[j].wait == t.wait) {
                    lanes.push_back(&threads_[j]);
                    mask |= uint32_t(1) << (j % 32);
                }
            }
            go(lanes, mask);
            return true;
        }
        return false;
    }

    bool barriers() {
        std::vector<Thread*> waiting;
        std::size_t alive = 0;
        const Thread* first = nullptr;
        for (Thread& t : threads_) {
            alive += t.state != State::Done;
            if (t.state == State::AtBarrier && (first == nullptr || t.value == first->value)) {
                first = first == nullptr ? &t : first;
                waiting.push_back(&t);
            }
        }
        const uint64_t wanted = first != nullptr && first->second > 0 ? first->second : alive;
        if (waiting.empty() || waiting.size() < wanted) {
            return false;
        }
        for (const Thread* t : waiting) {
            if (t->wait != first->wait) {
                throw Fault(launch_failure,
                            place(*t) + ", PTX line " + std::to_string(t->wait->line) +
                                ": divergent barrier: thread " + std::to_string(first->number) +
                                " waits at line " + std::to_string(first->wait->line));
            }
        }
        release(waiting);
        return true;
    }

    static void release(const std::vector<Thread*>& waiting) {
        uint64_t votes = 0;
        for (const Thread* t : waiting) {
            votes += t->third != 0;
        }
        for (Thread* t : waiting) {
            switch (t->wait->count) {
                case 1:
                    t->r[t->wait->d] = votes;
                    break;
                case 2:
                    t->r[t->wait->d] = votes == waiting.size();
                    break;
                case 3:
                    t->r[t->wait->d] = votes != 0;
                    break;
                default:
                    break;
            }
            t->state = State::Running;
        }
    }

    [[noreturn]] void deadlock() const {
        std::string text = launch_.entry->name + ": deadlock";
        const Instr* last = nullptr;
        for (const Thread& t : threads_) {
            if (t.state != State::Done && t.wait != last) {
                last = t.wait;
                text += "; " + place(t) + " waits at PTX line " + std::to_string(t.wait->line);
            }
        }
        throw Fault(launch_failure, text.substr(0, 1000));
    }

    const Launch& launch_;
    Block& block_;
    std::vector<Thread>& threads_;
};

}  // namespace

void Thread::enter(const Code& callee) {
    if (frames.size() > max_depth) {
        throw Fault(launch_failure, "the stack is full");
    }
    const std::size_t slots = slot_stack.size();
    const std::size_t first_byte = (byte_stack.size() + 15) / 16 * 16;
    frames.push_back({code, pc, r == nullptr ? 0 : std::size_t(r - slot_stack.data()),
                      bytes == nullptr ? 0 : byte_base()});
    slot_stack.resize(slots + callee.frame.size());
    byte_stack.resize(first_byte + callee.bytes, unwritten);
    r = slot_stack.data() + slots;
    bytes = byte_stack.data() + first_byte;
    std::copy(callee.frame.begin(), callee.frame.end(), r);
    std::copy(std::begin(special), std::end(special), r);
    r[FrameBase] = first_byte;
    code = &callee;
    pc = callee.instrs.data();
}

void Thread::leave() {
    const Frame frame = frames.back();
    frames.pop_back();
    if (frames.empty()) {
        state = State::Done;
        r = nullptr;
        bytes = nullptr;
        code = nullptr;
        return;
    }
    slot_stack.resize(std::size_t(r - slot_stack.data()));
    byte_stack.resize(byte_base());
    code = frame.code;
    pc = frame.pc;
    r = slot_stack.data() + frame.slots;
    bytes = byte_stack.data() + frame.bytes;
}

namespace {

std::vector<Dim3> block_indices(const Dim3& grid) {
    std::vector<Dim3> indices;
    for (uint32_t z = 0; z < grid.z; ++z) {
        for (uint32_t y = 0; y < grid.y; ++y) {
            for (uint32_t x = 0; x < grid.x; ++x) {
                indices.push_back({x, y, z});
            }
        }
    }
    return indices;
}

void begin(Block& block, const Launch& launch, const Dim3& index) {
    const Program& program = *launch.program;
    block.launch = &launch;
    block.in_array = &program.in_array;
    block.index = index;
    block.fuel = launch.fuel;
    const uint32_t end =
        launch.shared_bytes > 0 ? program.dynamic_base + launch.shared_bytes : program.shared_size;
    block.shared.assign((end + shared_unit - 1) / shared_unit * shared_unit, unwritten);
}

/// A block that takes turns with others.
struct Running {
    Block block{};
    std::vector<Thread> threads{};
    std::unique_ptr<Runner> runner{};
};

/// Runs all blocks at once: they take turns, and what spins in one waits for the others.
void run_together(const Launch& launch) {
    std::vector<std::unique_ptr<Running>> blocks;
    for (const Dim3& index : block_indices(launch.grid)) {
        blocks.push_back(std::make_unique<Running>());
        Running& one = *blocks.back();
        begin(one.block, launch, index);
        one.runner = std::make_unique<Runner>(launch, one.block, one.threads);
        one.runner->prepare();
    }
    while (!blocks.empty()) {
        std::erase_if(blocks, [](const auto& one) { return !one->runner->round(); });
    }
}

}  // namespace

void run(const Launch& launch) {
    if (launch.is_cooperative) {
        run_together(launch);
        return;
    }
    std::vector<Thread> threads;
    Block block;
    for (const Dim3& index : block_indices(launch.grid)) {
        begin(block, launch, index);
        Runner(launch, block, threads).run();
    }
}

}  // namespace ptx
