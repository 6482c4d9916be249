# pycu: check absent.py
# A source that is not there.
