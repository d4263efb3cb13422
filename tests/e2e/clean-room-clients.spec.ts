import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { openLogger } from "../clean-room/logger-client.mjs";
import { call, sealedCall } from "../clean-room/portal-http.mjs";
import { login, openViewer } from "../clean-room/viewer-client.mjs";
import { readE2eServer } from "../support/e2e-server.ts";

// Clients that were written from the protocol pages alone, against the very platform of `npm start`.
const ON_OFF = "FFFF000400";
const SOC = "FFFF000134";
const within = 20_000;

const server = readE2eServer();
const silent = server.fleet.sites.findLast(({ group }) => group === "demo");
if (silent === undefined) throw new Error("the fleet has no demo site");
const { serial, secret } = silent;
const started: { stop?(): void; leave?(): void }[] = [];

function startLogger(options: object = {}) {
  const logger = openLogger({ url: server.url, serial, secret, waitScale: 0.02, ...options });
  started.push(logger);
  return logger;
}

async function watch(account: { account: string; password: string }, options: object = {}) {
  const { token } = await login({ url: server.url, ...account });
  const viewer = openViewer({ url: server.url, token, sn: serial, waitScale: 0.05, ...options });
  started.push(viewer);
  await viewer.ready(within);
  return viewer;
}

test.afterEach(() => {
  for (const client of started.splice(0)) (client.stop ?? client.leave)?.call(client);
});

test("a logger's values reach a viewer, and its disconnection is shown at once", async () => {
  const logger = startLogger();
  await logger.ready(within);
  const viewer = await watch(server.accounts.owner);
  await viewer.until((site) => site.online && site.equipment.size > 0, within);
  logger.device.set({ [SOC]: 61.5 });
  await viewer.until((site) => site.value(SOC) === 61.5, within);
  logger.kill();
  await viewer.until((site) => !site.online && site.siteStatus === "offline", 5_000);
});

test("a client seals all requests and answers, signing in included, and a token works sealed", async () => {
  const { account, password } = server.accounts.owner;
  const ask = (path: string, input: object, token?: string) =>
    sealedCall(server.url, path, input, token === undefined ? {} : { token });
  const signedIn = await ask("/api/auth/v2/login", { account, password });
  const { token: session } = signedIn.data as { token: string };
  const opened = await ask("/api/site/v2/getSiteBySN", { sn: serial }, session);
  const { id } = opened.data as { id: number };
  const wanted = { name: "Script", scope: "read", siteIds: [id], days: 1 };
  const refused = await ask("/api/user/v2/token/add", wanted, session);
  expect(refused).toMatchObject({ code: 403, data: { reason: "confirmationRequired" } });
  expect((await ask("/api/auth/v2/confirm", { password }, session)).code).toBe(200);
  const made = await ask("/api/user/v2/token/add", wanted, session);
  const { token, id: tokenId } = made.data as { token: string; id: string };
  const seen = await ask("/api/site/v3/getListBySearchFilterAndReorder", {}, token);
  expect(seen).toMatchObject({ code: 200, data: { total: 1, list: [{ id }] } });
  expect((await ask("/api/user/v2/token/list", {}, token)).code).toBe(403);
  expect((await ask("/api/user/v2/token/delete", { id: tokenId }, session)).code).toBe(200);
  expect((await ask("/api/site/v2/getSiteById", { id }, token)).code).toBe(401);
});

test("an owner switches the inverters off and on, proven by the register as read back", async () => {
  const logger = startLogger();
  await logger.ready(within);
  const viewer = await watch(server.accounts.owner);
  await viewer.until((site) => site.online, within);
  for (const value of [0, 1]) {
    const control = viewer.control(ON_OFF, value);
    const record = await control.ended;
    expect(record).toMatchObject({ state: "ended", result: "success", readBack: value });
    const read = await viewer.query([ON_OFF]);
    expect(read.values[ON_OFF]).toBe(value);
  }
});

test("a logger that dies between executing and answering leaves the command unknown, and the read-back follows", async () => {
  const logger = startLogger({ controls: "die" });
  await logger.ready(within);
  const viewer = await watch(server.accounts.owner);
  await viewer.until((site) => site.online, within);
  const control = viewer.control(ON_OFF, 0, { expires: viewer.site.serverTime() + 5_000 });
  const record = await control.ended;
  expect(record).toMatchObject({ state: "ended", result: "unknown" });
  const again = startLogger({ memory: logger.memory, device: logger.device });
  await again.ready(within);
  await viewer.until((site) => site.commands.get(control.commandId)?.readBack === 0, within);
  expect(viewer.site.commands.get(control.commandId)).toMatchObject({ result: "unknown" });
  const back = await viewer.control(ON_OFF, 1).ended;
  expect(back).toMatchObject({ result: "success" });
});

test("a value out of range ends as a parameter error, unsent", async () => {
  const logger = startLogger();
  await logger.ready(within);
  const asked: string[] = [];
  logger.on("control", (_step, _id, control) => asked.push(control?.address));
  const viewer = await watch(server.accounts.owner);
  await viewer.until((site) => site.online, within);
  expect(await viewer.control(ON_OFF, 7).ended).toMatchObject({ result: "parameter error" });
  expect(asked).toEqual([]);
});

test("a monitor sees the command of another user and can issue none", async () => {
  const logger = startLogger();
  await logger.ready(within);
  const monitor = await watch(server.accounts.monitor);
  const owner = await watch(server.accounts.owner);
  await monitor.until((site) => site.online, within);
  const refused = monitor.control(ON_OFF, 0);
  await expect(refused.ended).rejects.toMatchObject({ status: 403 });
  const control = owner.control(ON_OFF, 1);
  await control.ended;
  await monitor.until((site) => site.commands.get(control.commandId)?.state === "ended", within);
});

test("a newer logger takes over and the older is closed with 4001", async () => {
  const older = startLogger();
  await older.ready(within);
  const closed = new Promise((resolve) => older.on("closed", resolve));
  const newer = startLogger();
  await newer.ready(within);
  expect(await closed).toBe(4001);
});

test("a wrong secret and an unknown serial number are refused alike", async () => {
  const statuses: number[] = [];
  for (const credentials of [{ secret: "x".repeat(30) }, { serial: "ABSENT-0001" }]) {
    const logger = startLogger(credentials);
    statuses.push(await new Promise((resolve) => logger.on("refused", resolve)));
    logger.stop();
  }
  expect(statuses).toEqual([401, 401]);
});

test("signing out closes the socket with 4403 before the call answers", async () => {
  const { token } = await login({ url: server.url, ...server.accounts.full });
  const viewer = openViewer({ url: server.url, token, sn: serial, uuid: randomUUID() });
  started.push(viewer);
  await viewer.ready(within);
  const closed = new Promise((resolve) => viewer.on("closed", resolve));
  await call(server.url, "/api/auth/v2/logout", {}, { token });
  expect(await closed).toBe(4403);
});
