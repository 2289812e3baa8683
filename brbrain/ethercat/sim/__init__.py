"""EtherCAT slaves in software: the controller, its EEPROM, the wire, and a hand."""
