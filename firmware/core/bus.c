#include "bus.h"

#include <string.h>

#include "hal.h"
#include "protocol.h"

#define CHECKSUM_ERROR 0x10 /* a bit of a device's error byte */
#define ANSWER_ROOM 64
#define HEADER_SIZE 4 /* two FF, id, length */
#define SMALLEST_PACKET 6
#define POLLS 16 /* looks for a byte between two at the clock, about 20 us */

static uint8_t packet[LARGEST_PACKET];
static uint8_t packet_size;
static uint8_t packet_sum; /* of id, instruction and parameters */

static uint8_t answer[ANSWER_ROOM];
static uint8_t answered;
static uint8_t wanted; /* there is no packet in fewer bytes */

static bool is_resting;
static uint32_t rested_at;

void bus_begin(struct bus *bus) {
    bus->status = 0;
    bus->retries = 0;
}

void bus_rest(void) {
    is_resting = true;
    rested_at = hal_now();
}

static void end_rest(void) {
    while (is_resting && hal_now() - rested_at < EEPROM_TIME)
        hal_wait();
    is_resting = false;
}

void bus_packet(uint8_t id, uint8_t instruction) {
    packet[0] = packet[1] = 0xFF;
    packet[2] = id;
    packet[4] = instruction;
    packet_size = 5;
    packet_sum = id + instruction;
}

void bus_put(uint8_t parameter) {
    if (packet_size < LARGEST_PACKET - 1) {
        packet[packet_size++] = parameter;
        packet_sum += parameter;
    }
}

static uint8_t checksum_of(const uint8_t *bytes, uint8_t count) {
    uint8_t sum = 0;
    while (count--)
        sum += *bytes++;
    return ~sum;
}

void bus_send(void) {
    end_rest();
    packet[3] = packet_size - 3;
    packet[packet_size] = ~(packet_sum + packet[3]);
    hal_led(LED_PROGRAM, true);
    hal_bus_send(packet, packet_size + 1);
    hal_led(LED_PROGRAM, false);
}

/* Return the next byte on the bus, NO_BYTE if there is none in the next microseconds. */
static int16_t poll(void) {
    int16_t byte = NO_BYTE;
    for (uint8_t left = POLLS; left && byte == NO_BYTE; left--)
        byte = hal_bus_get();
    return byte;
}

/* Return the next byte on the bus, NO_BYTE if it does not come in time. */
static int16_t listen(struct bus *bus, uint32_t patience) {
    int16_t byte = poll(); /* mostly it comes at once; looking at the clock takes longer */
    if (byte != NO_BYTE)
        return byte;
    uint32_t start = hal_now();
    while ((byte = poll()) == NO_BYTE && hal_now() - start < patience) {
        if (bus->meanwhile)
            bus->meanwhile(bus->context);
        hal_wait();
    }
    return byte;
}

static void drop(uint8_t count) {
    if (count == 0)
        return;
    answered -= count;
    memmove(answer, answer + count, answered);
}

/* Drop what comes before a header; return whether a whole one is there. */
static bool find_header(void) {
    uint8_t at = 0;
    while (at < answered && !(answer[at] == 0xFF &&
                              (at + 1 == answered || answer[at + 1] == 0xFF)))
        at++;
    drop(at);
    return answered >= 2;
}

enum found { NOTHING, DAMAGED, PACKET };

/* Look for a status packet in what has come. It is at the front then. */
static enum found look(void) {
    enum found found = NOTHING;
    wanted = 0;
    while (find_header()) {
        if (answered < HEADER_SIZE)
            break;
        uint16_t size = HEADER_SIZE + answer[3];
        if (answer[2] > MAX_ID || answer[3] < 2 || answer[3] > 254) {
            drop(1);
            continue;
        }
        if (answered < size) {
            wanted = size < ANSWER_ROOM ? size : ANSWER_ROOM;
            break;
        }
        if (checksum_of(answer + 2, size - 3) == answer[size - 1])
            return PACKET;
        found = DAMAGED;
        drop(1);
    }
    return found;
}

/* Send the packet once and take the answer. Return what went wrong, as a status. */
static uint8_t transact(struct bus *bus, uint8_t *parameters, uint8_t size) {
    uint32_t patience = FIRST_BYTE_TIMEOUT;
    enum found found;
    answered = 0;
    hal_bus_overflowed(); /* what was lost before does not matter */
    wanted = SMALLEST_PACKET;
    bus_send();
    do {
        int16_t byte = listen(bus, patience);
        if (byte == NO_BYTE)
            return hal_bus_overflowed() ? DYNAMIXEL_RX_OVERFLOW : DYNAMIXEL_TIMEOUT;
        if (answered == ANSWER_ROOM)
            return DYNAMIXEL_RX_OVERFLOW;
        answer[answered++] = byte;
        patience = NEXT_BYTE_TIMEOUT;
        found = answered < wanted ? NOTHING : look();
    } while (found == NOTHING);
    if (found == DAMAGED || answer[4] & CHECKSUM_ERROR)
        return DYNAMIXEL_CHECKSUM_ERROR;
    if (answer[2] != packet[2] || answer[3] != size + 2)
        return INVALID_DYNAMIXEL_RESPONSE;
    bus->error = answer[4];
    if (size)
        memcpy(parameters, answer + 5, size);
    return 0;
}

bool bus_exchange(struct bus *bus, uint8_t *parameters, uint8_t size) {
    uint8_t left = MOST_RETRIES;
    uint8_t wrong;
    hal_led(LED_MANAGE, true);
    while ((wrong = transact(bus, parameters, size)) == DYNAMIXEL_CHECKSUM_ERROR && left) {
        left--;
        if (bus->retries < 0xFF)
            bus->retries++;
    }
    hal_led(LED_MANAGE, false);
    bus->timed_out = wrong == DYNAMIXEL_TIMEOUT;
    if (wrong)
        bus->status |= wrong | INVALID_DYNAMIXEL_RESPONSE;
    return wrong == 0;
}

uint8_t bus_pass(struct bus *bus, const uint8_t *bytes, uint8_t count, uint8_t *heard,
                 uint8_t most) {
    uint8_t number = 0;
    uint32_t patience = FIRST_BYTE_TIMEOUT;
    end_rest();
    hal_bus_send(bytes, count);
    while (number < most) {
        int16_t byte = listen(bus, patience);
        if (byte == NO_BYTE)
            break;
        heard[number++] = byte;
        patience = NEXT_BYTE_TIMEOUT;
    }
    return number;
}
