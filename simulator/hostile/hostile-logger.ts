import { FRAMES_PER_SECOND } from "#protocol/logger/limits.ts";
import type { Credentials, Dial, Link, LinkEnd } from "../logger/link.ts";
import { seededRandom } from "../random.ts";
import { HostileFrames } from "./hostile-frames.ts";
import { mutateFrame } from "./mutate-frame.ts";

/** The portal takes ten upgrades of one serial number a minute. */
const RETURN_MS = 6_000;
const MUTATED_ONE_IN = 20;

type HostileLoggerParts = {
  credentials: Credentials;
  dial: Dial;
  seed: number;
  /** Ten times what is allowed, if not said. */
  framesPerSecond?: number;
  /** 4,000, which is what is allowed, if not said. */
  registers?: number;
  /** One frame in so many is mutated; 20 if not said, 0 for none. */
  mutatedOneIn?: number;
  /** ms from one attempt to the next; 6 s if not said. */
  returnMs?: number;
};

/**
 * A logger with the right secret and no manners: it sends ten times as many frames as it may, each with 4,000 registers
 * and some of them mutated, reads no answer, and is back as often as it may. It moves by `tick` alone.
 */
export class HostileLogger {
  readonly #parts: HostileLoggerParts;
  readonly #frames: HostileFrames;
  readonly #random: () => number;
  #link: Link | null = null;
  #isOpen = false;
  #dialAt = Number.NEGATIVE_INFINITY;
  #sentUntil = 0;
  #now = 0;
  /** What it has done, and how its connections ended, by close code, status or reason. */
  readonly counts = { dialled: 0, opened: 0, sent: 0, mutated: 0, heard: 0 };
  readonly ends = new Map<string, number>();

  constructor(parts: HostileLoggerParts) {
    this.#parts = parts;
    this.#random = seededRandom(parts.seed);
    const { serial } = parts.credentials;
    this.#frames = new HostileFrames(serial, parts.registers ?? 4_000, this.#random);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** @param now ms UTC; called ten times a second or more */
  tick(now: number): void {
    this.#now = now;
    if (this.#link === null && now >= this.#dialAt) this.#dial(now);
    const everyMs = 1_000 / (this.#parts.framesPerSecond ?? 10 * FRAMES_PER_SECOND);
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
    this.#dialAt = now + (this.#parts.returnMs ?? RETURN_MS);
    let link: Link | null = null;
    const isCurrent = () => link !== null && this.#link === link;
    link = this.#parts.dial(this.#parts.credentials, {
      opened: () => {
        if (isCurrent()) this.#begin();
      },
      received: () => {
        this.counts.heard += 1;
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
    const oneIn = this.#parts.mutatedOneIn ?? MUTATED_ONE_IN;
    const isMutated = oneIn > 0 && this.#random() * oneIn < 1;
    // Each at an instant of its own, so that none of it is said twice.
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
