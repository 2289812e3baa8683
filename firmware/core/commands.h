/* What each request does. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "request.h"

void commands_init(void);

/* Serve a complete request: do it and answer. With a wrong checksum, or broken off
 * (`status` says so), only answer. */
void commands_serve(struct request *request, uint8_t status);

/* Serve WRITE_READ, of which the first byte has come: the rest comes in meanwhile.
 * Return whether it was in order. */
bool commands_write_read(struct request *request);

/* Measure the battery now and then. */
void commands_measure(void);

#endif
