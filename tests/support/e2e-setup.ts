import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeAdministrator } from "#tools/deployment/make-administrator.ts";
import { startMinuteServer } from "./minute-server.ts";
import { startReceiverServer } from "./receiver-server.ts";
import { startServer } from "./server.ts";
import { giveSpareSites, SPARE_SITES } from "./spare-sites.ts";
import { startWeatherServer } from "./weather-server.ts";

/** Of the twelve demo sites; the others are for journeys that bring a logger of their own. */
const SIMULATED_SITES = 8;

/** Each journey signs in, and a tenth of a second each time is none of theirs: registrations have the whole cost. */
const PASSWORD_COST = { log2N: 4, r: 8, p: 1 };

const OPERATOR = "operator@helioport.example";

/**
 * One platform with a simulated fleet for all journeys. What they need of it is in a file, because it is longer than a
 * variable of the environment may be. Playwright's workers inherit its path: see e2e-server.ts.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const weather = await startWeatherServer();
  const receiver = await startReceiverServer();
  process.env.LOCAL_RECEIVERS = receiver.origin;
  const server = await startServer({
    simulate: SIMULATED_SITES,
    spareSites: SPARE_SITES,
    weatherUrl: weather.address,
    passwordCost: PASSWORD_COST,
  });
  await giveSpareSites(server.runtime.database, server.fleet, server.accounts.fleet);
  // The dialog after sign-in would cover the pages of all journeys; `platform-admin.spec.ts` has its own platform.
  await server.runtime.database.prepare("UPDATE news SET attention = 0").run();
  const minutes = await startMinuteServer(server.runtime);
  const query = async (sql: string) => (await server.runtime.database.prepare(sql).all()).results;
  const password = await makeAdministrator(query, OPERATOR, Date.now(), PASSWORD_COST);
  const folder = await mkdtemp(join(tmpdir(), "helioport-e2e-"));
  const path = join(folder, "server.json");
  const described = JSON.stringify({
    url: server.url,
    accounts: server.accounts,
    ownLogger: server.ownLogger,
    firmwareKeys: server.firmwareKeys,
    fleet: server.fleet,
    receiver: receiver.origin,
    minutes: minutes.origin,
    operator: { account: OPERATOR, password },
  });
  await writeFile(path, described, { mode: 0o600 });
  process.env.HELIOPORT_E2E = path;
  return async () => {
    minutes.stop();
    await server.stop();
    weather.stop();
    receiver.stop();
    await rm(folder, { recursive: true });
  };
}
