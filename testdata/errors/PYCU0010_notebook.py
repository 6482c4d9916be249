# pycu: check PYCU0010_folder/notes.ipynb
# A notebook in place of a Python file.
