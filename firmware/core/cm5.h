/* The CM-5: takes requests of the host, and serves them. */
#ifndef CM5_H
#define CM5_H

#include <stdbool.h>

void cm5_init(void);

/* Do what there is to do, and return when nothing is. */
void cm5_poll(void);

/* Whether it waits for a request of which nothing has come. */
bool cm5_is_idle(void);

#endif
