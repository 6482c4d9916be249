from engine import Engine
from payoff import make_barrier, make_payoff

for kind, strike, level in [("call", 100.0, 130.0), ("put", 100.0, 120.0)]:
    engine = Engine(make_barrier(make_payoff(kind, strike), level))
    print(kind, f"{engine.price(100.0, 0.001, 0.05):.2f}")
