// What pytest and unittest do with the tests of a program: which values a test is called with.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "python/interpreter.h"
#include "python/pytest_marks.h"

namespace pycu::sema {

class Interpreter::Tests {
  public:
    explicit Tests(Interpreter& run) : run_(run) {}

    /// Runs a function that nobody calls as the test that it is, once for each set of its values;
    /// false for what is no test, and for one without anything that is known.
    bool run(const FunctionRef& function);

  private:
    using Then = std::function<void()>;

    bool is_named(const FunctionRef& function) const;
    std::vector<std::size_t> class_frames(StmtId of) const;
    std::vector<Value> marks_of(const FunctionRef& test, StmtId of) const;
    std::vector<std::size_t> frames_of(const FunctionRef& test, StmtId of) const;
    std::optional<Value> option_of(const FunctionRef& fixture, const char* name) const;
    bool is_written(const FunctionRef& function, std::string_view option) const;
    std::optional<FunctionRef> fixture_of(const std::string& name) const;
    std::vector<std::string> asked_for(const std::vector<Value>& marks) const;
    std::vector<std::string> wanted_by(const FunctionRef& function) const;
    void add_fixtures(const std::vector<std::string>& names, std::vector<TestValues>& sets,
                      std::vector<std::string>& met) const;
    void give(const std::vector<std::string>& names, std::size_t at, const Then& then);
    Value request_of(const std::string& name) const;
    void run_fixture(const std::string& name, const FunctionRef& fixture, const Then& then);
    CallArguments arguments_of(const FunctionRef& function) const;
    std::vector<StmtId> classes_of(const FunctionRef& test) const;
    bool run_in(const FunctionRef& test, StmtId of);
    void set_up(const FunctionRef& test, StmtId of);

    Interpreter& run_;
    /// Where fixtures of the test are looked for: its class, its module, conftest.py around it.
    std::vector<std::size_t> frames_{};
    /// Of the run at hand: what is given by name, and the object of the test's class.
    TestValues given_{};
    std::vector<std::string> running_{};
    std::optional<Value> self_{};
    std::size_t module_ = 0;
};

}  // namespace pycu::sema
