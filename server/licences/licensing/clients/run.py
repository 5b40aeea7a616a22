"""Reads every vector of a file, and prints what became of each."""
import json, sys
from client import read_key, read_signed

vectors = json.load(open(sys.argv[1], encoding="utf-8"))
for each in vectors["licenceKeys"]:
    print(json.dumps(read_key(each["text"])))
for each in vectors["files"]:
    try:
        read_signed(each["kind"], each["text"], each["asked"], vectors)
        print("ok")
    except ValueError as error:
        print(error)
