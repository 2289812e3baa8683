"""Loading a program into a motor's board, and all that can go wrong with it."""

import pytest

from brbrain.clock import VirtualClock
from brbrain.errors import ArgumentError, BrError
from brbrain.ethercat.flash_board import (
    FLASH_SIZE,
    BoardError,
    flash_board,
    load_board_image,
)
from brbrain.ethercat.sim.hand import VirtualHand

IMAGE = bytes(range(256)) * 2 + b"end"
BOARD = 13

# 16 bytes at 0x0010, with the checksum that makes all bytes sum to 0.
HEX = b":100010000102030405060708090A0B0C0D0E0F1058\r\n:00000001FF\r\n"


@pytest.fixture
def hand():
    hand = VirtualHand(VirtualClock())
    hand.start()
    hand.reset()
    yield hand
    hand.close()


@pytest.fixture
def boards(hand):
    return hand.simulated[0].boards


def test_the_program_is_in_the_board_and_runs(hand, boards):
    flash_board(hand, BOARD, IMAGE)
    assert bytes(boards.flash[BOARD][: len(IMAGE)]) == IMAGE
    assert set(boards.flash[BOARD][len(IMAGE) :]) == {0xFF}
    assert (boards.booting[BOARD], boards.resets[BOARD]) == (False, 1)
    assert set(boards.flash[BOARD - 10]) == {0xFF}  # that on the other bus


def test_the_hand_is_halted_meanwhile_and_stays_so(hand):
    hand.set_demand("FFJ3", 0.5)
    flash_board(hand, BOARD, b"x")
    assert hand.why_halted == "flashing board 13"


def test_boards_are_asked_anew_afterwards(hand):
    hand.clock.sleep(0.2)
    assert hand.palms[0].motors[BOARD].slow
    flash_board(hand, BOARD, b"x")
    assert hand.palms[0].motors[BOARD].slow == {}
    hand.clock.sleep(0.2)
    assert hand.palms[0].motors[BOARD].slow


def test_progress_is_told_for_writing_and_for_verifying(hand):
    told = []
    flash_board(hand, BOARD, bytes(64), lambda *progress: told.append(progress))
    assert told == [
        ("write", 32, 64),
        ("write", 64, 64),
        ("verify", 32, 64),
        ("verify", 64, 64),
    ]


@pytest.mark.parametrize("lost", [1, 3])
def test_blocks_whose_acknowledgement_is_lost_are_sent_again(hand, boards, lost):
    def lose(stage, done, total):
        if (stage, done) == ("write", 64):
            hand.set_fault("lost-ack", lost)

    flash_board(hand, BOARD, IMAGE, lose)
    assert bytes(boards.flash[BOARD][: len(IMAGE)]) == IMAGE


def test_a_lost_acknowledgement_of_the_magic_message_is_tried_once_more(hand):
    hand.set_fault("lost-ack", 1)
    flash_board(hand, BOARD, b"x")


def test_without_the_magic_acknowledgement_nothing_is_written(hand, boards):
    boards.flash[BOARD][0] = 7
    hand.set_fault("no-magic-ack")
    before = hand.clock.now()
    with pytest.raises(BoardError, match=r"board 13: magic: .*nothing was written"):
        flash_board(hand, BOARD, IMAGE)
    assert boards.flash[BOARD][0] == 7
    assert hand.clock.now() - before == pytest.approx(0.2, abs=0.02)


class SilentAfterMagic:
    """A hand whose boards acknowledge nothing after the first message."""

    def __init__(self, hand):
        self.hand = hand
        self.halt, self.reinitialize_boards = hand.halt, hand.reinitialize_boards

    def send(self, *message):
        answer = self.hand.send(*message)
        self.hand.set_fault("no-ack")
        return answer


def test_erasing_is_not_tried_for_ever(hand):
    before = hand.clock.now()
    with pytest.raises(BoardError, match=r"erase: .*no program that runs"):
        flash_board(SilentAfterMagic(hand), BOARD, IMAGE)
    assert hand.clock.now() - before == pytest.approx(9.0, abs=0.2)


def test_a_wrong_read_back_that_is_right_later_is_forgiven(hand):
    hand.set_fault("wrong-read-back", 19)
    flash_board(hand, BOARD, IMAGE)


def test_twenty_wrong_read_backs_are_told_with_address_and_bytes(hand):
    hand.set_fault("wrong-read-back", 20)
    with pytest.raises(
        BoardError,
        match=r"board 13: address 0x0000: expected 00 01 .*, but read ff 01 .*flash it",
    ):
        flash_board(hand, BOARD, IMAGE)


def test_a_board_that_falls_silent_is_told_with_the_block(hand):
    def silence(stage, done, total):
        if done == 64:
            hand.set_fault("no-ack")

    with pytest.raises(BoardError, match=r"block at 0x0040: .*no program that runs"):
        flash_board(hand, BOARD, IMAGE, silence)


def test_it_is_aborted_between_messages_and_can_be_begun_again(hand, boards):
    asked = []

    def abort():
        asked.append(True)
        return len(asked) > 30

    with pytest.raises(BoardError, match="aborted; the board has no program that runs"):
        flash_board(hand, BOARD, IMAGE, abort=abort)
    flash_board(hand, BOARD, IMAGE)
    assert bytes(boards.flash[BOARD][: len(IMAGE)]) == IMAGE


@pytest.mark.parametrize("board", [-1, 20, "FFJ3", None])
def test_a_board_that_there_is_not_is_refused(hand, board):
    with pytest.raises(ArgumentError):
        flash_board(hand, board, IMAGE)
    assert not hand.halted


@pytest.mark.parametrize("image", [b"", bytes(FLASH_SIZE + 1), "text"])
def test_an_image_that_cannot_be_is_refused_before_anything_is_sent(hand, image):
    with pytest.raises(BrError, match="image: expected"):
        flash_board(hand, BOARD, image)
    assert not hand.halted


def test_files_are_raw_or_intel_hex_by_what_they_hold(tmp_path):
    file = tmp_path / "board.hex"
    file.write_bytes(b"\x01\x02")
    assert load_board_image(str(file)) == b"\x01\x02"
    file.write_bytes(HEX)
    assert load_board_image(str(file)) == b"\xff" * 16 + bytes(range(1, 17))


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "expected 1 to 32768 bytes"),
        (bytes(FLASH_SIZE + 1), "expected 1 to 32768 bytes"),
        (HEX.replace(b"58", b"59"), "line 1: expected checksum 58, but received 59"),
        (b":1080000000" + b"00" * 15 + b"70\n:00000001FF", "expected less than 0x8000"),
        (HEX[:30], "line 1"),
    ],
)
def test_files_that_cannot_be_loaded_are_told(tmp_path, content, told):
    file = tmp_path / "board.hex"
    file.write_bytes(content)
    with pytest.raises(BrError, match=told):
        load_board_image(str(file))


def test_a_file_that_is_not_there_is_told(tmp_path):
    with pytest.raises(BrError, match=r"cannot read .*none"):
        load_board_image(str(tmp_path / "none"))
