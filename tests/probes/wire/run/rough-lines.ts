import type { Chance } from "../../../support/seeded-chance.ts";
import type { Faults } from "../../../support/world/happenings.ts";
import type { Direction, Line, Verdict } from "../../../support/world/line.ts";

/** How likely each fault is for one frame. */
type Roughness = {
  delay: number;
  cut: number;
  drop: number;
  twice: number;
  stall: number;
  /** A viewer's 261 is lost: he does not seem to read. */
  unread: number;
};

const CALM: Roughness = { delay: 0, cut: 0, drop: 0, twice: 0, stall: 0, unread: 0 };
const MOODS: Record<string, Roughness> = {
  calm: CALM,
  slow: { ...CALM, delay: 0.3 },
  flapping: { ...CALM, cut: 0.06, delay: 0.05 },
  lossy: { ...CALM, drop: 0.06, delay: 0.05 },
  echoing: { ...CALM, twice: 0.2 },
  deaf: { ...CALM, unread: 0.97 },
  dying: { ...CALM, stall: 0.02 },
  all: { delay: 0.1, cut: 0.02, drop: 0.02, twice: 0.05, stall: 0.005, unread: 0.1 },
};

/** What a sender may say twice without changing anything: all that carries what identifies it. */
const SAID_TWICE: Record<Direction, readonly unknown[]> = {
  up: [260, 262, 264, 321, 323, 325, 337],
  down: [320, 322, 324, 336],
};

/** The faults of a run, whose mood changes. */
export class RoughLines {
  readonly #chance: Chance;
  #rates = CALM;
  /** ms by which an alarm is late at most. */
  #lateMs = 0;
  #isQueueDown = false;
  /** The object never finds out that a line broke. */
  areLossesSilent = false;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** @returns the name of the new mood */
  turn(): string {
    const chance = this.#chance;
    const mood = chance.oneOf(Object.keys(MOODS));
    this.#rates = MOODS[mood] ?? CALM;
    this.#lateMs = chance.happens(0.2) ? MAX_LATE_MS : 0;
    this.#isQueueDown = chance.happens(0.2);
    return `${mood}${this.#lateMs > 0 ? ", late alarms" : ""}${this.#isQueueDown ? ", no queue" : ""}`;
  }

  /** Nothing befalls a frame, until the mood turns. */
  calm(): void {
    this.#rates = CALM;
  }

  readonly faults: Faults = {
    judge: (line, direction, content) => this.#judge(line, direction, content),
    noticeMs: () =>
      this.areLossesSilent || this.#chance.happens(0.3) ? null : this.#chance.between(0, 40_000),
    alarmLateMs: () => (this.#lateMs > 0 ? this.#chance.between(0, this.#lateMs) : 0),
    alarmTimes: () => (this.#chance.happens(0.1) ? 2 : 1),
    queueTakes: () => !this.#isQueueDown || this.#chance.happens(0.2),
  };

  #judge(line: Line, direction: Direction, content: unknown): Verdict {
    const chance = this.#chance;
    const { delay, cut, drop, twice, stall, unread } = this.#rates;
    const verdict: Verdict = {};
    if (chance.happens(delay))
      verdict.delayMs = chance.between(0, chance.happens(0.1) ? 15_000 : 800);
    if (chance.happens(cut)) verdict.cut = chance.oneOf(["before", "after"] as const);
    if (chance.happens(drop)) verdict.drop = true;
    if (chance.happens(stall)) verdict.stall = true;
    const isRead = line.caller.kind === "viewer" && direction === "up" && cmdOf(content) === 261;
    if (isRead && chance.happens(unread)) verdict.drop = true;
    const canRepeat =
      line.caller.kind === "logger" && SAID_TWICE[direction].includes(cmdOf(content));
    if (canRepeat && chance.happens(twice)) verdict.twice = true;
    return verdict;
  }
}

/** So late an alarm may ring, ms. */
export const MAX_LATE_MS = 3_000;

function cmdOf(content: unknown): unknown {
  if (typeof content === "string") return (JSON.parse(content) as { cmd?: unknown }).cmd;
  return (content as { cmd?: unknown } | null)?.cmd;
}
