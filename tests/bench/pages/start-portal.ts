import { setTimeout as wait } from "node:timers/promises";
import { sessionCookie } from "#protocol/session-cookie.ts";
import type { FleetSite } from "#simulator/fleet-file.ts";
// biome-ignore lint/correctness/useImportExtensions: its declarations lie beside it, as .d.mts
import { openLogger } from "../../clean-room/logger-client.mjs";
import { startServer, type TestServer } from "../../support/server.ts";
import type { Target } from "../load/drive.ts";
import { signIn } from "../sockets/viewer-end.ts";

const LISTED_SITES = 50;
/** As in a real list: these have a logger that speaks, the others have none. */
const ONLINE_SITES = 35;
const LISTED_WITHIN_MS = 60_000;
const SITE_OF_SERIAL = "(select site_id from modules where serial = ?)";

type Portal = {
  server: TestServer;
  /** The token of the person's session. */
  token: string;
  names: string[];
  /** Of a site with a logger, as an address of its page ends. */
  online: string;
  stop(): Promise<void>;
};

/** The product as it is served, with a person who owns fifty sites of all looks, and that person's session. */
export async function startPortal(): Promise<Portal> {
  // The owner of the spare sites also owns the site of recorded devices.
  const server = await startServer({ spareSites: LISTED_SITES - 1 });
  const sites = server.fleet.sites.filter(
    ({ group }) => group === "spare" || group === "recording",
  );
  const online = sites.slice(0, ONLINE_SITES);
  const { url } = server;
  const loggers = online.map(({ serial, secret }) => openLogger({ url, serial, secret }));
  const stop = async () => {
    for (const logger of loggers) logger.stop();
    await server.stop();
  };
  try {
    await Promise.all(loggers.map((logger) => logger.ready(LISTED_WITHIN_MS)));
    for (const logger of loggers) logger.upload();
    await awaitMetrics(server, ONLINE_SITES);
    await server.runtime.database.batch([
      ...complain(server, online),
      ...listSilent(server, sites.slice(ONLINE_SITES)),
    ]);
    const names = sites.map(({ name }) => name);
    return {
      server,
      token: await signIn(url, server.accounts.fleet),
      names,
      online: names[0] ?? "",
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Lets the job that polls sites have its turns until the list has metrics of so many that are online. */
async function awaitMetrics({ runtime }: TestServer, expected: number): Promise<void> {
  const counted = runtime.database.prepare(
    "select count(*) as sites from sites where online = 1 and solar is not null",
  );
  for (const end = Date.now() + LISTED_WITHIN_MS; Date.now() < end; await wait(1_000)) {
    await runtime.runScheduled("* * * * *", new Date());
    if (((await counted.first<number>("sites")) ?? 0) >= expected) return;
  }
  throw new Error(`fewer than ${expected} sites are online with metrics`);
}

/** Some of those online complain, more or less. */
function complain({ runtime }: TestServer, sites: readonly FleetSite[]): D1PreparedStatement[] {
  const alarm = runtime.database.prepare(
    `update sites set status = ?, alarm = ? where id = ${SITE_OF_SERIAL}`,
  );
  const complaints = ["none", "none", "warning", "none", "fault", "info"] as const;
  return sites.map(({ serial }, index) => {
    const counted = complaints[index % complaints.length] ?? "none";
    return alarm.bind(
      counted === "none" || counted === "info" ? "normal" : counted,
      counted,
      serial,
    );
  });
}

/** The data that the other sites' objects would have sent before they went silent; the last one never had any. */
function listSilent({ runtime }: TestServer, sites: readonly FleetSite[]): D1PreparedStatement[] {
  const silent = runtime.database.prepare(
    `update sites set online = 0, since = ?, status = 'offline', alarm = 'none', solar = ?, battery_soc = ?,
      metrics_at = ? where id = ${SITE_OF_SERIAL}`,
  );
  const now = Date.now();
  return sites.map(({ serial }, index) => {
    const since = now - (index + 1) * 3_600_000;
    const hasMetrics = index < sites.length - 1;
    const metrics = hasMetrics ? [137 * index, index * 6, since - index * 977] : [null, null, null];
    return silent.bind(since, ...metrics, serial);
  });
}

/** @throws Error where the page is not the list of all fifty sites for this person */
export function checkSiteList(html: string, names: readonly string[]): void {
  const missing = names.filter((name) => !html.includes(`>${name}</a>`));
  const rows = html.match(/<tr data-online=/g)?.length ?? 0;
  const online = html.match(/<tr data-online="true"/g)?.length ?? 0;
  if (missing.length > 0 || rows !== LISTED_SITES || names.length !== LISTED_SITES)
    throw new Error(`the list has ${rows} rows and misses ${missing.length} of ${names.length}`);
  if (online !== ONLINE_SITES) throw new Error(`the list shows ${online} sites online`);
}

/** A page, as the person's browser asks for it. */
export function pageOf(url: string, token: string): Target {
  return { url, headers: { Cookie: `${sessionCookie(false)}=${token}` } };
}
