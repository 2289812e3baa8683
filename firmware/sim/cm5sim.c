/* A simulated ATmega128 with the CM-5's lines around it, for tests of the true binary.
 *
 * It runs in lockstep: cm5sim_run returns when the firmware puts a byte on the servo bus,
 * so that whoever simulates the bus can answer before time goes on.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>

#define FREQUENCY 16000000UL
#define BUS '0'
#define HOST '1'
#define UCSR0A 0x2B
#define UDRE0 (1 << 5)
#define TXC0 (1 << 6)
#define BUS_BYTE_CYCLES 160 /* ten bits at 1 Mbps */
#define BUS_DRIVER 2        /* pins of port E */
#define BUS_RECEIVER 3
#define QUEUE 65536

struct timed {
    uint64_t cycle;
    uint8_t byte;
};

struct queue {
    uint32_t head, tail;
    struct timed bytes[QUEUE];
};

struct cm5sim {
    avr_t *avr;
    avr_irq_t *in[2];
    struct queue to[2];      /* bus, host: bytes on their way to the firmware */
    struct queue from_host;  /* what the firmware sent to the host */
    struct queue from_bus;   /* what it sent on the bus; the time is that of the end */
    uint64_t bus_ends;       /* when its last byte on the bus is through */
    bool driver, receiver;
    uint32_t violations;     /* how often it let go of the bus too early */
    uint32_t held;           /* cycles for which it held the bus after the last byte */
    bool stop;
};

static void push(struct queue *queue, uint64_t cycle, uint8_t byte) {
    queue->bytes[queue->head++ % QUEUE] = (struct timed){cycle, byte};
}

static avr_cycle_count_t set_ready(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)when, (void)param;
    avr->data[UCSR0A] |= UDRE0;
    return 0;
}

static avr_cycle_count_t set_sent(avr_t *avr, avr_cycle_count_t when, void *param) {
    struct cm5sim *sim = param;
    (void)when;
    if (avr->cycle >= sim->bus_ends)
        avr->data[UCSR0A] |= TXC0;
    return 0;
}

/* simavr has no buffer in front of the shift register, and counts eleven bits a byte. The
 * chip has one, and counts ten. So the flags are set here when the chip would set them, and
 * a firmware that takes "ready for the next byte" for "all is sent" is caught. */
static void on_bus_byte(avr_irq_t *irq, uint32_t value, void *param) {
    struct cm5sim *sim = param;
    (void)irq;
    uint64_t now = sim->avr->cycle;
    uint64_t start = now > sim->bus_ends ? now : sim->bus_ends;
    sim->bus_ends = start + BUS_BYTE_CYCLES;
    push(&sim->from_bus, sim->bus_ends, value);
    avr_cycle_timer_register(sim->avr, start - now + 4, set_ready, sim);
    avr_cycle_timer_register(sim->avr, sim->bus_ends - now, set_sent, sim);
    sim->stop = true;
}

static void on_host_byte(avr_irq_t *irq, uint32_t value, void *param) {
    struct cm5sim *sim = param;
    (void)irq;
    push(&sim->from_host, sim->avr->cycle, value);
}

static void on_driver(avr_irq_t *irq, uint32_t value, void *param) {
    struct cm5sim *sim = param;
    (void)irq;
    if (sim->driver && !value) {
        if (sim->avr->cycle < sim->bus_ends)
            sim->violations++;
        else
            sim->held = sim->avr->cycle - sim->bus_ends;
    }
    sim->driver = value;
}

static void on_receiver(avr_irq_t *irq, uint32_t value, void *param) {
    (void)irq;
    ((struct cm5sim *)param)->receiver = value;
}

static avr_cycle_count_t deliver(struct cm5sim *sim, int line) {
    struct queue *queue = &sim->to[line];
    while (queue->tail != queue->head) {
        struct timed next = queue->bytes[queue->tail % QUEUE];
        if (next.cycle > sim->avr->cycle)
            return next.cycle;
        queue->tail++;
        if (line == 1 || sim->receiver)
            avr_raise_irq(sim->in[line], next.byte);
    }
    return 0;
}

static avr_cycle_count_t deliver_bus(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr, (void)when;
    return deliver(param, 0);
}

static avr_cycle_count_t deliver_host(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr, (void)when;
    return deliver(param, 1);
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) {
    (void)avr, (void)cycles;
}

static void be_quiet(avr_t *avr, const int level, const char *format, va_list rest) {
    (void)avr, (void)level, (void)format, (void)rest;
}

struct cm5sim *cm5sim_new(const char *path) {
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    avr_global_logger_set(be_quiet);
    if (elf_read_firmware(path, &firmware) != 0)
        return 0;
    strcpy(firmware.mmcu, "atmega128");
    firmware.frequency = FREQUENCY;
    struct cm5sim *sim = calloc(1, sizeof *sim);
    avr_t *avr = sim->avr = avr_make_mcu_by_name(firmware.mmcu);
    avr_init(avr);
    avr_load_firmware(avr, &firmware);
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr->sleep = no_sleep;
    for (int line = 0; line < 2; line++) {
        uint32_t flags = 0;
        avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS(BUS + line), &flags);
        sim->in[line] = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ(BUS + line), UART_IRQ_INPUT);
    }
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ(BUS), UART_IRQ_OUTPUT), on_bus_byte, sim);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ(HOST), UART_IRQ_OUTPUT), on_host_byte, sim);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('E'), BUS_DRIVER), on_driver, sim);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('E'), BUS_RECEIVER), on_receiver, sim);
    for (int pin = 4; pin < 8; pin++) /* no button is pressed */
        avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('E'), pin), 1);
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 0), 1);
    return sim;
}

void cm5sim_free(struct cm5sim *sim) {
    avr_terminate(sim->avr);
    free(sim->avr);
    free(sim);
}

uint64_t cm5sim_cycle(struct cm5sim *sim) {
    return sim->avr->cycle;
}

/* Run until a cycle, or until a byte is put on the bus. False if the chip has crashed. */
int cm5sim_run(struct cm5sim *sim, uint64_t until) {
    sim->stop = false;
    while (!sim->stop && sim->avr->cycle < until) {
        int state = avr_run(sim->avr);
        if (state == cpu_Done || state == cpu_Crashed)
            return 0;
    }
    return 1;
}

/* Let a byte begin to come in on the bus (0) or from the host (1) at a cycle. */
void cm5sim_input(struct cm5sim *sim, int line, uint64_t cycle, uint8_t byte) {
    struct queue *queue = &sim->to[line];
    push(queue, cycle, byte);
    if (queue->head - queue->tail == 1) {
        uint64_t now = sim->avr->cycle;
        avr_cycle_timer_register(sim->avr, cycle > now ? cycle - now : 1,
                                 line ? deliver_host : deliver_bus, sim);
    }
}

static int take(struct queue *queue, uint64_t *cycle, uint8_t *byte) {
    if (queue->tail == queue->head)
        return 0;
    struct timed next = queue->bytes[queue->tail++ % QUEUE];
    *cycle = next.cycle;
    *byte = next.byte;
    return 1;
}

/* Take the next byte that the firmware has sent to the host, or on the bus. */
int cm5sim_host_byte(struct cm5sim *sim, uint64_t *cycle, uint8_t *byte) {
    return take(&sim->from_host, cycle, byte);
}

int cm5sim_bus_byte(struct cm5sim *sim, uint64_t *cycle, uint8_t *byte) {
    return take(&sim->from_bus, cycle, byte);
}

uint32_t cm5sim_violations(struct cm5sim *sim) {
    return sim->violations;
}

/* Return for how many cycles it held the bus after the last byte, when it let go last. */
uint32_t cm5sim_held(struct cm5sim *sim) {
    return sim->held;
}

/* Return a byte of the chip's registers or memory. */
uint8_t cm5sim_memory(struct cm5sim *sim, uint16_t address) {
    return sim->avr->data[address];
}

/* Set what an input pin sees: port 'D' or 'E'. */
void cm5sim_pin(struct cm5sim *sim, char port, int pin, int level) {
    avr_raise_irq(avr_io_getirq(sim->avr, AVR_IOCTL_IOPORT_GETIRQ(port), pin), level);
}

void cm5sim_adc(struct cm5sim *sim, int channel, uint32_t millivolts) {
    avr_raise_irq(avr_io_getirq(sim->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + channel),
                  millivolts);
}
