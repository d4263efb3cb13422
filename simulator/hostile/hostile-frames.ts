import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { COMMAND } from "#protocol/logger/command-numbers.ts";
import { LOGGER_PROTOCOL } from "#protocol/logger/limits.ts";

const REGISTERS_EACH = 200;
const VARIANTS = 4;

/** An equipment tree with this many registers in total, including those of the site. */
export function makeHugeTree(registers: number) {
  const pieces = Math.ceil(registers / REGISTERS_EACH);
  return Array.from({ length: pieces }, (_, piece) => ({
    address: piece === 0 ? SITE_EQUIPMENT : `0033${toHex(piece, 2)}`,
    typeCode: piece === 0 ? "FFFF" : "0033",
    registers: Array.from(
      { length: Math.min(REGISTERS_EACH, registers - piece * REGISTERS_EACH) },
      (_, index) => ({
        register: toHex(0x0100 + index, 4),
        kind: "gauge",
        unit: "W",
        access: "r",
      }),
    ),
  }));
}

/** Builds the frames of a flooding logger from templates with two placeholders, so that each frame is cheap to make. */
export class HostileFrames {
  readonly #connect: Record<string, unknown>;
  readonly #values: string[];

  constructor(serial: string, registers: number, random: () => number) {
    const equipment = makeHugeTree(registers);
    this.#connect = {
      cmd: COMMAND.connect,
      protocol: LOGGER_PROTOCOL,
      serial,
      systemType: "10001",
      systemCode: 5,
      equipment,
      events: [],
      backlog: null,
    };
    this.#values = Array.from({ length: VARIANTS }, () =>
      JSON.stringify(
        Object.fromEntries(
          equipment.flatMap(({ address, registers: described }) =>
            described.map(({ register }) => [address + register, [Math.floor(random() * 10_000)]]),
          ),
        ),
      ),
    );
  }

  connect(id: string, clock: number): string {
    return JSON.stringify({ ...this.#connect, id, clock });
  }

  /** Returns a sample of all registers at one instant. */
  samples(id: string, number: number, at: number): string {
    const values = this.#values[number % VARIANTS] ?? "{}";
    return `{"cmd":${COMMAND.realDataUpdate},"id":"${id}","start":${at},"step":1,"count":1,"values":${values}}`;
  }
}

function toHex(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}
