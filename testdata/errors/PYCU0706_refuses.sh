#!/bin/sh
# Stands for a compiler that refuses what is linked: a text whose name has a dash.
for text; do :; done
case "$text" in *-0.cu) ;; *) exit 0 ;; esac
echo "no C++" >&2
exit 1
