import { z } from "zod";
import { MAX_COUNTED } from "#database/platform/bounded-count.ts";
import {
  BACKLOGS,
  COUNTED_TABLES,
  countTables,
  listFailures,
  readBacklogs,
  readDatabaseSize,
} from "#database/platform/health.ts";
import { listJobRuns } from "#database/platform/job-runs.ts";
import { signedIn } from "../access.ts";
import { operation } from "../operation.ts";

const instant = z.int().describe("ms UTC");
const upTo = z.int().min(0).max(MAX_COUNTED);
const waiting = z.object({
  count: upTo,
  since: instant.nullable().describe("Since when the oldest one waits, ms UTC"),
});

export const getHealth = operation({
  path: "POST /platform/v2/health/get",
  description: {
    summary:
      "Returns what waits for jobs, failed deliveries of the last day by reason, the last stored run of each job, and numbers of rows up to 10,000. For operators only",
    output: z.object({
      backlogs: z.record(z.enum(BACKLOGS), waiting),
      failures: z.array(
        z.object({
          channel: z.enum(["mail", "push", "webhook"]),
          reason: z
            .string()
            .nullable()
            .describe("`refused`, `attempts`, `late`, `content`, or the fault of a webhook"),
          detail: z.string().nullable().describe("Words of the provider, or the HTTP status"),
          count: z.int(),
        }),
      ),
      jobs: z.array(
        z.object({
          job: z.string(),
          cron: z.string(),
          startTime: instant,
          durationMs: z.int(),
          successTime: instant.nullable(),
          failures: z.int().describe("Failed runs since the last success"),
        }),
      ),
      counts: z.record(z.enum(COUNTED_TABLES), upTo),
      databaseBytes: z.int().nullable(),
    }),
    example: {
      input: {},
      output: {
        backlogs: {
          mail: { count: 2, since: 1_790_000_000_000 },
          push: { count: 0, since: null },
          webhook: { count: 0, since: null },
          journal: { count: 0, since: null },
          export: { count: 0, since: null },
          unlink: { count: 0, since: null },
        },
        failures: [{ channel: "mail", reason: "refused", detail: "550", count: 1 }],
        jobs: [
          {
            job: "sweep",
            cron: "*/5 * * * *",
            startTime: 1_790_000_000_000,
            durationMs: 120,
            successTime: 1_790_000_000_000,
            failures: 0,
          },
        ],
        counts: { users: 120, sites: 80, modules: 400, memberships: 300, feedback: 12 },
        databaseBytes: 12_000_000,
      },
    },
  },
  input: z.object({}),
  access: signedIn("viewPlatform"),
  writes: false,
  async run({ context: { database, now } }) {
    const [backlogs, failures, runs, counts, databaseBytes] = await Promise.all([
      readBacklogs(database, now()),
      listFailures(database, now()),
      listJobRuns(database),
      countTables(database),
      readDatabaseSize(database),
    ]);
    const jobs = runs.map(({ startedAt, succeededAt, ...run }) => ({
      ...run,
      startTime: startedAt,
      successTime: succeededAt,
    }));
    return { backlogs, failures, jobs, counts, databaseBytes };
  },
});
