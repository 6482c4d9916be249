# pycu: transpile -o {out} ../errors/PYCU0005_same_module.py
# Two sources of one name.
