#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"
#include "uart.h"

/* Timer 1 counts every 64th of 16 MHz: 4 us. It is the lower half of the time. */
#define TICK_COUNTS (10000 / 4)

static volatile uint16_t high;

ISR(TIMER1_OVF_vect) {
    high++;
}

ISR(TIMER1_COMPA_vect) {
    OCR1A += TICK_COUNTS;
    board_tick();
    uart_show_traffic();
}

void clock_init(void) {
    TCCR1A = 0;
    TCCR1B = (1 << CS11) | (1 << CS10);
    OCR1A = TICK_COUNTS;
    TIMSK |= (1 << TOIE1) | (1 << OCIE1A);
    /* The reference is 5 V at AREF; 16 MHz / 128 is slow enough for the converter. */
    ADCSRA = (1 << ADEN) | (1 << ADPS2) | (1 << ADPS1) | (1 << ADPS0);
    set_sleep_mode(SLEEP_MODE_IDLE);
    wdt_enable(WDTO_2S);
}

uint32_t hal_now(void) {
    uint32_t counts;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        uint16_t low = TCNT1;
        uint16_t carry = high;
        if (TIFR & (1 << TOV1) && low < 0x8000)
            carry++; /* it has overflowed, and nobody has counted that yet */
        counts = (uint32_t)carry << 16 | low;
    }
    return counts << 2;
}

uint8_t hal_adc(uint8_t channel) {
    ADMUX = (1 << ADLAR) | channel;
    ADCSRA |= 1 << ADSC;
    while (ADCSRA & (1 << ADSC))
        ;
    return ADCH;
}
