import type { CommandRecord } from "#domain/commands/command-record.ts";
import type { Value } from "./diary.ts";

export type Result = NonNullable<CommandRecord["result"]>;
type End = { at: number; result: Result };

/** The course of one control, by the frames at the object and the contract. Times are ms UTC. */
export type Story = {
  id: string;
  person: number;
  address: string;
  value: Value;
  /** When it came in, its place in the order, and what it came in with. */
  at: number;
  place: number;
  group: string;
  expires: number;
  isOnce: boolean;
  maySet: boolean;
  /** When it went to the logger. */
  sends: { at: number; line: string; cmd: number; expires: number }[];
  /** The device acknowledged it with success. */
  acknowledgedAt: number | null;
  /** The device acknowledged, and its read-back was equal or was not. */
  readBack: "equal" | "unequal" | null;
  queryId: string | null;
  /** Queries for its read-back while it was open. */
  queries: number;
  end: End | null;
  /** Every result that was reported as its end. */
  reported: Set<string>;
};

const GRACE_MS = 2_000;
const READ_BACK_MS = 20_000;

/** Time itself ended it. */
export function passTime(story: Story, now: number): void {
  if (story.end !== null) return;
  if (story.sends.length === 0) endAt(story, story.expires, "expired", now);
  else if (story.acknowledgedAt !== null)
    endAt(story, story.acknowledgedAt + READ_BACK_MS, "response timeout", now);
  else endAt(story, story.expires + GRACE_MS, "unknown", now);
}

function endAt(story: Story, at: number, result: Result, now: number): void {
  if (now >= at) story.end = { at, result };
}

export const isOpen = (story: Story) => story.end === null;
export const isSent = (story: Story) =>
  story.end === null && story.sends.length > 0 && story.acknowledgedAt === null;
