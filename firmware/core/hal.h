/* What the core needs of the hardware. avr/ has it for the CM-5, host/ for tests.
 *
 * Times are microseconds of a clock that wraps: compare only differences.
 */
#ifndef HAL_H
#define HAL_H

#include <stdbool.h>
#include <stdint.h>

#define NO_BYTE (-1)

enum led { LED_POWER, LED_TXD, LED_RXD, LED_AUX, LED_MANAGE, LED_PROGRAM, LED_PLAY };

uint32_t hal_now(void);

/* Wait for anything to happen: a byte, or a little time. Keeps the watchdog quiet. */
void hal_wait(void);

/* The line to the host. A byte with a framing error comes as 0. */
int16_t hal_host_get(void);
void hal_host_put(uint8_t byte);
void hal_host_drain(void);
void hal_host_clear(void);
bool hal_host_overflowed(void); /* since it was asked last */
void hal_host_baud(uint8_t code);

/* The servo bus. Sending returns when the last stop bit is through and the line is
 * released; what had come in before is gone then. */
void hal_bus_send(const uint8_t *bytes, uint8_t count);
int16_t hal_bus_get(void);
bool hal_bus_overflowed(void); /* since it was asked last */
void hal_bus_clear(void);

/* Channels 0 battery plus, 1 battery minus, 2 thermistor. */
uint8_t hal_adc(uint8_t channel);
void hal_led(enum led led, bool on);

#endif
