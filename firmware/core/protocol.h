/* The numbers of the protocol between host and CM-5: docs/protocol.md tells of them. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

enum instruction {
    PING = 0xF0,
    SET_READ_FORMAT = 0xF1,
    SET_WRITE_FORMAT = 0xF2,
    READ_DATA = 0xF3,
    WRITE_DATA = 0xF4,
    VERSION = 0xF5,
    SET_OPTIONS = 0xF6,
    WRITE_READ = 0xF7,
    BUS = 0xF8,
    SET_BAUD = 0xF9,
    STATUS = 0xFA,
    DATA = 0xFB
};

enum status {
    PC_TIMEOUT = 0x01,
    DYNAMIXEL_TIMEOUT = 0x02,
    INVALID_PC_COMMAND = 0x04,
    INVALID_DYNAMIXEL_RESPONSE = 0x08,
    PC_RX_OVERFLOW = 0x10,
    DYNAMIXEL_RX_OVERFLOW = 0x20,
    PC_CHECKSUM_ERROR = 0x40,
    DYNAMIXEL_CHECKSUM_ERROR = 0x80
};

enum option { OPTION_SYNC_WRITE = 0x01 };

#define CAPABILITIES 0x0F
#define EXTENSIONS_VERSION 1
#define FIRMWARE_MAJOR 1
#define FIRMWARE_MINOR 0

#define CM5_ID 255
#define MAX_ID 253
#define BROADCAST_ID 254
#define MAX_DEVICES 32
#define ERROR_ADDRESS 54 /* our own register: the error byte of the last answer */
#define RAM_START_ADDRESS 24
#define MAX_SPAN (ERROR_ADDRESS + 1)
#define BAUD_CODES 4
#define FAILED 0xFF /* stands for what could not be read */
#define MOST_HEARD 160 /* bytes that BUS returns */

/* Times in microseconds. */
#define FIRST_BYTE_TIMEOUT 1500UL
#define NEXT_BYTE_TIMEOUT 1000UL
#define HOST_TIMEOUT 1000000UL
#define DEAF_TIME 500000UL
#define BAUD_TIMEOUT 1000000UL
#define EEPROM_TIME 20000UL
#define ADC_PERIOD 5000000UL

#define MOST_RETRIES 3
#define READ_BLOCK 20

#endif
