"""What goes between programs and machines: each message is typed once, and both ends use it.

Begin with `link.messages`, the commands to a board, and `link.status`, by which a board tells how it is. Their ways on one machine are
`link.board_socket` and `link.status_socket`.
"""
