import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { SignedIn } from "#operations/context.ts";
import { STAMP_HEADER, UNLINK_HEADER } from "#protocol/site-rpc.ts";
import {
  callerOf,
  factorySecretOf,
  labelOf,
  newSite,
  registerModules,
  tryCall,
} from "../support/claims.ts";
import { seedUsers } from "../support/seed-users.ts";
import { connectMessage, LoggerSocket, siteStub } from "../support/site-logger.ts";
import { testContext } from "../support/test-context.ts";
import { askUpgrade, lift, lifted, loggerHeaders } from "../support/worker-gate.ts";

const context = testContext();
let owner: SignedIn;
let count = 0;
let serial = "";
let site = 0;

beforeAll(async () => {
  await seedUsers();
  owner = await callerOf("owner");
});
beforeEach(async () => {
  count += 1;
  serial = `BOX-000${count}`;
  await registerModules([serial]);
  const { data } = await tryCall("POST /site/v2/add", newSite(serial), owner, context);
  site = (data as { id: number }).id;
});

const upgrade = (bindings = lifted) =>
  askUpgrade("/ws/logger", loggerHeaders(serial, factorySecretOf(serial)), bindings);
const unlink = () =>
  tryCall("POST /site/v2/unlink", { id: site, name: `Roof ${serial}` }, owner, context);
const claimAgain = () =>
  tryCall("POST /site/v2/replaceSystemId", { id: site, ...labelOf(serial) }, owner, context);

async function connect(): Promise<LoggerSocket> {
  const { status, webSocket } = await upgrade();
  expect(status).toBe(101);
  if (webSocket === null) throw new Error("no socket");
  const logger = new LoggerSocket(webSocket);
  expect(await logger.ask(connectMessage({ serial }))).toMatchObject({ cmd: 259 });
  return logger;
}

/** An upgrade for which the Worker read the database at another time. */
function upgradeAtObject(foundAfter?: number): Promise<Response> {
  const stamp = JSON.stringify({ kind: "logger", siteId: site, serial, foundAfter });
  const headers = { Upgrade: "websocket", [STAMP_HEADER]: stamp };
  return siteStub(site).fetch("https://site.test/ws/logger", { headers });
}

test("a module that its owner unlinks and claims again is let in at its next attempt", async () => {
  const logger = await connect();
  expect((await unlink()).code).toBe("ok");
  expect(await logger.closed).toBe(4003);
  const refused = await upgrade();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([409, "60"]);
  expect(await claimAgain()).toMatchObject({ data: { loggerSecret: null } });
  await connect();
  await connect();
});

test("an upgrade under way when its module is unlinked stays out after the claim, too", async () => {
  await unlink();
  await claimAgain();
  const refused = await upgradeAtObject();
  expect(refused.status).toBe(409);
  const foundAfter = Number(refused.headers.get(UNLINK_HEADER));
  // A look-up after the first unlink says nothing about the second.
  await scheduler.wait(2);
  await unlink();
  expect((await upgradeAtObject(foundAfter)).status).toBe(409);
});

test("an unlink that reaches the site's object after the next claim refuses no one", async () => {
  await unlink();
  await claimAgain();
  await siteStub(site).unlinkLogger(serial);
  await connect();
});

test("a module that is unlinked again meanwhile waits a minute, and gets no header of ours", async () => {
  const stamps: unknown[] = [];
  const refuse = async (request: Request) => {
    stamps.push(JSON.parse(request.headers.get(STAMP_HEADER) ?? ""));
    const headers = { [UNLINK_HEADER]: `${stamps.length}`, "Retry-After": "7" };
    return new Response("refused", { status: 409, headers });
  };
  const sites = { idFromName: (name: string) => name, get: () => ({ fetch: refuse }) };
  const refused = await upgrade(lift({ ...env, SITES: sites as unknown as Env["SITES"] }));
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([409, "60"]);
  expect(refused.headers.has(UNLINK_HEADER)).toBe(false);
  const stamp = { kind: "logger", siteId: site, serial };
  expect(stamps).toEqual([stamp, { ...stamp, foundAfter: 1 }]);
});
