from fields import Grid

grid = Grid(200)
grid.advance(60)
print(grid.steps, f"{abs(grid.e).sum():.4f}")
