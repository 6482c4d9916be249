// What pytest's marks and fixtures are as values: what their calls are given.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "values/elements.h"
#include "values/functions.h"
#include "values/value.h"

namespace pycu::sema {

/// What one run of a test is given: by its parameters' names, and by those of the fixtures that
/// find it in `request.param`.
struct TestValues {
    using Named = std::vector<std::pair<std::string, Value>>;
    Named values;
    Named requested;
};

/// `pytest.mark.parametrize(...)`, `pytest.param(...)`, `pytest.fixture(...)`; nothing for anything
/// else.
HostResult call_pytest(const std::string& path, const CallArguments& args);
/// Whether a decorator leaves a function what it is: a mark, a fixture, or unittest's `skip`.
bool is_mark(const Value& decorator);
bool is_fixture(const Value& decorator);
/// Whether what has the mark is not run, for certain.
bool is_skipped(const Value& mark);
/// What the call of a mark or a fixture is given by a name; null where it is given nothing.
const Value* option_of_mark(const Value& mark, std::string_view name);
/// The fixtures that `usefixtures` names.
std::vector<std::string> used_fixtures(const Value& mark);

/// Each set so far with each of the sets of `@pytest.mark.parametrize(...)` that is not skipped; as
/// they are for any other mark. There is none where all are skipped.
void add_sets(const Value& mark, std::vector<TestValues>& sets);
/// The same of `params=[...]` of a fixture.
void add_params(const std::string& fixture, const Value& params, std::vector<TestValues>& sets);

}  // namespace pycu::sema
