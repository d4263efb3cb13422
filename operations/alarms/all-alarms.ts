import { z } from "zod";
import {
  countUnacknowledged,
  findMembershipsOfSites,
  listAlarmsOfUser,
} from "#database/alarms/alarms-of-user.ts";
import { can } from "#domain/access/can.ts";
import { tokenAllows, tokenReaches } from "#domain/access/token-scope.ts";
import { ALARM_SOURCES } from "#domain/alarms/alarm-row.ts";
import { eventLevel } from "#domain/alarms/event.ts";
import { chunk } from "#domain/chunk.ts";
import { Problem } from "#domain/problem.ts";
import { pageQuery } from "#domain/sites/site-list.ts";
import { sealRoleKey, sealSiteKey } from "#protocol/keys/page-keys.ts";
import { actorOf, signedIn } from "../access.ts";
import type { Context, Person, SignedIn } from "../context.ts";
import { operation } from "../operation.ts";
import { siteScope } from "../sites/list-sites.ts";
import { alarmRow, alarmRowExample } from "./alarm-schema.ts";
import { authorOf } from "./author.ts";
import { describeAlarm } from "./describe-alarm.ts";

/** Maximum number of alarms acknowledged by one call. */
const MAX_ACKNOWLEDGED = 100;
/** Number of alarms that are acknowledged at the same time. */
const ALARMS_AT_ONCE = 6;
/** Maximum length of a search text, characters. */
const MAX_SEARCH = 100;

const rowOfSite = alarmRow.extend({
  site: z.object({
    id: z.int(),
    key: z.string().describe("The site's id for page addresses, sealed for the caller"),
    roleKey: z.string().describe("The caller's role for page addresses, sealed for the caller"),
    name: z.string(),
    timeZoneId: z.string().describe("IANA name"),
  }),
});

const count = z.int();
const counts = z.object({
  fault: count,
  warning: count,
  info: count,
  unacknowledged: count,
});

export const pageAllAlarms = operation({
  path: "POST /site/v2/alarm/all/page",
  description: {
    summary:
      "Returns one page of the alarms of all sites whose log the caller may view, the most urgent first",
    output: z.object({
      total: z.int(),
      counts: counts.describe("Open alarms of these sites, whatever the filters"),
      rows: z.array(rowOfSite),
    }),
    example: {
      input: { page: 1, size: 20, levels: ["fault"] },
      output: {
        total: 1,
        counts: { fault: 1, warning: 0, info: 0, unacknowledged: 1 },
        rows: [
          {
            ...alarmRowExample,
            endTime: null,
            reason: null,
            site: {
              id: 12,
              key: "k_R0m3pXc2hhZGVkLXNpdGUta2V5LWZvci1vbmUtcGVyc29u",
              roleKey: "cm9sZS1zZWFsZWQtZm9yLW9uZS1wZXJzb24",
              name: "Harbour roof",
              timeZoneId: "Europe/Berlin",
            },
          },
        ],
      },
    },
  },
  input: pageQuery.extend({
    open: z.boolean().optional().describe("Only open alarms, or only ended ones"),
    acknowledged: z.boolean().optional(),
    levels: z.array(eventLevel).max(eventLevel.options.length, "tooMany").optional(),
    sources: z.array(z.enum(ALARM_SOURCES)).max(ALARM_SOURCES.length, "tooMany").optional(),
    search: z
      .string()
      .trim()
      .max(MAX_SEARCH, "tooLong")
      .optional()
      .describe("Part of the name of a site or device"),
  }),
  access: signedIn("listSites"),
  async run({ input, context, caller }) {
    const { page, size, ...filter } = input;
    const { rows, total, counts } = await listAlarmsOfUser(
      context.database,
      siteScope(caller, context),
      filter,
      { limit: size, offset: (page - 1) * size },
    );
    const { keys } = context;
    const { id, demo } = caller.person;
    return {
      total,
      counts: sumCounts(counts),
      rows: rows.map(({ acknowledgedBy, acknowledgedAt, ...row }) => ({
        ...describeAlarm(
          {
            ...row,
            acknowledged:
              acknowledgedAt === null ? null : { by: acknowledgedBy ?? "", at: acknowledgedAt },
          },
          context,
          { role: row.role, owner: false, demo, share: false },
        ),
        site: {
          id: row.siteId,
          key: sealSiteKey(keys, id, row.siteId),
          roleKey: sealRoleKey(keys, id, row.role),
          name: row.siteName,
          timeZoneId: row.timeZone,
        },
      })),
    };
  },
});

/** Returns how many open alarms of the caller's sites are not acknowledged, for the menu of each page. */
export const countAllAlarms = operation({
  path: "POST /site/v2/alarm/all/count",
  served: "pages",
  description: {
    summary: "Returns the number of unacknowledged open alarms of the caller's sites",
    output: z.object({ unacknowledged: count }),
    example: { input: {}, output: { unacknowledged: 1 } },
  },
  input: z.object({}),
  access: signedIn("listSites"),
  async run({ context, caller }) {
    const scope = siteScope(caller, context);
    return { unacknowledged: await countUnacknowledged(context.database, scope) };
  },
});

type CountRow = { level: "fault" | "warning" | "info"; alarms: number; unacknowledged: number };

function sumCounts(rows: readonly CountRow[]): z.output<typeof counts> {
  const of = (level: CountRow["level"]) => rows.find((row) => row.level === level)?.alarms ?? 0;
  return {
    fault: of("fault"),
    warning: of("warning"),
    info: of("info"),
    unacknowledged: rows.reduce((sum, row) => sum + row.unacknowledged, 0),
  };
}

const outcome = z.enum(["acknowledged", "ended", "notFound", "forbidden", "unavailable"]);
type Outcome = z.output<typeof outcome>;

export const acknowledgeAllAlarms = operation({
  path: "POST /site/v2/alarm/all/acknowledge",
  description: {
    summary:
      "Acknowledges up to 100 alarms of several sites. The caller's permission is checked at each site; the answer has the result of each alarm, in their order",
    output: z.object({ results: z.array(z.object({ result: outcome })) }),
    example: {
      input: { alarms: [{ siteId: 12, logId: 31 }] },
      output: { results: [{ result: "acknowledged" }] },
    },
  },
  input: z.object({
    alarms: z
      .array(z.object({ siteId: z.int().min(1), logId: z.int().min(1) }))
      .min(1, "tooFew")
      .max(MAX_ACKNOWLEDGED, "tooMany"),
  }),
  access: signedIn("listSites"),
  writes: true,
  async run({ input: { alarms }, context, caller }) {
    const { person, token } = caller;
    if (person.demo || (token && !tokenAllows(token, "acknowledgeAlarms")))
      throw new Problem("forbidden");
    const permitted = await findPermitted(alarms, caller, context);
    const results: Outcome[] = [];
    for (const some of chunk(alarms, ALARMS_AT_ONCE))
      results.push(
        ...(await Promise.all(
          some.map(async ({ siteId, logId }): Promise<Outcome> => {
            const isPermitted = permitted.get(siteId);
            if (isPermitted === undefined) return "notFound";
            return isPermitted ? acknowledge(siteId, logId, person, context) : "forbidden";
          }),
        )),
      );
    return { results: results.map((result) => ({ result })) };
  },
});

/** Returns for each site of the caller whether the caller may acknowledge its alarms. */
async function findPermitted(
  alarms: readonly { siteId: number }[],
  { person, token }: SignedIn,
  { database, now }: Context,
): Promise<Map<number, boolean>> {
  const siteIds = [...new Set(alarms.map(({ siteId }) => siteId))];
  const held = await findMembershipsOfSites(database, siteIds, { userId: person.id, now: now() });
  return new Map(
    held
      .filter(({ siteId }) => token === undefined || tokenReaches(token, siteId))
      .map((site) => [site.siteId, can(actorOf(person, site), "acknowledgeAlarms")]),
  );
}

const OUTCOMES = {
  done: "acknowledged",
  unchanged: "acknowledged",
  absent: "notFound",
  ended: "ended",
} as const;

async function acknowledge(
  siteId: number,
  logId: number,
  person: Person,
  context: Context,
): Promise<Outcome> {
  try {
    return OUTCOMES[await context.siteObject(siteId).acknowledgeAlarm(logId, authorOf(person))];
  } catch (error) {
    context.log.error("an alarm could not be acknowledged", error);
    return "unavailable";
  }
}
