import type { Revocation, SiteEvent, SiteMetricsEvent } from "#protocol/site-rpc.ts";
import type { Direction, Line, Verdict } from "./line.ts";

export type WorldOptions = {
  siteId: number;
  seed: number;
  /** ms UTC; ahead of the real time, so that no alarm rings by itself. */
  startAt?: number;
  /** One way on each line, ms. */
  latencyMs?: number;
};

/** An actor that moves by itself. */
export type Actor = {
  /** ms UTC; null while nothing but the others moves him. */
  nextAt(): number | null;
  act(): void;
};

export type Faults = {
  /** What becomes of a frame. */
  judge?: (line: Line, direction: Direction, content: unknown) => Verdict;
  /** After how many ms the object finds out that a line broke; null for never. At once where it is not said. */
  noticeMs?: () => number | null;
  /** ms by which the alarm is late. */
  alarmLateMs?: () => number;
  /** How often the alarm rings for one instant. */
  alarmTimes?: () => 1 | 2;
  /** Whether the queue takes an event. */
  queueTakes?: (event: SiteEvent) => boolean;
};

/** What happens at the object's door, in order. */
export type WorldEvent =
  | { kind: "accepted"; line: Line; stamp: object }
  | { kind: "refused"; line: Line; stamp: object; status: number }
  /** Before the object handles it. */
  | { kind: "said"; line: Line; text: string; content: unknown }
  /** After the object was quiet again: what it sent, in order on each line. */
  | { kind: "answered"; line: Line; content: unknown }
  /** Its socket closed on the object's side, by either end. */
  | { kind: "left"; line: Line; code: number }
  | { kind: "delivered"; event: SiteEvent; taken: boolean }
  | { kind: "rang" | "hibernated" | "closed" | "quiet" }
  | { kind: "ended"; ended: Revocation }
  | { kind: "unlinked" }
  /** A poll: the metrics that the object returned. */
  | { kind: "polled"; metrics: SiteMetricsEvent | null };
