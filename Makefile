# The door for people: make build, check, test, demo, bench, format.
JOBS ?= $(shell nproc 2>/dev/null || echo 2)
LAUNCHER := $(if $(shell command -v ccache),-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
PYTHON := .venv/bin/python

.PHONY: build check test demo bench format setup

setup:
	@scripts/setup

# The binary is build/bin/pycu.
build: setup
	@cmake --preset release -DPYCU_TESTS=OFF $(LAUNCHER) >/dev/null
	@cmake --build build -j $(JOBS)

# The inner loop: unit tests and goldens.
check: setup
	@cmake --preset dev $(LAUNCHER) >/dev/null
	@cmake --build build/dev -j $(JOBS)
	@ctest --test-dir build/dev --output-on-failure -j $(JOBS)

format: setup
	@git ls-files '*.h' '*.cpp' | xargs clang-format -i
	@.venv/bin/ruff format -q .
