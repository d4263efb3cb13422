import { connectLogger, type Frame, type LoggerSocket } from "./site-logger.ts";

type Item = { id: string; address: string; value: number | string };
type Value = Item["value"] | null;

/** A device with a memory that answers the portal, and counts the writes of its registers. */
export class SettingDevice {
  readonly values: Record<string, Value> = {};
  /** Number of writes of each register that the device executed. */
  readonly counts = new Map<string, number>();
  /** All writes in order. */
  readonly writes: string[] = [];
  /** Registers that the device refuses to write. */
  readonly refused = new Set<string>();
  /** Command numbers that the device does not answer. */
  readonly deafTo = new Set<number>();
  logger: LoggerSocket;
  #read = 0;

  constructor(logger: LoggerSocket, values: Record<string, Value>) {
    this.logger = logger;
    Object.assign(this.values, values);
  }

  /** Answers everything that the portal has sent, until nothing more comes. */
  async answerAll(): Promise<void> {
    for (let quiet = 0; quiet < 2; ) {
      await this.logger.settle();
      const frames = this.logger.inbox.slice(this.#read);
      this.#read = this.logger.inbox.length;
      const asked = frames.filter(({ cmd }) => [320, 322, 324, 326, 336].includes(cmd));
      quiet = asked.length === 0 ? quiet + 1 : 0;
      for (const frame of asked)
        if (!this.deafTo.has(frame.cmd)) this.logger.send(this.answer(frame));
    }
  }

  take(logger: LoggerSocket): void {
    this.#read = 0;
    this.logger = logger;
  }

  answer(frame: Frame): object {
    const { cmd, id } = frame;
    if (cmd === 326) return { cmd: 327, id, status: 200 };
    if (cmd === 336) {
      const addresses = frame.addresses as string[];
      const values = Object.fromEntries(addresses.map((one) => [one, this.values[one] ?? null]));
      return { cmd: 337, id, status: 200, values };
    }
    const answers = ((frame.items ?? [frame]) as Item[]).map((item) => this.#write(item));
    return cmd === 322 ? { cmd: 323, id, items: answers } : { cmd: cmd + 1, ...answers[0] };
  }

  #write({ id, address, value }: Item) {
    if (this.refused.has(address)) return { id, status: 400, result: "parameter error" };
    this.writes.push(`${address}=${value}`);
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    this.values[address] = value;
    return { id, status: 200, result: "success", value };
  }
}

/** Connects a device of one piece of equipment whose registers have values. */
export async function connectDevice(
  siteId: number,
  address: string,
  registers: readonly { register: string; initial?: Value }[],
  more: object = {},
): Promise<SettingDevice> {
  const described = registers.map(({ initial: _, ...register }) => register);
  const equipment = [{ address, registers: described }];
  const values = registers.map(({ register, initial = 10 }) => [address + register, initial]);
  const logger = await connectLogger(siteId, { equipment, ...more });
  return new SettingDevice(logger, Object.fromEntries(values));
}
