import numpy as np
from pile import relax

pile = np.zeros((31, 31), dtype=np.int32)
pile[15, 15] = 200
rounds = 0
total = 0
for moved in relax(pile):
    rounds += 1
    total += moved
print(rounds, total, pile.sum())
