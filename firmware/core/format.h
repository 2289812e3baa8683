/* Formats: which bytes of which devices are read or written. */
#ifndef FORMAT_H
#define FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

struct span {
    uint8_t id;
    uint8_t start;
    uint8_t size;
};

struct format {
    uint8_t count;
    struct span spans[MAX_DEVICES];
};

/* Take the format in the data of SET_READ_FORMAT or SET_WRITE_FORMAT: the number of
 * spans, and these. Return whether it is good; if not, the format stays as it was. */
bool format_set(struct format *format, const uint8_t *data, bool is_for_writing);

uint16_t format_size(const struct format *format);

/* Whether all devices have the same span, so that one SYNC_WRITE can write them. */
bool format_is_uniform(const struct format *format);

/* Whether a write to it changes the EEPROM of a device. */
bool format_has_eeprom(const struct format *format);

#endif
