"""Front: the verbs for people who have a list of dicts and a problem."""
