# pycu: --default-dtype float99
# An option that names what does not exist.
