#include "cm5.h"

#include "commands.h"
#include "hal.h"

static struct request request;
static bool is_unconfirmed; /* the link has a new speed, which nobody has used yet */
static uint32_t changed_at;

static void go_back(void) {
    hal_host_baud(0);
    is_unconfirmed = false;
}

void cm5_init(void) {
    request.write_size = 0;
    request_clear(&request);
    is_unconfirmed = false;
    commands_init();
    hal_led(LED_POWER, true);
    hal_led(LED_AUX, true);
}

bool cm5_is_idle(void) {
    return request.received == 0;
}

/* Be deaf for a while: what follows an unknown instruction has no meaning. */
static void be_deaf(void) {
    uint32_t start = hal_now();
    while (hal_now() - start < DEAF_TIME)
        hal_wait();
    hal_host_clear();
    hal_bus_clear();
}

static void change_baud(uint8_t code) {
    hal_host_drain(); /* the reply goes out at the old speed */
    hal_host_baud(code);
    is_unconfirmed = true;
    changed_at = hal_now();
}

static void serve(void) {
    bool is_valid = request_is_valid(&request);
    uint8_t instruction = request.bytes[0];
    uint8_t code = request.bytes[1];
    commands_serve(&request, is_valid ? 0 : PC_CHECKSUM_ERROR);
    if (is_valid && instruction == SET_BAUD && code < BAUD_CODES)
        change_baud(code);
    else if (is_valid)
        is_unconfirmed = false;
}

static void write_read(void) {
    if (commands_write_read(&request))
        is_unconfirmed = false;
}

static void reject(void) {
    commands_serve(&request, INVALID_PC_COMMAND);
    hal_host_drain();
    be_deaf();
    go_back();
}

/* Serve what has come; return whether there was anything to serve. */
static bool step(void) {
    switch (request_collect(&request)) {
    case WAITING:
        if (is_unconfirmed && hal_now() - changed_at >= BAUD_TIMEOUT)
            go_back();
        return false;
    case INCOMPLETE:
        if (request.bytes[0] == WRITE_READ) {
            write_read();
            return true;
        }
        if (hal_now() - request.last_byte < HOST_TIMEOUT)
            return false;
        commands_serve(&request, PC_TIMEOUT);
        return true;
    case COMPLETE:
        if (request.bytes[0] == WRITE_READ)
            write_read();
        else
            serve();
        return true;
    case UNKNOWN_INSTRUCTION:
        reject();
        return true;
    }
    return false;
}

void cm5_poll(void) {
    commands_measure();
    hal_led(LED_AUX, false);
    while (step())
        request_clear(&request);
    hal_led(LED_AUX, true);
}
