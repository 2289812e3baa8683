#include "host.h"

#include "hal.h"

static struct hardware hardware;

void host_set_hardware(const struct hardware *given) {
    hardware = *given;
}

uint32_t hal_now(void) {
    return hardware.now();
}

void hal_wait(void) {
    hardware.wait();
}

int16_t hal_host_get(void) {
    return hardware.host_get();
}

void hal_host_put(uint8_t byte) {
    hardware.host_put(byte);
}

void hal_host_drain(void) {
    hardware.host_drain();
}

void hal_host_clear(void) {
    hardware.host_clear();
}

bool hal_host_overflowed(void) {
    return hardware.host_overflowed();
}

void hal_host_baud(uint8_t code) {
    hardware.host_baud(code);
}

void hal_bus_send(const uint8_t *bytes, uint8_t count) {
    hardware.bus_send(bytes, count);
}

int16_t hal_bus_get(void) {
    return hardware.bus_get();
}

bool hal_bus_overflowed(void) {
    return hardware.bus_overflowed();
}

void hal_bus_clear(void) {
    hardware.bus_clear();
}

uint8_t hal_adc(uint8_t channel) {
    return hardware.adc(channel);
}

void hal_led(enum led led, bool on) {
    hardware.led(led, on);
}
