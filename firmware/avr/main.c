/* The CM-5's program: serve the host for ever. */
#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "board.h"
#include "clock.h"
#include "cm5.h"
#include "hal.h"
#include "uart.h"

void hal_wait(void) {
    wdt_reset();
}

/* Sleep until the next interrupt, if there is nothing to do. There is one every 10 ms. */
static void rest(void) {
    cli();
    if (uart_is_quiet()) {
        sleep_enable();
        sei(); /* not before the instruction after it: no interrupt is missed */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

int main(void) {
    board_init();
    uart_init();
    clock_init();
    sei();
    cm5_init();
    for (;;) {
        wdt_reset();
        cm5_poll();
        /* A press waits for a moment in which nothing would be cut short. */
        if (cm5_is_idle() && uart_is_quiet() && board_start_was_pressed())
            board_toggle_bluetooth();
        rest();
    }
}
