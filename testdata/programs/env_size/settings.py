import os

N = int(os.environ.get("PROGRAM_N", 16))
DTYPE = "float64" if os.environ.get("DOUBLE") else "float32"
