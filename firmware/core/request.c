#include "request.h"

#include "hal.h"

/* How long each request is: some bytes, and for some a number that depends. */
enum length { FIXED, COUNTED, COUNTED_TRIPLES, AS_WRITE_FORMAT };

static const struct {
    uint8_t fixed;
    uint8_t more; /* an enum length */
} LENGTHS[] = {
    [PING - PING] = {3, FIXED},
    [SET_READ_FORMAT - PING] = {3, COUNTED_TRIPLES},
    [SET_WRITE_FORMAT - PING] = {3, COUNTED_TRIPLES},
    [READ_DATA - PING] = {2, FIXED},
    [WRITE_DATA - PING] = {2, AS_WRITE_FORMAT},
    [VERSION - PING] = {2, FIXED},
    [SET_OPTIONS - PING] = {3, FIXED},
    [WRITE_READ - PING] = {2, AS_WRITE_FORMAT},
    [BUS - PING] = {4, COUNTED},
    [SET_BAUD - PING] = {3, FIXED},
};

void request_clear(struct request *request) {
    request->received = 0;
    request->overflowed = false;
}

/* Return the length of a request that has begun, as far as it is known. */
static uint16_t size_of(const struct request *request) {
    uint8_t index = request->bytes[0] - PING;
    uint16_t size = LENGTHS[index].fixed;
    switch (LENGTHS[index].more) {
    case COUNTED:
    case COUNTED_TRIPLES:
        if (request->received < 2)
            return size;
        size += request->bytes[1];
        if (LENGTHS[index].more == COUNTED_TRIPLES)
            size += 2U * request->bytes[1];
        break;
    case AS_WRITE_FORMAT:
        size += request->write_size;
        break;
    }
    return size;
}

static enum progress progress_of(const struct request *request) {
    if (request->received == 0)
        return WAITING;
    if (request->bytes[0] < PING || request->bytes[0] > SET_BAUD)
        return UNKNOWN_INSTRUCTION;
    return request->received < size_of(request) ? INCOMPLETE : COMPLETE;
}

enum progress request_collect(struct request *request) {
    enum progress progress = progress_of(request);
    while (progress == WAITING || progress == INCOMPLETE) {
        int16_t byte = hal_host_get();
        if (byte == NO_BYTE)
            break;
        request->bytes[request->received++] = byte;
        request->last_byte = hal_now();
        progress = progress_of(request);
    }
    if (hal_host_overflowed())
        request->overflowed = true;
    return progress;
}

bool request_is_valid(const struct request *request) {
    uint8_t sum = 0;
    for (uint16_t at = 0; at < request->received; at++)
        sum += request->bytes[at];
    return sum == 0xFF;
}
