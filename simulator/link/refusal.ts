import type { Link, LinkEnd } from "../logger/link.ts";
import type { LineFault } from "./fault.ts";

/** Whoever dials waits no longer for an answer. */
const UNANSWERED_MS = 15_000;

/** A connection that never comes to be. */
export class Refusal<Item> implements Link<Item> {
  readonly #end: LinkEnd;
  readonly #tell: (end: LinkEnd) => void;
  #due: number;
  isTold = false;

  constructor(fault: LineFault & { kind: "refuse" }, now: number, tell: (end: LinkEnd) => void) {
    this.#tell = tell;
    this.#due = fault.unanswered === true ? now + UNANSWERED_MS : now;
    this.#end = describeEnd(fault);
  }

  /** @returns whether it is over */
  tick(now: number): boolean {
    if (!this.isTold && now >= this.#due) {
      this.isTold = true;
      this.#tell(this.#end);
    }
    return this.isTold;
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
