from sim.run import run

run()
