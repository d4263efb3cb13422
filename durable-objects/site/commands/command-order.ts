import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

/** Who gives a command, as his socket or his call was stamped. */
export type CommandGiver = {
  person: number;
  name: string;
  session: string;
  rightsVersion: number;
};

export type CommandOrder = {
  /** `once` is 324, `batch` 322. */
  kind: "single" | "once" | "batch";
  items: readonly {
    commandId: string;
    address: string;
    value: RegisterValue;
    /** ms UTC */
    expires?: number | undefined;
  }[];
  /** Of all items, ms UTC. */
  expires?: number | undefined;
};

export type GivenCommands =
  /** The record of each item as it stands, and of those that are new. */
  | { ok: true; records: CommandRecord[]; started: CommandRecord[] }
  /** A command id that somebody else used, or more commands than a site holds open or takes in a while. */
  | { ok: false; reason: "forbidden" | "tooMany" };
