import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { RegisterValue } from "#domain/registers/register.ts";

/** The user who issues a command, from the stamp of the socket or call. */
export type CommandIssuer = {
  person: number;
  name: string;
  session: string;
  rightsVersion: number;
  /** Whether the user needs no advanced password; absent means the user does. */
  skipsPassword?: boolean;
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
  /** Expiry of all items, ms UTC. */
  expires?: number | undefined;
  /** Id of the change that the commands belong to. */
  change?: string | undefined;
  /** Whether the logger executes all items of a batch or none. */
  atomic?: boolean | undefined;
  /** Time after which the device reverts the values unless they are confirmed, s. */
  revertAfter?: number | undefined;
  /** Whether the portal writes old values again, which no limit prevents. */
  isUndo?: boolean;
};

export type EnqueueResult =
  /** The current record of each item, and the records of the new ones. */
  | { ok: true; records: CommandRecord[]; started: CommandRecord[] }
  /** Another user used a command id, or the site has too many open or recent commands. */
  | { ok: false; reason: "forbidden" | "tooMany" };
