/* A request from the host, collected byte by byte. */
#ifndef REQUEST_H
#define REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "protocol.h"

#define REQUEST_ROOM (MAX_DEVICES * MAX_SPAN + 2)

struct request {
    uint16_t received;
    uint16_t write_size;  /* data bytes of WRITE_DATA, as the write format says */
    bool overflowed;      /* bytes of it were lost */
    uint32_t last_byte;   /* when it came */
    uint8_t bytes[REQUEST_ROOM];
};

enum progress { WAITING, INCOMPLETE, COMPLETE, UNKNOWN_INSTRUCTION };

void request_clear(struct request *request);

/* Take what has come from the host, up to the end of the request. */
enum progress request_collect(struct request *request);

/* Whether all bytes of a complete request add up. */
bool request_is_valid(const struct request *request);

#endif
