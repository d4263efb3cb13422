import { globSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { type Steps, toInstants } from "#protocol/history/steps.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
import { listRuntimeProcesses } from "#tools/runtime-processes.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import { signIn } from "../sockets/viewer-end.ts";
import { BacklogLogger } from "./backlog-logger.ts";
import { Caller, type Question, type System } from "./system.ts";
import type { TiledHousehold } from "./tiled-household.ts";

type Answered = { steps: Steps[]; value: number[] };

const PATH = "/api/site/v2/chart/periodrecord/curve";
/** Of a frame: half a day at ten seconds, half a megabyte. */
const FRAME_INSTANTS = 4_320;
const FOLDS_WITHIN_MS = 900_000;

/** The product as `npm start` serves it, fed by loggers, queried by a signed-in user. */
export async function startOurs(
  sites: number,
  options: { inspect?: boolean } = {},
): Promise<System & { server: TestServer; siteBytes(): number[] }> {
  const before = new Set(listRuntimeProcesses());
  const server = await startServer({ spareSites: sites, ...options });
  const processes = listRuntimeProcesses().filter((process) => !before.has(process));
  const caller = new Caller();
  const fleet = server.fleet.sites.filter(({ group }) => group === "spare");
  const loggers = new Map<number, BacklogLogger>();
  const token = await signIn(server.url, server.accounts.fleet);
  const ids = await readIds(server, fleet);
  const addresses: string[] = [];
  const sizes: number[] = [];
  const ask = ({ site, channels, from, until, bucketMs }: Question) =>
    caller.call({
      url: server.url + PATH,
      method: "POST",
      headers: { Authorization: token, "Content-Type": "application/json" },
      body: JSON.stringify({
        siteId: ids[site],
        addresses: channels.map((place) => addresses[place]),
        startDateTime: from,
        endDateTime: until,
        // As our pages do.
        instants: "steps",
        ...(bucketMs === null ? {} : { points: Math.ceil((until - from) / bucketMs) + 1 }),
      }),
    });
  return {
    name: "Helioport",
    processes,
    server,
    async load(site, household, { from, stepMs, count, columns }) {
      if (addresses.length === 0) addresses.push(...household.addresses);
      const logger = loggers.get(site) ?? (await openLogger(server, fleet[site], household));
      loggers.set(site, logger);
      const answers: Promise<void>[] = [];
      for (let start = 0; start < count; start += FRAME_INSTANTS) {
        const end = Math.min(count, start + FRAME_INSTANTS);
        const values = Object.fromEntries(
          household.addresses.map((address, place) => [
            address,
            Array.from(columns[place]?.subarray(start, end) ?? [], (steps) =>
              household.valueOf(place, steps),
            ),
          ]),
        );
        const frame = { start: from + start * stepMs, step: stepMs, count: end - start, values };
        answers.push(logger.send(frame));
        if (answers.length >= 3) await answers[answers.length - 3];
      }
      await Promise.all(answers);
    },
    async settle() {
      // The first query sends the object its zone, whose days are then rolled up.
      for (const [site] of fleet.entries())
        await ask({ site, channels: [0], from: 0, until: 86_400_000, bucketMs: null });
      const files = globSync("**/*.sqlite", { cwd: server.state.resources }).map((name) =>
        join(server.state.resources, name),
      );
      for (const end = Date.now() + FOLDS_WITHIN_MS; Date.now() < end; await wait(1_000))
        if (files.every((file) => !isFoldingDue(file))) return;
      throw new Error("what was loaded is not folded yet");
    },
    ask,
    read(_, body) {
      const { data } = JSON.parse(body.toString()) as { data: { series: Answered[] } };
      return data.series.map(({ steps, value }) => ({ at: toInstants(steps), value }));
    },
    async stop() {
      caller.end();
      for (const logger of loggers.values()) logger.end();
      await server.stop((state) => {
        for (const name of globSync("**/*.sqlite*", { cwd: state.resources })) {
          const file = join(state.resources, name);
          const isSite = name.endsWith(".sqlite") && isSiteFile(file);
          if (!isSite) continue;
          sizes.push(globSync(`${file}*`).reduce((sum, part) => sum + statSync(part).size, 0));
        }
      });
    },
    bytes: () => sizes.reduce((sum, size) => sum + size, 0),
    /** Of each site, the largest first; to be asked after `stop`. */
    siteBytes: () => sizes.toSorted((a, b) => b - a),
  };
}

function openLogger(server: TestServer, site: FleetSite | undefined, household: TiledHousehold) {
  if (site === undefined) throw new Error("no such site");
  return BacklogLogger.open(server.url, site, household.equipment);
}

async function readIds({ runtime }: TestServer, fleet: readonly FleetSite[]): Promise<number[]> {
  const query = runtime.database.prepare("select site_id from modules where serial = ?");
  return Promise.all(
    fleet.map(async ({ serial }) => (await query.bind(serial).first<number>("site_id")) ?? 0),
  );
}

/** A portal that runs is read beside it. */
function isFoldingDue(file: string): boolean {
  using database = new DatabaseSync(file, { readOnly: true });
  if (!isSite(database)) return false;
  const chunks = database.prepare(
    "select count(*) as chunks, ifnull(sum(cells), 0) as cells from series_chunk",
  );
  const { chunks: count, cells } = chunks.get() as { chunks: number; cells: number };
  const due = database.prepare("select ifnull(max(days_due), 0) as due from series_zone").get();
  return count >= 16 || cells >= 2 ** 18 || (due as { due: number }).due === 1;
}

function isSiteFile(file: string): boolean {
  using database = new DatabaseSync(file, { readOnly: true });
  return isSite(database) && database.prepare("select 1 from series_block").get() !== undefined;
}

function isSite(database: DatabaseSync): boolean {
  const query = "select 1 from sqlite_master where name = 'series_block'";
  return database.prepare(query).get() !== undefined;
}
