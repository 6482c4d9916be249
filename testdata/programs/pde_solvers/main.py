from pde import Advection, Diffusion


def report(solver, steps):
    u = solver.run(steps)
    print(type(solver).__name__, f"{u.sum():.4f} {u.max():.4f} {solver.time:.4f}")


if __name__ == "__main__":
    report(Advection(100), 10)
    report(Advection(100, velocity=0.5, order=2), 10)
    report(Diffusion(80), 20)
    report(Diffusion(80, nu=0.2), 20)
