"""What goes between programs and machines: each message is typed once, and both ends use it.

Begin with `link.messages`, the commands to a board, and `link.status`, by which a board tells how it is. Both go through the socket of the
board (`link.board_socket`). `link.wire` has the messages between boards and their hub, `link.board` sends the rows of a board, and
`link.hub` is the hub's end: it appends them to the logs there (`link.hub_logs`) and offers the socket of each board (`link.hub_board`).
`link.mqtt` carries the messages. `link.enrolment` is what a board is given to reach its hub, and `link.finding` finds the hub where its
address has changed.
"""
