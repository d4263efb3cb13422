import { SESSION_COOKIE } from "#protocol/session-cookie.ts";
import { startServer, type TestServer } from "../../support/server.ts";
import type { Target } from "../load/drive.ts";

const LISTED_SITES = 50;

/** The product as it is served, with a person who owns fifty sites of all looks, and that person's session. */
export async function startPortal(): Promise<{
  server: TestServer;
  /** The token of the person's session. */
  token: string;
  names: string[];
}> {
  const server = await startServer({ spareSites: LISTED_SITES });
  await server.runtime.database.batch(listFigures(server));
  const { account, password } = server.accounts.fleet;
  const signedIn = await fetch(`${server.url}/api/auth/v2/login`, {
    method: "POST",
    body: JSON.stringify({ account, password }),
  });
  const { data } = (await signedIn.json()) as { data: { token: string } };
  const names = server.fleet.sites.filter(({ group }) => group === "spare").map(({ name }) => name);
  return { server, token: data.token, names };
}

/**
 * What the objects of the sites would have told: they complain more or less, and all have figures but the first. None
 * is online, so that nobody comes by to see whether it still is: they have no loggers.
 */
function listFigures({ runtime, fleet }: TestServer): D1PreparedStatement[] {
  const status = runtime.database.prepare(
    `update sites set online = 0, since = ?, status = ?, alarm = ?, solar = ?, battery_soc = ?, figures_at = ?
     where id = (select site_id from modules where serial = ?)`,
  );
  const now = Date.now();
  return fleet.sites
    .filter(({ group }) => group === "spare")
    .map(({ serial }, index) => {
      const alarm = ["none", "warning", "fault", "info"][index % 4];
      const told = alarm === "none" || alarm === "info" ? "offline" : alarm;
      const since = now - (index + 1) * 3_600_000;
      const values = [since, told, alarm];
      const figures =
        index === 0 ? [null, null, null] : [137 * index, index * 2, now - index * 977];
      return status.bind(...values, ...figures, serial);
    });
}

/** @throws Error where the page is not the list of all fifty sites for this person */
export function checkSiteList(html: string, names: readonly string[]): void {
  const missing = names.filter((name) => !html.includes(`>${name}</a>`));
  const rows = html.match(/<tr data-online=/g)?.length ?? 0;
  if (missing.length > 0 || rows !== LISTED_SITES || names.length !== LISTED_SITES)
    throw new Error(`the list has ${rows} rows and misses ${missing.length} of ${names.length}`);
}

/** A page, as the person's browser asks for it. */
export function pageOf(url: string, token: string): Target {
  return { url, headers: { Cookie: `${SESSION_COOKIE}=${token}` } };
}
