import { env } from "cloudflare:workers";
import { DEFAULT_PLAN, MAX_IN_PROGRESS } from "#domain/rollouts/limits.ts";
import { advanceRollouts } from "#operations/jobs/advance-rollouts.ts";
import { callAs } from "../../support/call-api.ts";
import type { TestContext } from "../../support/test-context.ts";
import type { Fleet } from "./fleet.ts";

/** A rollout with what happens to its sites, its runs and its users. */
export type Scenario = {
  name: string;
  /** Prepares the sites; returns what happens after each run of the job. */
  play: (scene: Scene) => ((turn: number, rolloutId: number) => Promise<void> | void) | undefined;
  /** Number of sites; all if absent. */
  sites?: number;
  /** Plan in the database, which the call would have refused. */
  storedPlan?: string;
  status: "completed" | "stopped";
  /** Further claims about the end. */
  judge?: (scene: Scene, end: End) => string | null;
};

/** What the parts of a scenario share. */
export type Scene = {
  siteIds: readonly number[];
  fleet: Fleet;
  context: TestContext;
  random: () => number;
  owner: string;
  /** Sites that were touched when a user stopped the rollout. */
  touchedAtStop: number | null;
};

/** A stored site of a rollout. */
export type Row = {
  site_id: number;
  state: string;
  reason: string | null;
  ended_at: number | null;
};
/** The end of a rollout, with the greatest numbers of sites in progress as stored and as the sites saw it. */
export type End = { rows: readonly Row[]; status: string; most: number; mostRunning: number };

const withoutThreshold = Object.keys(DEFAULT_PLAN).flatMap((name) =>
  [0, null, "NaN", undefined].map((value) => ({
    name: `${name} is ${value === undefined ? "missing" : String(value)}`,
    storedPlan: JSON.stringify({ ...DEFAULT_PLAN, [name]: value }),
  })),
);

export const SCENARIOS: readonly Scenario[] = [
  {
    name: "all succeed",
    play: () => undefined,
    status: "completed",
    judge: (_, { rows }) => (countIn(rows, "succeeded") === rows.length ? null : "not all succeed"),
  },
  {
    name: "the canary is silent",
    play({ fleet, siteIds }) {
      fleet.isSilent = (siteId) => siteId === siteIds[0];
      return undefined;
    },
    status: "stopped",
    judge: ({ fleet }) => (fleet.touched.size === 1 ? null : `${fleet.touched.size} touched`),
  },
  {
    name: "six percent fail",
    play({ fleet, siteIds, random }) {
      const failing = new Set(siteIds.filter((_, place) => place > 0 && random() < 0.06));
      // At least every 16th, so that a small fleet has failures early, too.
      for (const [place, siteId] of siteIds.entries()) if (place % 16 === 5) failing.add(siteId);
      fleet.fails = (siteId) => failing.has(siteId);
      return undefined;
    },
    status: "stopped",
    judge: (_, { rows }) => (countIn(rows, "failed") > 0 ? null : "none failed"),
  },
  {
    name: "devices put the value back",
    play({ fleet, siteIds }) {
      fleet.putsBack = (siteId) => (siteIds.indexOf(siteId) + 1) % 10 === 0;
      return undefined;
    },
    status: "stopped",
  },
  {
    name: "a user stops it in the middle of a wave",
    play: (scene) => async (_turn, rolloutId) => {
      const { fleet, siteIds, owner, random } = scene;
      const isMiddle = fleet.touched.size > siteIds.length / 4 + 3 && random() < 0.2;
      if (scene.touchedAtStop !== null || !isMiddle) return;
      scene.touchedAtStop = fleet.touched.size;
      await callAs(owner, "/site/v2/rollout/stop", { rolloutId });
    },
    status: "stopped",
    judge({ fleet, touchedAtStop }) {
      if (touchedAtStop === null) return "it was not stopped";
      const after = fleet.touched.size - touchedAtStop;
      return after <= MAX_IN_PROGRESS ? null : `${after} sites were touched after the stop`;
    },
  },
  {
    name: "steps are killed, answers are lost and runs of the job overlap",
    play({ fleet, context, random }) {
      fleet.beforeCall = () => {
        if (random() < 0.02) throw new Error("the object was reset");
      };
      fleet.afterSubmit = () => {
        if (random() < 0.1) throw new Error("the answer was lost");
      };
      return async (turn) => {
        if (turn % 7 !== 0) return;
        await env.DB.exec("update rollouts set leased_until = 0 where ended_at is null");
        await Promise.all([advanceRollouts(context), advanceRollouts(context)]);
      };
    },
    status: "completed",
    judge: ({ fleet }) =>
      fleet.submissions === fleet.touched.size
        ? null
        : `${fleet.submissions} changes at ${fleet.touched.size} sites`,
  },
  {
    name: "access ends while it runs",
    play({ siteIds, fleet }) {
      let ended: ReadonlySet<number> | null = null;
      return async (_turn) => {
        for (const siteId of fleet.touched)
          if (ended?.has(siteId)) throw new Error(`${siteId} was touched without access`);
        if (ended !== null || fleet.touched.size < siteIds.length / 4) return;
        ended = new Set(siteIds.filter((siteId) => !fleet.touched.has(siteId)).slice(0, 50));
        await env.DB.prepare(
          "update memberships set ends_at = 1 where site_id in (select value from json_each(?))",
        )
          .bind(JSON.stringify([...ended]))
          .run();
      };
    },
    status: "completed",
    judge: (_, { rows }) =>
      rows.some(({ state, reason }) => state === "skipped" && reason === "forbidden")
        ? null
        : "no site was left out",
  },
  ...withoutThreshold.map(({ name, storedPlan }) => ({
    name,
    storedPlan,
    sites: 20,
    play: () => undefined,
    status: "stopped" as const,
    judge: ({ fleet }: Scene) => (fleet.touched.size === 0 ? null : "it began"),
  })),
];

/** Counts the sites in a state. */
export function countIn(rows: readonly Row[], state: string): number {
  return rows.filter((row) => row.state === state).length;
}
