# pycu: --default-dtype float99 -Wno-nonsense
# Options that name what does not exist.
