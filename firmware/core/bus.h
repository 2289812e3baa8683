/* The servo bus: Dynamixel packets out, status packets in, with time-outs and retries.
 *
 * Source: AX-S1 manual, sections 3 and 4.
 */
#ifndef BUS_H
#define BUS_H

#include <stdbool.h>
#include <stdint.h>

enum bus_instruction {
    BUS_PING = 0x01,
    BUS_READ = 0x02,
    BUS_REG_WRITE = 0x04,
    BUS_ACTION = 0x05,
    BUS_SYNC_WRITE = 0x83
};

#define LARGEST_PACKET 143 /* what an AX-12 has room for */

struct bus {
    uint8_t status;  /* what has gone wrong in this command */
    uint8_t retries; /* of this command */
    uint8_t error;   /* of the last answer */
    bool timed_out;  /* the last exchange, for want of an answer */
    void (*meanwhile)(void *); /* what to do while waiting */
    void *context;
};

void bus_begin(struct bus *bus);

/* Begin a packet; its parameters are put one by one, and then it is sent. */
void bus_packet(uint8_t id, uint8_t instruction);
void bus_put(uint8_t parameter);
void bus_send(void);

/* Send the packet, again after a wrong checksum, and take the answer with so many
 * parameters to where they are wanted. Return whether that came. */
bool bus_exchange(struct bus *bus, uint8_t *parameters, uint8_t size);

/* Send bytes as they are; return how many were heard then, at most so many. */
uint8_t bus_pass(struct bus *bus, const uint8_t *bytes, uint8_t count, uint8_t *heard,
                 uint8_t most);

/* Leave the devices alone for a while: they write to their EEPROM. */
void bus_rest(void);

#endif
