# The door for people. `make demo` and `make test` need nothing beforehand; see README.md.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PYTHON := .venv/bin/python
LAUNCHER = $(if $(shell command -v ccache 2>/dev/null),\
  -DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
CONFIGURE = cmake --log-level=WARNING $(LAUNCHER) --preset
CONFIGURE_RELEASE = $(CONFIGURE) release -DPYCU_UNIT_TESTS=OFF >/dev/null

.PHONY: setup extras sources build wheel dev asan check test demo docs bench format

# With Python's packages, which take a while: `test` and `demo` install them beside the build.
setup:
	@scripts/setup

extras: setup
	@scripts/setup extras

# What a C++ build needs of it.
sources:
	@scripts/setup sources

# The binary is build/bin/pycu; nothing else is built. The preset says -O1, which compiles in three
# quarters of the time of -O2 and transpiles 5 % slower.
build: sources
	@$(CONFIGURE_RELEASE)
	@cmake --build build -j $(JOBS) --target pycu

# dist/*.whl around the binary that is built already, for any Linux with a C library as new;
# `pip install .` compiles one.
wheel: build setup
	@rm -rf build/wheels
	@$(PYTHON) -m pip wheel -q --no-deps --no-build-isolation -w build/wheels . \
	  -C build-dir=build/wheel-of-binary -C cmake.define.PYCU_PROGRAM=$(CURDIR)/build/bin/pycu
	@PATH="$(CURDIR)/.venv/bin:$$PATH" $(PYTHON) -m auditwheel repair -w dist build/wheels/*.whl

dev: setup
	@$(CONFIGURE) dev >/dev/null
	@cmake --build build/dev -j $(JOBS)

# The unit tests with the address and undefined-behaviour sanitizers. Line tables would take a sixth
# of its time: -DCMAKE_CXX_FLAGS_DEBUG="-O0 -g" has them where a report has to be read.
asan: sources
	@$(CONFIGURE) asan >/dev/null
	@cmake --build build/asan -j $(JOBS)
	@ctest --test-dir build/asan --output-on-failure -j $(JOBS) -L unit

# The inner loop: unit tests and golden files, g++ only.
check: dev
	@ctest --test-dir build/dev --output-on-failure -j $(JOBS) -L unit

# Everything: the unit tests of the sanitizers' build, and the rest with the binary that users get.
test: sources
	@$(MAKE) --no-print-directory -j2 asan extras
	@$(CONFIGURE_RELEASE)
	@cmake --build build -j $(JOBS)
	@command -v nvcc >/dev/null || [ -x "$$CUDA_HOME/bin/nvcc" ] || \
	  echo "nvcc was not found in PATH or CUDA_HOME: nothing is compiled for a GPU"
	@ctest --test-dir build --output-on-failure -j $(JOBS)

demo: sources
	@$(MAKE) --no-print-directory -j2 build setup
	@$(PYTHON) scripts/demo.py

# The documents as pages with a search: build/docs/index.html.
docs: setup
	@NO_MKDOCS_2_WARNING=1 $(PYTHON) -m mkdocs build -q

bench: build setup
	@$(PYTHON) tests/bench/bench.py

format: setup
	@git ls-files '*.h' '*.cpp' 'python/*.c' ':!testdata' | xargs clang-format -i
	@.venv/bin/ruff format -q .
