"""What names a hand, and what does not."""

import pytest

from brbrain.errors import ArgumentError, LinkError, NotSupportedError
from brbrain.ethercat import soem
from brbrain.ethercat.opening import open_hand, open_master


@pytest.mark.parametrize(
    "where",
    [
        "",
        "udp:",
        "udp::1",
        "udp:host:x",
        "udp:host:70000",
        "tcp:host",
        "/dev/x",
        5,
        None,
    ],
)
def test_what_names_no_hand_is_refused(where):
    with pytest.raises(ArgumentError):
        open_hand(where)


@pytest.mark.parametrize("period", [0, -1, 0.0004, float("nan"), "1 ms", None])
def test_a_period_that_leaves_no_time_is_refused(period):
    with pytest.raises(ArgumentError, match=r"period: expected 0\.0005 s or more"):
        open_hand("sim", period)


def test_a_host_and_a_port_are_taken():
    master = open_master("udp:127.0.0.1:4711")
    assert master.link.name == "udp:127.0.0.1:4711"
    master.close()


def test_without_a_port_it_is_that_of_ethercat():
    master = open_master("udp:127.0.0.1")
    assert master.link.name == "udp:127.0.0.1:34980"
    master.close()


def test_an_interface_that_is_not_there_is_told():
    with pytest.raises(LinkError, match="nowhere0: expected a network interface"):
        open_master("nowhere0")


def test_without_pysoem_it_is_told_how_to_get_it(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(soem, "import_module", missing)
    with pytest.raises(NotSupportedError, match=r"pip install 'brshell\[ethercat\]'"):
        open_master("eth0")
