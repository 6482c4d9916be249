# pycu: check PYCU0010_folder/notes.ipynb
# A notebook that a merge has left in pieces.
