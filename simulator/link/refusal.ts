import type { Link, LinkEnd } from "../logger/link.ts";
import type { LineFault } from "./fault.ts";

/** Timeout of the dialling side. */
const UNANSWERED_MS = 15_000;

/** A connection that is never established. */
export class Refusal<Item> implements Link<Item> {
  readonly #end: LinkEnd;
  readonly #notify: (end: LinkEnd) => void;
  #due: number;
  isNotified = false;

  constructor(fault: LineFault & { kind: "refuse" }, now: number, notify: (end: LinkEnd) => void) {
    this.#notify = notify;
    this.#due = fault.unanswered === true ? now + UNANSWERED_MS : now;
    this.#end = describeEnd(fault);
  }

  /**
   * Advances the attempt.
   * @returns whether it is over
   */
  tick(now: number): boolean {
    if (!this.isNotified && now >= this.#due) {
      this.isNotified = true;
      this.#notify(this.#end);
    }
    return this.isNotified;
  }

  send(): void {}

  close(): void {
    this.cut();
  }

  cut(): void {
    this.#due = Number.NEGATIVE_INFINITY;
  }

  pause(): void {}

  resume(): void {}
}

function describeEnd({
  unanswered,
  status,
  retryAfterMs,
}: LineFault & { kind: "refuse" }): LinkEnd {
  if (unanswered === true) return { reason: "ETIMEDOUT" };
  if (status === undefined) return { reason: "ECONNREFUSED" };
  return {
    reason: `HTTP ${status}`,
    refused: status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}
