import { frameOf } from "./lean-socket.ts";

/** So many different samples; each differs from the one before it in every register. */
const VARIANTS = 64;

/** A logger with so many registers, most of a device's own, some of the site's. */
export class LoggerFrames {
  readonly #addresses: string[];
  readonly #values: string[];

  constructor(registers: number) {
    this.#addresses = Array.from({ length: registers }, (_, index) =>
      index % 4 === 0 ? `FFFF00${hex(0x100 + index)}` : `003311${hex(0x100 + index)}`,
    );
    this.#values = Array.from({ length: VARIANTS }, (_, variant) =>
      JSON.stringify(
        Object.fromEntries(
          this.#addresses.map((address, index) => [address, [readingOf(index, variant)]]),
        ),
      ),
    );
  }

  connect(serial: string): Buffer {
    const pieces = Map.groupBy(this.#addresses, (address) => address.slice(0, 6));
    const equipment = [...pieces].map(([address, addresses]) => ({
      address,
      typeCode: address.slice(0, 4),
      registers: addresses.map((each) => ({
        register: each.slice(6),
        name: `register${each.slice(6)}`,
        kind: "gauge",
        unit: "V",
        access: "r",
      })),
    }));
    return frameOf(
      JSON.stringify({
        cmd: 258,
        id: "connect",
        protocol: 1,
        serial,
        systemType: "10001",
        systemCode: 5,
        clock: Date.now(),
        equipment,
        events: [],
        backlog: null,
      }),
    );
  }

  /** One sample of everything. @param number of the frame; its id is `f<number>` */
  sample(number: number, at: number): Buffer {
    const values = this.#values[number % VARIANTS];
    return frameOf(`{"cmd":260,"id":"f${number}","times":[${at}],"values":${values}}`);
  }
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, "0");
}

function readingOf(index: number, variant: number): number {
  return Math.round(10_000 * Math.sin(index + 1 + variant / 7)) / 10;
}
