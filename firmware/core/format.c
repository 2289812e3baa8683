#include "format.h"

#include <string.h>

/* Model number, firmware version, voltage, temperature, moving, and our own error
 * register are read-only in all devices; which device is which, we do not know. */
static bool is_read_only(uint8_t address) {
    return address <= 2 || address == 42 || address == 43 || address == 46 ||
           address == ERROR_ADDRESS;
}

static bool is_good(const struct span *span, bool is_for_writing) {
    uint16_t end = (uint16_t)span->start + span->size;
    if (span->id > MAX_ID || span->start > ERROR_ADDRESS || end > MAX_SPAN)
        return false;
    if (is_for_writing)
        for (uint8_t address = span->start; address < end; address++)
            if (is_read_only(address))
                return false;
    return true;
}

bool format_set(struct format *format, const uint8_t *data, bool is_for_writing) {
    uint8_t count = *data++;
    if (count > MAX_DEVICES)
        return false;
    for (uint8_t at = 0; at < count; at++) {
        const uint8_t *triple = data + 3 * at;
        struct span span = {triple[0], triple[1], triple[2]};
        if (!is_good(&span, is_for_writing))
            return false;
    }
    format->count = count;
    for (uint8_t at = 0; at < count; at++, data += 3)
        format->spans[at] = (struct span){data[0], data[1], data[2]};
    return true;
}

uint16_t format_size(const struct format *format) {
    uint16_t size = 0;
    for (uint8_t at = 0; at < format->count; at++)
        size += format->spans[at].size;
    return size;
}

bool format_is_uniform(const struct format *format) {
    const struct span *first = &format->spans[0];
    if (format->count == 0 || first->size == 0)
        return false;
    for (uint8_t at = 1; at < format->count; at++)
        if (format->spans[at].start != first->start ||
            format->spans[at].size != first->size)
            return false;
    return true;
}

bool format_has_eeprom(const struct format *format) {
    for (uint8_t at = 0; at < format->count; at++)
        if (format->spans[at].size && format->spans[at].start < RAM_START_ADDRESS)
            return true;
    return false;
}
