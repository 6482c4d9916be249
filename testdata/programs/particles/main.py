from physics import Charged, System

plain = System(40).advance(3)
ions = Charged(40, field=(2.0, 1.0), charge=-1, dt=0.1).advance(2)
print(f"{plain.x.sum():.4f} {ions.x.sum():.3f}")
