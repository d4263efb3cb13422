import type { FleetSite } from "#simulator/fleet-file.ts";
import { dialPortal } from "#simulator/logger/dial-portal.ts";
import type { Link } from "#simulator/logger/link.ts";

/** A logger that uses a given text for all names of its equipment. */
export class HostileTextLogger {
  readonly #site: FleetSite;
  readonly #waiting = new Map<string, () => void>();
  #link: Link | undefined;
  #asked = 0;

  constructor(site: FleetSite) {
    this.#site = site;
  }

  /** Is there until the portal has welcomed it. */
  async connect(url: string, text: string): Promise<void> {
    const { serial, secret, systemType } = this.#site;
    await new Promise<void>((opened, failed) => {
      this.#link = dialPortal(url)(
        { serial, secret },
        {
          opened,
          received: (frame) => this.#receive(JSON.parse(frame)),
          ended: ({ reason }) => failed(new Error(`the logger was cut off: ${reason}`)),
        },
      );
    });
    const equipment = describe(text);
    const versions = { communication: text, hardware: text, software: text };
    await this.#ask({ cmd: 258, protocol: 1, serial, systemType, versions, equipment, events: [] });
  }

  /** Another tree, with values, an event and a state. */
  async report(text: string): Promise<void> {
    const at = Date.now();
    this.#say({ cmd: 339, equipment: describe(text) });
    const values = {
      "0033110101": [1],
      "0033110102": [2],
      "0033110103": [text],
      "0033110104": [3],
      FFFF000136: [text],
      FFFF000120: [410],
    };
    const event = { eventNo: 1, address: "003311", level: "fault", code: text };
    await this.#ask({
      cmd: 262,
      events: [{ ...event, state: "raised", at, message: text }],
    });
    await this.#ask({ cmd: 260, start: at, count: 1, values });
  }

  stop(): void {
    this.#link?.cut();
  }

  #ask(message: object): Promise<void> {
    const id = `${++this.#asked}`;
    const answered = new Promise<void>((resolve) => this.#waiting.set(id, resolve));
    this.#say({ ...message, id });
    return answered;
  }

  #receive({ cmd, id = "", message }: { cmd: number; id?: string; message?: string }): void {
    if (cmd === 304) this.#say({ cmd: 305, id, status: 200 });
    if (cmd === 511) throw new Error(`the portal refused a frame: ${message}`);
    this.#waiting.get(id)?.();
    this.#waiting.delete(id);
  }

  #say(message: object): void {
    this.#link?.send(JSON.stringify(message));
  }
}

/** An inverter and a battery with all that a tree has texts for. */
function describe(text: string) {
  const named = { model: text, serial: text, alias: text, versions: { software: text } };
  const register = (number: string, more: object) => ({
    register: number,
    name: text,
    unit: text,
    kind: "gauge",
    access: "r",
    ...more,
  });
  const registers = [
    register("0101", {}),
    register("0102", { kind: "enum", options: { "1": text, "2": text }, access: "rw" }),
    register("0103", { kind: "text" }),
    register("0104", { kind: "setting", access: "rw", min: 0, max: 9, step: 1 }),
  ];
  return [
    {
      address: "FFFF00",
      registers: [
        { register: "0136", kind: "text", access: "r" },
        { register: "0120", kind: "gauge", unit: "W", access: "r" },
      ],
    },
    { address: "003311", typeCode: "0033", ...named, registers },
    { address: "008B11", typeCode: "008B", ...named, registers: registers.slice(0, 1) },
  ];
}
