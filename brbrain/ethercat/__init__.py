"""EtherCAT: a hand whose palm is exchanged with a thousand times a second.

The master's side is in this package; what it can be tried on, without any hardware, is
in `brbrain.ethercat.sim`. They meet in bytes.
"""
