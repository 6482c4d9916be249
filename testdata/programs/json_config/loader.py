import json


def load(text='{"n": 12, "scale": 2}'):
    return json.loads(text)
