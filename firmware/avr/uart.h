/* The two serial lines: UART 0 is the servo bus, UART 1 the host. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>
#include <stdint.h>

void uart_init(void);

/* The lights of what has come and gone since the last call, as bits. */
uint8_t uart_traffic(void);

/* Whether bytes of the host are waiting, or some for it are not sent yet. */
bool uart_is_quiet(void);

#endif
