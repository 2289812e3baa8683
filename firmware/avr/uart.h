/* The two serial lines: UART 0 is the servo bus, UART 1 the host. */
#ifndef UART_H
#define UART_H

#include <stdbool.h>

void uart_init(void);
void uart_show_traffic(void); /* to be called every 10 ms */

/* Whether bytes of the host are waiting, or some for it are not sent yet. */
bool uart_is_quiet(void);

#endif
