/** One session of a share link that reads the past at full speed slows neither the owner's socket nor the list of sites. */
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { SITE_EQUIPMENT } from "#domain/registers/address-parts.ts";
import { SITE_REGISTERS } from "#domain/registers/catalogue/site.ts";
import { DAY_MS } from "#domain/units/durations.ts";
import { sessionCookie } from "#protocol/session-cookie.ts";
import { makeHugeTree } from "#simulator/hostile/hostile-frames.ts";
import { BacklogLogger } from "../bench/peers/backlog-logger.ts";
import { signIn } from "../bench/sockets/viewer-end.ts";
import { readProbeOptions } from "../support/probe-options.ts";
import { median, quantile } from "../support/quantiles.ts";
import { startServer } from "../support/server.ts";
import type { Latencies, NeighboursStart } from "./platform/neighbours-process.ts";
import { CalledProcess } from "./platform/process-calls.ts";
import type { Answered, ShareReaders } from "./platform/share-reader-process.ts";

const options = readProbeOptions(process.env.HELIOPORT_PROBE, {
  /** Pairs of rounds, one without and one with the reader. */
  count: z.coerce.number().int().min(1).default(6),
  seconds: z.coerce.number().positive().default(30),
  days: z.coerce.number().int().min(1).default(399),
  connections: z.coerce.number().int().min(1).default(24),
  /** Other sites in the list of the owner. */
  sites: z.coerce.number().int().min(0).default(50),
});
const REGISTERS = 48;
const STEP_MS = 300_000;
const FRAME_INSTANTS = 1_440;
const SETTLE_MS = 2_000;
/** What was sent is folded and rolled up by then. */
const FOLDED_WITHIN_MS = 20_000;
/** As fast as a logger may send for hours. */
const FRAME_EVERY_MS = 500;
const BARS = { pushes: 2, list: 1.5 };

const { count, seconds, days, connections, sites } = options;
console.log(
  `${count} pairs of rounds of ${seconds} s, ${connections} connections, ${days} days of ${REGISTERS} registers`,
);
const server = await startServer({ spareSites: sites + 1 });
const { url } = server;
const site = server.fleet.sites.find(({ group }) => group === "spare");
if (site === undefined) throw new Error("no spare site");
const token = await signIn(url, server.accounts.fleet);
const until = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const from = until - days * DAY_MS;
const addresses = makeHugeTree(REGISTERS).flatMap(({ address, registers }) =>
  registers.map(({ register }) => address + register),
);
await loadPast();
const { id: siteId } = await call<{ id: number }>("/site/v2/getSiteBySN", { sn: site.serial });
await call("/site/v2/share/add", { siteId });
const share = await call<{ account: string }>("/site/v2/share/getBySiteId", { siteId });
const viewer = await call<{ token: string }>("/auth/v2/shareLogin", { account: share.account });

const owner = new CalledProcess(new URL("./platform/neighbours-process.ts", import.meta.url));
const readers = new CalledProcess(new URL("./platform/share-reader-process.ts", import.meta.url));
const { account, password } = server.accounts.fleet;
await owner.call("start", {
  url,
  account,
  password,
  sites: [site],
  registers: REGISTERS,
  everyMs: FRAME_EVERY_MS,
} satisfies NeighboursStart);
while (!(await owner.call<boolean>("isReady"))) await pause(200);
// Viewers of a link see the site's own registers alone.
const shown = addresses.filter(
  (address) =>
    address.startsWith(SITE_EQUIPMENT) &&
    SITE_REGISTERS[address.slice(SITE_EQUIPMENT.length)]?.access === "r",
);
const start: ShareReaders = {
  url,
  token: viewer.token,
  siteId,
  addresses: shown,
  from,
  until,
  connections,
};
await readers.call("prepare", start);

type Round = { pushes: number; list: number; missing: number };
const pairs: { without: Round; with: Round }[] = [];
for (let pair = 1; pair <= count; pair++) {
  const order = pair % 2 === 1 ? (["without", "with"] as const) : (["with", "without"] as const);
  const rounds: Partial<Record<(typeof order)[number], Round>> = {};
  for (const kind of order) rounds[kind] = await measureRound(kind === "with");
  const { without, with: withReader } = rounds as Record<(typeof order)[number], Round>;
  pairs.push({ without, with: withReader });
  console.log(
    `pair ${pair}: socket p95 ${without.pushes.toFixed(1)} → ${withReader.pushes.toFixed(1)} ms, list p95 ${without.list.toFixed(1)} → ${withReader.list.toFixed(1)} ms, missing ${without.missing} → ${withReader.missing}`,
  );
}
owner.stop();
readers.stop();
await server.stop();

const ratio = (what: "pushes" | "list") =>
  median(pairs.map((pair) => pair.with[what] / pair.without[what]));
const [pushes, list] = [ratio("pushes"), ratio("list")];
const missing = pairs.reduce((sum, pair) => sum + pair.with.missing + pair.without.missing, 0);
const holds = pushes <= BARS.pushes && list <= BARS.list && missing === 0;
console.log(
  `median of ${count} pairs: the owner's socket ${pushes.toFixed(2)} times (≤ ${BARS.pushes}), the list of sites ${list.toFixed(2)} times (≤ ${BARS.list}), ${missing} missing: ${holds ? "holds" : "DOES NOT HOLD"}`,
);
process.exit(holds ? 0 : 1);

async function measureRound(isRead: boolean): Promise<Round> {
  if (isRead) await readers.call("begin");
  await pause(SETTLE_MS);
  const measured = owner.call<Latencies>("measure", seconds * 1_000);
  const lists: number[] = [];
  for (const end = performance.now() + seconds * 1_000; performance.now() < end; await pause(100))
    lists.push(await timeList());
  const { pushes, missing, ends } = await measured;
  if (isRead) console.log(`  answered: ${JSON.stringify(await readers.call<Answered>("end"))}`);
  await pause(SETTLE_MS);
  return {
    pushes: quantile(pushes, 0.95),
    list: quantile(lists, 0.95),
    missing: missing + ends.length,
  };
}

/** How long the page with the list of the owner's sites takes, ms. */
async function timeList(): Promise<number> {
  const began = performance.now();
  const headers = { Cookie: `${sessionCookie(false)}=${token}` };
  const page = await fetch(`${url}/sitelist`, { headers, redirect: "manual" });
  const html = await page.text();
  if (page.status !== 200 || !html.includes(site?.name ?? "")) throw new Error(`${page.status}`);
  return performance.now() - began;
}

async function loadPast(): Promise<void> {
  const began = performance.now();
  const logger = await BacklogLogger.open(
    url,
    site as { serial: string; secret: string },
    makeHugeTree(REGISTERS),
  );
  for (let at = from; at < until; at += FRAME_INSTANTS * STEP_MS) {
    const instants = Math.min(FRAME_INSTANTS, (until - at) / STEP_MS);
    const values = Object.fromEntries(
      addresses.map((address, place) => [
        address,
        Array.from(
          { length: instants },
          (_, index) => ((at / STEP_MS + index) * (place + 7)) % 9_973,
        ),
      ]),
    );
    await logger.send({ start: at, step: STEP_MS, count: instants, values });
  }
  await pause(FOLDED_WITHIN_MS);
  logger.end();
  console.log(`the past was sent in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

async function call<Data>(path: string, input: object): Promise<Data> {
  const response = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: token },
    body: JSON.stringify(input),
  });
  const { data } = (await response.json()) as { data: Data };
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return data;
}
