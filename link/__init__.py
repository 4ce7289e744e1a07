"""What goes between programs and machines: each message is typed once, and both ends use it.

Begin with `link.status`, the message by which a board tells how it is; `link.status_socket` is the way that it takes on one machine.
"""
