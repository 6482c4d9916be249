# pycu: transpile -Wno-no-kernels -o /dev/null/out
# A folder that cannot be made.
