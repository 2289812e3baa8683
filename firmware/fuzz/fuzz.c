/* The core, fed with anything: what the host sends and what comes on the servo bus.
 *
 * The bytes of the input come in pairs: what the second one is (of the host, of the bus, or
 * a pause), and the byte. With libFuzzer it looks for what reads or writes where it must not, for
 * overflows, and for loops without end.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "cm5.h"
#include "hal.h"

#define MOST_REPLIES 2000000 /* bytes for the host that an input can cause, and more */

static const uint8_t *input;
static size_t left;
static uint32_t now;
static uint32_t replies;

/* Return the next byte of a kind, NO_BYTE if the next one is of another. */
static int16_t next(uint8_t kind) {
    if (left < 2 || input[0] % 3 != kind)
        return NO_BYTE;
    int16_t byte = input[1];
    input += 2;
    left -= 2;
    return byte;
}

uint32_t hal_now(void) {
    return now;
}

void hal_wait(void) {
    int16_t pause = next(2);
    now += 100 + (pause == NO_BYTE ? 0 : (uint32_t)pause << 12);
}

int16_t hal_host_get(void) {
    return next(0);
}

void hal_host_put(uint8_t byte) {
    (void)byte;
    if (++replies > MOST_REPLIES)
        abort(); /* it pads for ever */
}

void hal_host_drain(void) {
}

void hal_host_clear(void) {
    while (next(0) != NO_BYTE)
        ;
}

bool hal_host_overflowed(void) {
    return left && input[0] == 0xFF;
}

void hal_host_baud(uint8_t code) {
    if (code > 3)
        abort();
}

void hal_bus_send(const uint8_t *bytes, uint8_t count) {
    uint8_t sum = 0;
    for (uint8_t at = 0; at < count; at++)
        sum += bytes[at];
    now += count * 10U + (sum & 1);
}

int16_t hal_bus_get(void) {
    return next(1);
}

bool hal_bus_overflowed(void) {
    return left && input[0] == 0xFE;
}

void hal_bus_clear(void) {
}

uint8_t hal_adc(uint8_t channel) {
    return channel;
}

void hal_led(enum led led, bool on) {
    (void)led, (void)on;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input = data;
    left = size;
    replies = 0;
    cm5_init();
    while (left >= 2) {
        size_t before = left;
        cm5_poll();
        hal_wait();
        if (left == before) { /* nobody wants this byte: time passes */
            input += 2;
            left -= 2;
        }
    }
    now += 2000000; /* whatever is incomplete is given up */
    cm5_poll();
    return 0;
}
