"""A master over SOEM, by way of pysoem: EtherCAT on a real or virtual interface.

It needs ``brshell[ethercat]``, and rights to open raw sockets.
"""

from importlib import import_module
from typing import Any, Final

from brbrain.arguments import text
from brbrain.clock import Clock, WallClock
from brbrain.device import Diagnosis
from brbrain.errors import LinkError, NotSupportedError
from brbrain.ethercat.master import (
    CHANGE_SECONDS,
    FRAME_SECONDS,
    NO_FRAME,
    Slave,
    SlaveState,
    slave_diagnoses,
    wire_diagnosis,
)
from brbrain.ethercat.registers import AL_ERROR, AlState

_MICROSECONDS: Final = 1_000_000


class SoemMaster:
    """EtherCAT on a network interface, such as "eth0", with the calls of `Master`.

    Raises NotSupportedError without pysoem, LinkError for an interface that cannot be
    opened.
    """

    def __init__(self, interface: str) -> None:
        self.name = text("interface", interface)
        self.clock: Clock = WallClock()
        self.slaves: tuple[Slave, ...] = ()
        self.expected_counter = 0
        self.outputs = bytearray()
        self.inputs = b""
        self.frames = self.lost = self.miscounted = 0
        self._states: tuple[SlaveState, ...] = ()
        self._soem = _pysoem()
        self._master = self._soem.Master()
        try:
            self._master.open(interface)
        except Exception as error:
            raise LinkError(
                f"{interface}: expected a network interface that may be opened for "
                f"EtherCAT, which takes root's rights, but {_said(error)}"
            ) from error

    def scan(self) -> tuple[Slave, ...]:
        """Find all slaves. Raises LinkError if there is none."""
        try:
            count = self._master.config_init()
        except Exception as error:
            raise LinkError(f"{self.name}: {_said(error)}") from error
        if count <= 0:
            raise LinkError(f"{self.name}: expected EtherCAT slaves, but found none")
        self.slaves = tuple(
            Slave(at, each.name, each.man, each.id, each.rev, _serial(each), 0, 0)
            for at, each in enumerate(self._master.slaves)
        )
        return self.slaves

    def configure(self) -> None:
        """Map the process data; slaves go to SAFE-OP."""
        if not self.slaves:
            self.scan()
        try:
            self._master.config_map()
        except Exception as error:
            raise LinkError(f"{self.name}: {_said(error)}") from error
        self.slaves = tuple(
            Slave(
                old.position,
                old.name,
                old.vendor,
                old.product,
                old.revision,
                old.serial,
                len(each.output),
                len(each.input),
            )
            for old, each in zip(self.slaves, self._master.slaves, strict=True)
        )
        self.outputs = bytearray(sum(slave.output_size for slave in self.slaves))
        self.inputs = bytes(sum(slave.input_size for slave in self.slaves))
        self.expected_counter = self._master.expected_wkc
        self._wait(AlState.SAFE_OP)

    def request_state(self, state: AlState) -> None:
        """Bring all slaves to a state, and wait until they are there."""
        self.exchange()  # outputs have to be there before OP
        for slave in self._master.slaves:
            slave.state = int(state)
            slave.write_state()
        self._wait(state)

    def states(self) -> tuple[SlaveState, ...]:
        """Ask each slave for its state."""
        self._master.read_state()
        self._states = tuple(map(_state, self._master.slaves))
        return self._states

    def recover(self) -> bool:
        """Make one step towards OP for all slaves that are not there."""
        states = self.states()
        for slave, each in zip(self._master.slaves, states, strict=True):
            if each.state is None:
                slave.recover(int(FRAME_SECONDS * _MICROSECONDS))
            elif each.error:
                slave.state = each.state | AL_ERROR
                slave.write_state()
            elif each.state is AlState.SAFE_OP:
                slave.state = int(AlState.OP)
                slave.write_state()
            elif each.state is not AlState.OP:
                slave.reconfig(int(FRAME_SECONDS * _MICROSECONDS))
        return all(each.state is AlState.OP and not each.error for each in states)

    def exchange(self) -> int:
        """Send ``outputs``; ``inputs`` are new if the counter is as expected."""
        at = 0
        slaves = self._master.slaves
        for slave, found in zip(slaves, self.slaves, strict=True):
            slave.output = bytes(self.outputs[at : at + found.output_size])
            at += found.output_size
        self.frames += 1
        self._master.send_processdata()
        timeout = int(FRAME_SECONDS * _MICROSECONDS)
        counter = int(self._master.receive_processdata(timeout))
        if counter < 0:
            self.lost += 1
            return NO_FRAME
        if counter == self.expected_counter:
            self.inputs = b"".join(slave.input for slave in slaves)
        else:
            self.miscounted += 1
        return counter

    def diagnostics(self) -> list[Diagnosis]:
        """Return how the wire and each slave are, as far as it was seen last."""
        wire = wire_diagnosis(self.name, self.frames, self.lost, self.miscounted)
        return [wire, *slave_diagnoses(self.slaves, self._states)]

    def close(self) -> None:
        """Bring the slaves to INIT and close the interface."""
        for slave in self._master.slaves:
            slave.state = int(AlState.INIT)
            slave.write_state()
        self._master.close()

    def _wait(self, state: AlState) -> None:
        """Wait until all slaves are in a state; LinkError says who is not, and why."""
        deadline = self.clock.now() + CHANGE_SECONDS
        while True:
            states = self.states()
            if all(each.state is state and not each.error for each in states):
                return
            for found, each in zip(self.slaves, states, strict=True):
                if each.error or self.clock.now() > deadline:
                    raise LinkError(
                        f"{self.name}: slave {found.position}, {found.name}: expected "
                        f"it to go to {state.name.replace('_', '-')}, but it is {each}"
                    )
            self.exchange()


def _pysoem() -> Any:
    try:
        return import_module("pysoem")
    except ImportError as error:
        raise NotSupportedError(
            "EtherCAT on an interface: expected pysoem to be installed; "
            "pip install 'brshell[ethercat]' does it"
        ) from error


def _state(slave: Any) -> SlaveState:
    known = [state for state in AlState if state == slave.state & 0x0F]
    if not known:
        return SlaveState(None)
    error = bool(slave.state & AL_ERROR)
    return SlaveState(known[0], error, slave.al_status if error else 0)


def _serial(slave: Any) -> int:
    """Return the serial number in a slave's EEPROM: word 0x0E."""
    return int.from_bytes(slave.eeprom_read(0x0E)[:4], "little")


def _said(error: Exception) -> str:
    """Return what an exception of pysoem says, its name if it says nothing."""
    return str(error) or type(error).__name__
