import { z } from "zod";
import { deviceResult } from "#domain/commands/command-record.ts";
import { registerValue } from "#domain/registers/register.ts";
import { MINUTE_MS } from "#domain/units/durations.ts";

const controlOutcome = z.object({
  status: z.union([z.literal(200), z.literal(400), z.literal(408), z.literal(500)]),
  result: deviceResult,
  value: registerValue,
});
/** The result of a command, and the register as read back. */
export type ControlOutcome = z.infer<typeof controlOutcome>;

const entry = z.object({
  /** Server time, ms UTC. */
  expires: z.number(),
  /** null: begun and, as far as known, not finished. */
  outcome: controlOutcome.nullable(),
});
export const rememberedCommands = z.record(z.string(), entry);
type RememberedCommands = z.infer<typeof rememberedCommands>;

/** Keeps an id for this time after its expiry, in case the portal's clock is behind. */
const KEPT_MS = 10 * MINUTE_MS;

/** Remembers which command ids were begun and how they ended, across restarts. */
export class CommandMemory {
  #commands: RememberedCommands;
  readonly #save: (commands: RememberedCommands) => void;

  /** @param save called before and after a command is executed; must be durable when it returns */
  constructor(commands: RememberedCommands, save: (commands: RememberedCommands) => void) {
    this.#commands = { ...commands };
    this.#save = save;
  }

  get all(): RememberedCommands {
    return this.#commands;
  }

  get(id: string): RememberedCommands[string] | undefined {
    return Object.hasOwn(this.#commands, id) ? this.#commands[id] : undefined;
  }

  begin(id: string, expires: number, now: number): void {
    const kept = Object.entries(this.#commands).filter(
      ([, known]) => known.expires + KEPT_MS > now,
    );
    this.#commands = Object.fromEntries([...kept, [id, { expires, outcome: null }]]);
    this.#save(this.#commands);
  }

  finish(id: string, outcome: ControlOutcome): void {
    const known = this.get(id);
    if (known === undefined) return;
    this.#commands[id] = { ...known, outcome };
    this.#save(this.#commands);
  }
}
