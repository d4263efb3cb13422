import { type Finding, MOMENT_MS, type Rule } from "./finding.ts";
import type { Reading, Welcome } from "./read-door.ts";
import type { Story } from "./story.ts";

type Find = (rule: Rule, id: Finding["id"], text: string) => void;
/** Controls that go in one frame. */
type Group = {
  stories: Story[];
  at: number;
  sentAt: number | null;
  freeAt: number;
  expires: number;
};

const MAX_IN_FLIGHT = 20;
const NEVER = Number.POSITIVE_INFINITY;

/**
 * At an address one control is under way at a time, and at a logger no more than twenty frames; each of these locks is
 * free again once what held it had to end by the contract.
 * @returns the longest time that a control waited although nothing held it any more, ms
 */
export function judgeLocks({ stories, welcomes }: Reading, find: Find): number {
  const groups = groupStories([...stories.values()]);
  let longest = 0;
  for (const [place, group] of groups.entries()) {
    judgeAddresses(group, groups.slice(0, place));
    judgeRepeats(group);
    const mayGoAt = whenMayGo(group, groups.slice(0, place));
    if (group.sentAt !== null) {
      longest = Math.max(longest, group.sentAt - mayGoAt);
      if (underWayAt(group.sentAt, group) >= MAX_IN_FLIGHT)
        find("a lock not kept", nameOf(group), "more than twenty under way");
    }
    const latest = mayGoAt + MOMENT_MS;
    if (latest < group.expires && (group.sentAt ?? NEVER) > latest)
      find("a lock not free", nameOf(group), `from ${mayGoAt - group.at} ms after it was given on`);
  }
  return longest;

  function judgeAddresses(group: Group, earlier: readonly Group[]): void {
    const { sentAt } = group;
    if (sentAt === null) return;
    for (const other of earlier)
      if (heldUntil(group, other) > sentAt)
        find("a lock not kept", nameOf(group), `overtook ${nameOf(other)}`);
  }

  /** When nothing holds it any more; never where something does until its end. */
  function whenMayGo(group: Group, earlier: readonly Group[]): number {
    let at = group.at;
    for (const other of earlier) at = Math.max(at, heldUntil(group, other));
    for (;;) {
      const there = welcomeAt(at);
      if (there === null) return NEVER;
      if (there > at) at = there;
      if (at >= group.expires) return NEVER;
      if (underWayAt(at, group) < MAX_IN_FLIGHT) return at;
      const ends = groups.filter((one) => isUnderWay(one, at, group)).map(({ freeAt }) => freeAt);
      at = Math.min(...ends.filter((end) => end > at));
    }
  }

  function underWayAt(at: number, except: Group): number {
    return groups.filter((one) => isUnderWay(one, at, except)).length;
  }

  function isUnderWay(one: Group, at: number, except: Group): boolean {
    return one !== except && one.sentAt !== null && one.sentAt <= at && at < one.freeAt;
  }

  /** From when on a logger is there for long enough: at once, later, or never again. */
  function welcomeAt(at: number): number | null {
    const next = welcomes.find(({ from, until }) => until > Math.max(at, from) + MOMENT_MS);
    return next === undefined ? null : Math.max(at, next.from);
  }

  /** What was not answered goes again to a logger that comes back. */
  function judgeRepeats({ stories: all }: Group): void {
    for (const story of all)
      for (const welcome of welcomes) {
        const wasSent = story.sends.some(({ at }) => at < welcome.from);
        const isWaiting = (story.acknowledgedAt ?? story.end?.at ?? NEVER) > welcome.from;
        if (!wasSent || !isWaiting || story.isOnce || welcome.from >= story.expires) continue;
        if (!goesOn(story, welcome)) find("not sent again", story.id, `on ${welcome.line}`);
      }
  }
}

function goesOn({ sends }: Story, { line, from }: Welcome): boolean {
  return sends.some((sent) => sent.line === line && sent.at - from <= MOMENT_MS);
}

function groupStories(stories: readonly Story[]): Group[] {
  const open = stories.filter(({ end, at }) => end === null || end.at > at);
  return [...Map.groupBy(open, ({ group }) => group).values()].map((all) => ({
    stories: all,
    at: all[0]?.at ?? 0,
    sentAt: firstOf(all.flatMap(({ sends }) => sends.map(({ at }) => at))),
    freeAt: Math.max(...all.map(({ end }) => end?.at ?? NEVER)),
    expires: Math.min(...all.map(({ expires }) => expires)),
  }));
}

function firstOf(instants: number[]): number | null {
  return instants.length === 0 ? null : Math.min(...instants);
}

/** Until when an earlier one holds an address of this one, ms UTC. */
function heldUntil({ stories }: Group, earlier: Group): number {
  const addresses = new Set(stories.map(({ address }) => address));
  const held = earlier.stories.filter(({ address }) => addresses.has(address));
  return Math.max(0, ...held.map(({ end }) => end?.at ?? NEVER));
}

function nameOf({ stories }: Group): string {
  return stories[0]?.id ?? "";
}
