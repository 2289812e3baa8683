#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "board.h"
#include "hal.h"

/* The last stop bit is through when TXC says so, not when UDRE does. (A test builds it
 * the wrong way, to see that it would be noticed.) */
#ifndef ALL_IS_SENT
#define ALL_IS_SENT TXC0
#endif

#define GARBAGE 0 /* a byte with a framing error: it begins no request */

/* Rings of 256 bytes: their indexes wrap by themselves. */
struct ring {
    volatile uint8_t head, tail;
    uint8_t bytes[256];
};

static struct ring bus_in, host_in, host_out;
static volatile bool bus_overflowed, host_overflowed; /* bytes were lost */
static volatile bool is_sending;
static volatile bool has_received, has_sent; /* since it was shown last */

/* Double speed; these are exact but the first, which is 2.1 % too fast. */
static const uint8_t HOST_DIVISORS[] = {16, 7, 3, 1};
#define BUS_DIVISOR 1 /* 1 Mbps */

static bool put(struct ring *ring, uint8_t byte) {
    uint8_t next = ring->head + 1;
    if (next == ring->tail)
        return false;
    ring->bytes[ring->head] = byte;
    ring->head = next;
    return true;
}

static int16_t get(struct ring *ring) {
    if (ring->head == ring->tail)
        return NO_BYTE;
    uint8_t byte = ring->bytes[ring->tail];
    ring->tail++;
    return byte;
}

void uart_init(void) {
    UCSR0A = 1 << U2X0;
    UBRR0H = 0;
    UBRR0L = BUS_DIVISOR;
    UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
    UCSR0B = (1 << RXCIE0) | (1 << RXEN0) | (1 << TXEN0);
    UCSR1A = 1 << U2X1;
    UBRR1H = 0;
    UBRR1L = HOST_DIVISORS[0];
    UCSR1C = (1 << UCSZ11) | (1 << UCSZ10);
    UCSR1B = (1 << RXCIE1) | (1 << RXEN1) | (1 << TXEN1);
}

/* The servo bus */

ISR(USART0_RX_vect) {
    bool is_lost = UCSR0A & (1 << DOR0);
    if (!put(&bus_in, UDR0) || is_lost)
        bus_overflowed = true;
}

void hal_bus_send(const uint8_t *bytes, uint8_t count) {
    board_bus_send(); /* nothing comes in from now on */
    hal_bus_clear();
    while (count--) {
        while (!(UCSR0A & (1 << UDRE0)))
            ;
        /* The byte is in before the flag of the one before it is cleared, so that what
         * the flag says at the end is said of the last byte. */
        ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
            UDR0 = *bytes++;
            UCSR0A = (1 << U2X0) | (1 << TXC0);
        }
    }
    /* At once, without any interrupt between: an answer may begin in microseconds. */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        while (!(UCSR0A & (1 << ALL_IS_SENT)))
            ;
        board_bus_receive();
    }
}

int16_t hal_bus_get(void) {
    return get(&bus_in);
}

void hal_bus_clear(void) {
    bus_in.tail = bus_in.head;
}

/* The host */

ISR(USART1_RX_vect) {
    uint8_t flags = UCSR1A;
    uint8_t byte = UDR1;
    if (!put(&host_in, flags & (1 << FE1) ? GARBAGE : byte) || flags & (1 << DOR1))
        host_overflowed = true;
}

ISR(USART1_UDRE_vect) {
    int16_t byte = get(&host_out);
    if (byte == NO_BYTE) {
        UCSR1B &= ~(1 << UDRIE1);
    } else {
        UDR1 = byte;
        UCSR1A = (1 << U2X1) | (1 << TXC1);
    }
}

int16_t hal_host_get(void) {
    int16_t byte = get(&host_in);
    if (byte != NO_BYTE)
        has_received = true;
    return byte;
}

void hal_host_put(uint8_t byte) {
    while (!put(&host_out, byte))
        hal_wait();
    is_sending = has_sent = true;
    /* The interrupt clears this bit of the same register. */
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        UCSR1B |= 1 << UDRIE1;
    }
}

void hal_host_drain(void) {
    while (host_out.head != host_out.tail)
        hal_wait();
    while (is_sending && !(UCSR1A & (1 << TXC1)))
        ;
    is_sending = false;
}

void hal_host_clear(void) {
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        host_in.tail = host_in.head;
        host_overflowed = false;
    }
}

/* Return a flag that an interrupt sets, and take it back. */
static bool taken(volatile bool *flag) {
    bool was_set;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE) {
        was_set = *flag;
        *flag = false;
    }
    return was_set;
}

bool hal_host_overflowed(void) {
    return taken(&host_overflowed);
}

bool hal_bus_overflowed(void) {
    return taken(&bus_overflowed);
}

void hal_host_baud(uint8_t code) {
    UBRR1L = HOST_DIVISORS[code];
}

uint8_t uart_traffic(void) {
    uint8_t lights = (has_received ? 1 << LED_RXD : 0) | (has_sent ? 1 << LED_TXD : 0);
    has_received = has_sent = false;
    return lights;
}

bool uart_is_quiet(void) {
    if (host_in.head != host_in.tail || host_out.head != host_out.tail)
        return false;
    return !is_sending || UCSR1A & (1 << TXC1);
}
