"""The evening in the browser: a small server for the phones at the table.

`server` answers them through the ``routes_`` modules, guarded by `security` and `joining`; `site`
puts the parts together. `evenings` holds what may be done: past hands in `books`, the hand being
settled in `draft` and the modules named after it. `store` and its tables keep everything,
`reading_queue` has pictures read in a process of its own, `events` tells who looks on. `disk` says
what is wrong with the disk, `form_words` what the rules refuse, both as people at the table speak.
`service` and `beside_camera` let the camera write into the same evening.
"""
