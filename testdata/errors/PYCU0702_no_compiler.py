# pycu: build --target cuda --nvcc ./absent-nvcc -Wno-no-kernels -o {out}
# No nvcc.
