import { z } from "zod";
import {
  countSites,
  countSitesOfEach,
  listStates,
  pageSites,
} from "#database/rollouts/rollout-sites.ts";
import { listRollouts as listStored } from "#database/rollouts/rollouts.ts";
import { listWaiting } from "#database/rollouts/second-confirmation.ts";
import { USER_TYPE } from "#domain/access/roles.ts";
import { SITE_STATES } from "#domain/rollouts/states.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";
import { describeTasks, type TaskContent, taskContent } from "./describe-task.ts";
import { findVisible } from "./find-rollout.ts";
import {
  countsExample,
  describedRollout,
  describeRollout,
  listedRollout,
  NO_SITES,
  rolloutExample,
  rolloutSite,
  siteCounts,
} from "./rollout-schema.ts";

const MAX_PAGE = 100_000;
const MAX_PAGE_SIZE = 100;
const page = {
  page: z.int().min(1).max(MAX_PAGE).default(1),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(20),
};

/** Meaning of the digits of `states`. */
const STATE_DIGITS = SITE_STATES.map((state, digit) => `${digit} ${state}`).join(", ");

const NO_CONTENT: TaskContent = { settings: [], releases: [] };
const contentExample = {
  settings: [],
  releases: [{ releaseId: 4, typeCode: "0033", component: "dsp", version: "1.8.0" }],
};

export const listRollouts = operation({
  path: "POST /site/v2/rollout/list",
  writes: false,
  description: {
    summary:
      "Returns the caller's rollouts, newest first, and those of others that wait for the caller's confirmation",
    output: z.object({
      total: z.int(),
      list: z.array(listedRollout.extend(taskContent)),
      waiting: z.array(describedRollout.extend(taskContent)),
    }),
    example: {
      input: {},
      output: {
        total: 1,
        list: [{ ...rolloutExample, sites: countsExample, ...contentExample }],
        waiting: [],
      },
    },
  },
  input: z.object(page),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const { database, now } = context;
    const { person } = caller;
    const isOperator = person.type === USER_TYPE.platformAdministrator;
    const [{ total, rows }, waiting] = await Promise.all([
      listStored(database, person.id, input),
      listWaiting(database, { userId: person.id, isOperator, now: now() }),
    ]);
    const [counts, contents] = await Promise.all([
      countSitesOfEach(
        database,
        rows.map(({ id }) => id),
      ),
      describeTasks(
        context,
        [...rows, ...waiting].map(({ task }) => task),
      ),
    ]);
    const describe = (row: (typeof rows)[number], place: number) => ({
      ...describeRollout(row, person),
      ...(contents[place] ?? NO_CONTENT),
    });
    return {
      total,
      list: rows.map((row, place) => ({
        ...describe(row, place),
        sites: counts.get(row.id) ?? NO_SITES,
      })),
      waiting: waiting.map((row, place) => describe(row, rows.length + place)),
    };
  },
});

export const getRollout = operation({
  path: "POST /site/v2/rollout/get",
  writes: false,
  description: {
    summary: "Returns a rollout with the state of its sites, for its author and its administrators",
    output: describedRollout.extend({
      ...taskContent,
      sites: siteCounts,
      states: z
        .string()
        .describe(
          `State of each site in the order of the rollout, one digit for each: ${STATE_DIGITS}`,
        ),
      list: z.array(rolloutSite),
    }),
    example: {
      input: { rolloutId: 3 },
      output: {
        ...rolloutExample,
        ...contentExample,
        sites: countsExample,
        states: "613",
        list: [
          {
            siteId: 12,
            name: "North farm",
            key: "c2VhbGVk",
            roleKey: "c2VhbGVk",
            state: "succeeded",
            reason: null,
            startTime: 1_790_000_600_000,
            dueTime: null,
            endTime: 1_790_003_000_000,
          },
        ],
      },
    },
  },
  input: z.object({
    rolloutId: z.int().min(1),
    ...page,
    states: z
      .array(z.enum(SITE_STATES))
      .min(1)
      .max(SITE_STATES.length)
      .optional()
      .describe("Only sites in these states"),
  }),
  access: signedIn("manageRollouts"),
  async run({ input, context, caller }) {
    const { database, keys, now } = context;
    const { person } = caller;
    const found = await findVisible(context, input.rolloutId, person);
    const who = { userId: person.id, now: now() };
    const [counts, states, rows, [content = NO_CONTENT]] = await Promise.all([
      countSites(database, found.id),
      listStates(database, found.id),
      pageSites(database, found.id, who, input),
      describeTasks(context, [found.task]),
    ]);
    const isOperator = person.type === USER_TYPE.platformAdministrator;
    const list = rows.map(({ begunAt, due, endedAt, role, name, ...row }) => ({
      ...row,
      // Access may have ended since the rollout was made.
      name: role === null && !isOperator ? "" : name,
      key: role === null ? null : sealSiteKey(keys, person.id, row.siteId),
      roleKey: role === null ? null : sealRoleKey(keys, person.id, role),
      startTime: begunAt,
      dueTime: endedAt === null ? due : null,
      endTime: endedAt,
    }));
    return {
      ...describeRollout(found, person),
      ...content,
      sites: counts,
      states: states.map((state) => SITE_STATES.indexOf(state)).join(""),
      list,
    };
  },
});
