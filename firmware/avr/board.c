/* Where things are on the CM-5:
 *
 *   PB5     charger: low charges the battery, which needs a watch that we do not keep
 *   PC0-6   lights, on when low: power, TXD, RXD, AUX, MANAGE, PROGRAM, PLAY
 *   PD0     START, to ground; PE4-7 are the other buttons (MODE is the reset)
 *   PD5     lets the cable through to the host's UART, PD6 Bluetooth
 *   PE2     driver of the servo bus, PE3 its receiver
 */
#include "board.h"

#include <avr/io.h>
#include <util/atomic.h>

#include "hal.h"

#define CHARGER (1 << PB5)
#define LIGHTS 0x7F
#define START (1 << PD0)
#define OTHER_BUTTONS 0xF0
#define CABLE (1 << PD5)
#define BLUETOOTH (1 << PD6)
#define BUS_DRIVER (1 << PE2)
#define BUS_RECEIVER (1 << PE3)

#define STEADY_TICKS 3 /* a button is down when it was for 30 ms; our guess */

static bool was_pressed;

void board_init(void) {
    PORTB |= CHARGER; /* before it is an output: it must never be low */
    DDRB |= CHARGER;
    PORTC = LIGHTS;
    DDRC = LIGHTS;
    PORTD |= START | CABLE;
    DDRD |= CABLE | BLUETOOTH;
    PORTE |= OTHER_BUTTONS;
    board_bus_receive();
    DDRE |= BUS_DRIVER | BUS_RECEIVER;
}

void board_tick(void) {
    static uint8_t ticks;
    if (PIND & START)
        ticks = 0;
    else if (ticks < STEADY_TICKS && ++ticks == STEADY_TICKS)
        was_pressed = true;
}

bool board_start_was_pressed(void) {
    bool pressed = was_pressed;
    was_pressed = false;
    return pressed;
}

void board_toggle_bluetooth(void) {
    PORTD ^= CABLE | BLUETOOTH;
    hal_led(LED_MANAGE, PORTD & BLUETOOTH);
}

void board_bus_send(void) {
    PORTE = (PORTE & ~BUS_RECEIVER) | BUS_DRIVER;
}

void board_bus_receive(void) {
    PORTE = (PORTE & ~BUS_DRIVER) | BUS_RECEIVER;
}

void hal_led(enum led led, bool on) {
    if (led == LED_MANAGE && PORTD & BLUETOOTH)
        on = true;
    /* A table, since this chip shifts by one bit at a time. */
    static const uint8_t MASKS[] = {1, 2, 4, 8, 16, 32, 64};
    uint8_t mask = MASKS[led];
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) { /* interrupts switch lights, too */
        PORTC = on ? PORTC & ~mask : PORTC | mask;
    }
}
