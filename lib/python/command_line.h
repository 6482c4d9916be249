// What argparse and click make of a command line: the types that arguments have, whatever they are.
#pragma once

#include "python/interpreter.h"

namespace pycu::sema {

class Interpreter::CommandLine {
  public:
    explicit CommandLine(Interpreter& run) : run_(run) {}

    /// Parsers, groups of theirs, and what they return; nothing for anything else.
    HostResult call(const HostMethod& method, const CallArguments& args, Range range);
    /// `argparse.ArgumentParser(...)`, `vars(args)`; nothing for anything else.
    static HostResult make(const std::string& path, const CallArguments& args);
    /// `args.n`; nothing for anything else.
    static HostResult attribute(const Value& object, const std::string& name, Range range);
    /// `args.n = 3`; false for anything else.
    bool set(const Value& object, const std::string& name, const Value& value, Range range);
    /// What `@click.option("--n", default=16)` gives to a parameter; nothing where none does.
    std::optional<Value> clicked(const syntax::FunctionDef& function, const std::string& parameter);

  private:
    Value converted(const Value* type, const Unknown& why);
    Value parsed(const CallArguments& args, Range range);
    Value clicked_value(const CallArguments& args, bool is_argument);

    Interpreter& run_;
};

inline Interpreter::CommandLine Interpreter::command_line() {
    return CommandLine(*this);
}

}  // namespace pycu::sema
