# pycu: transpile -o {out}
# Host code alone.
x = 1
