from bfs import levels
from graph import Graph

found = levels(Graph.ring(200), 3)
print(found.max(), found.sum(), (found < 0).sum())
