/* The core as a shared library: who loads it gives it the hardware. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stdint.h>

struct hardware {
    uint32_t (*now)(void);
    void (*wait)(void);
    int (*host_get)(void);
    void (*host_put)(uint8_t byte);
    void (*host_drain)(void);
    void (*host_clear)(void);
    int (*host_overflowed)(void);
    void (*host_baud)(uint8_t code);
    void (*bus_send)(const uint8_t *bytes, uint8_t count);
    int (*bus_get)(void);
    int (*bus_overflowed)(void);
    void (*bus_clear)(void);
    uint8_t (*adc)(uint8_t channel);
    void (*led)(int led, int on);
};

void host_set_hardware(const struct hardware *given);

#endif
