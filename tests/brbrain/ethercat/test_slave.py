"""The simulated slave controller: what each command does, and the states."""

from struct import pack

import pytest

from brbrain.ethercat import registers as esc
from brbrain.ethercat.datagrams import Command, Datagram, decode_frame, encode_frame
from brbrain.ethercat.registers import AlState
from brbrain.ethercat.sim.segment import Segment

RAM = 0x1800  # process memory that no area covers


@pytest.fixture
def send(segment):
    def send(command, station, offset, data):
        frame = bytearray(encode_frame([Datagram(command, station, offset, data)]))
        assert segment.process(frame)
        return decode_frame(bytes(frame))[0]

    for position in range(3):
        address = pack("<H", 0x1001 + position)
        send(Command.APWR, -position & 0xFFFF, esc.STATION_ADDRESS, address)
    return send


@pytest.mark.parametrize(
    ("command", "station", "counter"),
    [
        (Command.NOP, 0, 0),
        (Command.APRD, 0xFFFF, 1),  # the second slave: -1
        (Command.APWR, 0xFFFF, 1),
        (Command.APRW, 0xFFFF, 3),
        (Command.APRD, 0xFFFD, 0),  # a fourth there is not
        (Command.FPRD, 0x1002, 1),
        (Command.FPWR, 0x1002, 1),
        (Command.FPRW, 0x1002, 3),
        (Command.FPRD, 0x1004, 0),
        (Command.BRD, 0, 3),
        (Command.BWR, 0, 3),
        (Command.BRW, 0, 9),
        (Command.ARMW, 0xFFFF, 3),
        (Command.FRMW, 0x1002, 3),
        (Command.LRD, 0, 0),  # nothing is mapped yet
        (Command.LWR, 0, 0),
        (Command.LRW, 0, 0),
    ],
)
def test_each_command_adds_to_the_working_counter_as_the_standard_says(
    send, command, station, counter
):
    assert send(command, station, RAM, bytes(2)).counter == counter


def test_a_read_brings_memory_and_a_write_leaves_the_frame(send):
    assert send(Command.FPWR, 0x1002, RAM, b"\x12\x34").data == b"\x12\x34"
    assert send(Command.FPRD, 0x1002, RAM, bytes(2)).data == b"\x12\x34"
    assert send(Command.FPRD, 0x1001, RAM, bytes(2)).data == bytes(2)
    assert send(Command.FPRW, 0x1002, RAM, b"\x56\x78").data == b"\x12\x34"
    assert send(Command.FPRD, 0x1002, RAM, bytes(2)).data == b"\x56\x78"


def test_a_broadcast_read_or_s_what_all_slaves_have(send):
    for position, byte in enumerate([0x01, 0x02, 0x10]):
        send(Command.FPWR, 0x1001 + position, RAM, bytes([byte]))
    assert send(Command.BRD, 0, RAM, b"\x80").data == b"\x93"


def test_auto_increment_counts_the_slaves_that_were_passed(send):
    assert send(Command.APRD, 5, RAM, bytes(1)).station == 8


def test_read_multiple_write_copies_from_one_slave_to_those_behind(send):
    send(Command.FPWR, 0x1002, RAM, b"\x77")
    assert send(Command.ARMW, 0xFFFF, RAM, b"\x00").data == b"\x77"
    assert send(Command.FPRD, 0x1003, RAM, b"\x00").data == b"\x77"
    assert send(Command.FPRD, 0x1001, RAM, b"\x00").data == b"\x00"


def test_type_and_status_cannot_be_written(send):
    send(Command.BWR, 0, esc.TYPE, b"\xee" * 8)
    assert send(Command.FPRD, 0x1001, esc.TYPE, bytes(1)).data == b"\x02"
    send(Command.BWR, 0, esc.AL_STATUS, b"\x08")
    assert send(Command.FPRD, 0x1001, esc.AL_STATUS, bytes(1)).data == b"\x01"


def map_memory(send, station, number, logical, size, physical, kind, active=1):
    entry = pack("<IHBBHBBB3x", logical, size, 0, 7, physical, 0, kind, active)
    send(Command.FPWR, station, esc.FMMU + 16 * number, entry)


def test_logical_addresses_reach_the_memory_that_fmmus_map(send):
    map_memory(send, 0x1001, 0, 0x00010000, 4, RAM, esc.FMMU_WRITES)
    map_memory(send, 0x1002, 2, 0x00010004, 4, RAM, esc.FMMU_READS)
    send(Command.FPWR, 0x1002, RAM, b"wxyz")
    reply = send(Command.LRW, 0x0000, 0x0001, b"abcd....")
    assert (reply.data, reply.counter) == (b"abcdwxyz", 3)
    assert send(Command.FPRD, 0x1001, RAM, bytes(4)).data == b"abcd"


def test_a_datagram_that_covers_part_of_a_mapping_moves_that_part(send):
    map_memory(send, 0x1001, 0, 8, 4, RAM, esc.FMMU_READS)
    send(Command.FPWR, 0x1001, RAM, b"wxyz")
    assert send(Command.LRD, 6, 0, b"....").data == b"..wx"
    assert send(Command.LRD, 10, 0, b"....").data == b"yz.."
    assert send(Command.LRD, 12, 0, b"....").counter == 0


def test_a_mapping_works_one_way_and_only_while_it_is_active(send):
    map_memory(send, 0x1001, 1, 0, 4, RAM, esc.FMMU_READS)
    assert send(Command.LWR, 0, 0, b"abcd").counter == 0
    assert send(Command.FPRD, 0x1001, RAM, bytes(4)).data == bytes(4)
    map_memory(send, 0x1001, 1, 0, 4, RAM, esc.FMMU_READS, active=0)
    assert send(Command.LRD, 0, 0, bytes(4)).counter == 0


def test_the_eeprom_is_read_eight_bytes_at_a_time(send, segment):
    request = pack("<HI", esc.EEPROM_READ, 8)
    send(Command.FPWR, 0x1001, esc.EEPROM_CONTROL, request)
    reply = send(Command.FPRD, 0x1001, esc.EEPROM_CONTROL, bytes(14)).data
    assert not reply[1] & 0x80
    assert reply[0] & 0x40
    assert reply[6:] == pack("<II", 0x0A, 0x0B)


@pytest.mark.parametrize("state", list(AlState))
@pytest.mark.parametrize("wanted", [1, 2, 3, 4, 8])
def test_states_change_as_the_standard_allows(send, segment, master, state, wanted):
    slave = segment.slaves[0]
    if state is AlState.BOOT:
        return check_boot_is_not_supported(send, slave)
    master.scan()
    if state is AlState.INIT:
        master.request_state(AlState.INIT)
    if state >= AlState.SAFE_OP:
        master.configure()
    if state is AlState.OP:
        master.request_state(AlState.OP)
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, pack("<H", wanted))
    allowed = {1: (1, 2), 2: (1, 2), 4: (1, 2, 4, 8), 8: (1, 2, 4, 8)}[state]
    if wanted in allowed:
        assert (slave.state, slave.error) == (wanted, 0)
    elif wanted == AlState.BOOT:
        assert (slave.state, slave.error) == (state, 0x13)
    elif state is AlState.PRE_OP and wanted == AlState.SAFE_OP:
        assert (slave.state, slave.error) == (state, 0x1D)  # nothing is configured
    else:
        assert (slave.state, slave.error) == (state, 0x11)
    return None


def check_boot_is_not_supported(send, slave):
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, pack("<H", AlState.BOOT))
    assert (slave.state, slave.error) == (AlState.INIT, 0x13)


def test_an_unknown_state_is_an_error_that_has_to_be_acknowledged(send, segment):
    slave = segment.slaves[0]
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, b"\x05\x00")
    assert (slave.state, slave.error) == (AlState.INIT, 0x12)
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, b"\x02\x00")
    assert (slave.state, slave.error) == (AlState.INIT, 0x12)
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, b"\x11\x00")
    assert (slave.state, slave.error) == (AlState.INIT, 0)


def test_inputs_without_a_sync_manager_are_refused(send, segment, master):
    master.scan()
    slave = segment.slaves[0]
    managers = pack("<HHBBBB", 0x1000, 58, 0x26, 0, 1, 0)
    managers += pack("<HHBBBB", 0x103A, 12, 0x26, 0, 1, 0)
    send(Command.FPWR, 0x1001, esc.SYNC_MANAGER, managers)
    send(Command.FPWR, 0x1001, esc.AL_CONTROL, pack("<H", AlState.SAFE_OP))
    assert (slave.state, slave.error) == (AlState.PRE_OP, 0x1E)


def test_outputs_reach_the_application_in_op_only(master, echoes):
    master.configure()
    assert master.exchange() == 9
    assert echoes[0].received == []
    master.request_state(AlState.OP)
    master.exchange()
    assert len(echoes[0].received) == 1


def test_leaving_op_stops_the_application_once(master, echoes):
    master.configure()
    master.request_state(AlState.OP)
    master.request_state(AlState.SAFE_OP)
    master.request_state(AlState.INIT)
    assert [echo.stops for echo in echoes] == [1, 1, 1]


@pytest.mark.parametrize(("ports", "status"), [(1, 0x10), (2, 0x30)])
def test_dl_status_tells_the_ports_that_have_a_neighbour(segment, ports, status):
    slave = segment.slaves[2 if ports == 1 else 0]
    assert slave.memory[esc.DL_STATUS] & 0xF0 == status


def test_a_damaged_frame_does_not_come_back(segment):
    assert not Segment(segment.slaves).process(bytearray(b"\x0d\x10\x07"))
