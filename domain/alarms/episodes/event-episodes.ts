import { type EventLevel, isMoreSevere } from "../event.ts";
import { EVENT_LEVELS } from "../event-levels.ts";
import type { EventEpisode, EventFact } from "./event-facts.ts";

type Step = {
  /** ms UTC, at most receipt; the order of steps. */
  at: number;
  /** As reported: the order of steps that were both ahead of their receipt. */
  reported: number;
  fact: Exclude<EventFact, { kind: "listed" }>;
};

/** At equal instants an event that was raised and cleared is cleared. */
const ORDER = { raised: 0, cleared: 1, unlisted: 2 } as const;

/**
 * Finds the episodes of one event of one piece of equipment. They depend on the facts only, not on the order in which
 * these arrived; a repeated fact counts once, as of its first receipt.
 *
 * A list of a `connect` is the logger's own summary: an event that it names was active from its instant through the
 * clock, whatever was reported in between, and one that it does not name ends at the clock. Without a clock it ends
 * what was received before it.
 * @param open episode that was active before the first fact, if older facts are no longer known
 * @returns ascending; only the last one may be active
 */
export function findEventEpisodes(
  facts: readonly EventFact[],
  open: EventEpisode | null = null,
): EventEpisode[] {
  const episodes: EventEpisode[] = [];
  let active = open === null ? null : structuredClone(open);
  if (active !== null) episodes.push(active);
  for (const { at, fact } of toSteps(facts)) {
    if (fact.kind === "raised") {
      if (active === null) {
        active = startEpisode(at, fact);
        episodes.push(active);
      } else continueEpisode(active, at, fact);
    } else if (active !== null && ends(fact, active)) {
      active.endTime = at;
      active = null;
    }
  }
  return episodes;
}

function ends(fact: Step["fact"], active: EventEpisode): boolean {
  return fact.kind !== "unlisted" || fact.hasClock || active.receivedAt <= fact.receivedAt;
}

function startEpisode(at: number, { level, code, message, receivedAt }: Raised): EventEpisode {
  return {
    startTime: at,
    endTime: null,
    level,
    currentLevel: level,
    worsened: [],
    code,
    message,
    receivedAt,
  };
}

function continueEpisode(active: EventEpisode, at: number, fact: Raised): void {
  active.currentLevel = fact.level;
  active.code ??= fact.code;
  active.message ??= fact.message;
  active.receivedAt = Math.min(active.receivedAt, fact.receivedAt);
  if (!isMoreSevere(fact.level, active.level)) return;
  active.level = fact.level;
  // An event that has two levels from its start on did not become worse.
  if (at > active.startTime) active.worsened.push({ at, level: fact.level });
}

type Raised = Extract<EventFact, { kind: "raised" | "cleared" }>;

/** Returns the steps of all facts in their order, without those that a list contradicts. */
function toSteps(facts: readonly EventFact[]): Step[] {
  const lists = facts.filter((fact) => fact.kind === "listed");
  const isContradicted = (at: number, isList: boolean) =>
    lists.some((list) => countsAt(list) <= at && (isList ? at < list.through : at <= list.through));
  const steps = new Map<string, Step>();
  for (const fact of facts) {
    const step = toStep(fact);
    if (step.fact.kind !== "raised" && isContradicted(step.at, step.fact.kind === "unlisted"))
      continue;
    const key = `${step.fact.kind} ${step.reported}`;
    const twin = steps.get(key);
    steps.set(key, twin === undefined ? step : joinSteps(twin, step));
  }
  return [...steps.values()].sort(
    (one, other) =>
      one.at - other.at ||
      one.reported - other.reported ||
      ORDER[one.fact.kind] - ORDER[other.fact.kind],
  );
}

function countsAt({ at, receivedAt }: { at: number; receivedAt: number }): number {
  return Math.min(at, receivedAt);
}

function toStep(fact: EventFact): Step {
  if (fact.kind === "unlisted") return { at: fact.through, reported: fact.through, fact };
  const { at, receivedAt, level, code, message } = fact;
  const kind = fact.kind === "listed" ? "raised" : fact.kind;
  const plain = { kind, at, receivedAt, level, code, message };
  return { at: countsAt(fact), reported: at, fact: plain };
}

/** Joins two reports of the same fact: the first receipt, the most severe level, and the greater text. */
function joinSteps(one: Step, other: Step): Step {
  const { fact } = one;
  const twin = other.fact;
  const at = Math.min(one.at, other.at);
  if (fact.kind === "unlisted" || twin.kind === "unlisted") {
    const hasClock = [fact, twin].some((each) => each.kind === "unlisted" && each.hasClock);
    const receivedAt = Math.max(fact.receivedAt, twin.receivedAt);
    return { ...one, fact: { kind: "unlisted", through: one.at, hasClock, receivedAt } };
  }
  return {
    at,
    reported: one.reported,
    fact: {
      ...fact,
      receivedAt: Math.min(fact.receivedAt, twin.receivedAt),
      level: worstLevel(fact.level, twin.level),
      code: greater(fact.code, twin.code),
      message: greater(fact.message, twin.message),
    },
  };
}

function worstLevel(one: EventLevel, other: EventLevel): EventLevel {
  return EVENT_LEVELS.find((level) => level === one || level === other) ?? one;
}

function greater(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
