/* The pins of the CM-5. */
#ifndef BOARD_H
#define BOARD_H

#include <stdbool.h>

void board_init(void);
void board_tick(void); /* to be called every 10 ms */

/* START goes from the cable to Bluetooth and back: has it been pressed? */
bool board_start_was_pressed(void);
void board_toggle_bluetooth(void);

/* Which of the two drivers of the servo bus is on. */
void board_bus_send(void);
void board_bus_receive(void);

#endif
