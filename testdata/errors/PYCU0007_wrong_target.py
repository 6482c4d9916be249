# pycu: build --target cpu -o PYCU0007_folder
# A folder that holds a build for the other target.
