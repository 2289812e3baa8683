#include "commands.h"

#include <string.h>

#include "bus.h"
#include "format.h"
#include "hal.h"

#define ADC_CHANNELS 3

static struct format read_format, write_format;
static uint8_t options;
static struct bus bus;
static uint8_t sum; /* of the reply so far */
static uint8_t adc[ADC_CHANNELS];
static uint32_t measured_at;

static void measure(void) {
    measured_at = hal_now();
    for (uint8_t channel = 0; channel < ADC_CHANNELS; channel++)
        adc[channel] = hal_adc(channel);
}

void commands_init(void) {
    read_format.count = write_format.count = 0;
    options = 0;
    measure();
}

void commands_measure(void) {
    if (hal_now() - measured_at >= ADC_PERIOD)
        measure();
}

/* Replies */

static void put(uint8_t byte) {
    sum += byte;
    hal_host_put(byte);
}

static void begin_reply(uint8_t kind) {
    sum = 0;
    put(kind);
}

static void end_reply(void) {
    commands_measure();
    put(bus.status);
    put(bus.retries);
    for (uint8_t channel = 0; channel < ADC_CHANNELS; channel++)
        put(adc[channel]);
    put(~sum);
    if (bus.status)
        hal_led(LED_PLAY, true);
}

/* Reading */

/* Ask a device for some bytes and hand them on; return whether they came. */
static bool read_block(uint8_t id, uint8_t start, uint8_t size, bool is_silent) {
    uint8_t block[READ_BLOCK];
    bool good = false;
    if (!is_silent) {
        bus_packet(id, BUS_READ);
        bus_put(start);
        bus_put(size);
        good = bus_exchange(&bus, block, size);
    }
    if (!good)
        memset(block, FAILED, size);
    for (uint8_t at = 0; at < size; at++)
        put(block[at]);
    return good;
}

static void read_span(const struct span *span) {
    uint8_t end = span->start + span->size;
    uint8_t memory_end = end < ERROR_ADDRESS ? end : ERROR_ADDRESS;
    uint8_t error = FAILED;
    bool is_silent = false;
    bool has_data = false;
    for (uint8_t start = span->start; start < memory_end; start += READ_BLOCK) {
        uint8_t left = memory_end - start;
        uint8_t size = left < READ_BLOCK ? left : READ_BLOCK;
        bool good = read_block(span->id, start, size, is_silent);
        error = good ? bus.error : FAILED;
        is_silent = is_silent || (!good && bus.timed_out);
        has_data = true;
    }
    if (span->size == 0 || end <= ERROR_ADDRESS)
        return;
    if (!has_data) {
        bus_packet(span->id, BUS_PING);
        if (bus_exchange(&bus, 0, 0))
            error = bus.error;
    }
    put(error);
}

static void read_all(void) {
    begin_reply(DATA);
    for (uint8_t at = 0; at < read_format.count; at++)
        read_span(&read_format.spans[at]);
}

/* Writing */

static void write_each(const uint8_t *data) {
    for (uint8_t at = 0; at < write_format.count; at++) {
        const struct span *span = &write_format.spans[at];
        if (span->size == 0)
            continue;
        bus_packet(span->id, BUS_REG_WRITE);
        bus_put(span->start);
        for (uint8_t left = span->size; left; left--)
            bus_put(*data++);
        bus_exchange(&bus, 0, 0);
    }
    if (write_format.count) {
        bus_packet(BROADCAST_ID, BUS_ACTION);
        bus_send();
    }
}

/* Whether one packet has room for all. */
static bool can_write_together(void) {
    uint8_t size = write_format.spans[0].size;
    return options & OPTION_SYNC_WRITE && format_is_uniform(&write_format) &&
           8U + write_format.count * (size + 1U) <= LARGEST_PACKET;
}

static void write_together(const uint8_t *data) {
    const struct span *span = write_format.spans;
    bus_packet(BROADCAST_ID, BUS_SYNC_WRITE);
    bus_put(span->start);
    bus_put(span->size);
    for (uint8_t at = 0; at < write_format.count; at++, span++) {
        bus_put(span->id);
        for (uint8_t left = span->size; left; left--)
            bus_put(*data++);
    }
    bus_send();
}

static void write_all(const uint8_t *data) {
    if (can_write_together())
        write_together(data);
    else
        write_each(data);
    if (format_has_eeprom(&write_format))
        bus_rest();
}

static void collect(void *context) {
    request_collect(context);
}

/* Wait for the rest of a request; return what is wrong with it, as a status. */
static uint8_t receive_rest(struct request *request) {
    request->last_byte = hal_now();
    while (request_collect(request) != COMPLETE) {
        if (hal_now() - request->last_byte >= HOST_TIMEOUT)
            return PC_TIMEOUT;
        hal_wait();
    }
    return request_is_valid(request) ? 0 : PC_CHECKSUM_ERROR;
}

static void begin(const struct request *request, uint8_t status) {
    bus_begin(&bus);
    bus.status = status;
    if (request->overflowed)
        bus.status |= PC_RX_OVERFLOW;
}

bool commands_write_read(struct request *request) {
    begin(request, 0);
    bus.meanwhile = collect;
    bus.context = request;
    read_all();
    bus.meanwhile = 0;
    uint8_t wrong = receive_rest(request);
    if (request->overflowed)
        bus.status |= PC_RX_OVERFLOW;
    if (wrong)
        bus.status |= wrong;
    else
        write_all(request->bytes + 1);
    end_reply();
    return wrong == 0;
}

/* The others */

static void refuse(void) {
    bus.status |= INVALID_PC_COMMAND;
}

static void ping(uint8_t id) {
    if (id == CM5_ID)
        return;
    if (id > MAX_ID) {
        refuse();
        return;
    }
    bus_packet(id, BUS_PING);
    bus_exchange(&bus, 0, 0);
}

static void set_write_format(struct request *request) {
    if (format_set(&write_format, request->bytes + 1, true)) {
        request->write_size = format_size(&write_format);
        options = 0; /* so a host that knows nothing of options never meets any */
    } else {
        refuse();
    }
}

static void set_options(uint8_t wanted) {
    if (wanted <= OPTION_SYNC_WRITE)
        options = wanted;
    else
        refuse();
}

static void answer_version(void) {
    begin_reply(DATA);
    put(EXTENSIONS_VERSION);
    put(CAPABILITIES);
    put(FIRMWARE_MAJOR);
    put(FIRMWARE_MINOR);
}

/* Answer BUS; return whether it was in order. */
static bool pass(struct request *request) {
    uint8_t count = request->bytes[1];
    uint8_t most = request->bytes[2];
    if (count == 0 || count > LARGEST_PACKET || most > MOST_HEARD)
        return false;
    /* What is sent is not needed any more: its place is for what is heard. */
    uint8_t *heard = request->bytes;
    uint8_t number = bus_pass(&bus, request->bytes + 3, count, heard, most);
    begin_reply(DATA);
    put(number);
    for (uint8_t at = 0; at < most; at++)
        put(at < number ? heard[at] : FAILED);
    return true;
}

/* Do what a valid request says. Return whether a DATA reply has been begun. */
static bool perform(struct request *request) {
    const uint8_t *data = request->bytes + 1;
    switch (request->bytes[0]) {
    case PING:
        ping(data[0]);
        break;
    case SET_READ_FORMAT:
        if (!format_set(&read_format, data, false))
            refuse();
        break;
    case SET_WRITE_FORMAT:
        set_write_format(request);
        break;
    case READ_DATA:
        read_all();
        return true;
    case WRITE_DATA:
        write_all(data);
        break;
    case VERSION:
        answer_version();
        return true;
    case SET_OPTIONS:
        set_options(data[0]);
        break;
    case BUS:
        if (pass(request))
            return true;
        refuse();
        break;
    case SET_BAUD:
        if (data[0] >= BAUD_CODES)
            refuse();
        break;
    }
    return false;
}

void commands_serve(struct request *request, uint8_t status) {
    begin(request, status);
    bool has_begun = status == 0 && perform(request);
    if (!has_begun)
        begin_reply(STATUS);
    end_reply();
}
