"""The evening in the browser: a small server for the phones at the table.

`evenings` holds what may be done, `store` keeps it, `draft` is the hand being settled, `reading`
has pictures read in a process of its own, `server` answers the phones.
"""
