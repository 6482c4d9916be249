// Functions of the program that libraries call: threads, pools, animations, solvers.
#pragma once

#include "python/interpreter.h"

namespace pycu::sema {

class Interpreter::Callbacks {
  public:
    explicit Callbacks(Interpreter& run) : run_(run) {}

    /// A call of a library that calls a function of the program, at once or later; and pools, which
    /// have such methods. Nothing for anything else.
    HostResult call(const std::string& path, const CallArguments& args, Range range);
    void later(std::size_t launched, LaterCall call);
    void finish(std::size_t first);

  private:
    struct Row;
    struct Bound;
    static const Row* row_of(std::string_view path);
    static std::optional<Bound> bound(const Row& row, const CallArguments& args);
    static bool add(const Bound& bound, std::string_view token, CallArguments& call);
    static std::optional<std::vector<CallArguments>> calls_of(const Bound& bound, Range range);
    void run_called(const Value& called, const CallArguments& args);

    Interpreter& run_;
};

}  // namespace pycu::sema
