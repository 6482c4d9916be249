# pycu: build --target cpu --cxx /bin/false -Wno-no-kernels -o {out}
# A compiler that fails by itself.
