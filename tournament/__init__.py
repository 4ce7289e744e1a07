"""Tournaments. The modules here are the regulations of events, A to I and their appendices, as functions of dataclasses and enums; none of
them knows a file or a page. `events` is the event as it is kept: begin with `events.act`.

`pairing_tables` and `swiss` say who plays whom, `standings` how a group is ordered, `play_offs` what its equals still play, `group_winners`
who of several groups is first. `match` is one of teams. `promotion` and `ranking` are of whole seasons. `appeals`, `prizes`,
`simultaneous`, `eligibility` and `groups` are of single articles. `errors` has the root of all errors.
"""
