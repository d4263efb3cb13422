import { FRAMES_PER_SECOND } from "#protocol/logger/limits.ts";
import type { Credentials, Dial, Link, LinkEnd } from "../logger/link.ts";
import { seededRandom } from "../random.ts";
import { HostileFrames } from "./hostile-frames.ts";
import { mutateFrame } from "./mutate-frame.ts";

/** Interval of reconnections: the portal accepts ten upgrades of one serial number per minute. */
const RETURN_MS = 6_000;
const MUTATED_ONE_IN = 20;

type HostileLoggerDeps = {
  credentials: Credentials;
  dial: Dial;
  seed: number;
  /** Ten times the allowed rate by default. */
  framesPerSecond?: number;
  /** 4,000 by default, which is the allowed number. */
  registers?: number;
  /** One frame in this many is mutated; 20 by default, 0 for none. */
  mutatedOneIn?: number;
  /** ms between attempts; 6 s by default. */
  returnMs?: number;
};

/**
 * A logger with a valid secret that violates the protocol: it sends ten times the allowed frames, each with 4,000
 * registers and some of them mutated, reads no answers, and reconnects as often as allowed. Only `tick` advances it.
 */
export class HostileLogger {
  readonly #deps: HostileLoggerDeps;
  readonly #frames: HostileFrames;
  readonly #random: () => number;
  #link: Link | null = null;
  #isOpen = false;
  #dialAt = Number.NEGATIVE_INFINITY;
  #sentUntil = 0;
  #now = 0;
  /** Statistics, with the ends of its connections by close code, status or reason. */
  readonly counts = { dialled: 0, opened: 0, sent: 0, mutated: 0, received: 0 };
  readonly ends = new Map<string, number>();

  constructor(deps: HostileLoggerDeps) {
    this.#deps = deps;
    this.#random = seededRandom(deps.seed);
    const { serial } = deps.credentials;
    this.#frames = new HostileFrames(serial, deps.registers ?? 4_000, this.#random);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @param now ms UTC; called at least ten times a second */
  tick(now: number): void {
    this.#now = now;
    if (this.#link === null && now >= this.#dialAt) this.#dial(now);
    const everyMs = 1_000 / (this.#deps.framesPerSecond ?? 10 * FRAMES_PER_SECOND);
    for (; this.#isOpen && this.#sentUntil + everyMs <= now; this.#sentUntil += everyMs)
      this.#sendSamples();
  }

  stop(): void {
    this.#dialAt = Number.POSITIVE_INFINITY;
    this.#isOpen = false;
    const link = this.#link;
    this.#link = null;
    link?.cut();
  }

  #dial(now: number): void {
    this.counts.dialled += 1;
    this.#dialAt = now + (this.#deps.returnMs ?? RETURN_MS);
    let link: Link | null = null;
    const isCurrent = () => link !== null && this.#link === link;
    link = this.#deps.dial(this.#deps.credentials, {
      opened: () => {
        if (isCurrent()) this.#begin();
      },
      received: () => {
        this.counts.received += 1;
      },
      ended: (end) => {
        if (isCurrent()) this.#end(end);
      },
    });
    this.#link = link;
  }

  #begin(): void {
    this.counts.opened += 1;
    this.#isOpen = true;
    this.#sentUntil = this.#now;
    this.#send(this.#frames.connect(this.#nextId(), Math.floor(this.#now)));
  }

  #end(end: LinkEnd): void {
    const why = String(end.code ?? end.refused ?? end.reason);
    this.ends.set(why, (this.ends.get(why) ?? 0) + 1);
    this.#link = null;
    this.#isOpen = false;
    this.#dialAt = Math.max(this.#dialAt, this.#now + (end.retryAfterMs ?? 0));
  }

  #sendSamples(): void {
    const oneIn = this.#deps.mutatedOneIn ?? MUTATED_ONE_IN;
    const isMutated = oneIn > 0 && this.#random() * oneIn < 1;
    // Every sample has its own instant, so that none is a duplicate.
    const at = Math.floor(this.#sentUntil);
    const frame = this.#frames.samples(this.#nextId(), this.counts.sent, at);
    if (isMutated) this.counts.mutated += 1;
    this.#send(isMutated ? mutateFrame(frame, this.#random) : frame);
  }

  #send(text: string): void {
    this.counts.sent += 1;
    this.#link?.send(text);
  }

  #nextId(): string {
    return `h${this.counts.sent}`;
  }
}
