import type { CommandResult, CommandState } from "../commands/command-record.ts";
import type { RegisterValue } from "../registers/register.ts";
import type { TrackedChange } from "./tracked-change.ts";

/** Event in the life of a change. */
export type ChangeEvent =
  /** A logger is connected, and it is the turn of this change. */
  | { kind: "turn" }
  /** The registers were read. */
  | {
      kind: "read";
      /** Values by address: those just read, or if the logger did not answer, those reported last. */
      values: Readonly<Record<string, RegisterValue | undefined>>;
      isFresh: boolean;
      /** Whether the logger refused the query, so that repeating it is useless. */
      isRefused?: boolean | undefined;
      /** Why the change is no longer permitted: the code of a check. */
      refusal?: string | undefined;
      features: { atomic: boolean; revert: boolean };
      /** Registers whose value cannot be written again, so that a change of them cannot be undone. */
      irreversible?: readonly string[];
    }
  /** A command of the change was advanced. */
  | {
      kind: "command";
      commandId: string;
      state: CommandState;
      result?: CommandResult | undefined;
      readBack?: RegisterValue | undefined;
      /** Whether the second read had the same value; `unknown` if there is none, absent before it. */
      held?: boolean | "unknown" | undefined;
    }
  /** The author's access was revoked. */
  | { kind: "rightEnded" }
  /** The time of `due` has passed. */
  | { kind: "timeout" };

export type ReadEvent = Extract<ChangeEvent, { kind: "read" }>;
export type CommandEvent = Extract<ChangeEvent, { kind: "command" }>;

export type IssuedItem = { commandId: string; address: string; value: RegisterValue };
/** Work to be done after an event. */
export type ChangeEffect =
  | { kind: "read"; addresses: string[] }
  /** Gives commands to the queue; `isUndo` ones write old values and need no permission of the author. */
  | {
      kind: "issue";
      items: IssuedItem[];
      isTogether: boolean;
      isOneShot: boolean;
      isUndo: boolean;
      /** When the commands expire, ms UTC; null for the lifetime of a command. */
      expires: number | null;
      revertAfter: number | null;
    }
  /** Confirms commands that the device would revert otherwise (326). */
  | { kind: "confirm"; commandIds: string[] };

export type ChangeStep = { change: TrackedChange; effects: ChangeEffect[] };

/** The clock and the source of command ids. */
export type ChangeTools = {
  /** ms UTC */
  now: number;
  newCommandId: () => string;
};

export function stay(change: TrackedChange): ChangeStep {
  return { change, effects: [] };
}
