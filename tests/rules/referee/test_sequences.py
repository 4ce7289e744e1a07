"""Sequences of presses that once led to a wrong ruling, or in which the referee must stay silent, each for a single reason.

A sequence is its reason, the start and what stands after each press, and the rulings; `tests.rules.referee.sights.cases` reads it.
"""

import pytest

from tests.rules.referee.sights import Case, cases

KINDS = """
# put right at once by the same side, after a move of the opponent's piece
W:W31,50:B10,1 > B:W31,50:B14,1 > B:W27,50:B10,1 > W:W27,50:B14,1
1 27a 10-14, 2 corrected 31-27, 3 legal 10-14 @ sides=wwb
# a fault stands once the opponent has answered it
W:W28,50:B22,1 > B:W28,45:B22,1 > W:W45:B33,1
1 27c-missed 50-45, 2 legal 22x33
# the opponent presses with nothing moved
W:W28,50:B22,1 > B:W28,45:B22,1 > B:W28,45:B22,1 > B:W17,50:B1
1 27c-missed 50-45, 2 no-move back, 3 corrected 28x17
# the missing second disc is put on
W:W7,50:B36,15 > B:W1,50:B36,15 > B:WK1,50:B36,15
1 uncrowned 7-1, 2 corrected 7-1 @ sides=ww
# what no family describes, and its correction
W:W31,32,33:B1,2,3 > B:W27,28,33:B1,2 > B:W27,32,33:B1,2,3
1 unsure, 2 corrected 31-27 @ sides=ww
# the same move pressed twice
W:W31,50:B10,1 > B:W27,50:B10,1 > B:W27,50:B10,1
1 legal 31-27, 2 legal 31-27 @ sides=ww
# a fourth move with the same king
W:WK41,36:BK40,1:H0:F1:+340+341 > B:WK37,36:BK40,1
1 17 41-37
# a king in a crowd
W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47 > B:WK46:B
1 legal 50x46
# a press without a move does not wipe the count of Art. 17
B:WK46,35:B4,K20:H0:F1:+0+346 > W:WK46,35:B4,K20 > B:WK37,35:B4,K20
1 no-move, 2 17 46-37 @ sides=bw
# nor does a piece that is carried off
B:WK46,35:B4,K20:H0:F1:+0+346 > W:WK46,35:B12,K20 > B:WK37,35:B12,K20
1 27d, 2 17 46-37 @ sides=bw
# nor the own press without a move
W:WK46,30:B5,K9:H0:F1:+0+346 > B:WK46,30:B5,K9 > W:WK46,30:B5,K3 > B:WK41,30:B5,K3
1 no-move, 2 legal 9-3, 3 17 46-41
# pieces in disorder are jumbled
W:W31,32,33,38,43:B11,12,13,18,20 > B:W21,22,40,45,50:B1,2,13,18,25
1 jumbled
"""

AHEAD = """
# an answer is on the board already
W:W32,48:B12,1 > W:W28,48:B17,1 > W:W28,48:B17,1
1 legal 32-28, 2 legal 12-17
# it captures the piece that was moved
W:W34,48:B23,1 > W:W48:B34,1 > W:W48:B34,1
1 legal 34-29, 2 legal 23x34
# it captures its way round to where it stood, with the piece that was moved
B:W41,48:B16,29,32,42,43 > B:W41,48:B16,29 > B:W41,48:B16,29 > W:W41,48:B21,29
1 legal 32-38, 2 legal 48x48, 3 legal 16-21 @ sides=bwb
# or with others, which nobody took off too many
B:W36,50:B14,31,37,41,43 > B:W36,50:B19,43 > B:W36,50:B19,43 > W:W36,50:B23,43
1 unsure, ~1 legal 14-19, 2 legal 36x36, 3 legal 19-23 @ sides=bwb
# and the move after it is on the board too
B:W41,48:B16,29,32,42,43 > W:W41,48:B21,29 > W:W41,48:B21,29 > W:W41,48:B21,29
1 unsure, 2 unsure, ~1 legal 32-38, ~2 legal 48x48, 3 legal 16-21 @ sides=bwb
# each picture is a ply ahead
W:W32,48:B12,1 > W:W28,48:B17,1 > W:W28,43:B17,1 > W:W28,43:B17,1
1 legal 32-28, 2 legal 12-17, 3 legal 48-43
# a man in the opponent's hand
W:W32,48:B12,1 > W:W28,48:B1 > W:W28,48:B17,1
1 unsure 32-28, ~1 legal 32-28, 2 legal 12-17
# or one too many
W:W32,48:B12,1 > W:W28,48:B1 > W:W28,48:B6
1 unsure 32-28, ~1 27b-many 32-28, 2 legal 1-6
# after an unsettled press too the next one tells whether 19 was in Black's hand
B:W30-50:B1-17,19 > W:W30-50:B1-16,19,22?21,22 > B:W24,31-50:B1-16,22?21,22 > W:W31-50:B1-16,22,30
1 unsure, 2 unsure, ~1 legal 17-22, ~2 legal 30-24, 3 legal 19x30 @ sides=bwb
# or was taken off
B:W30-50:B1-17,19 > W:W30-50:B1-16,19,22?21,22 > B:W24,31-50:B1-16,22?21,22 > W:W24,31-50:B1-11,13-16,22,17
1 unsure, 2 unsure, ~1 legal 17-22, ~2 unsure 30-24, 3 legal 12-17 @ sides=bwb
# an answer seen ahead is the only one
W:W32,48:B12,1 > W:W28,48:B17,1 > W:W28,48:B18,1
1 legal 32-28, 2 unsure
# the forgotten move, made before the picture of the hand back
W:W31-50:B1-20 > W:W31-50:B1-20 > W:W31,33-50,28:B1-20 > W:W31,33-50,28:B1-20 > W:W31,33-50,28:B1-19,25
1 no-move, 2 unsure, 3 unsure, ~2 no-move back, ~3 corrected 32-28, 4 legal 20-25
# so a man that was set where it could not go
W:W31-50:B1-20 > W:W31-34,36-50,25:B1-20 > W:W31-34,36-50,30:B1-20 > W:W31-34,36-50,30:B1-20 > W:W31-34,36-50,30:B1-18,20,23
1 27d, 2 unsure, 3 unsure, ~2 no-move back, ~3 corrected 35-30, 4 legal 19-23
# the next press shows the near rival of 31-27
W:W31,50:B10,1 > W:W27,50:B10,1 > W:W26,50:B14,1
1 legal 31-27, ~1 legal 31-26, 2 legal 10-14 @ 1:27=-3.2/0/0/-18/-18 1:26=0/-3.2/-3.2/-18/-18
# two unseen presses are decided where only one way leads there
W:W41,47:B14 > W:W36,47:B14? > W:W36,47:B19? > W:W36,41:B19 > W:W36,41:B24
1 unsure, 2 unsure, ~1 legal 41-36, ~2 legal 14-19, 3 legal 47-41, 4 legal 19-24
# nobody is accused from a guess while 25 was hardly seen: 50-45 misses a capture
W:W31,32,33,50:B1,2,12,20 > W:W27,28,50:B12,25 > W:W27,28,50:B17,25 > W:W27,28,45:B17,25
1 unsure, 2 legal 12-17, 3 unsure @ 0:25=-0.5/-18/-18/0/0
# Black's first press was not seen, and at his second White's man was in the air: no answer to a move
B:W38,48,30:B12,1 > W:W38,48,30:B17,1? > W:W32,48,30:B17,1 > W:W48,30:B17,1 > W:W48,25,32:B17,1
1 unsure, ~1 legal 12-17, 2 legal 38-32, 3 unsure, 4 legal 30-25 @ sides=bwbw
# a captured piece that was in the hand plays on: its capture is no longer known to be legal
B:W6,13,20:B1,11,16,K24,K26 > W:W13,20:B10,11,16,K24,K26 > B:WK1,13,20:B10,11,16,K24,K26 > B:WK1,13,20:B10,11,16,K19,K24
1 legal 1x10, ~1 unsure, 2 legal 6-1, 3 legal 26-19 @ sides=bwb rules=dambord
# the second picture shows three plies, and so that the man was in Black's hand at the first
W:W31-50:B1-20 > W:W31,33-50,28:B1-19 > W:W31,33-36,38-50,28,32:B1-19,25 > W:W31-50:B1-20? > W:W31,33-36,38-50,28,32:B1-17,19,25,23
1 unsure, ~1 legal 32-28, 2 legal 20-25, 3 unsure, ~3 legal 37-32, 4 legal 18-23
# a press of which nothing is seen is ruled by the next picture on a full board; 20 was in a hand at the first one, or was put back unseen
W:W31-50:B1-20 > W:W31,33-50,28:B1-19 > W:W31-50:B1-20? > W:W31,33-36,38-50,28,32:B1-19,25
1 unsure, 2 unsure, ~1 legal 32-28, ~2 legal 20-25, 3 legal 37-32
# a hidden square leaves it unsure and the next press decides
W:W32,50:B12,1 > W:W28,50:B12,1?27,28 > W:W28,50:B17,1
1 unsure, ~1 legal 32-28, 2 legal 12-17
"""
HANDED_BACK = """
# with the capture restored
W:W34,44,48:B29,10,5 > W:W34,39,48:B29,10,5 > W:W34,44,48:B29,10,5 > W:W23,44,48:B10,5
1 27c-missed 44-39, 2 no-move back, 3 corrected 34x23
# with the start restored
W:W31-50:B1-20 > W:W31-34,36-50,25:B1-20 > W:W31-50:B1-20 > W:W31-34,36-50,30:B1-20
1 27d, 2 no-move back, 3 corrected 35-30
# put right before the answer
W:W34,44,48:B29,10,5 > W:W23,44,48:B29,10,5 > W:W23,44,48:B15,5 > W:W23,39,48:B15,5
1 27b-few 34x23, ~1 corrected 34x23, 2 legal 10-15, 3 legal 44-39
# a second disc put on before the answer
W:W7,44:B20,25 > W:W1,44:B20,25 > B:WK1,44:B24,25
1 uncrowned 7-1, ~1 corrected 7-1, 2 legal 20-24
# White made his move before 19-23, or, which is far less likely, at once after it
W:W31-50:B1-20 > W:W31-50:B1-20 > W:W28,31,33-50:B1-18,20,23 > W:W19,31,33-50:B1-18,20
1 no-move, ~1 corrected 32-28, 2 legal 19-23, 3 legal 28x19
# and then he captures nothing
W:W31-50:B1-20 > W:W31-50:B1-20 > W:W28,31,33-50:B1-18,20,23 > W:W28,31,33-50:B1-18,20,23
1 no-move, ~1 corrected 32-28, 2 legal 19-23, 3 unsure
# a promotion answered at once may lack its second disc
W:W32,36:B10,44 > W:W32,36:B10,44 > W:W28,36:B10,49
1 no-move, ~1 corrected 32-28, 2 uncrowned 44-49
# a second disc put on late is seen though the man was seen before
W:W10,48:B6,16 > W:W4,48:B6,16 > W:W4,48:B6,16 > W:WK4,48:B6,16
1 uncrowned 10-4, 2 no-move back, 3 corrected 10-4
# the same fault again is no correction
W:W34,44,48:B29,10,5 > W:WK23,44,48:B10,5 > W:WK23,44,48:B10,5 > W:WK23,44,48:B10,5
1 unsure 34x23, ~1 uncrowned 34x23, 2 no-move back, 3 unsure
# a press repeated may put a fault right
W:W34,44,48:B29,10,5 > W:W23,44,48:B29,10,5?29 > W:W23,44,48:B10,5
1 unsure, 2 corrected 34x23 @ sides=ww
# a second press in a row does not make the first one legal
W:W34,44,48:B29,10,5 > W:W23,44,48:B29,10,5? > W:W23,44,48:B10,5 > W:W23,44,48:B15,5
1 unsure, 2 corrected 34x23, 3 legal 10-15 @ sides=wwb
# faults have their names again once the position was restored
W:W31-50:B1-20 > W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30 > W:W31-50:B1-20 > W:W28,31,33-50:B1-20 >
    W:W28,31,33-50:B1-15,17-20,30
1 jumbled, 2 no-move back, 3 corrected 32-28, 4 27d
# a disorder with a square that is hardly seen: nothing is told of its hand back
W:W31-50:B1-20 > W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30 > W:W31-44,21,22,25,27,28,50:B1-12,15-18,19,20,29,30 >
    W:W28,31,33-50:B1-20
1 unsure, 2 unsure, 3 corrected 32-28 @ 1:3=0/-18/-18/-0.7/-0.7 2:3=0/-18/-18/-0.7/-0.7
# a fault of an unseen press is found out: White's own man on 24
W:W31-50:B1-20 > W:W31-34,36-50,24:B1-20? > W:W31-34,36-50,24:B1-20 > W:W28,31,33-50:B1-20 > W:W28,31,33-50:B1-16,18-20,22
1 unsure, 2 unsure, ~2 no-move back, 3 corrected 32-28, 4 legal 17-22
# and Black's man on 29
W:W31,36,50:B6,12,1 > W:W31,36,50:B6,29,1? > W:W31,36,50:B6,29,1 > W:W27,36,50:B6,12,1 > W:W27,36,50:B6,17,1
1 unsure, 2 unsure, ~2 no-move back, 3 corrected 31-27, 4 legal 12-17
# a fault that was not seen is not named when the turn is handed back for it
W:W34,44,48:B29,10,5 > W:W23,44,48:B29,10,5? > W:W23,44,48:B29,10,5 > W:W23,44,48:B10,5 > W:W23,44,48:B15,5
1 unsure, ~1 unsure 34x23, 2 no-move back, 3 corrected 34x23, 4 legal 10-15
# a hand hides that Black takes 12 off with 11-16: given back it was no piece in the hand
B:W28,36,37,41,42,47,48:B1,2,6,7,11,12,15 > W:W28,36,37,41,42,47,48:B1,2,6,7,16,15?7,8,12,13,17,18 >
    B:W28,36,37,41,42,47,48:B1,2,6,7,16,15 > W:W28,36,37,41,42,47,48:B1,2,6,7,12,17,15
1 legal 11-16, 2 unsure, ~2 no-move back, 3 corrected 11-17 @ sides=bwb
# Black moved on White's time after a no-move, and the square it left tells nothing
B:W27,32,35,39,40,41,43,44,45,46,47,48:B1-5,7-12,14,15 > W:W27,32,35,39,40,41,43,44,45,46,47,48:B1-5,7-12,14,15 >
    B:W27,32,35,39,40,41,43,44,45,46,47,42:B1-5,7-11,18,14,15 > W:W27,32,35,39,40,41,43,44,45,46,47,42:B1-5,7-11,22,14,15
1 no-move, ~1 corrected 12-18, 2 legal 48-42, 3 legal 18-22 @ sides=bwb rules=international 0:12=0/0/0/0/0
# or leans to a king
B:W27,32,35,39,40,41,43,44,45,46,47,48:B1-5,7-12,14,15 > W:W27,32,35,39,40,41,43,44,45,46,47,48:B1-5,7-12,14,15 >
    B:W27,32,35,39,40,41,43,44,45,46,47,42:B1-5,7-11,18,14,15 > W:W27,32,35,39,40,41,43,44,45,46,47,42:B1-5,7-11,22,14,15
1 no-move, ~1 corrected 12-18, 2 legal 48-42, 3 legal 18-22 @ sides=bwb rules=international 0:12=-0.9/-0.9/-0.9/-0.45/0
"""
SEVERAL_PLIES = """
# two at once are not disorder
W:W31-50:B1-20 > W:W28,31,33-50:B1-18,20,23 > W:W28,31,33-50:B1-18,20,23 > W:W19,31,33-50:B1-18,20
1 legal 32-28, 2 legal 19-23, 3 legal 28x19
# two that change many squares
W:W22,25,28,32,34,35,38-43,45-50:B1-7,9,10,12-16,20,23 > W:W25,32,34,35,38-43,45-50:B1-6,9,10,14-16,18,20
1 legal 28x17
# three under one press
W:W32,43,48:B12,9,1 > W:W28,39,48:B12,13,1
1 unsure
# three on a full board
W:W31-50:B1-20 > W:W27,30,32,33,35-50:B1-16,18-21
1 unsure
# of two presses unseen what either order of White's moves has is told, and no order is guessed
W:W36,41,46:B5,9,10 > W:W36,37,46:B5,9,10? > W:W36,37,46:B5,13,10? > W:W31,37,46:B5,13,10 > W:W31,37,46:B5,13,14
1 unsure, 2 unsure, ~2 unsure 9-13, 3 unsure from 1, 4 legal 10-14
# so it is where 81 pairs of plies are possible
W:W31-50:B1-20 > W:W30,31-34,36-50:B1-20? > W:W30,31-34,36-50:B1-19,25? > W:W27,30,32-34,36-50:B1-19,25
1 unsure, 2 unsure, ~2 unsure 20-25, 3 unsure from 1
# the king went to 41 by 5 or 10, below a hand: the board is known, and the game is not found again
W:WK37,45:BK29,26 > B:WK5,45:B26,K29?1,2,3,4,5,6,7,8,9,10 > W:WK5,45:BK1,26?1,2,3,4,5,6,7,8,9,10 > B:WK41,45:BK1,26 > W:WK41,45:BK1,31
1 unsure, 2 unsure, 3 unsure, ~2 unsure 29-1, 4 legal 26-31
# nor is it where the king may have gone there at the first press, and not have been moved at the third
W:WK23,45:BK17,26 > B:WK5,45:BK17,26?1,2,3,4,5,6,7,8,9,10 > W:WK5,45:BK8,26?1,2,3,4,5,6,7,8,9,10 > B:WK10,45:BK8,26 > W:WK10,45:BK8,31
1 unsure, 2 unsure, 3 unsure, ~2 unsure 17-8, 4 legal 26-31
# one line of three plies alone leads to the board, whatever the 81 others are: 32-28 and 37-32 have one order
W:W31-50:B1-20 > W:W31-50:B1-20? > W:W31-50:B1-20? > B:W31,33-36,38-50,28,32:B1-19,25
1 unsure, 2 unsure, ~1 legal 32-28, ~2 legal 20-25, 3 legal 37-32
# Black's man on 5 is gone after an unseen press: White took it off, or Black has it in his hand
B:W26,27,29-50:B18,5 > B:W27? > B:W18,26,29-50:B
1 unsure, 2 unsure @ sides=bw
# the order of White's two moves stays open where the fourth press is ruled
W:W36,41,50:B5,9,10 > W:W36? > W:W36? > W:W36? > W:W31,37,50:B5,18,10
1 unsure, 2 unsure, 3 unsure, 4 legal 13-18 open from 1
# Black's king went to 27 and was taken before the picture: none was carried by the opponent
B:WK38:BK22 > W:WK16:B > B:WK16:B
1 unsure, ~1 legal 22-27, 2 legal 38x16 @ sides=bw
# a king, whose second disc was hardly seen, beside its square: no earlier doubt explains it
W:W7:BK23 > B:WK2:BK23 > W:WK1:BK5
1 unsure 7-2, 2 unsure @ 1:2=-18/-0.5/0/-18/-18
# Black's 16 was in his hand, or was misread by 7 nats, until it moves
W:WK39,42:B16 > B:WK44,42:B16 > W:WK44,42:B21
1 unsure, ~1 legal 39-44, 2 legal 16-21 @ 1:16=0/-18/-18/-7/-10
# as if White had put another promotion in place of his own; then his king stands where it stood
W:W6:BK23 > B:WK2:BK23 > W:WK1:BK5 > W:WK2:BK5
1 legal 6-2, 2 unsure, 3 corrected 23-5 @ sides=wbb rules=dambord 1:2=-18/-3/0/-18/-18
"""
SILENT = """
# what was not seen is not said: 29
W:W34,44,48:B29,10,5 > W:W23,44,48:B10,5?29
1 unsure
# what was not seen is not said: 23,29
W:W34,44,48:B29,10,5 > W:W23,44,48:B10,5?23,29
1 unsure
# what was not seen is not said: nothing at all
W:W34,44,48:B29,10,5 > W:W23,44,48:B10,5?
1 unsure
# two black men look like kings by 6 nats with 32-28, and like men in the next picture
W:W31-50:B1-20 > W:W28,31,33-50:B1-9,K10,K11,12-20 > W:W28,31,33-50:B1-17,19,20,22
1 unsure, ~1 legal 32-28, 2 legal 18-22 @ height=6
# White's last piece moved unseen and is in his hand: priors alone turn no quiet move into a capture
W:WK30:BK4,21,26,K28,K29 > W:WK30:BK4,21,26,K28,K29? > W:W:BK1,K4,21,K29
1 unsure, 2 unsure @ rules=dambord
# White set Black's man elsewhere, unseen; Black hands back, White restores and moves
W:W31-50:B1-20 > W:W31-50:B1-20? > W:W31-50:B1-13,15-20,29 > W:W28,31,33-50:B1-20 > W:W28,31,33-50:B1-16,18-20,22
1 unsure, 2 unsure, ~2 no-move back, 3 corrected 32-28, 4 legal 17-22
# he moved two of them: how it came to something strange is not told afterwards
W:W31-50:B1-20 > W:W31-50:B1-20? > W:W31-50:B1-12,15-18,19,20,26,29 > W:W28,31,33-50:B1-20 > W:W28,31,33-50:B1-16,18-20,22
1 unsure, 2 unsure, 3 unsure from 1, 4 legal 17-22
# a white king stands where a black man stood, its height unseen, and moves as a king
W:W25,29,30,41:B1,14,21,27 > W:WK14,25,29,41:B1,21,27 > W:WK14,25,29,41:B1,26,27 > W:WK23,25,29,41:B1,26,27
1 27d, 2 legal 21-26, 3 legal 14-23 @ height=0
# that a fault was put right is not told where it was not seen
W:W34,44,48:B29,10,5 > W:W23,44,48:B29,10,5 > W:W23,44,48:B15,5? > W:W23,39,48:B15,5
1 27b-few 34x23, 2 unsure, 3 unsure
# 32-28 and 12-17 are made, and the man on 45 is not seen: the move is told, and that it was legal once the man is seen
W:W32,48,45:B12,1 > W:W28,48,45:B17,1 > W:W28,48,45:B17,1?45 > W:W28,43,45:B17,1?45 > W:W28,43,45:B17,6
1 unsure, ~1 unsure 32-28, 2 legal 12-17, 3 legal 48-43, ~1 legal 32-28, 4 legal 1-6 @ 1:45=0/-8/-8/-18/-18
# a picture spoke against it: Black's man in his hand comes down where it may not, and 45 shows in the third that only the reader erred
W:W32,48,45:B12,1 > W:W28,48,45:B1 > W:W28,48,45:B25,1 > W:W28,43,45:B25,1
1 unsure, 2 unsure, ~1 legal 32-28, 3 legal 48-43 @ 1:45=-18/-8/-8/0/0
# and Black moves while another man of his is gone
W:W32,48,45:B12,1 > W:W28,48,45:B12,1 > W:W28,48,45:B17
1 unsure, 2 unsure @ 1:45=-18/-8/-8/0/0
# White made two moves at once: the count of his king is unknown until another piece moves
W:WK46,33,34,39:B3,4,13 > W:WK46,28,30,39:B3,4,13 > W:WK46,28,30,39:B8,4,13 > W:WK41,28,30,39:B8,4,13 > W:WK41,28,30,39:B12,4,13 >
    W:WK46,28,30,39:B12,4,13 > W:WK46,28,30,39:B17,4,13 > W:WK46,28,25,39:B17,4,13 > W:WK46,28,25,39:B21,4,13 > W:WK41,28,25,39:B21,4,13
1 unsure, 2 legal 3-8, 3 unsure 46-41, 4 legal 8-12, 5 unsure 41-46, 6 legal 12-17, 7 legal 30-25, 8 legal 17-21, 9 legal 46-41
# a man on 22, or 31-27: the second press makes the fault likelier, and undoes it
W:W31,36,50:B6,12,20,1 > W:W22,36,50:B6,12,20,1 > W:W27,36,50:B6,12,20,1 > W:W27,36,50:B6,17,20,1
1 unsure, 2 corrected 31-27, 3 legal 12-17 @ sides=wwb 1:22=-5.5/0/0/-18/-18 1:27=0/-5.5/-5.5/-18/-18
# no name, a white man set elsewhere and another gone, decides nothing of earlier presses
W:W32,36,50:B12,20,1 > W:W28,36,50:B12,20,1?27,28 > W:W28,36:B12,20,30 > W:W28,31:B12,20,30
1 unsure, 2 unsure, 3 legal 36-31
# a black man that came from nowhere takes nothing from the move to 28, which both pictures after it show
W:W32,36,50:B12,20,1 > W:W28,36,50:B12,20,1?27,28 > W:W28,36,50:B17,20,2,1?3,4,5,8,9,10,13,14,15,18,19 > W:W28,36,45:B17,20,2,1
1 unsure, 2 unsure, ~1 legal 32-28, 3 legal 50-45
# several pieces too many upon an unsettled press are nobody's, and the move to 28 is told, which both pictures after it show
W:W32,36,50:B12,20,1 > W:W28,36,50:B12,20,1?27,28 > W:W28,36,50:B17 > W:W28,36,45:B17
1 unsure, 2 unsure, ~1 legal 32-28, ~2 unsure 12-17, 3 legal 50-45
# after a man set on 29 the next move is told though 1 is hidden
W:W31,36,50:B6,12,20,1 > W:W29,36,50:B6,12,20,1?1 > W:W29,36,50:B6,17,20,1?1 > W:W29,36,45:B6,17,20,1 > W:W29,36,45:B6,17,24,1
1 27d, 2 legal 12-17, 3 legal 50-45, 4 legal 20-24
# a correction is told only where it is likely enough: 3.0
W:W34,44,48:B29,10,5 > W:W34,44,48:B29,10,5 > W:W23,44,48:B15,5
1 unsure, ~1 legal 34x23, 2 legal 10-15 @ 1:34=-3/0/0/-18/-18 1:23=0/-3/-3/-18/-18 1:29=-3/-18/-18/0/0
# a correction is told only where it is likely enough: 3.7
W:W34,44,48:B29,10,5 > W:W34,44,48:B29,10,5 > W:W23,44,48:B15,5
1 unsure, ~1 corrected 34x23, 2 legal 10-15 @ 1:34=-3.7/0/0/-18/-18 1:23=0/-3.7/-3.7/-18/-18 1:29=-3.7/-18/-18/0/0
# Black went to 14 or 15; the man that was captured may stand on 29, and captures: said at once or never
B:W34,40,44,48:B29,10,5 > W:W34,40,44,48:B29,15,5?14,15 > W:W23,40,44,48:B29,15,5 > W:W40,44,48:B18,15,5
1 unsure, 2 unsure, ~1 legal 10-15, ~2 unsure 34x23, 3 legal 29x18 @ sides=bwb 2:29=-4/-18/-18/0/0
# an unsure press that starts from an unsettled one has no move until the next: Black promotes
W:W32,36,35:B12,44,1 > W:W28,36,35:B12,44,1?27,28 > W:W28,36,35:B12,49,1 > W:W28,31,35:B12,49,1
1 unsure, 2 unsure, ~1 legal 32-28, ~2 unsure 44-49, 3 legal 36-31 @ height=0.3
# a man that appears plainly on 29 beside White's move is no error of the reader
W:W40,50,45:B1,11,2 > B:W34,29,50,45:B1,11,2
1 unsure
# White's 45 went to 42, and 10, where a man of Black was put back, shows it by 10 nats: it is not told as empty
W:W30,33,45:B1,8,19 > B:W30,33,42:B1,8,19 > W:W30,33,42:B1,13,19 > B:W25,33,42:B1,13,19 > W:W25,33,42:B6,13,19 > B:W25,33,37:B6,13,19
1 unsure, 2 unsure, 3 unsure 30-25, 4 unsure 1-6, ~2 unsure 8-13, 5 legal 42-37 @ 0:10=-10/-20/-20/0/-3 stands:10=BLACK_MAN
"""
TWO_FAULTS = """
# Black takes a man off and moves nothing. It may stand on 22, which reads black by 1.2 all the time: that silences no later press
W:W32,49,50:B5,9,15 > W:W28,49,50:B5,9,15 > W:W28,49,50:B5,9?22,23,24 > W:W28,44,49:B5,9 > W:W28,44,49:B10,9 > W:W28,40,49:B10,9
1 legal 32-28, 2 unsure, 3 unsure, ~3 unsure 50-44, 4 legal 5-10, 5 legal 44-40 @ 0:22=0/-18/-18/1.2/-12
# Black's man on 46, where a king would have to capture 28
W:W28,31,35,50:B6,12,20,1 > W:W28,31,35,50:B6,46,20,1 > W:W28,31,35,50:B11,46,20,1
1 27a, 2 legal 6-11 @ height=0
# it goes as a king
W:W31,35,50:B6,12,20,1 > W:W31,35,50:B6,46,20,1 > W:W31,35,50:B6,28,20,1
1 27a, 2 legal 46-28 @ height=0
# White's own man on 5, where a king would have to capture 23
W:W31,36,50:B6,12,23,1 > W:W5,36,50:B6,12,23,1 > W:W5,36,50:B6,17,23,1 > W:W5,36,45:B6,17,23,1
1 27d, 2 legal 12-17, 3 legal 50-45 @ height=0
# it captures as a king, and stops where a king would have to go on
W:W31,36,50:B6,12,23,1 > W:W5,36,50:B6,12,23,1 > W:W5,36,50:B6,17,23,1 > W:W28,36,50:B6,17,1
1 27d, 2 legal 12-17, 3 unsure @ height=0
# White's goes as a king
W:W31,36,50:B6,12,24,1 > W:W5,36,50:B6,12,24,1 > W:W5,36,50:B6,17,24,1 > W:W10,36,50:B6,17,24,1
1 27d, 2 legal 12-17, 3 legal 5-10 @ height=0
# crowned on the way, by 0.0: 1 27a, 2 legal 28-44
W:W31,35,50:B6,12,20,1 > W:W31,35,50:B6,K28,20,1 > W:W31,35,50:B6,K44,20,1
1 27a, 2 legal 28-44 @ height=0
# crowned on the way, by 0.0: 1 27a, 2 legal 28-19
W:W31,35,50:B6,12,20,1 > W:W31,35,50:B6,K28,20,1 > W:W31,35,50:B6,K19,20,1
1 27a, 2 legal 28-19 @ height=0
# crowned on the way, by 0.0: 1 27d, 2 legal 12-17, 3 unsure
W:W31,35,50:B6,12,20,1 > W:WK29,35,50:B6,12,20,1 > W:WK29,35,50:B6,17,20,1 > W:WK42,35,50:B6,17,20,1
1 27d, 2 legal 12-17, 3 unsure @ height=0
# crowned on the way, by 2.0: 1 27a, 2 legal 28-44
W:W31,35,50:B6,12,20,1 > W:W31,35,50:B6,K28,20,1 > W:W31,35,50:B6,K44,20,1
1 27a, 2 legal 28-44 @ height=2
# crowned on the way, by 2.0: 1 27a, 2 legal 28-19
W:W31,35,50:B6,12,20,1 > W:W31,35,50:B6,K28,20,1 > W:W31,35,50:B6,K19,20,1
1 27a, 2 legal 28-19 @ height=2
# crowned on the way, by 2.0: 1 27d, 2 legal 12-17, 3 unsure
W:W31,35,50:B6,12,20,1 > W:WK29,35,50:B6,12,20,1 > W:WK29,35,50:B6,17,20,1 > W:WK42,35,50:B6,17,20,1
1 27d, 2 legal 12-17, 3 unsure @ height=2
# a king set elsewhere without its second disc need not capture as one
W:WK31,35,50:B6,12,20,1 > W:W29,35,50:B6,12,20,1 > W:W29,35,50:B6,17,20,1 > W:W29,35,45:B6,17,20,1
1 27d, 2 legal 12-17, 3 legal 50-45 @ height=2
# over two men in a row
W:W32,48:B28,23,3 > W:W19,48:B3
1 27d
# over two men by a king
W:WK46,48:B23,19,3 > W:WK14,48:B3
1 27d
# over his own man
W:WK46,41,48:B23,3,9 > W:WK19,41,48:B3,9
1 27d
# a man as a flying king
W:W37,48:B28,23,3,9 > W:W22,48:B23,3,9
1 27d
# a man on the very square of the man that it could capture
W:W32,48:B28,3,9 > W:W28,48:B3,9 > W:W28,48:B3,13 > W:W28,43:B3,13
1 27d, 2 legal 9-13, 3 legal 48-43
# then put back, and the capture made
W:W32,48:B28,3,9 > W:W28,48:B3,9 > W:W28,48:B3,9 > W:W23,48:B3,9
1 27d, 2 no-move back, 3 corrected 32x23
# on the square of the first of two that it could capture
W:W32,48:B28,19,3 > W:W28,48:B19,3
1 27d
# on the square of the second
W:W32,48:B28,19,3 > W:W19,48:B3
1 27d
# on the square of one that it cannot capture
W:W31,48:B26,3,9 > W:W26,48:B3,9
1 27d
# a king
W:WK46,48:B23,18,3 > W:WK18,48:B23,3
1 27d
# a man that is crowned there
W:W7,48:B2,15 > W:WK2,48:B15 > W:WK2,48:B20 > W:WK24,48:B20
1 27d, 2 legal 15-20, 3 legal 2-24
# by English rules
W:W22,30:B17,3,4 > W:W17,30:B3,4
1 27d @ rules=english
# by Dambord rules
W:W22,30:B17,3,4 > W:W17,30:B3,4
1 27d @ rules=dambord
# the opponent's man on the square of one's own may be the opponent's answer
W:W31,48:B27,3 > W:W48:B31,3
1 unsure
# an own piece in place of an own one has no article
W:W31,48,50:B27,3 > W:W31,50:BK3
1 unsure
# two squares that read wrong by 8 nats make no fault: a move to 27, and Black's 18 as White's
W:W31,32,48:B18,3,9 > W:W27,32,48:B18,3,9
1 unsure @ 1:27=0/-8/-9/-18/-18 1:18=-18/0/-9/-8/-9
# nor those of a capture: the man on 23 reads as if it stood on 28
W:W32,48:B28,3,9 > W:W23,48:B3,9
1 unsure @ 1:23=0/-8/-9/-18/-18 1:28=-8/0/-9/-18/-18
# three quick plies that leave White's man where Black's stood: 27-22, 11-17 and 22x11 before the first picture
W:W27,36,48:B11,3,9 > W:W11,36,48:B3,9 > W:W11,36,48:B3,9 > W:W11,36,48:B3,9
1 unsure, 2 unsure, ~1 legal 27-22, ~2 legal 11-17, 3 legal 22x11
# several too many beside a capture are 27b first
W:W32,48:B28,3,7,9 > B:W23,48:B3
1 27b-many 32x23
# no fault rests on a square of which nothing was known: 1 may have been taken off before
W:W31,36,50:B6,12,20,1 > W:W29,36,50:B6,12,20,1?1 > W:W29,36,50:B6,17,20
1 27d, 2 unsure
# a fault without a name that nobody saw is handed back without a false word
W:W31,36,50:B6,12,20,1 > W:W31,36,50:B6,12,20,1? > W:W22,36,50:B6,12,1 > W:W27,36,50:B6,12,20,1 > W:W27,36,50:B6,17,20,1
1 unsure, 2 unsure, 3 unsure from 1, 4 legal 12-17
# White's 31, and Black's 20 is gone
W:W31,36,50:B6,12,20,1 > W:W22,36,50:B6,12,1 > W:W22,36,50:B6,12,7 > W:W22,36,45:B6,12,7
1 27d, 2 27c-missed 1-7, 3 27c-missed 50-45
# and then handed back
W:W31,36,50:B6,12,20,1 > W:W22,36,50:B6,12,1 > W:W22,36,50:B6,12,1 > W:W27,36,50:B6,12,20,1
1 27d, 2 no-move back, 3 corrected 31-27
# Black's 20, and another one of his is gone
W:W31,36,50:B6,12,20,1 > W:W31,36,50:B6,12,33 > W:W31,36,50:B6,17,33 > W:W31,36,45:B6,17,33
1 unsure, 2 legal 12-17, 3 legal 50-45
# on the promotion row a man lacks his second disc
W:W31,36,50:B6,12,20,1 > W:W3,36,50:B6,12,1 > W:W3,36,50:B6,17,1 > W:W25,36,50:B6,17,1
1 27d, 2 legal 12-17, 3 27d
# or has it
W:W31,36,50:B6,12,20,1 > W:WK3,36,50:B6,12,1 > W:WK3,36,50:B6,17,1 > W:WK25,36,50:B6,17,1
1 27d, 2 legal 12-17, 3 27c-missed 3-25
# three men left and three arrived: the one on the promotion row is a king
W:W31,36,50:B6,12,20,1 > W:WK2,50:B6,12,17 > W:WK2,50:B6,17,18 > W:WK35,50:B6,17,18
1 unsure, 2 legal 12-18, 3 unsure 2-35
"""
HEIGHTS = """
# half seen, a promotion stays open and does not hush the moves after it
W:W10,48,49:B16,6 > W:WK4,48,49:B16,6 > W:WK4,48,49:B21,6 > W:WK4,42,49:B21,6
1 unsure 10-4, 2 legal 16-21, 3 legal 48-42 @ 0:4=-18/0/-1.5/-18/-18 stands:4=WHITE_KING
# misread again and again it never becomes certain
W:W10,48:B6,16 > W:WK4,48:B6,16 > W:WK4,48:B6,21 > W:WK4,43:B6,21 > W:WK4,43:B6,26 > W:WK4,39:B6,26 > W:WK4,39:B11,26 > W:WK4,33:B11,26
1 unsure 10-4, 2 legal 16-21, 3 legal 48-43, 4 legal 21-26, 5 legal 43-39, 6 legal 6-11, 7 legal 39-33 @ 0:4=-18/0/-3/-18/-18
# an unsure press leaves the kings what they are
W:W31,K14,40:B1,2,3 > W:W27,K14,35:B1,2
1 unsure @ height=0 stands:14=WHITE_KING
# no height is seen: Black puts White's promoted piece back, which lacked its disc or is his own fault
W:W5,23:B8,K13,25 > B:W1,23:B8,K13,25 > W:W5,23:B8,K13,25 > B:W5,19:B8,K13,25
1 unsure 5-1, 2 unsure, 3 corrected 23-19 @ rules=english height=0
# White presses twice after a promotion, then a man is likelier by 0.0: nobody was accused yet
W:W5:B19,30 > B:WK1:B19,30 > B:WK1:B19,30 > W:WK1:B23,30
1 legal 5-1, 2 unsure 5-1, 3 legal 19-23 @ sides=wwb rules=english 0:1=-12/0/0/-12/-12 1:1=-12/-3/0/-12/-12
# White presses twice after a promotion, then a man is likelier by 0.7: nobody was accused yet
W:W5:B19,30 > B:WK1:B19,30 > B:WK1:B19,30 > W:WK1:B23,30
1 legal 5-1, 2 unsure 5-1, 3 legal 19-23 @ sides=wwb rules=english 0:1=-12/0.7/0/-12/-12 1:1=-12/-3/0/-12/-12
# White presses twice after a promotion, then a man is likelier by 1.4: nobody was accused yet
W:W5:B19,30 > B:WK1:B19,30 > B:WK1:B19,30 > W:WK1:B23,30
1 legal 5-1, 2 unsure 5-1, 3 legal 19-23 @ sides=wwb rules=english 0:1=-12/1.4/0/-12/-12 1:1=-12/-3/0/-12/-12
# a disorder is named though it is open whether the man on 1 was crowned
W:W7,23,49:B13,36 > W:WK1,23,49:B13,36 > W:WK2,20:B26,40 > W:WK1,23,49:B13,41 > W:WK12,23,49:B13,41
1 unsure 7-1, 2 jumbled, 3 corrected 36-41, 4 legal 1-12 @ sides=wbbw rules=international 1:1=-12/0/0/-12/-12
# but not after an unseen press
W:W7,23,49:B13,36 > W:WK1,23,49:B13,36? > W:WK2,20:B26,40
1 unsure, 2 unsure @ rules=international
# a second disc that is seen one press later decides the promotion, and nothing less does
W:W7,50:B36,15 > B:WK1,50:B36,15 > W:WK1,50:B36,20
1 unsure 7-1, ~1 legal 7-1, 2 legal 15-20 @ 1:1=-12/0/1.5/-12/-12 2:1=-12/0/4/-12/-12
# though a man stands where it would get one, and nothing speaks against a crown
W:W7,50:B36,15 > B:WK1,50:B36,15 > W:WK1,50:B36,20
1 unsure 7-1, 2 legal 15-20 @ 1:1=-12/0/1.5/-12/-12 2:1=-12/0/2/-12/-12
# a fourth promotion without a second disc to be seen is as open as the three before it
W:W6,7:B41,42 > B:WK1,7:B41,42 > W:WK1,7:B42,K46 > B:WK1,K2:B42,K46 > W:WK1,K2:BK46,K47
1 unsure 6-1, 2 unsure 41-46, 3 unsure 7-2, 4 unsure 42-47 @ rules=international 1:1=-12/0/0/-12/-12 2:1=-12/0/0/-12/-12
    2:46=-12/-12/-12/0/0 3:1=-12/0/0/-12/-12 3:46=-12/-12/-12/0/0 3:2=-12/0/0/-12/-12 4:1=-12/0/0/-12/-12 4:46=-12/-12/-12/0/0
    4:2=-12/0/0/-12/-12 4:47=-12/-12/-12/0/0
# nor where squares are hidden
W:W6,7:B41,42 > B:WK1,7:B41,42 > W:WK1,7:B42,K46 > B:WK1,K2:B42,K46 > W:WK1,K2:BK46,K47?21,22,23,24,25,26,27,28,29,30,31,32,33,34,35
1 unsure 6-1, 2 unsure 41-46, 3 unsure 7-2, 4 unsure 42-47 @ rules=international 1:1=-12/0/0/-12/-12 2:1=-12/0/0/-12/-12
    2:46=-12/-12/-12/0/0 3:1=-12/0/0/-12/-12 3:46=-12/-12/-12/0/0 3:2=-12/0/0/-12/-12 4:1=-12/0/0/-12/-12 4:46=-12/-12/-12/0/0
    4:2=-12/0/0/-12/-12 4:47=-12/-12/-12/0/0
# but not where the picture speaks for a missing second disc, 19 to 1 together with its prior
W:W6,7:B41,42 > B:WK1,7:B41,42 > W:WK1,7:B42,K46 > B:WK1,K2:B42,K46 > W:WK1,K2:BK46,K47
1 unsure 6-1, 2 unsure 41-46, 3 unsure 7-2, 4 unsure 42-47 @ rules=international 1:1=-12/0/0/-12/-12 2:1=-12/0/0/-12/-12
    2:46=-12/-12/-12/0/0 3:1=-12/0/0/-12/-12 3:46=-12/-12/-12/0/0 3:2=-12/0/0/-12/-12 4:1=-12/0/0/-12/-12 4:46=-12/-12/-12/0/0
    4:2=-12/0/0/-12/-12 4:47=-19/-19/-19/0/-7.5
"""
BADLY_SEEN = """
# the pieces fell over, and 21, empty before, reads black by 4.0
B:W13,36,45:B4,15,20,28,43 > W:W18,38,47:B1,20,26,35,45 > W:W18,38,41:B1,20,26,35,45
1 unsure, 2 legal 47-41 @ sides=bw 0:21=0/-12/-12/4/4 stands:21=BLACK_MAN
# the pieces fell over, and 21, empty before, reads black by -4.0
B:W13,36,45:B4,15,20,28,43 > W:W18,38,47:B1,20,26,35,45 > W:W18,38,41:B1,20,26,35,45
1 unsure, 2 legal 47-41 @ sides=bw 0:21=0/-12/-12/-4/-4 stands:21=EMPTY
# a black man slid from 40 to 34 beside a king's move, and goes on from there
W:WK28:B40 > B:WK6:B > W:WK6:B39
1 unsure, 2 legal 34-39 @ 1:34=0/-18/-18/3/-3
# a black piece on 23 in two pictures, or both misread by 6.0: White pressed without a move, and Black hands that back
B:W47,48,36:B4,5,12 > W:W47,48,36:B4,5,17 > B:W47,48,36:B4,5,17 > W:W47,48,36:B4,5,17
1 unsure, 2 unsure, 3 unsure from 1 @ sides=bwb 1:23=0/-18/-18/6/3 2:23=0/-18/-18/6/3
# a black piece on 23 in two pictures, or both misread by 8.5: White pressed without a move, and Black hands that back
B:W47,48,36:B4,5,12 > W:W47,48,36:B4,5,17 > B:W47,48,36:B4,5,17 > W:W47,48,36:B4,5,17
1 unsure, 2 unsure, 3 corrected 12-17 from 1 @ sides=bwb 1:23=0/-18/-18/8.5/5.5 2:23=0/-18/-18/8.5/5.5
# a black piece on 23 in two pictures, or both misread by 12.0: White pressed without a move, and Black hands that back
B:W47,48,36:B4,5,12 > W:W47,48,36:B4,5,17 > B:W47,48,36:B4,5,17 > W:W47,48,36:B4,5,17
1 unsure, 2 no-move back, 3 corrected 12-17 @ sides=bwb 1:23=0/-18/-18/12/9 2:23=0/-18/-18/12/9
# the man that captured 32x23 lies between 23 and 19, and reads as on 19 by 6.0
W:W32,48:B28,3,6 > B:W23,48:B3,6 > W:W23,48:B3,11 > B:W23,43:B3,11
1 unsure, ~1 legal 32x23, 2 legal 6-11, 3 legal 48-43 @ 1:19=-6/0/-3/-18/-18 1:23=0/-6/-6/-18/-18
# the man that captured 32x23 lies between 23 and 19, and reads as on 19 by 9.0
W:W32,48:B28,3,6 > B:W23,48:B3,6 > W:W23,48:B3,11 > B:W23,43:B3,11
1 27d, ~1 corrected 32x23, 2 legal 6-11, 3 legal 48-43 @ 1:19=-9/0/-3/-18/-18 1:23=0/-9/-9/-18/-18
# White captures 47x36, and 47, never seen bare, looks odd: black by 4
W:W47:BK41 > B:W36:B
1 legal 47x36 @ 1:47=0/-12/-12/4/4
# White captures 47x36, and 47, never seen bare, looks odd: white by 4, which would be a piece that was not moved
W:W47:BK41 > B:W36:B
1 unsure @ 1:47=0/4/4/-12/-12
# White captures 47x36, and 47, never seen bare, looks odd: black by 9
W:W47:BK41 > B:W36:B
1 unsure @ 1:47=0/-12/-12/9/9
# one square speaks against it by 2.0
W:W31,50:B10,1 > W:W27,50:B10,1
1 legal 31-27 @ 1:50=0/-2/-2/-18/-18
# one square speaks against it by 4.0
W:W31,50:B10,1 > W:W27,50:B10,1
1 unsure @ 1:50=0/-4/-4/-18/-18
# White sets 31 on 22 while nothing is seen of 22 and 27: that it went to 27 was never seen
W:W31,48,50:B3,5 > W:W22,48,50:B3,5?22,27 > W:W22,48,50:B9,5?22,27 > W:W22,43,50:B9,5?22 > W:W22,43,50:B9,10
1 unsure, 2 legal 3-9, 3 unsure, 4 legal 5-10
# and where a man on 27 would have to be captured, Black is not accused
W:W31,48,50:B3,5,17 > W:W22,48,50:B3,5,17?22,27 > W:W22,48,50:B3,10,17?22,27
1 unsure, 2 unsure
# and where another man comes to 27 later, that is not the one
W:W31,32,48,50:B3,5 > W:W22,32,48,50:B3,5?22,27 > W:W22,32,48,50:B9,5?22,27 > W:W22,32,43,50:B9,5?22 > W:W22,32,43,50:B9,10?22 >
    W:W22,27,43,50:B9,10?22 > W:W22,27,43,50:B9,15?22
1 unsure, 2 legal 3-9, 3 unsure, ~3 unsure 48-43, 4 legal 5-10, 5 legal 32-27, ~1 unsure 31-27, 6 legal 10-15
# White moves 31-27 while nothing is seen of 22 and 27: that is told when 27 is seen
W:W31,48,50:B3,5 > W:W27,48,50:B3,5?22,27 > W:W27,48,50:B9,5?22,27 > W:W27,43,50:B9,5
1 unsure, 2 legal 3-9, ~1 legal 31-27, 3 legal 48-43
# or when the man is seen where it went from there
W:W31,48,50:B3,5 > W:W27,48,50:B3,5?22,27 > W:W27,48,50:B9,5?22,27 > W:W21,48,50:B9,5
1 unsure, 2 legal 3-9, ~1 legal 31-27, 3 legal 27-21
"""
MISREAD = """
# White made no move, and Black's man has a second disc: as a king it goes where no man could
W:W31,50:B20,12 > W:W31,50:BK20,12 > W:W31,50:BK47,12 > W:W27,50:BK47,12
1 unsure, ~1 uncrowned, 2 legal 20-47, 3 legal 31-27 @ height=7
# a fault is handed back with its board restored, of which 45 reads wrong: the move that follows starts from that board
W:W31,36,50:B6,12,20,1 > W:W29,36,50:B6,12,20,1 > W:W31,36,50:B6,12,20,1 > W:W27,36,50:B6,12,20,1
1 27d, 2 unsure, ~2 no-move back, 3 corrected 31-27 @ 2:45=-10/-18/-18/0/-8
# 45 reads wrong while a fault is put right, and then Black's fault is handed back: the presses without a word end with the board known
W:W31,36,50:B6,12,20,1 > W:W29,36,50:B6,12,20,1 > W:W27,36,50:B6,12,20,1 > W:W22,36,50:B6,12,20,1 > W:W22,36,50:B6,12,20,1 >
    W:W27,36,50:B6,17,20,1
1 27d, 2 unsure, 3 unsure, 4 unsure from 2, ~2 corrected 31-27, ~4 no-move back, 5 corrected 12-17 @ sides=wwbwb 2:45=-10/-18/-18/0/-8
# a man that no move touches reads as a king by 8 from one press on: that it was crowned is not known, the move is
W:W32,48,45:B12,1 > W:W28,48,45:B12,1 > W:W28,48,45:B17,1 > W:W28,43,45:B17,1
1 unsure, ~1 unsure 32-28, 2 legal 12-17, 3 legal 48-43 @ 0:45=-18/-8/0/-18/-18
# in one picture alone, and then it moves
W:W32,48,45:B12,1 > W:W28,48,45:B12,1 > W:W28,48,45:B17,1 > W:W28,48,40:B17,1
1 unsure, ~1 legal 32-28, 2 legal 12-17, 3 legal 45-40 @ 1:45=-18/-8/0/-18/-18
# the man that moved reads as a king by 11, and is captured at once
W:W32,48:B23,19,1 > W:W28,48:B23,19,1 > W:W48:B32,19,1 > W:W43:B32,19,1
1 unsure 32-28, ~1 legal 32-28, 2 legal 23x32, 3 legal 48-43 @ 1:28=-18/-11/0/-18/-18
# a man is not seen in two pictures by 12, as if it had been taken off; in the second plain picture it has returned for good
W:W32,48,45:B12,1 > W:W28,48,45:B12,1 > W:W28,48,45:B17,1 > W:W28,43,45:B17,1 > W:W28,43,45:B17,6
1 unsure 32-28, ~1 27b-many 32-28, 2 legal 12-17, ~1 legal 32-28, ~2 legal 12-17, 3 legal 48-43, 4 legal 1-6
    @ 1:45=0/-12/-12/-18/-18 2:45=0/-12/-12/-18/-18
# a man that reads as a king by 9 is promoted before its height is seen again
W:W7,48:B20,16 > W:W7,43:B20,16 > W:W7,43:B20,21 > W:WK1,43:B20,21 > W:WK1,43:B20,26
1 legal 48-43, 2 unsure, ~2 legal 16-21, 3 legal 7-1, 4 legal 21-26 @ 2:7=-18/-9/0/-18/-18
# another empty square at each of three presses reads as a white man by 8: the board is taken as it is seen, and the moves are known later
W:W32,48,45:B12,1,20 > W:W28,48,45:B12,1,20 > W:W28,48,45:B17,1,20 > W:W28,43,45:B17,1,20 > W:W28,43,45:B17,6,20
1 unsure, 2 unsure, 3 unsure from 1, ~1 legal 32-28, ~2 legal 12-17, ~3 legal 48-43, 4 legal 1-6
    @ 1:5=-8/0/-3/-18/-18 2:35=-8/0/-3/-18/-18 3:9=-8/0/-3/-18/-18
# a square reads wrong at the answer to a fault
W:W28,45,50:B22,1,2 > B:W28,40,50:B22,1,2 > W:W40,50:B33,1,2 > W:W40,44:B33,1,2
1 27c-missed 45-40, 2 unsure, ~2 legal 22x33, 3 legal 50-44 @ 2:1=0/-18/-18/-8/-9
# when a fault is handed back
W:W28,45,50:B22,1,2 > B:W28,40,50:B22,1,2 > B:W28,40,50:B22,1,2 > B:W17,45,50:B1,2
1 27c-missed 45-40, 2 unsure, ~2 no-move back, 3 corrected 28x17 @ 2:1=0/-18/-18/-8/-9
# and when it is put right
W:W28,45,50:B22,1,2 > B:W28,40,50:B22,1,2 > B:W28,40,50:B22,1,2 > B:W17,45,50:B1,2 > W:W17,45,50:B7,1
1 27c-missed 45-40, 2 no-move back, 3 unsure, ~3 corrected 28x17, 4 legal 2-7 @ 3:1=0/-18/-18/-8/-9
# in the next picture another square reads wrong
W:W32,48,45:B12,1 > W:W28,48,45:B12,1 > W:W28,48,45:B17,1 > W:W28,43,45:B17,1
1 unsure, 2 unsure, ~1 legal 32-28, ~2 legal 12-17, 3 legal 48-43 @ 1:36=-11/0/-11/-18/-18 2:45=0/-11/-11/-18/-18
# the man that was crowned reads as a man in the picture of that fault alone, which is handed back
W:W32,45,50:B12,1,5 > B:WK28,45,50:B12,1,5 > W:WK28,45,50:B12,1,5 > B:W27,45,50:B12,1,5
1 legal 32-28, 2 unsure, ~2 no-move back, 3 corrected 32-27 @ sides=wbw 1:28=-4.4/0/-4.4/-4.4/-4.4
# the square of the man that was taken off reads wrong in the picture of that fault: who took it off is not known, the moves are
W:W32,36,45,50:B12,20,5,1 > W:W28,36,45,50:B12,20,5 > W:W28,36,45,50:B17,20,5 > W:W28,31,45,50:B17,20,5
1 unsure, 2 unsure, ~1 unsure 32-28, ~2 unsure 12-17, 3 legal 36-31 @ height=6 1:1=-6.4/0/-6.4/-6.4/-6.4
"""
FOUND_AGAIN = """
# nothing explains the board: it is taken as it stands at the third press, and the next move is ruled
W:W46,47:B3,4,5 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? > B:W37,38:B3,4,5 > W:W37,38:B3,4,10
1 unsure, 2 unsure, 3 unsure from 1, 4 legal 5-10
# one line of legal moves alone leads to the board: its moves are told
W:W36,50,40,41:B1,15,2,3 > W:W36,50,40,41:B1,15,2,3? > W:W36,50,40,41:B1,15,2,3?
    > W:W36,50,40,41:B1,15,2,3? > W:W26,50,40,41:B1,25,2,3
1 unsure, 2 unsure, 3 unsure, ~1 legal 36-31, ~2 legal 15-20, ~3 legal 31-26, 4 legal 20-25
# nothing is told of a silence of more than four presses
W:W36:B15 > W:W36:B14? > W:W36:B14? > W:W36:B14? > W:W36:B14? > W:W36:B14? > W:W46:B5
1 unsure, 2 unsure, 3 unsure, 4 unsure, 5 unsure, 6 unsure from 1
# kings lead to it in more ways than can be looked at, such as 39-50 46-14 7-1 14-9 and 7-1 46-14 39-50 14-9
B:W42,K46:BK7,K17,K39 > W:W42? > B:W42? > W:W42? > W:W42,K9:BK1,K17,K50
1 unsure, 2 unsure, 3 unsure, 4 unsure from 1 @ sides=bwbw
# the third picture shows on 30 what no board of the line has there; the hand covers everything else
W:W36,50,40,41:B1,15,2,3 > W:W36,50,40,41:B1,15,2,3? > W:W36,50,40,41:B1,15,2,3?
    > B:W30,50:B1,15?1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32,
    33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50 > W:W26,50,40,41:B1,25,2,3
1 unsure, 2 unsure, 3 unsure, 4 unsure from 1
# what explains all presses stays possible: whether the man on 1 has its second disc, the fourth decides for the moves
W:W12,49,50:B15,16 > W:W12? > W:W12? > B:WK1,49,50:B20,16 > W:WK1,49,50:B25,16
1 unsure, 2 unsure, 3 unsure from 1, ~1 legal 12-7, ~2 legal 15-20, 4 legal 20-25 @ height=0
# White takes 27 without a capture and puts it back with 1-29, or the king is in Black's hand: it is not taken off the game
W:WK1,6,15,20:BK27 > B:W6,15,20,K23:B > B:W6,15,20,K23:B > B:W6,15,20,K29:B > W:W6,15:BK10
1 unsure, 2 unsure, 3 unsure from 1, ~1 27b-many 1-23, ~2 no-move back, ~3 corrected 1-29, 4 legal 27x10 @ sides=wbwb
# 18 is gone after two unseen presses: White took it off with 28x17, or Black with 12x32, and neither capture is told as legal
W:W27,28,29,31,33,35,36,38-50:B1-13,15,16,18,19,20,22,30 > W:W28? > W:W28? > B:W29,31,33,35,36,38-50:B1-11,13,15,16,19,20,30,32 >
    W:W27,29,31,33,35,36,39-50:B1-11,13,15,16,19,20,30 >
    W:W27,29,31,33,35,36,39-50:B1-11,13,15,16,20,24,30
1 unsure, 2 unsure, 3 unsure from 1, 4 unsure, ~1 unsure 28x17, ~2 unsure 12x32, ~4 unsure 38x27, 5 legal 19-24
    @ sides=wbwwb rules=international
# after one unseen press White may have taken 18 off: he does not hand back a fault of Black's, and presses again
W:W27,28,29,31,33,35,36,38-50:B1-13,15,16,18,19,20,22,30 > W:W28? > B:W29,31,33,35,36,38-50:B1-11,13,15,16,19,20,30,32 >
    B:W29,31,33,35,36,38-50:B1-11,13,15,16,19,20,30,32 > W:W27,29,31,33,35,36,39-50:B1-11,13,15,16,19,20,30 >
    W:W27,29,31,33,35,36,39-50:B1-11,13,15,16,20,24,30
1 unsure, 2 unsure, 3 unsure from 1, ~2 legal 12x32, 4 corrected 38x27, 5 legal 19-24 @ sides=wbwwb rules=international
# a board that is not clearly seen is not taken
W:W46,47:B3,4,5 > B:W37,38:B3,4,5?11,12,13,14 > W:W37,38:B3,4,5?11,12,13,14 > B:W37,38:B3,4,5?11,12,13,14 >
    W:W37,38:B3,4,5?11,12,13,14
1 unsure, 2 unsure, 3 unsure, 4 unsure
# it is taken though squares of it were dark before the silence
W:W46,47:B3,4,5 > B:W46,42:B3,4,5?11,12,13,14 > W:W46,42:B3,4,10?11,12,13,14 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? >
    B:W37,38:B3,4,10?11,12,13,14
1 legal 47-42, 2 legal 5-10, 3 unsure, 4 unsure, 5 unsure from 3
# no move is told as put right where the picture of the fault is missing: 1-6 may have been played at once
B:WK4,25,31,44:B1,16 > W:W25? > W:WK2,25,32,46:B14,27 > W:WK4,25,31,44:B6,16
1 unsure, 2 unsure, 3 unsure from 1 @ sides=bwb
# of 34-40 only the last picture tells; the jumble after it was handed back, and White played 4-22
B:WK4:B34 > W:WK4:B40?34,39,40,44,50 > B:WK27:B46 > W:WK27:B46 > B:WK22:B40
1 unsure, 2 unsure, 3 unsure from 1, ~1 legal 34-40, ~3 no-move back, 4 corrected 4-22 @ sides=bwbw
# no side is given a piece more than it had: 26, where none stood, reads white by 6
W:W46,47:B3,4,5 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? > B:W37,38:B3,4,5
1 unsure, 2 unsure, 3 unsure from 1 @ 3:26=-6/0/-9/-18/-18 stands:26=EMPTY
# which pieces are kings stays open: Black's man on 4, which never moved, is plainly seen as a king
W:W46,47:B3,4,5 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? > B:W37,38:B3,K4,5
1 unsure, 2 unsure, 3 unsure from 1 @ open:4=BLACK_MAN/BLACK_KING
# a square that is seen by 6 nats stays open
W:W46,47:B3,4,5 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? > B:W37,38:B3,4,5
1 unsure, 2 unsure, 3 unsure from 1 @ 3:38=-6/0/-9/-18/-18 open:38=EMPTY/WHITE_MAN
# and by 12 nats it does not
W:W46,47:B3,4,5 > W:W46,47:B3,4,5? > W:W46,47:B3,4,5? > B:W37,38:B3,4,5
1 unsure, 2 unsure, 3 unsure from 1 @ 3:38=-12/0/-9/-18/-18 open:38=WHITE_MAN
"""


TABLES = (KINDS, AHEAD, HANDED_BACK, SEVERAL_PLIES, SILENT, TWO_FAULTS, HEIGHTS, BADLY_SEEN, MISREAD, FOUND_AGAIN)


@pytest.mark.parametrize("case", cases(*TABLES))
def test_it_is_said(case: Case) -> None:
    assert case.told() == case.said
