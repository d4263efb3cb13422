import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "../units/durations.ts";
import { advanceRollout, type RolloutCounts, type RolloutProgress } from "./advance-rollout.ts";
import { DEFAULT_PLAN, HEALTH_MS, MAX_IN_PROGRESS } from "./limits.ts";
import { type RolloutPlan, rolloutPlan } from "./rollout-plan.ts";

type Site = {
  state: "pending" | "inProgress" | "succeeded" | "failed";
  endsAt: number;
  fails: boolean;
};
type Fleet = { plan: unknown; sites: Site[]; progress: RolloutProgress; now: number };

const RUNNING: RolloutProgress = { status: "running", wave: 0, reason: null };

function makeFleet(
  size: number,
  fails: (place: number) => boolean,
  plan: unknown = DEFAULT_PLAN,
): Fleet {
  const sites = Array.from({ length: size }, (_, place) => ({
    state: "pending" as const,
    endsAt: 0,
    fails: fails(place),
  }));
  return { plan, sites, progress: RUNNING, now: 0 };
}

function count({ sites }: Fleet): RolloutCounts {
  const of = (state: Site["state"]) => sites.filter((site) => site.state === state).length;
  return {
    pending: of("pending"),
    inProgress: of("inProgress"),
    succeeded: of("succeeded"),
    failed: of("failed"),
  };
}

/** One minute of the job. A site that succeeds takes a while and 15 min of health; one that fails ends sooner or later. */
function turn(fleet: Fleet, duration: (place: number) => number): void {
  fleet.now += MINUTE_MS;
  for (const site of fleet.sites)
    if (site.state === "inProgress" && site.endsAt <= fleet.now)
      site.state = site.fails ? "failed" : "succeeded";
  const { progress, begin } = advanceRollout(fleet.plan, fleet.progress, count(fleet));
  fleet.progress = progress;
  let left = begin;
  for (const [place, site] of fleet.sites.entries()) {
    if (left === 0) break;
    if (site.state !== "pending") continue;
    left -= 1;
    site.state = "inProgress";
    site.endsAt = fleet.now + duration(place) + (site.fails ? 0 : DEFAULT_PLAN.healthMs);
  }
  expect(count(fleet).inProgress).toBeLessThanOrEqual(MAX_IN_PROGRESS);
}

const duration = (place: number) => ((place * 7919) % 40) * MINUTE_MS;

function runToEnd(fleet: Fleet, each: (fleet: Fleet) => void = () => undefined): RolloutCounts {
  for (let turns = 0; turns < 10_000; turns++) {
    turn(fleet, duration);
    each(fleet);
    if (fleet.progress.status !== "running" && count(fleet).inProgress === 0) break;
  }
  return count(fleet);
}

describe("a thousand sites", () => {
  test("that all succeed are reached in waves, never more than twenty at a time", () => {
    const fleet = makeFleet(1000, () => false);
    const firsts = new Map<number, number>();
    const end = runToEnd(fleet, ({ progress, sites }) => {
      const begun = sites.filter(({ state }) => state !== "pending").length;
      firsts.set(progress.wave, begun);
    });
    expect(fleet.progress.status).toBe("completed");
    expect(end).toEqual({ pending: 0, inProgress: 0, succeeded: 1000, failed: 0 });
    expect([firsts.get(0), firsts.get(1), firsts.get(2)]).toEqual([1, 50, 250]);
  });

  test("whose canary does not respond stop after it", () => {
    const fleet = makeFleet(1000, (place) => place === 0);
    expect(runToEnd(fleet)).toEqual({ pending: 999, inProgress: 0, succeeded: 0, failed: 1 });
    expect(fleet.progress).toMatchObject({ status: "stopped", reason: "canaryFailed" });
  });

  test("of which six percent fail stop, and each touched site has its end", () => {
    const fleet = makeFleet(1000, (place) => place % 16 === 5);
    const end = runToEnd(fleet);
    expect(fleet.progress).toMatchObject({ status: "stopped", reason: "tooManyFailed" });
    expect(end.inProgress).toBe(0);
    expect(end.pending).toBeGreaterThan(500);
  });

  test("of which three percent fail late are completed", () => {
    const fleet = makeFleet(1000, (place) => place > 100 && place % 30 === 0);
    const end = runToEnd(fleet);
    expect(fleet.progress.status).toBe("completed");
    expect(end).toEqual({ pending: 0, inProgress: 0, succeeded: 970, failed: 30 });
  });

  test("that a user stops in the middle of a wave are touched no further", () => {
    const fleet = makeFleet(1000, () => false);
    for (let turns = 0; turns < 400; turns++) turn(fleet, duration);
    const before = count(fleet);
    fleet.progress = { ...fleet.progress, status: "stopped", reason: "byUser" };
    const after = runToEnd(fleet);
    expect(before.inProgress).toBeGreaterThan(0);
    expect(after.pending).toBe(before.pending);
    expect(after.succeeded - before.succeeded).toBe(before.inProgress);
  });
});

test("a rollout without a threshold, or with one that is 0 or no number, does not start", () => {
  const names = Object.keys(DEFAULT_PLAN) as (keyof RolloutPlan)[];
  for (const name of names)
    for (const wrong of [undefined, null, 0, Number.NaN, Number.POSITIVE_INFINITY, "5", -1, []]) {
      const fleet = makeFleet(100, () => false, { ...DEFAULT_PLAN, [name]: wrong });
      turn(fleet, duration);
      expect(fleet.progress, `${name} ${wrong}`).toMatchObject({ reason: "invalidPlan" });
      expect(count(fleet).pending).toBe(100);
    }
  for (const waves of [
    [],
    [5, 25],
    [25, 5, 100],
    [0, 100],
    [5, 5, 100],
    [101],
    [6, 25, 100],
    [5, 26, 100],
    [100],
  ]) {
    const wrong = { ...DEFAULT_PLAN, waves };
    expect(advanceRollout(wrong, RUNNING, count(makeFleet(9, () => false))).begin).toBe(0);
  }
});

test("a plan is stricter than the usual one or the same, never more lenient", () => {
  const isValid = (changes: Partial<RolloutPlan>) =>
    rolloutPlan.safeParse({ ...DEFAULT_PLAN, ...changes }).success;
  const stricter = { canary: 3, healthMs: HEALTH_MS * 2, waves: [1, 5, 50, 100], minEnded: 1 };
  expect([isValid({}), isValid(stricter)]).toEqual([true, true]);
  for (const changes of [
    { canary: 4 },
    { healthMs: HEALTH_MS - 1 },
    { waves: [6, 25, 100] },
    { waves: [5, 30, 100] },
    { maxInProgress: 21 },
    { maxFailedPercent: 5.1 },
    { minEnded: 11 },
  ])
    expect(isValid(changes), JSON.stringify(changes)).toBe(false);
});

test("for all plans and outcomes the bounds hold and every touched site has its end", () => {
  const plans = fc.record({
    canary: fc.integer({ min: 1, max: 3 }),
    healthMs: fc.constant(DEFAULT_PLAN.healthMs),
    waves: fc
      .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 25 }))
      .map((waves) => [...waves, 100]),
    maxInProgress: fc.integer({ min: 1, max: 20 }),
    maxFailedPercent: fc.integer({ min: 1, max: 5 }),
    minEnded: fc.integer({ min: 1, max: 10 }),
  });
  const failures = fc.array(fc.boolean(), { minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(
      plans,
      failures,
      fc.option(fc.integer({ min: 1, max: 300 })),
      (plan, fails, stopAt) => {
        const fleet = makeFleet(fails.length, (place) => fails[place] ?? false, plan);
        let touched = 0;
        let turns = 0;
        const end = runToEnd(fleet, () => {
          turns += 1;
          const { inProgress, pending } = count(fleet);
          expect(inProgress).toBeLessThanOrEqual(plan.maxInProgress);
          const isStopped = fleet.progress.status === "stopped";
          if (isStopped) expect(fails.length - pending).toBe(touched);
          touched = fails.length - pending;
          if (fleet.progress.wave === 0) expect(touched).toBeLessThanOrEqual(plan.canary);
          if (turns === stopAt && fleet.progress.status === "running")
            fleet.progress = { ...fleet.progress, status: "stopped", reason: "byUser" };
        });
        expect(end.inProgress).toBe(0);
        expect(fleet.progress.status).not.toBe("running");
        if (fleet.progress.status === "completed") expect(end.pending).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});
