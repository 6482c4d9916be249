from scoring import encode
from sw import Aligner

pairs = [("ACACACTA", "AGCACACA"), ("TTGACCA", "GACC")]
for a, b in pairs:
    print(a, b, Aligner(encode(a), encode(b)).fill().score)
